"""Who sits at the table: seats that an opponent of a grade plays, and what the one on turn is doing."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final

from triboard.errors import ConfigurationError, Mistake
from triboard.opponents.engine import Grade
from triboard.phrases import Said
from triboard.session.clock import ClockTerms
from triboard.session.help_levels import DEFAULT_HELP, Help
from triboard.units import SECOND, Duration, Instant, Piece, Seat, Site, after

PATIENCE: Final = Duration(20 * SECOND)
"""How long an engine may think. The slowest grade needs some 3 s on a Pi 4; a Zero 2 W takes twice that."""

FIRST_RETRY: Final = SECOND
LONGEST_RETRY: Final = Duration(30 * SECOND)
"""An engine that failed is asked again after 1 s, 2 s, 4 s and so on, up to this."""

PUZZLE_PATIENCE: Final = Duration(10 * SECOND)
"""How long somebody may go on in a puzzle from which there is no way before the board says so."""

MOST_PATIENCE: Final = Duration(3600 * SECOND)

REMINDER: Final = Duration(20 * SECOND)
"""After which the board asks once more for a move that it shows; it never does more than ask."""


class Problem(Enum):
    """What became of an engine that gave no move; the value is the code of its sentence."""

    TIMEOUT = "engine-timeout"
    CRASHED = "engine-crashed"
    GARBAGE = "engine-garbage"
    ILLEGAL = "engine-illegal"
    CANNOT = "engine-cannot"


@dataclass(frozen=True, slots=True)
class Thinking:
    """An engine was asked about `game` and is waited for until `until`; `tries` failed before."""

    request: int
    game: Any
    until: Instant
    tries: int = 0

    @property
    def due(self) -> Instant | None:
        """When something must happen even if nothing comes."""
        return self.until


@dataclass(frozen=True, slots=True)
class Shown:
    """The move that the opponent wants made in `game`, for a person to carry out; `why` is its reason."""

    request: int
    game: Any
    move: Any
    why: Said
    since: Instant
    reminded: bool = False

    @property
    def due(self) -> Instant | None:
        """When the board asks once more."""
        return None if self.reminded else after(self.since, REMINDER)


@dataclass(frozen=True, slots=True)
class Failed:
    """The engine gave no move for `game`; it is asked again at `retry`, and anybody may move meanwhile."""

    game: Any
    problem: Problem
    tries: int
    retry: Instant

    @property
    def due(self) -> Instant | None:
        """When it is asked again."""
        return self.retry


Thought = Thinking | Shown | Failed


@dataclass(frozen=True, slots=True)
class Hint:
    """Help for the person on turn in `game`.

    `step`: 1 region, 2 site, 3 site with the reason `why`; 0 is live only while a piece is held that is among
    `probed`, those that were in a hand since. `move` is `None` while the engine is waited for, until `until`.
    `sites`: where it points, where no move is meant.
    """

    request: int
    game: Any
    until: Instant
    step: int = 1
    move: Any | None = None
    why: Said = ""
    sites: tuple[Site, ...] = ()
    probed: frozenset[Piece] = frozenset()

    @property
    def due(self) -> Instant | None:
        """When waiting ends."""
        return self.until if self.move is None else None


@dataclass(frozen=True, slots=True)
class Ways:
    """In how many ways the puzzle can be finished from `game`: `None` while it is counted, a lower bound
    where it is not `exact`. `until`: when the board warns that there is none; `warned`: it has."""

    request: int
    game: Any
    count: int | None = None
    exact: bool = False
    until: Instant | None = None
    warned: bool = False

    @property
    def hopeless(self) -> bool:
        """Whether there is certainly none."""
        return self.count == 0 and self.exact

    @property
    def due(self) -> Instant | None:
        """When the board warns."""
        return None if self.warned else self.until


@dataclass(frozen=True, slots=True)
class Blunder:
    """A move that led to `game` and loses to `reply`; the board waits until `until` for it to be lifted back.
    `shown`: somebody asked why."""

    game: Any
    reply: Any
    until: Instant
    shown: bool = False

    @property
    def due(self) -> Instant | None:
        """When the board waits no longer."""
        return self.until


@dataclass(frozen=True, slots=True)
class Terms:
    """What players agree on besides the rules' options: seats of opponents, a clock, help by seat."""

    rivals: Mapping[Seat, Grade] = field(default_factory=dict)
    clock: ClockTerms | None = None
    help: Mapping[Seat, Help] = field(default_factory=dict)
    patience: Duration | None = PUZZLE_PATIENCE

    def help_of(self, seat: Seat) -> Help:
        """How much a seat is helped."""
        return self.help.get(seat, DEFAULT_HELP)

    def entry(self) -> dict[str, Any]:
        """As it stands in a journal's start entry; nothing where nothing was agreed on."""
        found: dict[str, Any] = {}
        if self.rivals:
            found["opponents"] = {str(seat): int(grade) for seat, grade in sorted(self.rivals.items())}
        if self.clock is not None:
            found["clock"] = self.clock.text
        if self.help:
            found["help"] = {str(seat): int(level) for seat, level in sorted(self.help.items())}
        if self.patience != PUZZLE_PATIENCE:
            found["patience"] = None if self.patience is None else self.patience // SECOND
        return found


NO_TERMS: Final = Terms()


def terms_of(entry: Mapping[str, Any]) -> Terms:
    """The terms in a start entry; raises `ValueError` or `ConfigurationError` for a strange one."""
    rivals = {Seat(int(seat)): Grade(grade) for seat, grade in entry.get("opponents", {}).items()}
    clock = entry.get("clock")
    levels = {Seat(int(seat)): Help(level) for seat, level in entry.get("help", {}).items()}
    return Terms(
        rivals,
        None if clock is None else ClockTerms.parse(clock),
        levels,
        patience_of(entry["patience"]) if "patience" in entry else PUZZLE_PATIENCE,
    )


def patience_of(seconds: Any) -> Duration | None:
    """Patience from seconds in a journal; raises `ValueError` for strange ones."""
    if seconds is None:
        return None
    if int(seconds) < 0:
        raise ValueError(f"a patience of {seconds} s")
    return Duration(int(seconds) * SECOND)


def checked(terms: Terms, seats: list[Seat]) -> Terms:
    """The terms, if these seats can be played so; raises `ConfigurationError`.

    At least one seat is left to a person: somebody must carry out the moves, and play.
    """
    mistakes = [
        Mistake(place, f"there is no seat {seat}", f"Choose from 0 to {len(seats) - 1}.")
        for place, named in (("opponents", terms.rivals), ("help", terms.help))
        for seat in named
        if seat not in seats
    ]
    if not mistakes and terms.rivals and len(terms.rivals) >= len(seats):
        mistakes.append(
            Mistake("opponents", "no seat is left for a person", "Leave one seat without an opponent.")
        )
    if mistakes:
        raise ConfigurationError(*mistakes)
    return terms


def fitted(terms: Terms, seats: list[Seat]) -> Terms:
    """As much of the terms as a game with other seats allows."""
    rivals = {seat: grade for seat, grade in terms.rivals.items() if seat in seats}
    while rivals and len(rivals) >= len(seats):
        rivals.pop(max(rivals))
    levels = {seat: level for seat, level in terms.help.items() if seat in seats}
    return replace(terms, rivals=rivals, help=levels)
