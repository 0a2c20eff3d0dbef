"""The real clock: one asyncio task that turns the daemon whenever something came or is due."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from triboard.app.daemon import Daemon
from triboard.app.senses import earliest
from triboard.drivers.link import LinkPump
from triboard.ports import monotonic as monotonic
from triboard.units import Instant

LONGEST_WAIT: Final = 1.0
"""Seconds between two turns at most: a turn that nobody asked for heals a wake-up that was lost."""

SHORTEST_WAIT: Final = 0.001
"""Seconds; never spin."""


class FarEnd(Protocol):
    """The simulated end of the wires, turned by the same task."""

    def advance(self, now: Instant) -> None: ...
    def next_deadline(self) -> Instant | None: ...
    @property
    def descriptors(self) -> tuple[int, ...]:
        """What to wait on for bytes from the daemon, or from a controller that runs by itself."""
        ...


class RealTime:
    """Runs a daemon, and the far end of a simulated board, until `stop`."""

    def __init__(self, *, clock: Callable[[], Instant] = monotonic) -> None:
        self._clock = clock
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._stopping = False
        self.told_to_stop = False
        """Whether a signal asked for the end, not a calibration."""
        self._watched: dict[str, int] = {}
        self._far_ends = 0

    def wake(self) -> None:
        """Something came; thread-safe."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake.set)

    def stop(self) -> None:
        """End `run` after the present turn."""
        self._stopping = True
        self._wake.set()

    def end(self) -> None:
        """As `stop`, and nothing begins anew."""
        self.told_to_stop = True
        self.stop()

    def forget_port(self, _port: object = None) -> None:
        """The port is about to be closed: a closed descriptor left in the loop would be ready for ever."""
        self._watch("port", None)

    async def run(
        self, daemon: Daemon, link: LinkPump, far: FarEnd | None, turned: Callable[[Instant], None]
    ) -> None:
        """Turn until stopped. `turned` is called after every turn (pages, watchdog)."""
        try:
            while not self._stopping:
                self._wake.clear()
                now = self._clock()
                if far is not None:
                    far.advance(now)
                due = daemon.turn(now)
                if far is not None:
                    far.advance(self._clock())
                    due = earliest((due, far.next_deadline()))
                    self._watch_far(far.descriptors)
                self._watch("port", None if link.port is None else link.port.fileno())
                turned(now)
                wait = LONGEST_WAIT if due is None else (due - self._clock()) / 1e6
                await self._sleep(min(LONGEST_WAIT, max(SHORTEST_WAIT, wait)))
        finally:
            for name in list(self._watched):
                self._watch(name, None)

    async def _sleep(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            return

    def _watch_far(self, descriptors: tuple[int, ...]) -> None:
        for number in range(max(self._far_ends, len(descriptors))):
            self._watch(f"far end {number}", descriptors[number] if number < len(descriptors) else None)
        self._far_ends = len(descriptors)

    def _watch(self, name: str, descriptor: int | None) -> None:
        if self._watched.get(name) == descriptor:
            return
        if (old := self._watched.pop(name, None)) is not None:
            self._loop.remove_reader(old)
        if descriptor is not None:
            self._watched[name] = descriptor
            self._loop.add_reader(descriptor, self._wake.set)
