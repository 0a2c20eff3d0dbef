"""What each light means, in words and numbers, made from the palette and its rhythms.

The documentation, the page and the pictures show this one legend; nothing in it is written twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from triboard.light.animate import BAR, BEAT, DIP, HOLD, PAUSE, STRIDE
from triboard.light.palette import Colour, Palette, Rhythm, Shape, as_hex
from triboard.light.scene import Role
from triboard.phrases import Detail, Said, Words, phrase
from triboard.piece_words import kind_of
from triboard.units import SECOND, Duration

LINE: Final = "line"
"""Name of a completed line in the legend; it runs, and is no role of a place."""

SIZES: Final = "sizes"
"""Name in the legend of the dips of a target that does not take every size."""

MEANINGS: Final[Mapping[Role, Words]] = {
    Role.TARGET: phrase("you may put a piece here"),
    Role.SEEN: phrase("the move is understood, not yet on disk"),
    Role.SOURCE: phrase("the last move, kept; or a piece that may move"),
    Role.TURN: phrase("whose turn it is; a button that may be pressed"),
    Role.CLAIMABLE: phrase("on a line that scored"),
    Role.MISSED: phrase("on a line whose points were not called; an answer that was not it"),
    Role.WRONG: phrase("remove this"),
    Role.WANTED: phrase("put the named piece here"),
    Role.CHOICE: phrase("one of several moves this could be; a hint; a move to think over"),
    Role.OPPONENT: phrase("do this for me"),
    Role.WAITING: phrase("waits for the link, or an unfinished turn of a rim"),
    Role.WINNER: phrase("won"),
    Role.ATTRACT: phrase("come and play"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One light: its name, what it means, the cue besides colour, its own colour where no piece gives one."""

    role: str
    meaning: Said
    cue: Said
    colour: Colour

    def as_json(self) -> dict[str, Said]:
        """For the page: the colour as CSS writes it."""
        return {"role": self.role, "meaning": self.meaning, "cue": self.cue, "colour": as_hex(self.colour)}


def legend(palette: Palette) -> tuple[Entry, ...]:
    """All roles in the order of the design, then the dips for sizes and the completed line."""
    roles = tuple(
        Entry(role.value, meaning, cue(palette.rhythms[role], role), palette.roles[role])
        for role, meaning in MEANINGS.items()
    )
    running = phrase(
        "runs: one place more every {stride} s, whole for {hold} s, then the next line; after the "
        "last a pause "
        "of {pause} s",
        stride=_seconds(STRIDE),
        hold=_seconds(HOLD),
        pause=_seconds(PAUSE),
    )
    sizes = phrase(
        "dips for {beat} s to {part} of its level: once for small, twice for middling, three times "
        "for large; "
        "once, then three times for small or large; again every {bar} s",
        beat=_seconds(BEAT),
        part=_part(DIP),
        bar=_seconds(BAR),
    )
    return (
        *roles,
        Entry(SIZES, phrase("a target that does not take every size"), sizes, palette.roles[Role.TARGET]),
        Entry(LINE, phrase("a completed line"), running, palette.line),
    )


def piece_colours(palette: Palette) -> tuple[Entry, ...]:
    """The light that stands for each piece."""
    return tuple(
        Entry(
            str(piece),
            phrase("a {piece} piece", piece=kind_of(piece)),
            phrase("violet stands in") if piece == "black" else "",
            colour,
        )
        for piece, colour in palette.pieces.items()
    )


def cue(rhythm: Rhythm, role: Role | None = None) -> Words:
    """A rhythm in words: what tells the light from all others in grey."""
    share, rest = (Duration(round(rhythm.period * part)) for part in (rhythm.share, 1 - rhythm.share))
    said: dict[str, Detail] = {
        "low": _part(rhythm.low),
        "high": _part(rhythm.high),
        "period": _seconds(rhythm.period),
        "lit": _seconds(share),
        "rest": _seconds(rest),
    }
    match rhythm.shape:
        case Shape.STEADY:
            return phrase("steady at {high}", **said)
        case Shape.BLINK if role is Role.OPPONENT:
            return phrase("where from and where to in turn, {lit} s each: {high}, else {low}", **said)
        case Shape.BLINK if rhythm.low == 0:
            return phrase("blinks: {lit} s at {high}, {rest} s dark", **said)
        case Shape.BLINK:
            return phrase("blinks: {lit} s at {high}, {rest} s at {low}", **said)
        case Shape.PULSE if rhythm.wave:
            return phrase("a wave over the places every {period} s, {low} to {high}", **said)
        case Shape.PULSE:
            return phrase("pulses every {period} s, {low} to {high}", **said)
        case Shape.SWELL:
            return phrase("swells for {lit} s, falls in {rest} s, {low} to {high}", **said)


def _part(level: float) -> str:
    return f"{round(100 * level)} %"


def _seconds(duration: Duration) -> str:
    return f"{duration / SECOND:.2f}".rstrip("0").rstrip(".")
