"""Laws of an exhibit's session: it takes everything, time always goes on, and alone it heals."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.test_session_properties import BOARD, OPTIONS, Life, live, rare, shown

from triboard.app.config import Config, ExhibitConfig
from triboard.app.exhibit import house_of
from triboard.session.entries import fresh
from triboard.session.events import (
    BoardSettled,
    BoardTouched,
    Event,
    HouseChanged,
    LinkUp,
    SomebodyThere,
    Tick,
)
from triboard.session.leaving import invites
from triboard.session.reducer import reduce
from triboard.session.state import Phase
from triboard.session.ttt3d import MANNERS
from triboard.units import SECOND, Duration, after, millis

HEALS = Duration(180 * SECOND)
AT_ONCE = 8
"""Ticks at one instant; more would be a daemon that spins."""


def house(options: dict[str, Any], *, opponents: tuple[str, ...] = ()) -> Any:
    """The usual manners for these options."""
    config = Config(options=options, opponents=opponents, exhibit=ExhibitConfig(enabled=True))
    return house_of(config, BOARD)


def let_time_pass(life: Life, wait: Duration) -> None:
    """Only ticks, each when the session wants it; their instants grow."""
    end, at_once = after(life.now, wait), 0
    while (due := life.state.deadline) is not None and due <= end:
        at_once = at_once + 1 if due <= life.now else 0
        assert at_once < AT_ONCE, life.state.visit
        life.now = max(life.now, due)
        step = reduce(life.state, Tick(life.now))
        if step.effects:
            life.send(Tick(life.now))
        else:
            life.state = step.state  # nothing to write: a step of the show needs no judging
    life.now = end


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(OPTIONS),
    st.sampled_from(OPTIONS),
    st.integers(0, 2**32 - 1),
    st.integers(1, 40),
)
def test_an_exhibit_takes_everything_and_heals_by_time_alone(
    begun: dict[str, Any], wanted: dict[str, Any], seed: int, length: int
) -> None:
    """Law (issue 8 point 3, property 6): no sequence of events raises, the journal brings the game back,
    and after 180 s of ticks the board plays or asks for pieces to be taken off, whatever the last thing was
    that its sensors showed; and then nothing is written any more."""
    chance = Random(seed)
    life = Life(fresh(BOARD, MANNERS, begun))
    life.send(HouseChanged(life.now, house(wanted)))
    for _ in range(length):
        live(life, chance)
        if chance.random() < 0.1:
            let_time_pass(life, Duration(chance.choice([15, 70, 200]) * SECOND))
        if chance.random() < 0.05:
            known: list[Event] = [SomebodyThere(life.now), HouseChanged(life.now, house(wanted))]
            life.send(chance.choice(known))
    life.send(LinkUp(life.now))
    observed = shown(life.state, chance)
    life.send(BoardTouched(life.now, observed))
    life.now = after(life.now, millis(200))
    life.send(BoardSettled(life.now, observed))
    let_time_pass(life, HEALS)
    state = life.state
    told = (state.phase, state.notice, state.leftovers, state.visit, state.options)
    assert state.phase in (Phase.PLAY, Phase.SETUP), told
    assert state.question is None, told
    assert not state.terms.rivals, told
    if state.phase is Phase.PLAY:
        assert state.correction is None, told
        assert invites(state), told
    life.resume()
    written = len(life.journal)
    let_time_pass(life, Duration(1000 * SECOND))
    assert len(life.journal) == written


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(OPTIONS), st.integers(0, 2**32 - 1))
def test_whatever_was_left_does_not_change_what_the_sensors_say(options: dict[str, Any], seed: int) -> None:
    """Law: passing over is undone exactly: what is taken for nothing is still known as it is."""
    chance = Random(seed)
    life = Life(fresh(BOARD, MANNERS, options))
    life.send(HouseChanged(life.now, house(options)))
    life.send(LinkUp(life.now))
    for _ in range(20):
        observed = shown(life.state, chance)
        life.send(BoardTouched(life.now, observed))
        life.now = after(life.now, millis(200))
        step = reduce(life.state, BoardSettled(life.now, observed))
        life.send(BoardSettled(life.now, observed))
        settled = step.state.settled
        assert settled is not None
        raw = step.state.leftovers.raw(settled)
        for site, levels in raw.sites.items():
            unread = site in step.state.leftovers.sites and observed.sites[site][0].kind.value == "unknown"
            assert levels == observed.sites[site] or unread
        let_time_pass(life, Duration(chance.choice([0, 95, 120]) * SECOND))
        life.send(rare(life.state, life.now, chance)) if chance.random() < 0.1 else None
