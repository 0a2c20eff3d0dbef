"""Follows the state of the channels by frames and snapshots: order, duplicates, gaps, host instants."""

from dataclasses import dataclass, field
from typing import Final

from triboard.protocol import messages as m
from triboard.protocol.clock import ClockSync
from triboard.protocol.config import ControllerConfig
from triboard.protocol.host_events import Frame, LinkEvent, QualityReport, Trouble
from triboard.protocol.unread import Ranges, channels_of
from triboard.protocol.values import state_crc
from triboard.units import Instant

_COUNTERS: Final = 1 << 32


@dataclass(frozen=True, slots=True)
class Taken:
    """What a frame or snapshot led to. `sound`: a snapshot that can be trusted."""

    events: list[LinkEvent] = field(default_factory=list)
    ask_snapshot: bool = False
    sound: bool = True


class Tracker:
    """Accepts each change once and in order; a jump is left to the snapshot that is then asked for."""

    def __init__(self, config: ControllerConfig, clock: ClockSync) -> None:
        self.duplicates = 0
        self.gaps = 0
        self.healed = 0
        self._config = config
        self._clock = clock
        self._counter = m.Counter(0)
        self._values: tuple[int, ...] = ()
        self._unread: Ranges = ()
        self._at = Instant(0)
        self._ack_due = False
        self._toggles: list[int] = []
        self._margins: list[int] = []

    def take_ack(self) -> m.Ack | None:
        """The cumulative ack that is due, once."""
        due, self._ack_due = self._ack_due, False
        return m.Ack(self._counter) if due else None

    def frame(self, frame: m.SensorFrame, now: Instant) -> Taken:
        """A change; a duplicate is acked again because its ack was lost or late."""
        if self._misfit(frame):
            return Taken([Trouble(self._misfit_text(frame))])
        ahead = self._ahead(frame.counter)
        if ahead <= 0:
            self.duplicates += 1
            self._ack_due = True
            return Taken()
        if ahead > 1:
            self.gaps += 1
            return Taken(ask_snapshot=True)
        return Taken([self._accept(frame, now, snapshot=False)])

    def snapshot(self, snapshot: m.Snapshot, now: Instant, *, first: bool, not_before: Instant) -> Taken:
        """The state now. `first`: whatever it says is news, and no instant lies before `not_before`."""
        if self._misfit(snapshot):
            return Taken([Trouble(self._misfit_text(snapshot))], sound=False)
        if state_crc(snapshot.values, snapshot.bits) != snapshot.state_crc:
            return Taken([Trouble("a snapshot contradicts its own CRC")], sound=False)
        if first:
            self._at = max(self._at, not_before)
            return Taken([self._accept(snapshot, now, snapshot=True)])
        ahead = self._ahead(snapshot.counter)
        same = (snapshot.values, snapshot.unread) == (self._values, self._unread)
        if ahead < 0 or (ahead == 0 and same):
            return Taken()
        self.healed += 1
        return Taken([self._accept(snapshot, now, snapshot=True)])

    def quality(self, quality: m.Quality) -> list[LinkEvent]:
        """Joins the parts of a report; one with a part missing is left out."""
        if quality.first == 0:
            self._toggles, self._margins = [], []
        if quality.first != len(self._toggles):
            return []
        self._toggles += quality.toggles
        self._margins += quality.margins or ()
        if len(self._toggles) < self._config.channels:
            return []
        margins = tuple(self._margins) if len(self._margins) == len(self._toggles) else None
        toggles = tuple(self._toggles)
        return [QualityReport(quality.loop_us, quality.crc_errors, quality.supply_mv, toggles, margins)]

    def _accept(self, state: m.SensorFrame | m.Snapshot, now: Instant, *, snapshot: bool) -> Frame:
        self._counter, self._values, self._unread = state.counter, state.values, state.unread
        self._ack_due = True
        self._at = max(self._at, self._clock.instant(state.at_us, now))
        unread = channels_of(state.unread)
        return Frame(state.counter, self._at, state.values, snapshot, unread)

    def _ahead(self, counter: m.Counter) -> int:
        """How far `counter` lies after the newest one; negative before it (serial arithmetic, RFC 1982)."""
        return (counter - self._counter + _COUNTERS // 2) % _COUNTERS - _COUNTERS // 2

    def _misfit(self, state: m.SensorFrame | m.Snapshot) -> bool:
        channels = self._config.channels
        beyond = any(first + count > channels for first, count in state.unread)
        return len(state.values) != channels or state.bits != self._config.bits or beyond

    def _misfit_text(self, state: m.SensorFrame | m.Snapshot) -> str:
        return (
            f"the controller sends {len(state.values)} channels of {state.bits} bits;"
            f" {self._config.channels} of {self._config.bits} were configured"
        )
