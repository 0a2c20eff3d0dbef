"""Whether the ways of sensing of a board file can tell its pieces apart, and its channels can carry them."""

from collections import Counter
from itertools import combinations, pairwise
from math import dist
from typing import Final

from triboard.board.definition import Board, Sensing, SensingKind
from triboard.fields import Fields, nearest
from triboard.protocol.framing import MAX_PAYLOAD
from triboard.protocol.values import BITS, packed_size
from triboard.units import Piece

BESIDE: Final = 36
"""Bytes beside the values in a snapshot: header 15, CRC 4, unread channels 17 (docs/protocol.md)."""

ROOM: Final = MAX_PAYLOAD - BESIDE


def check_sensing(board: Board, fields: Fields) -> None:
    """Names, bands, signatures and widths of every way of sensing that some level uses."""
    places = (*board.sites, *board.aside)
    sensings = tuple(dict.fromkeys(level.sensing for site in places for level in site.levels))
    shapes = [shape for tray in board.trays for shape in tray.shapes]
    for sensing in sensings:
        place = f"sensing.{sensing.name}"
        for piece in _named(sensing):
            if piece not in shapes:
                fields.note(place, f"'{piece}' is no piece", nearest(piece, shapes))
        if board.scan.bits in BITS:
            _check_width(fields, place, sensing, board)
        match sensing.kind:
            case SensingKind.COLOUR:
                _check_signatures(fields, place, sensing, board.scan.dead_band)
            case SensingKind.BANDS | SensingKind.CORNERS:
                _check_bands(fields, place, sensing, board.scan.dead_band)
    levels = tuple(dict.fromkeys(level.sensing for site in board.sites for level in site.levels))
    for shape in shapes:
        if levels and not any(can_read(sensing, shape) for sensing in levels):
            fields.note("pieces", f"'{shape}' can be read nowhere", "Name it in a way of sensing.")
    if board.scan.bits in BITS and packed_size(board.channels, board.scan.bits) > ROOM:
        most = ROOM * 8 // board.scan.bits
        fields.note(
            "sites",
            f"have {board.channels} channels of {board.scan.bits} bits",
            f"One packet holds {most} of them.",
        )


def can_read(sensing: Sensing, shape: Piece) -> bool:
    """Whether a level read in this way can say that `shape` is there, by name or as something."""
    match sensing.kind:
        case SensingKind.DIGITAL:
            return sensing.piece in (None, shape)
        case SensingKind.CORNERS:
            symbols = {band.symbol for band in sensing.bands}
            return len(shape) == sensing.channels and symbols.issuperset(shape)
        case SensingKind.COLOUR | SensingKind.BANDS | SensingKind.TAGS:
            return shape in _named(sensing)


def _named(sensing: Sensing) -> tuple[Piece, ...]:
    """Pieces that a way of sensing tells by name (corners tell them by their symbols)."""
    match sensing.kind:
        case SensingKind.DIGITAL:
            names = [sensing.piece]
        case SensingKind.COLOUR:
            names = [signature.piece for signature in sensing.signatures]
        case SensingKind.BANDS:
            names = [None if band.symbol is None else Piece(band.symbol) for band in sensing.bands]
        case SensingKind.TAGS:
            names = list(sensing.pieces)
        case SensingKind.CORNERS:
            names = []
    return tuple(name for name in names if name is not None)


def _check_width(fields: Fields, place: str, sensing: Sensing, board: Board) -> None:
    """A channel must hold every value, and a change of a switch must not drown in the dead band."""
    highest = 1
    match sensing.kind:
        case SensingKind.DIGITAL:
            highest = sensing.active
        case SensingKind.COLOUR:
            highest = max(value for signature in sensing.signatures for value in signature.values)
        case SensingKind.BANDS | SensingKind.CORNERS:
            highest = max((band.high for band in sensing.bands), default=0)
    bits, dead_band = board.scan.bits, board.scan.dead_band
    if highest >= 1 << bits:
        fields.note(place, f"shows values up to {highest}", f"scan.bits = {bits} holds {(1 << bits) - 1}.")
    if sensing.kind in (SensingKind.DIGITAL, SensingKind.TAGS) and highest <= dead_band:
        remedy = "Lower the dead band, or let a switch show more: active = 4095."
        fields.note(place, f"shows 0 or {highest}, within the dead band of {dead_band}", remedy)


def _check_signatures(fields: Fields, place: str, sensing: Sensing, dead_band: int) -> None:
    for signature in sensing.signatures:
        most = max(signature.values)
        if most - sensing.dark <= dead_band:
            what = f"'{signature.piece or 'empty'}' shows at most {most}"
            fields.note(
                place,
                f"{what}, within the dead band of dark ({sensing.dark})",
                "Lower dark, or give the hole more light.",
            )
    for one, other in combinations(sensing.signatures, 2):
        apart = dist(one.values, other.values)
        if apart < sensing.margin:
            names = f"'{one.piece or 'empty'}' and '{other.piece or 'empty'}'"
            fields.note(place, f"{names} lie {apart:.0f} apart", f"The margin asks for {sensing.margin:g}.")


def _check_bands(fields: Fields, place: str, sensing: Sensing, dead_band: int) -> None:
    for symbol, count in Counter(band.symbol for band in sensing.bands).items():
        if count > 1:
            fields.note(place, f"has {count} bands for '{symbol or 'nothing'}'", "Give each one band.")
    if all(band.symbol is not None for band in sensing.bands):
        fields.note(place, "has no band for an empty level", "Add a band without piece.")
    for low, high in pairwise(sorted(sensing.bands, key=lambda band: band.low)):
        gap = high.low - low.high - 1
        if gap < max(1, dead_band):
            names = f"'{low.symbol or 'nothing'}' and '{high.symbol or 'nothing'}'"
            remedy = f"Leave at least {max(1, dead_band)} values between them (the dead band)."
            fields.note(place, f"bands of {names} leave {max(0, gap)} values between them", remedy)
