"""From a contradiction to one step at a time that a hand can do (physical-play 10)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from triboard.board.definition import Board
from triboard.board.readings import Reading, ReadingKind, extra, top
from triboard.board.reconcile import Contradicts, Misfit
from triboard.units import Piece, Site


@dataclass(frozen=True, slots=True)
class TurnRim:
    """Turn a rim by some detents, clockwise positive."""

    rim: int
    detents: int


@dataclass(frozen=True, slots=True)
class MovePiece:
    """Take the piece from one site and put it on another: cheaper than two steps."""

    piece: Piece
    source: Site
    target: Site


@dataclass(frozen=True, slots=True)
class Remove:
    """Take off what stands on top; `piece` is what is read there, `None` if that is not known."""

    site: Site
    piece: Piece | None


@dataclass(frozen=True, slots=True)
class Put:
    """Put the named piece here."""

    site: Site
    piece: Piece


GuidanceStep = TurnRim | MovePiece | Remove | Put


def excess(misfit: Misfit) -> Reading | None:
    """Reading of the lowest wrong piece on a site; `None` if nothing is there that should not be."""
    return next(iter(extra(misfit.expected, misfit.observed)), None)


def _on_top(misfit: Misfit) -> Reading | None:
    """What must come off next to get at a wrong piece: the top of its stack, as far as that can be told."""
    wrong = extra(misfit.expected, misfit.observed)
    if not wrong:
        return None
    return wrong[-1] if misfit.observed[0].kind is ReadingKind.SET else top(misfit.observed)


def lack(misfit: Misfit) -> Piece | None:
    """The lowest piece that should stand on a site and does not; `None` if none is missing."""
    if misfit.observed and misfit.observed[0].kind is ReadingKind.SET:
        return next((piece for piece in misfit.expected if piece not in misfit.observed[0].pieces), None)
    for level, expected in enumerate(misfit.expected):
        reading = misfit.observed[level] if level < len(misfit.observed) else None
        if reading is None or not reading.agrees(expected):
            return expected
    return None


NO_SHAPES: Final[Mapping[Piece, Piece]] = {}


def shapes(board: Board) -> Mapping[Piece, Piece]:
    """The piece of each shape, for those that have several (a triangle has three)."""
    return {shape: tray.piece for tray in board.trays for shape in tray.shapes}


def next_step(contradiction: Contradicts, shaped: Mapping[Piece, Piece] = NO_SHAPES) -> GuidanceStep | None:
    """The cheapest next step: a rim first, then a piece that only stands on the wrong site, then putting
    where nothing is in the way, then removing. `None` when no step is left.

    Putting comes first because a board that only lacks its last pieces looks like a takeback, but not of a
    piece that lies below another one somewhere wrong. `shaped` tells which shapes are one piece: it may only
    have been turned on its way.
    """
    for number, detents in contradiction.rims:
        return TurnRim(number, detents)
    wrong = {misfit.site: reading for misfit in contradiction.misfits if (reading := _on_top(misfit))}
    missing = {misfit.site: piece for misfit in contradiction.misfits if (piece := lack(misfit))}
    for source, reading in wrong.items():
        for target, piece in missing.items():
            if _same(reading.piece, piece, shaped) and target not in wrong:
                return MovePiece(piece, source, target)
    amiss = [
        reading for misfit in contradiction.misfits for reading in extra(misfit.expected, misfit.observed)
    ]
    for target, piece in missing.items():
        if target not in wrong and not any(_same(reading.piece, piece, shaped) for reading in amiss):
            return Put(target, piece)
    for source, reading in wrong.items():
        return Remove(source, reading.piece)
    return None


def _same(seen: Piece | None, wanted: Piece, shaped: Mapping[Piece, Piece]) -> bool:
    return seen is not None and shaped.get(seen, seen) == shaped.get(wanted, wanted)
