"""What the sensors of a board say, level by level, without any knowledge of a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Final

from triboard.units import Detent, Piece, Site


class ReadingKind(Enum):
    """The four things one level of a site can say."""

    EMPTY = "empty"
    PIECE = "piece"
    SOMETHING = "something"  # present, kind not known
    UNKNOWN = "unknown"  # failed, disconnected or undecidable; never treated as empty


@dataclass(frozen=True, slots=True)
class Reading:
    """Reading of one level; `piece` is set for `PIECE` only."""

    kind: ReadingKind
    piece: Piece | None = None

    def agrees(self, expected: Piece | None) -> bool:
        """Whether this reading can be true where `expected` (`None`: nothing) should stand."""
        match self.kind:
            case ReadingKind.UNKNOWN:
                return True
            case ReadingKind.EMPTY:
                return expected is None
            case ReadingKind.SOMETHING:
                return expected is not None
            case ReadingKind.PIECE:
                return self.piece == expected

    @property
    def text(self) -> str:
        """Word for the page: the piece's name, or the kind."""
        return self.piece if self.piece is not None else self.kind.value


EMPTY: Final = Reading(ReadingKind.EMPTY)
SOMETHING: Final = Reading(ReadingKind.SOMETHING)
UNKNOWN: Final = Reading(ReadingKind.UNKNOWN)


@cache
def holds(piece: Piece) -> Reading:
    """Reading of a level on which `piece` stands."""
    return Reading(ReadingKind.PIECE, piece)


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
    """All readings at one instant: the levels of every site (bottom first) in the room, and the rims."""

    sites: Mapping[Site, tuple[Reading, ...]]
    rims: tuple[RimReading, ...] = field(default=())
