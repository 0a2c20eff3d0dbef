"""The gate: while an opponent is on turn only its own move is accepted, unless a person may move for it."""

from typing import Any

from triboard.opponents.games import INSIGHTS, deciding
from triboard.session.rivals import Failed, Shown
from triboard.session.state import Phase, SessionState
from triboard.units import Seat


def tasked(state: SessionState) -> bool:
    """Whether a task of a lesson is on the board, or is being set up."""
    return state.lesson is not None and state.lesson.task is not None


def rival_of(state: SessionState, game: Any) -> Seat | None:
    """Seat of the opponent that has to choose in this game; `None` where a person or chance is on turn, and
    in a task of a lesson, which is for a person whatever seat looks."""
    if not state.terms.rivals or tasked(state):
        return None
    rules = state.manners.game
    side = deciding(rules.name, game)
    if side is None:
        return None
    seat = rules.seat_of(game, side)
    return seat if seat in state.terms.rivals else None


def closed(state: SessionState, game: Any) -> bool:
    """Whether people may not move in this game now: an opponent is on turn, and neither has its engine failed
    nor has somebody allowed to move for it."""
    failed = isinstance(state.thought, Failed) and state.thought.game == game
    return not state.override and not failed and rival_of(state, game) is not None


def shown_move(state: SessionState, game: Any) -> Any | None:
    """The move that people are asked to carry out in this game."""
    thought = state.thought
    return thought.move if isinstance(thought, Shown) and thought.game == game else None


def showing(state: SessionState) -> bool:
    """Whether a move of an opponent waits for hands now, and nothing else is accepted."""
    return shown_move(state, state.game) is not None and closed(state, state.game)


def playing(state: SessionState) -> bool:
    """Whether a game is under way."""
    return state.phase in (Phase.PLAY, Phase.CORRECTION)


def unfinished(state: SessionState) -> bool:
    """Whether a whole game would be lost to another one (physical-play 20): a task is none, and is soon set
    up again."""
    return playing(state) and bool(state.moves) and not tasked(state)


def worth_a_thought(state: SessionState) -> tuple[Any, ...]:
    """Moves of the side on turn; calls for the turn before are none of them."""
    return tuple(INSIGHTS[state.manners.game.name].moves(state.game))
