"""UNDO: back before the last ply that shows on the board, which then disagrees until hands follow."""

from dataclasses import replace
from typing import Any

from triboard.session.notices import info
from triboard.session.placing import settled
from triboard.session.state import Phase, SessionState
from triboard.session.step import Step
from triboard.session.taking_back import take_back
from triboard.units import Instant, Ply


def last_shown(state: SessionState) -> Ply | None:
    """The last ply that changed the board, if there is one that may be taken back."""
    here = state.expected
    for ply in range(len(state.states) - 2, state.floor - 1, -1):
        if state.standing_of(state.states[ply]) != here:
            return Ply(ply)
    return None


def back_to(state: SessionState, ply: Ply, at: Instant) -> Step:
    """Back before a ply, and the silent plies that followed it; the board guides the rest."""
    return disagreeing(take_back(state, ply, at), state.expected, at)


def disagreeing(step: Step, undone: Any, at: Instant) -> Step:
    """What was undone still stands on the board; it is no move before the board has agreed once."""
    state = replace(
        step.state,
        phase=Phase.CORRECTION,
        pending=None,
        correction=None,
        between=False,
        choices=(),
        barred=(*step.state.barred, undone),
        undone=None,
        notice=info("undone"),
    )
    return step.then(settled(state, at))
