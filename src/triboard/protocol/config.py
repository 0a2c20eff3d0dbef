"""What the host tells the controller about its board, as bytes that the controller keeps in flash.

The host's board file is the only source; the controller's copy is compared by CRC at each hello.
"""

import struct
from binascii import crc32
from dataclasses import dataclass
from typing import Final

from triboard.protocol.values import BITS
from triboard.units import Duration

_FORMAT: Final = 1
_FIXED: Final = struct.Struct("<BBHIBHHB")


@dataclass(frozen=True, slots=True)
class ControllerConfig:
    """How to scan and what is attached. `dead_band`: raw steps that still count as equal."""

    board: str
    bits: int
    channels: int
    scan_period: Duration
    stable_scans: int
    dead_band: int
    pixels: int

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
        )

    @property
    def crc(self) -> int:
        """CRC-32 of the encoded bytes."""
        return crc32(self.encode())

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
        return ControllerConfig(name.decode(), bits, channels, Duration(period), stable, band, pixels)
