"""Watches the readings of all sensors for flicker and silence; hides what is not to be believed."""

from collections.abc import Collection, Mapping, Set
from dataclasses import replace
from typing import Final, NamedTuple

from triboard.board.definition import Board, Level
from triboard.board.health import (
    LevelHealth,
    SensorHealth,
    changed,
    chattered,
    margin,
    release_at,
    released,
    slack,
)
from triboard.board.readings import UNKNOWN, Reading
from triboard.units import Instant, Site

Sensed = Mapping[Site, tuple[Reading, ...]]
"""What each sensor reads, by the site that it belongs to."""

Key = tuple[Site, int]
"""A site and one of its levels."""

REPORT_SECONDS: Final = 5.0
"""Time that one quality report of the controller covers (docs/protocol.md)."""

_WELL: Final = LevelHealth()


class _Clear(NamedTuple):
    """How far raw values lie from doubt, as `board.health` tells it."""

    raw: tuple[int, ...]
    margin: float | None
    slack: float | None


class SensorWatch:
    """Health of every level of a board. Levels that never changed are well and take no room."""

    def __init__(self, board: Board) -> None:
        self._places = (*board.sites, *board.aside)
        self._levels: dict[Key, LevelHealth] = {}
        self._hidden: set[Key] = set()  # in quarantine; asked for each turn
        self._bypassed: frozenset[Site] = frozenset()
        self._unread: frozenset[int] = frozenset()
        self._at: Instant | None = None  # the last scan
        self._clear: dict[Key, _Clear] = {}  # of each level, for the raw values that it had last

    @property
    def quarantined(self) -> tuple[Site, ...]:
        """Sites with a level that is not believed now."""
        return tuple(sorted({site for site, _ in self._hidden})) if self._hidden else ()

    @property
    def bypassed(self) -> tuple[Site, ...]:
        """Sites whose sensors staff have taken out of play."""
        return tuple(sorted(self._bypassed))

    def bypass(self, sites: Collection[Site]) -> None:
        """Believe no level of these sites, until somebody says otherwise; sites of another board are none."""
        known = {place.site for place in self._places}
        self._bypassed = frozenset(sites) & known

    def compare(self, before: Sensed, now: Sensed, excused: Set[Site], at: Instant) -> None:
        """Count the readings that changed; `excused` are sites over which a rim was turned."""
        for site, levels in now.items():
            past = before.get(site, levels)
            if levels == past or site in excused:
                continue
            for number, (old, new) in enumerate(zip(past, levels, strict=True)):
                if old != new:
                    self._put((site, number), changed(self._state(site, number), at))

    def scanned(self, unread: frozenset[int], at: Instant) -> None:
        """A frame has come: all channels but `unread` could be read at `at`."""
        self._at = at
        if unread == self._unread:
            return
        self._unread = unread
        for place in self._places:
            for number, level in enumerate(place.levels):
                state = self._state(place.site, number)
                gone = not unread.isdisjoint(level.channels)
                if gone != (state.lost is not None):
                    self._put((place.site, number), replace(state, lost=at if gone else None))

    def chattered(self, toggles: tuple[int, ...], excused: Set[Site], at: Instant) -> None:
        """The controller has told how often each raw level changed since its last report."""
        for place in self._places:
            if place.site in excused:
                continue
            for number, level in enumerate(place.levels):
                most = max(toggles[channel] for channel in level.channels)
                state = self._state(place.site, number)
                after_report = chattered(state, most, REPORT_SECONDS, at)
                if after_report is not state:
                    self._put((place.site, number), after_report)

    def release(self, at: Instant) -> None:
        """End the quarantine of what has been calm."""
        for key in list(self._hidden):
            self._put(key, released(self._levels[key], at))

    def next_deadline(self) -> Instant | None:
        """When a quarantine may end."""
        ends = (release_at(self._levels[key]) for key in self._hidden)
        return min((end for end in ends if end is not None), default=None)

    def believed(self, sensed: Sensed) -> Sensed:
        """The readings with quarantined levels *unknown*."""
        if not self._hidden and not self._bypassed:
            return sensed
        shown = dict(sensed)
        for site in self._bypassed:
            shown[site] = (UNKNOWN,) * len(shown[site])
        for site, number in self._hidden:
            levels = shown[site]
            shown[site] = (*levels[:number], UNKNOWN, *levels[number + 1 :])
        return shown

    def health(self, values: tuple[int, ...] | None) -> tuple[SensorHealth, ...]:
        """Health of every level, for the page and `doctor`; `values` are the raw ones of the last scan."""
        found = []
        for place in self._places:
            for number, level in enumerate(place.levels):
                state = self._state(place.site, number)
                clear = left = None
                if values is not None and state.lost is None:
                    _, clear, left = self._clearance(place.site, number, level, values)
                seen = self._at if state.lost is None else state.lost
                found.append(
                    SensorHealth(
                        place.site,
                        number,
                        state.toggles,
                        state.quarantined,
                        state.quarantines,
                        seen,
                        clear,
                        left,
                        state.lost is not None,
                    )
                )
        return tuple(found)

    def _clearance(self, site: Site, number: int, level: Level, values: tuple[int, ...]) -> _Clear:
        """How clear a level reads; few have changed since it was asked last."""
        raw = tuple(values[channel] for channel in level.channels)
        known = self._clear.get((site, number))
        if known is None or known.raw != raw:
            clear = margin(level.sensing, raw)
            known = _Clear(raw, clear, None if clear is None else slack(level.sensing, raw))
            self._clear[site, number] = known
        return known

    def _state(self, site: Site, number: int) -> LevelHealth:
        return self._levels.get((site, number), _WELL)

    def _put(self, key: Key, state: LevelHealth) -> None:
        self._levels[key] = state
        if state.quarantined:
            self._hidden.add(key)
        else:
            self._hidden.discard(key)
