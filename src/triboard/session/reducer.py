"""`reduce(state, event) -> Step`: every decision of a session, pure and total.

What a settled board means is in `placing`, what buttons mean in `pressing`.
"""

from dataclasses import replace

from triboard.board.readings import same_field
from triboard.session import (
    blunders,
    counting,
    hints,
    offering,
    opposing,
    placing,
    pressing,
    racks,
    teaching,
    timing,
    visiting,
)
from triboard.session.effects import AskOpponent, CancelOpponent, CountWays
from triboard.session.events import (
    BoardLent,
    BoardReturned,
    BoardSettled,
    BoardTouched,
    ButtonHeld,
    ButtonPressed,
    Event,
    HelpAsked,
    HouseChanged,
    Kept,
    LessonAsked,
    LinkLost,
    LinkUp,
    NewGameAsked,
    OpponentChose,
    OpponentFailed,
    OverrideAsked,
    PatienceAsked,
    SeatAsked,
    SomebodyThere,
    StorageFailed,
    StorageSlow,
    Thrown,
    Tick,
    WaysCounted,
)
from triboard.session.notices import ANSWERED, info, wrong
from triboard.session.state import LinkState, Phase, Saving, SessionState
from triboard.session.step import Step
from triboard.units import Instant, after

ANSWERS = (OpponentChose, OpponentFailed, WaysCounted)
"""What comes back from the engines' process."""


def reduce(state: SessionState, event: Event) -> Step:
    """The state after an event and what the world must do. Every phase takes every event."""
    step = racks.watched(visiting.follow(state, _reduce(state, event), event), event.at)
    if step.state.lesson is not None:
        step = step.then(teaching.follow(step.state, event.at))
    step = Step(blunders.follow(state, step.state, event.at), step.effects)
    if step.state.terms.rivals or step.state.thought is not None:
        step = step.then(opposing.follow(step.state, event.at))
    if step.state.hint is not None:
        step = step.then(hints.follow(step.state, event.at))
    step = step.then(hints.live(step.state, event.at))
    step = step.then(counting.follow(step.state, event.at))
    if step.state.clock is not None:
        step = Step(timing.follow(step.state, event.at), step.effects)
    step = Step(_answering(state, step.state, event.at), step.effects)
    answered = {event.request} if isinstance(event, ANSWERS) else set[int]()
    asked = {effect.request for effect in step.effects if isinstance(effect, AskOpponent | CountWays)}
    given_up = (opposing.awaited(state) | asked) - opposing.awaited(step.state) - answered
    return step if not given_up else step.then(Step(step.state, tuple(map(CancelOpponent, sorted(given_up)))))


def _answering(before: SessionState, state: SessionState, at: Instant) -> SessionState:
    """A new answer is said for a while, or until there is something else to say."""
    until = state.answered
    if state.notice is not before.notice:
        until = after(at, ANSWERED) if state.notice is not None and state.notice.answers else None
    elif until is not None and at >= until:
        until = None
    return state if until == state.answered else replace(state, answered=until)


def _reduce(state: SessionState, event: Event) -> Step:
    match event:
        case BoardTouched(at, observation):
            return placing.touched(replace(state, seen=at), state.leftovers.passed_over(observation))
        case BoardSettled(at, observation):
            left = state.leftovers.still(observation)
            observed = left.passed_over(observation)
            still = replace(state, settled=observed, touched=observed, leftovers=left)
            if state.pending is not None and same_field(state.settled, observed):
                return pressing.released(Step(still), at)  # a hand at the trays; the move waits on
            still = replace(still, pending=None)
            if (step := teaching.settled(still, at)) is not None:
                return pressing.released(step, at)
            return pressing.released(placing.settled(still, at), at)
        case ButtonPressed() if state.house is not None and offering.accepts(state, event):
            return offering.seated(state, state.house)
        case ButtonPressed(at, button):
            return pressing.pressed(state, button, at)
        case ButtonHeld(at, button):
            return teaching.held(state, button, at)
        case NewGameAsked(at, options, terms):
            return pressing.new_asked(state, options, at, terms)
        case Thrown(at, result):
            return pressing.thrown(state, result, at)
        case Tick(at):
            return pressing.overdue(placing.ticked(state, at), at)
        case SeatAsked(_, seat, grade):
            return opposing.seat_asked(state, seat, grade)
        case HelpAsked(_, seat, level):
            return opposing.help_asked(state, seat, level)
        case LessonAsked(at, rung, start):
            return teaching.asked(state, rung, start, at)
        case OverrideAsked(at, on):
            return opposing.overridden(state, at, on=on)
        case OpponentChose():
            return opposing.chose(state, event).through(lambda then: hints.chose(then, event))
        case OpponentFailed():
            step = opposing.failed(state, event).through(lambda then: hints.failed(then, event))
            return step.through(lambda then: counting.failed(then, event))
        case WaysCounted():
            return counting.counted(state, event)
        case PatienceAsked(at, patience):
            return counting.patience_asked(state, patience, at)
        case LinkLost(_, reason):
            return Step(
                replace(
                    state,
                    link=LinkState.LOST,
                    link_reason=reason,
                    settled=None,  # what happens to the board now is not seen
                    touched=None,
                    pending=None,
                    held=(),
                    held_until=None,
                    notice=wrong("link-lost", reason=reason),
                )
            )
        case LinkUp():
            lost = state.link is LinkState.LOST
            notice = info("link-up") if lost else state.notice
            return Step(replace(state, link=LinkState.UP, link_reason="", notice=notice))
        case BoardLent():
            return Step(
                replace(
                    state, settled=None, touched=None, pending=None, held=(), held_until=None, question=None
                )
            )
        case BoardReturned():
            return Step(replace(state, unplayed=state.phase in (Phase.PLAY, Phase.CORRECTION)))
        case Kept(_, game, entries):
            return Step(_kept(state, entries) if game == state.serial else state)
        case StorageSlow():
            return Step(state if state.saved else replace(state, saving=Saving.SLOW))
        case SomebodyThere():
            return Step(state)
        case HouseChanged(_, house):
            return Step(replace(state, house=house))
        case StorageFailed(_, reason):
            return Step(replace(state, saving=Saving.FAILED, saving_reason=reason))


def _kept(state: SessionState, entries: int) -> SessionState:
    kept = min(state.recorded, max(state.kept, entries))
    well = kept >= state.recorded
    return replace(state, kept=kept, saving=Saving.WELL if well else state.saving)
