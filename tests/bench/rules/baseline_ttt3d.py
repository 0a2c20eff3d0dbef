"""3D tic-tac-toe as one would first write it: shelves of rows of a list, lines walked by coordinates.

The yardstick of the engine's speed; not part of the product and imported by the bench and tests only.
Fixed rims, every point counted, one colour for each of three to five players.
"""

import random
from itertools import product

Hole = tuple[int, int, int]
Shelves = list[list[list[int]]]

EMPTY = -1
HOLES = list(product(range(3), range(3), range(3)))
DIRECTIONS = [step for step in product((-1, 0, 1), (-1, 0, 1), (-1, 0, 1)) if step > (0, 0, 0)]


def line_through(hole: Hole, step: Hole) -> list[Hole]:
    """Holes met on walking both ways from `hole`, itself included; a line has three."""
    found = [hole]
    for way in (1, -1):
        shelf, row, col = hole
        while True:
            shelf, row, col = shelf + way * step[0], row + way * step[1], col + way * step[2]
            if not (0 <= shelf < 3 and 0 <= row < 3 and 0 <= col < 3):
                break
            found.append((shelf, row, col))
    return found


LINES_THROUGH = {
    hole: [line for step in DIRECTIONS if len(line := line_through(hole, step)) == 3] for hole in HOLES
}
"""Walked once, not for each ball: even a first program would do so."""


def empty_board() -> Shelves:
    return [[[EMPTY] * 3 for _ in range(3)] for _ in range(3)]


def moves_of(shelves: Shelves) -> list[Hole]:
    """Holes without a ball."""
    found = []
    for shelf in range(3):
        for row in range(3):
            for col in range(3):
                if shelves[shelf][row][col] == EMPTY:
                    found.append((shelf, row, col))
    return found


def points_of(shelves: Shelves, hole: Hole) -> int:
    """Points for the ball just placed: 5 for three of its colour, 1 for three different ones."""
    points = 0
    for line in LINES_THROUGH[hole]:
        colours = [shelves[shelf][row][col] for shelf, row, col in line]
        if EMPTY not in colours:
            kinds = len(set(colours))
            if kinds == 1:
                points += 5
            elif kinds == 3:
                points += 1
    return points


def playout(players: int) -> list[int]:
    """Scores of one random game."""
    shelves = empty_board()
    scores = [0] * players
    side = 0
    while moves := moves_of(shelves):
        hole = random.choice(moves)
        shelves[hole[0]][hole[1]][hole[2]] = side
        scores[side] += points_of(shelves, hole)
        side = (side + 1) % players
    return scores


def perft(shelves: Shelves, scores: list[int], side: int, depth: int) -> int:
    """Number of move sequences of exactly `depth` balls, with the scores kept as in a game."""
    moves = moves_of(shelves)
    if depth <= 1:
        return len(moves) if depth else 1
    nodes = 0
    for hole in moves:
        shelf, row, col = hole
        shelves[shelf][row][col] = side
        points = points_of(shelves, hole)
        scores[side] += points
        nodes += perft(shelves, scores, (side + 1) % len(scores), depth - 1)
        scores[side] -= points
        shelves[shelf][row][col] = EMPTY
    return nodes
