"""What the sensors of a board say, level by level, without any knowledge of a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Final

from triboard.units import Detent, Piece, Site


class ReadingKind(Enum):
    """What one level of a site can say."""

    EMPTY = "empty"
    PIECE = "piece"
    SOMETHING = "something"  # present, kind not known
    SET = "set"  # these pieces, in no order: one tag reader under a whole stack
    UNKNOWN = "unknown"  # failed, disconnected or undecidable; never treated as empty


@dataclass(frozen=True, slots=True)
class Reading:
    """Reading of one level; `piece` is set for `PIECE` only, `pieces` for `SET` only."""

    kind: ReadingKind
    piece: Piece | None = None
    pieces: frozenset[Piece] = frozenset()

    def agrees(self, expected: Piece | None) -> bool:
        """Whether this reading can be true where `expected` (`None`: nothing) should stand."""
        match self.kind:
            case ReadingKind.EMPTY:
                return expected is None
            case ReadingKind.PIECE:
                return self.piece == expected
            case ReadingKind.UNKNOWN:
                return True
            case ReadingKind.SOMETHING:
                return expected is not None
            case ReadingKind.SET:
                return self.pieces == ({expected} - {None})

    @property
    def text(self) -> str:
        """Word for the page: the piece's name, or the kind."""
        if self.kind is ReadingKind.SET:
            return "+".join(sorted(self.pieces))
        return self.piece if self.piece is not None else self.kind.value


EMPTY: Final = Reading(ReadingKind.EMPTY)
SOMETHING: Final = Reading(ReadingKind.SOMETHING)
UNKNOWN: Final = Reading(ReadingKind.UNKNOWN)


@cache
def holds(piece: Piece) -> Reading:
    """Reading of a level on which `piece` stands."""
    return Reading(ReadingKind.PIECE, piece)


def fits(stack: tuple[Piece, ...], levels: tuple[Reading, ...]) -> bool:
    """Whether the levels of a site can be true where `stack` should stand, bottom first."""
    if levels and levels[0].kind is ReadingKind.SET:
        return levels[0].pieces == frozenset(stack)
    if len(stack) > len(levels):  # a tag reader that fails says nothing of the whole stack
        return bool(levels) and all(reading.kind is ReadingKind.UNKNOWN for reading in levels)
    for reading, piece in zip(levels, stack, strict=False):  # no generator: this is asked most of all
        if not reading.agrees(piece):
            return False
    above = levels[len(stack) :]
    return above.count(EMPTY) == len(above) or all(reading.agrees(None) for reading in above)


def extra(stack: tuple[Piece, ...], levels: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Readings of pieces that should not stand there, bottom first."""
    if levels and levels[0].kind is ReadingKind.SET:
        return tuple(holds(piece) for piece in sorted(levels[0].pieces.difference(stack)))
    return tuple(
        reading
        for level, reading in enumerate(levels)
        if reading.kind not in (ReadingKind.EMPTY, ReadingKind.UNKNOWN)
        and not reading.agrees(stack[level] if level < len(stack) else None)
    )


def lacks(stack: tuple[Piece, ...], levels: tuple[Reading, ...]) -> bool:
    """Whether some piece is seen to be missing."""
    if levels and levels[0].kind is ReadingKind.SET:
        return not levels[0].pieces.issuperset(stack)
    return any(levels[level] == EMPTY for level in range(min(len(stack), len(levels))))


def still(levels: tuple[Reading, ...], level: int, piece: Piece) -> bool:
    """Whether a piece is seen to stand on its level."""
    if levels and levels[0].kind is ReadingKind.SET:
        return piece in levels[0].pieces
    return level < len(levels) and levels[level].piece == piece


def number(levels: tuple[Reading, ...]) -> int:
    """How many pieces are seen, those counted that cannot be told."""
    return sum(
        len(reading.pieces) if reading.kind is ReadingKind.SET else reading.kind is not ReadingKind.EMPTY
        for reading in levels
    )


def top(levels: tuple[Reading, ...]) -> Reading:
    """The highest level that is not empty."""
    return next((reading for reading in reversed(levels) if reading.kind is not ReadingKind.EMPTY), EMPTY)


class RimState(Enum):
    """Where a rim stands."""

    REST = "rest"  # on a detent
    BETWEEN = "between"
    UNKNOWN = "unknown"  # at rest, but the angle is lost


@dataclass(frozen=True, slots=True)
class RimReading:
    """Reading of one rim; `detent` counts from its index switch and is set for `REST` only."""

    state: RimState
    detent: Detent | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """All readings at one instant: the levels of every site (bottom first) in the room, the rims, and the
    places off the field."""

    sites: Mapping[Site, tuple[Reading, ...]]
    rims: tuple[RimReading, ...] = field(default=())
    aside: Mapping[Site, tuple[Reading, ...]] = field(default_factory=dict)


def same_field(before: Observation | None, now: Observation) -> bool:
    """Whether the field is seen as before, whatever hands do at the trays."""
    return before is not None and before.sites == now.sites and before.rims == now.rims
