"""Rims on the controller: their edges come as interrupts of the firmware, and games are played over them."""

from pathlib import Path
from random import Random

import pytest
from tests.firmware.conftest import PicoAt
from tests.journeys.people import Ttt3dPeople
from tests.journeys.people_base import kept
from tests.unit.board.test_rims_on_the_controller import board

from triboard.rules import ttt3d


@pytest.mark.parametrize("name", ["ttt3d", "ttt3d-presence"])
def test_a_game_with_rims_that_the_controller_counts(name: str, tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: the record is what was meant, and no edge was lost."""
    options = {"players": 2, "calling": "auto", "rims": True, "rim_turn": "instead"}
    table = pico_at(tmp_path, options, board=board(name), seed=1, speed=4.0)
    people = Ttt3dPeople(table, options, Random(1), clumsy=0.2)
    people.play_game()
    assert ttt3d.GAME.outcome(table.state.game) is not None
    assert kept(table) == people.moves
    assert any(rim.counter for rim in table.daemon.senses.rims)
    assert [(rim.located, rim.skipped, rim.corrected) for rim in table.daemon.senses.rims] == [
        (True, 0, 0)
    ] * 3
    table.close()
