"""What a search must know of a game beyond its rules: moves worth a thought, gains, how games end.

`OfRules` asks the rules alone and serves every game; the games' own insights are faster or see more.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from triboard.opponents.engine import Chance, Reason
from triboard.rules.game import Game, Outcome
from triboard.units import Seat

WON: Final = 1.0
"""Gain of a move that wins the game; one that loses it gains as much less than nothing."""

LONGEST: Final = 400
"""Plies after which a random game counts as a draw; the longest honest one has some 140."""

Shares = tuple[float, ...]
"""The part of the game that each seat has won, by seat."""


class Insight(Protocol):
    """A game as a search sees it. All methods are pure."""

    @property
    def game(self) -> Game[Any, Any]: ...

    def seats(self, state: Any) -> int:
        """How many seats play."""
        ...

    def by_chance(self, state: Any) -> bool:
        """Whether the next move is a throw or a draw: each legal move equally likely, nobody's choice."""
        ...

    def guess(self, state: Any, chance: Chance) -> Any:
        """A game that agrees with what the side on turn knows, with everything settled that it does not."""
        ...

    def moves(self, state: Any) -> Sequence[Any]:
        """Legal moves worth a thought; there is one as long as the game is not over."""
        ...

    def gain(self, before: Any, after: Any, seat: Seat) -> float:
        """What a move of this seat has brought at once: `WON` for the game, less for points."""
        ...

    def brings(self, before: Any, after: Any, seat: Seat) -> Reason | None:
        """The same in words: the game, points, another turn; `None` where it is nothing of these."""
        ...

    def finish(self, state: Any, chance: Chance) -> Shares:
        """What each seat has won after random play to the end."""
        ...


def shares_of(outcome: Outcome, seats: int) -> Shares:
    """A win is shared by its winners; a draw by all."""
    if not outcome.seats:
        return (1 / seats,) * seats
    part = 1 / len(outcome.seats)
    return tuple(part if seat in outcome.seats else 0.0 for seat in range(seats))


def settled(outcome: Outcome | None, seat: Seat) -> float:
    """Gain of an end of the game; nothing for a draw or while it goes on."""
    if outcome is None or not outcome.seats:
        return 0.0
    return WON if seat in outcome.seats else -WON


class OfRules:
    """The insight that the rules alone give, for a game of `seats` players without hidden pieces."""

    def __init__(self, game: Game[Any, Any], seats: int = 2) -> None:
        self.game = game
        self._seats = seats

    def seats(self, state: Any) -> int:
        del state
        return self._seats

    def by_chance(self, state: Any) -> bool:
        del state
        return False

    def guess(self, state: Any, chance: Chance) -> Any:
        del chance
        return state

    def moves(self, state: Any) -> Sequence[Any]:
        found = self.game.legal_moves(state)
        return found if isinstance(found, tuple) else tuple(found)

    def gain(self, before: Any, after: Any, seat: Seat) -> float:
        del before
        return settled(self.game.outcome(after), seat)

    def brings(self, before: Any, after: Any, seat: Seat) -> Reason | None:
        del before
        outcome = self.game.outcome(after)
        return Reason("because-wins") if outcome is not None and outcome.seats == (seat,) else None

    def finish(self, state: Any, chance: Chance) -> Shares:
        for _ in range(LONGEST):
            if (outcome := self.game.outcome(state)) is not None:
                return shares_of(outcome, self.seats(state))
            moves = self.moves(state)
            state = self.game.play(state, moves[chance.below(len(moves))])
        seats = self.seats(state)
        return (1 / seats,) * seats
