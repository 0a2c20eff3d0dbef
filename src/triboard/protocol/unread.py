"""Channels that could not be read, as a frame carries them: a few ranges behind the values (since 1.1).

A bus or an expander fails as a bank, so ranges say it in few bytes. Where there are more ranges than fit
beside the values of the largest board, the nearest are joined: a channel too many is *unknown* for a while,
which harms nobody; one that was not read and passes for *empty* would.
"""

import struct
from collections.abc import Collection, Iterable
from typing import Final

Ranges = tuple[tuple[int, int], ...]
"""First channel and how many, in order."""

MOST_RANGES: Final = 4

_RANGE: Final = struct.Struct("<HH")


def ranges_of(channels: Collection[int], most: int = MOST_RANGES) -> Ranges:
    """The ranges that cover these channels, at most `most` of them."""
    ends: list[tuple[int, int]] = []  # first channel, first one behind
    for channel in sorted(channels):
        if ends and channel <= ends[-1][1]:
            ends[-1] = (ends[-1][0], channel + 1)
        else:
            ends.append((channel, channel + 1))
    while len(ends) > most:
        gaps = [ends[place + 1][0] - ends[place][1] for place in range(len(ends) - 1)]
        place = gaps.index(min(gaps))
        ends[place : place + 2] = [(ends[place][0], ends[place + 1][1])]
    return tuple((first, behind - first) for first, behind in ends)


def channels_of(ranges: Iterable[tuple[int, int]]) -> frozenset[int]:
    """The channels that ranges cover."""
    return frozenset(channel for first, count in ranges for channel in range(first, first + count))


def encode_ranges(ranges: Ranges) -> bytes:
    """Count and ranges; nothing at all where every channel was read, as in version 1.0."""
    if not ranges:
        return b""
    return bytes([len(ranges)]) + b"".join(_RANGE.pack(*each) for each in ranges)


def decode_ranges(data: bytes) -> Ranges:
    """Inverse of `encode_ranges`; what follows is ignored. Raises `struct.error` when bytes are missing."""
    count = data[0] if data else 0
    return tuple(_RANGE.unpack_from(data, 1 + place * _RANGE.size) for place in range(count))
