"""What people leave behind on a board: passed over where the game can go on beside it (docs/exhibit.md)."""

from dataclasses import replace
from typing import Final

from triboard.board.aside import in_hand
from triboard.board.leftovers import Leftovers, Taken, taken_for
from triboard.board.readings import Observation, RimReading, RimState, fits, number
from triboard.session import gate, racks
from triboard.session.placing import settled
from triboard.session.state import Phase, SessionState
from triboard.session.step import Step
from triboard.units import SECOND, Duration, Instant, Piece, Site, after

TOLERANCE: Final = Duration(100 * SECOND)
"""How long the board asks to put right what is wrong, even if hands are busy elsewhere all the time; then it
goes on beside it, and nothing of the game is lost."""

WRECKED: Final = Duration(150 * SECOND)
"""How long the board asks for what it cannot pass over; then the game is given up and another one begins."""

FEW: Final = 2
"""Sites on which pieces are missing that are no game that was cleared away: a sensor has failed, or a piece
is gone."""


def left_behind(state: SessionState) -> bool:
    """Whether all that is wrong are pieces where nothing should be."""
    correction = state.correction
    if state.house is None or correction is None or state.phase is not Phase.CORRECTION:
        return False
    wrong = correction.contradiction
    return bool(wrong.misfits) and not wrong.rims and all(not misfit.expected for misfit in wrong.misfits)


def wrecked_at(state: SessionState) -> Instant | None:
    """When a game that nobody puts right is given up; `None` while nothing is wrong."""
    if state.house is None or state.correction is None or state.phase is not Phase.CORRECTION:
        return None
    return after(state.correction.since, WRECKED)


def tolerated_at(state: SessionState) -> Instant | None:
    """When what is wrong will be passed over; `None` where it is too much, or nothing is wrong."""
    correction = state.correction
    if state.house is not None and state.phase is Phase.SETUP and correction is not None:
        return after(state.changed, TOLERANCE)
    if state.house is None or correction is None or state.phase is not Phase.CORRECTION:
        return None
    wrong = correction.contradiction
    missing = sum(bool(misfit.expected) for misfit in wrong.misfits)
    if not wrong.misfits or wrong.rims or missing > FEW or state.question is not None or state.barred:
        return None
    return after(correction.since, TOLERANCE)


def left(state: SessionState, at: Instant) -> Step:
    """Pass over what is not as it should be, and judge the board without it.

    Where it covers more than half of the board, or no place to play is left, it is asked for as before.
    """
    if state.settled is None:
        return Step(state)
    raw = state.leftovers.raw(state.settled)
    found = _found(state, raw)
    passed = found.passed_over(raw)
    beside = replace(state, leftovers=found, settled=passed, touched=passed)
    if found == state.leftovers or _crowded(state, found) or not invites(beside):
        return Step(state)
    return settled(replace(beside, correction=None, between=False, choices=()), at)


def _found(state: SessionState, raw: Observation) -> Leftovers:
    expected = state.manners.game.position(state.game).pieces
    sites: dict[Site, Taken] = {}
    for site, levels in raw.sites.items():
        stack = expected.get(site, ())
        if not fits(stack, levels) and (not stack or state.phase is not Phase.SETUP):
            sites[site] = taken_for(levels, stack)
    rims: dict[int, tuple[RimReading, RimReading]] = {}
    for at, (rim, reading) in enumerate(zip(state.board.rims, raw.rims, strict=True)):
        if reading.state is not RimState.REST and not any(expected.get(site) for site in rim.ring):
            rims[at] = (reading, RimReading(RimState.REST, state.expected.rims[at]))
            sites |= {site: taken_for(raw.sites[site], ()) for site in rim.ring}
    return Leftovers(sites, rims)


def held_by_visitors(state: SessionState) -> tuple[Piece, ...] | None:
    """Pieces in hands, as far as trays tell: those that are passed over lie where they lie, and what was gone
    before these visitors came is in nobody's hand."""
    if state.touched is None:
        return None
    lying = state.leftovers.beside.raw(state.touched)
    held = in_hand(state.board, lying, state.manners.game.position(state.game).pieces)
    return None if held is None else tuple(piece for piece in held if piece not in state.visit.gone)


def _crowded(state: SessionState, found: Leftovers) -> bool:
    return 2 * sum(number(taken.raw) > 0 for taken in found.sites.values()) > len(state.board.sites)


def invites(state: SessionState) -> bool:
    """Whether somebody who knows nothing can go on: a free place is lit, or an opponent is on turn."""
    if gate.closed(state, state.game):
        return True
    targets = state.manners.targets(racks.public_game(state))
    return any(site not in state.leftovers.sites for site in targets)
