"""What a step asks the world to do. Lights and pages are views of the state, not effects."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from triboard.opponents.engine import Grade
from triboard.units import Detent


@dataclass(frozen=True, slots=True)
class Record:
    """Append an entry to the journal; answered by `Kept` with both numbers once it is on disk."""

    game: int
    entries: int
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Archive:
    """The game is closed: move its journal to the archive."""


@dataclass(frozen=True, slots=True)
class LocateRim:
    """The pieces say where a rim stands: set its count."""

    rim: int
    detent: Detent


@dataclass(frozen=True, slots=True)
class Throw:
    """Pick one of `count` results, all equally likely; answered by `Thrown`."""

    count: int


@dataclass(frozen=True, slots=True)
class AskOpponent:
    """Let an engine choose for the side on turn after these moves; answered by `OpponentChose` or
    `OpponentFailed` with the number of the request, however long it takes. `games` of the match went before,
    so that the same moves need not have the same answer again."""

    request: int
    game: str
    options: Mapping[str, Any]
    moves: tuple[str, ...]
    grade: Grade
    games: int = 0


@dataclass(frozen=True, slots=True)
class CountWays:
    """Count in how many ways a puzzle can be finished after these moves, up to `most`; answered by
    `WaysCounted`, or `OpponentFailed` like any question to the engines."""

    request: int
    game: str
    options: Mapping[str, Any]
    moves: tuple[str, ...]
    most: int


@dataclass(frozen=True, slots=True)
class CancelOpponent:
    """Nobody waits for this answer any more."""

    request: int


@dataclass(frozen=True, slots=True)
class VisitorsGone:
    """Nobody is there any more: whatever visitors chose beside the game (a language, a volume) goes back to
    what the house wants."""


Effect = Record | Archive | LocateRim | Throw | AskOpponent | CountWays | CancelOpponent | VisitorsGone
