"""From raw channel values to readings. Pure; an uncertain value is `unknown`, never a guess."""

from collections.abc import Sequence
from functools import lru_cache
from math import dist

from triboard.board.definition import Board, Sensing, SensorFrame, Signature, SiteDefinition
from triboard.board.readings import EMPTY, SOMETHING, UNKNOWN, Observation, Reading, RimReading, holds
from triboard.board.rims import carried
from triboard.units import Site

_CACHED_COLOURS = 4096  # raw values repeat; a board shows some tens of different ones


@lru_cache(maxsize=_CACHED_COLOURS)
def nearest_colour(values: tuple[int, ...], signatures: tuple[Signature, ...], margin: float) -> Reading:
    """The signature nearest to `values` (Euclidean, raw units).

    It must be nearer than every other one by `margin`, and nearer than `margin` times two in itself;
    otherwise the reading is `unknown`.
    """
    ranked = sorted(
        ((dist(values, signature.values), signature) for signature in signatures), key=lambda pair: pair[0]
    )
    best, signature = ranked[0]
    second = ranked[1][0] if len(ranked) > 1 else float("inf")
    if second - best < margin or best > 2 * margin:
        return UNKNOWN
    return EMPTY if signature.piece is None else holds(signature.piece)


def classify_level(board: Board, values: tuple[int, ...]) -> Reading:
    """Reading of one level from its channels' raw values."""
    match board.sensing:
        case Sensing.DIGITAL:
            return SOMETHING if values[0] else EMPTY
        case Sensing.COLOUR:
            return nearest_colour(values, board.signatures, board.margin)


def observe(board: Board, values: Sequence[int], rims: tuple[RimReading, ...]) -> Observation:
    """One sensor frame (a raw value for each channel in order) and the rims, as an observation."""
    sites = {site.site: _levels(board, site, values) for site in board.sites}
    for rim, reading in zip(board.rims, rims, strict=True):
        if rim.sensors is SensorFrame.RIM and reading.detent:
            # A travelling sensor is named by its hole at detent 0; the room's hole is where it stands now.
            sites |= {carried(rim, sensor, reading.detent): sites[sensor] for sensor in rim.ring}
    return Observation(sites, rims)


def _levels(board: Board, site: SiteDefinition, values: Sequence[int]) -> tuple[Reading, ...]:
    return tuple(classify_level(board, tuple(values[channel] for channel in level)) for level in site.levels)


def unseen(board: Board) -> Observation:
    """What is known before the first sensor frame: nothing."""
    sites: dict[Site, tuple[Reading, ...]] = {
        site.site: (UNKNOWN,) * len(site.levels) for site in board.sites
    }
    return Observation(sites)
