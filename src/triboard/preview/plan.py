"""Where everything of a board lies in a picture, from the millimetres of the board file.

Seen from above, the near side below. Storeys of a board lie side by side, the lowest on the left, or one
above the other, the highest on top; on such a board seats and buttons, which belong to no storey, get a strip
of their own at the foot.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import dist
from typing import Final, NamedTuple

from triboard.board.definition import Board, PixelDefinition, Place
from triboard.preview.drawing import INK, PANEL, Box, Lamp, Ring, Spot, View, Words, seen

MARGIN_MM: Final = 26.0
BETWEEN_MM: Final = 10.0
RING: Final = 0.17
"""Radius of a site's outline as part of the least distance between two sites."""

LAMP: Final = 0.14
SMALLEST_WORDS: Final = 6.5  # pixels; smaller labels are left out
LETTER: Final = 0.62  # width of a letter as part of its size


class Panel(NamedTuple):
    """The ground under a storey, in millimetres."""

    at: Spot
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Plan:
    """Places in millimetres from the top left corner of the picture of one board."""

    width: float
    height: float
    panels: tuple[Panel, ...]
    sites: tuple[tuple[str, Spot], ...]
    lamps: tuple[tuple[str, int, Spot], ...]
    ring: float
    lamp: float

    def boxes(self, at: Spot, scale: float) -> list[Box]:
        """The panels at `at`, `scale` pixels a millimetre."""
        return [
            Box(_put(panel.at, at, scale), scale * panel.width, scale * panel.height, PANEL)
            for panel in self.panels
        ]

    def view(self, rgb: bytes, at: Spot, scale: float, *, labels: bool) -> View:
        """The board, its LEDs showing `rgb`."""
        view = View()
        view.rings = [Ring(_put(spot, at, scale), scale * self.ring, name) for name, spot in self.sites]
        view.lamps = [
            Lamp(_put(spot, at, scale), scale * self.lamp, seen(rgb[3 * pixel : 3 * pixel + 3]), name)
            for name, pixel, spot in self.lamps
        ]
        longest = max((len(name) for name, _ in self.sites), default=1)
        size = scale * self.ring * min(1.0, 1.6 / (longest * LETTER))
        if labels and size >= SMALLEST_WORDS:
            view.words = [
                Words(Spot(ring.at.x, ring.at.y + size * 0.36), ring.name, size, INK, centred=True)
                for ring in view.rings
            ]
        return view


def _put(spot: Spot, at: Spot, scale: float) -> Spot:
    return Spot(at.x + scale * spot.x, at.y + scale * spot.y)


def plan_of(board: Board, *, sideways: bool = True) -> Plan:
    """Lay a board out, its storeys side by side or one above the other."""
    storeys = sorted({site.place.z for site in board.sites}, reverse=not sideways) or [0.0]
    names = {site.site for site in board.sites}
    loose = [pixel for pixel in board.pixels if pixel.target not in names]
    fixed = [pixel for pixel in board.pixels if pixel.target in names]
    if len(storeys) == 1:
        fixed, loose = [*fixed, *loose], []
    places = [*(site.place for site in board.sites), *(pixel.place for pixel in fixed)]
    left, top = (min(getattr(place, axis) for place in places) - MARGIN_MM for axis in "xy")
    wide = max(place.x for place in places) + MARGIN_MM - left
    deep = max(place.y for place in places) + MARGIN_MM - top
    step = Spot(wide + BETWEEN_MM, 0) if sideways else Spot(0, deep + BETWEEN_MM)
    last = len(storeys) - 1

    def put(place: Place) -> Spot:
        storey = min(range(len(storeys)), key=lambda one: abs(storeys[one] - place.z))
        return Spot(place.x - left + storey * step.x, place.y - top + storey * step.y)

    panels = [Panel(Spot(n * step.x, n * step.y), wide, deep) for n in range(len(storeys))]
    width, foot = last * step.x + wide, last * step.y + deep
    lamps = [(pixel.target, int(pixel.pixel), put(pixel.place)) for pixel in fixed]
    if loose:
        panels.append(Panel(Spot(0, foot + BETWEEN_MM), width, 2 * MARGIN_MM))
        lamps += _at_the_foot(loose, width, foot + BETWEEN_MM + MARGIN_MM)
        foot += BETWEEN_MM + 2 * MARGIN_MM
    sites = tuple((str(site.site), put(site.place)) for site in board.sites)
    ring, lamp = _sizes([spot for _, spot in sites], [spot for _, _, spot in lamps])
    return Plan(width, foot, tuple(panels), sites, tuple(lamps), ring, lamp)


def _at_the_foot(pixels: Sequence[PixelDefinition], width: float, y: float) -> list[tuple[str, int, Spot]]:
    """Lights of no storey in their order from left to right, evenly apart, clear of one another."""
    order = sorted(pixels, key=lambda pixel: (pixel.place.y, pixel.place.x))
    step = width / len(order)
    return [(pixel.target, int(pixel.pixel), Spot(step * (n + 0.5), y)) for n, pixel in enumerate(order)]


def _sizes(sites: Sequence[Spot], lamps: Sequence[Spot]) -> tuple[float, float]:
    """Radii of outlines and lights, so that no two of a kind touch, and no light the outline beside it."""
    ring, lamp = RING * _least_distance(sites), LAMP * _least_distance(sites)
    lamp = min(lamp, 0.45 * _least_distance(lamps))
    apart = [dist(one, other) for one in lamps for other in sites]
    inside = [distance for distance in apart if distance < 0.5 * ring]
    beside = min((distance for distance in apart if distance >= 0.5 * ring), default=2 * ring + 2 * lamp)
    if inside:  # the light shines in the middle of its site, the outline lies round it
        return min(max(ring, 1.35 * lamp), 0.48 * _least_distance(sites)), lamp
    while ring + lamp > 0.97 * beside:
        ring, lamp = 0.95 * ring, 0.95 * lamp
    return ring, lamp


def _least_distance(spots: Sequence[Spot]) -> float:
    return min((dist(one, other) for one, other in combinations(spots, 2)), default=60.0)
