"""What a calibration has learned about one board, and the board file with it laid over.

A profile never adds anything that the board file does not have: it moves sensors, levels, colour orders and
what encoders give. So a strip, a sensor or a controller is exchanged without editing a file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from triboard.board.check import check
from triboard.board.definition import (
    COLOUR_ORDERS,
    Band,
    Board,
    Level,
    Sensing,
    SensingKind,
    Signature,
    SiteDefinition,
)
from triboard.errors import ConfigurationError, Mistake
from triboard.fields import Fields
from triboard.units import Channel, Piece, Site

FORMAT: Final = 1
MOST_EDGES: Final = 4096
HIGHEST: Final = 4095
REMEDY: Final = "Calibrate anew: triboard calibrate."


@dataclass(frozen=True, slots=True)
class Profile:
    """`unit` is the controller it was made with, `adopted` the one that may be driven from now on. `orders`:
    of each strip. `sensors`: by site, the site of the board file whose channels are its own. `empty`: of
    each channel. `pieces`: by way of sensing and kind. `rims`: edges a quarter, and whether the tracks count
    backwards. What is empty was not calibrated. `report` is for people."""

    board: str
    date: str
    unit: str | None = None
    adopted: str | None = None
    orders: tuple[str, ...] = ()
    sensors: Mapping[Site, Site] = field(default_factory=dict)
    empty: tuple[int, ...] = ()
    pieces: Mapping[str, Mapping[Piece, tuple[int, ...]]] = field(default_factory=dict)
    rims: Mapping[str, tuple[int, bool]] = field(default_factory=dict)
    report: Mapping[str, Any] = field(default_factory=dict)


def read_profile(content: Mapping[str, Any], origin: str) -> Profile:
    """A profile from JSON; raises `ConfigurationError` with all mistakes. Unknown keys are mistakes."""
    if content.get("format") != FORMAT:
        problem = f"is a profile of format {content.get('format')!r}, this program reads {FORMAT}"
        raise ConfigurationError(Mistake(origin, problem, REMEDY))
    fields = Fields(content, f"{origin}: ")
    fields.has("format")
    fields.has("report")
    for told_only in ("noise", "margins", "skipped"):
        fields.has(told_only)
    report = content.get("report", {})
    profile = Profile(
        board=fields.text("board"),
        date=fields.text("date"),
        unit=fields.text("unit", "") or None,
        adopted=fields.text("adopted", "") or None,
        orders=fields.texts("orders", []),
        sensors=_names(fields, "sensors"),
        empty=_whole(fields, "empty"),
        pieces=_pieces(fields),
        rims=_rims(fields),
        report=report if isinstance(report, dict) else {},
    )
    fields.finish()
    return profile


def _names(fields: Fields, key: str) -> dict[Site, Site]:
    if not fields.has(key):
        return {}
    table = fields.table(key)
    found = {Site(name): Site(table.text(name)) for name in table.names}
    table.close()
    return found


def _whole(fields: Fields, key: str) -> tuple[int, ...]:
    return tuple(round(one) for one in fields.numbers(key, None, 0, HIGHEST)) if fields.has(key) else ()


def _pieces(fields: Fields) -> dict[str, dict[Piece, tuple[int, ...]]]:
    if not fields.has("pieces"):
        return {}
    table = fields.table("pieces")
    found = {}
    for name in table.names:
        kinds = table.table(name)
        found[name] = {Piece(kind): _whole(kinds, kind) for kind in kinds.names}
    table.close()
    return found


def _rims(fields: Fields) -> dict[str, tuple[int, bool]]:
    if not fields.has("rims"):
        return {}
    table = fields.table("rims")
    found = {}
    for name in table.names:
        rim = table.table(name)
        found[name] = (rim.whole("edges", 1, MOST_EDGES), rim.flag("reverse"))
        rim.close()
    table.close()
    return found


def calibrated(board: Board, profile: Profile) -> Board:
    """The board with the profile laid over it; raises `ConfigurationError` where they do not fit, or where
    what was measured can no longer tell the pieces apart."""
    origin = "calibration"
    fields = Fields({}, f"{origin}: ")
    _fit(board, profile, fields)
    fields.finish()
    top = (1 << board.scan.bits) - 1
    wired = {site.site: site for site in board.sites}
    sites = tuple(
        replace(site, levels=_levels(site, wired[profile.sensors.get(site.site, site.site)], profile, top))
        for site in board.sites
    )
    strips = tuple(
        replace(strip, order=order) for strip, order in zip(board.strips, profile.orders, strict=False)
    )
    found = replace(
        board,
        sites=sites,
        segments=strips if profile.orders else board.segments,
        rims=tuple(
            replace(rim, edges_per_detent=profile.rims[rim.rim][0], reverse=profile.rims[rim.rim][1])
            if rim.rim in profile.rims
            else rim
            for rim in board.rims
        ),
    )
    fields = Fields({}, f"{origin}: ")
    check(found, fields)
    fields.finish()
    return found


def _fit(board: Board, profile: Profile, fields: Fields) -> None:
    """Whether the profile was made on such a board."""
    if profile.board != board.name:
        fields.note("board", f"is {profile.board}, this board is {board.name}", REMEDY)
        return
    if profile.orders and (
        len(profile.orders) != len(board.strips)
        or any(
            order not in COLOUR_ORDERS or len(order) != len(strip.order)
            for order, strip in zip(profile.orders, board.strips, strict=False)
        )
    ):
        fields.note("orders", f"are {', '.join(profile.orders)}", REMEDY)
    if profile.empty and len(profile.empty) != board.channels:
        fields.note("empty", f"has {len(profile.empty)} values for {board.channels} channels", REMEDY)
    shapes = {site.site: tuple(len(level.channels) for level in site.levels) for site in board.sites}
    for site, sensor in profile.sensors.items():
        if site not in shapes or sensor not in shapes or shapes[site] != shapes[sensor]:
            fields.note("sensors", f"{site} cannot have the sensor of {sensor}", REMEDY)
    used = [profile.sensors.get(site, site) for site in shapes]
    for sensor in sorted({one for one in used if used.count(one) > 1}):
        fields.note("sensors", f"the sensor of {sensor} belongs to two sites", REMEDY)
    for rim in profile.rims:
        if rim not in {one.rim for one in board.rims}:
            fields.note("rims", f"has a rim {rim}", REMEDY)


def _levels(site: SiteDefinition, sensor: SiteDefinition, profile: Profile, top: int) -> tuple[Level, ...]:
    """The site's own ways of reading, over the channels of its sensor."""
    return tuple(
        Level(_sensing(own.sensing, wired.channels, profile, top), wired.channels)
        for own, wired in zip(site.levels, sensor.levels, strict=True)
    )


def _sensing(sensing: Sensing, channels: tuple[Channel, ...], profile: Profile, top: int) -> Sensing:
    empty = tuple(profile.empty[one] for one in channels) if profile.empty else ()
    pieces = profile.pieces.get(sensing.name, {})
    match sensing.kind:
        case SensingKind.COLOUR:
            bare = next((one.values for one in sensing.signatures if one.piece is None), ())
            return replace(
                sensing,
                signatures=tuple(
                    Signature(one.piece, _values(one, empty, bare, pieces, top)) for one in sensing.signatures
                ),
            )
        case SensingKind.BANDS:
            return replace(sensing, bands=tuple(_band(band, empty, pieces, top) for band in sensing.bands))
        case SensingKind.DIGITAL | SensingKind.CORNERS | SensingKind.TAGS:
            return sensing


def _values(
    one: Signature,
    empty: tuple[int, ...],
    bare: tuple[int, ...],
    pieces: Mapping[Piece, tuple[int, ...]],
    top: int,
) -> tuple[int, ...]:
    """A signature as this very sensor shows it: a bare level says how it differs from that of the board
    file."""
    if one.piece is None:
        return empty or one.values
    values = pieces.get(one.piece, one.values)
    if not empty or not bare or min(bare) == 0:
        return values
    return tuple(
        min(top, round(value * here / usual)) for value, here, usual in zip(values, empty, bare, strict=True)
    )


def _band(band: Band, empty: tuple[int, ...], pieces: Mapping[Piece, tuple[int, ...]], top: int) -> Band:
    """As wide as it was, round what was measured; an end at the end of the scale stays there."""
    measured = empty if band.symbol is None else pieces.get(Piece(band.symbol), ())
    if not measured:
        return band
    shift = measured[0] - band.middle
    low = band.low if band.low == 0 else max(0, band.low + shift)
    high = band.high if band.high >= top else min(top, band.high + shift)
    return Band(band.symbol, min(low, high), high)
