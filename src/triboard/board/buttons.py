"""Debouncing of buttons over level samples: a press counts once its level has lain still.

    UP ──active, still for STEADY──► DOWN (pressed!) ──inactive, still for STEADY──► UP

A button that is held down when the daemon starts counts only after it was let go.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from triboard.units import Instant, after, millis

STEADY: Final = millis(12)  # longer than any switch chatters, shorter than any finger presses


@dataclass(frozen=True, slots=True)
class ButtonState:
    """Level now, since when, and the level that counts (`None` until the first one has lain still)."""

    level: bool
    since: Instant
    steady: bool | None = None


def sampled(state: ButtonState | None, level: bool, at: Instant) -> ButtonState:  # noqa: FBT001 (a sample)
    """Take in one level sample."""
    if state is None:
        return ButtonState(level, at)
    return state if state.level == level else replace(state, level=level, since=at)


def settle_buttons(
    states: Mapping[int, ButtonState], at: Instant
) -> tuple[dict[int, ButtonState], tuple[int, ...]]:
    """The states at an instant, and the pins of buttons whose press counts now."""
    pressed = []
    later = {}
    for pin, state in states.items():
        if state.level != state.steady and at >= after(state.since, STEADY):
            if state.level and state.steady is False:
                pressed.append(pin)
            later[pin] = replace(state, steady=state.level)
        else:
            later[pin] = state
    return later, tuple(pressed)


def buttons_deadline(states: Mapping[int, ButtonState]) -> Instant | None:
    """When the next level will have lain still."""
    return min(
        (after(state.since, STEADY) for state in states.values() if state.level != state.steady),
        default=None,
    )
