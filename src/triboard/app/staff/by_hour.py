"""A value by the hour: points of the day from which a brightness or a volume holds until the next one."""

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from triboard.app.staff.schedule import minutes_of
from triboard.errors import ConfigurationError, Mistake

_POINT: Final = re.compile(r"(\d\d?[:.]\d\d)\s+(\d+(?:\.\d+)?)\s*%", re.ASCII)


class Point(NamedTuple):
    """From this minute of the day on, this part of the whole."""

    minute: int
    value: float


def point_of(text: str, low: float = 0.0) -> Point:
    """`20:00 30 %`, at least `low`; raises `ConfigurationError`."""
    match = _POINT.fullmatch(text.strip())
    value = float(match[2]) / 100 if match else -1.0
    if match is None or not low <= value <= 1:
        remedy = f'Write an hour and {100 * low:g} % to 100 %: "20:00 30 %".'
        raise ConfigurationError(Mistake("", f"{text!r} is no hour with a value", remedy))
    return Point(minutes_of(match[1], text), value)


def points_of(low: float) -> Callable[[str], Point]:
    """Reads points that are not below `low`."""
    return lambda text: point_of(text, low)


def value_at(points: Sequence[str], minute: int) -> float | None:
    """What holds at a minute of the day: the last point before it, over midnight; `None` without points."""
    found = sorted(map(point_of, points))
    if not found:
        return None
    return next((one.value for one in reversed(found) if one.minute <= minute), found[-1].value)
