"""What buttons mean: OK, UNDO, NEW, counting buttons, and asking for a game with other options."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from triboard.errors import ConfigurationError
from triboard.session.notices import Notice, ask, info, wrong
from triboard.session.placing import new_game, next_game, play_move, settled, take_back
from triboard.session.state import Phase, Question, SessionState
from triboard.session.step import Step
from triboard.units import Instant, Ply
from triboard.words import say


def pressed(state: SessionState, button: str, at: Instant) -> Step:
    """A button of the board or the page. A button without a meaning now says so and changes nothing."""
    if button in state.manners.counting:
        return _counted(state, button)
    match button:
        case "OK":
            return _ok(state, at)
        case "UNDO":
            return _undo(state, at)
        case "NEW":
            return new_asked(state, None, at)
        case _:
            return Step(replace(state, notice=info("button-idle", button=button)))


def _counted(state: SessionState, button: str) -> Step:
    answer = state.manners.count(state.game, state.tally, button)
    if isinstance(answer, Notice):
        return Step(replace(state, notice=answer))
    return Step(replace(state, tally=answer, notice=state.manners.counted(state.game, answer)))


def _ok(state: SessionState, at: Instant) -> Step:
    if state.question is not None:
        options = state.wanted_options if state.question is Question.NEW_GAME else None
        return _begin(state, dict(state.options if options is None else options), at)
    if state.phase is Phase.FINISHED:
        return next_game(state, at)
    if state.phase is not Phase.PLAY:
        return Step(replace(state, notice=info("nothing-to-confirm")))
    step = Step(state)
    tally = state.tally
    while (move := state.manners.confirmed(step.state.game, tally)) is not None:
        step = step.then(play_move(step.state, move, at))
        if not any(tally.values()):
            break  # one press, one meaning; only what was counted is called in the same breath
    return step if step.effects else Step(replace(state, notice=info("nothing-to-confirm")))


def _undo(state: SessionState, at: Instant) -> Step:
    """Back before the last ply that shows on the board, with the silent plies that followed it.

    The board then disagrees until hands follow; till then the undone position is no move.
    """
    if state.question is not None:
        kept_on = replace(state, question=None, wanted_options=None, notice=info("kept-on"))
        return Step(kept_on)
    if state.phase is Phase.SETUP:
        return Step(replace(state, notice=info("nothing-to-undo")))
    here = state.expected
    for ply in range(len(state.states) - 2, -1, -1):
        if state.standing_of(state.states[ply]) != here:
            back = take_back(replace(state, pending=None, correction=None), Ply(ply), at)
            undone = replace(
                back.state, barred=(*state.barred, here), notice=info("undone"), phase=Phase.CORRECTION
            )
            step = Step(undone, back.effects)
            return step if state.settled is None else step.then(settled(undone, at))
    return Step(replace(state, notice=info("nothing-to-undo")))


def new_asked(state: SessionState, options: Mapping[str, Any] | None, at: Instant) -> Step:
    """A new game: at once where nothing is lost, otherwise after OK (physical-play 20)."""
    if options is not None:
        try:
            state.manners.game.start(options)
        except ConfigurationError as error:
            return Step(replace(state, notice=wrong("bad-options", problem=str(error))))
    if state.phase in (Phase.PLAY, Phase.CORRECTION) and state.moves:
        return Step(replace(state, question=Question.NEW_GAME, wanted_options=options, notice=ask("ask-new")))
    if state.phase is Phase.FINISHED and options is None:
        return next_game(state, at)
    return _begin(state, dict(state.options if options is None else options), at)


def _begin(state: SessionState, options: dict[str, Any], at: Instant) -> Step:
    """Start over; the totals of a match go on only among the same players."""
    same = options.get("players") == state.options.get("players")
    return new_game(state, options, state.match if same else None, at)


def meanings(state: SessionState) -> Mapping[str, str]:
    """Buttons that mean something now, with what they do."""
    if state.question is not None:
        return {"OK": say("hint-yes", {}), "UNDO": say("hint-no", {})}
    found = dict(state.manners.buttons(state.game, state.tally)) if state.phase is Phase.PLAY else {}
    if state.phase is Phase.FINISHED:
        found["OK"] = say("hint-next", {})
    if state.moves:
        found["UNDO"] = say("hint-undo", {})
    found["NEW"] = say("hint-new", {})
    return found
