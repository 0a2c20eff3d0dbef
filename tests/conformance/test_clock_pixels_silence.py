"""Clock, health, pixels, and what becomes of them when the host falls silent."""

import itertools

from tests.conformance.conftest import MakeProbe
from tests.conformance.probe import EARLY, LATE, MOMENT, SETTLED, Probe, only, times

from triboard.protocol import messages as m
from triboard.protocol.controller_link import PATIENCE
from triboard.protocol.framing import Packet, seal
from triboard.units import SECOND, Channel, Duration, Instant, Pixel, after, millis


def test_a_ping_is_answered_at_once_with_clock_and_boot(up: Probe) -> None:
    """Law: the controller's clock counts microseconds since its boot and never runs back."""
    boot = up.ask(m.Ping(Instant(0)), m.Pong).boot_id
    pongs = []
    for number in range(5):
        pongs.append((up.now, up.ask(m.Ping(Instant(number)), m.Pong)))
        up.live(millis(700))
    assert [pong.host_us for _, pong in pongs] == list(range(5))
    assert {pong.boot_id for _, pong in pongs} == {boot}
    for (earlier, one), (later, other) in itertools.pairwise(pongs):
        assert abs((other.mcu_us - one.mcu_us) - (later - earlier)) <= LATE


def test_the_clock_takes_a_ping_of_the_largest_host_time(up: Probe) -> None:
    """Law: the host's time comes back bit by bit, also where a small number would not hold it."""
    for number in (0, 1, 2**30, 2**31, 2**32 - 1, 2**53 + 1, 2**63, 2**64 - 1):
        assert up.ask(m.Ping(Instant(number)), m.Pong).host_us == number


def test_health_is_told_each_five_seconds_for_every_channel(probe_of: MakeProbe) -> None:
    """Law: reports of at most 250 channels join to all of them, also on the largest board."""
    probe = probe_of("trioker-racks")
    probe.bring_up()
    heard = probe.live(Duration(11 * SECOND))
    reports = only(m.Quality, heard)
    firsts = [report.first for report in reports]
    assert firsts == [0, 250] * (len(reports) // 2)
    assert len(reports) >= 4
    assert {sum(len(part.toggles) for part in reports[:2])} == {probe.subject.wanted.channels}
    begun = times(m.Quality, heard)[::2]
    gaps = [later - earlier for earlier, later in itertools.pairwise(begun)]
    assert all(5 * SECOND - EARLY <= gap <= 5 * SECOND + LATE for gap in gaps), gaps
    assert all(0 < report.loop_us < SECOND for report in reports)


def test_toggles_count_what_chatters(up: Probe) -> None:
    """Law: the host judges flicker by raw changes, channel by channel, since the last report."""
    up.live(Duration(6 * SECOND))
    up.heard.clear()
    period = up.subject.wanted.scan_period
    for step in range(20):
        up.subject.set_raw(Channel(2), step % 2, up.now)
        up.live(Duration(2 * period))
    heard = up.live(Duration(6 * SECOND))
    counted = [report.toggles for report in only(m.Quality, up.heard)]
    assert sum(toggles[2] for toggles in counted) >= 8
    assert sum(sum(toggles) - toggles[2] for toggles in counted) == 0
    assert heard


def test_damaged_packets_are_counted(up: Probe) -> None:
    """Law: the controller's own count of wrong CRCs only grows, by what came damaged."""
    up.live(Duration(6 * SECOND))
    before = only(m.Quality, up.heard)[-1].crc_errors
    for number in range(3):
        broken = bytearray(seal(Packet(number, 0x06, b"")))
        broken[4] ^= 0x10 if broken[4] != 0x10 else 0x20
        up.write(bytes(broken))
    up.live(Duration(6 * SECOND))
    assert only(m.Quality, up.heard)[-1].crc_errors == before + 3


def test_pixels_show_only_when_told(up: Probe) -> None:
    """Law: `SetPixels` alone changes nothing; `ShowPixels` shows all that was set and is acked."""
    count = up.subject.wanted.pixels
    up.say(m.Heartbeat(), m.SetPixels(Pixel(0), b"\x01\x02\x03"))
    up.say(m.SetPixels(Pixel(count - 1), b"\x0a\x0b\x0c"))
    up.wait(MOMENT)
    assert not any(up.subject.pixels)
    assert up.ask(m.ShowPixels(4_000_000_000), m.ShowAck).frame == 4_000_000_000
    assert up.subject.pixels == b"\x01\x02\x03" + bytes(3 * count - 6) + b"\x0a\x0b\x0c"


def test_pixels_that_are_not_there_are_ignored(up: Probe) -> None:
    """Law: a range that reaches beyond the last pixel changes none."""
    count = up.subject.wanted.pixels
    up.say(m.Heartbeat(), m.SetPixels(Pixel(count - 1), b"\xff" * 6), m.SetPixels(Pixel(60000), b"\xff" * 3))
    up.ask(m.ShowPixels(1), m.ShowAck)
    assert not any(up.subject.pixels)


def _light(probe: Probe) -> None:
    probe.say(m.Heartbeat(), m.SetPixels(Pixel(0), b"\x20" * 3))
    probe.ask(m.ShowPixels(1), m.ShowAck)
    assert any(probe.subject.pixels)


def test_pixels_go_dark_three_seconds_after_the_last_heartbeat(up: Probe) -> None:
    """Law: pings alone do not keep the light: only the game loop's heartbeat does."""
    _light(up)
    up.live(Duration(5 * SECOND))
    assert any(up.subject.pixels)
    last = up.now
    up.say(m.Heartbeat())
    while up.now < after(last, Duration(PATIENCE - millis(100))):
        assert any(up.subject.pixels)
        up.say(m.Ping(up.now))
        up.wait(millis(100))
    up.wait(Duration(millis(100) + LATE))
    assert not any(up.subject.pixels)
    up.say(m.Heartbeat())
    up.wait(SETTLED)
    assert not any(up.subject.pixels), "a late heartbeat does not bring an old picture back"


def test_pixels_are_dark_after_a_restart(up: Probe) -> None:
    """Law: nothing of the last boot shines."""
    _light(up)
    up.subject.reset(m.ResetReason.EXTERNAL, up.now)
    up.wait(Duration(2 * SECOND))
    assert not any(up.subject.pixels)


def test_it_falls_silent_three_seconds_after_the_last_packet_and_goes_on_scanning(up: Probe) -> None:
    """Law: nobody reads, so nothing piles up; what changed meanwhile is in the next snapshot."""
    base = up.ask(m.SnapshotRequest(), m.Snapshot)
    up.wait(Duration(PATIENCE + LATE))
    up.touch(1, 1)
    assert up.wait(Duration(10 * SECOND)) == []
    heard = up.live(Duration(2 * SECOND), acks=False)
    assert only(m.SensorFrame, heard) == [], "frames of the silence are not sent late"
    snapshot = only(m.Snapshot, heard)[0]
    assert snapshot.values[:2] == (1, 1)
    assert snapshot.counter > base.counter


def test_garbage_does_not_count_as_a_host(up: Probe) -> None:
    """Law: only whole packets keep the controller talking."""
    up.wait(Duration(PATIENCE + LATE))
    for _ in range(20):
        up.write(b"AT+GCAP\r\n\0~\0x0}!boot")
        assert up.wait(millis(300)) == []
