"""Hands take their time, contacts bounce, tracks tell every edge; the end is always what was meant."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from triboard.board.classify import observe
from triboard.board.definition import Board, Level, Sensing, SensingKind
from triboard.board.load import load_board
from triboard.board.readings import EMPTY, RimReading, RimState
from triboard.board.rims import RimTracking, follow, rim_reading
from triboard.sim.hands import (
    CONTACT_BOUNCE,
    PRESS,
    REACH,
    SHORTEST_PRESS,
    SWITCH_BOUNCE,
    TURNING,
    Hands,
    Refusal,
)
from triboard.sim.world import ImpossibleError, World
from triboard.units import SECOND, Channel, Detent, Duration, Instant, Piece, Site, after

BOARD = load_board("ttt3d")
START = Instant(1_000_000)
WHITE, RED = Piece("white"), Piece("red")


class Wires:
    """Sensor channels and pins at which hands end: levels now, and every change with its instant."""

    def __init__(self, board: Board = BOARD, *, seed: int = 1, speed: float = 1.0) -> None:
        self.board = board
        self.raw = [0] * board.channels
        self.pins: dict[int, bool] = {}
        self.sensed: list[tuple[Instant, int, int]] = []
        self.edges: list[tuple[int, bool]] = []
        self.refused: list[Refusal] = []
        self.world = World(board)
        self.rims = [RimTracking() for _ in board.rims]
        self.hands = Hands(
            board, self.world, self, self, chance=Random(seed), refused=self.refused.append, speed=speed
        )
        self.hands.settle_in(Instant(0))
        self.sensed.clear()
        self.edges.clear()

    def set_raw(self, channel: Channel, value: int, now: Instant) -> None:
        """A sensor's copper changes."""
        if self.raw[channel] != value:
            self.sensed.append((now, channel, value))
        self.raw[channel] = value

    def set_level(self, pin: int, now: Instant, *, high: bool) -> None:
        """No rim of this board hangs on the controller."""

    def drive(self, pin: int, *, active: bool) -> None:
        """A switch closes or opens; rims are followed edge by edge."""
        if self.pins.get(pin) == active:
            return
        self.pins[pin] = active
        self.edges.append((pin, active))
        for number, rim in enumerate(self.board.rims):
            pins = (rim.track_a, rim.track_b, rim.index)
            if pin in pins and all(one in self.pins for one in pins):
                a, b, index = (self.pins[one] for one in pins)
                self.rims[number] = follow(self.rims[number], rim, track_a=a, track_b=b, index=index)

    def run(self, until: Instant) -> None:
        """Let the hands do what is due."""
        self.hands.advance(until)

    def shown(self) -> dict[str, str]:
        """What the sensors would be read as."""
        rims = (RimReading(RimState.REST, Detent(0)),) * len(self.board.rims)
        sites = observe(self.board, self.raw, rims).sites
        return {site: levels[0].text for site, levels in sites.items() if levels[0] != EMPTY}


def test_a_bare_board_shows_itself_when_power_comes_on() -> None:
    """Law: every channel and every pin has a level."""
    wires = Wires()
    assert wires.shown() == {}
    assert not any(wires.pins[button.pin] for button in BOARD.buttons)
    assert [rim_reading(state, rim).state for state, rim in zip(wires.rims, BOARD.rims, strict=True)] == [
        RimState.REST
    ] * 3


@pytest.mark.parametrize("seed", range(20))
def test_a_drop_takes_a_hands_time_bounces_and_holds(seed: int) -> None:
    """Law: nothing before the hand is there; chatter within the bounce time; then the ball's own colour."""
    wires = Wires(seed=seed)
    done = wires.hands.drop(Site("Bb2"), WHITE, START)
    wires.run(after(START, Duration(REACH // 2)))
    assert wires.sensed == []
    wires.run(done)
    assert wires.shown() == {"Bb2": "white"}
    first, last = wires.sensed[0][0], wires.sensed[-1][0]
    assert last - first <= CONTACT_BOUNCE
    assert wires.hands.next_deadline() is None
    wires.run(after(done, SECOND))
    assert wires.shown() == {"Bb2": "white"}


@pytest.mark.parametrize("seed", range(10))
def test_a_lifted_ball_stays_in_the_hand_until_it_is_put(seed: int) -> None:
    """Law: lift, then put away into the tray."""
    wires = Wires(seed=seed)
    done = wires.hands.drop(Site("Bb2"), WHITE, START)
    done = wires.hands.lift(Site("Bb2"), done)
    wires.run(done)
    assert (wires.shown(), wires.world.hand) == ({}, [WHITE])
    wires.run(wires.hands.put_away(done))
    assert (wires.world.hand, wires.world.tray()[WHITE]) == ([], 13)


def test_two_hands_work_at_once_and_one_hand_one_after_another() -> None:
    """Law: each hand is busy until it is done."""
    wires = Wires()
    first = wires.hands.drop(Site("Aa1"), WHITE, START, hand=0)
    second = wires.hands.drop(Site("Ab1"), RED, START, hand=1)
    third = wires.hands.drop(Site("Ac1"), WHITE, START, hand=0)
    assert second < third
    assert first < third
    wires.run(max(first, second))
    assert wires.shown() == {"Aa1": "white", "Ab1": "red"}
    wires.run(third)
    assert wires.shown() == {"Aa1": "white", "Ab1": "red", "Ac1": "white"}


def test_what_turns_out_to_be_impossible_is_refused_when_the_hand_is_there() -> None:
    """Law: with the tag of the verb, so that a script can name its line; nothing is changed."""
    wires = Wires()
    wires.hands.drop(Site("Aa1"), WHITE, START)
    wires.hands.drop(Site("Aa1"), RED, START, tag=7)
    wires.run(wires.hands.lift(Site("Cc3"), START, tag=8))
    assert [(refusal.text, refusal.tag) for refusal in wires.refused] == [
        ("Aa1 is full.", 7),
        ("There is nothing in Cc3.", 8),
    ]
    assert wires.shown() == {"Aa1": "white"}


def test_what_is_not_on_the_board_is_refused_at_once() -> None:
    """Law: the message lists what there is."""
    wires = Wires()
    with pytest.raises(ImpossibleError, match="There is no rim D; rims: A, B, C"):
        wires.hands.turn("D", 90, START)
    with pytest.raises(ImpossibleError, match="There is no button HINT; buttons: OK, UNDO"):
        wires.hands.press("HINT", START)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("speed", [1.0, 10.0])
def test_a_press_chatters_and_ends_released(seed: int, speed: float) -> None:
    """Law: one press is held as long as a finger holds it, however hurried the hand."""
    wires = Wires(seed=seed, speed=speed)
    [pin] = [button.pin for button in BOARD.buttons if button.button == "OK"]
    done = wires.hands.press("OK", START)
    held = done - START - SWITCH_BOUNCE
    assert held == max(SHORTEST_PRESS, PRESS / speed)
    wires.run(after(START, Duration(held // 2)))
    assert wires.pins[pin] is True
    wires.run(done)
    assert wires.pins[pin] is False
    assert {edge[0] for edge in wires.edges} == {pin}


@settings(max_examples=60, deadline=None)
@given(
    edges=st.sampled_from([1, 2, 4, 16, 64]),
    reverse=st.booleans(),
    turns=st.lists(st.floats(-400, 400) | st.sampled_from([45.0, -45.0, 90.0, 2.8125, -2.8125]), max_size=6),
)
@example(edges=64, reverse=False, turns=[0.70314, -3.0])  # left just beyond an edge, where rounding undoes it
def test_the_tracks_tell_every_edge_of_a_turn(*, edges: int, reverse: bool, turns: list[float]) -> None:
    """Law: whatever hands turn, to and fro and left anywhere, no two edges ever come at once, and a decoder
    that saw them all stands where the rim does."""
    rims = tuple(replace(rim, edges_per_detent=edges, reverse=reverse) for rim in BOARD.rims)
    wires = Wires(replace(BOARD, rims=rims))
    done = START
    for degrees in turns:
        done = wires.hands.turn("B", degrees, done)
        wires.run(done)
        assert wires.rims[1].skipped == 0
        assert wires.rims[1].corrected == 0
        assert 0 <= wires.world.angles[1] < 360
        edge = round(wires.world.angles[1] / 90 * edges)
        assert (wires.rims[1].count - edge) % (4 * edges) == 0


@pytest.mark.parametrize("degrees", [90.0, -90.0, 360.0, 33.0])
def test_a_turn_takes_a_hands_time(degrees: float) -> None:
    """Law: so many degrees a second; there and back ends where it began."""
    wires = Wires()
    done = wires.hands.turn("A", degrees, START)
    assert (done - START) / SECOND == pytest.approx(abs(degrees) / TURNING, rel=0.01)
    wires.run(wires.hands.turn("A", -degrees, done))
    assert wires.world.angles[0] == 0.0


def test_a_turned_rim_hides_its_balls_and_shows_them_where_they_have_gone() -> None:
    """Law: between detents the eight holes show nothing; centre and other shelves stay."""
    wires = Wires()
    done = START
    for site in ("Aa1", "Ab2", "Ba1"):
        done = wires.hands.drop(Site(site), WHITE, done)
    done = wires.hands.turn("A", 45, done)
    wires.run(done)
    assert wires.shown() == {"Ab2": "white", "Ba1": "white"}
    wires.run(wires.hands.turn("A", 45, done))
    assert wires.shown() == {"Ac1": "white", "Ab2": "white", "Ba1": "white"}


def test_presence_only_sensors_show_presence() -> None:
    """Law: a digital build tells no colours."""
    touch = Sensing("touch", SensingKind.DIGITAL)
    sites = tuple(
        replace(site, levels=(Level(touch, (Channel(number),)),)) for number, site in enumerate(BOARD.sites)
    )
    wires = Wires(replace(BOARD, sites=sites))
    wires.run(wires.hands.drop(Site("Ab1"), RED, START))
    assert wires.raw == [0, 1, *[0] * 25]


def test_everything_follows_the_seed() -> None:
    """Law: the same seed gives the same copper, another one another."""

    def traced(seed: int) -> list[Any]:
        wires = Wires(seed=seed)
        done = wires.hands.drop(Site("Bb2"), WHITE, START)
        wires.run(wires.hands.press("OK", done))
        return [*wires.sensed, *wires.edges]

    assert traced(3) == traced(3)
    assert traced(3) != traced(4)
