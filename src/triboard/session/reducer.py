"""`reduce(state, event) -> Step`: every decision of a session, pure and total.

What a settled board means is in `placing`, what buttons mean in `pressing`.
"""

from dataclasses import replace

from triboard.session import placing, pressing
from triboard.session.events import (
    BoardSettled,
    BoardTouched,
    ButtonPressed,
    Event,
    Kept,
    LinkLost,
    LinkUp,
    NewGameAsked,
    StorageFailed,
    StorageSlow,
    Tick,
)
from triboard.session.notices import info, wrong
from triboard.session.state import LinkState, Saving, SessionState
from triboard.session.step import Step


def reduce(state: SessionState, event: Event) -> Step:
    """The state after an event and what the world must do. Every phase takes every event."""
    match event:
        case BoardTouched(_, observation):
            # Unsettled: lights may follow the hand; a move that waited is not sure any more.
            return Step(replace(state, touched=observation, pending=None))
        case BoardSettled(at, observation):
            return placing.settled(replace(state, settled=observation, touched=observation), at)
        case ButtonPressed(at, button):
            return pressing.pressed(state, button, at)
        case NewGameAsked(at, options):
            return pressing.new_asked(state, options, at)
        case Tick(at):
            return placing.ticked(state, at)
        case LinkLost(_, reason):
            return Step(
                replace(
                    state,
                    link=LinkState.LOST,
                    link_reason=reason,
                    pending=None,
                    notice=wrong("link-lost", reason=reason),
                )
            )
        case LinkUp():
            return Step(replace(state, link=LinkState.UP, link_reason="", notice=info("link-up")))
        case Kept(_, game, entries):
            return Step(_kept(state, entries) if game == state.serial else state)
        case StorageSlow():
            return Step(replace(state, saving=Saving.SLOW))
        case StorageFailed(_, reason):
            return Step(replace(state, saving=Saving.FAILED, saving_reason=reason))


def _kept(state: SessionState, entries: int) -> SessionState:
    kept = max(state.kept, entries)
    well = kept >= state.recorded
    return replace(state, kept=kept, saving=Saving.WELL if well else state.saving)
