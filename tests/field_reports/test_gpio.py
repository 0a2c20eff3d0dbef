"""Field reports 2C: GPIO. Each test bears the number of its row."""

import sys
import threading
import tomllib
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from tests.field_reports.common import Played, at_ttt3d
from tests.field_reports.doctored import examined, suffering

from triboard.board.load import load_board
from triboard.doctor.findings import Grade
from triboard.drivers.gpio import GpioInputs, pi_factory
from triboard.errors import ConfigurationError, ControllerError
from triboard.sim.pins import MockPins
from triboard.store.lock import StateLock
from triboard.units import SECOND, Duration, millis

LGPIO = "gpiozero.pins.lgpio"
PROJECT = Path(__file__).parents[2] / "pyproject.toml"
OPTIONS = {"players": 3, "rims": True}


def factory_that(monkeypatch: pytest.MonkeyPatch, *, fails: Exception | None) -> list[tuple[object, ...]]:
    """A stand-in for lgpio's factory; the calls that it got."""
    calls: list[tuple[object, ...]] = []

    def make(*arguments: object) -> object:
        calls.append(arguments)
        if fails is not None:
            raise fails
        return object()

    module = ModuleType(LGPIO)
    module.LGPIOFactory = make  # type: ignore[attr-defined]  # a module made up for this test
    monkeypatch.setitem(sys.modules, LGPIO, module)
    return calls


def test_45_factory_explicit(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-factory-explicit. Complaint: a stream of PinFactoryFallback warnings; the venv lacks lgpio.
    Law: we name the factory; where lgpio is missing there is one error with the remedy, and no fall-back."""
    monkeypatch.setitem(sys.modules, LGPIO, None)
    with pytest.raises(ControllerError) as caught:
        pi_factory()
    assert "pip install 'triboard[pi]'" in str(caught.value)


def test_46_chip_by_label(monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 46. Complaint: the header of a Pi 5 moved from gpiochip4 to gpiochip0 with a kernel update.
    Law: we give no chip number anywhere; gpiozero finds the chip by the model."""
    calls = factory_that(monkeypatch, fails=None)
    pi_factory()
    assert calls == [()]


def test_47_dependency_floor() -> None:
    """Row 47. Complaint: gpiozero 2.0.1.post1 and post2 broke lgpio on a Pi 5.
    Law: the floor is post3."""
    wanted = tomllib.loads(PROJECT.read_text())["project"]["dependencies"]
    assert "gpiozero>=2.0.1.post3" in wanted


def test_47_doctor_prints_versions() -> None:
    """Row 47. Complaint: as above; nobody knew which release was installed.
    Law: doctor prints the versions of the libraries at hardware, and fails below a floor with the command
    that mends it; lgpio's placeholder on the index is no lgpio."""
    assert "gpiozero 2.0.1.post3" in str(examined("libraries").what)
    old = suffering("libraries:old-gpiozero")
    assert (old.grade, "gpiozero>=2.0.1.post3" in str(old.fix)) == (Grade.FAILURE, True)
    assert "python3-lgpio" in str(suffering("libraries:lgpio-placeholder").fix)


@pytest.mark.parametrize("case", ["root-folder", "read-only"])
def test_48_doctor_looks_at_the_folder(case: str) -> None:
    """Row 48. Complaint: as below, found only after hours.
    Law: doctor looks at LG_WD and the working directory of the running process, and names the remedy."""
    found = suffering(f"lgpio-folder:{case}")
    assert (found.grade, "LG_WD" in str(found.fix)) == (Grade.FAILURE, True)
    assert examined("lgpio-folder").grade is Grade.OK


def test_49_doctor_names_the_overlay() -> None:
    """Row 49. Complaint: pins already claimed by an overlay.
    Law: doctor names pin, part of the board and the line of config.txt; two daemons are named with their
    process numbers."""
    clash = suffering("pin-conflicts:fan")
    assert "GPIO 13 is the button FIVE" in str(clash.what)
    assert "gpio-fan" in str(clash.fix)
    assert "801" in str(suffering("second-instance:two").what)


def test_48_cwd(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-cwd. Complaint: lgpio makes a pipe in the current folder; in / it fails with a misleading message.
    Law: whatever lgpio says, our message names the working directory and LG_WD."""
    factory_that(monkeypatch, fails=OSError("can't create notification pipe"))
    with pytest.raises(ControllerError) as caught:
        pi_factory()
    assert "LG_WD" in str(caught.value)
    assert "working directory" in str(caught.value)


def test_49_single(tmp_path: Path) -> None:
    """T-single. Complaint: "GPIO busy": a second process has the pins.
    Law: a lock file lets one daemon in; a pin that another holds is named with what to look for."""
    lock = StateLock.acquire(tmp_path)
    with pytest.raises(ConfigurationError, match=r"(?i)triboard|process|running"):
        StateLock.acquire(tmp_path)
    lock.release()
    board, pins = load_board("ttt3d"), MockPins()
    first = GpioInputs(board, pins.factory, lambda: None)
    with pytest.raises(ControllerError, match=r"GPIO \d+ cannot be opened .*another program"):
        GpioInputs(board, pins.factory, lambda: None)
    first.close()


@pytest.mark.parametrize("pin", [8, 10, 14])
def test_49_pins_of_the_buses_are_refused(pin: int, tmp_path: Path) -> None:
    """T-single. Complaint: chip-select pins are already claimed by an overlay.
    Law: a board file that puts a switch on SPI0 or on the console UART is refused."""
    board = load_board("ttt3d")
    taken = {button.pin for button in board.buttons}
    assert not taken & {7, 8, 9, 10, 11, 14, 15}
    text = (Path(load_board.__code__.co_filename).parents[1] / "boards" / "ttt3d.toml").read_text()
    file = tmp_path / f"pin-{pin}.toml"
    file.write_text(text.replace('{ button = "OK", pin = 5 }', f'{{ button = "OK", pin = {pin} }}'))
    with pytest.raises(ConfigurationError, match=f"{pin}"):
        load_board(str(file))


@pytest.mark.parametrize("lost", [1, 2, 3, 7])
def test_50_level_poll(lost: int, tmp_path: Path) -> None:
    """T-level-poll. Complaint: a library's debouncing drops edges or leaves a button stuck.
    Law: whatever edges are lost, the button is not stuck: within the next poll of the levels it is as it is,
    and the next press counts once."""
    game = Played(tmp_path, {"players": 3})
    game.drop("Aa1", "white")
    game.suffer("edge-loss", "UNDO", str(lost))
    game.press("UNDO")
    game.wait(3)
    if game.moves:  # the whole press was lost, as far as anybody could tell
        game.suffer("mend")
        game.bench.pins.lose_edges((next(one.pin for one in game.board.buttons if one.button == "UNDO"),), 0)
        game.press("UNDO")
        game.wait(1)
    assert game.moves == []
    game.close()


@pytest.mark.parametrize("lost", [1, 2, 4, 8, 64])
def test_51_encoder_loss(lost: int, tmp_path: Path) -> None:
    """T-encoder-loss. Complaint: an encoder misses steps, or a fraction of its resolution.
    Law: whatever edges are lost, the angle is right again after one full turn past the index, what was wrong
    is counted, and no turn is made up."""
    game = Played(tmp_path, OPTIONS)
    for site, piece in (("Aa1", "white"), ("Ba1", "black"), ("Ca1", "red")):
        game.drop(site, piece)
    game.suffer("edge-loss", "B", str(lost))
    game.turn("B", 360.0, wait=Duration(3 * SECOND))
    game.turn("B", -360.0, wait=Duration(3 * SECOND))
    observed = game.daemon.senses.observation
    assert observed is not None
    assert observed.rims[1].detent == 0
    assert len(game.moves) == 3
    rim = game.daemon.senses.rims[1]
    if lost % 4 and lost > 1:
        assert rim.skipped + rim.corrected > 0
    game.turn("B", 90.0, wait=Duration(2 * SECOND))
    assert game.moves[3:] == ["B+"]
    game.close()


@pytest.mark.parametrize("edges", [1, 2, 4, 16])
def test_52_detent(edges: int, tmp_path: Path) -> None:
    """T-detent. Complaint: two clicks a count: encoders have one, two or four detents a cycle.
    Law: with every `edges_per_detent` of the board file one click is one step, both ways."""
    board = load_board("ttt3d")
    board = replace(board, rims=tuple(replace(rim, edges_per_detent=edges) for rim in board.rims))
    game = Played(tmp_path, OPTIONS, board=board)
    for site, piece in (("Aa1", "white"), ("Ba1", "black"), ("Ca1", "red")):
        game.drop(site, piece)
    game.turn("C", 90.0, wait=Duration(2 * SECOND))
    game.drop("Ab1", "black")
    game.turn("B", -90.0, wait=Duration(2 * SECOND))
    assert [game.moves[3], game.moves[5]] == ["C+", "B-"]
    game.close()


def test_52_half_detent(tmp_path: Path) -> None:
    """T-detent. Complaint: as above, when the board file is wrong about it.
    Law: an encoder with half the edges never plays a turn that was not made, and the page names the rim."""
    game = Played(tmp_path, OPTIONS)
    for site, piece in (("Aa1", "white"), ("Ba1", "black"), ("Ca1", "red")):
        game.drop(site, piece)
    game.suffer("half-detent", "B")
    game.turn("B", 90.0, wait=Duration(3 * SECOND))
    assert len(game.moves) == 3
    assert "shelf B" in game.says
    game.close()


def test_53_clean_close(tmp_path: Path) -> None:
    """Row 53. Complaint: a background thread crashes at shutdown.
    Law: the daemon starts no thread here, closes in the order pixels, link, pins, journal, twice without
    harm, and a switch that closes afterwards wakes nobody."""
    threads = threading.active_count()
    game = at_ttt3d(tmp_path)
    game.wait(1)
    assert threading.active_count() == threads
    game.close()
    game.close()
    pin = game.board.buttons[0].pin
    game.bench.pins.drive(pin, active=True)
    assert game.daemon._inputs.drain() == []
    assert game.run.now > millis(0)
