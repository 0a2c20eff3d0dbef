"""Whoever puts the first piece begins, where the rules let any seat begin (docs/exhibit.md)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol, runtime_checkable

from triboard.board.readings import ReadingKind
from triboard.errors import ConfigurationError
from triboard.session.effects import Archive
from triboard.session.entries import fresh, start_entry
from triboard.session.placing import settled
from triboard.session.state import Phase, SessionState, carried_over
from triboard.session.step import Step, record
from triboard.units import Instant, Piece


@runtime_checkable
class Opened(Protocol):
    """Manners of a game in which any seat may begin."""

    def opened_by(self, options: Mapping[str, Any], piece: Piece) -> Mapping[str, Any] | None:
        """The options with which this piece is the first one; `None` where it never is."""
        ...


def any_may_begin(state: SessionState) -> bool:
    """Whether the first piece tells who begins."""
    plays = state.house is not None and state.lesson is None and not state.moves
    return plays and isinstance(state.manners, Opened)


def opened(state: SessionState, at: Instant) -> Step:
    """A first piece of another seat than the one that was due: that seat begins."""
    manners: object = state.manners
    piece = _first_piece(state)
    if piece is None or not isinstance(manners, Opened):
        return Step(state)
    options = manners.opened_by(state.options, piece)
    if options is None:
        return Step(state)
    try:
        begun = fresh(state.board, state.manners, options, state.match, state.terms)
    except ConfigurationError:
        return Step(state)
    begun = replace(carried_over(state, begun, at), phase=Phase.PLAY, override=state.override)
    begun = replace(begun, visit=replace(state.visit, stale=False, serial=begun.serial))
    step = Step(begun, (Archive(),)).then(record(begun, start_entry(begun)))
    return step.then(settled(step.state, at))


def _first_piece(state: SessionState) -> Piece | None:
    """The only piece on the board, where it is another one than was due before the first move."""
    if not any_may_begin(state) or state.phase is not Phase.CORRECTION or state.correction is None:
        return None
    wrong = state.correction.contradiction
    if len(wrong.misfits) != 1 or wrong.rims or state.touched != state.settled:
        return None
    [misfit] = wrong.misfits
    [reading, *more] = misfit.observed
    if misfit.expected or more or reading.kind is not ReadingKind.PIECE:
        return None
    return reading.piece
