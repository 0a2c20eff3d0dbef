"""Which positions make a task, and which do not: those that cannot be failed, and blocks that only delay."""

from typing import Any

import pytest

from triboard.lessons.holding import hold
from triboard.lessons.making import OPTIONS, task_of
from triboard.lessons.task import Rung
from triboard.lessons.verdict import answers, poses
from triboard.rules.registry import GAMES
from triboard.rules.replay import Replay, replay


def reached(game: str, moves: str) -> Replay:
    """The position after some moves of a game as lessons play it."""
    return replay(GAMES[game], OPTIONS[game], moves.split())


UNFAILABLE = {
    "trike": "f1 e1 e4 e5 f5 f2 g2 g3 g6 f6",
    "trioker": "U3,3:302 D3,2:030 U4,2:010 D4,2:301 D2,3:213 U2,4:123 D2,4:232 U3,4:212 U4,3:031 D4,3:113",
}
"""The only legal move of one completes; in the other every move completes, now or one turn later."""


@pytest.mark.parametrize("game", UNFAILABLE)
def test_what_cannot_be_failed_is_no_task(game: str) -> None:
    """Law (issue 9 point 9): a task has typical wrong answers, so there is something to get wrong."""
    played = reached(game, UNFAILABLE[game])
    assert answers(game, Rung.COMPLETE, played.states[-1])
    assert task_of(game, Rung.COMPLETE, list(played.moves), played.states[-1]) is None


DELAYS = {
    "troika": "Yl@c2 Gs@a1 Wm@a3 Gl@a3 Ym@a2 Bs@b3 Rs@c1 Ks@a2",
    "trike": "e3 e4 c2 g2 g1 b1 f1 f3 f4 f6 f5 g5",
    "ttt3d": "w@Cc2 k@Bb3 r@Ba1 w@Cc1 k@Ca1 r@Cb2 w@Cc3 k@Bb2 r@Ac2 w@Cb3 k@Ac1",
    "trioker": "U3,3:322 D3,2:231 U3,2:213 D3,1:121 D2,2:332 U4,2:122",
}
"""Positions in which something is threatened and can be stopped, and comes all the same."""


@pytest.mark.parametrize("game", DELAYS)
def test_a_block_that_only_delays_is_no_task(game: str) -> None:
    """Law (issue 9 point 9): nobody is told "Right." in a game that is lost by force."""
    played = reached(game, DELAYS[game])
    state = played.states[-1]
    assert poses(game, Rung.BLOCK, state)
    blocks = answers(game, Rung.BLOCK, state)
    assert blocks
    assert not hold(game, state, blocks)
    assert task_of(game, Rung.BLOCK, list(played.moves), state) is None


def test_a_delay_at_troika_is_lost_by_plain_search_too() -> None:
    """Law: what `hold` says of Troika is what the rules alone say: the only block of this position loses
    within four placements, itself counted."""
    state = reached("troika", DELAYS["troika"]).states[-1]
    (block,) = answers("troika", Rung.BLOCK, state)
    assert forced(GAMES["troika"].play(state, block), 1 - block_side(state), 3)


def block_side(state: Any) -> int:
    """The side on turn."""
    side = GAMES["troika"].to_move(state)
    assert side is not None
    return int(side)


def forced(state: Any, side: int, within: int) -> bool:
    """Whether a side wins within so many placements whatever the other does, by the rules alone."""
    rules = GAMES["troika"]
    outcome = rules.outcome(state)
    if outcome is not None:
        return side in outcome.winners
    if within == 0:
        return False
    after = (rules.play(state, move) for move in rules.legal_moves(state))
    found = (forced(one, side, within - 1) for one in after)
    return any(found) if rules.to_move(state) == side else all(found)
