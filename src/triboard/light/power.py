"""Estimated current of a frame, and scaling it down to the budget of the board file.

An estimate, not a measurement: the idle current of every pixel plus, for each channel, its full-on
current in proportion to the value on the wire. Frames are red, green and blue everywhere; what an LED with
a white chip makes of them is counted here and done by the route (`light.strips`).
"""

from bisect import bisect_right
from functools import cache
from typing import Final, NamedTuple

from triboard.board.definition import Board, Power

FULL: Final = 255
"""Largest value of one channel on the wire."""


class Span(NamedTuple):
    """Pixels from `first` up to, not including, `end`."""

    first: int
    end: int


Spans = tuple[Span, ...]


def whites_of(board: Board) -> Spans:
    """The pixels of a board that have a white chip."""
    return tuple(Span(one.first, one.first + one.count) for one in board.strips if one.white)


class Fitted(NamedTuple):
    """A frame within the budget, and the factor 0 to 1 that brought it there (1: untouched)."""

    frame: bytes
    scale: float


def current(frame: bytes, power: Power, whites: Spans = ()) -> float:
    """Estimated current in milliamperes of all pixels while they show `frame`.

    `whites` are the pixels with a white chip: it takes over what red, green and blue have in common.
    """
    red, green, blue = (sum(frame[channel::3]) / FULL for channel in range(3))
    total = power.idle * (len(frame) // 3) + red * power.red + green * power.green + blue * power.blue
    exchanged = power.white - power.red - power.green - power.blue
    return total + exchanged * sum(_common(frame, span) for span in whites) / FULL


def _common(frame: bytes, span: Span) -> int:
    reds, greens, blues = (frame[3 * span.first + channel : 3 * span.end : 3] for channel in range(3))
    return sum(map(min, reds, greens, blues))


def fit(frame: bytes, power: Power, whites: Spans = ()) -> Fitted:
    """The frame, scaled as a whole by n/255 so that it keeps within the budget; without white chips by the
    largest n that does.

    A channel that is lit stays lit, at 1 or more. Where even that is above the budget the frame is dark
    and the scale 0: the budget is the stronger promise. A budget below the idle current cannot be kept.
    """
    if current(frame, power, whites) <= power.budget:
        return Fitted(frame, 1.0)
    fitting = bisect_right(
        range(1, FULL), power.budget, key=lambda part: current(_scaled(frame, part), power, whites)
    )
    # White chips make the current not quite monotonous in n, as rounding may turn white into two colours;
    # halving still ends at an n that was seen to fit.
    if fitting == 0:
        return Fitted(bytes(len(frame)), 0.0)
    return Fitted(_scaled(frame, fitting), fitting / FULL)


def _scaled(frame: bytes, part: int) -> bytes:
    """Each value times `part`/255, rounded down, but at least 1 where it was not 0."""
    return frame.translate(_table(part))


@cache  # 254 tables of 256 bytes at most
def _table(part: int) -> bytes:
    return bytes([0, *(max(1, value * part // FULL) for value in range(1, FULL + 1))])
