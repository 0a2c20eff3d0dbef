"""Trike to the end, exactly, as soon as few cells are left within the pawn's reach.

All that decides a game is the pawn's cell, the empty cells that it can still reach, and whose checkers lie
next to those or under the pawn: the rest of the board can be forgotten, and games that differ only there are
one. With 14 cells in reach that is a matter of hundreds of positions, seldom of some ten thousand.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from triboard.opponents.engine import Chance, Choice, Engine, OutOfNodesError, Reason
from triboard.opponents.finish import LOST, Settled
from triboard.opponents.insight import WON
from triboard.rules import trike
from triboard.rules.trike.geometry import CellSet, Spot, site_of, spots_of
from triboard.rules.trike.state import points

REACH: Final = 14
"""Empty cells in reach from which on a game is played out exactly."""

MOST_NODES: Final = 60_000
"""A little more than a second on a small machine. No position with so few cells in reach is known to need it;
one that does is left to the other engine."""

WEAK_OPENINGS: Final[Mapping[int, frozenset[str]]] = {
    6: frozenset(),
    7: frozenset({"a1", "g1", "g7", "c1", "e1", "c3", "e5", "g3", "g5"}),
}
"""By side, the openings that lose for Black without the swap; all others are to be swapped.

Source: exact search by `tests/tools/trike_openings.cpp`. Smaller boards are worked out at the table."""


class Swapping:
    """Swaps where it is known of every opening whether to, and leaves all else to another engine."""

    def __init__(self, otherwise: Engine) -> None:
        self._otherwise = otherwise

    def choose(self, state: Any, nodes: int, chance: Chance) -> Choice:
        if state.offer is trike.Offer.OPEN and (weak := WEAK_OPENINGS.get(state.size)) is not None:
            if site_of(state.pawn) not in weak:
                return Choice(trike.SWAP, 1.0, 1, Reason("because-solved"))
            state = replace(state, offer=trike.Offer.CLOSED)
        return self._otherwise.choose(state, nodes, chance)


def settle(state: Any) -> Settled | None:
    """The moves that win, else all."""
    if state.pawn is None or in_reach(state.spot, state.filled).bit_count() > REACH:
        return None
    solver = Solver(state.size, MOST_NODES)
    moves = list(trike.GAME.legal_moves(state))
    won = [move for move in moves if wins(solver, state, move)]
    return Settled(won or moves, WON if won else LOST, solver.nodes)


def wins(solver: "Solver", state: Any, move: Any) -> bool:
    """Whether a move of the side on turn leads to a game that its player wins with best play.

    A swap hands the other player the turn on the side that was left: it wins where White would lose.
    """
    if isinstance(move, trike.Swap):
        return not solver.mover_wins(state.spot, state.filled, state.black)
    after = trike.GAME.play(state, move)
    return not solver.mover_wins(after.spot, after.filled, after.black)


class Solver:
    """Who wins with best play and no swap, with a memory for one board size."""

    def __init__(self, size: int, limit: int) -> None:
        self.nodes = 0
        self._limit = limit
        self._near = [spot.near for spot in spots_of(size)[:-1]]
        self._known: dict[tuple[int | None, CellSet, CellSet, int], bool] = {}

    def mover_wins(self, spot: Spot, filled: CellSet, black: CellSet) -> bool:
        """Whether the side on turn (White after an odd number of checkers) wins."""
        self.nodes += 1
        if self.nodes > self._limit:
            raise OutOfNodesError
        whites_turn = filled.bit_count() & 1
        if spot.near & filled == spot.near:
            blacks, whites = points(spot, filled, black)
            return (whites > blacks) == bool(whites_turn)
        reach, border = self._surroundings(spot, filled)
        key = (spot.cell, reach, black & border, whites_turn)
        if (known := self._known.get(key)) is not None:
            return known
        found = False
        for target, bit, path in spot.steps:
            if not path & filled:
                after = black if whites_turn else black | bit
                if not self.mover_wins(target, filled | bit, after):
                    found = True
                    break
        self._known[key] = found
        return found

    def _surroundings(self, spot: Spot, filled: CellSet) -> tuple[CellSet, CellSet]:
        """Empty cells in reach, and the filled ones next to them, the pawn's among them."""
        near = self._near
        assert spot.cell is not None, "the pawn stands on the board"
        reach, around, fresh = 0, spot.near, spot.near & ~filled
        while fresh:
            reach |= fresh
            more = 0
            while fresh:
                low = fresh & -fresh
                more |= near[low.bit_length() - 1]
                fresh ^= low
            around |= more
            fresh = more & ~filled & ~reach
        return reach, (around | 1 << spot.cell) & filled


def in_reach(spot: Spot, filled: CellSet) -> CellSet:
    """Empty cells that are joined with the pawn by empty cells."""
    reach, fresh = 0, spot.near & ~filled
    spots = spots_of(spot.size)
    while fresh:
        reach |= fresh
        more = 0
        while fresh:
            low = fresh & -fresh
            more |= spots[low.bit_length() - 1].near
            fresh ^= low
        fresh = more & ~filled & ~reach
    return reach
