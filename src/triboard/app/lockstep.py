"""Runs a daemon and a simulated bench in lock step on virtual time, over any wire."""

from collections.abc import Sequence

from triboard.app.daemon import Daemon
from triboard.drivers.link import LinkPort, LinkPump
from triboard.sim import lockstep
from triboard.sim.bench import SimulatedBench
from triboard.units import Instant


class _DaemonHost:
    """A daemon as the lock step drives it. Given its bench, it turns only when the real loop would: when
    bytes or edges have come, when something was done to the bench, when it was woken or is due."""

    def __init__(self, daemon: Daemon, link: LinkPump, bench: SimulatedBench | None = None) -> None:
        self._daemon = daemon
        self._link = link
        self._bench = bench
        self._due: Instant | None = None
        self._seen = (0, 0)
        self._woken = True
        self._told = daemon.woken
        daemon.woken = self.wake

    @property
    def port(self) -> LinkPort | None:
        return self._link.port

    def wake(self) -> None:
        """Turn at the next opportunity."""
        self._woken = True
        self._told()

    def poll(self, now: Instant) -> Sequence[object]:
        if self._bench is not None:
            before, self._seen = self._seen, (self._bench.wire.to_host, self._bench.stirred)
            early = self._due is not None and now < self._due
            if early and not self._woken and self._seen == before:
                return ()
        self._woken = False
        self._due = self._daemon.turn(now)
        return ()

    def next_deadline(self) -> Instant | None:
        return self._due


class LockStep(lockstep.LockStep[object]):
    """A bench and the daemon that watches it, on a clock of their own: `run_for`, `run_until`, `now`."""

    def __init__(self, daemon: Daemon, link: LinkPump, bench: SimulatedBench, now: Instant) -> None:
        self._daemon = _DaemonHost(daemon, link, bench)
        super().__init__(self._daemon, bench, bench.wire, now)

    def run_until(self, end: Instant) -> list[object]:
        """All that happens up to and including `end`; before it a test may have done anything to either."""
        self._daemon.wake()
        return super().run_until(end)
