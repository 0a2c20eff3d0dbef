"""Settling: deciding on the host that a person's hands are off (physical-play 1).

    any change ──► MOVING ──(lain still for the board's settle time)──► SETTLED ──change──► MOVING

The controller removes electrical chatter before this; here the clock is the person's.
"""

from dataclasses import dataclass, replace

from triboard.board.readings import Observation, same_field
from triboard.units import Duration, Instant, after


@dataclass(frozen=True, slots=True)
class Settling:
    """The latest observation, since when it has lain still, and whether that was reported."""

    observation: Observation | None = None
    since: Instant | None = None
    settled: bool = False


def touch(state: Settling, observation: Observation, at: Instant) -> Settling:
    """Take in an observation; one equal to the latest changes nothing. A hand that takes a piece out of
    its tray does not hold up a field that is settling."""
    if observation == state.observation:
        return state
    if not state.settled and same_field(state.observation, observation):
        return replace(state, observation=observation)
    return Settling(observation, at)


def deadline(state: Settling, wait: Duration) -> Instant | None:
    """When the latest observation will have settled; `None` if it has or there is none."""
    if state.since is None or state.settled:
        return None
    return after(state.since, wait)


def settle(state: Settling, wait: Duration, at: Instant) -> tuple[Settling, Observation | None]:
    """The observation, once, when it has lain still for `wait` by `at`."""
    due = deadline(state, wait)
    if due is None or at < due:
        return state, None
    return replace(state, settled=True), state.observation
