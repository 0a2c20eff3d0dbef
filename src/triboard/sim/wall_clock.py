"""The wall clock of this process, which can jump as it does when a network time server is found at last.

No part of the daemon may mind. What can be moved from inside a process is what Python code reads through
`time.time` and `time.time_ns` (log records among it); the kernel's own clock stays as it is.
"""

import time
from collections.abc import Callable, Mapping
from typing import Final

BILLION: Final = 1_000_000_000


class WallClock:
    """Shifts `time.time` and `time.time_ns` for the whole process; `restore` puts them back."""

    def __init__(self) -> None:
        self._shift = 0
        self._true: Mapping[str, Callable[[], float]] = {"time": time.time, "time_ns": time.time_ns}

    @property
    def shift(self) -> float:
        """Seconds by which the clock is wrong now."""
        return self._shift / BILLION

    def jump(self, seconds: float) -> None:
        """Set the clock forward, or back."""
        self._shift += round(seconds * BILLION)
        self._put(
            {
                "time": lambda: self._true["time"]() + self._shift / BILLION,
                "time_ns": lambda: self._true["time_ns"]() + self._shift,
            }
        )

    def restore(self) -> None:
        """The clock is right again."""
        if self._shift:
            self._shift = 0
            self._put(self._true)

    def _put(self, clocks: Mapping[str, Callable[[], float]]) -> None:
        for name, read in clocks.items():
            setattr(time, name, read)
