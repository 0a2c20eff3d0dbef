"""Estimated current of a frame, and scaling it down to the budget of the board file.

An estimate, not a measurement: the idle current of every pixel plus, for each channel, its full-on
current in proportion to the value on the wire.
"""

from bisect import bisect_right
from functools import cache
from typing import Final, NamedTuple

from triboard.board.definition import Power

FULL: Final = 255
"""Largest value of one channel on the wire."""


class Fitted(NamedTuple):
    """A frame within the budget, and the factor 0 to 1 that brought it there (1: untouched)."""

    frame: bytes
    scale: float


def current(frame: bytes, power: Power) -> float:
    """Estimated current in milliamperes of all pixels while they show `frame`."""
    red, green, blue = (sum(frame[channel::3]) / FULL for channel in range(3))
    idle = power.idle * (len(frame) // 3)
    return idle + red * power.red + green * power.green + blue * power.blue


def fit(frame: bytes, power: Power) -> Fitted:
    """The frame, scaled as a whole by the largest n/255 that keeps it within the budget.

    A channel that is lit stays lit, at 1 or more. Where even that is above the budget the frame is dark
    and the scale 0: the budget is the stronger promise. A budget below the idle current cannot be kept.
    """
    if current(frame, power) <= power.budget:
        return Fitted(frame, 1.0)
    fitting = bisect_right(
        range(1, FULL), power.budget, key=lambda part: current(_scaled(frame, part), power)
    )
    if fitting == 0:
        return Fitted(bytes(len(frame)), 0.0)
    return Fitted(_scaled(frame, fitting), fitting / FULL)


def _scaled(frame: bytes, part: int) -> bytes:
    """Each value times `part`/255, rounded down, but at least 1 where it was not 0."""
    return frame.translate(_table(part))


@cache  # 254 tables of 256 bytes at most
def _table(part: int) -> bytes:
    return bytes([0, *(max(1, value * part // FULL) for value in range(1, FULL + 1))])
