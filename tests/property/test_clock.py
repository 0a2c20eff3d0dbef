"""Laws of the game clock: what is shown never grows but where time is added; nothing is taken twice."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from triboard.session.clock import (
    ClockTerms,
    GameClock,
    back,
    flagged,
    hold,
    moved,
    release,
    remaining,
    run,
    started,
)
from triboard.units import SECOND, Duration, Instant, Seat

SEATS = 3
TERMS = ClockTerms(Duration(60 * SECOND), Duration(2 * SECOND))
MOST = 15 * SECOND

steps = st.lists(
    st.tuples(
        st.sampled_from(["run", "stop", "hold", "release", "move", "last", "flag", "back"]),
        st.integers(0, SEATS - 1),
        st.integers(-SECOND, MOST),
        st.booleans(),
    ),
    max_size=60,
)


@dataclass
class Watched:
    """A clock with what it has shown last."""

    clock: GameClock
    now: Instant

    def shown(self) -> list[int]:
        """Time of each seat at this instant."""
        return [remaining(self.clock, Seat(seat), self.now) for seat in range(SEATS)]


def after(watched: Watched, verb: str, seat: Seat, *, ends: bool) -> GameClock:
    clock, now = watched.clock, watched.now
    match verb:
        case "run":
            return run(clock, seat, now)
        case "stop":
            return run(clock, None, now)
        case "hold":
            return hold(clock, now)
        case "release":
            return release(clock)
        case "flag":
            return flagged(clock, now)
        case "back":
            return back(clock, min(int(seat), len(clock.past) - 1))
        case _:
            mover = clock.running if clock.running is not None else seat
            return moved(clock, now, mover, ends_turn=ends)


@given(steps)
def test_shown_time_never_grows_but_by_an_increment_or_a_takeback(
    history: list[tuple[str, int, int, bool]],
) -> None:
    """Law (T-clock-monotone): at whatever instants things happen, also slightly out of order."""
    watched = Watched(started(TERMS, SEATS), Instant(0))
    latest = watched.now
    for verb, number, wait, ends in history:
        before = watched.shown()
        watched.now = Instant(max(0, watched.now + wait))
        latest = max(latest, watched.now)
        seat = Seat(number)
        if wait >= 0 and watched.now == latest:
            later = watched.shown()
            assert all(new <= old for new, old in zip(later, before, strict=True))
            before = later
        clock = after(watched, verb, seat, ends=ends)
        added = TERMS.increment if verb in ("move", "last") and ends else 0
        watched.clock = clock
        if verb != "back" and wait >= 0 and watched.now == latest:
            for new, old in zip(watched.shown(), before, strict=True):
                assert new <= old + added
        assert all(left >= 0 for left in watched.shown())
        assert all(clock.left[fallen] == 0 or clock.running == fallen for fallen in clock.fallen)


@given(steps)
def test_time_taken_and_time_left_add_up(history: list[tuple[str, int, int, bool]]) -> None:
    """Law: with no increment and no takeback nobody loses more time than has passed, all seats together."""
    terms = ClockTerms(Duration(600 * SECOND))
    watched = Watched(started(terms, SEATS), Instant(0))
    for verb, number, wait, _ in history:
        if verb == "back":
            continue
        watched.now = Instant(watched.now + max(0, wait))
        watched.clock = after(watched, verb, Seat(number), ends=False)
    assert SEATS * terms.base - sum(watched.shown()) <= watched.now


@given(st.integers(1, 60_000), st.integers(0, 3600))
def test_terms_are_written_as_they_are_read(hundredths: int, increment: int) -> None:
    """Law: `parse` is the inverse of `text`."""
    terms = ClockTerms(Duration(hundredths * 60 * SECOND // 100), Duration(increment * SECOND))
    assert ClockTerms.parse(terms.text) == terms


def test_a_move_counts_from_the_last_change_that_the_sensors_saw() -> None:
    """Law: nobody pays for the board's settling; who only touched pays for all of it."""
    clock = run(started(TERMS, 2), Seat(0), Instant(0))
    touched = hold(clock, Instant(10 * SECOND))
    assert remaining(touched, Seat(0), Instant(11 * SECOND)) == 50 * SECOND
    made = moved(touched, Instant(11 * SECOND), Seat(0), ends_turn=False)
    assert made.left[0] == 50 * SECOND
    withdrawn = release(touched)
    assert remaining(withdrawn, Seat(0), Instant(11 * SECOND)) == 49 * SECOND


def test_a_flag_falls_once_and_ends_nothing() -> None:
    """Law: overstepped time stays at nothing, and gets no increments."""
    clock = run(started(TERMS, 2), Seat(0), Instant(0))
    assert clock.due == 60 * SECOND
    fallen = flagged(clock, Instant(60 * SECOND))
    assert fallen.fallen == {Seat(0)}
    assert fallen.due is None
    assert moved(fallen, Instant(70 * SECOND), Seat(0), ends_turn=True).left == (0, 60 * SECOND)
