"""Kinds of messages, and the payloads of those that say who this controller is (docs/protocol.md)."""

from micropython import const

HELLO_REQUEST = const(0x01)
CONFIGURE = const(0x02)
ACK = const(0x03)
SNAPSHOT_REQUEST = const(0x04)
PING = const(0x05)
HEARTBEAT = const(0x06)
SET_PIXELS = const(0x07)
SHOW_PIXELS = const(0x08)

FROM_CONTROLLER = const(0x80)
HELLO = const(0x81)
CONFIGURED = const(0x82)
SENSOR_FRAME = const(0x83)
SNAPSHOT = const(0x84)
QUALITY = const(0x85)
PONG = const(0x86)
SHOW_ACK = const(0x87)
FAULT = const(0x88)

# Bytes that the payload of each message of a host has at least.
LEAST = bytes((0, 2, 6, 4, 0, 8, 0, 4, 4))

VALUES_AT = const(15)  # in a frame: behind counter u32, time u64, bits u8, channels u16
QUALITY_CHANNELS = const(250)
_LONGEST_FAULT = const(1022)


def put16(buffer, place, value):
    """u16, little endian."""
    buffer[place] = value & 0xFF
    buffer[place + 1] = value >> 8 & 0xFF


def put32(buffer, place, value):
    """u32, little endian."""
    put16(buffer, place, value)
    put16(buffer, place + 2, value >> 16)


def get16(buffer, place):
    """u16, little endian."""
    return buffer[place] | buffer[place + 1] << 8


def put_text8(buffer, place, text):
    """Length and UTF-8; where it ends."""
    data = _cut(text.encode(), 255)
    buffer[place] = len(data)
    buffer[place + 1 : place + 1 + len(data)] = data
    return place + 1 + len(data)


def put_fault(buffer, place, text):
    """Length u16 and UTF-8; how long the payload is."""
    data = _cut(text.encode(), _LONGEST_FAULT)
    put16(buffer, place, len(data))
    buffer[place + 2 : place + 2 + len(data)] = data
    return 2 + len(data)


def _cut(data, most):
    """At most so many bytes, never half a character."""
    if len(data) <= most:
        return data
    while data[most] & 0xC0 == 0x80:
        most -= 1
    return data[:most]
