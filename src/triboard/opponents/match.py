"""Matches between grades: seats rotated, the same chance for every rotation, shares with their intervals.

In a game of more than two seats one seat plays the first grade and all others the second, so that a fair
share is one part in as many as there are seats.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, variance
from typing import Any, Final

from triboard.errors import ConfigurationError, Mistake
from triboard.opponents.engine import Chance, Grade
from triboard.opponents.games import INSIGHTS
from triboard.opponents.insight import LONGEST, shares_of
from triboard.opponents.registry import choose
from triboard.rules.chance import dealt
from triboard.rules.game import Game, OptionValue
from triboard.units import Seat

RANDOM: Final = 0
"""In place of a grade: any legal move."""

SURE: Final = 1.96
"""Standard deviations of a 95 % interval."""


FEW_DEALS: Final = 20
"""Deals from which on their spread says something."""

MOST_WORTH: Final = 3
"""A game counts for at most so many, whatever the spread."""


@dataclass(frozen=True, slots=True)
class Score:
    """What the first grade won against the second: its share of `games`, and where the true share lies with
    95 %. `fair` is what equals would win."""

    first: int
    second: int
    games: int
    share: float
    low: float
    high: float
    fair: float


def match(
    game: Game[Any, Any],
    options: Mapping[str, OptionValue],
    first: int,
    second: int,
    games: int,
    chance_of: Callable[[str], Chance],
) -> Score:
    """Play `games` games, rounded up to whole rotations. `chance_of(name)` gives fresh chance for a name.

    Raises `ConfigurationError` for a game of one player, which nobody can win against another.
    """
    insight = INSIGHTS[game.name]
    shares: list[float] = []
    seats = 2
    while len(shares) * seats < games:
        deal = len(shares)
        full = dealt(game, options, chance_of(f"deal {deal}").below)
        seats = insight.seats(game.start(full))
        if seats < 2:
            problem = f"{options['mode']!r} has one player, and a match is between two grades"
            raise ConfigurationError(Mistake("mode", problem, "Choose a mode with two players or more."))
        won = 0.0
        for seat in range(seats):
            grades = [first if other == seat else second for other in range(seats)]
            won += play(game, full, grades, chance_of(f"play {deal}"))[seat]
        shares.append(won / seats)
    share, number = mean(shares), len(shares) * seats
    low, high = interval(share, worth_of(shares, seats))
    return Score(first, second, number, share, low, high, 1 / seats)


def worth_of(shares: Sequence[float], seats: int) -> float:
    """How many independent games tell as much as these deals, each played from every seat: more than were
    played where a deal decides the game and the seats even it out, fewer where games of a deal resemble each
    other. With few deals that cannot be told, and games are counted."""
    games, share = len(shares) * seats, mean(shares)
    if len(shares) < FEW_DEALS or not (spread := variance(shares)):
        return games
    return min(MOST_WORTH * games, share * (1 - share) / spread * len(shares))


def play(
    game: Game[Any, Any], options: Mapping[str, OptionValue], grades: list[int], chance: Chance
) -> tuple[float, ...]:
    """One game to its end; the share of each seat."""
    insight = INSIGHTS[game.name]
    state = game.start(options)
    for _ in range(LONGEST):
        outcome = game.outcome(state)
        if outcome is not None:
            return shares_of(outcome, len(grades))
        state = game.play(state, _move(game, state, grades, chance))
    return (1 / len(grades),) * insight.seats(state)


def _move(game: Game[Any, Any], state: Any, grades: list[int], chance: Chance) -> Any:
    insight, side = INSIGHTS[game.name], game.to_move(state)
    assert side is not None, "the game is not over"
    grade = grades[_seat(game, state, side)]
    if grade == RANDOM or insight.by_chance(state):
        moves = insight.moves(state)
        return moves[chance.below(len(moves))]
    return choose(game, state, grade=Grade(grade), chance=chance).move


def _seat(game: Game[Any, Any], state: Any, side: Any) -> Seat:
    return game.seat_of(state, side)


def interval(share: float, games: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share. With ties split it is a little wider than need be."""
    square = SURE * SURE / games
    middle = (share + square / 2) / (1 + square)
    spread = SURE / (1 + square) * sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, middle - spread), min(1.0, middle + spread)
