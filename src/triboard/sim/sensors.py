"""The sensors between the pieces and the controller, and what can go wrong with them.

Hands say what a perfect sensor would show (`set_raw`); what reaches the controller is that, as far as no
fault speaks. Several faults on one channel: frozen beats stuck, stuck beats a neighbour, drift adds.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from triboard.board.definition import Board, SensingKind, SiteDefinition
from triboard.sim.any_controller import Controller
from triboard.sim.pins import Loss
from triboard.sim.plans import Plans
from triboard.sim.world import ImpossibleError
from triboard.units import Channel, Instant, Site, after, millis

BANK: Final = 16
"""Channels of one port expander; they fail together."""

SLOW_POLL: Final = millis(250)
"""When a change whose interrupt was lost is seen by polling."""


class Sensors:
    """All channels of a board with their faults. Satisfies `hands.RawInputs`."""

    def __init__(self, board: Board, controller: Controller, plans: Plans) -> None:
        self._sites = {site.site: site for site in (*board.sites, *board.aside)}
        self._channels = board.level_channels
        self._highest = (1 << board.scan.bits) - 1
        self._controller = controller
        self._plans = plans
        self._true: dict[Channel, int] = {}
        self._stuck: dict[Channel, int] = {}
        self._frozen: dict[Channel, int] = {}
        self._offsets: dict[Channel, int] = {}
        self._sources: dict[Channel, tuple[Channel, bool]] = {}  # neighbour, and whether both are seen
        self._unread: set[Channel] = set()
        self._losses: dict[int, Loss] = {}  # by pin of the controller
        self._lost_interrupts = 0
        self._late_since: Instant | None = None

    # What hands do

    def set_raw(self, channel: Channel, value: int, now: Instant) -> None:
        """A perfect sensor would show `value` from `now` on."""
        changed = self._true.get(channel) != value
        self._true[channel] = value
        if changed and self._lost_interrupts and self._late_since != now:
            self._lost_interrupts -= 1
            self._late_since = now
        if self._late_since == now:
            self._plans.at(after(now, SLOW_POLL), lambda at: self._tell(channel, at))
            return
        self._tell(channel, now)

    def set_level(self, pin: int, now: Instant, *, high: bool) -> None:
        """A pin of the controller has this level from `now` on."""
        loss = self._losses.get(pin)
        told = loss is None or not loss.left
        if loss is not None and not told:
            loss.left -= 1
        self._controller.set_level(pin, now, high=high, told=told)

    # What goes wrong

    def lose_edges(self, pins: tuple[int, ...], count: int) -> None:
        """The next `count` edges of these pins of the controller happen, but their interrupts do not come."""
        loss = Loss(count)
        self._losses |= dict.fromkeys(pins, loss)

    def channels(self, site: Site, level: int | None = None) -> tuple[Channel, ...]:
        """Channels of a site, or of one of its levels; raises `ImpossibleError` for a name that is none."""
        place = self._place(site)
        if level is None:
            return tuple(channel for one in place.levels for channel in one.channels)
        if not 0 <= level < len(place.levels):
            raise ImpossibleError(f"{site} has no level {level}; levels count from 0.")
        return place.levels[level].channels

    def bank(self, site: Site) -> tuple[Channel, ...]:
        """What fails with the bus of a site: its colour sensor, else the expanders that read its channels."""
        place = self._place(site)
        own = self.channels(site)
        if all(level.sensing.kind is SensingKind.COLOUR for level in place.levels):
            return own
        banks = {channel // BANK for channel in own}
        return tuple(Channel(one) for one in range(self._channels) if one // BANK in banks)

    def stick(self, values: Mapping[Channel, int], now: Instant) -> None:
        """These channels show these values, whatever stands there."""
        self._stuck |= values
        self._tell_all(values, now)

    def unstick(self, channels: Iterable[Channel], now: Instant) -> None:
        """They follow the pieces again."""
        for channel in channels:
            self._stuck.pop(channel, None)
            self._tell(channel, now)

    def highest(self) -> int:
        """The largest raw value."""
        return self._highest

    def true(self, channel: Channel) -> int:
        """What a perfect sensor would show."""
        return self._true.get(channel, 0)

    def shift(self, channels: Iterable[Channel], offset: int, now: Instant) -> None:
        """These channels show so much more than they should."""
        for channel in channels:
            self._offsets[channel] = offset
            self._tell(channel, now)

    def hear_neighbour(self, site: Site, other: Site, now: Instant) -> None:
        """A site's sensor reads what stands on another site; a tag reader reads both."""
        ours, theirs = self._place(site), self._place(other)
        for level, near in zip(ours.levels, theirs.levels, strict=False):
            both = level.sensing.kind is SensingKind.TAGS
            for channel, source in zip(level.channels, near.channels, strict=False):
                self._sources[channel] = (source, both)
                self._tell(channel, now)

    def freeze(self, channels: Iterable[Channel]) -> None:
        """These channels keep what they show."""
        for channel in channels:
            self._frozen.setdefault(channel, self._shown(channel))

    def lose(self, channels: Iterable[Channel], now: Instant) -> None:
        """The controller knows that it cannot read these channels."""
        self._unread |= set(channels)
        self._controller.set_unread(frozenset(self._unread), now)

    def lose_interrupts(self, count: int) -> None:
        """The next `count` changes are noticed only by the slow poll."""
        self._lost_interrupts += count

    def mend(self, channels: Iterable[Channel], now: Instant) -> None:
        """These channels are well again."""
        channels = list(channels)
        for channel in channels:
            for fault in (self._stuck, self._frozen, self._offsets, self._sources):
                fault.pop(channel, None)
            self._tell(channel, now)
        if self._unread & set(channels):
            self._unread -= set(channels)
            self._controller.set_unread(frozenset(self._unread), now)

    def every_channel(self) -> tuple[Channel, ...]:
        """All channels of the board."""
        return tuple(Channel(channel) for channel in range(self._channels))

    def _place(self, site: Site) -> SiteDefinition:
        if site not in self._sites:
            raise ImpossibleError(f"There is no site {site} on this board.")
        return self._sites[site]

    def _shown(self, channel: Channel) -> int:
        if channel in self._frozen:
            return self._frozen[channel]
        if channel in self._stuck:
            return self._stuck[channel]
        value = self.true(channel)
        if channel in self._sources:
            source, both = self._sources[channel]
            value = max(value, self.true(source)) if both else self.true(source)
        return min(self._highest, max(0, value + self._offsets.get(channel, 0)))

    def _tell_all(self, channels: Iterable[Channel], now: Instant) -> None:
        for channel in channels:
            self._tell(channel, now)

    def _tell(self, channel: Channel, now: Instant) -> None:
        self._controller.set_raw(channel, self._shown(channel), now)
        for other, (source, _) in self._sources.items():
            if source == channel:
                self._controller.set_raw(other, self._shown(other), now)
