"""Racks that are read: what each should hold, in any place and any way round, and what is astray.

Pure, and general: a rack place is named `rack:`, its seat and a number (`rack:0:3`); no game is known by
name. What the racks hold never stands in the way of a move on the field: it is told beside it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from triboard.board.definition import Board, SiteDefinition
from triboard.board.guidance import shapes
from triboard.board.readings import SOMETHING, Observation, Reading, ReadingKind
from triboard.units import Piece, Seat, Site

RACK: Final = "rack:"

Holdings = Mapping[Seat, frozenset[Piece]]
"""Kinds of pieces that should lie in each rack that is in play."""


_NAME: Final = re.compile(r"rack:([0-9]):([0-9]{1,2})")


@lru_cache(maxsize=8)
def rack_places(aside: tuple[SiteDefinition, ...]) -> Mapping[Site, Seat]:
    """Seat of each rack place among these places off the field."""
    found = ((place.site, _NAME.fullmatch(place.site)) for place in aside)
    return {site: Seat(int(name[1])) for site, name in found if name}


@dataclass(frozen=True, slots=True)
class Seen:
    """What racks show: places of each kind that is read by name, on the field too, and the seats whose rack
    cannot tell what it lacks (a place that has failed, or none that is free)."""

    places: Mapping[Piece, tuple[Site, ...]]
    blind: frozenset[Seat]

    def in_rack(self, board: Board, piece: Piece, seat: Seat) -> bool:
        """Whether a kind is seen in the rack of a seat."""
        racks = rack_places(board.aside)
        return any(racks.get(site) == seat for site in self.places.get(piece, ()))


def seen(board: Board, observed: Observation) -> Seen:
    """What racks and field show by name."""
    kinds, racks = shapes(board), rack_places(board.aside)
    places: dict[Piece, list[Site]] = {}
    doubtful: set[Seat] = set()
    free: set[Seat] = set()
    for site, levels in (*observed.aside.items(), *observed.sites.items()):
        seat = racks.get(site)
        if seat is None and site not in observed.sites:
            continue  # a tray
        for reading in levels:
            if reading.piece is not None:
                places.setdefault(kinds.get(reading.piece, reading.piece), []).append(site)
            elif seat is not None:
                (free if reading.kind is ReadingKind.EMPTY else doubtful).add(seat)
    blind = doubtful | (set(racks.values()) - free)
    return Seen({piece: tuple(found) for piece, found in places.items()}, frozenset(blind))


@dataclass(frozen=True, slots=True)
class Astray:
    """How racks differ from what they should hold.

    `twice`: places that show more of a kind than there are. `strangers`: places with a piece that belongs
    into another rack (its seat), or into none (`None`). `missing`: pieces that no rack and no site shows, by
    the seat whose rack lacks them: they are in a hand, or lost.
    """

    twice: tuple[Site, ...] = ()
    strangers: tuple[tuple[Site, Seat | None], ...] = ()
    missing: tuple[tuple[Seat, Piece], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.twice or self.strangers or self.missing)


def astray(board: Board, wanted: Holdings, observed: Observation) -> Astray:
    """Compare racks with what they should hold. A place that cannot be read excuses what its rack lacks."""
    racks, shown = rack_places(board.aside), seen(board, observed)
    stock = {tray.piece: tray.stock for tray in board.trays}
    owner = {piece: seat for seat, pieces in wanted.items() for piece in pieces}
    twice: list[Site] = []
    strangers: list[tuple[Site, Seat | None]] = []
    for piece, sites in sorted(shown.places.items()):
        if len(sites) > stock.get(piece, len(sites)):
            if any(site in racks for site in sites):
                twice += sites
            continue
        for site in sites:
            seat = racks.get(site)
            if seat is not None and owner.get(piece) != seat and (seat in wanted or piece in owner):
                strangers.append((site, owner.get(piece)))
    missing = [
        (seat, piece)
        for seat, pieces in sorted(wanted.items())
        if seat not in shown.blind
        for piece in sorted(pieces)
        if piece not in shown.places
    ]
    return Astray(tuple(twice), tuple(sorted(strangers, key=lambda one: one[0])), tuple(missing))


def added(before: Holdings, after: Holdings) -> list[tuple[Seat, Piece]]:
    """What racks hold more of."""
    none: frozenset[Piece] = frozenset()
    return [
        (seat, piece) for seat, pieces in after.items() for piece in sorted(pieces - before.get(seat, none))
    ]


def arrived(
    board: Board, before: Holdings, observed: Observation, candidates: Sequence[Holdings]
) -> tuple[int, ...]:
    """Numbers of the candidates of which everything that they add to racks is seen there, and nowhere else.

    What else the racks show does not matter: it is astray, before and after.
    """
    shown = seen(board, observed)
    racks = rack_places(board.aside)
    found: list[int] = []
    for number, after in enumerate(candidates):
        new = added(before, after)
        places = [[racks.get(site) for site in shown.places.get(piece, ())] for _, piece in new]
        if new and all(seats == [seat] for (seat, _), seats in zip(new, places, strict=True)):
            found.append(number)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class LookAt:
    """These places show one piece more often than there is."""

    sites: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class ToRack:
    """The piece on this place belongs into the rack of a seat."""

    site: Site
    seat: Seat


@dataclass(frozen=True, slots=True)
class OutOfRack:
    """The piece on this place belongs into no rack."""

    site: Site


@dataclass(frozen=True, slots=True)
class IntoRack:
    """The rack of a seat lacks a piece; which one is for its owner to know."""

    seat: Seat


RackStep = LookAt | ToRack | OutOfRack | IntoRack


def next_rack_step(found: Astray) -> RackStep | None:
    """The next step that a hand can do: a piece that only lies in the wrong rack first, then one too many,
    then one that is missing."""
    if found.twice:
        return LookAt(found.twice)
    for site, seat in found.strangers:
        if seat is not None:
            return ToRack(site, seat)
    for site, _ in found.strangers:
        return OutOfRack(site)
    for seat, _ in found.missing:
        return IntoRack(seat)
    return None


def covering(levels: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """A rack place as others see it: whether something lies there, never what."""
    return tuple(SOMETHING if reading.kind is ReadingKind.PIECE else reading for reading in levels)
