"""Boards as data, cells and labels, and the tables that are computed from them (trioker §5, §8, §20, §22).

The maps R1 and O1 are reconstructions: a better source replaces the data below and nothing else.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from triboard.rules.trioker.lattice import Cell, Vertex, corners, neighbours, parse_cell
from triboard.rules.trioker.moves import Place
from triboard.rules.trioker.tiles import LAYS

CENTRE: Final = Cell("U", 3, 3)


def _hexagon(size: int, up: range, down: range) -> frozenset[Cell]:
    pairs = [(i, j) for i in range(size) for j in range(size)]
    return frozenset(
        [Cell("U", i, j) for i, j in pairs if i + j in up]
        + [Cell("D", i, j) for i, j in pairs if i + j in down]
    )


CELLS_73: Final = _hexagon(7, range(3, 10), range(2, 9))
"""The physical board: a hexagon with alternating sides 3 and 4."""

CELLS_52: Final = _hexagon(6, range(4, 10), range(3, 9))

CELLS_R1: Final = CELLS_73 - {parse_cell(text) for text in ["U3,0", "D2,0", "U6,0", "D6,0"]}
LABELS_R1: Final = {
    "U3,3": "GO", "D1,4": "A2", "D3,4": "C2", "U2,2": "H1", "U5,2": "B1",
    "D0,5": "C5", "D3,5": "A5", "D2,1": "E2", "D5,1": "J1",
}  # fmt: skip

CELLS_O1: Final = CELLS_52 | {Cell("U", 0, 6)}
LABELS_O1: Final = {
    "U3,3": "GO", "U0,6": "B1", "D0,5": "A5", "D3,5": "C5", "U2,2": "D2", "U5,2": "F5", "D4,0": "E2",
}  # fmt: skip


@dataclass(frozen=True, eq=False, slots=True)
class Board:
    """Cells in reading order and everything that move generation looks up.

    Boards are interned by `board_of`, so identity is equality. Cells and vertices are indices
    below; sets of cells are bit masks.
    """

    cells: tuple[Cell, ...]
    index: Mapping[Cell, int]
    corners: tuple[tuple[int, int, int], ...]
    neighbours: tuple[tuple[int, ...], ...]
    beside: tuple[int, ...]
    """Set of the cells that share a side with a cell."""
    vertices: tuple[Vertex, ...]
    incident: tuple[tuple[tuple[int, int], ...], ...]
    """For each vertex its (cell, corner) pairs."""
    around: tuple[int, ...]
    """For each vertex the set of its six cells; 0 where the board has fewer."""
    all_cells: int
    labels: tuple[str, ...]
    """Action of each cell, empty where there is none."""
    centre: int
    """Index of the centre; -1 where the board has none."""
    places: tuple[tuple[Place, ...], ...]
    """The move of each cell and lay, made once."""

    def __reduce__(self) -> tuple[Any, ...]:
        labels = [(str(cell), label) for cell, label in zip(self.cells, self.labels, strict=True) if label]
        return board_of, (frozenset(self.cells), tuple(labels))


def board_of(cells: Iterable[Cell], labels: Iterable[tuple[str, str]] = ()) -> Board:
    """The one board with these cells and labels."""
    return _interned(frozenset(cells), tuple(sorted(labels)))


@cache
def _interned(cells: frozenset[Cell], labels: tuple[tuple[str, str], ...]) -> Board:
    ordered = tuple(sorted(cells, key=lambda cell: (cell.j, cell.i, cell.kind != "U")))
    index = {cell: number for number, cell in enumerate(ordered)}
    vertices = tuple(
        sorted({point for cell in ordered for point in corners(cell)}, key=lambda point: point[::-1])
    )
    number = {point: place for place, point in enumerate(vertices)}
    corner_table = [tuple(number[point] for point in corners(cell)) for cell in ordered]
    beside = tuple(tuple(index[other] for other in neighbours(cell) if other in index) for cell in ordered)
    incident: list[list[tuple[int, int]]] = [[] for _ in vertices]
    for cell, points in enumerate(corner_table):
        for corner, point in enumerate(points):
            incident[point].append((cell, corner))
    by_name = dict(labels)
    return Board(
        cells=ordered,
        index=index,
        corners=tuple((points[0], points[1], points[2]) for points in corner_table),
        neighbours=beside,
        beside=tuple(_mask(group) for group in beside),
        vertices=vertices,
        incident=tuple(tuple(pairs) for pairs in incident),
        around=tuple(_mask(cell for cell, _ in pairs) if len(pairs) == 6 else 0 for pairs in incident),
        all_cells=(1 << len(ordered)) - 1,
        labels=tuple(by_name.get(cell.site, "") for cell in ordered),
        centre=index.get(CENTRE, -1),
        places=tuple(tuple(Place(cell, text) for text in LAYS) for cell in ordered),
    )


def _mask(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


def hexagon_board(size: int) -> Board:
    """The board of 73 or 52 cells, without actions."""
    return board_of(CELLS_73 if size == 73 else CELLS_52)


def rapid_board() -> Board:
    """R1, ten sides, 69 cells."""
    return board_of(CELLS_R1, tuple(LABELS_R1.items()))


def original_board(*, f5: bool) -> Board:
    """O1, seven sides, 53 cells; without F5 where the players leave it out (trioker §21)."""
    return board_of(CELLS_O1, tuple(pair for pair in LABELS_O1.items() if f5 or pair[1] != "F5"))
