"""No last picture stays: whatever ends the product, its LEDs are dark afterwards (T-dark-exit)."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.journeys.lit import MANY

from triboard.app import dark
from triboard.app.config import LightConfig
from triboard.board.load import load_board, shipped_boards
from triboard.cli import cli
from triboard.drivers.pixels import SpiPixels
from triboard.drivers.routes import Route
from triboard.errors import ControllerError
from triboard.sim.pixel_bus import FakeSpiBus

ROOT = Path(__file__).parents[2]
PATIENCE = 20.0


def started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """The product, serving, with the light of a game that waits for its first move."""
    folder.mkdir()
    said = folder.parent / "said"
    with said.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.journeys.lit", str(folder), *arguments],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            cwd=ROOT,
        )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("http://"), (process.wait(PATIENCE), said.read_text())
    deadline = time.monotonic() + PATIENCE
    while not any(lit(line) for line in shown(folder)):
        assert time.monotonic() < deadline
        time.sleep(0.02)  # a real process in real time
    return process


def shown(folder: Path) -> list[str]:
    """What the LEDs have latched, oldest first, whole lines only."""
    return (folder / "leds").read_text().split("\n")[:-1]


def lit(line: str) -> bool:
    return sum(map(bool, bytes.fromhex(line))) >= MANY


def last(folder: Path) -> bytes:
    return bytes.fromhex((folder / "leds").read_text().splitlines()[-1])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_in_darkness(number: signal.Signals, tmp_path: Path) -> None:
    """Law: SIGTERM, SIGINT and SIGHUP end the real process with exit code 0 and dark LEDs."""
    folder = tmp_path / "state"
    process = started(folder)
    process.send_signal(number)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert not any(last(folder))


def test_a_mistake_of_ours_ends_in_darkness(tmp_path: Path) -> None:
    """Law: an exception in the loop, with LEDs lit, darkens them before the process ends with an error."""
    folder = tmp_path / "state"
    process = started(folder, "fail")
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert lit(shown(folder)[-2])
    assert not any(last(folder))


def test_after_a_kill_the_picture_stays_until_the_next_command(tmp_path: Path) -> None:
    """Law: nothing in a killed process can darken; that is what `triboard light off` is for."""
    folder = tmp_path / "state"
    process = started(folder)
    process.kill()
    process.communicate(timeout=PATIENCE)
    assert lit(shown(folder)[-1])


@pytest.mark.parametrize("name", shipped_boards())
def test_light_off_darkens_what_a_killed_program_left(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law (ExecStopPost): one command, no daemon, every LED of the board dark, the bus let go."""
    board = load_board(name)
    count = len(board.pixels)
    bus = FakeSpiBus(count, board.colour_order)
    SpiPixels(bus, count, board.colour_order, buffer=1 << 16).show(b"\x40" * 3 * count)
    monkeypatch.setenv("SPI_BUFSIZE", "4096")
    monkeypatch.setattr(dark, "open_spi", lambda _: bus)
    done = CliRunner().invoke(cli, ["light", "off", "--board", name])
    assert done.exit_code == 0, done.output
    assert done.stderr == f"{count} LEDs are dark.\n"
    assert not any(bus.decode())
    assert not bus.is_open


def test_light_off_reads_the_settings_of_the_service(tmp_path: Path) -> None:
    """Law: LEDs on the controller need no command; a board without LEDs neither."""
    settings = tmp_path / "triboard.toml"
    settings.write_text('[light]\nroute = "controller"\n')
    done = CliRunner().invoke(cli, ["light", "off", "--config", str(settings)])
    assert (done.exit_code, done.stderr) == (0, dark.BY_ITSELF + "\n")
    assert dark.darken(load_board("ttt3d"), LightConfig(route=Route.NONE)) == "This board has no LEDs."


def test_light_off_says_when_the_leds_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = FakeSpiBus(32)
    bus.bus_error(9)
    monkeypatch.setattr(dark, "open_spi", lambda _: bus)
    with pytest.raises(ControllerError, match="cannot be reached"):
        dark.darken(load_board("ttt3d"), LightConfig())
