"""Runs a daemon and a simulated bench in lock step on virtual time, over any wire."""

from collections.abc import Sequence

from triboard.app.daemon import Daemon
from triboard.drivers.link import LinkPort, LinkPump
from triboard.sim import lockstep
from triboard.sim.bench import SimulatedBench
from triboard.units import Instant


class _DaemonHost:
    """A daemon as the lock step drives it."""

    def __init__(self, daemon: Daemon, link: LinkPump) -> None:
        self._daemon = daemon
        self._link = link
        self._due: Instant | None = None

    @property
    def port(self) -> LinkPort | None:
        return self._link.port

    def poll(self, now: Instant) -> Sequence[object]:
        self._due = self._daemon.turn(now)
        return ()

    def next_deadline(self) -> Instant | None:
        return self._due


class LockStep(lockstep.LockStep[object]):
    """A bench and the daemon that watches it, on a clock of their own: `run_for`, `run_until`, `now`."""

    def __init__(self, daemon: Daemon, link: LinkPump, bench: SimulatedBench, now: Instant) -> None:
        super().__init__(_DaemonHost(daemon, link), bench, bench.wire, now)
