"""Trike as one would first write it: rows of a list, six rays walked by coordinates.

The yardstick of the engine's speed; not part of the product and imported by the bench and tests only.
"""

import random

DIRECTIONS = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1))
EMPTY = -1

Cell = tuple[int, int]
Rows = list[list[int]]


def empty_board(size: int) -> Rows:
    return [[EMPTY] * (row + 1) for row in range(size)]


def moves_of(rows: Rows, pawn: Cell | None) -> list[Cell]:
    """Cells the pawn reaches; every cell before the opening."""
    if pawn is None:
        return [(row, column) for row in range(len(rows)) for column in range(row + 1)]
    size = len(rows)
    found = []
    for row_step, column_step in DIRECTIONS:
        row, column = pawn[0] + row_step, pawn[1] + column_step
        while 0 <= row < size and 0 <= column <= row and rows[row][column] == EMPTY:
            found.append((row, column))
            row, column = row + row_step, column + column_step
    return found


def winner_of(rows: Rows, pawn: Cell) -> int:
    """0 for the side that opened, 1 for the other: more checkers under and next to the pawn."""
    points = [0, 0]
    points[rows[pawn[0]][pawn[1]]] += 1
    for row_step, column_step in DIRECTIONS:
        row, column = pawn[0] + row_step, pawn[1] + column_step
        if 0 <= row < len(rows) and 0 <= column <= row and rows[row][column] != EMPTY:
            points[rows[row][column]] += 1
    return 0 if points[0] > points[1] else 1


def playout(size: int) -> int:
    """Winner of one random game without the swap."""
    rows = empty_board(size)
    pawn = None
    turn = 0
    while moves := moves_of(rows, pawn):
        pawn = random.choice(moves)
        rows[pawn[0]][pawn[1]] = turn
        turn = 1 - turn
    assert pawn is not None
    return winner_of(rows, pawn)


def perft(rows: Rows, pawn: Cell | None, turn: int, depth: int) -> int:
    """Number of move sequences of exactly `depth` moves."""
    moves = moves_of(rows, pawn)
    if depth <= 1:
        return len(moves) if depth else 1
    nodes = 0
    for move in moves:
        rows[move[0]][move[1]] = turn
        nodes += perft(rows, move, 1 - turn, depth - 1)
        rows[move[0]][move[1]] = EMPTY
    return nodes
