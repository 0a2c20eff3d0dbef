"""Rims on the controller: their edges come as interrupts of the firmware, and games are played over them."""

from pathlib import Path
from random import Random

import pytest
from tests.firmware.conftest import PicoAt
from tests.journeys.people import Ttt3dPeople
from tests.journeys.people_base import kept
from tests.journeys.table import Table
from tests.unit.board.test_rims_on_the_controller import board

from triboard.rules import ttt3d
from triboard.sim.faults import inflict
from triboard.units import SECOND, Duration


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


@pytest.mark.parametrize("lost", [1, 2, 8])
@pytest.mark.parametrize("firmware", [True, False])
def test_interrupts_of_a_rim_that_do_not_come_turn_nothing(
    lost: int, tmp_path: Path, pico_at: PicoAt, *, firmware: bool
) -> None:
    """Law: whatever edges the controller misses, no turn is made up and the next one behind the index is
    right: the fault `edge-loss` acts on rims of the controller too, whichever controller it is."""
    options = {"players": 3, "rims": True, "rim_turn": "instead"}
    make = pico_at if firmware else Table
    table = make(tmp_path, options, board=board("ttt3d"))
    for site, piece in (("Aa1", "white"), ("Ba1", "black"), ("Ca1", "red")):
        table.drop(site, piece)
    table.turn("B", 20.0)  # away from the index, where what was lost is known again at once
    inflict(table.bench, "edge-loss", ["B", str(lost)], table.run.now)
    table.turn("B", 25.0)
    if lost % 4:  # four at once cannot be noticed: the levels are as before
        assert not table.daemon.senses.rims[1].located
    table.turn("B", 315.0, wait=Duration(3 * SECOND))
    table.turn("B", -360.0, wait=Duration(3 * SECOND))
    observed = table.daemon.senses.observation
    assert observed is not None
    assert observed.rims[1].detent == 0
    assert len(table.moves) == 3
    table.turn("B", 90.0, wait=Duration(2 * SECOND))
    assert table.moves[3:] == ["B+"]
    table.close()
