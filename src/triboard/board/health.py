"""The health of sensors: which flicker, which can be read, how far they are from a doubt (physical-play 13).

       more than FLICKER changes of the reading in a second, or as many raw toggles as that
TRUSTED ───────────────────────────────────────────────────────────────────────────────────> QUARANTINED
        <─────────────────────────── QUIET without any change ────────────────────────────────

In quarantine a level reads *unknown*, so that the rest of the board can settle and the game goes on.
"""

from dataclasses import dataclass, replace
from math import dist
from typing import Final

from triboard.board.definition import Band, Sensing, SensingKind
from triboard.units import SECOND, Duration, Instant, Site, after

FLICKER: Final = 5
"""Changes of one level in a second that a hand can make; a piece put down and taken up thrice makes six."""

QUIET: Final = Duration(6 * SECOND)
"""Calm after which a level is believed again: longer than the 5 s from one quality report to the next."""

WINDOW: Final = SECOND

THIN: Final = 0.5
"""Part of its planned margin under which a level has drifted: still read, and not for long."""

DRIFTED: Final = Duration(10 * SECOND)
"""How long an empty level must have been thin: a hand that hovers is no drift."""


@dataclass(frozen=True, slots=True)
class LevelHealth:
    """One level's past: changes of its reading, those of the last second, and its quarantine.

    `flickered` is the last change while in quarantine, `None` outside; `lost` since when it cannot be read.
    """

    toggles: int = 0
    recent: tuple[Instant, ...] = ()
    flickered: Instant | None = None
    quarantines: int = 0
    lost: Instant | None = None

    @property
    def quarantined(self) -> bool:
        """Whether its reading is not believed now."""
        return self.flickered is not None


@dataclass(frozen=True, slots=True)
class SensorHealth:
    """What the page and `doctor` show of one level. `seen` is when it could last be read; `margin` how far
    its raw values lie from the nearest doubt (`None`: not measured); `slack` the part that is left of the
    margin that the board file plans for what it reads: it shrinks as a sensor drifts. `lost`: its channels
    are unread now."""

    site: Site
    level: int
    toggles: int
    quarantined: bool
    quarantines: int
    seen: Instant | None
    margin: float | None
    slack: float | None = None
    lost: bool = False


def changed(state: LevelHealth, at: Instant) -> LevelHealth:
    """The level's reading changed at `at`."""
    recent = (*(one for one in state.recent if at < after(one, WINDOW)), at)
    state = replace(state, toggles=state.toggles + 1, recent=recent)
    if state.quarantined:
        return replace(state, flickered=at)
    return _into_quarantine(state, at) if len(recent) > FLICKER else state


def chattered(state: LevelHealth, toggles: int, seconds: float, at: Instant) -> LevelHealth:
    """The controller has counted raw toggles over the last `seconds`: a flicker too quick to be reported."""
    if toggles <= FLICKER * seconds:
        return state
    return replace(state, flickered=at) if state.quarantined else _into_quarantine(state, at)


def _into_quarantine(state: LevelHealth, at: Instant) -> LevelHealth:
    return replace(state, flickered=at, quarantines=state.quarantines + 1)


def release_at(state: LevelHealth) -> Instant | None:
    """When its quarantine ends if it stays calm."""
    return None if state.flickered is None else after(state.flickered, QUIET)


def released(state: LevelHealth, at: Instant) -> LevelHealth:
    """Believed again if it has been calm for long enough by `at`."""
    end = release_at(state)
    return state if end is None or at < end else replace(state, flickered=None, recent=())


def margin(sensing: Sensing, values: tuple[int, ...]) -> float | None:
    """How far raw values lie from the nearest doubt, in raw steps; 0 is in doubt, `None` without analogue
    channels."""
    match sensing.kind:
        case SensingKind.COLOUR:
            ranked = sorted(dist(values, signature.values) for signature in sensing.signatures)
            lead = ranked[1] - ranked[0] if len(ranked) > 1 else float("inf")
            return round(max(0.0, min(lead - sensing.margin, sensing.reach - ranked[0])), 1)
        case SensingKind.BANDS | SensingKind.CORNERS:
            return float(min(_inside(value, sensing.bands) for value in values))
        case SensingKind.DIGITAL | SensingKind.TAGS:
            return None


def slack(sensing: Sensing, values: tuple[int, ...]) -> float | None:
    """The part of the planned margin that raw values leave, from 1 to 0 in doubt; `None` as for `margin`."""
    left = margin(sensing, values)
    if left is None:
        return None
    if sensing.kind is SensingKind.COLOUR:
        meant = min(sensing.signatures, key=lambda signature: dist(values, signature.values))
        planned = margin(sensing, meant.values)
        return round(min(1.0, left / planned), 2) if planned else 0.0
    parts = [_inside(value, sensing.bands) / max(1, _planned(value, sensing.bands)) for value in values]
    return round(min(1.0, *parts), 2)


def _planned(value: int, bands: tuple[Band, ...]) -> int:
    """How far the middle of the nearest band lies inside it."""
    return _inside(min(bands, key=lambda band: abs(value - band.middle)).middle, bands)


def _inside(value: int, bands: tuple[Band, ...]) -> int:
    """How far a value lies inside its band, counted from the ends that have a neighbour."""
    lowest, highest = min(band.low for band in bands), max(band.high for band in bands)
    for band in bands:
        if band.low <= value <= band.high:
            ends = [value - band.low] if band.low != lowest else []
            ends += [band.high - value] if band.high != highest else []
            return min(ends, default=highest - lowest)
    return 0
