"""Puzzles: fill an outline; tiles go anywhere they fit and may be taken out again (trioker §24)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from triboard.phrases import phrase
from triboard.rules.game import Outcome
from triboard.rules.trioker.field import (
    Field,
    empty_field,
    located,
    name_of_lay,
    placements,
    refuse,
    with_tile,
    without_tile,
)
from triboard.rules.trioker.moves import Move, Place, Remove
from triboard.rules.trioker.options import Terms
from triboard.rules.trioker.solver import Search
from triboard.rules.trioker.tiles import TILE_OF_LAY, bits, lays_of
from triboard.units import Seat, Side

COUNT_STEPS: Final = 100_000
"""Steps after which a count gives up: a tenth of a second on a desk machine, half on a Pi 4."""

HINT_STEPS: Final = 400_000
"""Steps after which a hint gives up."""

SETUP_STEPS: Final = 500
"""What setting up one search costs, in steps, so that many small searches end too."""


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """A puzzle between two plies; the board is the outline."""

    field: Field
    left: int
    """Set of the tiles that are not in the outline."""


class Remaining(NamedTuple):
    """How many solutions remain; a lower bound when not `exact`."""

    solutions: int
    exact: bool


def start(terms: Terms) -> PuzzleState:
    return PuzzleState(empty_field(terms.board), terms.tiles)


def solved(state: PuzzleState) -> bool:
    return state.field.filled == state.field.board.all_cells


def legal_moves(state: PuzzleState) -> Iterator[Move]:
    if solved(state):
        return
    field = state.field
    yield from placements(field, field.board.all_cells & ~field.filled, lays_of(state.left))
    for cell in bits(field.filled):
        yield Remove(field.board.cells[cell])


def play(state: PuzzleState, move: Move) -> PuzzleState:
    if solved(state):
        refuse("over", 24, phrase("The puzzle is solved."))
    match move:
        case Place():
            return _place(state, move)
        case Remove():
            return _remove(state, move)
        case _:
            return refuse("wrong-mode", 29, phrase("In a puzzle tiles are only laid and taken out."))


def _place(state: PuzzleState, move: Place) -> PuzzleState:
    cell, lay = located(state.field, move)
    bit = 1 << TILE_OF_LAY[lay]
    if not state.left & bit:
        name = name_of_lay(lay)
        lies = any(1 << TILE_OF_LAY[other] == bit for other in state.field.placed if other >= 0)
        if lies:
            refuse("played-already", 24, phrase("The tile {name} lies in the outline already.", name=name))
        refuse("not-yours", 24, phrase("The tile {name} is not used in this puzzle.", name=name))
    return PuzzleState(with_tile(state.field, cell, lay), state.left & ~bit)


def _remove(state: PuzzleState, move: Remove) -> PuzzleState:
    cell = state.field.board.index.get(move.cell)
    if cell is None:
        refuse("off-board", 24, phrase("{cell} is not in the outline.", cell=move.cell.site))
    lay = state.field.placed[cell]
    if lay < 0:
        refuse("empty", 24, phrase("No tile lies on {cell}.", cell=move.cell.site))
    return PuzzleState(without_tile(state.field, cell), state.left | 1 << TILE_OF_LAY[lay])


def outcome(state: PuzzleState) -> Outcome | None:
    return Outcome((Side(0),), (Seat(0),), "solved") if solved(state) else None


def remaining(state: PuzzleState, *, limit: int = 1000, steps: int = COUNT_STEPS) -> Remaining:
    """How many ways there are to finish; stops counting above `limit` or after `steps`."""
    search = Search(state.field.board, state.field.placed, state.left)
    total = 0
    for size, _ in search.leaves(steps):
        total += size
        if total > limit:
            return Remaining(limit, exact=False)
    return Remaining(total, exact=not search.cut_short)


def hint(state: PuzzleState, *, steps: int = HINT_STEPS) -> Move | None:
    """A placement that leads to a solution; where none remains, one of the fewest tiles to take out.

    `None` when the puzzle is solved, when it has no solution at all, or when the search gives up
    after `steps`.
    """
    if solved(state):
        return None
    placed = tuple(bits(state.field.filled))
    for number in range(len(placed) + 1):
        for cells in combinations(placed, number):
            opened = state
            for cell in cells:
                opened = _remove(opened, Remove(state.field.board.cells[cell]))
            search = Search(opened.field.board, opened.field.placed, opened.left)
            for _, lays in search.leaves(steps):
                if cells:
                    return Remove(state.field.board.cells[cells[0]])
                return state.field.board.places[search.order[0]][lays[search.order[0]]]
            steps -= search.steps_taken + SETUP_STEPS
            if search.cut_short or steps <= 0:
                return None
    return None
