"""One key for all positions that are the same up to the symmetries of a game, so that no task comes twice."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from typing import Any, Final

from triboard.rules import trike, ttt3d
from triboard.rules.trioker.lattice import Cell, turned
from triboard.rules.trioker.tiles import LAYS, bits, rotations

Key = tuple[Any, ...]

_CENTRE: Final = 3
"""Of the 73 cells: the centre of `U(3,3)`, about which thirds of a turn carry the board into itself."""


def key_of(game: str, state: Any) -> Key:
    """The smallest of all pictures of a position: colours are told apart only as the rules do."""
    match game:
        case "troika":
            return min(_troika(state))
        case "trike":
            return min(_trike(state))
        case "ttt3d":
            return min(_ttt3d(state))
        case _:
            return min(_trioker(state))


def _troika(state: Any) -> Iterator[Key]:
    """8 motions, 6 orders of each side's colours, small and large exchanged (docs/opponents.md)."""
    for squares in _square_motions():
        moved = [state.stacks[field] for field in squares]
        for light, dark in product(permutations(range(3)), repeat=2):
            orders = (light, dark)
            for sizes in ((0, 1, 2), (2, 1, 0)):
                yield tuple(
                    tuple(one // 9 * 9 + sizes[one % 9 // 3] * 3 + orders[one // 9][one % 3] for one in stack)
                    for stack in moved
                )


@cache
def _square_motions() -> tuple[tuple[int, ...], ...]:
    found = []
    for flip, turn in product((False, True), range(4)):
        fields = []
        for row, column in product(range(3), repeat=2):
            at = (row, 2 - column) if flip else (row, column)
            for _ in range(turn):
                at = (at[1], 2 - at[0])
            fields.append(3 * at[0] + at[1])
        found.append(tuple(fields))
    return tuple(found)


def _trike(state: Any) -> Iterator[Key]:
    """The six motions of the triangle (docs/opponents.md)."""
    count = trike.cell_at(state.size, 0)
    for cells in _triangle_motions(state.size):
        filled = tuple(state.filled >> cells[cell] & 1 for cell in range(count))
        black = tuple(state.black >> cells[cell] & 1 for cell in range(count))
        yield filled, black, -1 if state.pawn is None else cells.index(state.pawn)


@cache
def _triangle_motions(size: int) -> tuple[tuple[int, ...], ...]:
    cells = [(row, place) for row in range(size) for place in range(row + 1)]
    last = size - 1
    found = []
    for order in permutations(range(3)):
        found.append(
            tuple(
                trike.cell_at(*_from_barycentric([(last - row, place, row - place)[n] for n in order], last))
                for row, place in cells
            )
        )
    return tuple(found)


def _from_barycentric(parts: list[int], last: int) -> tuple[int, int]:
    return last - parts[0], parts[1]


def _ttt3d(state: Any) -> Iterator[Key]:
    """The 48 motions of the cube keep all lines; colours are told by how soon they are due."""
    players, side = state.setup.players, state.side
    due = {
        colour: (seat - side) % players
        for seat, palette in enumerate(state.setup.palettes)
        for colour in palette
    }
    balls = [-1 if ball is None else due[ball] for ball in state.balls]
    for motion in _cube_motions():
        yield tuple(balls[hole] for hole in motion)


@cache
def _cube_motions() -> tuple[tuple[int, ...], ...]:
    found = []
    for order, flips in product(permutations(range(3)), product((False, True), repeat=3)):
        holes = []
        for at in ttt3d.geometry.COORDINATES:
            moved = [2 - at[axis] if flip else at[axis] for axis, flip in zip(order, flips, strict=True)]
            holes.append(int(ttt3d.geometry.index_of(*moved)))
        found.append(tuple(holes))
    return tuple(found)


def _trioker(state: Any) -> Iterator[Key]:
    """Thirds of a turn, and 2 added to every value, which keeps the sets of Pair and Impair (trioker §7).

    With 1 or 3 added the two exchange."""
    field = state.field
    lies = [(field.board.cells[cell], LAYS[field.placed[cell]]) for cell in bits(field.filled)]
    for thirds, add in product(range(3), range(4)):
        turn = state.turn ^ add & 1
        cells = tuple(sorted((_spun(cell, thirds), _named(text, add)) for cell, text in lies))
        yield turn, cells


def _spun(cell: Cell, thirds: int) -> Cell:
    """The cell after thirds of a turn about the centre of `U(3,3)`: about (0, 0), then moved back."""
    home = turned(Cell("U", _CENTRE, _CENTRE), 2 * thirds)
    there = turned(cell, 2 * thirds)
    return Cell(there.kind, there.i - home.i + _CENTRE, there.j - home.j + _CENTRE)


def _named(text: str, add: int) -> str:
    """The tile, whichever way it lies: the place of its cell tells how its corners meet the others."""
    return min(rotations("".join(str((int(value) + add) % 4) for value in text)))
