"""From raw channel values to readings. Pure; an uncertain value is `unknown`, never a guess."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import dist

from triboard.board.definition import (
    Band,
    Board,
    Level,
    Sensing,
    SensingKind,
    SensorFrame,
    Signature,
    SiteDefinition,
)
from triboard.board.readings import (
    EMPTY,
    SOMETHING,
    UNKNOWN,
    Observation,
    Reading,
    ReadingKind,
    RimReading,
    holds,
)
from triboard.board.rims import carried
from triboard.units import Piece, Site

_CACHED_COLOURS = 4096  # raw values repeat; a board shows some tens of different ones


@lru_cache(maxsize=_CACHED_COLOURS)
def nearest_colour(
    values: tuple[int, ...], signatures: tuple[Signature, ...], margin: float, reach: float
) -> Reading:
    """The signature nearest to `values` (Euclidean, raw units).

    It must be nearer than every other one by `margin`, and no farther than `reach` in itself; otherwise the
    reading is `unknown`.
    """
    ranked = sorted(
        ((dist(values, signature.values), signature) for signature in signatures), key=lambda pair: pair[0]
    )
    best, signature = ranked[0]
    second = ranked[1][0] if len(ranked) > 1 else float("inf")
    if second - best < margin or best > reach:
        return UNKNOWN
    return EMPTY if signature.piece is None else holds(signature.piece)


def band_of(value: int, bands: tuple[Band, ...], hysteresis: int, before: str | None) -> Band | None:
    """The band that a value lies in; a value just outside keeps the band of `before` while it is nearer to it
    than `hysteresis`. `None` where no band is meant."""
    for band in bands:
        if band.low <= value <= band.high:
            return band
    for band in bands:
        if band.symbol == before and band.low - hysteresis <= value <= band.high + hysteresis:
            return band
    return None


def classify_level(sensing: Sensing, values: tuple[int, ...], before: Reading = UNKNOWN) -> Reading:
    """Reading of one level from its channels' raw values; `before` is what it read last (hysteresis)."""
    match sensing.kind:
        case SensingKind.DIGITAL:
            if 2 * values[0] < sensing.active:
                return EMPTY
            return SOMETHING if sensing.piece is None else holds(sensing.piece)
        case SensingKind.COLOUR:
            if max(values) <= sensing.dark:
                return UNKNOWN
            return nearest_colour(values, sensing.signatures, sensing.margin, sensing.reach)
        case SensingKind.BANDS:
            known = before.kind in (ReadingKind.EMPTY, ReadingKind.PIECE)
            # A level that was unknown keeps nothing: "" is no symbol.
            band = band_of(values[0], sensing.bands, sensing.hysteresis, before.piece if known else "")
            if band is None:
                return UNKNOWN
            return EMPTY if band.symbol is None else holds(Piece(band.symbol))
        case SensingKind.CORNERS:
            return _corners(sensing, values, before)
        case SensingKind.TAGS:
            pieces = frozenset(piece for piece, value in zip(sensing.pieces, values, strict=True) if value)
            return Reading(ReadingKind.SET, pieces=pieces) if pieces else EMPTY


def _corners(sensing: Sensing, values: tuple[int, ...], before: Reading) -> Reading:
    """All corners dark is empty, all lit and together a tile is that tile; anything else is a badly seated
    tile or a fault, never a guess (trioker §27)."""
    symbols: list[str | None] = []
    for corner, value in enumerate(values):
        last = before.piece[corner] if before.piece else None if before.kind is ReadingKind.EMPTY else ""
        band = band_of(value, sensing.bands, sensing.hysteresis, last)
        if band is None:
            return UNKNOWN
        symbols.append(band.symbol)
    lit = [symbol for symbol in symbols if symbol is not None]
    if not lit:
        return EMPTY
    name = Piece("".join(lit))
    return holds(name) if len(lit) == len(symbols) and name in sensing.pieces else UNKNOWN


def observe(
    board: Board,
    values: Sequence[int],
    rims: tuple[RimReading, ...],
    before: Observation | None = None,
) -> Observation:
    """One sensor frame (a raw value for each channel in order) and the rims, as an observation.

    `before` is the observation that came last, for hysteresis.
    """
    past = {} if before is None else {**before.sites, **before.aside}
    return placed(board, sense(board, values, past), rims)


def sense(
    board: Board,
    values: Sequence[int],
    before: Mapping[Site, tuple[Reading, ...]],
    unread: frozenset[int] = frozenset(),
) -> dict[Site, tuple[Reading, ...]]:
    """What each sensor reads, by the site that it belongs to while all rims stand at detent 0.

    `before` is what they read last, for hysteresis. A level with a channel in `unread` is *unknown*.
    """
    return {
        site.site: _levels(site, values, before.get(site.site, ()), unread)
        for site in (*board.sites, *board.aside)
    }


def placed(
    board: Board, sensed: Mapping[Site, tuple[Reading, ...]], rims: tuple[RimReading, ...]
) -> Observation:
    """The readings of the sensors as an observation: where in the room each of them stands now."""
    sites = {site.site: sensed[site.site] for site in board.sites}
    for rim, reading in zip(board.rims, rims, strict=True):
        if rim.sensors is SensorFrame.RIM and reading.detent:
            # A travelling sensor is named by its hole at detent 0; the room's hole is where it stands now.
            sites |= {carried(rim, sensor, reading.detent): sensed[sensor] for sensor in rim.ring}
    return Observation(sites, rims, {place.site: sensed[place.site] for place in board.aside})


def _levels(
    site: SiteDefinition, values: Sequence[int], before: tuple[Reading, ...], unread: frozenset[int]
) -> tuple[Reading, ...]:
    if unread and any(
        level.sensing.kind is SensingKind.TAGS and not unread.isdisjoint(level.channels)
        for level in site.levels
    ):
        return nothing_known(site)
    return tuple(
        UNKNOWN
        if unread and not unread.isdisjoint(level.channels)
        else _level(level, values, before[number] if number < len(before) else UNKNOWN)
        for number, level in enumerate(site.levels)
    )


def _level(level: Level, values: Sequence[int], before: Reading) -> Reading:
    return classify_level(level.sensing, tuple(values[channel] for channel in level.channels), before)


def unseen(board: Board) -> Observation:
    """What is known before the first sensor frame: nothing."""
    return Observation(
        {site.site: nothing_known(site) for site in board.sites},
        aside={place.site: nothing_known(place) for place in board.aside},
    )


def nothing_known(site: SiteDefinition) -> tuple[Reading, ...]:
    """A site of which nothing can be said: any stack fits. A silent tag reader hides as many as it knows."""
    return (UNKNOWN,) * site.height
