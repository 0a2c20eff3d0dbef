"""The fault list through the firmware: the same verbs as on the built-in controller, with the same law."""

from pathlib import Path
from typing import Final

import pytest
from tests.firmware.conftest import PicoAt
from tests.unit.sim.test_faults import words

from triboard.sim.fault import Part
from triboard.sim.faults import FAULTS, inflict
from triboard.units import SECOND, Duration

OPTIONS: Final = {"players": 3, "rims": True}
NAMES: Final = [name for name, one in FAULTS.items() if one.part is not Part.DISK and name != "mend"]


@pytest.mark.parametrize("part", [part for part in Part if part is not Part.DISK])
def test_whatever_breaks_the_game_goes_on_when_it_is_mended(
    part: Part, tmp_path: Path, pico_at: PicoAt
) -> None:
    """Law: no fault plays a move, none stops the daemon or the firmware, and none outlives its cure.

    Sensors break on the board that tells colours: by presence alone a switch that sticks is a ball.
    """
    board = "ttt3d" if part is Part.SENSORS else "ttt3d-presence"
    table = pico_at(tmp_path, OPTIONS, board=board, usb=part is Part.CONTROLLER)
    table.drop("Aa1", "white")
    played = list(table.moves)
    assert len(played) == 1
    for name in (name for name in NAMES if FAULTS[name].part is part):
        inflict(table.bench, name, words(name), table.run.now)
        table.run.run_for(Duration(6 * SECOND))
        assert table.moves == played, name
        inflict(table.bench, "mend", [], table.run.now)
        table.run.run_for(
            Duration((15 if part is Part.SENSORS else 8) * SECOND)
        )  # a sensor is doubted for longer
        assert table.moves == played, name
        assert list(table.daemon.senses.unreadable) == [], name
        assert table.pico.running, name
    table.drop("Cc3", "black", wait=Duration(3 * SECOND))
    assert len(table.moves) == 2
    assert table.moves[0] == played[0]
