"""Debouncing of buttons over level samples: a press counts once its level has lain still.

    UP ──active, still for STEADY──► DOWN (pressed!) ──inactive, still for STEADY──► UP
                                      └──active for LONG──► (held!)

A button that is held down when the daemon starts counts only after it was let go.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from triboard.units import Instant, after, millis

STEADY: Final = millis(12)  # longer than any switch chatters, shorter than any finger presses

LONG: Final = millis(2000)
"""A button that is down for so long is held on purpose; nobody presses so long by chance."""


@dataclass(frozen=True, slots=True)
class ButtonState:
    """Level now, since when, and the level that counts (`None` until the first one has lain still).
    `pressed`: a press has counted that may still become a long one."""

    level: bool
    since: Instant
    steady: bool | None = None
    pressed: bool = False


class Pushed(NamedTuple):
    """Pins of buttons whose press counts now, and of those that have been held for long just now."""

    pressed: tuple[int, ...]
    held: tuple[int, ...]


def sampled(state: ButtonState | None, level: bool, at: Instant) -> ButtonState:  # noqa: FBT001 (a sample)
    """Take in one level sample."""
    if state is None:
        return ButtonState(level, at)
    return state if state.level == level else replace(state, level=level, since=at)


def settle_buttons(states: Mapping[int, ButtonState], at: Instant) -> tuple[dict[int, ButtonState], Pushed]:
    """The states at an instant, and the buttons about which it says something new."""
    pressed, held = [], []
    later = {}
    for pin, state in states.items():
        if state.level != state.steady and at >= after(state.since, STEADY):
            counts = state.level and state.steady is False
            if counts:
                pressed.append(pin)
            state = replace(state, steady=state.level, pressed=counts)
        if state.pressed and state.level and at >= after(state.since, LONG):
            held.append(pin)
            state = replace(state, pressed=False)
        later[pin] = state
    return later, Pushed(tuple(pressed), tuple(held))


def buttons_deadline(states: Mapping[int, ButtonState]) -> Instant | None:
    """When the next level will have lain still, or the next press will have been a long one."""
    still = [after(state.since, STEADY) for state in states.values() if state.level != state.steady]
    long = [after(state.since, LONG) for state in states.values() if state.pressed and state.level]
    return min((*still, *long), default=None)
