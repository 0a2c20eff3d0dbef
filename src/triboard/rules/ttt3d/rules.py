"""Legal moves and their effect; the functions that refuse a move are the one place that knows why."""

from dataclasses import replace
from typing import Final, TypeVar, assert_never

from triboard.errors import IllegalMoveError
from triboard.phrases import phrase
from triboard.piece_words import ball_colour
from triboard.rules.ttt3d.geometry import (
    INDEX,
    SHELF_LETTERS,
    SHELVES,
    Rims,
    Triple,
    turned,
    turned_rims,
)
from triboard.rules.ttt3d.moves import (
    CALLS,
    DECLINE,
    MOST_CALLED,
    PLACINGS,
    TURNS,
    Call,
    Decline,
    Move,
    Place,
    Turn,
)
from triboard.rules.ttt3d.options import Calling
from triboard.rules.ttt3d.scoring import formed_by_ball, formed_by_rim, newly_spent
from triboard.rules.ttt3d.state import (
    ALL_HOLES,
    Balls,
    FormedLine,
    LastTurn,
    Made,
    Stage,
    State,
    credited,
    due_colour,
    lapse,
    new_object,
    open_window,
    set_balls,
    set_free,
    set_lapsed,
    set_last,
    set_placed,
    set_rim_last,
    set_rims,
    set_scores,
    set_setup,
    set_side,
    set_spent,
    set_stage,
)
from triboard.units import Side

T = TypeVar("T")

# Looking a member up in its class costs as much as a small function call.
_BALL: Final = Stage.BALL
_RIM: Final = Stage.RIM
_LAST_CALL: Final = Stage.LAST_CALL
_OVER: Final = Stage.OVER
_STRICT: Final = Calling.STRICT


def legal_moves(state: State) -> tuple[Move, ...]:
    """Balls in hole order, then rims, then to decline one, then calls for the turn before."""
    setup, moves = state.setup, list[Move]()
    colour = due_colour(state)
    if colour is not None:
        placings = PLACINGS[colour]
        moves = [placings[hole] for hole in state.free]
    if setup.rims:
        if no_turn(state) is None:
            moves += TURNS
        if state.stage is _RIM:
            moves.append(DECLINE)
    if setup.calling is _STRICT and open_window(state) is not None:
        moves += CALLS
    return tuple(moves)


def play(state: State, move: Move) -> State:
    """State after `move`; raises `IllegalMoveError`."""
    match move:
        case Place():
            return _place(state, move)
        case Turn():
            return _turn(state, move)
        case Decline():
            return _decline(state)
        case Call():
            return _call(state, move)
        case _:
            assert_never(move)


def no_turn(state: State) -> IllegalMoveError | None:
    """Why no rim may be turned now; `None` when one may (ttt3d §12, §14, §15)."""
    if not state.setup.rims:
        return IllegalMoveError("rims-fixed", "ttt3d §12", phrase("In this game the rims stay still."))
    if state.stage is Stage.OVER or state.stage is Stage.LAST_CALL:
        return IllegalMoveError(
            "rim-after-last-ball",
            "ttt3d §15",
            phrase("All holes are full: no rim turns after the last ball."),
        )
    if state.stage is Stage.RIM:
        return None
    if state.setup.rim_after_ball:
        return IllegalMoveError(
            "ball-first", "ttt3d §14", phrase("First place a ball, then you may turn a rim.")
        )
    if not _every_shelf_used(state.balls):
        return IllegalMoveError(
            "empty-shelf", "ttt3d §15", phrase("A rim may turn once there is a ball on every shelf.")
        )
    if state.rim_last[state.side]:
        return IllegalMoveError(
            "rim-twice", "ttt3d §15", phrase("You turned a rim on your last turn: this time place a ball.")
        )
    return None


def _no_place(state: State, move: Place) -> IllegalMoveError:
    """Why this ball cannot be placed; the caller knows that it cannot."""
    if state.stage is Stage.OVER or state.stage is Stage.LAST_CALL:
        return IllegalMoveError("board-full", "ttt3d §6", phrase("All holes are full: no more balls go in."))
    if state.stage is Stage.RIM:
        return IllegalMoveError(
            "rim-or-decline",
            "ttt3d §14",
            phrase("Your ball is in. Turn one rim by a quarter, or leave the rims alone."),
        )
    due = due_colour(state)
    if due is not None and move.colour != due:
        return IllegalMoveError(
            "wrong-colour",
            "ttt3d §4",
            phrase(
                "The next ball must be {due}, and this one is {colour}.",
                due=ball_colour(due),
                colour=ball_colour(move.colour),
            ),
        )
    if move.site not in INDEX:
        return IllegalMoveError(
            "no-such-hole", "ttt3d §1", phrase("There is no hole {site} on this board.", site=move.site)
        )
    return IllegalMoveError(
        "hole-taken", "ttt3d §6", phrase("Hole {site} already has a ball in it.", site=move.site)
    )


def _no_window(state: State) -> IllegalMoveError:
    """Why there is no turn that can be called now."""
    if not state.setup.strict:
        return IllegalMoveError(
            "no-calling", "ttt3d §10", phrase("The board counts the points: you need not call.")
        )
    if state.stage is Stage.RIM:
        return IllegalMoveError(
            "turn-unfinished",
            "ttt3d §10",
            phrase("Turn a rim or leave the rims alone, then call your points."),
        )
    if state.last is None:
        return IllegalMoveError(
            "nothing-to-call", "ttt3d §10", phrase("Nobody has played yet: nothing to call.")
        )
    return IllegalMoveError("called-already", "ttt3d §10", phrase("You can call only once for each turn."))


def _place(state: State, move: Place) -> State:
    balls, side, setup, colour = state.balls, state.side, state.setup, move.colour
    hole = INDEX.get(move.site)
    if hole is None or balls[hole] is not None or colour != due_colour(state):
        raise _no_place(state, move)
    lines = formed_by_ball(balls, hole, colour, setup.palettes[side])
    # Lists, changed and made tuples again, cost less than tuples put together from slices.
    filled, free, placed = list(balls), list(state.free), list(state.placed)
    filled[hole] = colour
    free.remove(hole)
    placed[side] += 1
    balls = tuple(filled)
    strict, rims, stage, turn = setup.calling is _STRICT, setup.rims, _BALL, side + 1
    if not free:
        stage, turn = _LAST_CALL if strict else _OVER, side
    elif rims and setup.rim_after_ball and _every_shelf_used(balls):
        stage, turn = _RIM, side
    # `State(...)` in half the time, see there.
    after = new_object(State)
    set_setup(after, setup)
    set_side(after, turn if turn < setup.players else Side(0))
    set_scores(after, _rewarded(state, lines) if lines else state.scores)
    set_placed(after, tuple(placed))
    set_rim_last(after, _changed(state.rim_last, side, value=False) if rims else state.rim_last)
    set_stage(after, stage)
    set_balls(after, balls)
    set_free(after, tuple(free))
    set_rims(after, state.rims)
    set_spent(after, _spent(state, lines, state.rims) if rims else state.spent)
    set_last(after, LastTurn(side, lines))
    set_lapsed(after, lapse(state) if strict else ())
    return after


def _turn(state: State, move: Turn) -> State:
    if refusal := no_turn(state):
        raise refusal
    if move.shelf not in SHELVES:
        raise IllegalMoveError(
            "no-such-rim", "ttt3d §12", phrase("There are three rims: {rims}.", rims=", ".join(SHELF_LETTERS))
        )
    if move.clockwise not in (1, -1):
        raise IllegalMoveError("one-detent", "ttt3d §14", phrase("Turn the rim by one quarter, either way."))
    side = state.side
    balls = turned(state.balls, move.shelf, move.clockwise)
    rims = turned_rims(state.rims, move.shelf, move.clockwise)
    lines = formed_by_rim(balls, rims, move.shelf, state.setup.palettes[side], state.spent)
    if state.stage is Stage.RIM and state.last is not None:
        before, lapsed, rim_last = state.last.lines, state.lapsed, state.rim_last
    else:
        before, lapsed = (), lapse(state)
        rim_last = _changed(state.rim_last, side, value=True)
    return _next_side(
        replace(
            state,
            scores=_rewarded(state, lines),
            rim_last=rim_last,
            balls=balls,
            free=tuple(hole for hole in ALL_HOLES if balls[hole] is None),
            rims=rims,
            spent=_spent(state, lines, rims),
            last=LastTurn(side, before + lines),
            lapsed=lapsed,
        )
    )


def _decline(state: State) -> State:
    if state.stage is not Stage.RIM:
        raise IllegalMoveError(
            "nothing-to-decline",
            "ttt3d §20",
            phrase("You can leave the rims alone only when you may turn one."),
        )
    return _next_side(state)


def _call(state: State, move: Call) -> State:
    window = open_window(state)
    if window is None:
        raise _no_window(state)
    if not (0 <= move.fives <= MOST_CALLED and 0 <= move.ones <= MOST_CALLED):
        raise IllegalMoveError(
            "call-too-many",
            "ttt3d §10",
            phrase("Call from 0 to {most} lines of each kind.", most=MOST_CALLED),
        )
    return replace(
        state,
        scores=_paid(state.scores, window.side, credited(window.made, move)),
        stage=Stage.OVER if state.stage is Stage.LAST_CALL else state.stage,
        last=window._replace(call=move),
    )


def _rewarded(state: State, lines: tuple[FormedLine, ...]) -> tuple[int, ...]:
    """Scores after the side to move formed `lines`: given at once, unless they must be called."""
    points = 0
    for line in lines:
        points += line.worth.points
    if not points or state.setup.calling is _STRICT:
        return state.scores
    return _changed(state.scores, state.side, state.scores[state.side] + points)


def _spent(state: State, lines: tuple[FormedLine, ...], rims: Rims) -> frozenset[Triple]:
    """Spent triples after `lines` were formed with the rims at `rims`.

    Rims that never turn re-form nothing, so triples are only kept in mind where they turn.
    """
    return state.spent | newly_spent(lines, rims)


def _paid(scores: tuple[int, ...], side: Side, given: Made) -> tuple[int, ...]:
    """Scores after `side` got five points for each five and one for each one (ttt3d §7)."""
    return _changed(scores, side, scores[side] + 5 * given.fives + given.ones)


def _every_shelf_used(balls: Balls) -> bool:
    """Whether each shelf holds a ball (ttt3d §15)."""
    return all(any(balls[shelf * 9 : shelf * 9 + 9]) for shelf in SHELVES)


def _next_side(state: State) -> State:
    """`state` with the turn ended; the order of play goes round the seats (ttt3d §5)."""
    return replace(state, side=Side((state.side + 1) % state.setup.players), stage=Stage.BALL)


def _changed(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[at] = value
    return tuple(changed)
