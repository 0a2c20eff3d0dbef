"""Runs a host and the simulated far end of its wires in lock step on virtual time, over any wire.

Both do all that is due, bytes are passed until both are quiet, then time jumps to the next deadline of
either. No run depends on real time, also over a real pty.
"""

from collections.abc import Sequence
from typing import Final, Generic, Protocol, TypeVar

from triboard.errors import InternalError
from triboard.sim.wire import CountedPort, Wire
from triboard.units import Duration, Instant

EventT_co = TypeVar("EventT_co", covariant=True)
EventT = TypeVar("EventT")

_SETTLE_SECONDS: Final = 10.0
"""Real time the kernel gets to move bytes; it takes microseconds."""

_ROUNDS: Final = 1000
"""Exchanges at one instant; more than a few means that two ends answer each other for ever."""


class Host(Protocol[EventT_co]):
    """The synchronous driver of the link (`drivers.link.LinkPump`)."""

    @property
    def port(self) -> CountedPort | None: ...
    def poll(self, now: Instant) -> Sequence[EventT_co]: ...
    def next_deadline(self) -> Instant | None: ...


class FarEnd(Protocol):
    """A simulated controller, or a whole bench."""

    def advance(self, now: Instant) -> None: ...
    def next_deadline(self) -> Instant | None: ...
    def run_ahead(self, limit: Instant) -> None:
        """Neither the host nor a test does anything to it before `limit`: it may work ahead until then."""
        ...


class LockStep(Generic[EventT]):
    """Holds the virtual clock; collects the host's events."""

    def __init__(self, host: Host[EventT], far: FarEnd, wire: Wire, now: Instant) -> None:
        self.now = now
        self._host = host
        self._far = far
        self._wire = wire

    def run_for(self, duration: Duration) -> list[EventT]:
        """All events of the next `duration`."""
        return self.run_until(Instant(self.now + duration))

    def run_until(self, end: Instant) -> list[EventT]:
        """All events up to and including `end`."""
        events = self._exchange()
        while (moment := self._next_moment(end)) is not None and moment <= end:
            self.now = max(self.now, moment)
            events += self._exchange()
        self.now = end
        return events + self._exchange()

    def _exchange(self) -> list[EventT]:
        """Let both ends act at this instant until neither says anything more."""
        events: list[EventT] = []
        for _ in range(_ROUNDS):
            before = (self._wire.to_host, self._wire.from_host)
            self._far.advance(self.now)
            self._settle()
            events += self._host.poll(self.now)
            self._settle()
            self._far.advance(self.now)
            if before == (self._wire.to_host, self._wire.from_host):
                return events
        raise InternalError("host and controller answer each other without end")

    def _settle(self) -> None:
        if not self._wire.settle_wire(_SETTLE_SECONDS, self._host.port):
            raise InternalError("the wire did not deliver its bytes")

    def _next_moment(self, end: Instant) -> Instant | None:
        host = self._host.next_deadline()
        self._far.run_ahead(end if host is None else min(end, host))
        deadlines = (self._far.next_deadline(), host)
        return min((due for due in deadlines if due is not None), default=None)
