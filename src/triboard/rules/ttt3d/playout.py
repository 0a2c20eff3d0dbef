"""One random game to its end, as fast as plain Python allows: for search and statistics."""

from collections.abc import Callable
from typing import Final

from triboard.rules.game import Outcome
from triboard.rules.ttt3d.geometry import (
    LINES,
    LINES_OF_RIM,
    LINES_THROUGH,
    RINGS,
    SHELVES,
    Line,
    Shelf,
    hole_of,
)
from triboard.rules.ttt3d.moves import COLOURS, MOST_CALLED, TURNS
from triboard.rules.ttt3d.state import ALL_HOLES, Made, Stage, State, made, result

Below = Callable[[int], int]
"""Gives 0 to n-1, each equally likely."""

_KIND_OF: Final = {colour: 1 << number for number, colour in enumerate(COLOURS)}
"""Each colour as one bit: the colours of a line are then counted by two `|` and one look-up."""

_POINTS: Final = tuple({1: 5, 3: 1}.get(kinds.bit_count(), 0) for kinds in range(1 << len(COLOURS)))
"""Points of a full line by the set of its colours: one 5, two 0, three 1 (ttt3d §7)."""


def playout(state: State, below: Below) -> Outcome:
    """Outcome after random legal moves from `state`; `below(n)` gives 0 to n-1, each equally likely.

    The moves are numbered as `legal_moves` lists them. Calls are no choice: under strict calling
    everybody calls whatever they made, as far as it can be called (ttt3d §10), so that the playout
    measures the play and not the attention. Does not change `state`.
    """
    return result(final_scores(state, below))


def final_scores(state: State, below: Below) -> list[int]:
    """Points of each side at the end of a `playout`."""
    scores = list(state.scores)
    waiting = made(state)
    if waiting is not None and state.last is not None:
        scores[state.last.side] += _called(*waiting)
    if state.free:
        (_play_with_rims if state.setup.rims else _play)(state, below, scores)
    return scores


def _play(state: State, below: Below, scores: list[int]) -> None:
    """Plays on with fixed rims: first all balls, then all lines.

    A line pays whoever placed its last ball, whenever that was, so each is looked at once, not at every
    ball. Three of one colour always were placed by its owner.
    """
    free = list(state.free)
    sides, kinds = _schedule(state)
    kind_in = [_KIND_OF[ball] if ball else 0 for ball in state.balls]
    ball_in = [-1] * len(kind_in)
    lines = [line for line in LINES if not (kind_in[line[0]] and kind_in[line[1]] and kind_in[line[2]])]
    for ball in range(len(free)):
        hole = free.pop(below(len(free)))
        ball_in[hole] = ball
        kind_in[hole] = kinds[ball]
    points_of = _POINTS
    for a, b, c in lines:
        points = points_of[kind_in[a] | kind_in[b] | kind_in[c]]
        if points:
            scores[sides[max(ball_in[a], ball_in[b], ball_in[c])]] += points


def _schedule(state: State) -> tuple[list[int], list[int]]:
    """Side and kind of each ball to come, 27 or more of them, as long as nobody turns a rim."""
    setup = state.setup
    players, rounds = setup.players, len(setup.palettes[0])
    sides = [(state.side + turn) % players for turn in range(players)]
    kinds = [
        _KIND_OF[setup.palettes[side][(state.placed[side] + later) % rounds]]
        for later in range(rounds)
        for side in sides
    ]
    return sides * 14, kinds * 9


class _Table:
    """Balls on shelves whose rims turn. A ball is one bit, and so is its kind; 0 stands for none."""

    def __init__(self, state: State) -> None:
        self.free = list(state.free)
        self.kind_in = [_KIND_OF[ball] if ball else 0 for ball in state.balls]
        self.ball_in = [1 << hole if ball else 0 for hole, ball in enumerate(state.balls)]
        self.spent = {
            sum(self.ball_in[hole_of(slot, state.rims)] for slot in triple) for triple in state.spent
        }
        self.placed = 27

    def place(self, number: int, kind: int) -> tuple[Line, ...]:
        """Puts a new ball into the free hole of that number; the lines that may have become full."""
        hole = self.free.pop(number)
        self.kind_in[hole] = kind
        self.ball_in[hole] = 1 << self.placed
        self.placed += 1
        return LINES_THROUGH[hole]

    def turn(self, shelf: Shelf, clockwise: int) -> tuple[Line, ...]:
        """Turns a rim by a quarter, two places of eight; the lines that stand anew."""
        ring = RINGS[shelf]
        for values in (self.kind_in, self.ball_in):
            carried = [values[hole] for hole in ring]
            for place, hole in enumerate(ring):
                values[hole] = carried[(place - 2 * clockwise) % len(ring)]
        self.free = [hole for hole in ALL_HOLES if not self.ball_in[hole]]
        return LINES_OF_RIM[shelf]

    def formed(self, lines: tuple[Line, ...], own: int) -> Made:
        """Those of `lines` that score for the owner of the kinds `own`; their triples are now spent."""
        fives = ones = 0
        kind_in, ball_in = self.kind_in, self.ball_in
        for a, b, c in lines:
            if ball_in[a] and ball_in[b] and ball_in[c]:
                kinds = kind_in[a] | kind_in[b] | kind_in[c]
                points, triple = _POINTS[kinds], ball_in[a] | ball_in[b] | ball_in[c]
                if points and triple not in self.spent and (points == 1 or kinds & own):
                    self.spent.add(triple)
                    fives += points == 5
                    ones += points == 1
        return Made(fives, ones)

    def every_shelf_used(self) -> bool:
        return all(any(self.ball_in[9 * shelf : 9 * shelf + 9]) for shelf in SHELVES)


def _play_with_rims(state: State, below: Below, scores: list[int]) -> None:
    """Plays on turn by turn, each a ball, a rim or both (ttt3d §14)."""
    setup, table, side = state.setup, _Table(state), int(state.side)
    placed, rim_last = list(state.placed), list(state.rim_last)
    palettes = [[_KIND_OF[colour] for colour in palette] for palette in setup.palettes]
    # The ball of the present turn may be in already, its lines given or still to be called.
    ball_is_in = state.stage is Stage.RIM
    before = state.last.made if ball_is_in and setup.strict and state.last else Made(0, 0)
    while table.free:
        palette, balls = palettes[side], 0 if ball_is_in else len(table.free)
        if ball_is_in:
            rims, others = len(TURNS), 1  # or to decline
        else:
            may_turn = not setup.rim_after_ball and not rim_last[side] and table.every_shelf_used()
            rims, others = len(TURNS) if may_turn else 0, 0
        choice = below(balls + rims + others)
        rim = choice - balls
        lines: tuple[Line, ...] = ()
        if rim < 0:
            lines = table.place(choice, palette[placed[side] % len(palette)])
            placed[side] += 1
            rim_last[side] = False
        elif rim < rims:
            lines = table.turn(TURNS[rim].shelf, TURNS[rim].clockwise)
            rim_last[side] = not setup.rim_after_ball
        formed = table.formed(lines, sum(palette))
        fives, ones = before.fives + formed.fives, before.ones + formed.ones
        ball_is_in = rim < 0 and setup.rim_after_ball and bool(table.free) and table.every_shelf_used()
        if ball_is_in:
            before = Made(fives, ones)
            continue
        scores[side] += _called(fives, ones) if setup.strict else 5 * fives + ones
        before, side = Made(0, 0), (side + 1) % setup.players


def _called(fives: int, ones: int) -> int:
    """Points for calling all lines of a turn; no call goes beyond `MOST_CALLED` of a kind."""
    return 5 * min(fives, MOST_CALLED) + min(ones, MOST_CALLED)
