"""Random games have the lengths and scores that others measured (speed table of the design notes)."""

from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from triboard.rules import trike, troika, ttt3d
from triboard.rules.game import Game

QUICK = 150
LONG = 4_000
ERRORS = 5
"""Standard errors allowed: one run in two million misses by chance alone; the seeds are fixed anyway."""


def length_of(game: Game[Any, Any], options: dict[str, Any], chance: Random) -> int:
    """Plies of one random game."""
    state, plies = game.start(options), 0
    while game.outcome(state) is None:
        state = game.play(state, chance.choice(tuple(game.legal_moves(state))))
        plies += 1
    return plies


def assert_mean(values: list[int], expected: float, rounding: float) -> None:
    """The mean of `values` is `expected`, but for chance and the rounding of the figure."""
    assert abs(fmean(values) - expected) <= ERRORS * stdev(values) / len(values) ** 0.5 + rounding


LENGTHS: list[tuple[Game[Any, Any], dict[str, Any], float]] = [
    (troika.GAME, {"starter": "light"}, 15.35),
    (trike.GAME, {"size": 7, "swap": False}, 16.29),
    (trike.GAME, {"size": 13, "swap": False}, 38.6),
]


@pytest.mark.parametrize("games", [QUICK, pytest.param(LONG, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "options", "expected"), LENGTHS)
def test_random_games_are_as_long_as_measured(
    game: Game[Any, Any], options: dict[str, Any], expected: float, games: int
) -> None:
    """Mean placements of a random game: Troika 15.35, Trike 16.29 on side 7 and 38.6 on side 13."""
    chance = Random(11)
    lengths = [length_of(game, options, chance) for _ in range(games)]
    assert_mean(lengths, expected, rounding=0.05)


@pytest.mark.parametrize("games", [QUICK * 10, pytest.param(LONG * 10, marks=pytest.mark.long)])
def test_random_games_of_three_players_score_as_measured(games: int) -> None:
    """Mean sum of all scores of 3D tic-tac-toe with three players: 33.3, also by arithmetic.

    27 balls, 9 a colour: of the 49 lines 3 x C(9,3) / C(27,3) are of one colour and 9^3 / C(27,3) of
    three, so 49 x (5 x 252 + 729) / 2925 = 33.32.
    """
    chance, start = Random(12), ttt3d.GAME.start({"players": 3})
    totals = [sum(ttt3d.final_scores(start, chance.randrange)) for _ in range(games)]
    assert_mean(totals, 49 * (5 * 252 + 729) / 2925, rounding=0.0)
