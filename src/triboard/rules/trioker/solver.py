"""Exact puzzle solver: every way to fill an outline, found once up to relabelling the four values.

A depth-first search over cells in a fixed order, most constrained first. What fits a cell is one
look-up by the values at its three corners. Values that do not occur yet are interchangeable as far
as the tile set is closed under exchanging them, so only one lay of each orbit is tried and counted
with the orbit's size; solutions are spread out again by applying the symmetries (trioker §25).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final

from triboard.rules.trioker.boards import Board, board_of
from triboard.rules.trioker.lattice import Cell
from triboard.rules.trioker.moves import Place
from triboard.rules.trioker.outlines import outline_of
from triboard.rules.trioker.tiles import (
    ALL_LAYS,
    ALL_ORDINARY,
    FITTING,
    FREE,
    JOKER_BIT,
    LAY_INDEX,
    LAYS,
    LAYS_OF_TILE,
    TILE_OF_LAY,
    VALUES_OF_LAY,
    bits,
    mask_of,
)

Relabelling = tuple[int, int, int, int]
Lay = int
Fixed = Sequence[int]
"""For each cell of the board the lay that stands there, or -1."""

Choice = tuple[int, int, int, int, int, int, int]
"""(lay, tile bit, corner values a, b, c, set of values used afterwards, orbit size)."""

_ALL_PERMUTATIONS: Final = tuple(
    (relabelling[0], relabelling[1], relabelling[2], relabelling[3]) for relabelling in permutations(range(4))
)


def relabel(lay: Lay, relabelling: Relabelling) -> Lay | None:
    """The lay with every value exchanged; `None` where that is no tile (only for the joker)."""
    text = "".join(str(relabelling[int(corner)]) if corner != "*" else corner for corner in LAYS[lay])
    return LAY_INDEX.get(text)


@lru_cache(maxsize=512)
def symmetries(tiles: int, kept: int) -> tuple[Relabelling, ...]:
    """Relabellings that carry a set of tiles into itself and leave the set `kept` of values alone."""
    lays = [lay for tile in bits(tiles) for lay in bits(LAYS_OF_TILE[tile])]
    members = set(lays)
    return tuple(
        relabelling
        for relabelling in _ALL_PERMUTATIONS
        if all(relabelling[value] == value for value in bits(kept))
        and all(relabel(lay, relabelling) in members for lay in lays)
    )


@lru_cache(maxsize=512)
def _choices(tiles: int, used: int) -> tuple[tuple[Choice, ...], ...]:
    """For each constraint a + 5 b + 25 c the lays to try, one of each orbit under what is left free."""
    group = symmetries(tiles, used)
    allowed = sum(LAYS_OF_TILE[tile] for tile in bits(tiles))
    table: list[tuple[Choice, ...]] = []
    for key in range(125):
        first, second, third = key % 5, key // 5 % 5, key // 25
        fitting = ALL_LAYS & FITTING[0][first] & FITTING[1][second] & FITTING[2][third] & allowed
        found: list[Choice] = []
        while fitting:
            lay = (fitting & -fitting).bit_length() - 1
            orbit = {relabel(lay, relabelling) for relabelling in group} | {lay}
            for member in orbit:
                assert member is not None
                fitting &= ~(1 << member)
            a, b, c = VALUES_OF_LAY[lay]
            after = used
            for value in (a, b, c):
                after |= 1 << value if value != FREE else 0
            found.append((lay, 1 << TILE_OF_LAY[lay], a, b, c, after, len(orbit)))
        table.append(tuple(found))
    return tuple(table)


def search_order(board: Board, fixed: Fixed) -> list[int]:
    """Empty cells, always next the one with most corners known, then with most neighbours filled."""
    known = {point for cell, lay in enumerate(fixed) if lay >= 0 for point in board.corners[cell]}
    todo = {cell for cell, lay in enumerate(fixed) if lay < 0}
    order: list[int] = []
    while todo:
        best = min(todo, key=lambda cell: (*_promise(board, cell, known, todo), cell))
        order.append(best)
        todo.discard(best)
        known.update(board.corners[best])
    return order


def _promise(board: Board, cell: int, known: set[int], todo: set[int]) -> tuple[int, int, int]:
    """Corners known, then cells that are fully and half known once `cell` is filled; all negative."""
    after = known | set(board.corners[cell])
    counts = [sum(point in after for point in board.corners[other]) for other in todo if other != cell]
    return -sum(point in known for point in board.corners[cell]), -counts.count(3), -counts.count(2)


class Search:
    """One search: set up once, then run as `count` or as `solutions`."""

    def __init__(self, board: Board, fixed: Fixed, tiles: int) -> None:
        self.board = board
        self.cut_short = False
        self.steps_taken = 0
        self.fixed = tuple(fixed)
        used = placed = 0
        self.corners = [FREE] * len(board.vertices)
        for cell, lay in enumerate(fixed):
            if lay >= 0:
                placed |= 1 << TILE_OF_LAY[lay]
                for point, value in zip(board.corners[cell], VALUES_OF_LAY[lay], strict=True):
                    if value != FREE:
                        self.corners[point] = value
                        used |= 1 << value
        self.used = used
        self.free_tiles = tiles & ~placed
        self.tiles = tiles | placed
        self.order = search_order(board, fixed)
        self.steps = [board.corners[cell] for cell in self.order]
        self.tables = {values: _choices(self.tiles, values) for values in _supersets(used)}

    @property
    def hopeless(self) -> bool:
        return self.free_tiles.bit_count() < len(self.order)

    def count(self) -> int:
        """Raw placements: every relabelling counts, and every rotation of the outline."""
        if self.hopeless:
            return 0
        steps, tables, corners, last = self.steps, self.tables, self.corners, len(self.steps)

        def walk(depth: int, free: int, used: int) -> int:
            if depth == last:
                return 1
            p, q, r = steps[depth]
            vp, vq, vr = corners[p], corners[q], corners[r]
            total = 0
            for _, bit, a, b, c, after, weight in tables[used][vp + 5 * vq + 25 * vr]:
                if bit & free:
                    if vp == FREE:
                        corners[p] = a
                    if vq == FREE:
                        corners[q] = b
                    if vr == FREE:
                        corners[r] = c
                    total += weight * walk(depth + 1, free ^ bit, after)
            corners[p], corners[q], corners[r] = vp, vq, vr
            return total

        return walk(0, self.free_tiles, self.used)

    def leaves(self, budget: int | None = None) -> Iterator[tuple[int, list[Lay]]]:
        """One solution of each class with the size of the class, as the lay of each cell of the board.

        Stops after `budget` steps of the search and then sets `cut_short`. The list is reused.
        """
        self.cut_short, self.steps_taken = False, 0
        if self.hopeless:
            return
        lays, last = list(self.fixed), len(self.order)
        if not last:
            yield 1, lays
            return
        free, weight = self.free_tiles, 1
        stack = [(self._open(0, self.used), free, weight)]
        corners = self.corners
        saved: list[tuple[int, int, int]] = [self._seen(0)]
        while stack:
            choices, free, weight = stack[-1]
            depth = len(stack) - 1
            p, q, r = self.steps[depth]
            vp, vq, vr = corners[p], corners[q], corners[r] = saved[depth]
            choice = next((option for option in choices if option[1] & free), None)
            if choice is None:
                stack.pop()
                saved.pop()
                continue
            lay, bit, a, b, c, after, size = choice
            self.steps_taken += 1
            if budget is not None and self.steps_taken > budget:
                self.cut_short = True
                return
            lays[self.order[depth]] = lay
            if depth + 1 == last:
                yield weight * size, lays
                continue
            corners[p] = a if vp == FREE else vp
            corners[q] = b if vq == FREE else vq
            corners[r] = c if vr == FREE else vr
            stack.append((self._open(depth + 1, after), free ^ bit, weight * size))
            saved.append(self._seen(depth + 1))

    def _seen(self, depth: int) -> tuple[int, int, int]:
        p, q, r = self.steps[depth]
        return self.corners[p], self.corners[q], self.corners[r]

    def _open(self, depth: int, used: int) -> Iterator[Choice]:
        a, b, c = self._seen(depth)
        return iter(self.tables[used][a + 5 * b + 25 * c])

    def solutions(self) -> Iterator[tuple[Lay, ...]]:
        """Every raw solution once, as the lay of each cell of the board; classes stay together."""
        group = symmetries(self.tiles, self.used)
        for _, lays in self.leaves():
            images = {tuple(relabel(lay, relabelling) for lay in lays) for relabelling in group}
            for image in sorted(images, key=str):
                yield tuple(lay for lay in image if lay is not None)


def _supersets(used: int) -> list[int]:
    return [values for values in range(16) if values & used == used]


Solution = tuple[Place, ...]
"""A placement for each cell of an outline, in the board's reading order."""


def search_for(
    outline: str | Iterable[str | Cell], tiles: Iterable[str] | None = None, *, joker: bool = False
) -> Search:
    """A search over an empty outline; `tiles` are spelled as in paragraph 1, absent: the 24 ordinary ones."""
    board = board_of(outline_of(outline))
    allowed = ALL_ORDINARY if tiles is None else mask_of(tiles)
    return Search(board, (-1,) * len(board.cells), allowed | (JOKER_BIT if joker else 0))


def solve(
    outline: str | Iterable[str | Cell], tiles: Iterable[str] | None = None, *, joker: bool = False
) -> Iterator[Solution]:
    """Every way to fill the outline: nothing factored out, a triple in one orientation."""
    search = search_for(outline, tiles, joker=joker)
    for lays in search.solutions():
        yield tuple(search.board.places[cell][lay] for cell, lay in enumerate(lays))


def count(
    outline: str | Iterable[str | Cell], tiles: Iterable[str] | None = None, *, joker: bool = False
) -> int:
    """How many solutions `solve` yields, found without listing them."""
    return search_for(outline, tiles, joker=joker).count()
