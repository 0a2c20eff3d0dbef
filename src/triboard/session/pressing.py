"""What buttons mean: OK, UNDO, NEW, counting buttons, and asking for a game with other options."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from triboard.errors import ConfigurationError, IllegalMoveError
from triboard.phrases import Said
from triboard.session import angles, blunders, gate, hints, opposing, racks, teaching
from triboard.session.advice import question
from triboard.session.effects import LocateRim, Throw
from triboard.session.entries import fresh
from triboard.session.manners import Dice
from triboard.session.notices import Notice, answer, info, wrong
from triboard.session.placing import (
    confirm,
    match_so_far,
    new_game,
    next_game,
    play_move,
)
from triboard.session.reasons import told
from triboard.session.rivals import NO_TERMS, Terms
from triboard.session.state import LinkState, Pending, Phase, Question, SessionState, TakeBack, unasked
from triboard.session.step import Step
from triboard.session.undoing import back_to, disagreeing, last_shown
from triboard.units import Instant, after, millis
from triboard.words import say

MUTE: Final = "MUTE"
"""A button that is about sound alone (`app.sound`); no game hears it."""

HOLD: Final = millis(1000)
"""How long a press waits for the board to lie still; then it counts all the same."""


def pressed(state: SessionState, button: str, at: Instant) -> Step:
    """A button of the board or the page.

    One pressed while a hand still moves (a ball dropped with one hand, FIVE pressed with the other) means
    the turn that the hand is making: it waits until the board has settled.
    """
    if button == MUTE:
        return Step(state)
    waits = (
        button != "NEW"
        and state.question is None
        and state.link is LinkState.UP
        and state.phase in (Phase.PLAY, Phase.CORRECTION)
        and state.touched != state.settled
    )
    if not waits:
        return _acted(state, button, at)
    until = after(at, HOLD) if state.held_until is None else state.held_until
    return Step(replace(state, held=(*state.held, button), held_until=until))


def released(step: Step, at: Instant) -> Step:
    """Let the presses that waited for the board to settle count now, in their order."""
    if any(isinstance(effect, LocateRim) for effect in step.effects):
        return step  # the board will settle once more
    held = step.state.held
    step = Step(replace(step.state, held=(), held_until=None), step.effects)
    for button in held:
        step = step.then(_acted(step.state, button, at))
    return step


def overdue(step: Step, at: Instant) -> Step:
    """The same where the board does not come to rest."""
    until = step.state.held_until
    return step if until is None or at < until else released(step, at)


def _acted(state: SessionState, button: str, at: Instant) -> Step:
    """A button without a meaning now says so and changes nothing."""
    if button == "NEW":
        return new_asked(state, None, at)
    if (step := teaching.pressed(state, button, at)) is not None:
        return step
    if (told := blunders.pressed(state, button)) is not None:
        return Step(told)
    if state.question is not None:
        return _answered(state, state.question, button, at)
    if state.link is not LinkState.UP:
        return Step(state)  # the game waits for the board; the page and the lights say so
    if button in state.manners.counting:
        return _counted(state, button, at)
    match button:
        case "OK":
            return _ok(state, at)
        case "UNDO":
            return _undo(state, at)
        case "HINT":
            return hints.pressed(state, at)
        case _:
            return _direct(state, button, at)


def _direct(state: SessionState, button: str, at: Instant) -> Step:
    """A button that is a move by itself (a swap, a pass), or that throws the die."""
    move = state.manners.direct(state.game, button) if state.phase is Phase.PLAY else None
    if move is not None and gate.closed(state, state.game):
        return opposing.refused(state)
    match move:
        case None:
            return _idle(state, info("button-idle", button=button))
        case Dice(moves):
            if (asked := racks.told_by_rack(state, move)) is not None:
                return _idle(state, asked)
            return Step(replace(state, dice=move), (Throw(len(moves)),))
        case _:
            try:
                return play_move(state, move, at)
            except IllegalMoveError as error:
                return _idle(state, wrong("rule", text=told(error)))


def thrown(state: SessionState, result: int, at: Instant) -> Step:
    """The die has come to rest; a throw that nobody waits for any more is nothing."""
    dice = state.dice
    if dice is None or state.phase is not Phase.PLAY or not 0 <= result < len(dice.moves):
        return Step(replace(state, dice=None))
    if dice.moves[result] not in state.manners.game.legal_moves(state.game):
        return Step(replace(state, dice=None))
    return play_move(replace(state, dice=None), dice.moves[result], at)


def _asking(state: SessionState) -> bool:
    return state.phase in (Phase.SETUP, Phase.CORRECTION) or state.between


def _idle(state: SessionState, notice: Notice) -> Step:
    """Say why a press does nothing, unless the board is asking hands for something."""
    return Step(state if _asking(state) else replace(state, notice=answer(notice)))


def _answered(state: SessionState, asked: Question, button: str, at: Instant) -> Step:
    match button:
        case "OK" if asked is Question.LESSON and state.wanted_lesson is not None:
            return teaching.begin(state, state.wanted_lesson, at)
        case "OK" if asked is Question.CLEARED and state.lesson is not None:
            return teaching.begin(state, state.lesson, at)  # its game is set up anew
        case "OK":
            options = state.wanted_options if asked is Question.NEW_GAME else None
            return _begin(state, dict(state.options if options is None else options), at)
        case "UNDO":
            return Step(replace(unasked(state), notice=answer(info("kept-on"))))
        case _:
            return Step(state)


def _counted(state: SessionState, button: str, at: Instant) -> Step:
    """One more five or one. A move that waits is the turn for which it is called."""
    waits = state.pending is not None and not _only_back(state.pending)
    step = confirm(state, at) if waits else Step(state)
    tally = state.manners.count(step.state.game, step.state.tally, button)
    if isinstance(tally, Notice):
        return step.then(_idle(step.state, tally))
    notice = state.manners.counted(step.state.game, tally)
    notice = notice if _asking(step.state) else answer(notice)
    return step.then(Step(replace(step.state, tally=tally, undone=None, notice=notice)))


def _only_back(pending: Pending) -> bool:
    path = pending.candidate.path
    return isinstance(path, TakeBack) and not path.moves


def _ok(state: SessionState, at: Instant) -> Step:
    """Confirm the move that waits; else close what is open, calling what was counted."""
    if state.phase is Phase.FINISHED:
        return next_game(state, at)
    if state.phase is not Phase.PLAY or angles.moving(state) is not None:
        return _idle(state, info("nothing-to-confirm"))
    step = confirm(state, at)
    one_meaning = state.pending is not None
    while any(step.state.tally.values()) or not one_meaning:
        move = state.manners.confirmed(step.state.game, step.state.tally)
        if move is None or (gate.closed(step.state, step.state.game) and _of_turn(step.state, move)):
            break
        step = step.then(play_move(step.state, move, at))
        one_meaning = True  # only what was counted is called in the same breath
    return step if step.effects else _idle(state, info("nothing-to-confirm"))


def _of_turn(state: SessionState, move: Any) -> bool:
    """Whether a move is one of the side on turn, and not a call for the turn before."""
    return move in gate.worth_a_thought(state)


def _undo(state: SessionState, at: Instant) -> Step:
    """Back before the last ply that shows on the board, with the silent plies that followed it.

    The board then disagrees until hands follow; till then the undone position is no move.
    """
    if state.phase is Phase.SETUP or angles.moving(state) is not None:
        return _idle(state, info("nothing-to-undo"))
    if state.pending is not None:
        if _only_back(state.pending):
            return confirm(state, at)  # the hand has said so already
        return disagreeing(Step(state), state.pending.candidate.standing, at)
    ply = last_shown(state)
    return _idle(state, info("nothing-to-undo")) if ply is None else back_to(state, ply, at)


def new_asked(
    state: SessionState, options: Mapping[str, Any] | None, at: Instant, terms: Terms | None = None
) -> Step:
    """A new game: at once where nothing is lost, otherwise after OK (physical-play 20).

    `options` are laid over those that were agreed on; `None` leaves one to the game again. `terms` replace
    those that were agreed on. A lesson that this ends goes back to both.
    """
    lesson, (agreed, kept) = state.lesson, state.agreed
    if options is not None:
        try:
            merged = state.manners.merged(agreed, options)
            options = {name: value for name, value in merged.items() if value is not None}
            fresh(state.board, state.manners, options, terms=terms or NO_TERMS)
        except ConfigurationError as error:
            return Step(replace(state, notice=answer(wrong("bad-options", problem=str(error)))))
    elif lesson is not None:
        options = dict(lesson.back)
    if terms is not None:  # who says nothing of help and patience changes nothing of them
        terms = replace(terms, help=terms.help or kept.help, patience=kept.patience)
    elif lesson is not None:
        terms = kept
    state = replace(state, wanted_terms=terms)
    if gate.unfinished(state):
        asked = Question.NEW_GAME
        return Step(replace(state, question=asked, wanted_options=options, notice=question(asked)))
    if state.phase is Phase.FINISHED and options is None:
        return next_game(state, at)
    return _begin(state, dict(state.options if options is None else options), at)


def _begin(state: SessionState, options: dict[str, Any], at: Instant) -> Step:
    """Start over; the totals of a match go on only among the same players."""
    manners = state.manners
    later = manners.game.start(options)
    same = _players(state, later) == _players(state, state.game)
    return new_game(state, options, match_so_far(state) if same else None, at)


def _players(state: SessionState, game: Any) -> list[Any]:
    return [(seat, state.manners.seat_pieces(game, seat)) for seat in state.manners.seats(game)]


ANY_TIME: Final = ("UNDO", "NEW", "HINT")
"""Buttons that nobody has to press, and that no light invites to."""


def invited(state: SessionState) -> list[str]:
    """Buttons that shine, for something waits for them."""
    if state.question is not None:
        return list(meanings(state))
    unasked = (*ANY_TIME, "OK") if teaching.passes(state) else ANY_TIME
    return [button for button in meanings(state) if button not in unasked]


def meanings(state: SessionState) -> Mapping[str, Said]:
    """Buttons that mean something now, with what they do."""
    if state.question is not None:
        return {"OK": say("hint-yes", {}), "UNDO": say("hint-no", {})}
    open_now = state.phase is Phase.PLAY and not gate.closed(state, state.game)
    found = dict(state.manners.buttons(state.game, state.tally)) if open_now else {}
    if state.phase is Phase.FINISHED or (state.lesson is not None and state.lesson.due is not None):
        plays = state.lesson is None and state.course is None
        found["OK"] = say("hint-next" if plays else "hint-onward", {})
    elif teaching.passes(state):
        found["OK"] = say("hint-other-task", {})
    if state.visit.offer is not None:
        found["OK"] = say("hint-opponent", {})
    if state.blunder is not None:
        found |= {"HINT": say("hint-why", {}), "OK": say("hint-play-on", {})}
    elif hints.possible(state) and not hints.spent(state):
        found["HINT"] = say("hint-hint", {})
    if state.ply > state.floor:
        found["UNDO"] = say("hint-undo", {})
    found["NEW"] = say("hint-new", {})
    return found
