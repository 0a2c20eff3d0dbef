"""Hands of Trioker from racks that read their tiles (§28): a rack place is named `rack:SEAT:PLACE`."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from triboard import piece_words
from triboard.board.racks import RACK
from triboard.board.readings import Reading, ReadingKind
from triboard.rules import trioker
from triboard.rules.trioker.tiles import TILE_INDEX, tile_named
from triboard.session import trioker_words
from triboard.session.notices import Notice, wrong
from triboard.units import Piece, Seat, Site


def dealt(
    options: Mapping[str, Any], aside: Mapping[Site, tuple[Reading, ...]]
) -> Mapping[str, Any] | Notice | None:
    """`options` with the hands that lie in the racks of all who play. 333 or the pips then tell who opens.

    A place that cannot be read does not matter where the others hold the whole hand. Hands that the options
    name are replaced: they may be those of the game before. Racks of seats that do not play are not looked
    at. `None` in modes without a deal and where somebody has no rack of that size.
    """
    start = trioker.GAME.start(options)
    if not isinstance(start, trioker.TableState):
        return None
    racks: dict[str, list[Site]] = defaultdict(list)
    for site in aside:
        if site.startswith(RACK):
            racks[site.split(":")[1]].append(site)
    mine = [racks[str(seat)] for seat in range(len(start.hands))]
    if any(len(rack) < hand.size for rack, hand in zip(mine, start.hands, strict=True)):
        return None
    places: dict[str, Site] = {}  # of the tiles seen so far
    hands: list[list[str]] = []
    short: Notice | None = None
    for seat, rack in enumerate(mine):
        hand: list[str] = []
        doubtful: Site | None = None
        for site in rack:
            if all(reading.kind is ReadingKind.EMPTY for reading in aside[site]):
                continue
            tile = _tile(aside[site])
            if tile is None:
                doubtful = doubtful or site
                continue
            if tile in places:
                both = (places[tile], site)
                return wrong("seen-twice", *both, thing=piece_words.tile(Piece(tile)), sites=", ".join(both))
            places[tile] = site
            hand.append(tile)
        size = start.hands[seat].size
        if doubtful is not None and len(hand) < size:
            return wrong("unknown-reading", doubtful, site=doubtful)
        if len(hand) != size and short is None:
            player = trioker_words.name(start, Seat(seat))
            short = wrong("fill-racks", player=player, count=len(hand), size=size)
        hands.append(sorted(hand, key=TILE_INDEX.__getitem__))
    rest = {key: value for key, value in options.items() if key != "start"}
    return short or {**rest, "hands": hands}


def _tile(levels: tuple[Reading, ...]) -> str | None:
    """Name of the one tile that is read for certain."""
    piece = levels[0].piece if len(levels) == 1 else None
    return None if piece is None else tile_named(piece)
