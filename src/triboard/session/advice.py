"""Guidance and questions in words: the next step of a correction, and what OK would confirm."""

from triboard.board.guidance import MovePiece, Put, Remove, TurnRim, next_step, shapes
from triboard.board.reconcile import Contradicts
from triboard.session.notices import Notice, ask, wrong
from triboard.session.state import Question, SessionState
from triboard.words import own

HALF_TURN = 2  # detents


def advice(state: SessionState) -> Notice | None:
    """What to do next to put the board right; `None` where nothing is wrong."""
    return None if state.correction is None else step_words(state, state.correction.contradiction)


def step_words(state: SessionState, contradiction: Contradicts) -> Notice | None:
    """The next step from a contradiction in words; `None` where no step is left."""
    thing, kind = state.manners.thing, state.manners.kind
    match next_step(contradiction, shapes(state.board)):
        case MovePiece(piece, source, target):
            return wrong(
                own("move-piece", kind), source, target, thing=thing(piece), source=source, target=target
            )
        case Remove(site, None):
            return wrong(own("remove-something", kind), site, site=site)
        case Remove(site, str() as piece):
            return wrong(own("remove-piece", kind), site, thing=thing(piece), site=site)
        case Put(site, piece):
            return wrong(own("put-piece", kind), site, thing=thing(piece), site=site)
        case TurnRim(rim, detents):
            once = "turn-rim-once-clockwise" if detents > 0 else "turn-rim-once-counter"
            code = "turn-rim-twice" if abs(detents) == HALF_TURN else once
            return wrong(code, rim=state.board.rims[rim].rim)
        case _:
            return None


def question(asked: Question | None) -> Notice | None:
    """What is asked, as long as it is asked."""
    match asked:
        case Question.NEW_GAME:
            return ask("ask-new")
        case Question.LESSON:
            return ask("ask-lesson")
        case Question.CLEARED:
            return ask("ask-cleared")
        case None:
            return None
