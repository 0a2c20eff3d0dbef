"""What each light means, in words and numbers, made from the palette and its rhythms.

The documentation, the page and the pictures show this one legend; nothing in it is written twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from triboard.light.animate import BAR, BEAT, DIP, HOLD, PAUSE, STRIDE
from triboard.light.palette import Colour, Palette, Rhythm, Shape, as_hex
from triboard.light.scene import Role
from triboard.units import SECOND, Duration

LINE: Final = "line"
"""Name of a completed line in the legend; it runs, and is no role of a place."""

SIZES: Final = "sizes"
"""Name in the legend of the dips of a target that does not take every size."""

MEANINGS: Final[Mapping[Role, str]] = {
    Role.TARGET: "you may put a piece here",
    Role.SEEN: "the move is understood, not yet on disk",
    Role.SOURCE: "the last move, kept; or a piece that may move",
    Role.TURN: "whose turn it is; a button that may be pressed",
    Role.CLAIMABLE: "on a line that scored",
    Role.MISSED: "on a line whose points were not called",
    Role.WRONG: "remove this",
    Role.WANTED: "put the named piece here",
    Role.CHOICE: "one of several moves this could be",
    Role.OPPONENT: "do this for me",
    Role.WAITING: "waits for the link, or an unfinished turn of a rim",
    Role.WINNER: "won",
    Role.ATTRACT: "come and play",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One light: its name, what it means, the cue besides colour, its own colour where no piece gives one."""

    role: str
    meaning: str
    cue: str
    colour: Colour

    def as_json(self) -> dict[str, str]:
        """For the page: the colour as CSS writes it."""
        return {"role": self.role, "meaning": self.meaning, "cue": self.cue, "colour": as_hex(self.colour)}


def legend(palette: Palette) -> tuple[Entry, ...]:
    """All roles in the order of the design, then the dips for sizes and the completed line."""
    roles = tuple(
        Entry(role.value, meaning, cue(palette.rhythms[role], role), palette.roles[role])
        for role, meaning in MEANINGS.items()
    )
    running = (
        f"runs: one place more every {_time(STRIDE)}, whole for {_time(HOLD)}, then the next line; "
        f"after the last a pause of {_time(PAUSE)}"
    )
    sizes = (
        f"dips for {_time(BEAT)} to {_part(DIP)} of its level: once for small, twice for middling, three "
        f"times for large; once, then three times for small or large; again every {_time(BAR)}"
    )
    return (
        *roles,
        Entry(SIZES, "a target that does not take every size", sizes, palette.roles[Role.TARGET]),
        Entry(LINE, "a completed line", running, palette.line),
    )


def piece_colours(palette: Palette) -> tuple[Entry, ...]:
    """The light that stands for each piece."""
    return tuple(
        Entry(str(piece), f"a {piece} piece", "violet stands in" if piece == "black" else "", colour)
        for piece, colour in palette.pieces.items()
    )


def cue(rhythm: Rhythm, role: Role | None = None) -> str:
    """A rhythm in words: what tells the light from all others in grey."""
    low, high, period = _part(rhythm.low), _part(rhythm.high), _time(rhythm.period)
    lit, rest = (_time(Duration(round(rhythm.period * part))) for part in (rhythm.share, 1 - rhythm.share))
    match rhythm.shape:
        case Shape.STEADY:
            return f"steady at {high}"
        case Shape.BLINK if role is Role.OPPONENT:
            return f"where from and where to in turn, {lit} each: {high}, else {low}"
        case Shape.BLINK:
            return f"blinks: {lit} at {high}, {rest} {'dark' if rhythm.low == 0 else f'at {low}'}"
        case Shape.PULSE if rhythm.wave:
            return f"a wave over the places every {period}, {low} to {high}"
        case Shape.PULSE:
            return f"pulses every {period}, {low} to {high}"
        case Shape.SWELL:
            return f"swells for {lit}, falls in {rest}, {low} to {high}"


def _part(level: float) -> str:
    return f"{round(100 * level)} %"


def _time(duration: Duration) -> str:
    return f"{duration / SECOND:.2f}".rstrip("0").rstrip(".") + " s"
