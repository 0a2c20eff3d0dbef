"""Pair-Impair to the end, exactly, as soon as few tiles are left.

Two questions with yes and no take the place of three results: does Pair win, and does Pair at least draw?
What decides is which cells are empty, what still fits on them, and which tiles that may yet find a place each
side holds; tiles that fit nowhere any more only count.
"""

from typing import Any, Final

from triboard.opponents.engine import OutOfNodesError
from triboard.opponents.finish import DRAWN, LOST, Settled
from triboard.opponents.insight import WON
from triboard.rules import trioker
from triboard.rules.trioker.duel import PAIR_SIDE
from triboard.rules.trioker.field import fitting
from triboard.rules.trioker.tiles import (
    FITTING,
    FREE,
    LAYS_OF_TILE,
    TILE_OF_LAY,
    VALUES_OF_LAY,
    bits,
    lays_of,
)

TILES_LEFT: Final = 12
"""In both hands together, from which on an end is looked for."""

MOST_NODES: Final = 4_000
"""A quarter of a second on a small virtual machine, one and a quarter on a Pi 4. Ends with eleven tiles
seldom need more; where they do, the other engine answers."""

WIN: Final = 1
DRAW: Final = 0
"""What Pair is asked for."""


def settle(state: Any) -> Settled | None:
    """The first placement found that wins, else one that draws, else all.

    With honour, passing while a tile fits is never better than placing: whoever is challenged must place.
    What follows such a pass is left to other engines.
    """
    if state.wrong >= 0 or state.passes == 2 or sum(hand.bit_count() for hand in state.hands) > TILES_LEFT:
        return None
    solver = Solver(state, MOST_NODES)
    moves = solver.placements()
    if len(moves) < 2:
        return None
    pair = state.turn == PAIR_SIDE
    for worth, goal in ((WON, WIN if pair else DRAW), (DRAWN, DRAW if pair else WIN)):
        for move in moves:
            if solver.reaches(move, goal) == pair:
                return Settled([move], worth, solver.nodes)
    return Settled(moves, LOST, solver.nodes)


class Solver:
    """One position, and whether Pair wins or at least draws after a move."""

    def __init__(self, state: Any, limit: int) -> None:
        self.nodes = 0
        self._limit = limit
        field = state.field
        self._board = field.board
        self._values = list(field.corners)
        self._fits = [fitting(field, cell) for cell in range(len(field.board.cells))]
        pairs, impairs = state.hands
        self._root = (
            *(field.filled, field.edge, lays_of(pairs), lays_of(impairs)),
            *(pairs.bit_count(), impairs.bit_count(), state.turn, max(state.extra, 1) - 1),
        )
        self._known: tuple[dict[Any, bool], dict[Any, bool]] = ({}, {})

    def placements(self) -> list[trioker.Place]:
        """Legal placements, those that promise most first."""
        filled, edge, pairs, impairs, _, _, side, _ = self._root
        hands = (pairs, impairs) if side == PAIR_SIDE else (impairs, pairs)
        return [self._board.places[cell][lay] for _, _, cell, lay in self._ordered(filled, edge, *hands)]

    def reaches(self, move: Any, goal: int) -> bool:
        """Whether Pair comes to `goal` or more after a placement of the side on turn."""
        cell = self._board.index[move.cell]
        lay = self._board.places[cell].index(move)
        return self._after(cell, lay, *self._root, goal)

    def _turn(
        self, filled: int, edge: int, pairs: int, impairs: int, left: int, others: int, side: int, spare: int,
        goal: int,
    ) -> bool:  # fmt: skip
        """Whether Pair comes to the goal, a side on turn that can place; `spare` turns more are due to it."""
        self.nodes += 1
        if self.nodes > self._limit:
            raise OutOfNodesError
        fits = self._fits
        empty = [fits[cell] for cell in bits(self._board.all_cells & ~filled)]
        living = 0
        for fit in empty:
            living |= fit
        pairs, impairs = pairs & living, impairs & living
        both = pairs | impairs
        key = (filled, tuple([fit & both for fit in empty]), pairs, impairs, left, others, side, spare)
        known = self._known[goal]
        if (found := known.get(key)) is not None:
            return found
        wanted = side == PAIR_SIDE
        hands = (pairs, impairs) if wanted else (impairs, pairs)
        found = not wanted
        for _, _, cell, lay in self._ordered(filled, edge, *hands):
            if (
                self._after(cell, lay, filled, edge, pairs, impairs, left, others, side, spare, goal)
                == wanted
            ):
                found = wanted
                break
        known[key] = found
        return found

    def _ordered(self, filled: int, edge: int, mine: int, theirs: int) -> list[tuple[int, int, int, int]]:
        """Placements as (…, …, cell, lay): hexagons first, then what takes most from the other side and
        least from one's own."""
        moves = []
        for cell in bits(edge):
            if here := self._fits[cell] & mine:
                closed = self._closed(cell, filled | 1 << cell)
                moves += [
                    (-closed, self._costs(cell, lay, filled, mine, theirs), cell, lay) for lay in bits(here)
                ]
        moves.sort()
        return moves

    def _closed(self, cell: int, filled: int) -> int:
        """Hexagons that a tile on this cell completes, itself counted as filled."""
        around = self._board.around
        return sum(
            1 for vertex in self._board.corners[cell] if around[vertex] and not around[vertex] & ~filled
        )

    def _costs(self, cell: int, lay: int, filled: int, mine: int, theirs: int) -> int:
        """Ways to lay that are lost to one's own side by a placement, less those lost to the other."""
        lost = 0
        for vertex, value in zip(self._board.corners[cell], VALUES_OF_LAY[lay], strict=True):
            if value != FREE and self._values[vertex] == FREE:
                for other, corner in self._board.incident[vertex]:
                    if not filled >> other & 1:
                        gone = self._fits[other] & ~FITTING[corner][value]
                        lost += (gone & mine).bit_count() - (gone & theirs).bit_count()
        return lost

    def _after(
        self, cell: int, lay: int, filled: int, edge: int, pairs: int, impairs: int, left: int, others: int,
        side: int, spare: int, goal: int,
    ) -> bool:  # fmt: skip
        """Whether Pair comes to the goal after a placement."""
        board, values, fits = self._board, self._values, self._fits
        gone = ~LAYS_OF_TILE[TILE_OF_LAY[lay]]
        if side == PAIR_SIDE:
            pairs, left = pairs & gone, left - 1
            if not left:
                return True
        else:
            impairs, others = impairs & gone, others - 1
            if not others:
                return False
        filled |= 1 << cell
        edge = (edge | board.beside[cell]) & ~filled
        undone: list[tuple[int, int]] = []
        opened: list[int] = []
        for vertex, value in zip(board.corners[cell], VALUES_OF_LAY[lay], strict=True):
            if value != FREE and values[vertex] == FREE:
                opened.append(vertex)
                values[vertex] = value
                for other, corner in board.incident[vertex]:
                    undone.append((other, fits[other]))
                    fits[other] &= FITTING[corner][value]
        here = 0
        for other in bits(edge):
            here |= fits[other]
        able = (here & pairs, here & impairs)
        if not able[0] and not able[1]:
            found = (left < others) if goal == WIN else (left <= others)
        else:
            extra = spare + self._closed(cell, filled)
            if not extra or not able[side]:
                extra = 0
                side = 1 - side if able[1 - side] else side
            found = self._turn(filled, edge, pairs, impairs, left, others, side, max(extra, 1) - 1, goal)
        for vertex in opened:
            values[vertex] = FREE
        for other, fit in reversed(undone):
            fits[other] = fit
        return found
