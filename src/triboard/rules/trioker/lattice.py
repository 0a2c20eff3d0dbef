"""The triangular lattice: cells, their corners, neighbours and motions (trioker §4).

Vertex (i, j) lies at x = i + j/2, y = j * sqrt(3)/2.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from triboard.errors import NotationError
from triboard.units import Site


class Vertex(NamedTuple):
    """A lattice point."""

    i: int
    j: int


class Cell(NamedTuple):
    """A triangle; `kind` is `U` (point up) or `D` (point down)."""

    kind: str
    i: int
    j: int

    @property
    def site(self) -> Site:
        return Site(f"{self.kind}{self.i},{self.j}")

    def __str__(self) -> str:
        return self.site


def corners(cell: Cell) -> tuple[Vertex, Vertex, Vertex]:
    """The three corners, counter-clockwise, in the order in which texts name them."""
    kind, i, j = cell
    if kind == "U":
        return Vertex(i, j), Vertex(i + 1, j), Vertex(i, j + 1)
    return Vertex(i + 1, j + 1), Vertex(i, j + 1), Vertex(i + 1, j)


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell]:
    """The three cells that share a side."""
    kind, i, j = cell
    if kind == "U":
        return Cell("D", i, j), Cell("D", i - 1, j), Cell("D", i, j - 1)
    return Cell("U", i, j), Cell("U", i + 1, j), Cell("U", i, j + 1)


def cell_at(points: Iterable[Vertex]) -> Cell:
    """The cell with these three corners, in any order."""
    points = tuple(points)
    low_i = min(point.i for point in points)
    low_j = min(point.j for point in points)
    return Cell("U" if Vertex(low_i, low_j) in points else "D", low_i, low_j)


def turned(cell: Cell, sixths: int) -> Cell:
    """The cell after `sixths` of a turn counter-clockwise about vertex (0, 0)."""
    points = corners(cell)
    for _ in range(sixths % 6):
        points = (
            Vertex(-points[0].j, points[0].i + points[0].j),
            Vertex(-points[1].j, points[1].i + points[1].j),
            Vertex(-points[2].j, points[2].i + points[2].j),
        )
    return cell_at(points)


def shifted(cell: Cell, di: int, dj: int) -> Cell:
    return Cell(cell.kind, cell.i + di, cell.j + dj)


_CELL = re.compile(r"([UD])(-?\d{1,3}),(-?\d{1,3})")


def parse_cell(text: str) -> Cell:
    """Inverse of `Cell.site`; raises `NotationError`."""
    found = _CELL.fullmatch(text)
    if not found or f"{int(found[2])},{int(found[3])}" != f"{found[2]},{found[3]}":
        raise NotationError(f"{text!r} is no cell; cells are written like U3,3 or D2,4")
    return Cell(found[1], int(found[2]), int(found[3]))
