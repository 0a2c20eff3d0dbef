"""Holes, lines and rims of the three shelves: pure geometry, nothing about colours or points.

A hole is fixed in the room; a slot travels with its rim (ttt3d §13). Both are counted
`shelf * 9 + row * 3 + col` and agree while every rim stands at detent 0.
"""

from enum import StrEnum
from itertools import combinations
from typing import Final, NamedTuple, NewType, TypeVar

from triboard.units import Detent, Site

Hole = NewType("Hole", int)
"""Place on the board, 0 to 26, fixed in the room."""

Slot = NewType("Slot", int)
"""Place in a rim's own frame, 0 to 26; a ball never leaves its slot."""

Shelf = NewType("Shelf", int)
"""Storey of the board, 0 to 2, from the bottom."""

Line = tuple[Hole, Hole, Hole]
"""Three holes in running order, which is also ascending order."""

Triple = tuple[Slot, Slot, Slot]
"""Three slots in ascending order: as good as a name for the three balls that stand in them (ttt3d §17)."""

Rims = tuple[Detent, Detent, Detent]
"""Where the rim of each shelf stands, in quarter turns clockwise seen from above."""

T = TypeVar("T")

SHELVES: Final = (Shelf(0), Shelf(1), Shelf(2))
SHELF_LETTERS: Final = "ABC"
DETENTS: Final = 4
"""Quarter turns of a rim (ttt3d §12)."""


class Coordinates(NamedTuple):
    """Shelf, row (0 = far side) and column (0 = left) of a hole (ttt3d §1)."""

    shelf: int
    row: int
    col: int


class LineClass(StrEnum):
    """The seven ways in which a line can run (ttt3d §2)."""

    ROW = "row"
    COLUMN = "column"
    PLANE_DIAGONAL = "plane_diagonal"
    VERTICAL = "vertical"
    SLAB_DIAGONAL_ALONG_ROW = "slab_diagonal_along_row"
    SLAB_DIAGONAL_ALONG_COLUMN = "slab_diagonal_along_column"
    SPACE_DIAGONAL = "space_diagonal"


COORDINATES: Final = tuple(Coordinates(s, r, c) for s in range(3) for r in range(3) for c in range(3))

HOLES: Final[tuple[Site, ...]] = tuple(Site(f"{'ABC'[s]}{'abc'[c]}{r + 1}") for s, r, c in COORDINATES)
"""Written name of each hole, in index order (ttt3d §1)."""

INDEX: Final = {site: Hole(index) for index, site in enumerate(HOLES)}
"""Hole of each written name."""


def index_of(shelf: int, row: int, col: int) -> Hole:
    """Hole at a shelf, row and column (ttt3d §1)."""
    return Hole(shelf * 9 + row * 3 + col)


def _lines() -> tuple[Line, ...]:
    """Any three holes equally spaced on a straight line (ttt3d §2), in ascending order."""
    found = []
    for first, last in combinations(COORDINATES, 2):
        doubled = [a + b for a, b in zip(first, last, strict=True)]
        if all(number % 2 == 0 for number in doubled):
            middle = index_of(*(number // 2 for number in doubled))
            found.append((index_of(*first), middle, index_of(*last)))
    return tuple(sorted(found))


LINES: Final[tuple[Line, ...]] = _lines()
"""The 49 lines, ascending."""


def _class_of(line: Line) -> LineClass:
    shelves, rows, cols = (
        a != b for a, b in zip(COORDINATES[line[0]], COORDINATES[line[1]], strict=True)
    )  # which coordinates change along the line
    if not shelves:
        return LineClass.PLANE_DIAGONAL if rows and cols else LineClass.COLUMN if rows else LineClass.ROW
    if rows and cols:
        return LineClass.SPACE_DIAGONAL
    if rows:
        return LineClass.SLAB_DIAGONAL_ALONG_COLUMN
    return LineClass.SLAB_DIAGONAL_ALONG_ROW if cols else LineClass.VERTICAL


LINE_CLASSES: Final[tuple[LineClass, ...]] = tuple(_class_of(line) for line in LINES)
"""Class of each line, in the order of `LINES`."""

LINES_THROUGH: Final[tuple[tuple[Line, ...], ...]] = tuple(
    tuple(line for line in LINES if hole in line) for hole in range(27)
)
"""Lines through each hole (ttt3d §3)."""


def is_interplanar(line: Line) -> bool:
    """Whether the line runs from shelf to shelf; only these change when a rim turns (ttt3d §13)."""
    return line[0] // 9 != line[1] // 9


LINES_OF_RIM: Final[tuple[tuple[Line, ...], ...]] = tuple(
    tuple(line for line in LINES if is_interplanar(line) and line[shelf] != shelf * 9 + 4)
    for shelf in SHELVES
)
"""Lines whose balls change when the rim of a shelf turns: 24, 16, 24 (ttt3d §13)."""

_RING: Final = ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))

RINGS: Final[tuple[tuple[Hole, ...], ...]] = tuple(
    tuple(index_of(shelf, row, col) for row, col in _RING) for shelf in SHELVES
)
"""The eight holes of each rim, clockwise seen from above; a quarter turn moves a ball two places on."""


def _carried(hole: int, quarters: int) -> Hole:
    """Where `quarters` turns of its own rim take a ball: (row, col) to (col, 2 - row) each (ttt3d §12)."""
    shelf, row, col = COORDINATES[hole]
    for _ in range(quarters % DETENTS):
        row, col = col, 2 - row
    return index_of(shelf, row, col)


_CARRIED: Final = tuple(tuple(_carried(hole, quarters) for hole in range(27)) for quarters in range(DETENTS))


def slot_of(hole: Hole, rims: Rims) -> Slot:
    """Slot that stands in `hole` while the rims stand at `rims`."""
    return Slot(_CARRIED[-rims[hole // 9] % DETENTS][hole])


def hole_of(slot: Slot, rims: Rims) -> Hole:
    """Hole in which `slot` stands while the rims stand at `rims`; inverse of `slot_of`."""
    return _CARRIED[rims[slot // 9] % DETENTS][slot]


def slots_of(line: Line, rims: Rims) -> Triple:
    """Slots that stand on `line`, ascending."""
    a, b, c = sorted(slot_of(hole, rims) for hole in line)
    return a, b, c


def _sources(shelf: Shelf, quarters: int) -> tuple[Hole, ...]:
    return tuple(_carried(hole, -quarters) if hole // 9 == shelf else Hole(hole) for hole in range(27))


_SOURCES: Final = tuple(
    tuple(_sources(shelf, quarters) for quarters in range(DETENTS)) for shelf in SHELVES
)  # for each hole the hole from which its ball came


def turned(holes: tuple[T, ...], shelf: Shelf, quarters: int = 1) -> tuple[T, ...]:
    """What stands in the 27 holes after the rim of `shelf` made `quarters` turns clockwise.

    Negative `quarters` turn counter-clockwise; the centre of the shelf stays (ttt3d §12).
    """
    return tuple(map(holes.__getitem__, _SOURCES[shelf][quarters % DETENTS]))


def turned_rims(rims: Rims, shelf: Shelf, quarters: int = 1) -> Rims:
    """Detents of the three rims after the rim of `shelf` made `quarters` turns clockwise."""
    a, b, c = (Detent((rim + quarters * (at == shelf)) % DETENTS) for at, rim in enumerate(rims))
    return a, b, c
