"""When to try again what failed: after 100 ms, then each time twice as long, up to 5 s."""

import time

from micropython import const

_FIRST = const(100)
_LONGEST = const(5000)


class Backoff:
    """One thing that may fail. `failed`: it did, and was not well since."""

    def __init__(self):
        self.failed = False
        self._pause = _FIRST
        self._waiting = False
        self._at = 0

    def due(self):
        """Whether it may be tried now."""
        if self._waiting and time.ticks_diff(time.ticks_ms(), self._at) >= 0:
            self._waiting = False
        return not self._waiting

    def bad(self):
        """It failed; the next try comes later."""
        self.failed = True
        self.wait(self._pause)
        self._pause = min(_LONGEST, 2 * self._pause)

    def good(self):
        """It is well."""
        self.failed = False
        self._waiting = False
        self._pause = _FIRST

    def wait(self, pause):
        """No try for so many milliseconds."""
        self._waiting = True
        self._at = time.ticks_add(time.ticks_ms(), pause)
