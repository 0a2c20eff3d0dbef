"""The triangle of cells and the tables that make its rays cheap to walk.

A cell is one number that counts row by row from the apex, left to right: (row r, column c) is
r(r+1)/2 + c. The number does not depend on the size of the board, so `d2` is the same cell on
every board that has it. Sets of cells are integers: bit n stands for cell n.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from triboard.errors import ConfigurationError, Mistake, NotationError
from triboard.rules.trike.moves import Cell, Place
from triboard.units import Site

CellSet = int
"""A set of cells: bit n stands for cell n."""

SMALLEST: Final = 1
LARGEST: Final = 26
"""Largest side: rows are named by one letter, a to z (trike §1)."""

BACK: Final = ((-1, -1), (-1, 0), (0, -1))
AHEAD: Final = ((0, 1), (1, 0), (1, 1))
"""The six directions (trike §2): along `BACK` cell numbers fall, along `AHEAD` they rise."""

_SITE: Final = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)


def cell_at(row: int, column: int) -> Cell:
    """Cell at `row` (0 = apex) and `column` (0 = left)."""
    return Cell(row * (row + 1) // 2 + column)


_ROWS_AND_COLUMNS: Final = tuple((row, column) for row in range(LARGEST) for column in range(row + 1))
_SITES: Final = tuple(Site(f"{chr(ord('a') + row)}{column + 1}") for row, column in _ROWS_AND_COLUMNS)
PLACES: Final = tuple(Place(Cell(cell)) for cell in range(len(_SITES)))
"""One move for each cell, made once: making moves anew would cost more than finding them."""


def site_of(cell: int) -> Site:
    """Name of a cell: row letter and place from 1 on the left; a number without a name is shown as such."""
    return _SITES[cell] if 0 <= cell < len(_SITES) else Site(f"#{cell}")


def cell_of(site: str) -> Cell:
    """Inverse of `site_of`; raises `NotationError`. Knows no board size: a cell may be off a small board."""
    found = _SITE.fullmatch(site)
    if found:
        row, place = ord(found[1]) - ord("a"), int(found[2])
        if place <= row + 1:
            return cell_at(row, place - 1)
    raise NotationError(
        f"“{site}” is no cell. A cell is a row letter (a at the tip) and a place in the row"
        " from 1 on the left, for example d2."
    )


Reach = Mapping[CellSet, tuple[Place, ...]]
"""The moves along a ray by its nearest filled cell.

Cell numbers fall along `BACK`, so there the nearest filled cell is the highest bit and its key is its
`bit_length`; they rise along `AHEAD`, so there it is the lowest bit and its key is that bit itself.
Key 0: nothing in the way. One look-up thus replaces a walk along the ray.
"""

Ray = tuple[CellSet, Reach]
Rays = tuple[CellSet, Reach, CellSet, Reach, CellSet, Reach, CellSet, Reach, CellSet, Reach, CellSet, Reach]
"""Cells and reach of each of the six rays in turn, `BACK` then `AHEAD`; flat, to unpack in one go."""


@dataclass(frozen=True, slots=True)
class Spot:
    """All that the pawn can do from one cell of a board of one size; made once, by `spots_of`.

    A state holds the pawn's spot instead of its cell, which saves it every look-up by cell. Spots compare
    by size and cell, and are copied and pickled as these two numbers.
    """

    size: int
    cell: int | None
    """`None` for the pawn in hand, before the opening: every cell is then in reach."""

    near: CellSet = field(compare=False, repr=False)
    """The neighbours. All of them filled = trapped: one test instead of six rays.

    With the pawn in hand: a cell beyond the board, which is never filled.
    """

    rays: Rays = field(compare=False, repr=False)

    onward: dict[int, tuple[CellSet, "Spot"]] = field(compare=False, repr=False)
    """For each cell in line: the cells that must be empty to go there, itself included, and its spot."""

    steps: list[tuple["Spot", CellSet, CellSet]] = field(compare=False, repr=False)
    """`onward` as a list of (spot, its cell's bit, cells that must be empty), to draw from by number."""

    def __reduce__(self) -> tuple[Callable[[int, int | None], "Spot"], tuple[int, int | None]]:
        return spot_of, (self.size, self.cell)


@cache
def spots_of(size: int) -> tuple[Spot, ...]:
    """The spots of a board: by cell, and last the pawn in hand. Raises `ConfigurationError`."""
    if not SMALLEST <= size <= LARGEST:
        problem, remedy = f"{size} is no board size", f"Choose {SMALLEST} to {LARGEST}"
        raise ConfigurationError(Mistake("size", problem, remedy))
    count = cell_at(size, 0)
    everywhere: Ray = (0, {0: PLACES[:count]})
    nowhere: Ray = (0, {0: ()})
    in_hand = Spot(size, None, 1 << count, _flat([everywhere, *[nowhere] * 5]), {}, [])
    rays = [[_ray(cell, step, size) for step in BACK + AHEAD] for cell in range(count)]
    spots = [
        Spot(size, cell, _cell_set([ray[0] for ray in six if ray]), _rays(six), {}, [])
        for cell, six in enumerate(rays)
    ]
    for spot, six in zip(spots, rays, strict=True):
        for ray in six:
            for steps, cell in enumerate(ray):
                spot.onward[cell] = (_cell_set(ray[: steps + 1]), spots[cell])
    in_hand.onward.update({cell: (0, spot) for cell, spot in enumerate(spots)})
    for spot in (*spots, in_hand):
        spot.steps.extend((target, 1 << cell, path) for cell, (path, target) in spot.onward.items())
    return (*spots, in_hand)


def spot_of(size: int, cell: int | None) -> Spot:
    """The spot of a cell; the pawn in hand for `None`."""
    return spots_of(size)[-1 if cell is None else cell]


def _ray(cell: int, step: tuple[int, int], size: int) -> list[int]:
    """Cells from `cell` (not included) to the edge in one direction, nearest first."""
    row, column = _ROWS_AND_COLUMNS[cell]
    ray: list[int] = []
    while True:
        row, column = row + step[0], column + step[1]
        if not 0 <= column <= row < size:
            return ray
        ray.append(int(cell_at(row, column)))


def _cell_set(chosen: list[int]) -> CellSet:
    return sum(1 << cell for cell in chosen)


def _rays(six: list[list[int]]) -> Rays:
    """A ray that starts off the board is empty, so there are always six."""
    back = [(ray, [cell + 1 for cell in ray]) for ray in six[: len(BACK)]]
    ahead = [(ray, [1 << cell for cell in ray]) for ray in six[len(BACK) :]]
    return _flat([(_cell_set(ray), _reach(ray, keys)) for ray, keys in back + ahead])


def _reach(ray: list[int], keys: list[int]) -> Reach:
    moves = tuple(PLACES[cell] for cell in ray)
    return {0: moves} | {key: moves[:count] for count, key in enumerate(keys)}


def _flat(rays: list[Ray]) -> Rays:
    (ray1, to1), (ray2, to2), (ray3, to3), (ray4, to4), (ray5, to5), (ray6, to6) = rays
    return ray1, to1, ray2, to2, ray3, to3, ray4, to4, ray5, to5, ray6, to6


def cells(size: int) -> tuple[Site, ...]:
    """Names of all cells of a board, from the apex, row by row."""
    return _SITES[: len(spots_of(size)) - 1]


def neighbours(site: Site, size: int) -> tuple[Site, ...]:
    """Names of the up to six cells next to `site` (trike §2), in the order of `cells`."""
    cell, every = cell_of(site), cells(size)
    if cell >= len(every):
        raise NotationError(f"A board of side {size} has no cell {site}; its last is {every[-1]}.")
    return tuple(_SITES[number] for number in members(spot_of(size, cell).near))


def members(cell_set: CellSet) -> list[int]:
    """Numbers of the cells in a set, rising."""
    return [number for number in range(cell_set.bit_length()) if cell_set >> number & 1]
