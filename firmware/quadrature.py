"""A turning rim on the controller: an encoder counted edge by edge by interrupts, and its index switch.

The same table as the host's (`triboard.board.rims`): A leads B when turning clockwise. Two tracks that both
changed are a lost edge: the angle is not known until the index is seen again.
"""

import struct

from machine import Pin
from micropython import const

_LOST = const(2)
# (previous A, B) and (A, B), A being the lower bit: the step, plus 3 so that it fits a byte.
_STEPS = bytes((3, 4, 2, 5, 2, 3, 5, 4, 4, 5, 3, 2, 5, 2, 4, 3))


class Rim:
    """Counts one rim. Its channels: the count modulo a full turn, in as many as it takes, and whether it is
    known where the rim stands."""

    def __init__(self, body, config):
        self.first, self.count, self.step, a, b, index, reverse, self._turn = struct.unpack("<HHBBBBBH", body)
        if not self._turn:
            raise ValueError("no edges")
        self.name = f"rim at GP {a}"
        self.fault = ""
        self._width = config.bits
        self._reverse = bool(reverse)
        self._a = Pin(a, Pin.IN, Pin.PULL_UP)
        self._b = Pin(b, Pin.IN, Pin.PULL_UP)
        self._index = Pin(index, Pin.IN, Pin.PULL_UP)
        self._edges = 0
        self._located = 0
        self._was = 0
        self._late = 0  # scans in a row that found other levels than the last interrupt
        self._was_index = False
        self._handler = self._edge  # made once: a bound method made in an interrupt would allocate

    def start(self):
        """Take the levels as they are and count from here on."""
        self._was = self._levels()
        self._edge(None)
        for pin in (self._a, self._b, self._index):
            pin.irq(handler=self._handler, trigger=Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)
        return 0

    def stop(self):
        """No interrupts any more: another configuration has other uses for these pins."""
        for pin in (self._a, self._b, self._index):
            pin.irq(handler=None)

    def read(self, state):
        """The count now."""
        # Not counted here: an interrupt in between would count the same edge again.
        self._late = self._late + 1 if self._levels() != self._was else 0
        if self._late > 1:  # an interrupt did not come
            self._was = self._levels()
            self._located = self._late = 0
        value = self._edges
        place = self.first * 8
        width = self._width
        mask = (1 << width) - 1
        for _ in range(self.count - 1):
            state[place] = value & mask
            value >>= width
            place += 8
        state[place] = self._located
        return True

    def _levels(self):
        return (0 if self._a() else 1) | (0 if self._b() else 2)

    def _edge(self, _pin):
        levels = self._levels()
        step = _STEPS[self._was << 2 | levels] - 3
        self._was = levels
        if step == _LOST:
            self._located = 0
        elif step:
            self._edges = (self._edges + (-step if self._reverse else step)) % self._turn
        index = not self._index()
        if index and not (self._was_index and self._located):
            self._edges = 0
            self._located = 1
        self._was_index = index
