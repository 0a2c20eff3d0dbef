"""A child who has learned one pattern beats the Newcomer (docs/opponents.md): each pattern as a script."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from triboard.app.engine_forms import SeededChance
from triboard.lessons.goals import reaching
from triboard.opponents.engine import Chance, Grade
from triboard.opponents.games import INSIGHTS
from triboard.opponents.insight import settled, shares_of
from triboard.opponents.match import interval
from triboard.opponents.near import any_of
from triboard.opponents.registry import choose
from triboard.rules import trike, trioker, troika
from triboard.rules.chance import dealt
from triboard.rules.registry import GAMES
from triboard.rules.trioker.field import fitting
from triboard.rules.trioker.table import cells_to_play
from triboard.rules.trioker.tiles import LAYS_OF_TILE, bits, lays_of
from triboard.rules.troika.pieces import COMPLETED_BY, LINES
from triboard.units import Seat

Worth = Callable[[Any, Any, Seat], Any]
"""What the child thinks of a move, from the states before and after it; it makes the best one."""


def one_threat(before: Any, after: Any, seat: Seat) -> float:
    """Troika: complete, or stand two so that the third is in hand; it asks nothing about the Newcomer."""
    if troika.GAME.outcome(after) is not None:
        return 2 * settled(troika.GAME.outcome(after), seat)
    tops, side = troika.tops(after), troika.GAME.to_move(before)
    for line in LINES:
        for field in line:
            one, two = (other for other in line if other != field)
            third = COMPLETED_BY[tops[one]][tops[two]]
            if third >= 0 and troika.side_of(third) == side and after.hand >> third & 1:
                fits = after.for_medium if troika.size_of(third) is troika.Size.MEDIUM else after.for_others
                if fits >> field & 1:
                    return 1.0
    return 0.0


def look_where_you_stop(before: Any, after: Any, seat: Seat) -> float:
    """Trike: trap the pawn and win, or else stop where the Newcomer cannot trap it and win next."""
    del before
    if trike.GAME.outcome(after) is not None:
        return 2 * settled(trike.GAME.outcome(after), seat)
    return 0.0 if next(reaching("trike", after), None) is None else -1.0


def every_line(before: Any, after: Any, seat: Seat) -> float:
    """3D tic-tac-toe: the ball that makes most, in lines from shelf to shelf as well."""
    del before
    return float(after.scores[seat])


def leave_no_place(before: Any, after: Any, seat: Seat) -> tuple[bool, int]:
    """Pair-Impair: a hexagon where there is one, else lay where the Newcomer then finds fewest places."""
    del before
    edge, theirs = after.field.edge, lays_of(after.hands[1 - seat])
    return after.turn == seat, -sum((fitting(after.field, cell) & theirs).bit_count() for cell in bits(edge))


def keep_your_places(before: Any, after: Any, seat: Seat) -> float:
    """Rapid and Original: points, and places for one's own next tiles; a turn counts as much as a tile."""
    gain = INSIGHTS["trioker"].gain(before, after, seat)
    if trioker.GAME.outcome(after) is not None:
        return 100 * gain
    fits = [fitting(after.field, cell) for cell in bits(cells_to_play(after))]
    places = (sum(1 for fit in fits if fit & LAYS_OF_TILE[tile]) for tile in bits(after.hands[seat].known))
    turns = int(after.turn == seat and not after.coin_due) - int(after.lost >> seat & 1)
    return 4 * gain + sum(min(number, 2) / 2 for number in places) + turns


def child_wins(name: str, options: dict[str, Any], worth: Worth, deal: int, child: Seat) -> float:
    """The share of one game of the child against a Newcomer."""
    game, insight = GAMES[name], INSIGHTS[name]
    chance = SeededChance.named(f"game {deal} {child}")
    state = game.start(dealt(game, options, SeededChance.named(f"deal {deal}").below))
    while (outcome := game.outcome(state)) is None:
        moves, side = insight.moves(state), game.to_move(state)
        assert side is not None, "the game is not over"
        if insight.by_chance(state):
            move = any_of(moves, chance)
        elif game.seat_of(state, side) == child:
            move = best(game, state, moves, worth, child, chance)
        else:
            move = choose(game, state, grade=Grade.NEWCOMER, chance=chance).move
        state = game.play(state, move)
    return shares_of(outcome, 2)[child]


def best(game: Any, state: Any, moves: Sequence[Any], worth: Worth, child: Seat, chance: Chance) -> Any:
    """One of the moves that the child likes best."""
    values = [worth(state, game.play(state, move), child) for move in moves]
    most = max(values)
    return any_of([move for move, value in zip(moves, values, strict=True) if value == most], chance)


@pytest.mark.parametrize(
    ("name", "options", "worth", "deals"),
    [
        ("troika", {}, one_threat, 60),
        ("trike", {"size": 7}, look_where_you_stop, 60),
        ("ttt3d", {"players": 2}, every_line, 20),
        ("trioker", {"mode": "pair-impair"}, leave_no_place, 25),
        ("trioker", {"mode": "rapid", "players": 2}, keep_your_places, 80),
        ("trioker", {"mode": "original", "players": 2}, keep_your_places, 80),
    ],
    ids=["troika", "trike", "ttt3d", "pair-impair", "rapid", "original"],
)
def test_one_pattern_beats_the_newcomer(name: str, options: dict[str, Any], worth: Worth, deals: int) -> None:
    """Law (issue 9 point 4): whoever plays by one pattern wins clearly more than half of the games: the lower
    bound of 95 % lies above it, with both seats played in every deal."""
    shares = [
        child_wins(name, options, worth, deal, seat) for deal in range(deals) for seat in (Seat(0), Seat(1))
    ]
    share = sum(shares) / len(shares)
    low, _ = interval(share, len(shares))
    assert low > 0.5, (share, low)
