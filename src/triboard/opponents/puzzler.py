"""Puzzles of Trioker have one player, and the solver."""

from typing import Any, Final

from triboard.opponents.engine import CannotPlayError, Chance, Choice, Reason
from triboard.rules import trioker
from triboard.rules.trioker.field import fitting
from triboard.rules.trioker.tiles import LAY_INDEX, LAYS_OF_TILE, TILE_OF_LAY, TILES, bits, lays_of

MOST_WAYS: Final = 100
"""Ways that are counted for a reason; more are said to be more."""


class Puzzler:
    """Lays a tile that leads on; where none does, takes one out of the fewest that must come out."""

    def choose(self, state: Any, nodes: int, chance: Chance) -> Choice:
        del nodes, chance
        move = trioker.hint(state)
        if move is None:
            raise CannotPlayError("No way is found from here. Take a tile out.")
        return Choice(move, 1.0, 1, _reason(state, move))


def _reason(state: Any, move: trioker.Move) -> Reason:
    """How many ways lead on, or that tile or cell leave no choice; whether taking out one tile is enough."""
    after = trioker.GAME.play(state, move)
    if trioker.GAME.outcome(after) is not None:
        return Reason("because-finishes")
    assert isinstance(after, trioker.PuzzleState), "a puzzle stays one"
    found = trioker.remaining(after, limit=MOST_WAYS)
    if isinstance(move, trioker.Remove):
        if found.solutions:
            return Reason("because-reopens")
        return Reason("because-first-out" if found.exact else "because-among-fewest")
    assert isinstance(move, trioker.Place), "in a puzzle tiles are only laid and taken out"
    field, tile = state.field, TILE_OF_LAY[LAY_INDEX[move.text]]
    free = field.board.all_cells & ~field.filled
    if sum(1 for cell in bits(free) if fitting(field, cell) & LAYS_OF_TILE[tile]) == 1:
        return Reason("because-only-place", {"tile": TILES[tile]})
    if not fitting(field, field.board.index[move.cell]) & lays_of(state.left & ~(1 << tile)):
        return Reason("because-only-tile")
    if found.exact:
        return Reason("because-ways", {"count": found.solutions})
    return Reason("because-many" if found.solutions else "because-a-way", {"count": found.solutions})
