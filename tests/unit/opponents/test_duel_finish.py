"""Ends of Pair-Impair: as plain search by the rules says, and played so by the master alone."""

from random import Random
from typing import Any

import pytest

from triboard.app.engine_forms import SeededChance
from triboard.opponents.duel_finish import DRAW, TILES_LEFT, WIN, Solver, settle
from triboard.opponents.engine import Grade, OutOfNodesError
from triboard.opponents.finish import Finish
from triboard.opponents.games import INSIGHTS
from triboard.opponents.registry import choose
from triboard.opponents.search import TreeSearch
from triboard.rules import trioker
from triboard.rules.replay import replay

ENOUGH = 100_000
"""Nodes for any end of these tests."""

NARROW = (
    "U3,3:213 D2,3:312 D3,2:120 U2,4:131 U3,2:302 U2,3:021 D1,4:101 D2,4:013 U2,5:103 D3,1:033 U1,5:010 "
    "D2,5:030 D0,5:000"
)
"""Eleven tiles are left: one placement draws, the five others lose."""


def left(state: Any) -> int:
    """Tiles in both hands."""
    return sum(hand.bit_count() for hand in state.hands)


def ending(seed: int, tiles: int, *, honour: bool = False) -> Any | None:
    """A state of a random game with so many tiles left and a choice to make; `None` if there is none."""
    chance = Random(seed)
    state: Any = trioker.GAME.start({"board": chance.choice((73, 52)), "honour": honour})
    while trioker.GAME.outcome(state) is None and left(state) > tiles:
        state = trioker.GAME.play(state, chance.choice(placements(state) or [trioker.Pass()]))
    return state if trioker.GAME.outcome(state) is None and len(placements(state)) > 1 else None


def placements(state: Any) -> list[Any]:
    """Legal placements."""
    return [move for move in trioker.GAME.legal_moves(state) if isinstance(move, trioker.Place)]


def plain(state: Any, known: dict[Any, int]) -> int:
    """What Pair gets with best play by the rules alone: 1 a win, 0 a draw, -1 a loss."""
    outcome = trioker.GAME.outcome(state)
    if outcome is not None:
        return 0 if not outcome.winners else 1 if 0 in outcome.winners else -1
    if state not in known:
        values = (plain(trioker.GAME.play(state, move), known) for move in trioker.GAME.legal_moves(state))
        known[state] = max(values) if trioker.GAME.to_move(state) == 0 else min(values)
    return known[state]


def compare(state: Any) -> None:
    """Every placement is worth what plain search says, and the best of them is found."""
    solver, known = Solver(state, ENOUGH), dict[Any, int]()
    assert set(solver.placements()) == set(placements(state))
    values = {move: plain(trioker.GAME.play(state, move), known) for move in placements(state)}
    for move, value in values.items():
        assert (solver.reaches(move, WIN), solver.reaches(move, DRAW)) == (value >= WIN, value >= DRAW)
    found = settle(state)
    assert found is not None
    sign = 1 if trioker.GAME.to_move(state) == 0 else -1
    best = max(sign * value for value in values.values())
    assert found.worth == (1 + best) / 2
    assert all(sign * values[move] == best for move in found.best)
    if state.honour:
        assert sign * plain(state, known) == best, "a pass beside a tile that fits gains nothing"


@pytest.mark.parametrize(("tiles", "honour"), [(5, False), (7, False), (8, False), (4, True)])
def test_ends_are_what_plain_search_says(tiles: int, honour: bool) -> None:  # noqa: FBT001 (a parameter of a test)
    """Law (issue 9 point 4): the exact end is exact, with extra turns, stuck players, draws and honour."""
    checked = 0
    for seed in range(40):
        state = ending(seed, tiles, honour=honour)
        if state is not None:
            compare(state)
            checked += 1
        if checked == 8:
            break
    assert checked >= 4


def test_the_master_gives_no_small_end_away() -> None:
    """Law (issue 9 point 4): of six placements the one that does not lose, whatever the seed."""
    state = replay(trioker.GAME, {"mode": "pair-impair"}, NARROW.split()).states[-1]
    assert left(state) == 11
    for seed in range(10):
        choice = choose(trioker.GAME, state, grade=Grade.MASTER, chance=SeededChance(seed))
        assert trioker.GAME.format_move(choice.move) == "U3,1:133"
        assert choice.value == 0.5
        assert choice.reason.code == "because-drawn"


def test_far_from_the_end_nobody_looks_and_a_vain_look_is_paid_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Law (issue 9 point 5): nodes are bounded: with more tiles the tree answers, and after a look that came
    to nothing it has fewer nodes."""
    early = ending(1, TILES_LEFT + 3)
    assert early is not None
    assert settle(early) is None
    state = replay(trioker.GAME, {"mode": "pair-impair"}, NARROW.split()).states[-1]
    monkeypatch.setattr("triboard.opponents.duel_finish.MOST_NODES", 20)
    with pytest.raises(OutOfNodesError):
        settle(state)
    choice = choose(trioker.GAME, state, grade=Grade.MASTER, chance=SeededChance(1), nodes=100)
    assert choice.reason.code == "because-search"
    whole = Finish(INSIGHTS["trioker"], settle, TreeSearch(INSIGHTS["trioker"], 40))
    assert whole.choose(state, 100, SeededChance(1)).nodes == choice.nodes + 50
