"""From link events and pin levels to observations and settled observations: the daemon's senses."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, Protocol

from triboard.app.by_hand import ByHand, entered
from triboard.app.sensor_watch import REPORT_SECONDS, Sensed, SensorWatch
from triboard.board.buttons import ButtonState, buttons_deadline, sampled, settle_buttons
from triboard.board.classify import placed, sense
from triboard.board.definition import Board, SensorFrame
from triboard.board.health import DRIFTED, THIN, SensorHealth
from triboard.board.racks import rack_places
from triboard.board.readings import EMPTY, UNKNOWN, Observation, RimReading, RimState
from triboard.board.rims import RimTracking, carried, counted, follow, locate, rim_reading
from triboard.board.settle import Settling, deadline, settle, touch
from triboard.care.events import Scanned
from triboard.errors import PlayerError
from triboard.phrases import phrase
from triboard.session.events import BoardSettled, BoardTouched, ButtonHeld, ButtonPressed, Event
from triboard.units import SECOND, Detent, Duration, Instant, Piece, Site, after, millis

DRIFT_EVERY: Final = Duration(2 * SECOND)

POLL: Final = millis(250)
"""How often pin levels are read whatever edges came: a lost edge heals within this."""


class Level(Protocol):
    """Level of a pin after a change."""

    @property
    def pin(self) -> int: ...
    @property
    def active(self) -> bool: ...


class Inputs(Protocol):
    """Input pins of the Pi."""

    def drain(self) -> Sequence[Level]: ...
    def levels(self) -> dict[int, bool]: ...
    def close(self) -> None: ...


class Senses:
    """Keeps the latest sensor values, rims and buttons; tells what changed and what has settled."""

    def __init__(self, board: Board, inputs: Inputs) -> None:
        self._board = board
        self._inputs = inputs
        self._values: tuple[int, ...] | None = None
        self._sensed: Sensed | None = None
        self._watch = SensorWatch(board)
        self._by_hand = ByHand()
        self._unknown: frozenset[Site] = frozenset()  # sites of which no sensor tells now
        self._silent: frozenset[Site] = frozenset()  # those of them when the board last lay still
        self._thin: dict[Site, Instant] = {}  # empty sites with little margin, and since when
        self._drifting: tuple[Site, ...] = ()
        self._drift_values: tuple[int, ...] | None = None  # for which that was found
        self._next_drift = Instant(0)
        self._moved = [Instant(0)] * len(board.rims)  # when each rim last changed its reading
        self._settling = Settling()
        self._levels = inputs.levels()
        self._rims = [RimTracking() for _ in board.rims]
        self._readings = self._read_rims()  # of those; made anew when one changes, for every turn asks
        self._buttons: dict[int, ButtonState] = {}
        self._pins = {button.pin: button.button for button in board.buttons}
        self._next_poll = Instant(0)
        self.on_pin: Callable[[int, Mapping[int, bool], Instant], None] = lambda *_: None
        for number in range(len(board.rims)):
            self._follow(number)

    @property
    def seen(self) -> bool:
        """Whether a whole scan has arrived."""
        return self._values is not None

    @property
    def rims(self) -> tuple[RimTracking, ...]:
        """The rims as they are believed to stand, with counts of what went wrong."""
        return tuple(self._rims)

    @property
    def observation(self) -> Observation | None:
        """The latest observation, settled or not."""
        return self._settling.observation

    @property
    def quarantined(self) -> tuple[Site, ...]:
        """Sites with a level that flickers and is not believed now."""
        return self._watch.quarantined

    @property
    def bypassed(self) -> tuple[Site, ...]:
        """Sensors that staff have taken out of play."""
        return self._watch.bypassed

    @property
    def unreadable(self) -> tuple[Site, ...]:
        """Sites whose readings are unknown now, and were when the board lay still: no hand that passes by."""
        return tuple(sorted(self._unknown & self._silent)) if self._silent else ()

    @property
    def drifting(self) -> tuple[Site, ...]:
        """Sites that are still read as empty and have lost half of their margin for good: time to
        calibrate."""
        return self._drifting

    @property
    def health(self) -> tuple[SensorHealth, ...]:
        """Health of the sensor of every level."""
        return self._watch.health(self._values)

    @property
    def levels(self) -> dict[int, bool]:
        """Levels of all pins as they were last read."""
        return dict(self._levels)

    def newest(self, at: Instant, unread: frozenset[int] = frozenset()) -> Scanned | None:
        """The last sensor frame, for whoever takes care of the board; `None` before the first one."""
        if self._values is None or self._sensed is None:
            return None
        observed = self._settling.observation
        readings = self._sensed if observed is None else observed.sites
        return Scanned(at, self._values, readings, unread)

    def anew(self, at: Instant) -> list[Event]:
        """What the board shows counts as a change, although nothing moved."""
        self._settling = Settling()
        return self._observe(at)

    def forget(self) -> None:
        """The link is new: the next scan counts as a change even if nothing moved."""
        self._values = None
        self._sensed = None
        self._settling = Settling()
        self._unknown = self._silent = frozenset()
        for number in range(len(self._rims)):
            if self._board.rims[number].on_controller:
                self._believe(number, replace(self._rims[number], counter=None, located=False))

    def scanned(
        self, values: tuple[int, ...], at: Instant, unread: frozenset[int] = frozenset()
    ) -> list[Event]:
        """Take in one sensor frame; `unread` are channels that the controller could not read."""
        before, self._values = self._sensed, values
        self._sensed = sense(self._board, values, before or {}, unread)
        self._watch.scanned(unread, at)
        self._take_counts(values, unread, at)
        if before is not None:
            self._watch.compare(before, self._sensed, self._excused(SECOND, at), at)
        return self._observe(at)

    def chattered(self, toggles: tuple[int, ...], now: Instant) -> list[Event]:
        """Take in how often the raw level of each channel changed since the controller's last report."""
        if len(toggles) != self._board.channels:
            return []
        covered = Duration(round(REPORT_SECONDS * SECOND) + SECOND)
        self._watch.chattered(toggles, self._excused(covered, now), now)
        return self._observe(now)

    def entered(self, site: Site, pieces: Sequence[Piece], now: Instant) -> list[Event]:
        """Somebody says what stands on a site, bottom first; raises `PlayerError` where a sensor can tell."""
        levels = entered(self._board, site, pieces)
        if self._sensed is None:
            raise PlayerError(phrase("The board is not connected; nothing can be entered now."))
        sensor = self._sensor_at(site)
        if UNKNOWN not in self._watch.believed(self._sensed)[sensor]:
            raise PlayerError(phrase("The sensor of {site} can be read; move the piece itself.", site=site))
        self._by_hand.enter(sensor, levels, pieces)
        return self._observe(now)

    def bypass(self, sites: Collection[Site], at: Instant) -> list[Event]:
        """Believe the sensors of exactly these sites nothing; others are heard again."""
        self._watch.bypass(sites)
        return self._observe(at)

    @property
    def said(self) -> Mapping[Site, tuple[Piece, ...]]:
        """What was entered by hand and still counts, by sensor."""
        return self._by_hand.said

    def recall(self, said: Mapping[Site, Sequence[Piece]]) -> None:
        """Before the first scan: what was entered before a restart, as far as this board can have it."""
        for sensor, pieces in said.items():
            with suppress(PlayerError):
                self._by_hand.enter(sensor, entered(self._board, sensor, pieces), pieces)

    def pins_changed(self, now: Instant) -> list[Event]:
        """Take in edges since the last turn, and all levels now and then."""
        before = self._readings
        for change in self._inputs.drain():
            self._level(change.pin, active=change.active, now=now)
        if now >= self._next_poll:
            self._next_poll = after(now, POLL)
            self._poll(now)
            self._watch_drift(now)
        return self._observe(now) if self._turned(before, now) else []

    def located(self, rim: int, detent: Detent, now: Instant) -> list[Event]:
        """The pieces have told where a rim stands."""
        self._believe(rim, locate(self._rims[rim], self._board.rims[rim], detent))
        return self._observe(now)

    def due(self, now: Instant) -> list[Event]:
        """What has lain still long enough: buttons, then the board."""
        events: list[Event] = []
        if (calm := self._watch.next_deadline()) is not None and now >= calm:
            self._watch.release(now)
            events += self._observe(now)
        self._buttons, pushed = settle_buttons(self._buttons, now)
        events += [ButtonPressed(now, self._pins[pin]) for pin in pushed.pressed]
        events += [ButtonHeld(now, self._pins[pin]) for pin in pushed.held]
        self._settling, settled = settle(self._settling, self._board.settle, now)
        if settled is not None:
            self._silent = self._unknown
            events.append(BoardSettled(now, settled))
        return events

    def next_deadline(self) -> Instant | None:
        """When `due` or a poll of the levels has something to do."""
        times = [
            deadline(self._settling, self._board.settle),
            buttons_deadline(self._buttons),
            self._watch.next_deadline(),
            self._next_poll,
        ]
        return earliest(times)

    def _believe(self, number: int, tracking: RimTracking) -> None:
        if tracking != self._rims[number]:
            self._rims[number] = tracking
            self._readings = self._read_rims()

    def _read_rims(self) -> tuple[RimReading, ...]:
        return tuple(rim_reading(state, rim) for state, rim in zip(self._rims, self._board.rims, strict=True))

    def _observe(self, at: Instant) -> list[Event]:
        if self._sensed is None:
            return []
        believed, rims = self._watch.believed(self._sensed), self._readings
        told = self._by_hand.over(believed)
        observation = sensors = placed(self._board, told, rims)
        if told is not believed:
            sensors = placed(self._board, believed, rims)
        racks = {place: sensors.aside[place] for place in rack_places(self._board.aside)}
        places = {**sensors.sites, **racks}
        self._unknown = frozenset(site for site, levels in places.items() if UNKNOWN in levels)
        self._unknown -= self._turning()
        if observation == self._settling.observation:
            return []
        self._settling = touch(self._settling, observation, at)
        return [BoardTouched(at, observation)]

    def _sensor_at(self, site: Site) -> Site:
        """The sensor that stands at a site now: a rim may have carried it there."""
        for rim, reading in zip(self._board.rims, self._readings, strict=True):
            if rim.sensors is SensorFrame.RIM and reading.detent and site in rim.ring:
                return next(one for one in rim.ring if carried(rim, one, reading.detent) == site)
        return site

    def _turning(self) -> set[Site]:
        """Sites under rims that are not at rest: hands are at them, and nothing is placed there."""
        readings = zip(self._board.rims, self._readings, strict=True)
        return {site for rim, reading in readings if reading.state is not RimState.REST for site in rim.ring}

    def _excused(self, span: Duration, now: Instant) -> set[Site]:
        """Sites over which a rim was turned within `span`: their readings change as often as hands turn."""
        return {
            site
            for rim, reading, moved in zip(self._board.rims, self._readings, self._moved, strict=True)
            if reading.state is not RimState.REST or now < after(moved, span)
            for site in rim.ring
        }

    def _level(self, pin: int, *, active: bool, now: Instant) -> None:
        moved = self._levels[pin] != active
        self._levels[pin] = active
        if moved:
            self.on_pin(pin, self._levels, now)
        if pin in self._pins:
            self._buttons[pin] = sampled(self._buttons.get(pin), active, now)
            return
        for number, rim in enumerate(self._board.rims):
            if not rim.on_controller and pin in rim.pins:
                self._follow(number)

    def _poll(self, now: Instant) -> None:
        """Take in all levels at once: two tracks that both changed since are a lost edge, not two edges."""
        levels = self._inputs.levels()
        changed = {pin for pin, active in levels.items() if self._levels[pin] != active}
        for pin in self._pins:
            self._level(pin, active=levels[pin], now=now)
        self._levels |= levels
        for pin in changed - self._pins.keys():
            self.on_pin(pin, self._levels, now)
        for number, rim in enumerate(self._board.rims):
            if not rim.on_controller and changed & set(rim.pins):
                self._follow(number)

    def _take_counts(self, values: tuple[int, ...], unread: frozenset[int], at: Instant) -> None:
        """Rims that the controller counts; one that it cannot read is nowhere."""
        before = self._readings
        for number, rim in enumerate(self._board.rims):
            channels = self._board.rim_channels(number)
            if channels is None:
                continue
            if not unread.isdisjoint(channels):
                self._believe(number, replace(self._rims[number], counter=None, located=False))
                continue
            *digits, located = (values[channel] for channel in channels)
            count = sum(digit << place * self._board.scan.bits for place, digit in enumerate(digits))
            self._believe(number, counted(self._rims[number], rim, count, located=bool(located)))
        self._turned(before, at)

    def _turned(self, before: tuple[RimReading, ...], now: Instant) -> bool:
        """Whether a rim reads otherwise than before; what was told of the sites under it counts no more."""
        readings = self._readings
        if readings is before:
            return False
        for number, (old, new) in enumerate(zip(before, readings, strict=True)):
            if old != new:
                self._moved[number] = now
                if self._board.rims[number].sensors is SensorFrame.ROOM:
                    self._by_hand.drop(self._board.rims[number].ring)
        return readings != before

    def _watch_drift(self, now: Instant) -> None:
        """Look at all margins now and then, and only if a value has changed: on a Pi it takes 30 ms."""
        if now >= self._next_drift and self._values is not self._drift_values and self._sensed is not None:
            self._next_drift, self._drift_values = after(now, DRIFT_EVERY), self._values
            thin = {
                one.site
                for one in self.health
                if one.slack is not None and one.slack < THIN and self._sensed[one.site][one.level] == EMPTY
            }
            self._thin = {site: self._thin.get(site, now) for site in thin}
        if self._thin or self._drifting:
            self._drifting = tuple(
                sorted(site for site, since in self._thin.items() if now >= after(since, DRIFTED))
            )

    def _follow(self, number: int) -> None:
        rim = self._board.rims[number]
        if rim.on_controller:
            return
        levels = self._levels
        a, b, index = levels[rim.track_a], levels[rim.track_b], levels[rim.index]
        self._believe(number, follow(self._rims[number], rim, track_a=a, track_b=b, index=index))


def earliest(times: Iterable[Instant | None]) -> Instant | None:
    """The earliest of some instants; `None` where there is none."""
    return min((time for time in times if time is not None), default=None)
