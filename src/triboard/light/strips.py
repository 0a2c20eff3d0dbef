"""From red, green and blue of every pixel to the bytes of one strip, in the order its LEDs take them."""

from collections.abc import Sequence
from operator import sub

from triboard.board.definition import Segment


class Strip:
    """One chain of LEDs: segments one after the other, all with a white chip or all without.

    An LED with a white chip gets what its three colours have in common as white, and only the rest in
    colour: the same light for less current.
    """

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = tuple(segments)
        self.channels = len(self.segments[0].order) if self.segments else 3
        self.count = sum(segment.count for segment in self.segments)

    def fill(self, buffer: bytearray, rgb: bytes) -> None:
        """Put the strip's part of `rgb` (all pixels of the board) into `buffer` (this strip's bytes)."""
        start = 0
        for segment in self.segments:
            end = start + segment.count * self.channels
            first, last = 3 * segment.first, 3 * (segment.first + segment.count)
            parts = [rgb[first + channel : last : 3] for channel in range(3)]
            for channel, part in zip("RGBW", _with_white(parts) if segment.white else parts, strict=False):
                buffer[start + segment.order.index(channel) : end : self.channels] = part
            start = end


def _with_white(parts: Sequence[bytes]) -> list[bytes]:
    white = bytes(map(min, *parts))
    return [*(bytes(map(sub, part, white)) for part in parts), white]
