"""A simulated controller: scans raw channel values, debounces them, speaks the real protocol.

Time is virtual: `advance(now)` does everything that is due up to `now`, `next_deadline` says when
something will be. Scans lie on an exact grid of the scan period; while no channel is unsettled they
change nothing and are skipped. It stands for the firmware on a microcontroller of any make.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from triboard.protocol.config import ControllerConfig
from triboard.protocol.controller_link import (
    ControllerEvent,
    ControllerLink,
    Identity,
    PixelsShown,
    Reconfigured,
)
from triboard.protocol.messages import ResetReason
from triboard.protocol.version import MAJOR, MINOR
from triboard.sim.encoder import Encoder, encoders_of
from triboard.sim.line import OnALine
from triboard.sim.wire import Wire
from triboard.units import Channel, Duration, Instant, after

FIRMWARE: Final = "simulated 1"


@dataclass(slots=True)
class _Unsettled:
    """A channel whose raw value has not lain still: the value it may take and equal scans so far."""

    candidate: int
    equal: int


class SimulatedController(OnALine):
    """Plays the controller's end of `wire`.

    `config` is what its flash holds. `unit`, `major` and `minor` are what it says of itself;
    `boot_time` is how long it is deaf after power-on and after each reset. `chance` gives boot ids.
    `on_pixels` is told of each frame that its pixels show.
    """

    def __init__(
        self,
        wire: Wire,
        chance: random.Random,
        *,
        now: Instant = Instant(0),  # noqa: B008 - an immutable number
        config: ControllerConfig | None = None,
        unit: str = "sim-1",
        major: int = MAJOR,
        minor: int = MINOR,
        boot_time: Duration = Duration(0),  # noqa: B008 - an immutable number
        on_pixels: Callable[[bytes], None] = lambda _: None,
    ) -> None:
        super().__init__(wire, chance)
        self.pixels = b""  # what its pixels show: red, green, blue of each
        self._config = config
        self._unit = unit
        self._version = (major, minor)
        self._own = (unit, self._version)
        self._boot_time = boot_time
        self._on_pixels = on_pixels
        self._raw: dict[int, int] = {}
        self._stable: list[int] = []
        self._levels: dict[int, bool] = {}
        self._encoders: list[Encoder] = []
        self._leaning: set[int] = set()  # settled, but not quite on the stable value
        self._unsettled: dict[int, _Unsettled] = {}
        self._unread: frozenset[int] = frozenset()
        self._stalled = Instant(0)
        self.reset(ResetReason.POWER, now)

    # physical verbs

    def set_raw(self, channel: Channel, value: int, now: Instant) -> None:
        """The sensor of a channel shows `value` from `now` on; a scan at `now` already sees it."""
        self._scan_before(now)
        if channel in self._leaning:
            self._note_leaning(channel)
            self._leaning.discard(channel)
        self._raw[channel] = value
        if channel >= len(self._stable) or channel in self._unread:
            return
        if channel in self._unsettled or value != self._stable[channel]:
            self._unsettled.setdefault(channel, _Unsettled(self._stable[channel], 0))

    def raw(self, channel: Channel) -> int:
        """What the sensor of a channel shows."""
        return self._raw.get(channel, 0)

    def set_unread(self, channels: frozenset[int], now: Instant) -> None:
        """Only these channels cannot be read from `now` on; one that comes back shows at once what is so."""
        self._scan_before(now)
        back, self._unread = self._unread - channels, channels
        for channel in back & set(range(len(self._stable))):
            self._stable[channel] = self._raw.get(channel, 0)
        self._leaning -= channels | back
        for channel in channels:
            self._unsettled.pop(channel, None)
        if now >= self._booted:
            self._link.report(tuple(self._stable), now, self._unread)

    def set_level(self, pin: int, now: Instant, *, high: bool, told: bool = True) -> None:
        """An input pin of the controller itself has this level from `now` on: a rim's encoder.

        Without `told` no interrupt comes.
        """
        self._levels[pin] = high
        for encoder in self._encoders:
            if pin in encoder.pins:
                encoder.follow() if told else encoder.miss()
                for channel, value in encoder.values().items():
                    self.set_raw(Channel(channel), value, now)

    def stall(self, until: Instant) -> None:
        """Its loop hangs: it neither scans nor reads nor sends before `until`, then goes on."""
        self._stalled = until

    def stand_in(self, unit: str | None, version: tuple[int, int] | None, now: Instant) -> None:
        """Another controller, or another firmware, answers from now on; `None`: the one of the beginning."""
        wanted = (unit or self._own[0], version or self._own[1])
        if wanted != (self._unit, self._version):
            self._unit, self._version = wanted
            self.reset(ResetReason.EXTERNAL, now)

    def damage_config(self, now: Instant) -> None:
        """Its flash holds another configuration than the host's, as its CRC shows at the next hello."""
        if self._config is not None:
            self._config = replace(self._config, stable_scans=self._config.stable_scans % 255 + 1)
        self.reset(ResetReason.UNKNOWN, now)

    def reset(self, reason: ResetReason, now: Instant, boot_time: Duration | None = None) -> None:
        """It starts anew: new boot id, clock and counter at 0, configuration kept, pixels dark."""
        boot_id = self._chance.getrandbits(32)
        major, minor = self._version
        identity = Identity(FIRMWARE, self._unit, boot_id, reason, major, minor)
        self._booted = after(now, self._boot_time if boot_time is None else boot_time)
        self._link = ControllerLink(identity, self._config, booted=self._booted)
        self._scanned = now
        self._begin()

    # time

    @property
    def config(self) -> ControllerConfig | None:
        """What its flash holds."""
        return self._config

    @property
    def boot_id(self) -> int:
        """New at each reset."""
        return self._link.identity.boot_id

    @property
    def values(self) -> tuple[int, ...]:
        """The stable reading of all channels."""
        return tuple(self._stable)

    def advance(self, now: Instant) -> None:
        """Do all that is due up to `now`: scans on their grid, what the host said, resends, snapshots."""
        if now < self._stalled:
            return
        data = self.line.receive(now)
        self._scanned = max(self._scanned, self._stalled)
        self._run_to(now)
        if data and now >= self._booted:
            self._obey(self._link.feed(data, now))
            self._run_to(now)
        self._flush(now)

    def next_deadline(self) -> Instant | None:
        """When `advance` has something to do without the host; `None` when only others can change that."""
        due = [self._booted] if self._scanned < self._booted else []
        if (scan := self._next_scan()) is not None:
            due.append(scan)
        if (link := self._link.next_deadline(self._scanned)) is not None:
            due.append(max(link, self._booted))
        first = min(due, default=None)
        return first if first is None else max(first, self._stalled)

    def run_ahead(self, limit: Instant) -> None:
        """Nothing: it does everything in `advance`."""

    @property
    def descriptors(self) -> tuple[int, ...]:
        """None: it lives in this process."""
        return ()

    def close(self) -> None:
        """Nothing is held."""

    def _run_to(self, now: Instant) -> None:
        while True:
            scan = self._next_scan()
            link = self._link.next_deadline(self._scanned)
            moment = min((due for due in (scan, link) if due is not None), default=None)
            if now < self._booted or moment is None or moment > now:
                break
            moment = max(moment, self._scanned, self._booted)
            if scan is not None and scan <= moment:
                self._scan(scan)
            self._scanned = moment
            for channel in self._leaning:
                self._note_leaning(channel)
            self._obey(self._link.tick(moment))
            self._flush(moment)
        self._scanned = max(self._scanned, now)

    def _flush(self, now: Instant) -> None:
        if now >= self._booted:
            for outgoing in self._link.outgoing():
                self.line.send(outgoing, now)

    def _obey(self, events: list[ControllerEvent]) -> None:
        for event in events:
            match event:
                case Reconfigured(config):
                    self._config = config
                    self._begin()
                case PixelsShown(rgb):
                    self.pixels = rgb
                    self._on_pixels(rgb)

    # scanning

    def _begin(self) -> None:
        """The first reading after a start or a new configuration is taken as it is."""
        config = self._config
        channels = config.channels if config else 0
        self._encoders = encoders_of(config, self._levels) if config else []
        for encoder in self._encoders:
            self._raw |= encoder.values()
        self._stable = [self._raw.get(channel, 0) for channel in range(channels)]
        self._unsettled.clear()
        self._leaning.clear()
        lit, self.pixels = any(self.pixels), bytes(3 * config.pixels) if config else b""
        if lit:
            self._on_pixels(self.pixels)
        self._link.begin(tuple(self._stable), self._unread)

    def _note_leaning(self, channel: int) -> None:
        self._link.note_noise(channel, abs(self._raw[channel] - self._stable[channel]))

    def _next_scan(self) -> Instant | None:
        """The first scan after those done, if any channel needs it."""
        if self._config is None or not self._unsettled:
            return None
        period = self._config.scan_period
        done = (self._scanned - self._booted) // period
        return Instant(max(self._booted, self._booted + (done + 1) * period))

    def _scan_before(self, now: Instant) -> None:
        if now > self._scanned and now >= self._stalled:
            self._run_to(Instant(now - 1))

    def _scan(self, at: Instant) -> None:
        """One scan of the channels that are unsettled; the others cannot change the outcome."""
        if self._config is None:
            return
        changed = False
        exact = self._config.exact if self._encoders else frozenset()
        for channel, unsettled in list(self._unsettled.items()):
            raw = self._raw[channel]
            dead_band, needed = self._config.dead_band, self._config.stable_scans
            if channel in exact:
                dead_band, needed = 0, 1
            if abs(raw - unsettled.candidate) <= dead_band:
                unsettled.equal += 1
            else:
                unsettled.candidate, unsettled.equal = raw, 1
                self._link.count_toggle(channel)
            if unsettled.equal >= needed:
                del self._unsettled[channel]
                changed |= self._settle(channel, raw, dead_band)
        if changed:
            self._link.report(tuple(self._stable), at, self._unread)

    def _settle(self, channel: int, raw: int, dead_band: int) -> bool:
        """Whether the settled value differs from the reported one by more than the dead band."""
        if abs(raw - self._stable[channel]) <= dead_band:
            if raw != self._stable[channel]:
                self._leaning.add(channel)
            return False
        self._stable[channel] = raw
        return True
