"""Keeps the board as a whole from flashing.

At most three opposing changes lie in any closed window of one second, counted on the mean relative
luminance of all pixels, and separately on saturated red. A frame that would make a fourth is not
admitted: the old one stays until it would be harmless.

Sources: WCAG 2.2, 2.3.1 and its definition of general flash and red flash (a flash is a pair of opposing
changes of 10 % or more of the maximum relative luminance; a colour is saturated red when
R / (R + G + B) >= 0.8; a red change counts when (R - G - B) x 320 moves by more than 20). WCAG allows
three flashes, that is six opposing changes; we allow half, and take the whole board as one area.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from triboard.units import SECOND, Instant

MOST_CHANGES: Final = 3
"""Opposing changes allowed in any second, counting the first."""

LUMINANCE_STEP: Final = 0.1
"""Part of the luminance of an all-white board from which a change counts."""

RED_STEP: Final = 20 / 320
"""Part of the saturated red of an all-red board from which a change counts."""

_SLACK: Final = 1e-9  # rounding of the means never hides a change


class Shown(NamedTuple):
    """A frame that went out: when, its mean relative luminance and its mean saturated red, 0 to 1."""

    at: Instant
    luminance: float
    red: float


@dataclass(frozen=True, slots=True)
class Limiter:
    """What has been shown in the last second, oldest first; the first was in force when it began."""

    history: tuple[Shown, ...]


class Admission(NamedTuple):
    """Either the frame may be shown and `limiter` counts it, or it waits until `wait_until`."""

    limiter: Limiter
    wait_until: Instant | None


def begin(at: Instant) -> Limiter:
    """A limiter for pixels that are dark."""
    return Limiter((Shown(at, 0.0, 0.0),))


def begin_unknown(at: Instant) -> Limiter:
    """A limiter for pixels that were just made dark, and of which nobody knows what they showed before.

    The worst is assumed, a bright board: a new process counts its opening dark frame as a change.
    """
    return Limiter((Shown(at, 1.0, 1.0), Shown(at, 0.0, 0.0)))


def note(limiter: Limiter, frame: bytes, at: Instant) -> Limiter:
    """Count a frame that shows, or may show, without having been asked for (a cable pulled, a restart)."""
    return Limiter((*_since(limiter.history, at - SECOND), measure(frame, at)))


def measure(frame: bytes, at: Instant) -> Shown:
    """Means over all pixels; wire values are linear light, so no gamma is undone."""
    count = max(len(frame) // 3, 1)
    reds, greens, blues = frame[0::3], frame[1::3], frame[2::3]
    luminance = 0.2126 * sum(reds) + 0.7152 * sum(greens) + 0.0722 * sum(blues)
    red = sum(r - g - b for r, g, b in zip(reds, greens, blues, strict=True) if r and r >= 4 * (g + b))
    return Shown(at, luminance / (255 * count), red / (255 * count))


def admit(limiter: Limiter, frame: bytes, at: Instant) -> Admission:
    """Whether `frame` may be shown at `at`, which is not before the last frame shown.

    A frame that is refused now and offered again at `wait_until`, with no other shown between, is
    admitted. It is never refused for longer than a second.
    """
    shown = measure(frame, at)
    history = _since(limiter.history, at - SECOND)
    offered = (*history, shown)
    if _harmless(offered):
        same = history[-1][1:] == shown[1:]
        return Admission(Limiter(history if same else offered), None)
    leaving = bisect_left(range(len(history)), 1, key=lambda first: int(_harmless(offered[first:])))
    return Admission(Limiter(history), Instant(history[leaving].at + SECOND + 1))


def _since(history: tuple[Shown, ...], start: int) -> tuple[Shown, ...]:
    """The frames from `start` on and the one in force just before it."""
    first = 0
    while first + 1 < len(history) and history[first + 1].at < start:
        first += 1
    return history[first:]


def _harmless(shown: Sequence[Shown]) -> bool:
    return (
        opposing_changes([frame.luminance for frame in shown], LUMINANCE_STEP) <= MOST_CHANGES
        and opposing_changes([frame.red for frame in shown], RED_STEP) <= MOST_CHANGES
    )


def opposing_changes(values: Sequence[float], step: float) -> int:
    """The longest chain of rises and falls by turns, each `step` or more, that the values hold."""
    step -= _SLACK
    low = high = values[0]
    count = 0
    rising: bool | None = None
    for value in values[1:]:
        if rising is not True and value >= low + step:
            count, rising, high = count + 1, True, value
        elif rising is not False and value <= high - step:
            count, rising, low = count + 1, False, value
        else:
            low, high = min(low, value), max(high, value)
    return count
