"""An opponent's move as hands see it: what is left to do, in steps, and in words.

What stands in its way is put right first, and then the words name one thing to do, not two.
"""

from typing import Final

from triboard.board.guidance import MovePiece, Put, Remove, next_step, shapes
from triboard.board.reconcile import Contradicts, Standing, reconcile
from triboard.session import gate
from triboard.session.advice import advice, step_words
from triboard.session.notices import Notice, info, wrong
from triboard.session.opposing import called
from triboard.session.rivals import Failed, Shown, Thinking
from triboard.session.state import Phase, SessionState
from triboard.units import Piece

TOO_SOON: Final = "opponents-turn"
"""The code of the reason that is none any more once the move is shown."""


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
            step = _in_the_way(state) or _next(state)
            if step is None:
                return info("opponent-done", name=name)
            code = "opponent-reminds" if reminded else "opponent-moves"
            return info(code, *step.sites, name=name, step=step.words)


def headline(state: SessionState) -> Notice | None:
    """The same in the line that tells whose turn it is; an engine that failed is told of in full below."""
    said = says(state)
    if said is None or not isinstance(state.thought, Failed):
        return said
    return info("opponent-again", name=said.details["name"])


def first(state: SessionState) -> Notice | None:
    """What has to be put right before a shown move, and what comes then; `None` where nothing is in its way,
    and where there is more to say about it than that."""
    step, correction = _in_the_way(state), state.correction
    if step is None or correction is None or not gate.showing(state):
        return None
    if correction.reason is not None and correction.reason.code != TOO_SOON:
        return None
    then = _next(state)
    if then is None or then == step:
        return step
    return wrong("first-then", *step.sites, first=step.words, second=then.words)


def _in_the_way(state: SessionState) -> Notice | None:
    return advice(state) if state.phase is Phase.CORRECTION else None


def _next(state: SessionState) -> Notice | None:
    """The next step of the shown move itself."""
    left = left_to_do(state)
    return None if left is None else step_words(state, left)


def piece(state: SessionState) -> Piece | None:
    """The piece that the words of a shown move name: the one in its way, else the one that it brings onto the
    board, if it brings one."""
    move = gate.shown_move(state, state.game) if gate.showing(state) else None
    if move is None:
        return None
    if state.phase is Phase.CORRECTION and state.correction is not None:
        match next_step(state.correction.contradiction, shapes(state.board)):
            case MovePiece(piece=named) | Put(piece=named) | Remove(piece=named):
                return named
            case _:
                return None
    game = state.manners.game
    before, then = game.position(state.game), game.position(game.play(state.game, move))
    if before.rims != then.rims:
        return None
    came = (stack[len(before.pieces.get(site, ())) :] for site, stack in then.pieces.items())
    return next((stack[0] for stack in came if stack), None)
