"""Bytes on a bad line: any cutting, garbage, flipped bits, half packets, replays."""

import random

import pytest
from tests.conformance.probe import MOMENT, SETTLED, Probe, bulk, damaged, only

from triboard.protocol import messages as m
from triboard.protocol.connection import Connection, Role
from triboard.protocol.framing import DELIMITER, MAX_ENCODED, MAX_PAYLOAD, Packet, seal
from triboard.protocol.version import MAJOR, MINOR
from triboard.units import SECOND, Duration, Instant, Pixel

ASK = m.HelloRequest(MAJOR, MINOR)


def _conversation(probe: Probe, number: int) -> bytes:
    """Everything that a host says, in one piece."""
    config = probe.subject.wanted
    picture = bytes(range(90))
    said: list[m.HostMessage] = [
        ASK,
        m.Configure(0, len(config.encode()), config.encode()),
        m.Ping(Instant(number)),
        m.Heartbeat(),
        m.SetPixels(Pixel(0), picture[: 3 * min(30, config.pixels)]),
        m.ShowPixels(number),
        m.SnapshotRequest(),
        m.Ack(m.Counter(0)),
    ]
    return b"".join(probe.connection.send(message) for message in said)


def _answers(probe: Probe) -> tuple[object, ...]:
    heard = probe.wait(Duration(SECOND // 2))
    assert not damaged(heard)
    hello, crc = only(m.Hello, heard), only(m.Configured, heard)
    pongs, acks = [pong.host_us for pong in only(m.Pong, heard)], only(m.ShowAck, heard)
    return hello, crc, pongs, acks, [snapshot.values for snapshot in only(m.Snapshot, heard)][:1]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 63, 64, 65, 4096])
def test_any_cutting_gives_the_same_answers(up: Probe, size: int) -> None:
    """Law: how the stream was cut into pieces, also byte by byte, never shows (USB sends 64 at a time)."""
    up.write(_conversation(up, 7))
    whole = _answers(up)
    up.live(Duration(SECOND))
    data = _conversation(up, 7)
    for start in range(0, len(data), size):
        up.write(data[start : start + size])
        up.subject.advance(up.now)
    assert _answers(up) == whole


@pytest.mark.parametrize("seed", range(6))
def test_cutting_anywhere_with_time_between_gives_the_same_answers(up: Probe, seed: int) -> None:
    """Law: half a packet may wait for its other half; scans go on meanwhile."""
    up.write(_conversation(up, 9))
    whole = _answers(up)
    up.live(Duration(SECOND))
    chance, data = random.Random(seed), _conversation(up, 9)
    heard_before = len(up.heard)
    while data:
        size = chance.choice((1, 2, 17, 40))
        up.write(data[:size])
        data = data[size:]
        up.wait(Duration(chance.randrange(4000)))
    up.wait(Duration(SECOND // 2))
    heard = up.heard[heard_before:]
    assert (only(m.Hello, heard), [pong.host_us for pong in only(m.Pong, heard)]) == (whole[0], whole[2])
    assert only(m.ShowAck, heard) == whole[3]


@pytest.mark.parametrize("seed", range(12))
def test_after_any_garbage_the_next_delimiter_heals(up: Probe, seed: int) -> None:
    """Law: nothing is answered to noise, and the packet behind the next zero is understood."""
    chance = random.Random(seed)
    for round_number in range(10):
        noise = chance.randbytes(chance.choice((1, 8, 64, 300, 3000)))
        up.write(noise + DELIMITER)
        up.say(m.Ping(Instant(round_number)))
        assert [pong.host_us for pong in only(m.Pong, up.wait(bulk(len(noise))))] == [round_number]


@pytest.mark.parametrize("size", [MAX_ENCODED, MAX_ENCODED + 1, 5000, 70_000])
def test_a_stretch_without_end_costs_no_memory_and_no_packet_behind_it(up: Probe, size: int) -> None:
    """Law: what is longer than any packet is passed over up to the next zero."""
    for start in range(0, size, 512):
        up.write(b"\x55" * min(512, size - start))
        up.wait(bulk(512))
    up.write(DELIMITER)
    up.ask(ASK, m.Hello)


def test_the_largest_packet_is_taken(up: Probe) -> None:
    """Law: a payload of 1024 bytes passes, of whatever bytes."""
    for filler in (0x00, 0x01, 0xFF):
        up.write(seal(Packet(9, 0x05, (5).to_bytes(8, "little") + bytes([filler]) * (MAX_PAYLOAD - 8))))
        assert [pong.host_us for pong in only(m.Pong, up.wait(bulk(MAX_ENCODED)))] == [5]


def test_empty_stretches_mean_nothing(up: Probe) -> None:
    """Law: zeros in a row are no damage."""
    up.live(Duration(6 * SECOND))
    before = only(m.Quality, up.heard)[-1].crc_errors
    up.write(DELIMITER * 500)
    up.live(Duration(6 * SECOND))
    assert only(m.Quality, up.heard)[-1].crc_errors == before


@pytest.mark.parametrize("seed", range(4))
def test_a_flipped_bit_never_passes_as_another_message(up: Probe, seed: int) -> None:
    """Law: a damaged packet is answered by nothing; the whole one behind it is."""
    chance = random.Random(seed)
    for number in range(40):
        packet = bytearray(up.connection.send(m.Ping(Instant(1000 + number))))
        bit = chance.randrange(8 * (len(packet) - 1))
        packet[bit // 8] ^= 1 << bit % 8
        up.write(bytes(packet) + DELIMITER)
        up.say(m.Ping(Instant(number)))
        heard = up.wait(MOMENT)
        assert [pong.host_us for pong in only(m.Pong, heard)] == [number]
        up.heard.clear()


@pytest.mark.parametrize("keep", [1, 2, 5, 9])
def test_a_packet_that_was_cut_short_takes_at_most_its_successor_with_it(up: Probe, keep: int) -> None:
    """Law: half a packet runs into the next one; the one after that is understood."""
    up.write(up.connection.send(m.Ping(Instant(1)))[:keep])
    up.say(m.Ping(Instant(2)))
    up.say(m.Ping(Instant(3)))
    assert [pong.host_us for pong in only(m.Pong, up.wait(MOMENT))] == [3]


def test_whatever_comes_twice_does_no_harm(up: Probe) -> None:
    """Law: every message of the host is idempotent; replays are answered again and change nothing."""
    up.touch(1)
    up.live(SETTLED)
    state = up.ask(m.SnapshotRequest(), m.Snapshot)
    data = _conversation(up, 3)
    up.write(data * 3)
    heard = up.wait(Duration(SECOND // 2))
    assert {hello.boot_id for hello in only(m.Hello, heard)} == {up.ask(m.Ping(Instant(0)), m.Pong).boot_id}
    assert {crc.crc for crc in only(m.Configured, heard)} == {up.subject.wanted.crc}
    assert {snapshot.values for snapshot in only(m.Snapshot, heard)} == {state.values}
    assert {snapshot.counter for snapshot in only(m.Snapshot, heard)} == {state.counter}


def test_sequence_numbers_count_its_packets(up: Probe) -> None:
    """Law: the host learns from them what it missed; one more for each packet, modulo 65536."""
    up.live(Duration(3 * SECOND))
    up.touch(1)
    up.live(SETTLED)
    assert up.connection.missed == 0


def test_the_hosts_sequence_does_not_matter(up: Probe) -> None:
    """Law: an old number, or the same one again, is a packet like any other."""
    for sequence in (0, 0, 40_000, 65_535, 0, 1):
        up.write(seal(Packet(sequence, 0x05, sequence.to_bytes(8, "little"))))
        assert [pong.host_us for pong in only(m.Pong, up.wait(MOMENT))] == [sequence]


def test_two_hosts_packets_interleaved_by_whole_packets_are_both_answered(up: Probe) -> None:
    """Law: a host that restarts finds the other's last packets in front of its own."""
    other = Connection(Role.HOST)
    up.write(b"".join((other.send(m.Ping(Instant(1))), up.connection.send(m.Ping(Instant(2))))))
    assert [pong.host_us for pong in only(m.Pong, up.wait(MOMENT))] == [1, 2]
