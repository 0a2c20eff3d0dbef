"""Who plays and how much time is left, for the page: seats of opponents, the one on turn, the clock."""

from collections.abc import Mapping
from typing import Any, Final

from triboard.opponents.engine import Grade
from triboard.session import counting, gate
from triboard.session.clock import remaining
from triboard.session.help_levels import Help
from triboard.session.manners import Manners
from triboard.session.rivals import Failed, Shown, Terms
from triboard.session.state import SessionState
from triboard.units import SECOND, Instant, Seat

MILLISECOND: Final = 1000
"""Microseconds."""

View = dict[str, Any]


def table_view(state: SessionState, now: Instant | None) -> View:
    """`grades`, `helps`: what there is to choose from; `opponents`, `help`: by seat; `opponent`: on turn."""
    return {
        "grades": [{"grade": int(grade), "name": grade.word} for grade in Grade],
        **terms_view(state.terms),
        "helps": [{"level": int(level), "name": level.word} for level in Help],
        "help": {str(seat): int(state.terms.help_of(seat)) for seat in state.manners.seats(state.game)},
        "ways": _ways(state),
        "override": state.override,
        "opponent": _opponent(state),
        "clock": _clock(state, now),
    }


def terms_view(terms: Terms) -> View:
    """What the dialog for a new game offers as what is played now."""
    return {
        "opponents": {str(seat): int(grade) for seat, grade in sorted(terms.rivals.items())},
        "clock_terms": None if terms.clock is None else terms.clock.text,
    }


def all_options(manners: Manners, options: Mapping[str, Any]) -> View:
    """Every option of the game with its value; `None` where it is left to the game."""
    defaults = {name: option.default for name, option in manners.game.options.items()}
    return {**defaults, **options}


def _opponent(state: SessionState) -> View | None:
    """What the opponent on turn is doing, and for a move that is shown, why."""
    seat = gate.rival_of(state, state.game)
    if seat is None or state.thought is None or not gate.playing(state):
        return None
    found: View = {"seat": seat, "grade": int(state.terms.rivals[seat]), "state": "thinking", "move": None}
    match state.thought:
        case Shown(move=move, why=why):
            text = state.manners.game.format_move(move)
            return {**found, "state": "shown", "move": text, "why": why}
        case Failed():
            return {**found, "state": "failed"}
        case _:
            return found


def _ways(state: SessionState) -> View | None:
    """A puzzle's count: `text`, `count` (`None` while it is counted), `exact`; `patience` in seconds."""
    if not counting.counts(state):
        return None
    ways, words = state.ways, counting.told(state)
    patience = state.terms.patience
    return {
        "text": "" if words is None else words.words,
        "count": None if ways is None or words is None else ways.count,
        "exact": ways is not None and ways.exact,
        "patience": None if patience is None else patience // SECOND,
    }


def _clock(state: SessionState, now: Instant | None) -> View | None:
    """Milliseconds left by seat. While the running one is `held` it does not count down; `turn` changes where
    time may be added: with every ply, and back."""
    clock = state.clock
    if clock is None:
        return None
    at = clock.since if now is None else now
    return {
        "left": [remaining(clock, Seat(seat), at) // MILLISECOND for seat in range(len(clock.left))],
        "running": clock.running,
        "held": clock.held is not None,
        "fallen": sorted(clock.fallen),
        "turn": [state.serial, len(clock.past)],
    }
