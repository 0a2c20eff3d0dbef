"""Rates of candidates that are measured side by side."""

import time
from collections.abc import Callable, Sequence
from typing import Final

SLICES: Final = 7
BATCH: Final = 20
"""Runs between two looks at the clock, so that looking costs nothing beside running."""


def best(candidates: Sequence[Callable[[], object]], seconds: float, batch: int = BATCH) -> list[float]:
    """Best rate of each candidate per second of processor time, from about `seconds` for all together.

    The candidates take turns, slice by slice, so that a busy moment hits all alike.
    """
    rates = [0.0] * len(candidates)
    slice_seconds = seconds / SLICES / len(candidates)
    for _ in range(SLICES):
        for number, candidate in enumerate(candidates):
            start, runs = time.process_time(), 0
            while time.process_time() - start < slice_seconds:
                for _ in range(batch):
                    candidate()
                runs += batch
            rates[number] = max(rates[number], runs / (time.process_time() - start))
    return rates
