"""The lesson for the page: the ladder, the rung and the task, what the last answer was worth, what it goes
back to."""

from typing import Any, Final

from triboard.lessons.task import Rung
from triboard.session.state import Phase, SessionState
from triboard.web.table_view import all_options, terms_view
from triboard.words import say

View = dict[str, Any]

RUNGS: Final = {rung: f"rung-{rung.word}" for rung in Rung}


def ladder_view(state: SessionState) -> View:
    """The ladder in words, for whoever wants a lesson, and the task on the board (`now`)."""
    rungs = [{"rung": rung.word, "name": say(code, {})} for rung, code in RUNGS.items()]
    return {"ladder": {"rungs": rungs, "now": _now(state)}}


def _now(state: SessionState) -> View | None:
    lesson = state.lesson
    if lesson is None:
        return None
    told = lesson.told
    return {
        "rung": lesson.rung.word,
        "task": None if lesson.task is None else lesson.task.name,
        "solved": lesson.ladder.solved,
        "right": lesson.ladder.right,
        "state": "set-up" if state.phase is Phase.SETUP else "asked" if told is None else "told",
        "worth": None if told is None else told.verdict.worth.value,
        "back": _back(state),
    }


def _back(state: SessionState) -> View:
    """The games at this table, as the view tells of one outside of lessons; hands are nobody's business."""
    options, terms = state.agreed
    manners = state.manners
    start = manners.game.start(options)
    return {
        "options": {**all_options(manners, options), "hands": None},
        "seats": [{"seat": seat, "name": manners.name(start, seat)} for seat in manners.seats(start)],
        **terms_view(terms),
    }
