"""Time since the start in two small numbers: 64 bits would lie on the heap of a 32-bit controller."""

import time

from micropython import const

_BITS = const(24)
_MASK = const(0xFFFFFF)


class Clock:
    """Microseconds since it was made, as `high` units of 2^24 us and `low` below; update it each minute."""

    def __init__(self):
        self.high = 0
        self.low = 0
        self._ticks = time.ticks_us()

    def update(self):
        """Take in the time that has passed."""
        ticks = time.ticks_us()
        low = self.low + time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        self.high += low >> _BITS
        self.low = low & _MASK

    def write(self, buffer, place):
        """The time of the last update as u64, little endian."""
        low = self.low
        high = self.high
        buffer[place] = low & 0xFF
        buffer[place + 1] = low >> 8 & 0xFF
        buffer[place + 2] = low >> 16
        for number in range(3, 8):
            buffer[place + number] = high & 0xFF
            high >>= 8
