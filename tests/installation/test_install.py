"""`triboard firmware install` against MicroPython's own prompt and flash, with the real firmware on it."""

import json
from pathlib import Path

import pytest
from tests.installation.conftest import MakePico, newer, quiet
from tests.installation.pico_on_pty import Chip, PicoOnPty
from tests.unit.rules.commands import Answer, triboard

from triboard.app.firmware_files import LISTING, read_files
from triboard.app.firmware_install import Wish, install
from triboard.app.firmware_status import status, wait_for_hello
from triboard.drivers.handshake import ask_hello
from triboard.drivers.pico import open_prompt
from triboard.drivers.serial_port import open_serial
from triboard.errors import ControllerError
from triboard.protocol.config import ControllerConfig
from triboard.protocol.connection import Connection, Role
from triboard.protocol.messages import Configure
from triboard.sim.wire_kernel import PtyWire
from triboard.units import millis

pytestmark = pytest.mark.timeout(120)

VERSION = read_files().version


def command(*words: str) -> Answer:
    """`triboard firmware ...` as a person runs it."""
    return triboard("firmware", *words)


def configure(path: str, board: str) -> None:
    """Set a controller up for a board, as a host would."""
    config, sender = ControllerConfig(board, 8, 4, millis(10), 3, 4, 0), Connection(Role.HOST)
    port = open_serial(path)
    try:
        assert ask_hello(port) is not None
        data = config.encode()
        port.write(sender.send(Configure(0, len(data), data)))
        hello = ask_hello(port)
        while hello is not None and hello.config_crc != config.crc:
            hello = ask_hello(port)
    finally:
        port.close()


def test_a_person_installs_repeats_and_asks(pico_of: MakePico) -> None:
    """Law: what was copied is checked by hash; a repetition copies nothing; the report names versions, board,
    unit, and why it last started; progress and result do not mix."""
    pico = pico_of()
    again = command("install", "--port", pico.path, "--unit", "attic")
    assert again.code == 0, again.err
    report = json.loads(again.out)
    assert report["copied"] == []
    assert len(report["kept"]) == len(read_files().contents)
    assert report["after"]["firmware"] == report["before"]["firmware"] == VERSION
    assert report["after"]["unit"] == "attic"
    assert "Restarting" in again.err
    asked = command("status", "--port", pico.path, "--files")
    assert asked.code == 0, asked.err
    found = json.loads(asked.out)
    assert (found["unit"], found["running"], found["crashes"]) == ("attic", True, 0)
    assert {entry["state"] for entry in found["files"].values()} == {"same"}
    assert found["files"]["main.py"]["sha256"] == read_files().hashes["main.py"]
    assert "RP2040" in found["micropython"]


@pytest.mark.long  # each waits real seconds for the firmware's own patience
def test_a_newer_version_replaces_what_differs_and_takes_old_files_away(pico_of: MakePico) -> None:
    """Law: only what differs travels; a file that the next version has no more is taken away."""
    pico = pico_of()
    report = install(Wish(pico.path), newer("0.9.0", extra=b"# new\n"), quiet)
    assert sorted(report["copied"]) == ["extra.py", LISTING, "version.py"]
    assert (report["before"]["firmware"], report["after"]["firmware"]) == (VERSION, "0.9.0")
    report = install(Wish(pico.path), read_files(), quiet)
    assert (report["removed"], report["after"]["firmware"]) == (["extra.py"], VERSION)


def test_a_cut_in_the_middle_of_a_copy_leaves_the_old_version_and_is_taken_up_again(
    pico_of: MakePico,
) -> None:
    """Law: the power goes while flash is written; the old firmware answers afterwards; a repetition takes
    over what had arrived whole."""
    pico = pico_of(Chip(budget=120))
    files = newer("0.9.1", link=b"#1\n", app=b"#1\n", debounce=b"#1\n")
    with pytest.raises(ControllerError, match=r"cut off .* Repeat the command"):
        install(Wish(pico.path), files, quiet)
    hello = wait_for_hello(pico.path)
    assert hello is not None
    assert hello.firmware == VERSION
    report = install(Wish(pico.path), files, quiet)
    assert report["after"]["firmware"] == "0.9.1"
    assert report["resumed"] != []
    arrived = set(report["resumed"]) | set(report["copied"])
    assert arrived == {"version.py", "link.py", "app.py", "debounce.py", LISTING}


@pytest.mark.long  # each waits real seconds for the firmware's own patience
def test_a_firmware_that_does_not_start_is_mended(pico_of: MakePico, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: where main.py is broken MicroPython's prompt answers: status says so, install repairs."""
    pico = pico_of()
    monkeypatch.setattr(
        "triboard.app.firmware_install.wait_for_hello", lambda path: wait_for_hello(path, 2.0)
    )
    with pytest.raises(ControllerError, match="no firmware answers"):
        install(Wish(pico.path), newer("0.9.2", main=b"this is no Python\n"), quiet)
    monkeypatch.undo()
    found = status(pico.path, read_files(), inside=False)
    assert (found["running"], found["firmware"]) == (False, "0.9.2")
    assert found["files"]["main.py"]["state"] == "differs"
    report = install(Wish(pico.path), read_files(), quiet)
    assert report["after"]["firmware"] == VERSION
    assert report["before"] == {"firmware": "0.9.2", "board": "", "unit": "", "answered": False}


def test_a_port_in_use_is_left_alone(pico_of: MakePico) -> None:
    """Law: while a daemon holds the port nothing is sent to it, and the message says what to stop."""
    pico = pico_of()
    assert wait_for_hello(pico.path) is not None
    holder, starts = open_serial(pico.path), pico.starts
    refused = command("install", "--port", pico.path)
    holder.close()
    assert refused.code == 1
    assert "in use" in refused.err
    assert "systemctl stop triboard" in refused.err
    assert refused.out == ""
    assert pico.starts == starts


def test_a_controller_of_another_board_or_unit_is_refused_unless_adopted(pico_of: MakePico) -> None:
    """Law: a wrong cable costs nothing: the controller is not even restarted; its settings stay."""
    pico = pico_of()
    assert wait_for_hello(pico.path) is not None
    configure(pico.path, "trike")
    starts = pico.starts
    with pytest.raises(ControllerError, match="'trike', not 'ttt3d'"):
        install(Wish(pico.path, board="ttt3d"), read_files(), quiet)
    assert pico.starts == starts
    report = install(Wish(pico.path, board="trike", unit="hall"), read_files(), quiet)
    assert (report["after"]["board"], report["after"]["unit"]) == ("trike", "hall")
    with pytest.raises(ControllerError, match="unit 'hall', not 'attic'"):
        install(Wish(pico.path, unit="attic"), read_files(), quiet)
    report = install(Wish(pico.path, unit="attic", adopt=True), read_files(), quiet)
    assert (report["after"]["board"], report["after"]["unit"]) == ("trike", "attic")


@pytest.mark.long  # each waits real seconds for the firmware's own patience
@pytest.mark.parametrize(
    ("chip", "words"),
    [
        (
            Chip(name="Generic ESP32 module with ESP32", platform="esp32"),
            "The firmware runs on a Raspberry Pi",
        ),
        (Chip(version="1.19.1"), "needs MicroPython 1.24 or newer"),
        (Chip(blocks=24), "bytes free"),
    ],
)
def test_a_machine_that_does_not_fit_is_refused(tmp_path: Path, chip: Chip, words: str) -> None:
    """Law: another chip, an old MicroPython, a full flash: a plain message, and nothing is written."""
    pico = PicoOnPty(tmp_path, chip)
    try:
        with pytest.raises(ControllerError, match=words):
            install(Wish(pico.path), read_files(), quiet)
        found = status(pico.path, read_files(), inside=False)
        assert {entry["state"] for entry in found["files"].values()} == {"missing"}
    finally:
        pico.close()


@pytest.mark.long  # each waits real seconds for the firmware's own patience
def test_what_is_no_micropython_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: a silent device is given up in time, with the way to MicroPython."""
    monkeypatch.setattr("triboard.drivers.handshake.PROMPT_PATIENCE", 2.0)
    wire = PtyWire(tmp_path / "port")
    with pytest.raises(ControllerError, match="hold BOOTSEL"):
        install(Wish(wire.path), read_files(), quiet)
    wire.close()


def test_bad_words_on_the_command_line_end_with_2(tmp_path: Path) -> None:
    """Law: a name that is none, a board that is none: one clear line each, before anything is opened."""
    for words, expected in (
        (("--unit", " "), "--unit"),
        (("--unit", "x" * 65), "--unit"),
        (("--board", "ttt4d"), "ttt3d"),
    ):
        refused = command("install", "--port", str(tmp_path / "none"), *words)
        assert refused.code == 2
        assert expected in refused.err
        assert refused.out == ""


@pytest.mark.long  # it waits real seconds for the firmware's own patience
def test_the_prompt_is_freed_once(pico_of: MakePico) -> None:
    """Law: a person gets MicroPython's own prompt; the next start runs the firmware again."""
    pico = pico_of()
    assert wait_for_hello(pico.path) is not None
    freed = command("prompt", "--port", pico.path)
    assert freed.code == 0, freed.err
    assert "mpremote connect" in json.loads(freed.out)["next"]
    prompt = open_prompt(pico.path)
    assert prompt.value("1 + 1") == 2
    prompt.reset()
    assert wait_for_hello(pico.path) is not None
