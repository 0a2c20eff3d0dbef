"""Channel values packed in 1, 8 or 12 bits a channel.

The packed form is one stream of bits, least significant first: channel 0 is in the lowest bits of
the first byte. Unused bits of the last byte are 0.
"""

from binascii import crc32
from collections.abc import Sequence
from typing import Final

BITS: Final = (1, 8, 12)
"""Widths that a channel may have: a switch, a colour or level, an ADC."""

_BITS_OF_BYTE: Final = tuple(tuple(byte >> bit & 1 for bit in range(8)) for byte in range(256))


def packed_size(count: int, bits: int) -> int:
    """Bytes that `count` channels take."""
    return (count * bits + 7) // 8


def pack(values: Sequence[int], bits: int) -> bytes:
    """Values as bytes; raises `ValueError` when one does not fit."""
    if bits == 8:
        return bytes(values)
    if bits not in BITS:
        raise ValueError(f"{bits} bits a channel; 1, 8 or 12 are possible")
    if any(not 0 <= value < 1 << bits for value in values):
        raise ValueError(f"a value does not fit in {bits} bits")
    stream = 0
    for value in reversed(values):
        stream = stream << bits | value
    return stream.to_bytes(packed_size(len(values), bits), "little")


def unpack(packed: bytes, count: int, bits: int) -> tuple[int, ...]:
    """The first `count` values; raises `ValueError` when bytes are missing."""
    if bits not in BITS:
        raise ValueError(f"{bits} bits a channel; 1, 8 or 12 are possible")
    if len(packed) < packed_size(count, bits):
        raise ValueError(f"{len(packed)} bytes for {count} channels of {bits} bits")
    if bits == 8:
        return tuple(packed[:count])
    if bits == 1:
        return tuple(bit for byte in packed for bit in _BITS_OF_BYTE[byte])[:count]
    pairs = (packed[start : start + 3] for start in range(0, len(packed), 3))
    numbers = (int.from_bytes(pair, "little") for pair in pairs)
    return tuple(half for number in numbers for half in (number & 0xFFF, number >> 12))[:count]


def state_crc(values: Sequence[int], bits: int) -> int:
    """CRC-32 of the packed values: the check that both ends hold the same state."""
    return crc32(pack(values, bits))
