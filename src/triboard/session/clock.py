"""The game clock: what is left to each seat. Pure; instants are those of events, on a monotonic clock.

Time that is shown never grows but by an increment or by going back to an earlier ply. So that nobody pays for
the board's own waiting, the clock is *held* at the last change that the sensors saw: if that becomes a move,
it was made then; if not, the time since is taken off after all.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from triboard.errors import ConfigurationError, Mistake
from triboard.units import SECOND, Duration, Instant, Seat, after

MOST_MINUTES: Final = 600
MOST_INCREMENT: Final = 3600
"""Seconds."""

NO_TIME: Final = Duration(0)
_TEXT: Final = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)(?:\+(\d{1,4}))?", re.ASCII)
_START: Final = Instant(0)


@dataclass(frozen=True, slots=True)
class ClockTerms:
    """Time for the whole game and what each turn adds, the same for all seats."""

    base: Duration
    increment: Duration = NO_TIME

    @classmethod
    def parse(cls, text: str) -> "ClockTerms":
        """Terms from `10+5`: minutes, and seconds a turn; raises `ConfigurationError`."""
        found = _TEXT.fullmatch(text) if isinstance(text, str) else None
        if found is not None:
            base, increment = float(found[1]), int(found[2] or 0)
            if 0 < base <= MOST_MINUTES and increment <= MOST_INCREMENT:
                return cls(Duration(round(base * 60 * SECOND)), Duration(increment * SECOND))
        remedy = f"Write minutes + seconds a turn, like 10+5; at most {MOST_MINUTES}+{MOST_INCREMENT}."
        raise ConfigurationError(Mistake("clock", f"{text!r} is no time", remedy))

    @property
    def text(self) -> str:
        """As `parse` reads it."""
        return f"{self.base / (60 * SECOND):.2f}".rstrip("0").rstrip(".") + f"+{self.increment // SECOND}"


@dataclass(frozen=True, slots=True)
class GameClock:
    """`left`: time left to each seat, for the one that runs as of `since`; `past[n]`: the same as ply n
    began. `held`: the running time is shown as of this instant. `fallen`: seats that have overstepped."""

    terms: ClockTerms
    left: tuple[Duration, ...]
    past: tuple[tuple[Duration, ...], ...]
    running: Seat | None = None
    since: Instant = _START
    held: Instant | None = None
    fallen: frozenset[Seat] = frozenset()

    @property
    def due(self) -> Instant | None:
        """When the flag of the running seat falls; `None` where none can."""
        if self.running is None or self.held is not None or self.running in self.fallen:
            return None
        return after(self.since, self.left[self.running])


def started(terms: ClockTerms, seats: int) -> GameClock:
    """A clock that stands still with the whole time on it."""
    left = (terms.base,) * seats
    return GameClock(terms, left, (left,))


def remaining(clock: GameClock, seat: Seat, at: Instant) -> Duration:
    """What the clock shows for a seat."""
    left = clock.left[seat]
    if seat != clock.running:
        return left
    until = at if clock.held is None else min(at, clock.held)
    return Duration(max(0, left - max(0, until - clock.since)))


def hold(clock: GameClock, at: Instant) -> GameClock:
    """The sensors saw a change: what is shown stands still until it is known what that was. A later change
    takes off the time until then."""
    if clock.running is None:
        return clock
    return replace(clock, held=max(at, clock.since, clock.held or at))


def release(clock: GameClock) -> GameClock:
    """It was no move: the time since counts after all."""
    return clock if clock.held is None else replace(clock, held=None)


def run(clock: GameClock, seat: Seat | None, at: Instant) -> GameClock:
    """Let the clock of this seat run from now on, and stop the one that ran."""
    if seat == clock.running:
        return clock
    stopped = _stopped(clock, at)
    return replace(stopped, running=seat, since=max(at, stopped.since))


def moved(clock: GameClock, at: Instant, mover: Seat, *, ends_turn: bool) -> GameClock:
    """A ply was made: the time until the change that made it is taken off; the end of a turn adds the
    increment, unless the flag had fallen before."""
    stopped = _stopped(clock, at)
    left = list(stopped.left)
    if ends_turn and mover not in stopped.fallen:
        left[mover] = Duration(left[mover] + clock.terms.increment)
    return replace(stopped, left=tuple(left), past=(*stopped.past, tuple(left)))


def back(clock: GameClock, ply: int) -> GameClock:
    """Everybody has again what was left as that ply began; the clock stands still."""
    past = clock.past[: ply + 1]
    over = {Seat(seat) for seat, left in enumerate(past[-1]) if not left}
    return replace(clock, left=past[-1], past=past, running=None, held=None, fallen=clock.fallen & over)


def flagged(clock: GameClock, at: Instant) -> GameClock:
    """The clock with the running seat's flag fallen, if its time is up."""
    seat = clock.running
    if seat is None or seat in clock.fallen or clock.held is not None or remaining(clock, seat, at):
        return clock
    return replace(clock, fallen=clock.fallen | {seat})


def _stopped(clock: GameClock, at: Instant) -> GameClock:
    """The clock at rest, with the time until `at`, or until it was held, taken off."""
    seat = clock.running
    if seat is None:
        return replace(clock, held=None)
    end = clock.held if clock.held is not None else max(at, clock.since)
    left = list(clock.left)
    left[seat] = remaining(clock, seat, end)
    fallen = clock.fallen if left[seat] else clock.fallen | {seat}
    return replace(clock, left=tuple(left), running=None, since=end, held=None, fallen=fallen)
