"""The board as the host describes it: configuration format 2 (docs/firmware.md) as an object."""

import struct

from micropython import const

FORMAT = const(2)
MAX_CONFIG = const(4096)  # bytes; the largest shipped board needs 140

LONGEST_PERIOD = const(10_000_000)  # us; ticks wrap soon after

SHIFT = const(1)
ANALOGUE = const(2)
COLOUR = const(3)
QUADRATURE = const(4)
TAGS = const(5)
PIXELS = const(16)

_FIXED = "<BBHIBHHB"
_FIXED_SIZE = const(14)
_KINDS = (SHIFT, ANALOGUE, COLOUR, QUADRATURE, TAGS, PIXELS)


class Config:
    """One board. `parts` are (kind, body) in the order in which the host sent them.

    Raises `ValueError` when the bytes are no configuration that this firmware can run.
    """

    def __init__(self, data):
        if len(data) < _FIXED_SIZE:
            raise ValueError("configuration is cut short")
        form, bits, channels, period, stable, band, pixels, length = struct.unpack_from(_FIXED, data)
        name = bytes(data[_FIXED_SIZE : _FIXED_SIZE + length])
        if form != FORMAT or len(name) != length:
            raise ValueError(f"configuration format {form}; this end knows {FORMAT}")
        if bits not in (1, 8, 12) or not period or not stable:
            raise ValueError("configuration without bits, period or scans")
        if period > LONGEST_PERIOD:
            raise ValueError("configuration with a scan period beyond 10 s")
        self.bits = bits
        self.top = (1 << bits) - 1
        self.channels = channels
        self.period = period
        self.stable_scans = stable
        self.dead_band = band
        self.pixels = pixels
        self.board = name.decode()
        self.packed = (channels * bits + 7) // 8
        self.parts = _parts(data, _FIXED_SIZE + length)
        if self.packed > 1024 - 36:
            raise ValueError("configuration with more channels than a packet holds")


def _parts(data, place):
    """The parts behind the name."""
    if place >= len(data):
        raise ValueError("configuration is cut short")
    count = data[place]
    place += 1
    parts = []
    for _ in range(count):
        if place + 3 > len(data):
            raise ValueError("configuration is cut short")
        kind, length = struct.unpack_from("<BH", data, place)
        body = bytes(data[place + 3 : place + 3 + length])
        place += 3 + length
        if kind not in _KINDS:
            raise ValueError(f"part of kind {kind} is not known here")
        if len(body) != length:
            raise ValueError(f"part of kind {kind} is cut short")
        parts.append((kind, body))
    return parts
