"""An opponent's move as hands see it: what is left to do, in steps, and in words."""

from triboard.board.reconcile import Contradicts, Standing, reconcile
from triboard.session import gate
from triboard.session.advice import step_words
from triboard.session.notices import Notice, info, wrong
from triboard.session.opposing import called
from triboard.session.rivals import Failed, Shown, Thinking
from triboard.session.state import SessionState


def left_to_do(state: SessionState) -> Contradicts | None:
    """What still tells the board from the position after the shown move; `None` where no move is shown, where
    it is made, and while a rim is between detents."""
    wanted = _wanted(state)
    if wanted is None or state.touched is None:
        return None
    verdict = reconcile(wanted, state.touched, [], rims=state.board.rims, base=state.base)
    return verdict if isinstance(verdict, Contradicts) else None


def _wanted(state: SessionState) -> Standing | None:
    move = gate.shown_move(state, state.game)
    if move is None or not gate.playing(state):
        return None
    return state.standing_of(state.manners.game.play(state.game, move))


def says(state: SessionState) -> Notice | None:
    """What is said while an opponent is on turn; `None` otherwise."""
    thought, seat = state.thought, gate.rival_of(state, state.game)
    if thought is None or seat is None or thought.game != state.game or not gate.playing(state):
        return None
    name = called(state, seat)
    match thought:
        case Thinking():
            return info("opponent-thinks", name=name)
        case Failed(_, problem):
            return wrong(problem.value, name=name)
        case Shown(reminded=reminded):
            left = left_to_do(state)
            step = None if left is None else step_words(state, left)
            if step is None:
                return info("opponent-done", name=name)
            code = "opponent-reminds" if reminded else "opponent-moves"
            return info(code, *step.sites, name=name, step=step.words)
