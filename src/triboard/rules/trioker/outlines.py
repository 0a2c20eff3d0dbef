"""Puzzle outlines: named ones and a parser for a person's own (trioker §24 to §26).

Named outlines are moved onto the 73 cells of the physical board; a person's own stays where its
cells say.
"""

import difflib
import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from triboard.errors import NotationError
from triboard.rules.trioker.boards import CELLS_73
from triboard.rules.trioker.lattice import Cell, parse_cell, shifted, turned

Cells = frozenset[Cell]


def _block(width: int, height: int) -> list[Cell]:
    return [Cell(kind, i, j) for kind in "UD" for i in range(width) for j in range(height)]


def _trapezoid(base: int, height: int) -> list[Cell]:
    """Rows of a triangle of side `base`, the lowest `height` of them."""
    up = [Cell("U", i, j) for j in range(height) for i in range(base - j)]
    return up + [Cell("D", i, j) for j in range(height) for i in range(base - j - 1)]


def _doubled(hexiamond: str) -> list[Cell]:
    """Each cell replaced by its four sub-cells; cells are written `D01` for `D(0,1)`."""
    found: list[Cell] = []
    for name in hexiamond.split():
        i, j = 2 * int(name[1]), 2 * int(name[2])
        if name[0] == "U":
            found += [Cell("U", i, j), Cell("U", i + 1, j), Cell("U", i, j + 1), Cell("D", i, j)]
        else:
            found += [
                Cell("D", i + 1, j + 1),
                Cell("D", i, j + 1),
                Cell("D", i + 1, j),
                Cell("U", i + 1, j + 1),
            ]
    return found


def _hexagon(side: int) -> list[Cell]:
    size = range(2 * side)
    up = [Cell("U", i, j) for i in size for j in size if side <= i + j + 0 < 3 * side]
    down = [Cell("D", i, j) for i in size for j in size if side - 1 <= i + j < 3 * side - 1]
    return up + down


def parse_rows(text: str) -> Cells:
    """Cells of the row form `j: U i-list / D i-list; j: ...`, rows parted by `;` or line ends.

    An empty list may be written `-`; `#` starts a comment. Raises `NotationError`.
    """
    cells: set[Cell] = set()
    for line in re.split(r"[;\n]", re.sub(r"#[^\n]*", "", text)):
        if not line.strip(" \t\r."):
            continue
        row = re.fullmatch(r"\s*(-?\d{1,3})\s*:([^/:]*)(?:/([^/:]*?))?\.?\s*", line)
        if row is None:
            raise NotationError(f"{line.strip()!r} is no row of an outline; write rows like 0: 1 2 3 / 1 2")
        for kind, numbers in (("U", row[2]), ("D", row[3] or "")):
            for number in numbers.replace(",", " ").split():
                if number == "-":
                    continue
                if not re.fullmatch(r"-?\d{1,3}", number):
                    raise NotationError(f"{number!r} in row {row[1]} is no number")
                cells.add(Cell(kind, int(number), int(row[1])))
    return frozenset(cells)


@cache
def on_board(cells: Cells) -> Cells | None:
    """The outline moved, and turned if need be, onto the 73 cells; `None` when it does not fit."""
    for sixths in range(6):
        spun = [turned(cell, sixths) for cell in cells]
        low_i, low_j = min(cell.i for cell in spun), min(cell.j for cell in spun)
        fits = [
            placed
            for di in range(7)
            for dj in range(7)
            if (placed := frozenset(shifted(cell, di - low_i, dj - low_j) for cell in spun)) <= CELLS_73
        ]
        if fits:
            return min(fits, key=_off_centre)
    return None


def _off_centre(cells: Cells) -> tuple[int, list[Cell]]:
    """How far the outline's middle lies from the board's centre, then a fixed order.

    Whole numbers: sums of floats would depend on the order of a set, which differs from run to run, and
    so would the choice between places that are equally far.
    """
    i = sum(3 * cell.i + (cell.kind == "D") - 9 for cell in cells)
    j = sum(3 * cell.j + (cell.kind == "D") - 9 for cell in cells)
    return i * i + i * j + j * j, sorted(cells)


_DRAWN: Final[dict[str, Cells]] = {
    "hexagon-2": frozenset(_hexagon(2)),
    "parallelogram-3x4": frozenset(_block(3, 4)),
    "trapezoid-5x4": frozenset(_trapezoid(5, 4)),
    "trapezoid-7x2": frozenset(_trapezoid(7, 2)),
    "strip-12": frozenset(_block(12, 1)),
    "sphinx": frozenset(_doubled("D00 U00 D01 U01 U02 U10")),
    "butterfly": frozenset(_doubled("D01 D10 D11 U01 U02 U11")),
    "triangle-5": frozenset(_trapezoid(5, 5)),
    "eagle": parse_rows("0: 1 2 3 / 1 2; 1: 0 1 2 / 0 1 2; 2: 0 1 2 / 0 1 2; 3: 2 3 / 2"),
    "sitting-man": parse_rows("0: 0 2 3 / 0 1 2 3; 1: 0 1 2 3 / 0 2 3; 2: 2 3 / 2; 3: 1 2 / 0 1; 4: 0 1 / 0"),
    "seahorse": parse_rows(
        "0: - / 4; 1: 3 4 / 3 4; 2: 4 / 3; 3: 3 4 / 2 3; 4: 2 3 / 2; 5: 2 / 0 2; 6: 0 1 2 / 0 1"
    ),
    "footballer": parse_rows(
        "0: 5 / 4; 1: 4 / 3; 2: 3 5 6 / 3 4 5 6; 3: 3 4 / 3; 4: 3 / 2; 5: 1 2 3 / 0 1 2; 6: 1 / 0"
    ),
    # Our own:
    "star": parse_rows("0: - / 2; 1: 1 2 3 / 1 2; 2: 1 2 / 0 1 2; 3: 1 / -"),
    "tree": parse_rows("0: 2 / 1 2; 1: 0 1 2 3 / 0 1 2; 2: 0 1 2 / 0 1; 3: 0 1 / 0; 4: 0"),
    "tent": parse_rows("0: 1 2 3 4 / 0 1 2 3; 1: 0 1 2 3 / 0 1 2; 2: 0 1 2 / 0 1; 3: 0 1 / 0; 4: 0"),
    "rocket": parse_rows(
        "0: - / 2 4; 1: 2 3 4 / 1 2 3 4; 2: 1 2 3 / 1 2; 3: 1 2 / 1; 4: 1 / 0 1; 5: 0 1 / 0; 6: 0"
    ),
    "candy": parse_rows("0: 2 5 / 5; 1: 1 2 3 4 5 / 1 2 3 4; 2: 1 2 3 4 / 0 1 2 3 4; 3: 4 / 0 3"),
    "swan": parse_rows(
        "0: 5 6 / 4 5; 1: 4 5 / 3 4 5; 2: 3 4 5 / 2 3 4; 3: 2 / 1 4; 4: 1 / 1; 5: 1 / 1; 6: 1 / 0"
    ),
    "mushroom": parse_rows(
        "0: 4 / 3 4; 1: 3 / 3; 2: 3 / 2; 3: 1 2 3 4 / 1 2 3; 4: 1 2 3 / 0 1 2 3; 5: 1 2 / 1"
    ),
    "crown": parse_rows("0: 2 3 4 / 1 2 3 4; 1: 1 2 3 4 / 0 1 2 3 4; 2: 1 2 3 / 0 3; 3: 0 3 / 1"),
    "bell": parse_rows("0: 1 2 3 4 / 1 2 3; 1: 1 2 3 / 1 2; 2: 1 2 / 0 1 2; 3: 1 / 0 1; 4: 0 1 / 0; 5: 0"),
    "arrow": parse_rows(
        "0: 3 / 2 3; 1: 2 / 2; 2: 2 / 1 2; 3: 0 1 2 3 / 0 1 2; 4: 0 1 2 / 0 1; 5: 0 1 / 0; 6: 0"
    ),
    "kite": parse_rows("0: 6 / 5; 1: 5 6 / 4 5; 2: 3 4 5 6 / 3 4 5; 3: 2 3 4 / 2 3; 4: 1 2 / 0 1; 5: 1 / 0"),
    "umbrella": parse_rows(
        "0: - / 3; 1: 3 / -; 2: 1 2 3 4 / 0 1 2 3 4; 3: 1 2 3 / 0 1 2 3; 4: 1 2 / 0 1 2; 5: 1"
    ),
    "boat": parse_rows("0: 1 2 3 4 / 0 1 2 3 4; 1: 2 3 / 2; 2: 2"),
}

NAMES: Final = tuple(_DRAWN)

OUTLINES: Final[dict[str, Cells]] = {name: on_board(cells) or cells for name, cells in _DRAWN.items()}


def outline_of(source: str | Iterable[str | Cell]) -> Cells:
    """Cells of a name, of a list of cells, or of the text of a file (rows, or cells parted by blanks).

    Raises `NotationError` with the nearest name when the source is none of these.
    """
    if not isinstance(source, str):
        cells = frozenset(cell if isinstance(cell, Cell) else parse_cell(cell) for cell in source)
    elif source.strip() in OUTLINES:
        cells = OUTLINES[source.strip()]
    elif ":" in source:
        cells = parse_rows(source)
    elif re.match(r"\s*[UD]-?\d", source):
        cells = frozenset(parse_cell(word) for word in source.split())
    else:
        near = difflib.get_close_matches(source, NAMES, n=1, cutoff=0.4)
        hint = f"did you mean {near[0]}?" if near else f"the names are {', '.join(NAMES)}"
        raise NotationError(f"{source!r} is no outline; {hint}")
    if not cells:
        raise NotationError("an outline needs at least one cell")
    return cells
