"""Field reports 2D: serial and USB. Each test bears the number of its row."""

import errno
from pathlib import Path
from typing import Any

import pytest
import serial
from tests.field_reports.common import Played, Wired, at_ttt3d
from tests.field_reports.doctored import examined, suffering

import triboard.app.tables
from triboard.app.config import Config
from triboard.app.settings import read_config
from triboard.app.status import status_of
from triboard.board.load import load_board
from triboard.doctor.daemon import findings_of
from triboard.doctor.findings import Finding, Grade
from triboard.drivers.serial_port import Dtr, open_serial
from triboard.errors import LinkLostError
from triboard.protocol.host_events import Down, Frame, LinkEvent, Refused, Searching, Up
from triboard.session.state import LinkState
from triboard.sim.wire_kernel import PtyWire
from triboard.units import SECOND, Duration, Instant


def test_54_renumber(tmp_path: Path) -> None:
    """T-renumber. Complaint: the device returns under another ttyACM number.
    Law: a real pty that vanishes and returns under a new name is found again by its stable link within 5
    s."""
    game = at_ttt3d(tmp_path, real=True)
    assert isinstance(game.wire, PtyWire)
    name = game.wire.name
    game.suffer("renumber", "0.5")
    game.wait(0.6)
    assert game.wire.name != name
    game.wait(5)
    assert game.state.link is LinkState.UP
    game.drop("Aa1", "white")
    assert game.moves == ["w@Aa1"]
    game.close()


def test_55_identity_by_handshake() -> None:
    """Row 55. Complaint: a cheap bridge has no serial number, so its name says nothing of the board behind
    it. Law: the controller is known by what it says, not by its port: the same unit is taken wherever it
    answers, another is not."""
    wired = Wired(unit="sim-1")
    assert any(isinstance(event, Up) for event in wired.run(1))
    wired.wire.unplug()
    wired.controller.stand_in("other", None, wired.steps.now)
    wired.wire.plug()
    assert [type(event) for event in wired.run(8) if isinstance(event, Up | Refused)] == [Refused]
    wired.controller.stand_in(None, None, wired.steps.now)
    assert any(isinstance(event, Up) for event in wired.run(8))


def test_56_swap() -> None:
    """T-swap. Complaint: two controllers swapped ports at a reset and the wrong one was driven.
    Law: with the ports of two boards exchanged each host refuses what answers, drives nothing, and both go on
    when the cables are right again."""
    first = Wired(unit="one", unit_of_controller="one")
    second = Wired(unit="two", unit_of_controller="two")
    for wired in (first, second):
        wired.run(1)
        wired.pump.show(b"\x20" * 3 * len(wired.board.pixels), wired.steps.now)
        wired.run(1)
        assert any(wired.controller.pixels)
    for wired, other in ((first, "two"), (second, "one")):
        wired.wire.unplug()
        wired.controller.stand_in(other, None, wired.steps.now)
        wired.wire.plug()
        events = wired.run(8)
        assert any(isinstance(event, Refused) for event in events)
        assert not any(isinstance(event, Frame) for event in events)
        assert not any(wired.controller.pixels), "nothing is driven before the identity is known"
        wired.controller.stand_in(None, None, wired.steps.now)
        assert any(isinstance(event, Up) for event in wired.run(8))


def test_57_one_link_lost(tmp_path: Path) -> None:
    """Row 57. Complaint: "readiness to read but no data" on unplugging or double opening.
    Law: every family of errors is one loss, told once; a second opening is refused."""
    wire = PtyWire(tmp_path / "port")
    port = open_serial(wire.path)
    with pytest.raises(LinkLostError):
        open_serial(wire.path)
    wire.unplug()
    with pytest.raises(LinkLostError):
        port.read()
    port.close()
    wire.close()
    (tmp_path / "table").mkdir()
    game = at_ttt3d(tmp_path / "table", real=True)
    game.suffer("unplug")
    game.wait(10)
    assert sum("not connected" in line for line in game.log) <= 2  # the loss, then the search
    game.close()


@pytest.mark.parametrize(("case", "said"), [("plugdev", "root:plugdev 0660"), ("access-list", "user 1000")])
def test_58_doctor_prints_rights(case: str, said: str) -> None:
    """Row 58. Complaint: on Debian 13 ttyACM belongs to plugdev and an access list of the desktop's user; a
    service in dialout is refused. Law: doctor prints owner, group and access list of the port, says that the
    running service is shut out, and names our udev rule; with the rule's group it is well."""
    found = suffering(f"serial-port:{case}")
    assert found.grade is Grade.FAILURE
    assert said in str(found.what)
    assert "udev rule" in str(found.fix)
    assert "root:triboard 0660" in str(examined("serial-port").what)


def test_59_running_credentials() -> None:
    """Row 59. Complaint: a change of groups is not active yet, or the daemon drops its groups.
    Law: doctor reads the groups of the running process, not /etc/group; where /etc/group is ahead of it the
    remedy is a restart, not another usermod."""
    found = suffering("serial-port:not-yet-in-group")
    assert found.grade is Grade.FAILURE
    assert "not in it yet" in str(found.what)
    assert "Restart" in str(found.fix)
    assert "usermod" not in str(found.fix)


@pytest.mark.parametrize(("case", "grade"), [("login", Grade.FAILURE), ("kernel-messages", Grade.WARNING)])
def test_60_getty(case: str, grade: Grade) -> None:
    """Row 60. Complaint: a login console on the UART changes the owner of the port and eats bytes.
    Law: doctor finds a getty, or the kernel's own console, on the configured port, also behind the name
    serial0, and names the command that ends it."""
    found = suffering(f"getty:{case}")
    assert found.grade is grade
    assert "ttyAMA0" in str(found.what)
    assert "cmdline.txt" in str(found.fix)
    assert examined("getty").grade is Grade.OK


def test_61_garbage_boot() -> None:
    """T-garbage-boot. Complaint: a modem manager talks to a new port for 20 s.
    Law: foreign bytes before and during the handshake cost nothing but a count."""
    wired = Wired(boot_time=Duration(SECOND))
    events: list[LinkEvent] = []
    for _ in range(3):
        wired.controller.insert_garbage(b"AT+GCAP\r\n\x00~\x00x0}!boot v2\r\n")
        events += wired.run(0.3)
    events += wired.run(2)
    assert any(isinstance(event, Up) for event in events)
    assert wired.pump.quality.foreign > 0
    assert wired.pump.quality.damaged == 0


def test_62_banner() -> None:
    """Row 62. Complaint: the host waits for ever when the start banner was sent before it listened.
    Law: the banner is asked for, again and again until it is answered."""
    wired = Wired()
    wired.controller.advance(Instant(0))  # its banner goes out while nobody listens
    wired.controller.go_silent(Instant(2 * SECOND))
    assert not any(isinstance(event, Up) for event in wired.run(1.9))
    assert any(isinstance(event, Up) for event in wired.run(1))


@pytest.mark.parametrize("boot", [1.2, 1.9, 4.5])
def test_63_reset_on_open(boot: float) -> None:
    """T-reset-on-open. Complaint: opening the port resets the controller; the first query is lost in its
    boot. Law: whatever the boot takes, the link is up within a second of its end."""
    wired = Wired(boot_time=Duration(round(boot * SECOND)))
    assert any(isinstance(event, Up) for event in wired.run(boot + 1))


@pytest.mark.parametrize("policy", ["raised", "lowered"])
def test_64_dtr(policy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 64. Complaint: lowering DTR mended one bridge chip and silenced boards with native USB.
    Law: the policy is a setting, and it is in force before the port is opened."""
    file = tmp_path / "triboard.toml"
    file.write_text(f'[controller]\ndtr = "{policy}"\n')
    config: Config = read_config(file)
    seen: list[tuple[Any, Any]] = []

    def opened(port: Any) -> None:
        seen.append((port.dtr, port.rts))
        raise OSError(errno.ENOENT, "no such port")

    monkeypatch.setattr(serial.Serial, "open", opened)
    monkeypatch.setattr(triboard.app.tables, "pi_factory", lambda: None)
    monkeypatch.setattr(triboard.app.tables, "open_spi", lambda: None)
    ends = triboard.app.tables.PiTable(load_board("ttt3d"), config).ends()
    with pytest.raises(LinkLostError):
        ends.opener()
    raised = Dtr[policy.upper()].value
    assert seen == [(raised, raised)]


def test_65_link_quality(tmp_path: Path) -> None:
    """Row 65. Complaint: random disconnects; a counter that nobody saw had jumped just before.
    Law: what a bad cable does is counted and stands in the status, while the game goes on."""
    game = at_ttt3d(tmp_path)
    before = status_of(game.daemon, game.link, game.run.now)["link"]
    game.suffer("flip-bit", "5")
    game.suffer("duplicate", "2")
    game.drop("Aa1", "white")
    game.wait(6)
    after = status_of(game.daemon, game.link, game.run.now)["link"]
    assert after["damaged"] >= before["damaged"] + 3
    assert after["missed"] > before["missed"]
    assert game.moves == ["w@Aa1"]
    game.close()


def test_65_trend_warning(tmp_path: Path) -> None:
    """Row 65. Complaint: as above; the counter jumped just before the disconnect.
    Law: while the link still works doctor and the log warn of a rise in the last minute, once; a link that
    had a few troubles does not rise, and the warning ends when the cable is changed."""
    game = at_ttt3d(tmp_path)
    game.wait(70)
    game.suffer("flip-bit", "2")
    game.wait(70)
    assert link_findings(game) == []
    for _ in range(12):
        game.suffer("flip-bit", "1")
        game.wait(4)
    assert game.state.link is LinkState.UP
    [finding] = link_findings(game)
    assert finding.grade is Grade.WARNING
    assert "packets damaged" in str(finding.what)
    assert sum("gets worse" in line for line in game.log) == 1
    game.wait(90)
    assert link_findings(game) == []
    game.close()


def link_findings(game: Played) -> list[Finding]:
    """What doctor says of the trend."""
    status = status_of(game.daemon, game.link, game.run.now)
    return [one for one in findings_of(status) if "gets worse" in str(one.what)]


@pytest.mark.parametrize("real", [False, True])
def test_66_replug_continue(*, real: bool, tmp_path: Path) -> None:
    """T-replug-continue. Complaint: users want to reconnect by themselves and to go on.
    Law: after any loss the same game goes on once a whole scan has been compared; nobody does anything."""
    game = at_ttt3d(tmp_path, real=real)
    game.drop("Aa1", "white")
    for trouble in (
        ("late", "2"),
        ("reset", "watchdog"),
        ("brown-out-loop", "4"),
        ("silent", "4"),
        ("stall", "4"),
    ):
        game.suffer(*trouble)
        game.wait(12)
        assert game.moves == ["w@Aa1"], trouble
        assert game.state.link is LinkState.UP, trouble
    game.drop("Ab1", "black")
    assert game.moves == ["w@Aa1", "k@Ab1"]
    game.close()


def test_67_searching(tmp_path: Path) -> None:
    """Row 67. Complaint: nobody sees that the board is being searched for.
    Law: the page says so at once and until it is found, the log once, the daemon's health why."""
    game = at_ttt3d(tmp_path)
    game.drop("Aa1", "white")
    game.suffer("late", "60")
    game.wait(30)
    assert game.view["link"]["state"] == "lost"
    assert game.view["link"]["text"]
    lines = [line for line in game.log if "not connected" in line]
    assert 1 <= len(lines) <= 2
    game.wait(36)
    assert game.view["link"]["state"] == "up"
    game.close()


def test_searching_is_told_once_for_many_attempts() -> None:
    """Row 67, at the link: one event a search, however long it takes."""
    wired = Wired()
    wired.wire.unplug()
    events = wired.run(120)
    assert [type(event) for event in events] == [Searching]
    wired.wire.plug()
    assert any(isinstance(event, Up) for event in wired.run(6))
    wired.wire.unplug()
    assert [type(event) for event in wired.run(60)] == [Down, Searching]


@pytest.mark.parametrize("name", ["wrong-crc", "old-protocol"])
def test_the_controllers_own_troubles_are_told_or_healed(name: str, tmp_path: Path) -> None:
    """Version and configuration (fault list): a wrong CRC is configured anew; another version is refused in
    words and taken when it is right again."""
    game = Played(tmp_path, {"players": 3})
    game.suffer(name, *(["0"] if name == "old-protocol" else []))
    game.wait(8)
    if name == "old-protocol":
        assert game.state.link is LinkState.LOST
        assert "protocol 0.0" in game.state.link_reason
        assert "Update the firmware" in game.state.link_reason
        game.suffer("mend")
        game.wait(8)
    assert game.state.link is LinkState.UP
    game.drop("Aa1", "white")
    assert game.moves == ["w@Aa1"]
    game.close()


def test_a_link_lost_by_renumbering_says_why(tmp_path: Path) -> None:
    """Row 57: the reason on the page is the system's, not a traceback."""
    game = at_ttt3d(tmp_path, real=True)
    game.suffer("late", "20")
    game.wait(2)
    assert game.state.link is LinkState.LOST
    assert "\n" not in game.state.link_reason
    assert game.state.link_reason
    game.close()
