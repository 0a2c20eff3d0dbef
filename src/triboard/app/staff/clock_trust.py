"""Whether the wall clock may be believed: asked of the kernel and of whoever sets the clock, at run time.

Once it was set from the network since the machine started it counts as right: cheap clocks lose seconds a
day, and hours of opening do not care. A clock that nobody set (a Pi without network starts where it stopped)
would open and close at wrong hours, so everything that depends on it is off then.
"""

import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from triboard.drivers.kernel_clock import kernel_synchronised
from triboard.units import SECOND, Duration, Instant, after

SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")
"""systemd-timesyncd makes it when it first sets the clock; /run is empty after a start of the machine."""

ASK_EVERY: Final = Duration(30 * SECOND)
ASK_PATIENCE: Final = 5.0
"""Seconds for the answer of the system bus."""

Ask = Callable[[], bool | None]
"""Whether the clock is right; `None`: cannot tell."""


def by_file() -> bool | None:
    """What timesyncd says by its file; its absence says nothing."""
    return True if SYNCHRONISED.exists() else None


def by_bus() -> bool | None:
    """What timedated answers, who may ask the kernel where our unit may not (ProtectClock)."""
    command = [
        "busctl", "get-property", "org.freedesktop.timedate1", "/org/freedesktop/timedate1",
        "org.freedesktop.timedate1", "NTPSynchronized",
    ]  # fmt: skip
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=ASK_PATIENCE,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return {"b true": True, "b false": False}.get(done.stdout.strip())


QUICK: Final[tuple[Ask, ...]] = (kernel_synchronised, by_file)
SLOW: Final[tuple[Ask, ...]] = (by_bus,)


class ClockTrust:
    """Asks now and then until somebody says yes; then it stays so."""

    def __init__(self, quick: tuple[Ask, ...] = QUICK, slow: tuple[Ask, ...] = SLOW) -> None:
        """`quick` are asked on the caller's time, `slow` in a thread of their own."""
        self.trusted = False
        self._quick, self._slow = quick, slow
        self._asking: threading.Thread | None = None
        self._next = Instant(0)

    def turn(self, now: Instant) -> None:
        """Ask again when it is time."""
        if self.trusted or now < self._next:
            return
        self._next = after(now, ASK_EVERY)
        self._ask(self._quick)
        if self.trusted or not self._slow or (self._asking is not None and self._asking.is_alive()):
            return
        # A daemon: a bus that does not answer must not keep the process from ending.
        self._asking = threading.Thread(target=self._ask, args=(self._slow,), name="clock", daemon=True)
        self._asking.start()

    def _ask(self, asks: tuple[Ask, ...]) -> None:
        if any(ask() is True for ask in asks):
            self.trusted = True
