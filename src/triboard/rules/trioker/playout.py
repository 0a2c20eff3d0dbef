"""Random games of Pair-Impair to the end, fast: plain lists of masks, no states (for opponents)."""

from collections.abc import Callable

from triboard.rules.trioker.duel import DuelState, opening
from triboard.rules.trioker.field import fitting
from triboard.rules.trioker.tiles import (
    FITTING,
    FREE,
    LAYS_OF_TILE,
    NO_OPENERS,
    TILE_OF_LAY,
    VALUES_OF_LAY,
    lays_of,
)

DRAW = -1


def playout(state: DuelState, below: Callable[[int], int]) -> int:
    """Winning side of a game played on at random, or `DRAW`; every placement is equally likely.

    `below(n)` gives a number from 0 to n - 1. Passes happen only where they must, also with honour.
    """
    if state.over:
        left = [hand.bit_count() for hand in state.hands]
        return DRAW if left[0] == left[1] else int(left[1] < left[0])
    field, board = state.field, state.field.board
    corners, beside, incident, around = board.corners, board.beside, board.incident, board.around
    values = list(field.corners)
    fits = [fitting(field, cell) for cell in range(len(board.cells))]
    filled, edge = field.filled, field.edge
    hands = [lays_of(hand) for hand in state.hands]
    left = [hand.bit_count() for hand in state.hands]
    side, extra, stuck = state.turn, state.extra, False
    first = lays_of(state.hands[0] & ~NO_OPENERS) if opening(state) else 0
    if first:
        edge = 1 << board.centre
    while True:
        lays = first or hands[side]
        first = 0
        options: list[tuple[int, int]] = []
        total = 0
        rest = edge
        while rest:
            low = rest & -rest
            rest ^= low
            cell = low.bit_length() - 1
            here = fits[cell] & lays
            if here:
                total += here.bit_count()
                options.append((cell, here))
        if not total:
            if extra:
                extra = 0
                side = 1 - side
                continue
            if stuck:
                return DRAW if left[0] == left[1] else int(left[1] < left[0])
            stuck = True
            side = 1 - side
            continue
        stuck = False
        pick = below(total)
        for cell, here in options:  # noqa: B007 (the cell found is used below)
            size = here.bit_count()
            if pick < size:
                break
            pick -= size
        while pick:
            here &= here - 1
            pick -= 1
        lay = (here & -here).bit_length() - 1
        filled |= 1 << cell
        edge = (edge | beside[cell]) & ~filled
        hands[side] &= ~LAYS_OF_TILE[TILE_OF_LAY[lay]]
        left[side] -= 1
        if not left[side]:
            return side
        closed = 0
        for vertex, value in zip(corners[cell], VALUES_OF_LAY[lay], strict=True):
            if values[vertex] == FREE:
                values[vertex] = value
                for other, corner in incident[vertex]:
                    fits[other] &= FITTING[corner][value]
            elif around[vertex] and not around[vertex] & ~filled:
                closed += 1
        extra = extra + closed - 1 if extra else closed
        if not extra:
            side = 1 - side
