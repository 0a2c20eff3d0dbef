"""Who are you: hello, its versions, its banner, and what is no message."""

import pytest
from tests.conformance.probe import MOMENT, SETTLED, Probe, damaged, only
from tests.conformance.subject import UNIT

from triboard.protocol import messages as m
from triboard.protocol.framing import DELIMITER, Packet, seal
from triboard.protocol.version import MAJOR, MINOR
from triboard.units import SECOND, Duration, Instant, Pixel

ASK = m.HelloRequest(MAJOR, MINOR)


def test_a_fresh_controller_says_who_it_is_and_that_nobody_configured_it(probe: Probe) -> None:
    """Law: hello names version, firmware and unit; board empty and CRC 0 mean never configured."""
    probe.wait(SETTLED)
    hello = probe.ask(ASK, m.Hello)
    assert (hello.major, hello.minor, hello.unit) == (MAJOR, MINOR, UNIT)
    assert (hello.board, hello.config_crc, hello.channels, hello.pixels) == ("", 0, 0, 0)
    assert hello.firmware


def test_a_configured_controller_names_its_board_and_the_crc(up: Probe) -> None:
    """Law: the host learns from hello alone whether it must configure."""
    hello, config = up.ask(ASK, m.Hello), up.subject.wanted
    assert (hello.board, hello.config_crc) == (config.board, config.crc)
    assert (hello.channels, hello.pixels) == (config.channels, config.pixels)


def test_hello_does_not_change_within_a_boot(up: Probe) -> None:
    """Law: asking is idempotent."""
    assert up.ask(ASK, m.Hello) == up.ask(ASK, m.Hello)


@pytest.mark.parametrize("version", [(0, 9), (MAJOR, 0), (MAJOR, MINOR + 7), (MAJOR + 1, 0), (255, 255)])
def test_a_host_of_any_version_is_told_the_controllers_own(probe: Probe, version: tuple[int, int]) -> None:
    """Law: the controller always answers with its own version; the host decides who must be updated."""
    probe.wait(SETTLED)
    hello = probe.ask(m.HelloRequest(*version), m.Hello)
    assert (hello.major, hello.minor) == (MAJOR, MINOR)


def test_a_restart_is_told_unasked_with_a_new_boot_id_and_its_reason(up: Probe) -> None:
    """Law: a banner comes by itself after a boot; configuration and unit outlive it."""
    before = up.ask(ASK, m.Hello)
    up.subject.reset(m.ResetReason.WATCHDOG, up.now)
    banners = only(m.Hello, up.wait(Duration(3 * SECOND)))
    assert len(banners) == 1
    assert banners[0].boot_id != before.boot_id
    assert banners[0].reset is m.ResetReason.WATCHDOG
    assert (banners[0].config_crc, banners[0].unit) == (before.config_crc, before.unit)


def test_boot_ids_differ_over_many_boots(up: Probe) -> None:
    """Law: a restart is never mistaken for the boot before it."""
    ids = set()
    for _ in range(8):
        up.subject.reset(m.ResetReason.POWER, up.now)
        up.wait(Duration(2 * SECOND))
        ids.add(up.ask(ASK, m.Hello).boot_id)
    assert len(ids) == 8


def test_without_a_configuration_only_hello_ping_and_configure_are_answered(probe: Probe) -> None:
    """Law: a controller that knows no board has no state to tell and drives nothing."""
    probe.wait(SETTLED)
    probe.say(m.SnapshotRequest(), m.SetPixels(Pixel(0), b"\xff" * 3), m.Ack(m.Counter(7)))
    heard = probe.live(Duration(7 * SECOND))
    assert not only(m.Snapshot, heard)
    assert not only(m.SensorFrame, heard)
    assert not only(m.Quality, heard)
    assert not any(probe.subject.pixels)
    assert probe.ask(m.Ping(Instant(5)), m.Pong).host_us == 5


def test_an_unknown_type_is_passed_over(up: Probe) -> None:
    """Law: what a newer minor version may say harms nobody."""
    up.write(seal(Packet(500, 0x3F, b"future")))
    up.write(seal(Packet(501, 0x09, b"")))
    assert only(m.Hello, up.wait(MOMENT)) == []
    up.ask(ASK, m.Hello)


def test_trailing_bytes_of_a_payload_are_ignored(up: Probe) -> None:
    """Law: a newer minor version may append fields to any message."""
    up.write(seal(Packet(600, 0x05, (77).to_bytes(8, "little") + b"more")))
    up.write(seal(Packet(601, 0x01, bytes((MAJOR, MINOR + 1)) + b"extra")))
    up.write(seal(Packet(602, 0x08, (9).to_bytes(4, "little") + b"x")))
    heard = up.wait(MOMENT)
    assert [pong.host_us for pong in only(m.Pong, heard)] == [77]
    assert len(only(m.Hello, heard)) == 1
    assert only(m.ShowAck, heard) == [m.ShowAck(9)]


@pytest.mark.parametrize(("kind", "payload"), [(0x01, b"\1"), (0x03, b"\0\0"), (0x05, b""), (0x08, b"\0")])
def test_a_payload_too_short_for_its_type_is_damaged(up: Probe, kind: int, payload: bytes) -> None:
    """Law: nothing is answered to half a message, and the next one is understood."""
    up.write(seal(Packet(700, kind, payload)))
    assert not damaged(heard := up.wait(MOMENT))
    assert [event for _, event in heard if not isinstance(event, m.Snapshot)] == []
    up.ask(ASK, m.Hello)


def test_its_own_messages_coming_back_are_no_messages(up: Probe) -> None:
    """Law: an echo (a shorted line, a terminal) starts no conversation with oneself."""
    for kind in range(0x81, 0x89):
        up.write(seal(Packet(800 + kind, kind, bytes(64))))
    up.write(DELIMITER)
    assert [event for _, event in up.wait(MOMENT) if not isinstance(event, m.Snapshot)] == []
    up.ask(ASK, m.Hello)
