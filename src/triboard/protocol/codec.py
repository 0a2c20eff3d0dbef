"""Messages as payload bytes and back; all numbers little endian.

Every variable part carries its length, and trailing bytes are ignored: a newer minor version may
append fields and older ends still read the rest.
"""

import struct
from collections.abc import Callable, Mapping
from typing import Final, assert_never

from triboard.protocol import messages as m
from triboard.protocol.framing import MAX_PAYLOAD
from triboard.protocol.unread import decode_ranges, encode_ranges
from triboard.protocol.values import pack, packed_size, unpack
from triboard.units import Instant, Pixel

CONFIGURE_BYTES: Final = 1000
"""Configuration bytes in one message; the header of 6 fits beside them."""

PIXELS_A_MESSAGE: Final = 340
"""3 bytes each and a header of 4 stay within `MAX_PAYLOAD`."""

QUALITY_CHANNELS: Final = 250
"""Channels in one quality report; 2 + 2 bytes each and a header of 15 stay within `MAX_PAYLOAD`."""

_ABSENT: Final = 0xFFFF  # supply voltage that is not measured

_VERSION: Final = struct.Struct("<BB")
_CONFIGURE: Final = struct.Struct("<HHH")
_U32: Final = struct.Struct("<I")
_PING: Final = struct.Struct("<Q")
_PIXELS: Final = struct.Struct("<HH")
_HELLO: Final = struct.Struct("<BBBIIHH")
_STATE: Final = struct.Struct("<IQBH")
_QUALITY: Final = struct.Struct("<IIHHHB")
_PONG: Final = struct.Struct("<QQI")

KINDS: Final[Mapping[type[m.Message], int]] = {
    m.HelloRequest: 0x01,
    m.Configure: 0x02,
    m.Ack: 0x03,
    m.SnapshotRequest: 0x04,
    m.Ping: 0x05,
    m.Heartbeat: 0x06,
    m.SetPixels: 0x07,
    m.ShowPixels: 0x08,
    m.Hello: 0x81,
    m.Configured: 0x82,
    m.SensorFrame: 0x83,
    m.Snapshot: 0x84,
    m.Quality: 0x85,
    m.Pong: 0x86,
    m.ShowAck: 0x87,
    m.Fault: 0x88,
}
"""Type byte of each message; the high bit says that the controller speaks."""

FROM_CONTROLLER: Final = 0x80


def encode(message: m.Message) -> bytes:
    """The payload of a message; raises `ValueError` or `struct.error` when a number does not fit."""
    match message:
        case m.HelloRequest(major, minor):
            return _VERSION.pack(major, minor)
        case m.Configure(offset, total, data):
            return _CONFIGURE.pack(offset, total, len(data)) + data
        case m.Ack(counter):
            return _U32.pack(counter)
        case m.SnapshotRequest() | m.Heartbeat():
            return b""
        case m.Ping(host_us):
            return _PING.pack(host_us)
        case m.SetPixels(first, rgb):
            if len(rgb) % 3:
                raise ValueError("pixels take three bytes each")
            return _PIXELS.pack(first, len(rgb) // 3) + rgb
        case m.ShowPixels(number) | m.ShowAck(number) | m.Configured(number):
            return _U32.pack(number)
        case m.Hello():
            return _encode_hello(message)
        case m.SensorFrame(counter, at_us, bits, values, unread):
            state = _STATE.pack(counter, at_us, bits, len(values)) + pack(values, bits)
            return state + encode_ranges(unread)
        case m.Snapshot(counter, at_us, bits, values, crc, unread):
            state = _STATE.pack(counter, at_us, bits, len(values)) + pack(values, bits)
            return state + _U32.pack(crc) + encode_ranges(unread)
        case m.Quality():
            return _encode_quality(message)
        case m.Pong(host_us, mcu_us, boot_id):
            return _PONG.pack(host_us, mcu_us, boot_id)
        case m.Fault(text):
            return _text(text, 2)
        case _:
            assert_never(message)


def decode(kind: int, payload: bytes) -> m.Message | None:
    """The message in a payload; `None` for a type that this version does not know.

    Raises `ValueError` or `struct.error` when the payload does not fit its type.
    """
    decoder = _DECODERS.get(kind)
    return decoder(payload) if decoder else None


def _text(text: str, length_bytes: int) -> bytes:
    """Length and UTF-8 bytes, cut to what fits."""
    most = MAX_PAYLOAD - length_bytes if length_bytes > 1 else 255
    data = text.encode()[:most].decode(errors="ignore").encode()  # never half a character
    return len(data).to_bytes(length_bytes, "little") + data


def _take_text(payload: bytes, start: int, length_bytes: int) -> tuple[str, int]:
    begin = start + length_bytes
    end = begin + int.from_bytes(payload[start:begin], "little")
    if begin > len(payload) or end > len(payload):
        raise ValueError("text is cut short")
    return payload[begin:end].decode(), end


def _encode_hello(hello: m.Hello) -> bytes:
    fixed = _HELLO.pack(
        hello.major,
        hello.minor,
        hello.reset.value,
        hello.boot_id,
        hello.config_crc,
        hello.channels,
        hello.pixels,
    )
    return fixed + b"".join(_text(text, 1) for text in (hello.firmware, hello.board, hello.unit))


def _decode_hello(payload: bytes) -> m.Hello:
    major, minor, reset, boot_id, crc, channels, pixels = _HELLO.unpack_from(payload)
    firmware, place = _take_text(payload, _HELLO.size, 1)
    board, place = _take_text(payload, place, 1)
    unit, _ = _take_text(payload, place, 1)
    known = {reason.value for reason in m.ResetReason}
    reason = m.ResetReason(reset if reset in known else m.ResetReason.UNKNOWN.value)
    return m.Hello(major, minor, firmware, board, unit, channels, pixels, crc, boot_id, reason)


def _encode_quality(quality: m.Quality) -> bytes:
    count = len(quality.toggles)
    if quality.margins is not None and len(quality.margins) != count:
        raise ValueError("a margin for each channel or none")
    supply = _ABSENT if quality.supply_mv is None else quality.supply_mv
    numbers = quality.toggles + (quality.margins or ())
    return _QUALITY.pack(
        quality.loop_us, quality.crc_errors, supply, quality.first, count, quality.margins is not None
    ) + struct.pack(f"<{len(numbers)}H", *numbers)


def _decode_quality(payload: bytes) -> m.Quality:
    loop_us, crc_errors, supply, first, count, measured = _QUALITY.unpack_from(payload)
    toggles = struct.unpack_from(f"<{count}H", payload, _QUALITY.size)
    margins = struct.unpack_from(f"<{count}H", payload, _QUALITY.size + 2 * count) if measured else None
    return m.Quality(loop_us, crc_errors, None if supply == _ABSENT else supply, first, toggles, margins)


def _decode_state(payload: bytes) -> tuple[m.Counter, m.McuTime, int, tuple[int, ...], bytes]:
    counter, at_us, bits, count = _STATE.unpack_from(payload)
    rest = payload[_STATE.size :]
    size = packed_size(count, bits)
    values = unpack(rest[:size], count, bits)
    return m.Counter(counter), m.McuTime(at_us), bits, values, rest[size:]


def _decode_frame(payload: bytes) -> m.SensorFrame:
    counter, at_us, bits, values, rest = _decode_state(payload)
    return m.SensorFrame(counter, at_us, bits, values, decode_ranges(rest))


def _decode_snapshot(payload: bytes) -> m.Snapshot:
    counter, at_us, bits, values, rest = _decode_state(payload)
    crc = _U32.unpack_from(rest)[0]
    return m.Snapshot(counter, at_us, bits, values, crc, decode_ranges(rest[_U32.size :]))


def _decode_configure(payload: bytes) -> m.Configure:
    offset, total, length = _CONFIGURE.unpack_from(payload)
    return m.Configure(offset, total, _exactly(payload[_CONFIGURE.size :], length))


def _decode_pixels(payload: bytes) -> m.SetPixels:
    first, count = _PIXELS.unpack_from(payload)
    return m.SetPixels(Pixel(first), _exactly(payload[_PIXELS.size :], 3 * count))


def _exactly(data: bytes, length: int) -> bytes:
    if len(data) < length:
        raise ValueError(f"{length} bytes announced, {len(data)} came")
    return data[:length]


def _decode_pong(payload: bytes) -> m.Pong:
    host_us, mcu_us, boot_id = _PONG.unpack_from(payload)
    return m.Pong(Instant(host_us), m.McuTime(mcu_us), boot_id)


_DECODERS: Final[Mapping[int, Callable[[bytes], m.Message]]] = {
    0x01: lambda payload: m.HelloRequest(*_VERSION.unpack_from(payload)),
    0x02: _decode_configure,
    0x03: lambda payload: m.Ack(*_U32.unpack_from(payload)),
    0x04: lambda _: m.SnapshotRequest(),
    0x05: lambda payload: m.Ping(*_PING.unpack_from(payload)),
    0x06: lambda _: m.Heartbeat(),
    0x07: _decode_pixels,
    0x08: lambda payload: m.ShowPixels(*_U32.unpack_from(payload)),
    0x81: _decode_hello,
    0x82: lambda payload: m.Configured(*_U32.unpack_from(payload)),
    0x83: _decode_frame,
    0x84: _decode_snapshot,
    0x85: _decode_quality,
    0x86: _decode_pong,
    0x87: lambda payload: m.ShowAck(*_U32.unpack_from(payload)),
    0x88: lambda payload: m.Fault(_take_text(payload, 0, 2)[0]),
}
