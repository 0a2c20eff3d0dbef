"""What people leave behind on a board: passed over where the game can go on beside it (docs/exhibit.md)."""

from dataclasses import replace
from typing import Final

from triboard.board.leftovers import Leftovers
from triboard.board.readings import Observation, Reading, RimReading, RimState, fits, number
from triboard.session import gate, racks
from triboard.session.placing import settled
from triboard.session.state import Phase, SessionState
from triboard.session.step import Step
from triboard.units import SECOND, Duration, Instant, Site, after

TOLERANCE: Final = Duration(100 * SECOND)
"""How long the board asks to take away what does not belong there; then it goes on beside it, even if hands
are busy elsewhere all the time. Nothing of the game is lost by that."""

Levels = tuple[Reading, ...]


def tolerated_at(state: SessionState) -> Instant | None:
    """When what lies wrong will be passed over; `None` where something is missing, or nothing is wrong."""
    correction = state.correction
    if state.house is None or correction is None or state.phase is not Phase.CORRECTION:
        return None
    wrong = correction.contradiction
    only_more = wrong.misfits and all(not misfit.expected for misfit in wrong.misfits)
    return after(correction.since, TOLERANCE) if only_more and not wrong.rims else None


def left(state: SessionState, at: Instant) -> Step:
    """Pass over what lies where nothing should, and judge the board without it.

    Where it covers more than half of the board, or no place to play is left, it is asked for as before.
    """
    observed = state.settled
    if observed is None:
        return Step(state)
    found = state.leftovers.and_also(_found(state, observed))
    passed = found.passed_over(observed)
    touched = state.touched if state.touched is None else found.passed_over(state.touched)
    beside = replace(state, leftovers=found, settled=passed, touched=passed if touched == passed else touched)
    if found == state.leftovers or _crowded(state, found) or not invites(beside):
        return Step(state)
    return settled(replace(beside, correction=None, between=False, choices=()), at)


def _found(state: SessionState, observed: Observation) -> Leftovers:
    expected = state.manners.game.position(state.game).pieces
    sites: dict[Site, Levels] = {
        site: levels
        for site, levels in observed.sites.items()
        if not expected.get(site) and not fits((), levels)
    }
    rims: dict[int, tuple[RimReading, RimReading]] = {}
    for at, (rim, reading) in enumerate(zip(state.board.rims, observed.rims, strict=True)):
        if reading.state is not RimState.REST and not any(expected.get(site) for site in rim.ring):
            rims[at] = (reading, RimReading(RimState.REST, state.expected.rims[at]))
            sites |= {site: observed.sites[site] for site in rim.ring}
    return Leftovers(sites, rims)


def _crowded(state: SessionState, found: Leftovers) -> bool:
    return 2 * sum(number(levels) > 0 for levels in found.sites.values()) > len(state.board.sites)


def invites(state: SessionState) -> bool:
    """Whether somebody who knows nothing can go on: a free place is lit, or an opponent is on turn."""
    if gate.closed(state, state.game):
        return True
    targets = state.manners.targets(racks.public_game(state))
    return any(site not in state.leftovers.sites for site in targets)
