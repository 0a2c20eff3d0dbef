"""The game clock of a session: whose time runs, when a move counts as made, when a flag falls."""

from dataclasses import replace

from triboard.board.readings import same_field
from triboard.opponents.games import deciding
from triboard.session import clock as clocks
from triboard.session import gate
from triboard.session.notices import wrong
from triboard.session.rivals import Thinking
from triboard.session.state import LinkState, SessionState
from triboard.units import Instant, Ply, Seat


def with_clock(state: SessionState) -> SessionState:
    """The session with a clock as its terms want one, before the first ply."""
    terms = state.terms.clock
    seats = len(tuple(state.manners.seats(state.game)))
    return replace(state, clock=None if terms is None else clocks.started(terms, seats))


def running(state: SessionState) -> Seat | None:
    """The seat whose time runs now.

    Nobody's before the first move, while the board is set up, asks, or has lost its link; nor after UNDO
    until hands have followed; nor while chance is on turn. An opponent pays for thinking alone: nobody pays
    while its move is carried out or its engine has failed.
    """
    stands = not gate.playing(state) or state.link is not LinkState.UP or not state.moves
    if stands or state.question is not None or state.barred or state.unplayed:
        return None
    rules = state.manners.game
    side = deciding(rules.name, state.game)
    if side is None or rules.outcome(state.game) is not None:
        return None
    seat = rules.seat_of(state.game, side)
    if gate.rival_of(state, state.game) is not None and not isinstance(state.thought, Thinking):
        return None
    return seat


def follow(state: SessionState, at: Instant) -> SessionState:
    """Let the right clock run after something happened, hold it while hands are busy, drop its flag."""
    clock = state.clock
    if clock is None:
        return state
    ticking = clocks.run(clock, running(state), at)
    busy = state.pending is not None or (
        state.touched is not None
        and state.touched is not state.settled
        and (state.settled is None or not same_field(state.touched, state.settled))
    )
    if not busy:
        ticking = clocks.release(ticking)
    elif ticking.running is not None and (ticking.held is None or state.seen > ticking.held):
        ticking = clocks.hold(ticking, state.seen)
    fallen = clocks.flagged(ticking, at)
    notice = state.notice
    if fallen.fallen - clock.fallen:
        seat = next(iter(fallen.fallen - clock.fallen))
        notice = wrong("flag-fallen", name=state.manners.name(state.game, seat))
    if fallen == clock:
        return state
    return replace(state, clock=fallen, notice=notice)


def moved(before: SessionState, state: SessionState, at: Instant) -> SessionState:
    """The clock after a ply; the increment comes with the end of the turn."""
    clock = before.clock
    if clock is None:
        return state
    rules = state.manners.game
    side, later = rules.to_move(before.game), rules.to_move(state.game)
    if side is None:
        return state
    mover = rules.seat_of(before.game, side)
    ends = later is None or rules.seat_of(state.game, later) != mover
    return replace(state, clock=clocks.moved(clock, at, mover, ends_turn=ends))


def taken_back(state: SessionState, ply: Ply) -> SessionState:
    """The clock as that ply began."""
    return state if state.clock is None else replace(state, clock=clocks.back(state.clock, ply))
