"""Deciding that hands are off, and that a button was pressed: both on levels and simulated time."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triboard.board.buttons import LONG, STEADY, ButtonState, buttons_deadline, sampled, settle_buttons
from triboard.board.classify import unseen
from triboard.board.load import load_board
from triboard.board.readings import Observation, RimReading, RimState, holds
from triboard.board.settle import Settling, deadline, settle, touch
from triboard.units import Instant, Piece, Site, after, millis

WAIT = millis(200)
FIRST = unseen(load_board("ttt3d"))
OTHER = Observation({**FIRST.sites, Site("Ab2"): (holds(Piece("white")),)})


def at(ms: float) -> Instant:
    return Instant(millis(ms))


def test_nothing_settles_before_anything_was_seen() -> None:
    """Law: without an observation there is nothing to wait for and nothing to tell."""
    assert deadline(Settling(), WAIT) is None
    assert settle(Settling(), WAIT, at(1e6)) == (Settling(), None)


@pytest.mark.parametrize(("ms", "told"), [(0, False), (199.999, False), (200, True), (5000, True)])
def test_an_observation_settles_when_it_has_lain_still_for_the_settle_time(ms: float, *, told: bool) -> None:
    """Law (§1): not a microsecond earlier."""
    state = touch(Settling(), FIRST, at(1000))
    _, settled = settle(state, WAIT, after(at(1000), millis(ms)))
    assert (settled is FIRST) is told


def test_it_is_told_once() -> None:
    """Law: a board that goes on lying still has nothing new to say."""
    state, first = settle(touch(Settling(), FIRST, at(0)), WAIT, at(300))
    assert first is FIRST
    assert settle(state, WAIT, at(900)) == (state, None)
    assert deadline(state, WAIT) is None


def test_a_change_begins_the_wait_anew() -> None:
    """Law: MOVING -> SETTLED -> MOVING; only the latest observation counts."""
    state = touch(touch(Settling(), FIRST, at(0)), OTHER, at(150))
    assert deadline(state, WAIT) == at(350)
    assert settle(state, WAIT, at(349))[1] is None
    assert settle(state, WAIT, at(350))[1] is OTHER


def test_hands_at_the_trays_do_not_hold_up_the_field() -> None:
    """Law (§4): who takes the next piece out of its tray does not delay the last move; what happens there
    after the field has settled settles as well."""
    taken = Observation(FIRST.sites, FIRST.rims, {Site("tray:white"): (holds(Piece("white")),)})
    state = touch(touch(Settling(), FIRST, at(0)), taken, at(150))
    state, settled = settle(state, WAIT, at(200))
    assert settled is taken
    assert deadline(touch(state, FIRST, at(300)), WAIT) == at(500)


def test_an_equal_observation_does_not_begin_it_anew() -> None:
    """Law (T-missed-report): periodic snapshots of a still board change nothing."""
    state = touch(Settling(), FIRST, at(0))
    assert touch(state, Observation(dict(FIRST.sites)), at(150)) is state


def test_a_rim_that_moves_is_a_change() -> None:
    """Law: rims are part of the observation."""
    state = touch(Settling(), FIRST, at(0))
    moved = Observation(FIRST.sites, (RimReading(RimState.BETWEEN),))
    assert touch(state, moved, at(10)).since == at(10)


def play(samples: list[tuple[bool, float]], until: float) -> int:
    """How many presses of one button count, with levels sampled at milliseconds."""
    states: dict[int, ButtonState] = {}
    presses = 0
    moments = sorted({ms for _, ms in samples} | {until} | {ms + 12 for _, ms in samples})
    for moment in moments:
        for level, ms in samples:
            if ms == moment:
                states[5] = sampled(states.get(5), level, at(ms))
        states, pushed = settle_buttons(states, at(moment))
        presses += len(pushed.pressed)
    return presses


def long_presses(samples: list[tuple[bool, float]], *, every: int = 50, until: int = 9000) -> list[float]:
    """When one button counts as held for long, in milliseconds."""
    states: dict[int, ButtonState] = {}
    found = []
    for moment in sorted({ms for _, ms in samples} | set(range(0, until, every))):
        for level, ms in samples:
            if ms == moment:
                states[5] = sampled(states.get(5), level, at(ms))
        states, pushed = settle_buttons(states, at(moment))
        found += [moment] * len(pushed.held)
    return found


@pytest.mark.parametrize(
    ("samples", "moments"),
    [
        ([(False, 0), (True, 100), (False, 2050)], []),
        ([(False, 0), (True, 100), (False, 8000)], [2100]),
        ([(False, 0), (True, 100), (False, 1000), (True, 1005), (False, 3100)], [3050]),
        ([(False, 0), (True, 100), (False, 1000), (True, 1500), (False, 3400)], []),
        ([(False, 0), (True, 100), (False, 3000), (True, 4000), (False, 7000)], [2100, 6000]),
        ([(True, 0), (False, 5000)], []),
    ],
    ids=["a press", "held once", "a contact that chatters", "two presses", "held twice", "held at the start"],
)
def test_a_button_that_is_held_counts_once_more(
    samples: list[tuple[bool, float]], moments: list[int]
) -> None:
    """Law: a press that lasts two seconds says so once; what was down at the start was no press."""
    assert long_presses(samples) == moments


def test_a_long_press_has_a_deadline() -> None:
    """Law: no polling for it either."""
    states = {5: sampled(ButtonState(level=False, since=at(0), steady=False), level=True, at=at(100))}
    states, _ = settle_buttons(states, at(112))
    assert buttons_deadline(states) == after(at(100), LONG)
    states, pushed = settle_buttons(states, at(2100))
    assert pushed.held == (5,)
    assert buttons_deadline(states) is None


@pytest.mark.parametrize(
    ("samples", "presses"),
    [
        ([(False, 0), (True, 100), (False, 220)], 1),
        ([(False, 0), (True, 100), (False, 101), (True, 102), (False, 220), (True, 221), (False, 222)], 1),
        ([(False, 0), (True, 100), (False, 105)], 0),
        ([(False, 0), (True, 100), (False, 220), (True, 400), (False, 500)], 2),
        ([(True, 0), (False, 300)], 0),
        ([(True, 0), (False, 300), (True, 500), (False, 600)], 1),
        ([(False, 0), (True, 100)], 1),
    ],
    ids=[
        "a press", "a press that chatters", "a spike", "two presses",
        "held at the start", "let go, then pressed", "held down",
    ],
)  # fmt: skip
def test_a_press_counts_once_when_its_level_has_lain_still(
    samples: list[tuple[bool, float]], presses: int
) -> None:
    """Law: UP -> DOWN counts one press; chatter, spikes and a button held since the start count none."""
    assert play(samples, 2000) == presses


def test_the_deadline_is_when_the_next_level_will_have_lain_still() -> None:
    """Law: no polling; `None` where every level counts already."""
    states = {5: ButtonState(level=False, since=at(0)), 6: ButtonState(level=True, since=at(7))}
    assert buttons_deadline(states) == after(at(0), STEADY)
    states, _ = settle_buttons(states, at(100))
    assert buttons_deadline(states) is None
    assert buttons_deadline({}) is None


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 40)), max_size=30))
def test_presses_are_never_more_than_times_the_level_went_active(steps: list[tuple[bool, int]]) -> None:
    """Law: no number of chattering contacts invents a press."""
    moment, samples = 0, [(False, 0.0)]
    for level, wait in steps:
        moment += wait
        samples.append((level, float(moment)))
    rises = sum(now and not before for (before, _), (now, _) in pairwise(samples))
    assert play(samples, moment + 100.0) <= rises
