"""A picture as a list of simple shapes, in pixels from the top left, whatever it becomes later."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from triboard.light.palette import Colour

GROUND: Final = Colour(20, 22, 28)
PANEL: Final = Colour(30, 33, 42)
OUTLINE: Final = Colour(138, 146, 160)
INK: Final = Colour(226, 230, 236)
FAINT: Final = Colour(160, 168, 180)


class Spot(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


class Ring(NamedTuple):
    """The outline of a site; `name` says which."""

    at: Spot
    radius: float
    name: str


class Lamp(NamedTuple):
    """One LED with the colour in which it is seen; dark ones are lamps as well."""

    at: Spot
    radius: float
    colour: Colour
    name: str


class Box(NamedTuple):
    """A filled rectangle with round corners."""

    at: Spot
    width: float
    height: float
    colour: Colour


class Words(NamedTuple):
    """A line of text, its baseline's start at `at`, or its middle."""

    at: Spot
    text: str
    size: float
    colour: Colour
    bold: bool = False
    centred: bool = False


@dataclass(slots=True)
class View:
    """The board at one moment; lamps lie above everything else and glow."""

    rings: list[Ring] = field(default_factory=list)
    lamps: list[Lamp] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)


@dataclass(slots=True)
class Drawing:
    """A whole picture. `legend` lists the lights that it explains."""

    title: str
    width: float = 0
    height: float = 0
    boxes: list[Box] = field(default_factory=list)
    views: list[View] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)
    legend: list[str] = field(default_factory=list)


def seen(rgb: bytes) -> Colour:
    """How wire values look: LEDs are bright against a room, so dim ones are lifted more than a screen would,
    and their light comes on top of the ground. In steps of 5, which no eye tells apart: lamps of one colour
    then take one shape in the file. Black is an LED that is off."""
    if not any(rgb):
        return Colour(0, 0, 0)
    lifted = (255 * (value / 255) ** (1 / 2.6) for value in rgb)
    red, green, blue = (
        5 * round((255 - (255 - light) * (255 - ground) / 255) / 5)
        for light, ground in zip(lifted, PANEL, strict=True)
    )
    return Colour(red, green, blue)


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio after WCAG 2.2, 1 to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
