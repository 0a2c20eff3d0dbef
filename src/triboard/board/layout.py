"""Boards that are laid out by size instead of listing every site: the hex triangle of Trike."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from triboard.board.definition import Level, PixelDefinition, Place, Sensing, SiteDefinition
from triboard.fields import Fields
from triboard.units import Channel, Pixel, Site

SMALLEST, LARGEST, USUAL = 7, 19, 7
"""Cells a side of a triangle that is built as a board (trike §1)."""


@dataclass(frozen=True, slots=True)
class LaidOut:
    """Sites and pixels of a layout; channels and pixels are numbered site by site."""

    sites: tuple[SiteDefinition, ...]
    pixels: tuple[PixelDefinition, ...]


def lay_out(fields: Fields, reads: Sequence[Sensing], size: int | None) -> LaidOut:
    """The layout that a table describes: `kind`, `pitch_mm` between cells, `pixel_mm` from a cell's middle to
    its light (towards the near side), `seats_mm` from the middle to the seats' lights."""
    fields.choice("kind", ["triangle"])
    pitch = fields.number("pitch_mm", 5, 200)
    offset = fields.number("pixel_mm", 0, 100, 0)
    seats = fields.number("seats_mm", 0, 2000)
    fields.close()
    side = USUAL if size is None else size
    if not SMALLEST <= side <= LARGEST:
        fields.note("size", f"is {side}", f"Boards are built with {SMALLEST} to {LARGEST} cells a side.")
        side = USUAL
    return _triangle(side, reads, pitch, offset, seats)


def _triangle(side: int, reads: Sequence[Sensing], pitch: float, offset: float, seats: float) -> LaidOut:
    """Row r holds r + 1 cells; the apex is on the far side (trike §1, §2)."""
    sites: list[SiteDefinition] = []
    pixels: list[PixelDefinition] = []
    channel = 0
    for row in range(side):
        for column in range(row + 1):
            levels = []
            for sensing in reads:
                numbers = range(channel, channel + sensing.channels)
                levels.append(Level(sensing, tuple(Channel(number) for number in numbers)))
                channel += sensing.channels
            x = (column - row / 2) * pitch
            y = (row - (side - 1) * 2 / 3) * pitch * sqrt(3) / 2
            site = Site(f"{chr(ord('a') + row)}{column + 1}")
            sites.append(SiteDefinition(site, Place(x, y, 0), tuple(levels)))
            pixels.append(PixelDefinition(Pixel(len(pixels)), site, Place(x, y + offset, 0)))
    for seat, x in enumerate((-seats, seats)):
        pixels.append(PixelDefinition(Pixel(len(pixels)), f"seat:{seat}", Place(x, side * pitch / 3, 0)))
    return LaidOut(tuple(sites), tuple(pixels))
