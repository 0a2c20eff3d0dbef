"""A lesson in words: the task, the verdict, and what a reply of the other side would do."""

from typing import Any

from triboard.lessons.task import Rung, Task
from triboard.lessons.verdict import Worth
from triboard.rules import ttt3d
from triboard.session.lesson import Told
from triboard.session.notices import Notice, info, wrong
from triboard.session.state import Phase, SessionState
from triboard.session.teaching import changed_sites
from triboard.units import Seat, Side, Site
from triboard.words import say


def says(state: SessionState) -> Notice | None:
    """What is said while a task stands on the board; `None` outside of lessons and while it is set up."""
    lesson = state.lesson
    if lesson is None or lesson.task is None or state.phase not in (Phase.PLAY, Phase.CORRECTION):
        return None
    if lesson.told is not None:
        return _verdict(state, lesson.task, lesson.told)
    code = f"task-{lesson.task.rung.word}-{state.manners.game.name}"
    return info(code, name=state.manners.name(state.first, seat_of(state, lesson.task)))


def seat_of(state: SessionState, task: Task) -> Seat:
    """The seat that the task is for."""
    return state.manners.game.seat_of(state.first, Side(task.side))


def seeking(state: SessionState) -> bool:
    """Whether a finished line is still to be found on the board (rung `see`), so that nothing may tell it."""
    lesson = state.lesson
    if lesson is None or lesson.task is None or lesson.task.rung is not Rung.SEE:
        return False
    return lesson.told is None or not lesson.told.verdict.right


def title(state: SessionState) -> tuple[Seat, Notice] | None:
    """Whose task stands on the board, and so in words; `None` where there is none."""
    lesson = state.lesson
    if lesson is None or lesson.task is None or state.phase is Phase.SETUP:
        return None
    seat = seat_of(state, lesson.task)
    return seat, info("lesson-for", name=state.manners.name(state.first, seat))


def _verdict(state: SessionState, task: Task, told: Told) -> Notice:
    verdict = told.verdict
    code = f"idea-{task.tag}"
    idea = say(code, {})
    match verdict.worth:
        case Worth.SOLVED:
            code = "lesson-up" if state.lesson is not None and state.lesson.up else "lesson-right"
            return info(code, *told.sites, idea=idea)
        case Worth.ALSO:
            return info("lesson-also", *told.sites, idea=idea)
        case Worth.SAFE:
            return info("lesson-safe-see" if task.rung is Rung.SEE else "lesson-safe", *told.sites)
        case Worth.LOSES if verdict.reply is None:
            return info("lesson-lost", *told.sites)
        case Worth.LOSES:
            after = state.states[state.floor + 1]
            sites = changed_sites(state, after, verdict.reply)
            return wrong("lesson-loses", *sites, threat=threat(state, after, verdict.reply).words)


def threat(state: SessionState, game: Any, reply: Any) -> Notice:
    """What whoever is on turn in `game` could do, in the words of the rules."""
    rules, manners = state.manners.game, state.manners
    side = rules.to_move(game)
    assert side is not None, "somebody could do it"
    name = manners.name(game, rules.seat_of(game, side))
    if manners.silent(reply):
        return wrong("threat-pass", name=name)
    if isinstance(reply, ttt3d.Turn):
        moved = changed_sites(state, game, reply)
        return wrong("threat-rim", *moved, name=name, rim="ABC"[reply.shelf])
    site, piece = brings(state, game, reply)
    ends = rules.name == "trioker" and rules.outcome(rules.play(game, reply)) is not None
    code = "threat-last-tile" if ends else f"threat-{rules.name}"
    return wrong(code, site, name=name, thing=manners.thing(piece), site=site)


def brings(state: SessionState, game: Any, move: Any) -> tuple[Site, Any]:
    """The site on which a move lays something, and what (the lowest of several)."""
    rules = state.manners.game
    here, there = rules.position(game).pieces, rules.position(rules.play(game, move)).pieces
    [site] = changed_sites(state, game, move)
    return site, there[site][len(here.get(site, ()))]
