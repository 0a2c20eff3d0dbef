"""Rims whose angle is lost, contradicts the pieces on them, or means nothing yet (physical-play 16, 17)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from triboard.board.definition import RimDefinition, SensorFrame
from triboard.board.readings import Observation, RimReading, RimState
from triboard.board.reconcile import Standing, ring_fit
from triboard.board.rims import QUARTERS
from triboard.session import judge
from triboard.session.effects import LocateRim
from triboard.session.state import SessionState
from triboard.units import Detent

SEVERAL_HANDS: Final = 4
"""Holes that a rim's turn must have changed before its pieces are believed: a ball moved by hand changes
two, and two balls of one colour can then look as if the rim had turned."""


def located(state: SessionState, observed: Observation) -> tuple[LocateRim, ...]:
    """Lost angles that the pieces tell, and counts that are off by whole detents, where the pieces win."""
    if any(rim.state is RimState.BETWEEN for rim in observed.rims):
        return ()
    expected = state.expected
    found = []
    for number, rim, reading in _rims(state, observed):
        bare = not any(slot in expected.slots for slot in rim.ring)
        if bare or rim.sensors is SensorFrame.RIM:  # sensors that travel see the same at every angle
            continue
        detent = _told_by_pieces(state, observed, number, reading)
        if detent is not None and detent != reading.detent:
            found.append(LocateRim(number, detent))
    return tuple(found)


def _told_by_pieces(
    state: SessionState, observed: Observation, number: int, reading: RimReading
) -> Detent | None:
    """The detent at which the pieces say that a rim stands; `None` where the encoder may be right."""
    rim, base = state.board.rims[number], state.base[number]
    expected = state.expected
    if reading.detent is not None and not ring_fit(expected, observed, rim, reading.detent - base).wrong:
        return None  # nearly always: the three other angles need not be tried
    fits = [ring_fit(expected, observed, rim, at - base) for at in range(QUARTERS)]
    exact = [Detent(at) for at, fit in enumerate(fits) if fit.wrong == 0]
    # One more piece may have been put on the rim since.
    possible = exact or [Detent(at) for at, fit in enumerate(fits) if fit.lacking == 0]
    if reading.detent is None:
        return possible[0] if len(possible) == 1 else None
    if reading.detent in possible:
        return None
    if state.expected.rims[number] in possible:
        return state.expected.rims[number]  # a hand that turned the rim would have carried them along
    several = fits[reading.detent].wrong >= SEVERAL_HANDS
    return exact[0] if len(exact) == 1 and several else None


def lost(state: SessionState, observed: Observation) -> str | None:
    """A rim that is part of the game and whose angle is not known."""
    if not state.manners.rims_turn(state.game):
        return None
    for _, rim, reading in _rims(state, observed):
        if reading.state is RimState.UNKNOWN:
            return rim.rim
    return None


def moving(state: SessionState) -> str | None:
    """A rim that stands between two detents in the settled observation."""
    if state.settled is None:
        return None
    for _, rim, reading in _rims(state, state.settled):
        if reading.state is RimState.BETWEEN:
            return rim.rim
    return None


def unsaid(state: SessionState) -> SessionState:
    """What was said of a rim that has come to rest since, or has been found, is said no more."""
    notice = state.notice
    if notice is None or notice.code not in ("rim-between", "rim-lost") or moving(state) is not None:
        return state
    return replace(state, notice=state.manners.prompt(state.game))


def rebased(state: SessionState, observed: Observation) -> SessionState:
    """Bare rims that nobody may turn now take their resting place as the new start."""
    base = list(state.base)
    expected = state.expected
    aside = [
        (number, reading.detent - expected.rims[number])
        for number, rim, reading in _rims(state, observed)
        if reading.detent is not None
        and reading.detent != expected.rims[number]
        and not any(slot in expected.slots for slot in rim.ring)
    ]
    if not aside:
        return state
    in_play = judge.rims_in_play(state)
    for number, turned in aside:
        if number not in in_play:
            base[number] = Detent((base[number] + turned) % QUARTERS)
    barred = tuple(_moved(stands, state.base, base) for stands in state.barred)
    return replace(state, base=tuple(base), barred=barred)


def _moved(stands: Standing, before: tuple[Detent, ...], after: list[Detent]) -> Standing:
    """The same standing with its rims counted from another start."""
    rims = zip(stands.rims, before, after, strict=True)
    return Standing(stands.slots, tuple(Detent((rim - old + new) % QUARTERS) for rim, old, new in rims))


def _rims(state: SessionState, observed: Observation) -> Iterator[tuple[int, RimDefinition, RimReading]]:
    for number, (rim, reading) in enumerate(zip(state.board.rims, observed.rims, strict=True)):
        yield number, rim, reading
