"""State of a game of 3D tic-tac-toe and what can be read from it."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import Enum
from typing import Final, NamedTuple

from triboard.rules.game import Outcome, Position
from triboard.rules.ttt3d.geometry import HOLES, Hole, Line, Rims, Triple
from triboard.rules.ttt3d.moves import Call
from triboard.rules.ttt3d.options import Setup
from triboard.units import Detent, Piece, Seat, Side

Balls = tuple[Piece | None, ...]
"""Colour of the ball in each of the 27 holes."""

ALL_HOLES: Final = tuple(map(Hole, range(27)))
AT_REST: Final[Rims] = (Detent(0), Detent(0), Detent(0))


class Stage(Enum):
    """What the rules wait for.

    BALL -> BALL, after a ball or a rim; BALL -> RIM -> BALL where a rim may follow the ball;
    BALL -> OVER with the 27th ball, by way of LAST_CALL when points must be called.
    """

    BALL = "a ball, or a rim instead"
    RIM = "a rim after the ball, or to decline it"
    LAST_CALL = "the call for the 27th ball"
    OVER = "nothing"


# Looking a member up in its class costs as much as a small function call.
_BALL: Final = Stage.BALL
_OVER: Final = Stage.OVER


class Worth(Enum):
    """What a line of three balls is to the player who formed it (ttt3d §7, §16, §17)."""

    FIVE = ("three of one of the player's colours", 5)
    ONE = ("three different colours", 1)
    NOTHING = ("two alike and another", 0)
    FOREIGN = ("three of a colour of another player", 0)
    SPENT = ("formed once before, when it could be scored", 0)

    def __init__(self, about: str, points: int) -> None:
        self.about = about
        self.points = points
        """Points of the line if it is called."""


class FormedLine(NamedTuple):
    """A line that became complete: its holes as it did so, and its worth to the mover."""

    holes: Line
    worth: Worth


class Credit(Enum):
    """Whether points were given (ttt3d §10)."""

    OPEN = "may still be called"
    CREDITED = "given"
    MISSED = "lost"


class CompletedLine(NamedTuple):
    """A line worth points: holes in running order, who made it, 5 or 1 points, whether they were given."""

    holes: Line
    side: Side
    points: int
    credit: Credit

    @property
    def credited(self) -> bool:
        """Whether the points were given."""
        return self.credit is Credit.CREDITED

    @property
    def missed(self) -> bool:
        """Whether the points are lost for good."""
        return self.credit is Credit.MISSED


class Made(NamedTuple):
    """Numbers of lines of five and of one point that one turn made."""

    fives: int
    ones: int


class LastTurn(NamedTuple):
    """The turn just made, or being made while its rim is still to come."""

    side: Side
    lines: tuple[FormedLine, ...]
    call: Call | None = None

    @property
    def made(self) -> Made:
        """Lines worth points, by kind."""
        worths = [line.worth for line in self.lines]
        return Made(worths.count(Worth.FIVE), worths.count(Worth.ONE))


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game.

    `side` is whose move it is (the last mover once nothing but its call can follow); `placed` counts
    the balls of each side; `rim_last` tells whose own latest turn was a rim instead of a ball; `free`
    lists the holes without a ball, which follow from `balls`, to save time; `spent` holds triples that
    never score again (ttt3d §17; only of lines that a rim can break up); `lapsed` are lines of the turn
    before, lost because the present turn began without a call for them.
    """

    setup: Setup
    side: Side
    scores: tuple[int, ...]
    placed: tuple[int, ...]
    rim_last: tuple[bool, ...]
    stage: Stage = Stage.BALL
    balls: Balls = (None,) * 27
    free: tuple[Hole, ...] = ALL_HOLES
    rims: Rims = AT_REST
    spent: frozenset[Triple] = frozenset()
    last: LastTurn | None = None
    lapsed: tuple[CompletedLine, ...] = ()


# A frozen class fills a new value through a guard that costs more than the move itself. A ball makes one
# state and sets its slots directly: half the time. Nothing else may use these.
new_object: Final = object.__new__
(
    set_setup, set_side, set_scores, set_placed, set_rim_last, set_stage, set_balls, set_free, set_rims,
    set_spent, set_last, set_lapsed,
) = (State.__dict__[field.name].__set__ for field in fields(State))  # fmt: skip


def opening(setup: Setup) -> State:
    """State before the first ball."""
    players = setup.players
    return State(setup, setup.start, (0,) * players, (0,) * players, (False,) * players)


def due_colour(state: State) -> Piece | None:
    """Colour that a ball placed now must have; `None` where no ball may be placed.

    With two players the colours alternate at each ball that the side places (ttt3d §4, §18).
    """
    if state.stage is not _BALL:
        return None
    palette = state.setup.palettes[state.side]
    return palette[state.placed[state.side] % len(palette)]


def open_window(state: State) -> LastTurn | None:
    """The turn for which a call is possible now; `None` when there is none (ttt3d §10)."""
    if not state.setup.strict or state.stage is Stage.RIM or state.last is None:
        return None
    return state.last if state.last.call is None else None


def made(state: State) -> Made | None:
    """Lines that can be called now, by kind; `None` when no call is possible.

    The board must not show these before the call (ttt3d §10).
    """
    window = open_window(state)
    return None if window is None else window.made


def credited(made: Made, call: Call) -> Made:
    """Lines of each kind for which `call` earns points: none of a kind called too often (ttt3d §10)."""
    return Made(
        call.fives if call.fives <= made.fives else 0,
        call.ones if call.ones <= made.ones else 0,
    )


def completed(state: State) -> tuple[CompletedLine, ...]:
    """Lines worth points made by the last turn, its ball's first, then its rim's (ttt3d §14).

    Holes are those of the instant when the line was made; a rim turned after the ball may have
    carried balls on since. Where fewer lines are called than made, the first ones are credited.
    """
    last = state.last
    if last is None:
        return ()
    if not state.setup.strict:
        left = last.made
    elif last.call is not None:
        left = credited(last.made, last.call)
    else:
        return _lines(last, Credit.OPEN)
    remaining = {Worth.FIVE: left.fives, Worth.ONE: left.ones}
    found = []
    for holes, worth in last.lines:
        if worth in remaining:
            credit = Credit.CREDITED if remaining[worth] > 0 else Credit.MISSED
            remaining[worth] -= 1
            found.append(CompletedLine(holes, last.side, worth.points, credit))
    return tuple(found)


def missed(state: State) -> tuple[CompletedLine, ...]:
    """Lines whose points were lost when the latest window closed (ttt3d §10): what the board then shows.

    Those of the last turn once it is called, till then those that the turn before left uncalled.
    """
    if state.last is not None and state.last.call is not None:
        return tuple(line for line in completed(state) if line.missed)
    return state.lapsed


def lapse(state: State) -> tuple[CompletedLine, ...]:
    """Lines that are lost if the next player acts now."""
    window = open_window(state)
    return () if window is None else _lines(window, Credit.MISSED)


def _lines(turn: LastTurn, credit: Credit) -> tuple[CompletedLine, ...]:
    return tuple(
        CompletedLine(holes, turn.side, worth.points, credit) for holes, worth in turn.lines if worth.points
    )


def outcome(state: State) -> Outcome | None:
    """All who have the most points win, once every hole is filled and called; ties stand (ttt3d §6)."""
    return result(state.scores) if state.stage is _OVER else None


def result(scores: Sequence[int]) -> Outcome:
    """Outcome of a full board: whoever has the most points, each at the seat of their number."""
    best = max(scores)
    winners = [side for side, points in enumerate(scores) if points == best]
    return Outcome(tuple(map(Side, winners)), tuple(map(Seat, winners)), "full")


def position(state: State) -> Position:
    """Balls by the name of their hole in the room, and where the three rims stand (ttt3d §13)."""
    pieces = {site: (ball,) for site, ball in zip(HOLES, state.balls, strict=True) if ball is not None}
    return Position(pieces, state.rims)
