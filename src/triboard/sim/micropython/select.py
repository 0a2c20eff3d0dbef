"""MicroPython's `select`; waiting goes by the bench's clock, what can be read is really there."""

import _bench
import uselect
from uselect import POLLERR, POLLHUP, POLLIN, POLLOUT

_LOOK = 50  # microseconds that a poll and what is done around it take a Pico at least


class poll:
    """As MicroPython's, with the bench's clock behind its time-outs (milliseconds)."""

    def __init__(self):
        self._own = uselect.poll()
        self._both = uselect.poll()  # also ends when the bench says something, in real time
        _bench.watch(self._both)

    def register(self, stream, events=POLLIN | POLLOUT):
        """Watch a stream."""
        self._own.register(stream, events)
        self._both.register(stream, events)

    def unregister(self, stream):
        """Forget a stream."""
        self._own.unregister(stream)
        self._both.unregister(stream)

    def modify(self, stream, events):
        """Watch for other events."""
        self._own.modify(stream, events)
        self._both.modify(stream, events)

    def poll(self, timeout=-1, flags=0):
        """A list of what is ready."""
        self._wait(timeout)
        return self._own.poll(0, flags)

    def ipoll(self, timeout=-1, flags=0):
        """What is ready, without a list."""
        self._wait(timeout)
        return self._own.ipoll(0, flags)

    def _wait(self, timeout):
        _bench.spend(_LOOK)
        if timeout == 0:
            _bench.look()
            return
        for _ in self._own.ipoll(0):
            return
        _bench.wait(None if timeout is None or timeout < 0 else _bench.now() + 1000 * timeout, self._both)
