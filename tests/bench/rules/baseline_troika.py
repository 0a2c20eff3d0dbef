"""Troika as one would first write it: stacks in rows of a list, pyramids as (colour, size).

The yardstick of the engine's speed; not part of the product and imported by the bench and tests only.
"""

import random

COLOURS = (("white", "yellow", "red"), ("green", "blue", "black"))
SIZES = (1, 2, 3)
LINES = (
    [[(row, column) for column in range(3)] for row in range(3)]
    + [[(row, column) for row in range(3)] for column in range(3)]
    + [[(step, step) for step in range(3)], [(step, 2 - step) for step in range(3)]]
)

Pyramid = tuple[str, int]
Stacks = list[list[list[Pyramid]]]
Placement = tuple[Pyramid, int, int]


def empty_board() -> Stacks:
    return [[[] for _ in range(3)] for _ in range(3)]


def full_hand(side: int) -> list[Pyramid]:
    return [(colour, size) for colour in COLOURS[side] for size in SIZES]


def moves_of(stacks: Stacks, hand: list[Pyramid]) -> list[Placement]:
    """Every pyramid in hand on every field that takes it."""
    found = []
    for pyramid in hand:
        for row in range(3):
            for column in range(3):
                stack = stacks[row][column]
                if not stack or abs(stack[-1][1] - pyramid[1]) == 1:
                    found.append((pyramid, row, column))
    return found


def is_troika(tops: list[Pyramid], side: int) -> bool:
    """Three tops of one side, colours all same or all different, sizes likewise."""
    if any(colour not in COLOURS[side] for colour, _ in tops):
        return False
    colours = {colour for colour, _ in tops}
    sizes = {size for _, size in tops}
    return len(colours) != 2 and len(sizes) != 2


def makes_troika(stacks: Stacks, row: int, column: int, side: int) -> bool:
    """Whether a line through the field just laid on is a troika of `side`."""
    for line in LINES:
        if (row, column) in line and all(stacks[r][c] for r, c in line):
            tops = [stacks[r][c][-1] for r, c in line]
            if is_troika(tops, side):
                return True
    return False


def playout() -> tuple[int, str]:
    """Winner and reason of one random game; side 0 starts."""
    stacks = empty_board()
    hands = [full_hand(0), full_hand(1)]
    side = 0
    while moves := moves_of(stacks, hands[side]):
        pyramid, row, column = random.choice(moves)
        hands[side].remove(pyramid)
        stacks[row][column].append(pyramid)
        if makes_troika(stacks, row, column, side):
            return side, "troika"
        side = 1 - side
    if hands[side]:
        return 1 - side, "stuck"
    return 1, "exhausted"


def perft(stacks: Stacks, hands: list[list[Pyramid]], side: int, depth: int) -> int:
    """Number of placement sequences of exactly `depth` placements; a finished game is not continued."""
    moves = moves_of(stacks, hands[side])
    if depth <= 1:
        return len(moves) if depth else 1
    nodes = 0
    for pyramid, row, column in moves:
        at = hands[side].index(pyramid)
        del hands[side][at]
        stacks[row][column].append(pyramid)
        if not makes_troika(stacks, row, column, side):
            nodes += perft(stacks, hands, 1 - side, depth - 1)
        stacks[row][column].pop()
        hands[side].insert(at, pyramid)
    return nodes
