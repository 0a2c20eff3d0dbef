"""Runs a daemon and a simulated bench in lock step on virtual time, over any wire.

Both do all that is due at an instant, bytes are passed until both are quiet, then time jumps to the next
deadline of either. No run depends on real time, also over a real pty.
"""

from typing import Final

from triboard.app.daemon import Daemon
from triboard.app.senses import earliest
from triboard.drivers.link import LinkPump
from triboard.errors import InternalError
from triboard.sim.bench import SimulatedBench
from triboard.units import Duration, Instant

SETTLE_SECONDS: Final = 2.0
"""Real time that the kernel gets to move bytes; it takes microseconds."""

MOST_ROUNDS: Final = 100
"""Exchanges at one instant; many mean that two ends answer each other for ever."""


class LockStep:
    """Holds the virtual clock."""

    def __init__(self, daemon: Daemon, link: LinkPump, bench: SimulatedBench, now: Instant) -> None:
        self.now = now
        self.daemon = daemon
        self.bench = bench
        self._link = link
        self._due: Instant | None = now

    def run_until(self, end: Instant) -> None:
        """Let everything happen up to and including `end`."""
        while True:
            moment = earliest((self.bench.next_deadline(), self._due))
            if moment is None or moment > end:
                break
            self.now = max(self.now, moment)
            self._exchange()
        self.now = end
        self._exchange()

    def run_for(self, wait: Duration) -> None:
        """Let everything happen for a while."""
        self.run_until(Instant(self.now + wait))

    def _exchange(self) -> None:
        """Let both ends act at this instant until neither says anything more."""
        wire = self.bench.wire
        for _ in range(MOST_ROUNDS):
            before = (wire.to_host, wire.from_host)
            self.bench.advance(self.now)
            self._settle()
            self._due = self.daemon.turn(self.now)
            self._settle()
            if before == (wire.to_host, wire.from_host):
                return
        raise InternalError("host and controller answer each other without end")

    def _settle(self) -> None:
        if not self.bench.wire.settle_wire(SETTLE_SECONDS, self._link.port):  # type: ignore[arg-type]
            raise InternalError("the wire did not deliver its bytes")
