"""A profile in the state folder: put in force at start, told when it cannot be; controllers are adopted by
wish."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.field_reports.common import Wired
from tests.journeys.simulator import Simulator
from tests.journeys.table import Table

from triboard.app.care_reports import profile_in
from triboard.app.graph import Ends
from triboard.board.load import load_board
from triboard.commands.calibrate import calibrate
from triboard.commands.care_terminal import Terminal
from triboard.commands.doctor import doctor
from triboard.errors import ConfigurationError, ControllerError, LinkLostError, PlayerError
from triboard.protocol.host_events import Refused, Up
from triboard.sim.pins import MockPins
from triboard.store.atomic import read_checked, write_checked
from triboard.store.reports import CALIBRATION_FILE

BOARD = load_board("ttt3d")
PROFILE = {"format": 1, "board": "ttt3d", "date": "today", "orders": ["BRG"], "adopted": "pico-2"}


def called(*words: str) -> Result:
    """The command's result."""
    return CliRunner().invoke(calibrate, words)


def test_the_newest_whole_profile_is_in_force(tmp_path: Path) -> None:
    """Law: damage falls back to the profile before it and is said; what does not fit leaves the file's
    board."""
    log: list[str] = []
    assert profile_in(tmp_path, BOARD, log.append).board is BOARD
    write_checked(tmp_path / CALIBRATION_FILE, PROFILE)
    write_checked(tmp_path / CALIBRATION_FILE, {**PROFILE, "orders": ["RGB"]})
    assert profile_in(tmp_path, BOARD, log.append).board.strips[0].order == "RGB"
    (tmp_path / CALIBRATION_FILE).write_text("{ half")
    assert profile_in(tmp_path, BOARD, log.append).board.strips[0].order == "BRG"
    assert any("damaged" in line for line in log)
    other = profile_in(tmp_path, load_board("trike", 7), log.append)
    assert other.board.name == "trike"
    assert "not in force" in other.problem


def test_an_adopted_controller_is_the_only_one_driven(tmp_path: Path) -> None:
    """Law (exhibit, spare part): the wish to adopt goes over the settings; nothing is adopted without it."""

    def opener() -> Any:
        raise LinkLostError("none")

    ends = Ends(opener, MockPins().factory, unit="pico-1")
    assert profile_in(tmp_path, BOARD, lambda _: None).adopted(ends) is ends
    write_checked(tmp_path / CALIBRATION_FILE, PROFILE)
    adopted = profile_in(tmp_path, BOARD, lambda _: None).adopted(ends)
    assert (adopted.unit, adopted.adopt) == ("pico-2", True)


def test_a_stranger_waits_to_be_adopted(tmp_path: Path) -> None:
    """Law: a controller with another name is refused, can be adopted at the desk, and is driven then."""
    wired = Wired(unit="pico-1", unit_of_controller="pico-2")
    [refused] = [event for event in wired.run(3) if isinstance(event, Refused)]
    assert refused.stranger == "pico-2"
    table = Table(tmp_path, {"players": 3})
    kept: list[Any] = []
    table.daemon.desk.keep = lambda _, content: kept.append(content)
    with pytest.raises(PlayerError, match="No controller waits"):
        table.daemon.desk.adopt()
    table.daemon.desk.adoptable = refused.stranger
    table.daemon.desk.adopt()
    assert kept[0]["adopted"] == "pico-2"
    later = Wired(unit=kept[0]["adopted"], unit_of_controller="pico-2")
    assert any(isinstance(event, Up) for event in later.run(3))
    table.close()


def test_export_and_import_carry_a_profile(tmp_path: Path) -> None:
    """Law: what is exported is imported whole; a file that does not fit is refused before anything is
    written."""
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    write_checked(one / CALIBRATION_FILE, PROFILE)
    file = tmp_path / "p.json"
    assert called("--state-dir", str(one), "--export", str(file)).exit_code == 0
    assert called("--state-dir", str(two), "--import", str(file)).exit_code == 0
    assert read_checked(two / CALIBRATION_FILE).content == PROFILE
    file.write_text(file.read_text().replace("BRG", "BRX"))
    assert isinstance(called("--state-dir", str(two), "--import", str(file)).exception, ConfigurationError)
    assert read_checked(two / CALIBRATION_FILE).content == PROFILE
    assert called("--state-dir", str(two), "--forget").exit_code == 0
    assert read_checked(two / CALIBRATION_FILE).content is None
    lost = called("--state-dir", str(two), "--export", "-").exception
    assert isinstance(lost, ConfigurationError)
    both = called("--forget", "--step", "1").exception
    assert isinstance(both, ConfigurationError)


@pytest.mark.timeout(60)
def test_a_calibration_is_in_force_at_once_on_the_same_page(tmp_path: Path) -> None:
    """Law: after the last step the daemon builds itself anew at its address, with the profile laid over the
    file; doctor says so; a restart keeps it."""
    simulator = Simulator(tmp_path / "state", "--players", "2").start()
    left: list[str | None] = ["green", "red", "blue"]
    terminal = Terminal(simulator.url, ask=lambda: left.pop(0) if left else None, out=StringIO())
    care = terminal.run("calibration", steps=(0,), interrupt=False)
    assert [part["result"] for part in care["parts"]] == ["passed"]
    assert "In force since" in wait_for(simulator, "In force since")
    with pytest.raises(PlayerError, match="No controller waits"):
        Terminal(simulator.url, ask=lambda: None, out=StringIO()).adopt()
    simulator.stop()
    content = read_checked(tmp_path / "state" / CALIBRATION_FILE).content
    assert content is not None
    assert content["orders"] == ["GRB"]
    simulator.start()
    assert "In force since" in wait_for(simulator, "In force since")
    simulator.stop()


def wait_for(simulator: Simulator, text: str) -> str:
    """What doctor says, as soon as it says this."""
    for _ in range(40):
        try:
            output = CliRunner().invoke(doctor, ["--url", simulator.url, "--state-dir", "/nowhere"]).output
        except ControllerError:
            continue
        if text in output:
            return output
    raise AssertionError(output)
