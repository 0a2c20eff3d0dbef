"""One end of the conversation: limits, roles, versions, broken contracts."""

import pytest

from triboard.errors import InternalError, ProtocolVersionError
from triboard.protocol import messages as m
from triboard.protocol.codec import (
    CONFIGURE_BYTES,
    PIXELS_A_MESSAGE,
    QUALITY_CHANNELS,
    decode,
    encode,
)
from triboard.protocol.config import ControllerConfig
from triboard.protocol.connection import Connection, NeedData, Role
from triboard.protocol.framing import MAX_ENCODED, MAX_PAYLOAD, Damage, Damaged, Packet, PacketReader, seal
from triboard.protocol.values import pack, unpack
from triboard.protocol.version import MAJOR, MINOR, OLDEST_MINOR, agree
from triboard.units import Instant, Pixel, millis


def test_an_end_may_not_send_the_other_ends_messages() -> None:
    """A message of the wrong direction is our own mistake, not the controller's."""
    with pytest.raises(InternalError, match="other end"):
        Connection(Role.HOST).send(m.ShowAck(1))


def test_a_number_that_does_not_fit_is_our_own_mistake() -> None:
    """No message is cut silently."""
    with pytest.raises(InternalError, match="does not fit"):
        Connection(Role.CONTROLLER).send(m.SensorFrame(m.Counter(1), m.McuTime(0), 8, (256,)))
    with pytest.raises(InternalError, match="does not fit"):
        Connection(Role.HOST).send(m.SetPixels(Pixel(0), b"\1\2"))
    with pytest.raises(InternalError, match="payload of"):
        Connection(Role.CONTROLLER).send(m.SensorFrame(m.Counter(1), m.McuTime(0), 8, (0,) * 1024))


def test_a_margin_belongs_to_each_channel_or_to_none() -> None:
    """Half a list of margins is refused."""
    with pytest.raises(ValueError, match="margin"):
        encode(m.Quality(1, 0, None, 0, (1, 2), (3,)))


def test_the_sequence_number_wraps_and_tells_missing_packets() -> None:
    """Numbers jump by what was lost; a duplicate and the wrap count nothing."""
    host, controller = Connection(Role.HOST), Connection(Role.CONTROLLER)
    packets = [host.send(m.Heartbeat()) for _ in range(65540)]
    controller.receive_data(packets[65534] + packets[65535] + packets[65535] + packets[65539])
    beats = 0
    while controller.next_event() == m.Heartbeat():
        beats += 1
    assert (beats, controller.missed) == (4, 3)


def test_the_reader_holds_no_more_than_one_packet() -> None:
    """A stream without delimiters costs no memory and is one damaged stretch."""
    reader = PacketReader()
    for _ in range(100):
        reader.receive_data(b"\1" * 1000)
    assert len(reader._partial) == MAX_ENCODED
    assert reader.next_packet() is None
    reader.receive_data(b"\0" + seal(Packet(1, 6, b"")))
    assert reader.next_packet() == Damaged(Damage.TOO_LONG, 100_000)
    assert reader.next_packet() == Packet(1, 6, b"")


def test_the_longest_packet_passes_whatever_its_bytes() -> None:
    """`MAX_ENCODED` is exact: the longest payload of no zeros, and of zeros only."""
    for byte in (b"\xff", b"\0"):
        packet = Packet(65535, 0xFF, byte * MAX_PAYLOAD)
        reader = PacketReader()
        reader.receive_data(seal(packet))
        assert reader.next_packet() == packet
    assert len(seal(Packet(65535, 0xFF, b"\xff" * MAX_PAYLOAD))) <= MAX_ENCODED + 1


def test_the_largest_parts_fit_their_packets() -> None:
    """The named limits of chunked messages hold."""
    for message in (
        m.Configure(0, CONFIGURE_BYTES, bytes(CONFIGURE_BYTES)),
        m.SetPixels(Pixel(0), bytes(3 * PIXELS_A_MESSAGE)),
        m.Quality(1, 1, 1, 0, (1,) * QUALITY_CHANNELS, (1,) * QUALITY_CHANNELS),
        m.SensorFrame(m.Counter(1), m.McuTime(1), 12, (4095,) * 657),
        m.Fault("ü" * 2000),
    ):
        assert len(encode(message)) <= MAX_PAYLOAD


def test_a_newer_minor_version_may_append_fields() -> None:
    """Trailing bytes of any message are ignored."""
    hello = m.Hello(1, 9, "f", "b", "u", 1, 2, 3, 4, m.ResetReason.POWER)
    assert decode(0x81, encode(hello) + b"new field") == hello
    assert decode(0x06, b"new field") == m.Heartbeat()


def test_an_unknown_reset_reason_is_called_unknown() -> None:
    """A newer firmware may know more reasons."""
    payload = bytearray(encode(m.Hello(1, 0, "f", "b", "u", 1, 2, 3, 4, m.ResetReason.POWER)))
    payload[2] = 99
    hello = decode(0x81, bytes(payload))
    assert isinstance(hello, m.Hello)
    assert hello.reset is m.ResetReason.UNKNOWN


@pytest.mark.parametrize("kind", [0x02, 0x07, 0x81, 0x83, 0x84, 0x85, 0x86, 0x88])
def test_a_payload_cut_anywhere_is_damage(kind: int) -> None:
    """Every proper prefix of a payload is refused, none is misread."""
    by_kind: dict[int, m.Message] = {
        0x02: m.Configure(0, 4, b"abcd"),
        0x07: m.SetPixels(Pixel(0), b"abc"),
        0x81: m.Hello(1, 0, "f", "b", "u", 1, 2, 3, 4, m.ResetReason.POWER),
        0x83: m.SensorFrame(m.Counter(1), m.McuTime(2), 8, (1, 2, 3)),
        0x84: m.Snapshot(m.Counter(1), m.McuTime(2), 1, (1, 0, 1), 5),
        0x85: m.Quality(1, 2, None, 0, (1, 2), (3, 4)),
        0x86: m.Pong(Instant(1), m.McuTime(2), 3),
        0x88: m.Fault("text"),
    }
    payload = encode(by_kind[kind])
    for length in range(len(payload)):
        connection = Connection(Role.HOST if kind & 0x80 else Role.CONTROLLER)
        connection.receive_data(seal(Packet(0, kind, payload[:length])))
        assert connection.next_event() == Damaged(Damage.BAD_PAYLOAD, length)
        assert connection.next_event() == NeedData()


@pytest.mark.parametrize(("values", "bits"), [((1,), 3), ((2,), 1), ((4096,), 12), ((-1,), 12)])
def test_values_that_do_not_fit_are_refused(values: tuple[int, ...], bits: int) -> None:
    """Nothing is cut to its low bits."""
    with pytest.raises(ValueError, match="bits"):
        pack(values, bits)


@pytest.mark.parametrize(("packed", "count", "bits"), [(b"", 1, 1), (b"\0", 1, 12), (b"\0", 1, 7)])
def test_bytes_that_are_no_values_are_refused(packed: bytes, count: int, bits: int) -> None:
    """Missing bytes are no zeros."""
    with pytest.raises(ValueError, match="bits"):
        unpack(packed, count, bits)


def test_a_damaged_configuration_is_refused() -> None:
    """What comes from flash or the wire is checked before it is used."""
    good = ControllerConfig("ttt3d", 8, 81, millis(10), 3, 4, 27).encode()
    for bad in (b"", good[:-1], b"\1" + good[1:], good[:1] + b"\7" + good[2:], good[:-1] + b"\1"):
        with pytest.raises(ValueError, match="configuration"):
            ControllerConfig.decode(bad)


def test_versions_agree_on_the_same_major() -> None:
    """Same major runs; a newer minor runs with the features that both know."""
    assert agree(MAJOR, MINOR + 7) == agree(MAJOR, MINOR)
    known = ("frames", "snapshots", "clock", "quality", "pixels", "unread", "wiring")
    assert agree(MAJOR, MINOR).features == known


@pytest.mark.parametrize(("major", "fix"), [(MAJOR - 1, "firmware"), (MAJOR + 1, "triboard on the host")])
def test_another_major_is_refused_with_both_versions_and_the_fix(major: int, fix: str) -> None:
    """The message is enough to act on."""
    with pytest.raises(ProtocolVersionError, match=rf"{major}\.4.*{MAJOR}\.{MINOR}.*Update the {fix}"):
        agree(major, 4)


def test_firmware_that_knows_no_wiring_table_is_refused() -> None:
    """It could not read the configuration; the message says how to renew it."""
    said = rf"{MAJOR}\.1.*{MAJOR}\.{MINOR}.*triboard firmware install"
    with pytest.raises(ProtocolVersionError, match=said):
        agree(MAJOR, OLDEST_MINOR - 1)
