"""The controller's end: what it sends again, and when it is quiet."""

from triboard.protocol import messages as m
from triboard.protocol.config import ControllerConfig
from triboard.protocol.connection import Connection, Role
from triboard.protocol.controller_link import (
    RING,
    ControllerLink,
    Identity,
    PixelsShown,
    Reconfigured,
)
from triboard.units import SECOND, Duration, Instant, Pixel, after, millis

CONFIG = ControllerConfig("b", 1, 2, millis(10), 2, 0, 2)
WHO = Identity("f", "u", 9, m.ResetReason.POWER)
ZERO = Instant(0)


def fresh(config: ControllerConfig | None = CONFIG) -> tuple[ControllerLink, Connection]:
    link = ControllerLink(WHO, config, booted=ZERO)
    link.begin((0, 0))
    said(link)
    return link, Connection(Role.HOST)


def tell(link: ControllerLink, host: Connection, now: Instant, *messages: m.Message) -> list[object]:
    return list(link.feed(b"".join(host.send(message) for message in messages), now))


def said(link: ControllerLink) -> list[m.ControllerMessage]:
    return [outgoing.message for outgoing in link.outgoing()]


def test_it_says_hello_once_and_is_quiet_until_a_host_is_heard() -> None:
    """The banner helps a host that listens; changes without a host only move the counter."""
    link = ControllerLink(WHO, CONFIG, booted=ZERO)
    (banner,) = said(link)
    assert isinstance(banner, m.Hello)
    assert (banner.boot_id, banner.config_crc) == (9, CONFIG.crc)
    link.report((1, 0), Instant(5))
    link.tick(Instant(50 * SECOND))
    assert (said(link), link.next_deadline(Instant(50 * SECOND))) == ([], None)


def test_unacked_frames_come_again_each_100_ms_in_order() -> None:
    """Until the cumulative ack."""
    link, host = fresh()
    tell(link, host, ZERO, m.Ping(ZERO))
    link.report((1, 0), Instant(10))
    link.report((1, 1), Instant(20))
    first = [message for message in said(link) if isinstance(message, m.SensorFrame)]
    assert [frame.counter for frame in first] == [1, 2]
    assert link.next_deadline(Instant(20)) == after(Instant(10), millis(100))
    link.tick(Instant(10 + millis(100)))
    assert said(link) == first
    tell(link, host, after(ZERO, millis(150)), m.Ack(m.Counter(1)))
    link.tick(after(ZERO, millis(250)))
    assert said(link) == first[1:]
    tell(link, host, after(ZERO, millis(260)), m.Ack(m.Counter(2)))
    link.tick(after(ZERO, millis(500)))
    assert said(link) == []


def test_the_ring_keeps_the_newest_frames() -> None:
    """More changes than the ring holds in one outage are left to the snapshot."""
    link, host = fresh()
    tell(link, host, ZERO, m.Ping(ZERO))
    for turn in range(RING + 5):
        link.report((turn % 2, 0), Instant(turn))
    said(link)
    link.tick(after(ZERO, millis(200)))
    counters = [message.counter for message in said(link) if isinstance(message, m.SensorFrame)]
    assert counters == list(range(6, RING + 6))


def test_it_falls_silent_three_seconds_after_the_last_packet() -> None:
    """Nobody reads: nothing piles up in the driver's buffers."""
    link, host = fresh()
    tell(link, host, ZERO, m.Heartbeat())
    assert link.next_deadline(ZERO) == Instant(SECOND)
    link.tick(Instant(3 * SECOND))
    assert said(link) == []
    assert link.next_deadline(Instant(3 * SECOND)) is None


def test_pixels_show_only_when_told_and_within_their_range() -> None:
    """`SetPixels` alone changes nothing; pixels that are not there are ignored."""
    link, host = fresh()
    assert tell(link, host, ZERO, m.SetPixels(Pixel(1), b"abc"), m.SetPixels(Pixel(2), b"xyz")) == []
    assert tell(link, host, ZERO, m.ShowPixels(4)) == [PixelsShown(b"\0\0\0abc")]
    assert said(link) == [m.ShowAck(4)]


def test_pixels_go_dark_once_without_a_heartbeat() -> None:
    """Pings alone do not keep them lit: only the game loop's heartbeat does."""
    link, host = fresh()
    tell(link, host, ZERO, m.SetPixels(Pixel(0), b"abcdef"), m.ShowPixels(1))
    tell(link, host, Instant(SECOND), m.Heartbeat())
    tell(link, host, Instant(2 * SECOND), m.Ping(ZERO))
    dark = Instant(4 * SECOND)
    assert link.tick(Instant(dark - 1)) == []
    assert link.tick(dark) == [PixelsShown(bytes(6))]
    assert link.tick(after(dark, Duration(SECOND))) == []


def test_a_configuration_in_pieces_is_joined_and_a_missing_piece_refused() -> None:
    """All pieces in order or nothing; the same configuration again is only confirmed."""
    link, host = fresh(None)
    data = CONFIG.encode()
    total = len(data)
    assert tell(link, host, ZERO, m.Configure(5, total, data[5:])) == []
    assert tell(link, host, ZERO, m.Configure(0, total, data[:5])) == []
    assert tell(link, host, ZERO, m.Configure(5, total, data[5:])) == [Reconfigured(CONFIG)]
    assert said(link) == [m.Configured(CONFIG.crc)]
    assert tell(link, host, ZERO, m.Configure(0, total, data)) == []
    assert said(link) == [m.Configured(CONFIG.crc)]


def test_a_configuration_that_is_none_is_refused_aloud() -> None:
    """The old one stays in use."""
    link, host = fresh()
    assert tell(link, host, ZERO, m.Configure(0, 3, b"abc")) == []
    (fault,) = said(link)
    assert isinstance(fault, m.Fault)
    assert link.config == CONFIG


def test_without_a_configuration_it_has_no_state_to_tell() -> None:
    """It answers hello and ping, nothing else."""
    link, host = fresh(None)
    tell(link, host, ZERO, m.SnapshotRequest(), m.Ping(Instant(3)))
    link.report((1, 1), Instant(5))
    assert said(link) == [m.Pong(Instant(3), m.McuTime(0), 9)]
