"""What the host tells the controller about its board, as bytes that the controller keeps in flash.

The host's board file is the only source; the controller's copy is compared by CRC at each hello.
"""

import struct
from binascii import crc32
from dataclasses import dataclass
from typing import Final

from triboard.protocol.parts import Part, Quadrature, decode_parts, encode_parts
from triboard.protocol.values import BITS, packed_size
from triboard.units import SECOND, Duration

_FORMAT: Final = 2
"""Format 1, of protocol 1.0 and 1.1, ended after the board's name: no firmware ever read it."""

_FIXED: Final = struct.Struct("<BBHIBHHB")

LONGEST_PERIOD: Final = Duration(10 * SECOND)
"""Between two scans; a board file allows a second, the controller's counter of microseconds some minutes."""

MOST_CONFIG: Final = 4096
"""Bytes of a configuration that a controller holds; the largest shipped board needs 140."""

MOST_STATE: Final = 988
"""Bytes of packed values that fit in a snapshot: 1024 less its 19 and 17 for what is unread."""


@dataclass(frozen=True, slots=True)
class ControllerConfig:
    """How to scan and what is attached. `dead_band`: raw steps that still count as equal.

    `parts`: what hangs on which pin; a controller that reads by other means may ignore it.
    """

    board: str
    bits: int
    channels: int
    scan_period: Duration
    stable_scans: int
    dead_band: int
    pixels: int
    parts: tuple[Part, ...] = ()

    def encode(self) -> bytes:
        """The bytes that travel in `Configure` and rest in flash."""
        name = self.board.encode()
        return (
            _FIXED.pack(
                _FORMAT,
                self.bits,
                self.channels,
                self.scan_period,
                self.stable_scans,
                self.dead_band,
                self.pixels,
                len(name),
            )
            + name
            + encode_parts(self.parts)
        )

    @property
    def crc(self) -> int:
        """CRC-32 of the encoded bytes."""
        return crc32(self.encode())

    @property
    def exact(self) -> frozenset[int]:
        """Channels that are reported as each scan finds them: counts of edges, which nothing chatters in."""
        counts = (part.span.channels for part in self.parts if isinstance(part, Quadrature))
        return frozenset(channel for channels in counts for channel in channels)

    @staticmethod
    def decode(data: bytes) -> "ControllerConfig":
        """Inverse of `encode`; raises `ValueError` when the bytes are no configuration."""
        if len(data) < _FIXED.size:
            raise ValueError("configuration is cut short")
        form, bits, channels, period, stable, band, pixels, length = _FIXED.unpack_from(data)
        name = data[_FIXED.size : _FIXED.size + length]
        if form != _FORMAT or len(name) != length:
            raise ValueError(f"configuration format {form}; this end knows {_FORMAT}")
        if bits not in BITS or not period or not stable:
            raise ValueError("configuration without bits, period or scans")
        if period > LONGEST_PERIOD:
            raise ValueError("configuration with a scan period beyond 10 s")
        if packed_size(channels, bits) > MOST_STATE:
            raise ValueError(f"{channels} channels of {bits} bits do not fit in one packet")
        parts = decode_parts(data[_FIXED.size + length :])
        return ControllerConfig(name.decode(), bits, channels, Duration(period), stable, band, pixels, parts)
