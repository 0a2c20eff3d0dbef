"""Issue 8, proof: a newcomer's path without a word, from the show to the first success within 15 s.

The first success is the first line that lights up: a line of balls, a troika. Trike has no lines: there it is
one move of each colour. Which of 25 tiles fits no light can say: at Trioker it is the first tile kept.
"""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from tests.field_reports.common import Played
from tests.journeys.houses import exhibit
from tests.journeys.newcomer import newcomer
from tests.journeys.people_base import kept

from triboard.session.state import Phase
from triboard.units import SECOND

WITHIN = 15 * SECOND
SUCCESSES: dict[str, Callable[[Played], bool]] = {
    "ttt3d": lambda table: _a_line(table),
    "troika": lambda table: _a_line(table),
    "trike": lambda table: len(table.moves) >= 2,
    "trioker": lambda table: bool(table.moves),
}
MANY = pytest.mark.long


def _a_line(table: Played) -> bool:
    state = table.state
    return any(state.manners.lines(after, before) for before, after in pairwise(state.states))


@pytest.mark.parametrize(
    ("board", "tries"),
    [
        ("ttt3d", 2),
        ("troika", 1),
        ("trike", 2),
        ("trioker", 2),
        pytest.param("ttt3d", 40, marks=MANY),
        pytest.param("troika", 40, marks=MANY),
        pytest.param("trike", 40, marks=MANY),
        pytest.param("trioker", 40, marks=MANY),
    ],
)
def test_a_newcomer_succeeds_within_fifteen_seconds(board: str, tries: int, tmp_path: Path) -> None:
    """Law (issue 8, proof): hands that only put a piece where it glows, and take off what blinks, find their
    first success in 15 s of simulated time, whenever in the show they come; the record has each move."""
    for seed in range(tries):
        table = exhibit(tmp_path / f"{seed}", board, seed=seed)
        table.wait(21 + seed * 1.7)
        assert table.view["attract"]["running"]
        somebody, begun = newcomer(table, Random(seed)), table.run.now
        while not SUCCESSES[board](table):
            if not somebody.step():
                table.wait(0.2)
            assert table.run.now - begun <= WITHIN, somebody.done
        assert table.state.phase is not Phase.CORRECTION
        assert kept(table) == table.moves
        table.close()
