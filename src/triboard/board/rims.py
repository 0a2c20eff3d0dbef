"""Turning rims: quadrature to angle, angle to detent, holes to slots (physical-play 16 to 18).

A rim's encoder is relative; its index switch closes at detent 0. Counts are edges of both tracks,
clockwise seen from above positive. A count that is no multiple of `edges_per_detent` is *between*.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from triboard.board.definition import RimDefinition
from triboard.board.readings import RimReading, RimState
from triboard.units import Detent, Site

QUARTERS: Final = 4

_STEP: Final = {
    # (previous A, B) -> (A, B): +1 clockwise. A leads B when turning clockwise.
    (False, False): {(True, False): 1, (False, True): -1},
    (True, False): {(True, True): 1, (False, False): -1},
    (True, True): {(False, True): 1, (True, False): -1},
    (False, True): {(False, False): 1, (True, True): -1},
}

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class RimTracking:
    """Where a rim is believed to be.

    `count` is in edges from the index; it means nothing until `located`. `skipped` counts impossible
    double steps (lost edges: the angle is lost with them), `corrected` the times that the index or the
    pieces moved a count that was believed. `counter`: what a controller that counts itself last said.
    """

    count: int = 0
    located: bool = False
    tracks: tuple[bool, bool] | None = None
    index: bool | None = None
    skipped: int = 0
    corrected: int = 0
    counter: int | None = None


def follow(
    state: RimTracking, rim: RimDefinition, *, track_a: bool, track_b: bool, index: bool
) -> RimTracking:
    """Take in the levels of both tracks and of the index switch (`True` = active)."""
    tracks = (track_a, track_b)
    step = 0
    if state.tracks is not None and tracks != state.tracks:
        found = _STEP[state.tracks].get(tracks)
        if found is None:
            state = replace(state, skipped=state.skipped + 1, located=False)
        else:
            step = -found if rim.reverse else found
    state = replace(state, count=state.count + step, tracks=tracks)
    if index and not (state.index and state.located):
        state = _at_index(state, rim)
    return replace(state, index=index)


def counted(state: RimTracking, rim: RimDefinition, count: int, *, located: bool) -> RimTracking:
    """Take in what a controller counted: edges modulo a full turn, and whether they are edges from the index.

    While they are not, the angle that the pieces told (`locate`) is carried along.
    """
    full = QUARTERS * rim.edges_per_detent
    moved = 0 if state.counter is None else (count - state.counter + full // 2) % full - full // 2
    lost = state.index is True and not located
    state = replace(
        state,
        count=state.count + moved,
        counter=count,
        index=located,
        located=state.located and not lost,
        skipped=state.skipped + lost,
    )
    if not located:
        return state
    remainder = (state.count - count + full // 2) % full - full // 2
    corrected = state.corrected + (1 if state.located and remainder else 0)
    return replace(state, count=state.count - remainder, located=True, corrected=corrected)


def _at_index(state: RimTracking, rim: RimDefinition) -> RimTracking:
    """The index switch is closed, which it is only while the count is 0 (a full turn joins up)."""
    full = QUARTERS * rim.edges_per_detent
    remainder = (state.count + full // 2) % full - full // 2
    if state.located and remainder == 0:
        return state
    corrected = state.corrected + (1 if state.located else 0)
    return replace(state, count=state.count - remainder, located=True, corrected=corrected)


def locate(state: RimTracking, rim: RimDefinition, detent: Detent) -> RimTracking:
    """Set the angle from what the pieces say; the fraction of a detent is kept as zero."""
    corrected = state.corrected + (1 if state.located else 0)
    return replace(state, count=detent * rim.edges_per_detent, located=True, corrected=corrected)


def rim_reading(state: RimTracking, rim: RimDefinition) -> RimReading:
    """The rim as boards and sessions see it."""
    if not state.located:
        return RimReading(RimState.UNKNOWN)
    detent, rest = divmod(state.count, rim.edges_per_detent)
    if rest:
        return RimReading(RimState.BETWEEN)
    return RimReading(RimState.REST, Detent(detent % QUARTERS))


def carried(rim: RimDefinition, site: Site, quarters: int) -> Site:
    """Hole in which the piece of `site` stands after `quarters` clockwise quarter turns."""
    ring = rim.ring
    places = len(ring) * quarters // QUARTERS
    return ring[(ring.index(site) + places) % len(ring)]


def to_slots(
    rims: tuple[RimDefinition, ...], detents: tuple[int, ...], holes: Mapping[Site, V]
) -> dict[Site, V]:
    """The same contents named by slot (the hole at detent 0); sites off the rims keep their names."""
    slots = dict(holes)
    for rim, detent in zip(rims, detents, strict=True):
        if detent % QUARTERS == 0:
            continue
        ring, places = rim.ring, len(rim.ring) * detent // QUARTERS
        for hole in ring:
            slots.pop(hole, None)
        for number, hole in enumerate(ring):
            if hole in holes:
                slots[ring[(number - places) % len(ring)]] = holes[hole]
    return slots
