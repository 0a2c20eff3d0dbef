"""Whatever visitors do heals by time alone: 180 s later a newcomer plays, whatever lies on the board."""

from pathlib import Path
from random import Random

import pytest
from tests.journeys.houses import HEALS, exhibit
from tests.journeys.people_base import kept
from tests.journeys.vandals import Vandal, goes_on

from triboard.light.scene import Role
from triboard.session.state import LinkState, Phase

BOARDS = ["ttt3d", "troika", "trike", "trioker"]
MANY = pytest.mark.long


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 60), marks=MANY)], ids=["few", "many"])
def test_whatever_visitors_do_heals_by_time_alone(board: str, seeds: range, tmp_path: Path) -> None:
    """Law (issue 8 point 3): after random misuse and 180 s without a touch nothing waits for a button or for
    staff: the board plays, or shows what to take off where pieces cover more than half of it; and hands that
    follow the light, put and take off, make a move that is kept."""
    for seed in seeds:
        chance = Random(f"{board} {seed}")
        table = exhibit(tmp_path / f"{seed}", board, seed=seed)
        vandal = Vandal(table, chance)
        vandal.live(chance.randrange(1, 25))
        table.wait(HEALS)
        state = table.state
        told = (seed, state.phase, table.says, table.view["leftovers"], table.world.holes(), vandal.done)
        assert state.link is LinkState.UP, told
        assert state.phase in (Phase.PLAY, Phase.SETUP), told
        assert state.question is None, told
        assert not state.terms.rivals, told
        if state.phase is Phase.SETUP:
            assert table.lit(Role.WRONG) or table.lit(Role.WANTED), told
        try:
            goes_on(table, chance)
        except AssertionError as error:
            raise AssertionError(told) from error
        assert kept(table) == table.moves
        table.close()
