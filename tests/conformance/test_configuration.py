"""The configuration: in pieces, in disorder, again, wrong, and over a restart."""

import pytest
from tests.conformance.probe import MOMENT, SETTLED, Probe, bulk, only

from triboard.protocol import messages as m
from triboard.protocol.version import MAJOR, MINOR
from triboard.units import SECOND, Duration

ASK = m.HelloRequest(MAJOR, MINOR)
STORED = Duration(2 * SECOND)
"""In which a configuration is written to flash and confirmed."""


@pytest.mark.parametrize("size", [1000, 7, 1])
def test_pieces_of_any_size_make_one_configuration(probe: Probe, size: int) -> None:
    """Law: however it was cut, one `Configured` with its CRC answers the whole."""
    probe.wait(SETTLED)
    probe.configure(size=size)
    assert only(m.Configured, probe.wait(STORED)) == [m.Configured(probe.subject.wanted.crc)]
    assert probe.ask(ASK, m.Hello).config_crc == probe.subject.wanted.crc


def test_pieces_out_of_order_are_no_configuration(probe: Probe) -> None:
    """Law: a missing or early piece makes the whole wait for the next attempt; nothing half is used."""
    probe.wait(SETTLED)
    data = probe.subject.wanted.encode()
    total, half = len(data), len(data) // 2
    probe.say(m.Configure(half, total, data[half:]), m.Configure(0, total, data[:half]))
    assert only(m.Configured, probe.wait(STORED)) == []
    assert probe.ask(ASK, m.Hello).config_crc == 0
    probe.say(m.Configure(half, total, data[half:]))
    assert only(m.Configured, probe.wait(STORED)) == [m.Configured(probe.subject.wanted.crc)]


def test_a_piece_that_comes_twice_does_no_harm(probe: Probe) -> None:
    """Law: duplicates are passed over."""
    probe.wait(SETTLED)
    data = probe.subject.wanted.encode()
    total, half = len(data), len(data) // 2
    first, second = m.Configure(0, total, data[:half]), m.Configure(half, total, data[half:])
    probe.say(first, first, second)
    probe.say(second)
    answers = only(m.Configured, probe.wait(STORED))
    assert set(answers) == {m.Configured(probe.subject.wanted.crc)}


def test_a_second_attempt_begins_anew(probe: Probe) -> None:
    """Law: a lost tail costs only the repetition."""
    probe.wait(SETTLED)
    data = probe.subject.wanted.encode()
    probe.say(m.Configure(0, len(data), data[:5]))
    probe.wait(MOMENT)
    probe.configure(size=9)
    assert only(m.Configured, probe.wait(STORED)) == [m.Configured(probe.subject.wanted.crc)]


def test_the_same_again_is_confirmed_and_changes_nothing(up: Probe) -> None:
    """Law: a lost `Configured` costs a repetition; counters and pixels stay."""
    up.touch(1)
    frames = only(m.SensorFrame, up.live(SETTLED))
    up.configure()
    assert only(m.Configured, up.wait(STORED)) == [m.Configured(up.subject.wanted.crc)]
    assert up.ask(m.SnapshotRequest(), m.Snapshot).counter == frames[-1].counter


@pytest.mark.parametrize("data", [b"abc", bytes(64), b"\xff" * 64], ids=["short", "zeros", "ones"])
def test_what_is_no_configuration_is_refused_aloud(up: Probe, data: bytes) -> None:
    """Law: a fault says so, and the old configuration stays in use."""
    up.configure(data)
    heard = up.wait(STORED)
    assert [fault.text for fault in only(m.Fault, heard)] != []
    assert only(m.Configured, heard) == []
    assert up.ask(ASK, m.Hello).config_crc == up.subject.wanted.crc


def test_it_outlives_a_restart(up: Probe) -> None:
    """Law: the controller keeps it in flash and scans by it at once."""
    up.touch(1, 0, 1)
    up.subject.reset(m.ResetReason.POWER, up.now)
    up.live(Duration(3 * SECOND))
    assert up.ask(ASK, m.Hello).config_crc == up.subject.wanted.crc
    assert up.ask(m.SnapshotRequest(), m.Snapshot).values[:3] == (1, 0, 1)


def test_more_channels_than_a_packet_holds_are_refused(up: Probe) -> None:
    """Law: a configuration that could never be answered by a snapshot is refused aloud."""
    data = bytearray(up.subject.wanted.encode())
    data[2:4] = (0xFFFF).to_bytes(2, "little")
    up.configure(bytes(data))
    assert only(m.Fault, up.wait(STORED))
    assert up.ask(ASK, m.Hello).config_crc == up.subject.wanted.crc


def test_pieces_of_something_endless_cost_no_memory(up: Probe) -> None:
    """Law: a total that no configuration has does no harm, and a good one is taken afterwards."""
    for offset in range(0, 65_000, 1000):
        up.say(m.Configure(offset, 65_535, bytes(1000)))
        up.wait(bulk(1000))
    up.heard.clear()
    up.configure()
    assert only(m.Configured, up.wait(STORED)) == [m.Configured(up.subject.wanted.crc)]
