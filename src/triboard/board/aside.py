"""Places off the field that are read: which pieces are missing from their trays, hence in a hand.

Pure, and general: a tray place is named `tray:` and its piece; no game is known by name.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from triboard.board.definition import Board, SiteDefinition
from triboard.board.readings import Observation, Reading, ReadingKind, fits
from triboard.units import Piece, Site

TRAY: Final = "tray:"

_Place = tuple[tuple[Reading, ...], tuple[Piece, ...]]  # what is read, what should lie there


@lru_cache(maxsize=8)
def tray_places(aside: tuple[SiteDefinition, ...]) -> Mapping[Site, Piece]:
    """Piece of each tray place among these places off the field."""
    return {
        place.site: Piece(place.site.removeprefix(TRAY)) for place in aside if place.site.startswith(TRAY)
    }


def in_hand(
    board: Board, observed: Observation, expected: Mapping[Site, tuple[Piece, ...]]
) -> tuple[Piece, ...] | None:
    """Kinds of pieces of which one lies neither in its tray nor on the field; `expected` is what should stand
    on the field and tells what its sensors do not. `None` where the trays cannot tell: some kind has no place
    that is read, or a place has failed."""
    places = tray_places(board.aside)
    if not {tray.piece for tray in board.trays} <= set(places.values()):
        return None
    readings = [(observed.aside.get(site, ()), piece) for site, piece in places.items()]
    if any(not levels or any(one.kind is ReadingKind.UNKNOWN for one in levels) for levels, _ in readings):
        return None
    kinds = {shape: tray.piece for tray in board.trays for shape in (tray.piece, *tray.shapes)}
    height = {places[place.site]: place.height for place in board.aside if place.site in places}
    field = [(levels, expected.get(site, ())) for site, levels in observed.sites.items()]
    laid = _count(kinds, field)
    lying = _count(kinds, [(levels, (piece,) * len(levels)) for levels, piece in readings])
    return tuple(
        tray.piece
        for tray in board.trays
        if lying[tray.piece] < min(height[tray.piece], tray.stock - laid[tray.piece])
    )


def _count(kinds: Mapping[Piece, Piece], places: Iterable[_Place]) -> Counter[Piece]:
    """How many pieces of each kind lie in these places."""
    return Counter(kinds.get(piece, piece) for levels, stack in places for piece in _shown(stack, levels))


def _shown(expected: tuple[Piece, ...], levels: tuple[Reading, ...]) -> list[Piece]:
    """Pieces of a place: those that are read by name, and expected ones where something unnamed is."""
    if fits(expected, levels):
        return list(expected)
    found: list[Piece] = []
    for level, reading in enumerate(levels):
        match reading.kind:
            case ReadingKind.PIECE if reading.piece is not None:
                found.append(reading.piece)
            case ReadingKind.SET:
                found += sorted(reading.pieces)
            case ReadingKind.SOMETHING | ReadingKind.UNKNOWN:
                found += expected[level : level + 1]
            case _:
                pass
    return found
