"""Which positions make a task, and which do not: those that cannot be failed."""

import pytest

from triboard.lessons.making import OPTIONS, task_of
from triboard.lessons.task import Rung
from triboard.lessons.verdict import answers
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
