"""Opponents at the table: when their engines are asked, what becomes of the answers, what people are told.

    (nobody) ──opponent on turn──► THINKING ──a legal move──► SHOWN ──hands have made it──► (nobody)
                                    ▲     │
                         back-off ──┘     └──time-out, crash, garbage, illegal move──► FAILED

Whatever changes the game (a takeback, a new game, a person who moves for it) ends a thought; an answer that
nobody waits for any more is nothing. No answer but a legal move ever changes the turn.
"""

from dataclasses import replace
from typing import Any, Final

from triboard.errors import ConfigurationError, IllegalMoveError, NotationError
from triboard.opponents.engine import Grade
from triboard.opponents.games import said_after
from triboard.phrases import Said
from triboard.piece_words import with_grade
from triboard.session import gate
from triboard.session.effects import AskOpponent
from triboard.session.entries import help_entry, seat_entry
from triboard.session.events import OpponentChose, OpponentFailed
from triboard.session.help_levels import Help
from triboard.session.notices import answer, wrong
from triboard.session.placing import play_move, settled
from triboard.session.rivals import (
    FIRST_RETRY,
    LONGEST_RETRY,
    PATIENCE,
    Failed,
    Problem,
    Shown,
    Thinking,
    checked,
)
from triboard.session.state import LinkState, Phase, SessionState
from triboard.session.step import Step, record
from triboard.units import Duration, Instant, Seat, after

MOST_DOUBLINGS: Final = 10
"""Of the wait; by then it has long been the longest."""


def follow(state: SessionState, at: Instant) -> Step:
    """What opponents do after something happened: give up a thought, ask an engine, say a silent move."""
    step = Step(state)
    while True:
        step = step.then(_thinking(step.state, at))
        move = _by_word(step.state)
        if move is None:
            return step
        step = step.then(play_move(step.state, move, at))


def _by_word(state: SessionState) -> Any | None:
    """The silent move that an opponent makes now: nobody has to carry it out."""
    if state.phase is not Phase.PLAY or state.between:
        return None
    if (call := _call(state)) is not None:
        return call
    shown = gate.shown_move(state, state.game) if gate.showing(state) else None
    return shown if shown is not None and state.manners.silent(shown) else None


def _call(state: SessionState) -> Any | None:
    """What an opponent calls for the turn that it has just made."""
    before, rules = state.before, state.manners.game
    seat = None if before is None else gate.rival_of(state, before)
    if seat is None or state.override:
        return None
    return said_after(rules.name, state.game, seat)


def _thinking(state: SessionState, at: Instant) -> Step:
    """Keep the thought in step with the game."""
    seat = gate.rival_of(state, state.game) if gate.playing(state) and state.blunder is None else None
    thought, tries = state.thought, 0
    if thought is not None and (seat is None or thought.game != state.game):
        thought = None
    match thought:
        case Thinking(until=until) if at >= until:
            thought = _failure(thought, Problem.TIMEOUT, at)
        case Shown(reminded=False, due=due) if due is not None and at >= due:
            thought = replace(thought, reminded=True)
        case Failed(tries=failures, retry=retry) if at >= retry:
            thought, tries = None, failures
        case _:
            pass
    if seat is None or thought is not None:
        return Step(state if thought is state.thought else replace(state, thought=thought))
    asked, question = ask(state, state.terms.rivals[seat])
    thinking = Thinking(question.request, state.game, after(at, PATIENCE), tries)
    return Step(replace(asked, thought=thinking), (question,))


def awaited(state: SessionState) -> set[int]:
    """Requests whose answers somebody waits for."""
    found = {state.thought.request} if isinstance(state.thought, Thinking) else set()
    if state.hint is not None and state.hint.move is None:
        found.add(state.hint.request)
    if state.ways is not None and state.ways.count is None:
        found.add(state.ways.request)
    return found


def ask(state: SessionState, grade: Grade) -> tuple[SessionState, AskOpponent]:
    """A question about the game as it stands, with the next number."""
    rules, number = state.manners.game, state.requests + 1
    texts = tuple(rules.format_move(move) for move in state.moves)
    question = AskOpponent(number, rules.name, state.options, texts, grade, state.match.games)
    return replace(state, requests=number), question


def chose(state: SessionState, event: OpponentChose) -> Step:
    """An engine's answer: shown if it is a legal move of the side on turn, else a failure like any other."""
    thought = state.thought
    if not isinstance(thought, Thinking) or thought.request != event.request or thought.game != state.game:
        return Step(state)
    move = legal_move(state, event.move)
    if move is None:
        return Step(replace(state, thought=_failure(thought, Problem.ILLEGAL, event.at)))
    shown = replace(state, thought=Shown(event.request, state.game, move, event.why, event.at))
    if shown.touched != shown.settled or not gate.playing(shown):
        return Step(shown)
    return settled(shown, event.at)  # hands may have made it already, or be on their way


def legal_move(state: SessionState, text: str) -> Any | None:
    """The move that a text means, if the side on turn may make it."""
    try:
        move = state.manners.game.parse_move(text)
        state.manners.game.play(state.game, move)
    except (NotationError, IllegalMoveError):
        return None
    return move if move in gate.worth_a_thought(state) else None


def failed(state: SessionState, event: OpponentFailed) -> Step:
    """An engine gave no answer; the turn stays what it is."""
    thought = state.thought
    if not isinstance(thought, Thinking) or thought.request != event.request:
        return Step(state)
    return Step(replace(state, thought=_failure(thought, event.problem, event.at)))


def _failure(thought: Thinking, problem: Problem, at: Instant) -> Failed:
    """The failure of a thought, with a wait that doubles from try to try."""
    wait = min(LONGEST_RETRY, FIRST_RETRY << min(thought.tries, MOST_DOUBLINGS))
    return Failed(thought.game, problem, thought.tries + 1, after(at, Duration(wait)))


def seat_asked(state: SessionState, seat: Seat, grade: Grade | None) -> Step:
    """A seat changes hands in the middle of a game, as far as it can."""
    if gate.tasked(state):
        return Step(replace(state, notice=answer(wrong("seat-in-task"))))
    rivals = {other: one for other, one in state.terms.rivals.items() if other != seat}
    if grade is not None:
        rivals[seat] = grade
    seats = list(state.manners.seats(state.game))
    try:
        terms = checked(replace(state.terms, rivals=rivals), seats)
    except ConfigurationError as error:
        return Step(replace(state, notice=answer(wrong("bad-seat", problem=str(error)))))
    changed = replace(state, terms=terms, undone=None)
    if state.phase in (Phase.PLAY, Phase.CORRECTION, Phase.FINISHED):
        return record(changed, seat_entry(seat, grade))
    return Step(changed)


def help_asked(state: SessionState, seat: Seat, level: Help) -> Step:
    """A seat is helped more or less from now on."""
    if gate.tasked(state):
        return Step(replace(state, notice=answer(wrong("seat-in-task"))))
    try:
        terms = checked(
            replace(state.terms, help={**state.terms.help, seat: level}),
            list(state.manners.seats(state.game)),
        )
    except ConfigurationError as error:
        return Step(replace(state, notice=answer(wrong("bad-seat", problem=str(error)))))
    changed = replace(state, terms=terms, hint=None, blunder=None)
    if state.phase in (Phase.PLAY, Phase.CORRECTION, Phase.FINISHED):
        return record(changed, help_entry(seat, level))
    return Step(changed)


def overridden(state: SessionState, at: Instant, *, on: bool) -> Step:
    """Open or close the gate; what lies on the board is looked at again."""
    changed = replace(state, override=on)
    looks = gate.playing(state) and state.link is LinkState.UP and state.touched == state.settled
    return settled(changed, at) if looks else Step(changed)


def refused(state: SessionState) -> Step:
    """Somebody pressed a button that is a move while an opponent is on turn."""
    seat = gate.rival_of(state, state.game)
    assert seat is not None, "an opponent is on turn"
    return Step(replace(state, notice=answer(wrong("opponents-turn", name=called(state, seat)))))


def called(state: SessionState, seat: Seat) -> Said:
    """An opponent in sentences: `Dark (Expert)`."""
    return with_grade(state.manners.name(state.game, seat), state.terms.rivals[seat].word)
