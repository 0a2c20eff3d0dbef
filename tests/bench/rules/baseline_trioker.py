"""Pair-Impair as one would first write it: tiles as triples, a dictionary of corners, three loops for moves.

The yardstick of the engine's speed; not part of the product and imported by the bench and tests only.
"""

import random
from collections.abc import Iterator

PAIR = ["000", "222", "001", "002", "110", "220", "223", "332", "012", "132", "230", "310"]
IMPAIR = ["111", "333", "003", "112", "113", "221", "330", "331", "021", "123", "203", "301"]
CELLS = [("U", i, j) for j in range(7) for i in range(7) if 3 <= i + j <= 9] + [
    ("D", i, j) for j in range(7) for i in range(7) if 2 <= i + j <= 8
]
CENTRE = ("U", 3, 3)

Cell = tuple[str, int, int]
Point = tuple[int, int]
Placement = tuple[Cell, str, str]
"""Cell, tile, and its corners as it lies."""


def corners_of(cell: Cell) -> list[Point]:
    kind, i, j = cell
    if kind == "U":
        return [(i, j), (i + 1, j), (i, j + 1)]
    return [(i + 1, j + 1), (i, j + 1), (i + 1, j)]


def beside(cell: Cell) -> list[Cell]:
    kind, i, j = cell
    if kind == "U":
        return [("D", i, j), ("D", i - 1, j), ("D", i, j - 1)]
    return [("U", i, j), ("U", i + 1, j), ("U", i, j + 1)]


CORNERS = {cell: corners_of(cell) for cell in CELLS}
BESIDE = {cell: [other for other in beside(cell) if other in CORNERS] for cell in CELLS}
AROUND = {
    point: [cell for cell in CELLS if point in CORNERS[cell]] for cell in CELLS for point in CORNERS[cell]
}
LAYS = {tile: sorted({tile, tile[1:] + tile[:1], tile[2:] + tile[:2]}) for tile in PAIR + IMPAIR}


class Board:
    """Tiles by cell, values by point, hands and whose turn it is."""

    def __init__(self) -> None:
        self.tiles: dict[Cell, str] = {}
        self.values: dict[Point, str] = {}
        self.hands = [list(PAIR), list(IMPAIR)]
        self.side = 0
        self.extra = 0

    def copy(self) -> "Board":
        other = Board()
        other.tiles, other.values = dict(self.tiles), dict(self.values)
        other.hands = [list(hand) for hand in self.hands]
        other.side, other.extra = self.side, self.extra
        return other

    def fits(self, cell: Cell, lay: str) -> bool:
        for point, value in zip(CORNERS[cell], lay, strict=True):
            if self.values.get(point, value) != value:
                return False
        return True

    def moves_of(self, side: int) -> Iterator[Placement]:
        """Every tile of a hand, turned every way, on every empty cell beside a tile."""
        cells, hand = [CENTRE], [tile for tile in self.hands[side] if tile not in ("000", "222")]
        if self.tiles:
            cells = [cell for tiled in self.tiles for cell in BESIDE[tiled] if cell not in self.tiles]
            hand = self.hands[side]
        for cell in set(cells):
            for tile in hand:
                for lay in LAYS[tile]:
                    if self.fits(cell, lay):
                        yield cell, tile, lay

    def able(self, side: int) -> bool:
        return any(True for _ in self.moves_of(side))

    def hexagons(self, cell: Cell) -> int:
        """Corners of the cell round which six tiles lie."""
        return sum(
            len(AROUND[point]) == 6 and all(other in self.tiles for other in AROUND[point])
            for point in CORNERS[cell]
        )

    def lay(self, move: Placement) -> None:
        cell, tile, lay = move
        self.hands[self.side].remove(tile)
        self.tiles[cell] = lay
        for point, value in zip(corners_of(cell), lay, strict=True):
            self.values[point] = value
        self.extra = max(self.extra - 1, 0) + self.hexagons(cell)
        if self.extra and not self.able(self.side):
            self.extra = 0
        if not self.extra:
            self.side = 1 - self.side

    def over(self) -> bool:
        return not (self.hands[0] and self.hands[1]) or not (self.able(0) or self.able(1))

    def winner(self) -> int:
        """Side with fewer tiles; -1 for a draw."""
        left = [len(hand) for hand in self.hands]
        return -1 if left[0] == left[1] else int(left[1] < left[0])


def playout() -> int:
    """Winner of one random game."""
    board = Board()
    while not board.over():
        moves = list(board.moves_of(board.side))
        if moves:
            board.lay(random.choice(moves))
        else:
            board.side = 1 - board.side
    return board.winner()


def perft(board: Board, depth: int) -> int:
    """Number of sequences of exactly `depth` plies, forced passes among them; an end is not continued."""
    if depth == 0:
        return 1
    if board.over():
        return 0
    moves = list(board.moves_of(board.side))
    if depth == 1:
        return len(moves) or 1
    nodes = 0
    for move in moves:
        after = board.copy()
        after.lay(move)
        nodes += perft(after, depth - 1)
    if not moves:
        after = board.copy()
        after.side = 1 - after.side
        nodes = perft(after, depth - 1)
    return nodes
