"""This machine's speed beside the reference machine's, so that required rates travel between machines.

Source: measured beside the table of playouts a second in `tests/bench/rules/bench.py`. `REFERENCE`
is the rate of the same loop on the reference machine (one core of a small virtual machine, CPython 3.11),
taken as its best slice beside the best playout figures of the speed table.
"""

import time
from typing import Final

REFERENCE: Final = 28_000.0
"""Rounds per second of processor time; the reference machine drops to 19,000 when it is shared."""


def _round() -> int:
    """One round: list walking, integer arithmetic and indexing in the mix of a board-game playout."""
    cells = [0] * 91
    state = 12345
    total = 0
    for _ in range(91):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        at = state % 91
        while cells[at]:
            at = at + 1 if at < 90 else 0
        cells[at] = 1
        total += at
    return total


def rate(seconds: float = 2.0) -> float:
    """Best of ten slices, in rounds per second of processor time."""
    best = 0.0
    for _ in range(10):
        start = time.process_time()
        rounds = 0
        while time.process_time() - start < seconds / 10:
            _round()
            rounds += 1
        best = max(best, rounds / (time.process_time() - start))
    return best


if __name__ == "__main__":
    print(f"{rate():.0f}")
