"""A controller that says what a real one once said: a trace at the controller's end of a wire.

It keeps the protocol with whatever host is there (hello, acks, snapshots are its own), and reports each
recorded state at its recorded instant. So a trace plays against a newer host, a slower one, a bad line.
"""

from dataclasses import dataclass

from triboard.protocol.config import ControllerConfig
from triboard.protocol.connection import Connection, NeedData, Role
from triboard.protocol.controller_link import ControllerLink, Identity, Reconfigured
from triboard.protocol.messages import Fault, Hello, ResetReason, SensorFrame, Snapshot
from triboard.protocol.trace import Sender, Trace
from triboard.protocol.unread import channels_of
from triboard.sim.wire import Wire
from triboard.units import Duration, Instant, after


@dataclass(frozen=True, slots=True)
class Told:
    """A state that was reported, or a fault, and when."""

    at: Instant
    values: tuple[int, ...]
    unread: frozenset[int] = frozenset()
    fault: str = ""


def told_in(trace: Trace) -> list[Told]:
    """The states of a trace in order; a snapshot counts where it shows something new. Instants from 0."""
    connection, found = Connection(Role.HOST), list[Told]()
    for chunk in trace.chunks:
        if chunk.sender is not Sender.CONTROLLER:
            continue
        connection.receive_data(chunk.data)
        at = Instant(chunk.at - trace.header.started)
        while not isinstance(event := connection.next_event(), NeedData):
            match event:
                case SensorFrame() | Snapshot():
                    told = Told(at, event.values, channels_of(event.unread))
                    if not found or (told.values, told.unread) != (found[-1].values, found[-1].unread):
                        found.append(told)
                case Fault(text):
                    found.append(Told(at, found[-1].values if found else (), fault=text))
                case _:
                    pass
    return found


def _hello_in(trace: Trace) -> Hello | None:
    connection = Connection(Role.HOST)
    for chunk in trace.chunks:
        if chunk.sender is Sender.CONTROLLER:
            connection.receive_data(chunk.data)
            while not isinstance(event := connection.next_event(), NeedData):
                if isinstance(event, Hello):
                    return event
    return None


class ReplayedController:
    """Plays a trace from `now` on, once. Satisfies `lockstep.FarEnd`."""

    def __init__(self, trace: Trace, wire: Wire, *, now: Instant = Instant(0)) -> None:  # noqa: B008 (a number)
        self._wire = wire
        self._begun = now
        self._now = now
        self._script = told_in(trace)
        hello, header = _hello_in(trace), trace.header
        identity = Identity(
            firmware=hello.firmware if hello else header.firmware,
            unit=hello.unit if hello else header.unit,
            boot_id=hello.boot_id if hello else header.boot_id,
            reset=hello.reset if hello else ResetReason.UNKNOWN,
        )
        config: ControllerConfig = header.config
        self._link = ControllerLink(identity, config, booted=now)
        if self._script:
            first = self._script[0]
            self._link.begin(first.values, first.unread)

    @property
    def over(self) -> bool:
        """Whether all has been told."""
        return not self._script

    def advance(self, now: Instant) -> None:
        """All that is due up to `now`."""
        for event in self._link.feed(self._wire.read(), now):
            if isinstance(event, Reconfigured) and self._script:
                self._link.begin(self._script[0].values, self._script[0].unread)
        while self._script and self._due(self._script[0]) <= now:
            told = self._script.pop(0)
            if not told.fault:
                self._link.report(told.values, self._due(told), told.unread)
        self._link.tick(now)
        self._now = now
        for outgoing in self._link.outgoing():
            self._wire.write(outgoing.packet)

    def next_deadline(self) -> Instant | None:
        """When it has something to do."""
        times = [self._link.next_deadline(self._now)]
        if self._script:
            times.append(self._due(self._script[0]))
        return min((time for time in times if time is not None), default=None)

    def run_ahead(self, limit: Instant) -> None:
        """There is nothing to work ahead on."""

    def _due(self, told: Told) -> Instant:
        return after(self._begun, Duration(told.at))
