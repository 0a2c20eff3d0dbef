"""One random game to its end, as fast as plain Python allows: for search and statistics."""

from collections.abc import Callable
from typing import Final

from triboard.rules.game import Outcome
from triboard.rules.trike.state import Offer, State, result

TRIES: Final = 8
"""Draws before the legal moves are listed after all; bounds the numbers that one move consumes.

Typically a third to a half of the cells in line with the pawn can be reached, so a cell drawn blindly and
tested with one `and` is found sooner than the six rays are walked. A rejected draw tells nothing of
which legal cell comes next, so every legal move stays equally likely, with the list or without.
"""


def playout(state: State, below: Callable[[int], int]) -> Outcome:
    """Outcome after random legal moves from `state`; `below(n)` gives 0 to n-1, each equally likely.

    A swap that is still possible counts as one of the legal moves. Does not change `state`.
    """
    spot, filled, black, offer = state.spot, state.filled, state.black, state.offer
    if spot.cell is None:
        spot, filled, _ = spot.steps[below(len(spot.steps))]
        black = filled
        offer = Offer.OPEN if offer is Offer.AHEAD else offer
    if offer is Offer.OPEN and spot.near:
        # Only the opening lies on the board, so every cell in line can be reached.
        offer = Offer.CLOSED if below(len(spot.steps) + 1) else Offer.TAKEN
    blacks_turn = not filled.bit_count() & 1
    tries = range(TRIES)
    while (near := spot.near) & filled != near:
        steps = spot.steps
        width = len(steps)
        for _ in tries:
            target, bit, path = steps[below(width)]
            if not path & filled:
                break
        else:
            free = [step for step in steps if not step[2] & filled]
            target, bit, path = free[below(len(free))]
        spot = target
        filled |= bit
        if blacks_turn:
            black |= bit
        blacks_turn = not blacks_turn
    return result(spot, filled, black, offer)
