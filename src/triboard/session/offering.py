"""A visitor who waits alone is offered an opponent; a seat that was left is taken over (docs/exhibit.md).

nobody moves for the seat on turn ──10 s──► OFFERED ──10 s more, or OK──► an opponent sits there
                                              └──any touch, a move for the seat──► (nobody)
"""

from dataclasses import replace
from typing import Final

from triboard.opponents.games import deciding
from triboard.session import gate, opposing
from triboard.session.events import ButtonPressed, Event
from triboard.session.house import House, Offer
from triboard.session.state import LinkState, Phase, SessionState
from triboard.session.step import Step
from triboard.units import SECOND, Duration, Instant, Seat, after

OFFERED: Final = Duration(10 * SECOND)
"""How long a seat blinks before its opponent comes."""


def moved(state: SessionState) -> frozenset[Seat]:
    """Seats for which people have moved in this game."""
    rules = state.manners.game
    sides = ((game, rules.to_move(game)) for game in state.states[: len(state.moves)])
    return frozenset(rules.seat_of(game, side) for game, side in sides if side is not None).difference(
        state.terms.rivals
    )


def waited_for(state: SessionState) -> Seat | None:
    """The seat on turn that an opponent may be offered; `None` where nobody is waited for."""
    busy = state.correction is not None or state.pending is not None or state.between
    stands = state.phase is Phase.PLAY and state.link is LinkState.UP and state.touched == state.settled
    if busy or not stands or state.question is not None or not state.moves or state.lesson is not None:
        return None
    side = deciding(state.manners.game.name, state.game)
    if side is None or gate.rival_of(state, state.game) is not None:
        return None
    seat = state.manners.game.seat_of(state.game, side)
    return seat if moved(state) - {seat} else None


def begins_at(state: SessionState, house: House) -> Instant | None:
    """When an opponent is offered, if nobody touches anything: a seat at which somebody sat waits longer."""
    since, seat = state.visit.since, waited_for(state)
    if house.offer is None or since is None or not state.visit.here or seat is None:
        return None
    wait = max(house.offer, house.idle // 2) if seat in moved(state) else house.offer
    return after(max(since, state.changed), Duration(wait))


def follow(state: SessionState, house: House, at: Instant) -> Step:
    """Offer an opponent, let it sit down, or think better of it."""
    offer, begins = state.visit.offer, begins_at(state, house)
    if begins is None or at < begins:
        return Step(state if offer is None else replace(state, visit=replace(state.visit, offer=None)))
    if offer is None:
        seat = waited_for(state)
        assert seat is not None, "an opponent is offered for a seat"
        return Step(replace(state, visit=replace(state.visit, offer=Offer(seat, after(at, OFFERED)))))
    return seated(state, house) if at >= offer.until else Step(state)


def accepts(state: SessionState, event: Event) -> bool:
    """Whether an event is the OK of somebody who wants the opponent now."""
    return isinstance(event, ButtonPressed) and event.button == "OK" and state.visit.offer is not None


def seated(state: SessionState, house: House) -> Step:
    """Opponents come to the seat that was offered and to all others where nobody has played yet."""
    offer = state.visit.offer
    assert offer is not None, "somebody was offered"
    step = Step(replace(state, visit=replace(state.visit, offer=None)))
    free = set(state.manners.seats(state.game)) - moved(state) - set(state.terms.rivals) | {offer.seat}
    for seat in sorted(free):
        step = step.then(opposing.seat_asked(step.state, seat, house.grade))
    return step
