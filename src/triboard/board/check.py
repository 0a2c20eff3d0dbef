"""What no single field of a board file can tell: every channel, pixel, pin and name once, and known."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from triboard.board.aside import tray_places
from triboard.board.definition import Board, RimDefinition, SiteDefinition
from triboard.board.games_check import check_game
from triboard.board.racks import rack_places
from triboard.board.sensing_check import check_sensing
from triboard.fields import Fields, nearest
from triboard.units import Channel, Pixel, Site

BUS_PINS: Final = frozenset({7, 8, 9, 10, 11, 14, 15})
"""BCM pins of SPI0 (the LEDs) and of the console UART; a switch there is "GPIO busy" (field report 49)."""

FREE_PINS: Final = "Use another pin; 4 to 6, 12, 13 and 16 to 27 are free on every Pi."


def check(board: Board, fields: Fields) -> None:
    """What no single field can tell: every channel, pixel, pin and name exactly once, and known."""
    if board.scan.bits not in (1, 8, 12):
        fields.note("scan.bits", f"is {board.scan.bits}", "Choose 1, 8 or 12.")
    sites = [site.site for site in board.sites]
    _once(fields, "sites", [*sites, *(site.site for site in board.aside)], "site")
    places = (*board.sites, *board.aside)
    channels = [channel for site in places for level in site.levels for channel in level.channels]
    _once(fields, "sites", channels, "channel")
    _once(fields, "pieces", [tray.piece for tray in board.trays], "piece")
    _once(fields, "rims", [rim.rim for rim in board.rims], "rim")
    _complete(fields, "sites", channels, "channel")
    for site in (*board.sites, *board.aside):
        _check_levels(fields, site)
    _check_aside(fields, board)
    _once(fields, "pixels", [pixel.pixel for pixel in board.pixels], "pixel")
    _complete(fields, "pixels", [pixel.pixel for pixel in board.pixels], "pixel")
    _once(fields, "pixels", [pixel.target for pixel in board.pixels], "target")
    targets = {*sites, *(site.site for site in board.aside), *(f"seat:{seat}" for seat in board.seats)}
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
    pins += [pin for rim in board.rims if not rim.on_controller for pin in rim.pins]
    _once(fields, "buttons and rims", pins, "pin")
    for pin in sorted(BUS_PINS & set(pins)):
        fields.note(
            "buttons and rims",
            f"pin {pin} belongs to {'SPI0' if pin < 12 else 'the console UART'}",
            FREE_PINS,
        )
    _once(fields, "buttons", [button.button for button in board.buttons], "button")
    _once(fields, "rims", [site for rim in board.rims for site in rim.ring], "ring site")
    check_sensing(board, fields)
    check_game(board, fields)


def _check_levels(fields: Fields, site: SiteDefinition) -> None:
    if not site.levels:
        fields.note(f"sites.{site.site}", "has no level", "Name its channels: levels = [[0, 1, 2]].")
    for level in site.levels:
        if len(level.channels) != level.sensing.channels:
            fields.note(
                f"sites.{site.site}",
                f"has a level of {len(level.channels)} channels",
                f"Sensing '{level.sensing.kind.value}' needs {level.sensing.channels} a level.",
            )


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


def _check_aside(fields: Fields, board: Board) -> None:
    """Places off the field are trays of pieces that there are, and racks of seats that there are."""
    racks, trays = rack_places(board.aside), tray_places(board.aside)
    for place in board.aside:
        seat, piece = racks.get(place.site), trays.get(place.site)
        if seat is None and piece is None:
            fields.note(
                f"aside.{place.site}", "is neither a tray nor a rack", "Name it like tray:Wl or rack:0:3."
            )
        elif seat is not None and seat not in board.seats:
            fields.note(
                f"aside.{place.site}",
                f"there is no seat {seat}",
                f"The last seat is {len(board.seats) - 1}.",
            )
        elif piece is not None and piece not in {tray.piece for tray in board.trays}:
            fields.note(
                f"aside.{place.site}", f"there is no piece {piece}", "Name the tray after one of the pieces."
            )
