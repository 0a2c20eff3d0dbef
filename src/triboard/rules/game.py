"""What every game offers, so that boards, sessions, records and opponents need to know none by name.

A game is a module-level value with these methods; there is no base class. States and moves are
frozen and hashable; `play` returns a new state.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from triboard.units import Detent, Piece, Seat, Side, Site

S = TypeVar("S")
M = TypeVar("M")

OptionValue = str | int | bool | list[Any] | None
"""Options are JSON values, as they stand in records and after `--set`."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: its default, the values it takes (in words or as a list) and its meaning."""

    default: OptionValue
    values: str | tuple[OptionValue, ...]
    about: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: winning sides (none for a draw, several for a shared win), their seats, why."""

    winners: tuple[Side, ...]
    seats: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Position:
    """What stands where: pieces of each occupied site, bottom first, and the rims' quarter turns."""

    pieces: Mapping[Site, tuple[Piece, ...]]
    rims: tuple[Detent, ...] = field(default=())


class Game(Protocol[S, M]):
    """One game's rules. All methods are pure."""

    @property
    def name(self) -> str: ...

    @property
    def modes(self) -> tuple[str, ...]:
        """Values of the option `mode`; empty for a game with one mode."""
        ...

    @property
    def options(self) -> Mapping[str, Option]: ...

    def start(self, options: Mapping[str, OptionValue] = ...) -> S:
        """First state; raises `ConfigurationError` listing every wrong option."""
        ...

    def legal_moves(self, state: S) -> Iterable[M]:
        """Every move `play` accepts, each once, in a fixed order."""
        ...

    def play(self, state: S, move: M) -> S:
        """State after `move`; raises `IllegalMoveError`."""
        ...

    def outcome(self, state: S) -> Outcome | None: ...

    def position(self, state: S) -> Position:
        """What should be standing where."""
        ...

    def to_move(self, state: S) -> Side | None:
        """Side whose turn it is; `None` when the game is over."""
        ...

    def seat_of(self, state: S, side: Side) -> Seat:
        """Seat that plays `side` at this point."""
        ...

    def scores(self, state: S) -> tuple[int, ...] | None:
        """Points of each side; `None` for a game without scores."""
        ...

    def format_move(self, move: M) -> str: ...

    def parse_move(self, text: str) -> M:
        """Inverse of `format_move`; raises `NotationError`."""
        ...
