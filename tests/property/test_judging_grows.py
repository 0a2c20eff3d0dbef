"""Judging a settled board costs in proportion to its sites and legal moves at most; counted, not timed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from tests.bench.judging import observation, playing

from triboard.app.games import begin, board_for
from triboard.rules import trike
from triboard.session import judge
from triboard.session.placing import play_move
from triboard.session.state import SessionState
from triboard.units import Instant

SLACK = 1.3
"""Of the cost for each site and move: small boards have relatively more edge."""


@contextmanager
def counted() -> Iterator[list[int]]:
    """Counts calls of Python functions: the work, whatever the machine."""
    calls = [0]

    def note(frame: Any, event: str, _: Any) -> None:
        calls[0] += event == "call" and "triboard" in frame.f_code.co_filename

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def cost(size: int) -> tuple[int, int]:
    """Calls to understand the second move on a board of Trike; its sites and legal moves together."""
    options = {"size": size, "swap": False}
    state: SessionState = playing(begin(board_for("trike", None, options), options))
    middle = trike.cell_of(state.board.sites[len(state.board.sites) // 2].site)
    state = playing(play_move(state, trike.Place(middle), Instant(0)).state)
    legal = [move for move in state.manners.game.legal_moves(state.game) if isinstance(move, trike.Place)]
    after = play_move(state, legal[-1], Instant(0)).state
    seen = observation(after)
    with counted() as calls:
        judge.judge(state, seen)
    return calls[0], len(state.board.sites) + len(legal)


@pytest.mark.parametrize(("small", "large"), [(7, 13), (7, 19), (13, 19)])
def test_judging_grows_no_worse_than_linearly(small: int, large: int) -> None:
    """Law: per site and legal move the largest board costs no more than a small one."""
    (few, less), (many, more) = cost(small), cost(large)
    assert few > less  # the count counts
    assert many / more <= SLACK * few / less
