"""Board files: from TOML text to a checked `Board`; all mistakes are reported together."""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from triboard.board.build import read_build
from triboard.board.check import check
from triboard.board.definition import (
    COLOUR_ORDERS,
    WHITE_CHANNEL,
    Band,
    Board,
    ButtonDefinition,
    Level,
    PixelDefinition,
    Place,
    Power,
    RimDefinition,
    Scan,
    Segment,
    Sensing,
    SensingKind,
    SensorFrame,
    Signature,
    SiteDefinition,
    Tray,
)
from triboard.board.inputs import read_controller
from triboard.board.layout import lay_out
from triboard.board.pico import HEADER
from triboard.board.segments import check_segments, read_segments
from triboard.board.variants import apply_variants, split_variants, variants_of
from triboard.errors import ConfigurationError, Mistake
from triboard.fields import Fields, nearest
from triboard.units import Channel, Piece, Pixel, Seat, Site, millis

FAR = 2000.0  # millimetres; no place of a board lies farther from its centre
LAST_PIN = 27  # BCM numbers on the header of every Pi
LAST_PICO_PIN = max(HEADER)
MOST_SEATS = 6
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


def shipped_boards() -> tuple[str, ...]:
    """Names of the board files that come with the package."""
    folder = resources.files("triboard") / "boards"
    return tuple(sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_board(name_or_file: str, size: int | None = None) -> Board:
    """A shipped board by name, or a board file by path (anything with a dot or a slash), with the variants
    that are named after a `+`.

    `size` matters to boards that are laid out by size (trike).
    """
    return checked(*read_board(name_or_file, size))


def read_board(
    name_or_file: str, size: int | None = None, build: Mapping[str, Any] = NOTHING
) -> tuple[Board, list[Mistake]]:
    """A board as `load_board` finds it, and the mistakes in its file, so that others can be added.

    Where there are mistakes the board holds harmless values in their places. `build` is laid over `[build]`.
    Raises `ConfigurationError` for what cannot be read at all.
    """
    name, variants, text = _text_of(name_or_file)
    return _read(text, name, size, variants, build)


def board_variants(name_or_file: str) -> dict[str, str]:
    """Names of the variants that a board file has, and what each is about; none where it is no TOML."""
    try:
        return variants_of(tomllib.loads(_text_of(name_or_file)[2]))
    except tomllib.TOMLDecodeError:
        return {}


def _text_of(name_or_file: str) -> tuple[str, tuple[str, ...], str]:
    """The board's name or path, the variants named behind it, and the text of its file."""
    whole = "/" in name_or_file and Path(name_or_file).is_file()  # a file may be named with a `+`
    name, variants = (name_or_file, ()) if whole else split_variants(name_or_file)
    if "/" in name or "." in name:
        try:
            text = Path(name).read_text(encoding="utf-8")
        except OSError as error:
            mistake = Mistake(name, f"cannot be read ({error.strerror})", "Check the path.")
            raise ConfigurationError(mistake) from error
        except UnicodeDecodeError as error:
            mistake = Mistake(name, "is not a text file", "Save it as UTF-8 text.")
            raise ConfigurationError(mistake) from error
    elif name not in shipped_boards():
        mistake = Mistake("--board", f"'{name}' is not a shipped board", nearest(name, shipped_boards()))
        raise ConfigurationError(mistake)
    else:
        text = (resources.files("triboard") / "boards" / f"{name}.toml").read_text(encoding="utf-8")
    return name, variants, text


def parse_board(text: str, origin: str, size: int | None = None) -> Board:
    """Parse and check a board file; `origin` names it in the mistakes, `size` is that of a laid out board."""
    return checked(*_read(text, origin, size))


def checked(board: Board, mistakes: list[Mistake]) -> Board:
    """The board, if there are no mistakes; raises `ConfigurationError`."""
    if mistakes:
        raise ConfigurationError(*mistakes)
    return board


def _read(
    text: str,
    origin: str,
    size: int | None,
    variants: tuple[str, ...] = (),
    build: Mapping[str, Any] = NOTHING,
) -> tuple[Board, list[Mistake]]:
    try:
        parsed = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        mistake = Mistake(origin, f"is not TOML: {error}", "Mend the line that is named.")
        raise ConfigurationError(mistake) from error
    table, mistakes = apply_variants(parsed, variants, origin)
    if build:
        table["build"] = {**table.get("build", {}), **build}
    fields = Fields(table, f"{origin}: ", mistakes)
    board = _board(fields, size)
    check(board, fields)
    fields.close()
    return board, mistakes


def _board(fields: Fields, size: int | None) -> Board:
    trays = tuple(_tray(entry) for entry in fields.tables("pieces"))
    sensings = _sensings(fields, trays)
    reads = _reads(fields, sensings)
    scan = fields.table("scan")
    hands = fields.table("hands")
    light = fields.table("light")
    colour_order = light.choice("colour_order", COLOUR_ORDERS)
    segments = read_segments(fields, colour_order)
    if fields.has("layout"):
        laid = lay_out(fields.table("layout"), reads, size)
        sites, pixels = laid.sites, laid.pixels
    else:
        sites = tuple(_site(entry, reads) for entry in fields.tables("sites"))
        pixels = tuple(_pixel(entry) for entry in fields.tables("pixels"))
    board = Board(
        name=fields.text("name"),
        title=fields.text("title"),
        revision=fields.text("revision", ""),
        game=fields.text("game"),
        sites=sites,
        aside=tuple(_site(entry, reads) for entry in fields.tables("aside", required=False)),
        scan=Scan(
            scan.whole("bits", 1, 12),
            millis(scan.number("period_ms", 1, 1000)),
            scan.whole("stable_scans", 1, 20),
            scan.whole("dead_band", 0, 255),
        ),
        settle=millis(hands.number("settle_ms", 20, 5000)),
        slide=millis(hands.number("slide_ms", 0, 10_000)),
        trays=trays,
        rims=tuple(_rim(entry) for entry in fields.tables("rims", required=False)),
        buttons=tuple(_button(entry) for entry in fields.tables("buttons", required=False)),
        pixels=pixels,
        seats=tuple(Seat(seat) for seat in range(fields.whole("seats", 1, MOST_SEATS))),
        power=Power(
            light.number("budget_ma", 1, 100_000),
            light.number("idle_ma", 0, 20),
            *(light.number(f"{channel}_ma", 0.1, 60) for channel in ("red", "green", "blue")),
            *([light.number("white_ma", 0.1, 60)] if _has_white(colour_order, segments) else []),
        ),
        colour_order=colour_order,
        segments=segments,
        build=read_build(fields),
    )
    check_segments(fields, board)
    bits = board.scan.bits
    parts = read_controller(fields, board.level_channels, bits, board.rims, board.strips)
    board = replace(board, parts=parts)
    for table in (scan, hands, light):
        table.close()
    return board


def _has_white(colour_order: str, segments: tuple[Segment, ...]) -> bool:
    """Whether any LED has a white chip, whose current must then be told."""
    return WHITE_CHANNEL in colour_order if not segments else any(segment.white for segment in segments)


def _tray(fields: Fields) -> Tray:
    piece = Piece(fields.text("piece"))
    shapes = tuple(Piece(shape) for shape in fields.texts("shapes", [piece]))
    tray = Tray(piece, fields.whole("stock", 0, 1000), shapes)
    fields.close()
    return tray


def _sensings(fields: Fields, trays: tuple[Tray, ...]) -> dict[str, Sensing]:
    """The ways of reading by name."""
    told = len(fields.mistakes)
    table = fields.table("sensing")
    found = {name: _sensing(name, table.table(name), trays) for name in table.names}
    table.close()
    if not found and len(fields.mistakes) == told:
        fields.note("sensing", "names no way of reading", "Add a table, for example [sensing.ball].")
    return found or {"": Sensing("", SensingKind.DIGITAL)}


def _reads(fields: Fields, sensings: dict[str, Sensing]) -> list[Sensing]:
    """How each level of a site is read, from the bottom."""
    names = fields.texts("reads", [next(iter(sensings))] if len(sensings) == 1 else None)
    for name in names:
        if name not in sensings:
            fields.note("reads", f"'{name}' is no way of reading", nearest(name, sensings))
    for name in sensings:
        if name and names and name not in names:
            fields.note(f"sensing.{name}", "is not used", "Name it in reads, or take it out.")
    found = [sensings[name] for name in names if name in sensings]
    return found or [next(iter(sensings.values()))]


def _sensing(name: str, fields: Fields, trays: tuple[Tray, ...]) -> Sensing:
    kind = SensingKind(fields.choice("kind", [kind.value for kind in SensingKind]))
    shapes = tuple(shape for tray in trays for shape in tray.shapes)
    match kind:
        case SensingKind.COLOUR:
            margin = fields.number("margin", 0, 255)
            values = fields.table("values")
            signatures = [Signature(None, _raw(fields, "empty"))]
            signatures += [Signature(Piece(piece), _raw(values, piece)) for piece in values.names]
            reach = fields.number("reach", 0, 442, 2 * margin)
            dark = fields.whole("dark", 0, 255, 0)
            sensing = Sensing(name, kind, signatures=tuple(signatures), margin=margin, reach=reach, dark=dark)
        case SensingKind.DIGITAL:
            active = fields.whole("active", 1, 4095, 1)
            sensing = Sensing(name, kind, piece=Piece(fields.text("piece", "")) or None, active=active)
        case SensingKind.BANDS | SensingKind.CORNERS:
            bands = tuple(_band(entry) for entry in fields.tables("bands"))
            hysteresis = fields.whole("hysteresis", 0, 4095, 0)
            sensing = Sensing(name, kind, bands=bands, hysteresis=hysteresis, pieces=shapes)
        case SensingKind.TAGS:
            sensing = Sensing(name, kind, pieces=tuple(Piece(piece) for piece in fields.texts("pieces")))
    fields.close()
    return sensing


def _band(fields: Fields) -> Band:
    symbol = fields.text("piece", "")
    band = Band(symbol or None, fields.whole("low", 0, 4095), fields.whole("high", 0, 4095))
    if band.low > band.high:
        fields.note("low", f"is {band.low}, above high = {band.high}", "Exchange them.")
    fields.close()
    return band


def _raw(fields: Fields, key: str) -> tuple[int, ...]:
    return tuple(int(value) for value in fields.numbers(key, 3, 0, 255))


def _place(fields: Fields) -> Place:
    return Place(*fields.numbers("at", 3, -FAR, FAR))


def _site(fields: Fields, reads: list[Sensing]) -> SiteDefinition:
    """One site; level by level it is read as the board's `reads` say, the last of them for all above."""
    levels = tuple(
        Level(reads[min(number, len(reads) - 1)], tuple(Channel(channel) for channel in channels))
        for number, channels in enumerate(fields.lists("levels"))
    )
    site = SiteDefinition(Site(fields.text("site")), _place(fields), levels)
    fields.close()
    return site


def _pixel(fields: Fields) -> PixelDefinition:
    pixel = PixelDefinition(Pixel(fields.whole("pixel", 0, 4095)), fields.text("target"), _place(fields))
    fields.close()
    return pixel


def _button(fields: Fields) -> ButtonDefinition:
    button = ButtonDefinition(fields.text("button"), fields.whole("pin", 0, LAST_PIN))
    fields.close()
    return button


def _rim(fields: Fields) -> RimDefinition:
    on_controller = fields.choice("on", ["pi", "controller"], "pi") == "controller"
    last = LAST_PICO_PIN if on_controller else LAST_PIN
    rim = RimDefinition(
        rim=fields.text("rim"),
        ring=tuple(Site(site) for site in fields.texts("ring")),
        track_a=fields.whole("track_a", 0, last),
        track_b=fields.whole("track_b", 0, last),
        index=fields.whole("index", 0, last),
        edges_per_detent=fields.whole("edges_per_detent", 1, 64),
        reverse=fields.flag("reverse", default=False),
        sensors=SensorFrame(fields.choice("sensors", [frame.value for frame in SensorFrame], "room")),
        on_controller=on_controller,
    )
    fields.close()
    return rim
