"""From a contradiction to one step at a time that a hand can do (physical-play 10)."""

from dataclasses import dataclass

from triboard.board.readings import Reading, ReadingKind
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
    for level, reading in enumerate(misfit.observed):
        expected = misfit.expected[level] if level < len(misfit.expected) else None
        if reading.kind is not ReadingKind.EMPTY and not reading.agrees(expected):
            return reading
    return None


def lack(misfit: Misfit) -> Piece | None:
    """The lowest piece that should stand on a site and does not; `None` if none is missing."""
    for level, expected in enumerate(misfit.expected):
        reading = misfit.observed[level] if level < len(misfit.observed) else None
        if reading is None or not reading.agrees(expected):
            return expected
    return None


def next_step(contradiction: Contradicts) -> GuidanceStep | None:
    """The cheapest next step: a rim first, then a piece that only stands on the wrong site, then putting
    where nothing is in the way, then removing. `None` when no step is left.

    Putting comes first because a board that only lacks its last pieces looks like a takeback.
    """
    for number, detents in contradiction.rims:
        return TurnRim(number, detents)
    wrong = {misfit.site: reading for misfit in contradiction.misfits if (reading := excess(misfit))}
    missing = {misfit.site: piece for misfit in contradiction.misfits if (piece := lack(misfit))}
    for source, reading in wrong.items():
        for target, piece in missing.items():
            if reading.piece == piece and target not in wrong:
                return MovePiece(piece, source, target)
    for target, piece in missing.items():
        if target not in wrong:
            return Put(target, piece)
    for source, reading in wrong.items():
        return Remove(source, reading.piece)
    return None
