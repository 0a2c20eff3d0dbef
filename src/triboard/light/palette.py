"""Colours of pieces and roles, and the rhythm of each role.

A palette holds colours as a screen would show them (sRGB, 0 to 255); gamma turns them into the linear
values of the wire in `render`. Meaning never rests on hue alone: no two roles share a rhythm, so each is
told from the others in grey.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from triboard.light.scene import Glow, Role, Run
from triboard.units import SECOND, Duration, Piece

PYRAMIDS: Final[Mapping[Piece, Piece]] = {
    Piece(letter + size): Piece(colour)
    for letter, colour in zip("WYRGBK", ("white", "yellow", "red", "green", "blue", "black"), strict=True)
    for size in "sml"
}
"""The colour of each pyramid of Troika (troika §1): a large red one shines as any red piece does."""


class Colour(NamedTuple):
    """One colour in sRGB, each part 0 to 255."""

    red: int
    green: int
    blue: int


class Shape(Enum):
    """How the level moves within one period."""

    STEADY = "steady"  # always high
    BLINK = "blink"  # high for `share` of the period, then low; hard edges
    PULSE = "pulse"  # a cosine from low to high and back
    SWELL = "swell"  # a straight climb for `share` of the period, then a straight fall


@dataclass(frozen=True, slots=True)
class Rhythm:
    """Level of a light over time, 0 dark to 1 full, as the eye judges it (before gamma).

    `wave`: the places of a role follow one another instead of moving together. Only smooth shapes travel.
    """

    shape: Shape
    high: float = 1.0
    low: float = 0.0
    period: Duration = SECOND
    share: float = 0.5
    wave: bool = False

    @property
    def smooth(self) -> bool:
        """Whether the level glides on the grid of steps; only such lights are dithered in time."""
        return self.shape in (Shape.PULSE, Shape.SWELL)


def _seconds(count: int) -> Duration:
    return Duration(count * SECOND)


# One common phase: every period divides 4 s and counts from instant 0, so blinkers of several roles
# change together instead of adding up to a faster flicker. The fastest rhythms run at 1 Hz: two opposing
# changes a second. `wrong` at the 1.5 Hz of the design would make four changes within exactly one second.
RHYTHMS: Final[Mapping[Role, Rhythm]] = {
    Role.TARGET: Rhythm(Shape.STEADY, high=0.45),
    Role.SEEN: Rhythm(Shape.STEADY, high=0.65),  # steps up to `source` when the move is on disk
    Role.SOURCE: Rhythm(Shape.STEADY, high=1.0),
    Role.TURN: Rhythm(Shape.STEADY, high=0.82),
    Role.CLAIMABLE: Rhythm(Shape.PULSE, low=0.3, period=_seconds(2)),
    Role.WANTED: Rhythm(Shape.SWELL, low=0.1, period=_seconds(2), share=0.76),
    Role.CHOICE: Rhythm(Shape.PULSE, low=0.3),
    Role.WRONG: Rhythm(Shape.BLINK),
    Role.MISSED: Rhythm(Shape.BLINK, low=0.2, share=0.25),
    Role.OPPONENT: Rhythm(Shape.BLINK, low=0.15, period=_seconds(2)),
    Role.WAITING: Rhythm(Shape.BLINK, high=0.4, low=0.05, period=_seconds(2), share=0.25),
    Role.WINNER: Rhythm(Shape.PULSE, low=0.4, period=_seconds(4), wave=True),
    Role.ATTRACT: Rhythm(Shape.PULSE, high=0.65, low=0.1, period=_seconds(4), wave=True),
}


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one look. A piece that the palette does not know takes the colour of its role."""

    name: str
    pieces: Mapping[Piece, Colour]
    roles: Mapping[Role, Colour]
    line: Colour
    rhythms: Mapping[Role, Rhythm]

    def colour(self, glow: Glow) -> Colour:
        """Colour of a glow: that of its piece, else that of its role."""
        return self._of(glow.piece, self.roles[glow.role])

    def line_colour(self, run: Run) -> Colour:
        """Colour of a completed line: that of its piece, else that of lines."""
        return self._of(run.piece, self.line)

    def _of(self, piece: Piece | None, otherwise: Colour) -> Colour:
        return otherwise if piece is None else self.pieces.get(PYRAMIDS.get(piece, piece), otherwise)


def as_hex(colour: Colour) -> str:
    """The colour as a web page writes it: `#e1ffff`."""
    return f"#{bytes(colour).hex()}"


def _palette(
    name: str,
    *,
    white: Colour,
    yellow: Colour,
    red: Colour,
    green: Colour,
    blue: Colour,
    violet: Colour,
    alarm: Colour,
) -> Palette:
    """A palette of six piece colours and one that no piece has, for what is wrong."""
    return Palette(
        name=name,
        pieces={
            Piece("white"): white,
            Piece("yellow"): yellow,
            Piece("red"): red,
            Piece("green"): green,
            Piece("blue"): blue,
            Piece("black"): violet,  # no light is black: violet stands in
        },
        roles={
            Role.TARGET: white,
            Role.SEEN: white,
            Role.SOURCE: white,
            Role.CLAIMABLE: yellow,
            Role.MISSED: violet,
            Role.WRONG: alarm,
            Role.WANTED: white,
            Role.CHOICE: yellow,
            Role.OPPONENT: green,
            Role.TURN: white,
            Role.WAITING: blue,
            Role.WINNER: yellow,
            Role.ATTRACT: green,
        },
        line=white,
        rhythms=RHYTHMS,
    )


# Found by search (hue windows of the six names, random starts, shrinking steps); the least CIEDE2000
# difference of any two, over normal, deutan, protan and tritan vision, stands above each.

# 31.0
DEFAULT: Final = _palette(
    "default",
    white=Colour(225, 255, 255),
    yellow=Colour(240, 225, 0),
    red=Colour(90, 0, 0),
    green=Colour(0, 150, 120),
    blue=Colour(0, 0, 120),
    violet=Colour(165, 90, 255),
    alarm=Colour(255, 60, 0),
)

# 26.7, with each colour at a tenth of full luminance or more: 3 to 1 against black (WCAG 1.4.11).
HIGH_CONTRAST: Final = _palette(
    "high-contrast",
    white=Colour(226, 252, 255),
    yellow=Colour(240, 237, 39),
    red=Colour(170, 39, 10),
    green=Colour(0, 172, 133),
    blue=Colour(52, 92, 131),
    violet=Colour(221, 121, 254),
    alarm=Colour(255, 90, 0),
)

# 25.3 as the wire shows them, with no colour above 0.3 of full luminance. The search reached 24.2 with a
# limit of 0.26, and 19 with 0.1 and a white almost black: darker nights dim all of it by `brightness`.
NIGHT: Final = _palette(
    "night",
    white=Colour(145, 145, 176),
    yellow=Colour(172, 146, 15),
    red=Colour(41, 1, 0),
    green=Colour(25, 113, 91),
    blue=Colour(0, 1, 66),
    violet=Colour(119, 43, 208),
    alarm=Colour(160, 40, 0),
)

PALETTES: Final[Mapping[str, Palette]] = {one.name: one for one in (DEFAULT, HIGH_CONTRAST, NIGHT)}
