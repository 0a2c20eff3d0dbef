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


WHITE: Final = Colour(225, 255, 255)
YELLOW: Final = Colour(240, 225, 0)
RED: Final = Colour(90, 0, 0)
GREEN: Final = Colour(0, 150, 120)
BLUE: Final = Colour(0, 0, 120)
VIOLET: Final = Colour(165, 90, 255)

DEFAULT: Final = Palette(
    name="default",
    # Least CIEDE2000 difference of any two, over normal, deutan, protan and tritan vision: 31.0.
    pieces={
        Piece("white"): WHITE,
        Piece("yellow"): YELLOW,
        Piece("red"): RED,
        Piece("green"): GREEN,
        Piece("blue"): BLUE,
        Piece("black"): VIOLET,  # no light is black: violet stands in
    },
    roles={
        Role.TARGET: WHITE,
        Role.SEEN: WHITE,
        Role.SOURCE: WHITE,
        Role.CLAIMABLE: YELLOW,
        Role.MISSED: VIOLET,
        Role.WRONG: Colour(255, 60, 0),
        Role.WANTED: WHITE,
        Role.CHOICE: YELLOW,
        Role.OPPONENT: GREEN,
        Role.TURN: WHITE,
        Role.WAITING: BLUE,
        Role.WINNER: YELLOW,
        Role.ATTRACT: GREEN,
    },
    line=WHITE,
    rhythms=RHYTHMS,
)

PALETTES: Final[Mapping[str, Palette]] = {DEFAULT.name: DEFAULT}
