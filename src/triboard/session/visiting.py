"""Visitors of an exhibit come, touch, and go; the board is made ready for the next ones (docs/exhibit.md).

    THERE ──idle less warning──► WARNED ──warning──► GONE: made ready, nothing more happens
      ▲          any touch ────────┘                  │
      └─────────────────────── any touch ─────────────┘

Only the monotonic time of events counts. A board that waits for its first piece plays a show meanwhile.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from triboard.session import counting, gate, leaving, offering, opposing, teaching
from triboard.session.effects import VisitorsGone
from triboard.session.entries import seat_entry
from triboard.session.events import (
    BoardSettled,
    BoardTouched,
    ButtonHeld,
    ButtonPressed,
    Event,
    HelpAsked,
    HouseChanged,
    LessonAsked,
    LinkUp,
    NewGameAsked,
    OverrideAsked,
    PatienceAsked,
    SeatAsked,
    SomebodyThere,
)
from triboard.session.house import NEW_VISIT, STEP, House, Visit
from triboard.session.opening import opened
from triboard.session.placing import new_game
from triboard.session.rivals import fitted
from triboard.session.state import LinkState, Phase, Question, SessionState, unasked
from triboard.session.step import Step, record
from triboard.units import Duration, Instant, after


def follow(before: SessionState, step: Step, event: Event) -> Step:
    """What an exhibit does besides after an event."""
    house = step.state.house
    if house is None:
        forgotten = step.state.visit.due is None
        return step if forgotten else Step(replace(step.state, visit=NEW_VISIT), step.effects)
    at = event.at
    step = Step(_seen(before, step.state, event), step.effects)
    stages: tuple[Callable[[SessionState], Step], ...] = (
        partial(opened, at=at),
        partial(_eager, at=at),
        partial(_other_game, house=house, at=at),
        partial(_tolerant, at=at),
        partial(_given_up, house=house, at=at),
        partial(_idle, house=house, at=at),
        partial(offering.follow, house=house, at=at),
        lambda state: Step(_playing_a_show(state, house, at)),
    )
    for stage in stages:
        step = step.through(stage)
    state = step.state
    due = _due(state, house, at)
    return step if due == state.visit.due else Step(_visit(state, due=due), step.effects)


def _visit(state: SessionState, **changes: object) -> SessionState:
    visit: Visit = replace(state.visit, **changes)  # type: ignore[arg-type]  # fields of Visit, by name
    return replace(state, visit=visit)


# Touches

TOUCHES: Final = (
    ButtonPressed,
    ButtonHeld,
    NewGameAsked,
    SeatAsked,
    HelpAsked,
    LessonAsked,
    PatienceAsked,
    OverrideAsked,
    SomebodyThere,
    LinkUp,
    HouseChanged,
)
"""Events after which all waiting begins anew; of those of the board only what differs from before."""


def _seen(before: SessionState, state: SessionState, event: Event) -> SessionState:
    """Note a touch; the show ends, and all waiting begins anew."""
    match event:
        case BoardTouched(_, observed) | BoardSettled(_, observed):
            same = before.touched is not None and before.touched == state.touched
            touch = not same or before.leftovers.still(observed) is not before.leftovers
        case _:
            touch = isinstance(event, TOUCHES) or state.visit.since is None
    if not touch:
        return state
    chosen = isinstance(event, LessonAsked | ButtonHeld) or (
        isinstance(event, NewGameAsked) and event.options is not None
    )
    stale = state.visit.stale and not chosen
    return _visit(state, since=event.at, here=True, warned=False, step=None, offer=None, stale=stale)


# Time


def _idle(state: SessionState, house: House, at: Instant) -> Step:
    """Say that time runs out; at its end make the board ready for the next visitors."""
    ends = _ends(state, house)
    if ends is None:
        return Step(state)
    if at >= ends:
        return made_ready(state, house, at)
    warned = (
        at >= ends - house.warning and state.visit.step is None
    )  # a show runs where nothing is to be lost
    return Step(state if warned == state.visit.warned else _visit(state, warned=warned))


def _ends(state: SessionState, house: House) -> Instant | None:
    """When whoever was there is gone."""
    since = state.visit.since
    return after(since, house.idle) if since is not None and state.visit.here else None


def made_ready(state: SessionState, house: House, at: Instant) -> Step:
    """What visitors chose goes back to what the house wants. A game that the board agrees with goes on as it
    stands; else a new one begins beside what was left behind, or asks for it to be taken away."""
    away = leaving.held_by_visitors(_visit(state, gone=())) or ()
    gone = _visit(
        state,
        here=False,
        warned=False,
        offer=None,
        step=None,
        stale=True,
        resets=state.visit.resets + 1,
        gone=away,
    )
    calm = replace(
        unasked(gone),
        override=False,
        hint=None,
        held=(),
        held_until=None,
    )
    step = Step(calm, (VisitorsGone(),)).through(partial(_terms, house=house, at=at))
    if leaving.left_behind(step.state):
        step = step.through(partial(leaving.left, at=at))
    if step.state.settled is None or _goes_on(step.state, house):
        return step
    return step.through(partial(afresh, house=house, at=at))


def _goes_on(state: SessionState, house: House) -> bool:
    """Whether the board agrees with a game in which the next piece can be put somewhere. A lesson never goes
    on: who began it is gone."""
    if state.lesson is not None:
        return False
    busy = state.correction is not None or state.pending is not None or state.between or bool(state.choices)
    if busy or state.phase is not Phase.PLAY or state.touched != state.settled or state.barred:
        return False
    return (bool(state.moves) or dict(state.options) == dict(house.options)) and leaving.invites(state)


def _terms(state: SessionState, house: House, at: Instant) -> Step:
    """Opponents whom visitors called leave; those of the house sit where it wants them. Help and patience are
    again what it wants, and so is what a lesson goes back to."""
    if state.lesson is not None:
        return Step(replace(state, lesson=replace(state.lesson, back=house.options, terms=house.terms)))
    seats = list(state.manners.seats(state.game))
    wanted, now = fitted(house.terms, seats), state.terms
    changed = [seat for seat in seats if wanted.rivals.get(seat) != now.rivals.get(seat)]
    step = Step(state)
    if changed:
        step = Step(replace(state, terms=replace(now, rivals=wanted.rivals), undone=None))
    if state.phase is not Phase.SETUP:
        for seat in changed:
            step = step.then(record(step.state, seat_entry(seat, wanted.rivals.get(seat))))
    for seat in seats:
        if wanted.help_of(seat) is not now.help_of(seat):
            step = step.then(opposing.help_asked(step.state, seat, wanted.help_of(seat)))
    if wanted.patience != now.patience:
        step = step.then(counting.patience_asked(step.state, wanted.patience, at))
    return step


def afresh(state: SessionState, house: House, at: Instant) -> Step:
    """The house's game or lesson, whatever lies on the board."""
    wanted = replace(state, wanted_terms=house.terms, barred=())
    if state.course is None:
        step = new_game(wanted, dict(house.options), None, at)
    else:
        step = teaching.begin(
            wanted, teaching.from_course(wanted, teaching.drawn(at), (house.options, house.terms)), at
        )
    if step.state.phase is Phase.SETUP:
        step = step.through(partial(leaving.left, at=at))
    return step


def _other_game(state: SessionState, house: House, at: Instant) -> Step:
    """After a game that earlier visitors began comes the house's."""
    if state.visit.serial == state.serial:
        return Step(state)
    stale = state.visit.stale
    known = _visit(state, serial=state.serial, stale=False, offer=None)
    ours = state.lesson is not None or dict(state.options) == dict(house.options)
    if not stale or state.moves or ours:
        return Step(known)
    step = afresh(known, house, at)
    return Step(_visit(step.state, serial=step.state.serial), step.effects)


def _eager(state: SessionState, at: Instant) -> Step:
    """A board that was cleared begins the next game; nobody has to confirm it (physical-play 20)."""
    if state.question is not Question.CLEARED or state.touched != state.settled or state.lesson is not None:
        return Step(state)
    calm = replace(state, question=None, barred=())
    if state.course is not None:
        return teaching.begin(calm, teaching.from_course(calm, teaching.drawn(at)), at)
    return new_game(calm, dict(state.options), None, at)


def _tolerant(state: SessionState, at: Instant) -> Step:
    due = leaving.tolerated_at(state)
    return leaving.left(state, at) if due is not None and at >= due else Step(state)


def _given_up(state: SessionState, house: House, at: Instant) -> Step:
    due = leaving.wrecked_at(state)
    return afresh(state, house, at) if due is not None and at >= due else Step(state)


# The show


def _playing_a_show(state: SessionState, house: House, at: Instant) -> SessionState:
    visit, begins = state.visit, _show_begins(state, house)
    if begins is None or at < begins:
        return state if visit.step is None else _visit(state, step=None)
    if visit.step is None:
        return _visit(state, step=0, stepped=at)
    if at < after(visit.stepped, STEP):
        return state
    return _visit(state, step=(visit.step + 1) % house.cycle, stepped=at)


def _show_begins(state: SessionState, house: House) -> Instant | None:
    """When a show begins, or began; `None` while there is something else to show."""
    waits = state.phase is Phase.PLAY and not state.moves and state.correction is None and not state.between
    still = state.settled is not None and state.touched == state.settled and not state.leftovers
    asked = state.question is not None or gate.closed(state, state.game) or state.pending is not None
    since = state.visit.since
    if house.quiet is None or not house.show or since is None or state.lesson is not None:
        return None
    if not waits or not still or asked or state.link is not LinkState.UP:
        return None
    return after(since, house.quiet if state.visit.here else Duration(0))


def _due(state: SessionState, house: House, at: Instant) -> Instant | None:
    """When time alone changes something next."""
    times: list[Instant | None] = []
    if (wrecked := leaving.wrecked_at(state)) is not None:
        times.append(wrecked)
    if (tolerated := leaving.tolerated_at(state)) is not None and tolerated > at:
        times.append(tolerated)  # where it came to nothing, the next event tries again
    if (ends := _ends(state, house)) is not None:
        warns = Instant(ends - house.warning)
        times.append(warns if at < warns else ends)
    if (shows := _show_begins(state, house)) is not None:
        times.append(shows if state.visit.step is None else after(state.visit.stepped, STEP))
    offer = state.visit.offer
    times.append(offer.until if offer is not None else offering.begins_at(state, house))
    return min((time for time in times if time is not None), default=None)
