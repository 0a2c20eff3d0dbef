"""A lesson at the board: tasks are set up by light, answered by hands, judged, shown and taken back.

    (position) ──board agrees──► ASKED ──an answer──► TOLD ──right──► next task
                                   ▲                   │
                                   └──hands follow──── wrong: the reply is shown, then the take-back guided

The task's position is the beginning of the game (`SessionState.floor`); everything else is the ordinary game,
so that hands, corrections, takebacks and the journal mean what they always mean. No page is needed: a button
that is held begins a lesson, a board that is cleared gets another task.
"""

from dataclasses import replace
from typing import Any, Final

from triboard.board.definition import Board
from triboard.board.guidance import excess
from triboard.board.readings import Observation, extra
from triboard.board.reconcile import Agrees, Contradicts
from triboard.errors import ConfigurationError
from triboard.lessons.ladder import Ladder
from triboard.lessons.library import on_rung
from triboard.lessons.task import Rung, Task
from triboard.lessons.verdict import Verdict, Worth, judged, pointed, position_of
from triboard.opponents.engine import Grade
from triboard.session import gate
from triboard.session.effects import Archive
from triboard.session.entries import fresh
from triboard.session.help_levels import Help
from triboard.session.lesson import Lesson, Told
from triboard.session.notices import answer, ask, wrong
from triboard.session.placing import bare_verdict, cleared, nothing_stands, set_up
from triboard.session.rivals import Terms
from triboard.session.state import Agreed, Phase, Question, SessionState, carried_over
from triboard.session.step import Step
from triboard.session.undoing import back_to
from triboard.units import Duration, Instant, Ply, Seat, Site, after, millis

SHOWN: Final[dict[Worth, Duration]] = {
    Worth.SOLVED: millis(5000),
    Worth.ALSO: millis(5000),
    Worth.SAFE: millis(4000),
    Worth.LOSES: millis(7000),
}
"""How long a verdict is shown before the board goes on by itself; OK goes on at once."""

LEARNER: Final = Seat(0)
"""Who learns, in the games of the last two rungs."""

HELP: Final = {Rung.HELPED: Help.FULL, Rung.GAME: Help.NONE}

GRADES: Final = {Rung.HELPED: Grade.NEWCOMER, Rung.GAME: Grade.LEARNER}


def asked(state: SessionState, rung: Rung, start: int, at: Instant) -> Step:
    """Somebody wants a lesson, from this rung on: at once where nothing is lost, else after OK."""
    back, terms = state.agreed
    wanted = Lesson(Ladder(rung), start=start, back=back, terms=terms)
    if gate.unfinished(state):
        return Step(replace(state, question=Question.LESSON, wanted_lesson=wanted, notice=ask("ask-lesson")))
    return begin(state, wanted, at)


def held(state: SessionState, button: str, at: Instant) -> Step:
    """NEW that is held wants a lesson; its press has asked for a game, which this takes the place of."""
    if button != opener(state.board):
        return Step(state)
    return asked(state, Rung.SEE if state.course is None else state.course, drawn(at), at)


def opener(board: Board) -> str:
    """The button that is held to begin a lesson: NEW, or OK on a board that has no NEW."""
    return "NEW" if any(one.button == "NEW" for one in board.buttons) else "OK"


def drawn(at: Instant) -> int:
    """The number of a first task, by chance: nobody chooses the millisecond of what hands do."""
    return at // millis(1)


def from_course(state: SessionState, start: int, table: Agreed | None = None) -> Lesson:
    """The lesson that begins by itself on a board for lessons; NEW leads back to `table`, which is what is
    agreed on now if there is none."""
    assert state.course is not None, "this board is for games"
    back, terms = state.agreed if table is None else table
    return Lesson(Ladder(state.course), start=start, back=back, terms=terms)


def begin(state: SessionState, lesson: Lesson, at: Instant) -> Step:
    """Set the next task of a lesson up, or the game where the ladder has come to games."""
    rung, game = lesson.ladder.rung, state.manners.game.name
    task = None if rung.played else _task(game, lesson)
    number = lesson.number + 1
    lesson = replace(lesson, task=task, number=number, told=None, helped=False, up=False, counted=False)
    try:
        begun = _game(state, lesson) if task is None else _position(state, task)
    except ConfigurationError as error:
        return Step(replace(state, question=None, notice=answer(wrong("bad-options", problem=str(error)))))
    begun = replace(carried_over(state, begun, at), lesson=lesson)
    step = Step(begun, (Archive(),))
    return step if begun.settled is None else step.then(set_up(begun, begun.settled, at))


def _task(game: str, lesson: Lesson) -> Task:
    tasks = on_rung(game, lesson.ladder.rung)
    return tasks[(lesson.start + lesson.number) % len(tasks)]


def _position(state: SessionState, task: Task) -> SessionState:
    played = position_of(task)
    begun = fresh(state.board, state.manners, task.options)
    return replace(begun, states=played.states, moves=played.moves, floor=Ply(len(played.moves)))


def _game(state: SessionState, lesson: Lesson) -> SessionState:
    """A whole game against a weak opponent on every other seat."""
    manners = state.manners
    options = dict(manners.merged({}, manners.taught(lesson.back)))
    seats = manners.seats(manners.game.start(options))
    rivals = {seat: GRADES[lesson.ladder.rung] for seat in seats if seat != LEARNER}
    helped = {LEARNER: HELP[lesson.ladder.rung]}
    return fresh(state.board, manners, options, terms=Terms(rivals, help=helped))


# What hands mean


def settled(state: SessionState, at: Instant) -> Step | None:
    """What a settled board means in a lesson, where that is not what it means in a game."""
    lesson, observed = state.lesson, state.settled
    if observed is None:
        return None
    if lesson is None:
        over = state.course is not None and state.phase is Phase.FINISHED and cleared(state, observed)
        return begin(state, from_course(state, drawn(at)), at) if over else None
    if state.phase is Phase.FINISHED:
        return Step(state)  # `follow` goes on
    if _swept(state, lesson, observed):
        return begin(state, lesson, at)
    if lesson.rung is Rung.SEE and state.phase in (Phase.PLAY, Phase.CORRECTION):
        return _pointing(state, lesson, at)
    return None


def _swept(state: SessionState, lesson: Lesson, observed: Observation) -> bool:
    """Whether what stood there has been cleared away: whoever does that wants another task. A whole game is
    asked about (physical-play 20), but on a board that nobody looks after it begins anew at once."""
    if state.phase not in (Phase.PLAY, Phase.CORRECTION):
        return False
    if lesson.task is not None:
        return nothing_stands(observed)
    alone = state.course is not None or state.house is not None
    return alone and state.expected != state.standing_of(state.first) and cleared(state, observed)


def _pointing(state: SessionState, lesson: Lesson, at: Instant) -> Step | None:
    """Lifting one piece points at its site; all else is put right as in any game."""
    assert state.settled is not None, "a settled board is pointed at"
    assert lesson.task is not None, "one points at a task"
    verdict = bare_verdict(state, state.settled)
    calm = replace(state, phase=Phase.PLAY, correction=None, between=False)
    if isinstance(verdict, Agrees):
        told = lesson.told if lesson.told is not None and lesson.told.verdict.right else None
        return Step(replace(calm, lesson=replace(lesson, told=told)))
    site = _lifted(verdict) if isinstance(verdict, Contradicts) else None
    if site is None:
        return None
    if lesson.told is not None:
        return Step(calm)
    return Step(_told(calm, lesson, pointed(lesson.task, site), (site,), at))


def _lifted(verdict: Contradicts) -> Site | None:
    """The one site from which the top has been taken, where nothing else is wrong."""
    if len(verdict.misfits) != 1 or verdict.rims:
        return None
    misfit = verdict.misfits[0]
    return None if excess(misfit) or extra(misfit.expected, misfit.observed) else misfit.site


def follow(state: SessionState, at: Instant) -> Step:
    """Judge an answer, go on when it was shown for long enough, note how a game ended."""
    lesson = state.lesson
    if lesson is None or state.phase is Phase.SETUP:
        return Step(state)
    if lesson.task is None:
        ended = _ended(state, lesson)
        bare = state.phase is Phase.FINISHED and state.settled is not None and cleared(state, state.settled)
        if bare:
            return begin(state, ended, at)
        return Step(state if ended is lesson else replace(state, lesson=ended))
    if state.phase is Phase.FINISHED:
        state = replace(state, phase=Phase.PLAY)  # the answer may still be taken back by hands
    told, made = lesson.told, state.ply - state.floor
    if told is None:
        if made and lesson.rung is Rung.SEE:
            return back_to(state, state.floor, at)  # here nothing is laid
        return Step(_judged(state, lesson, lesson.task, at) if made else state)
    if made == 0 and lesson.rung is not Rung.SEE:
        again = Step(replace(state, lesson=replace(lesson, told=None)))
        return begin(state, lesson, at) if told.verdict.right else again
    over = told.until is not None and at >= told.until
    return _onward(state, lesson, told, at) if over or made > 1 else Step(state)


def _judged(state: SessionState, lesson: Lesson, task: Task, at: Instant) -> SessionState:
    verdict = judged(task, state.first, state.moves[state.floor])
    return _told(state, lesson, verdict, changed_sites(state, state.first, state.moves[state.floor]), at)


def _told(
    state: SessionState, lesson: Lesson, verdict: Verdict, sites: tuple[Site, ...], at: Instant
) -> SessionState:
    """The lesson with a verdict. A piece that was wrongly pointed at is asked back as long as it takes."""
    ladder = lesson.ladder.answered(right=verdict.right, counts=not lesson.helped)
    waits = lesson.rung is Rung.SEE and not verdict.right
    told = Told(verdict, sites, None if waits else after(at, SHOWN[verdict.worth]))
    later = replace(lesson, ladder=ladder, told=told, helped=lesson.helped or not verdict.right)
    later = replace(later, up=ladder.rung > lesson.ladder.rung)
    return replace(state, lesson=later, hint=None, changed=at)


def _onward(state: SessionState, lesson: Lesson, told: Told, at: Instant) -> Step:
    """The next task after a right answer, or where the ladder went down; else the answer is taken back."""
    assert lesson.task is not None, "a verdict is on a task"
    if told.verdict.right or lesson.ladder.rung is not lesson.task.rung:
        return begin(state, lesson, at)
    freed = replace(state, lesson=replace(lesson, told=None))
    return back_to(freed, state.floor, at)


def _ended(state: SessionState, lesson: Lesson) -> Lesson:
    """A game of the last rungs is an answer, too."""
    outcome = state.manners.game.outcome(state.game)
    if outcome is None or lesson.counted:
        return lesson
    ladder = lesson.ladder.answered(right=LEARNER in outcome.seats)
    up = ladder.rung > lesson.ladder.rung
    return replace(lesson, ladder=ladder, up=up, counted=True)


def pressed(state: SessionState, button: str, at: Instant) -> Step | None:
    """OK goes on from a verdict, from the end of a game, and from a task to another one where it means
    nothing else; other buttons mean what they always mean."""
    lesson = state.lesson
    if button != "OK" or state.question is not None:
        return None
    if lesson is None:
        over = state.course is not None and state.phase is Phase.FINISHED
        return begin(state, from_course(state, drawn(at)), at) if over else None
    if state.phase is Phase.FINISHED or passes(state):
        return begin(state, lesson, at)
    if lesson.told is None:
        return None
    if lesson.told.until is None:
        return Step(state)
    return _onward(state, lesson, lesson.told, at)


def passes(state: SessionState) -> bool:
    """Whether OK leaves a task that is not answered for another one, which counts as no answer."""
    lesson = state.lesson
    if lesson is None or lesson.task is None or lesson.told is not None or state.ply > state.floor:
        return False
    return state.pending is None and state.manners.confirmed(state.game, state.tally) is None


# What others ask


def changed_sites(state: SessionState, before: Any, move: Any) -> tuple[Site, ...]:
    """Sites on which something is new after a move."""
    rules = state.manners.game
    here, there = rules.position(before).pieces, rules.position(rules.play(before, move)).pieces
    return tuple(site for site, stack in there.items() if here.get(site, ())[: len(stack)] != stack)


def with_help(state: SessionState) -> SessionState:
    """The lesson after a hint has told the answer."""
    lesson = state.lesson
    return state if lesson is None else replace(state, lesson=replace(lesson, helped=True))
