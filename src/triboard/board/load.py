"""Board files: from TOML text to a checked `Board`; all mistakes are reported together."""

import tomllib
from collections import Counter
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from triboard.board.definition import (
    Board,
    ButtonDefinition,
    PixelDefinition,
    Place,
    Power,
    RimDefinition,
    Scan,
    Sensing,
    SensorFrame,
    Signature,
    SiteDefinition,
    Tray,
)
from triboard.errors import ConfigurationError, Mistake
from triboard.fields import Fields, nearest
from triboard.units import Channel, Piece, Pixel, Seat, Site, millis

FAR = 2000.0  # millimetres; no place of a board lies farther from its centre
LAST_PIN = 27  # BCM numbers on the header of every Pi
MOST_SEATS = 6
_CHANNELS = {Sensing.COLOUR: 3, Sensing.DIGITAL: 1}


def shipped_boards() -> tuple[str, ...]:
    """Names of the board files that come with the package."""
    folder = resources.files("triboard") / "boards"
    return tuple(sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_board(name_or_file: str) -> Board:
    """A shipped board by name, or a board file by path (anything with a dot or a slash)."""
    if "/" in name_or_file or "." in name_or_file:
        path = Path(name_or_file)
        try:
            return parse_board(path.read_text(encoding="utf-8"), name_or_file)
        except OSError as error:
            mistake = Mistake(name_or_file, f"cannot be read ({error.strerror})", "Check the path.")
            raise ConfigurationError(mistake) from error
        except UnicodeDecodeError as error:
            mistake = Mistake(name_or_file, "is not a text file", "Save it as UTF-8 text.")
            raise ConfigurationError(mistake) from error
    if name_or_file not in shipped_boards():
        mistake = Mistake(
            "--board", f"'{name_or_file}' is not a shipped board", nearest(name_or_file, shipped_boards())
        )
        raise ConfigurationError(mistake)
    text = (resources.files("triboard") / "boards" / f"{name_or_file}.toml").read_text(encoding="utf-8")
    return parse_board(text, name_or_file)


def parse_board(text: str, origin: str) -> Board:
    """Parse and check a board file; `origin` names it in the mistakes."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        mistake = Mistake(origin, f"is not TOML: {error}", "Mend the line that is named.")
        raise ConfigurationError(mistake) from error
    fields = Fields(table, f"{origin}: ")
    board = _board(fields)
    _check(board, fields)
    fields.finish()
    return board


def _board(fields: Fields) -> Board:
    sensing = fields.table("sensing")
    kind = Sensing(sensing.choice("kind", [kind.value for kind in Sensing]))
    margin = sensing.number("margin", 0, 255, 1)
    signatures = []
    if kind is Sensing.COLOUR:
        signatures.append(Signature(None, _raw(sensing, "empty")))
    sensing.close()
    pieces = fields.tables("pieces")
    trays = []
    for entry in pieces:
        piece = Piece(entry.text("piece"))
        if kind is Sensing.COLOUR:
            signatures.append(Signature(piece, _raw(entry, "values")))
        trays.append(Tray(piece, entry.whole("stock", 0, 1000)))
        entry.close()
    scan = fields.table("scan")
    hands = fields.table("hands")
    light = fields.table("light")
    board = Board(
        name=fields.text("name"),
        title=fields.text("title"),
        game=fields.text("game"),
        sites=tuple(_site(entry) for entry in fields.tables("sites")),
        sensing=kind,
        signatures=tuple(signatures),
        margin=margin,
        scan=Scan(
            scan.whole("bits", 1, 12),
            millis(scan.number("period_ms", 1, 1000)),
            scan.whole("stable_scans", 1, 20),
            scan.whole("dead_band", 0, 255),
        ),
        settle=millis(hands.number("settle_ms", 20, 5000)),
        slide=millis(hands.number("slide_ms", 0, 10_000)),
        trays=tuple(trays),
        rims=tuple(_rim(entry) for entry in fields.tables("rims", required=False)),
        buttons=tuple(_button(entry) for entry in fields.tables("buttons", required=False)),
        pixels=tuple(_pixel(entry) for entry in fields.tables("pixels")),
        seats=tuple(Seat(seat) for seat in range(fields.whole("seats", 1, MOST_SEATS))),
        power=Power(
            light.number("budget_ma", 1, 100_000),
            light.number("idle_ma", 0, 20),
            *(light.number(f"{channel}_ma", 0.1, 60) for channel in ("red", "green", "blue")),
        ),
        colour_order=light.choice("colour_order", ["GRB", "RGB", "RBG", "GBR", "BRG", "BGR"]),
    )
    for table in (scan, hands, light):
        table.close()
    return board


def _raw(fields: Fields, key: str) -> tuple[int, ...]:
    return tuple(int(value) for value in fields.numbers(key, 3, 0, 255))


def _place(fields: Fields) -> Place:
    return Place(*fields.numbers("at", 3, -FAR, FAR))


def _site(fields: Fields) -> SiteDefinition:
    levels = tuple(tuple(Channel(channel) for channel in level) for level in fields.lists("levels"))
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
    rim = RimDefinition(
        rim=fields.text("rim"),
        ring=tuple(Site(site) for site in fields.texts("ring")),
        track_a=fields.whole("track_a", 0, LAST_PIN),
        track_b=fields.whole("track_b", 0, LAST_PIN),
        index=fields.whole("index", 0, LAST_PIN),
        edges_per_detent=fields.whole("edges_per_detent", 1, 64),
        reverse=fields.flag("reverse", default=False),
        sensors=SensorFrame(fields.choice("sensors", [frame.value for frame in SensorFrame], "room")),
    )
    fields.close()
    return rim


def _check(board: Board, fields: Fields) -> None:
    """What no single field can tell: every channel, pixel, pin and name exactly once, and known."""
    if board.scan.bits not in (1, 8, 12):
        fields.note("scan.bits", f"is {board.scan.bits}", "Choose 1, 8 or 12.")
    sites = [site.site for site in board.sites]
    _once(fields, "sites", sites, "site")
    channels = [channel for site in board.sites for level in site.levels for channel in level]
    _once(fields, "sites", channels, "channel")
    _once(fields, "pieces", [tray.piece for tray in board.trays], "piece")
    _once(fields, "rims", [rim.rim for rim in board.rims], "rim")
    _complete(fields, "sites", channels, "channel")
    wanted = _CHANNELS[board.sensing]
    for site in board.sites:
        if not site.levels:
            fields.note(f"sites.{site.site}", "has no level", "Name its channels: levels = [[0, 1, 2]].")
        for level in site.levels:
            if len(level) != wanted:
                fields.note(
                    f"sites.{site.site}",
                    f"has a level of {len(level)} channels",
                    f"Sensing '{board.sensing.value}' needs {wanted} a level.",
                )
    _once(fields, "pixels", [pixel.pixel for pixel in board.pixels], "pixel")
    _complete(fields, "pixels", [pixel.pixel for pixel in board.pixels], "pixel")
    _once(fields, "pixels", [pixel.target for pixel in board.pixels], "target")
    targets = {*sites, *(f"seat:{seat}" for seat in board.seats)}
    targets |= {f"button:{button.button}" for button in board.buttons}
    for pixel in board.pixels:
        if pixel.target not in targets:
            fields.note(
                f"pixels[{pixel.pixel}].target",
                f"'{pixel.target}' is no place",
                nearest(pixel.target, targets),
            )
    for rim in board.rims:
        _check_rim(fields, rim, set(sites))
    pins = [button.pin for button in board.buttons]
    pins += [pin for rim in board.rims for pin in (rim.track_a, rim.track_b, rim.index)]
    _once(fields, "buttons and rims", pins, "pin")
    _once(fields, "buttons", [button.button for button in board.buttons], "button")
    _once(fields, "rims", [site for rim in board.rims for site in rim.ring], "ring site")


def _check_rim(fields: Fields, rim: RimDefinition, sites: set[Site]) -> None:
    place = f"rims.{rim.rim}.ring"
    if not rim.ring or len(rim.ring) % 4:
        fields.note(
            place, f"has {len(rim.ring)} sites", "Name a multiple of four, clockwise seen from above."
        )
    for site in rim.ring:
        if site not in sites:
            fields.note(place, f"'{site}' is no site", nearest(site, sites))


def _once(fields: Fields, place: str, values: Iterable[object], what: str) -> None:
    for value, count in Counter(values).items():
        if count > 1:
            fields.note(place, f"{what} {value} is named {count} times", "Name it once.")


def _complete(fields: Fields, place: str, values: list[Channel] | list[Pixel], what: str) -> None:
    missing = sorted(set(range(len(values))) - {int(value) for value in values})
    if missing:
        fields.note(place, f"{what} {missing[0]} is missing", f"Number every {what} from 0 without a gap.")
