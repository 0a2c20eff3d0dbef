"""The daemon's senses: scans, edges and polls become touched and settled observations and presses."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from tests.unit.session.table import BOARD

from triboard.app.senses import POLL, Senses
from triboard.board.readings import RimState
from triboard.session.events import BoardSettled, BoardTouched, ButtonPressed, Event
from triboard.units import Detent, Duration, Instant, after, millis

RIM = BOARD.rims[0]
OK = next(button.pin for button in BOARD.buttons if button.button == "OK")
SIGNATURES = BOARD.sites[0].levels[0].sensing.signatures
EMPTY = tuple(value for _ in BOARD.sites for value in SIGNATURES[0].values)
WHITE = (*SIGNATURES[1].values, *EMPTY[3:])
CYCLE = ((False, False), (True, False), (True, True), (False, True))


@dataclass(frozen=True)
class Change:
    """An edge that the pins' library has told."""

    pin: int
    active: bool


class FakePins:
    """Input pins whose edges are told or lost, as it happens on a busy Pi."""

    def __init__(self) -> None:
        pins = [button.pin for button in BOARD.buttons]
        pins += [pin for rim in BOARD.rims for pin in (rim.track_a, rim.track_b, rim.index)]
        self.now = dict.fromkeys(pins, False)
        for rim in BOARD.rims:
            self.now[rim.index] = True
        self.told: list[Change] = []
        self.edge = 0

    def drain(self) -> Sequence[Change]:
        told, self.told = self.told, []
        return told

    def levels(self) -> dict[int, bool]:
        return dict(self.now)

    def close(self) -> None:
        """Nothing to close."""

    def set(self, pin: int, *, active: bool, lost: bool = False) -> None:
        """A level changes; its edge is told unless it is lost."""
        if self.now[pin] != active:
            self.now[pin] = active
            if not lost:
                self.told.append(Change(pin, active))

    def turn(self, edges: int, *, lost: bool = False) -> None:
        """Rim A turns by some edges."""
        for _ in range(abs(edges)):
            self.edge += 1 if edges > 0 else -1
            track_a, track_b = CYCLE[self.edge % 4]
            self.set(RIM.track_a, active=track_a, lost=lost)
            self.set(RIM.track_b, active=track_b, lost=lost)
            self.set(RIM.index, active=self.edge % (4 * RIM.edges_per_detent) == 0, lost=lost)


def at(ms: float) -> Instant:
    return Instant(millis(ms))


def names(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_nothing_is_told_before_a_whole_scan_has_come() -> None:
    """Law: a turning rim alone is no observation."""
    pins = FakePins()
    senses = Senses(BOARD, pins)
    pins.turn(3)
    assert senses.pins_changed(at(1)) == []
    assert not senses.seen


def test_a_scan_touches_once_and_settles_once() -> None:
    """Law (§1): touched at once, settled after the board's time, and repeated scans say nothing."""
    senses = Senses(BOARD, FakePins())
    assert names(senses.scanned(EMPTY, at(0))) == ["BoardTouched"]
    assert senses.scanned(EMPTY, at(100)) == []
    assert senses.due(at(199)) == []
    assert names(senses.due(at(200))) == ["BoardSettled"]
    assert senses.due(at(900)) == []
    assert names(senses.scanned(WHITE, at(1000))) == ["BoardTouched"]


def test_a_new_link_tells_the_board_anew() -> None:
    """Law (§15): even if nothing has moved."""
    senses = Senses(BOARD, FakePins())
    senses.scanned(EMPTY, at(0))
    senses.due(at(200))
    senses.forget()
    assert not senses.seen
    assert names(senses.scanned(EMPTY, at(300))) == ["BoardTouched"]
    assert names(senses.due(at(500))) == ["BoardSettled"]


def test_a_turning_rim_touches_when_its_reading_changes() -> None:
    """Law (§16): rest, between, rest; every edge in between says nothing new."""
    pins = FakePins()
    senses = Senses(BOARD, pins)
    senses.scanned(EMPTY, at(0))
    pins.turn(1)
    [touched] = senses.pins_changed(at(10))
    assert isinstance(touched, BoardTouched)
    assert touched.observation.rims[0].state is RimState.BETWEEN
    pins.turn(14)
    assert senses.pins_changed(at(20)) == []
    pins.turn(1)
    [touched] = senses.pins_changed(at(30))
    assert isinstance(touched, BoardTouched)
    assert touched.observation.rims[0].detent == 1


def test_pieces_can_tell_an_angle() -> None:
    """Law (§17): the corrected rim is a new observation."""
    senses = Senses(BOARD, FakePins())
    senses.scanned(EMPTY, at(0))
    [touched] = senses.located(0, Detent(2), at(10))
    assert isinstance(touched, BoardTouched)
    assert touched.observation.rims[0].detent == 2
    assert senses.rims[0].corrected == 1


@pytest.mark.parametrize("told", [True, False])
def test_a_press_counts_even_if_its_edges_were_lost(*, told: bool) -> None:
    """Law (T-level-poll): a lost edge is healed by the next poll of the levels."""
    pins = FakePins()
    senses = Senses(BOARD, pins)
    senses.pins_changed(at(0))
    senses.due(at(20))
    pins.set(OK, active=True, lost=not told)
    moment = at(20)
    events: list[Event] = []
    while not events and moment < after(at(20), Duration(2 * POLL)):
        senses.pins_changed(moment)
        events = senses.due(moment)
        moment = after(moment, millis(5))
    assert names(events) == ["ButtonPressed"]
    assert isinstance(events[0], ButtonPressed)
    assert events[0].button == "OK"
    assert moment - at(20) <= (millis(30) if told else after(Instant(POLL), millis(30)))


@pytest.mark.parametrize("edges", [1, -1])
def test_a_lost_edge_of_a_rim_is_healed_by_the_next_poll(edges: int) -> None:
    """Law (T-level-poll): one edge lost is one edge late."""
    pins = FakePins()
    senses = Senses(BOARD, pins)
    senses.scanned(EMPTY, at(0))
    senses.pins_changed(at(0))
    pins.turn(edges, lost=True)
    assert senses.pins_changed(at(10)) == []
    senses.pins_changed(after(at(0), POLL))
    assert senses.rims[0].count == edges
    pins.turn(16 * edges - edges)
    senses.pins_changed(after(at(10), POLL))
    observation = senses.observation
    assert observation is not None
    assert observation.rims[0].detent == edges % 4


def test_lost_edges_are_corrected_and_counted_at_the_index() -> None:
    """Law (T-encoder-loss): a whole cycle that nobody was told of shows when the index closes."""
    pins = FakePins()
    senses = Senses(BOARD, pins)
    senses.scanned(EMPTY, at(0))
    pins.turn(6)
    senses.pins_changed(at(0))
    pins.turn(4, lost=True)
    pins.turn(54)
    senses.pins_changed(at(100))
    assert senses.rims[0].corrected == 1
    observation = senses.observation
    assert observation is not None
    assert observation.rims[0].detent == 0


def test_the_next_deadline_is_the_earliest_of_all() -> None:
    """Law: settling, buttons, polling; never later than a poll."""
    senses = Senses(BOARD, FakePins())
    senses.pins_changed(at(0))
    senses.due(at(50))
    assert senses.next_deadline() == after(at(0), POLL)
    senses.scanned(EMPTY, at(10))
    assert senses.next_deadline() == at(210)


def test_settled_is_what_was_touched_last() -> None:
    """Law: the settled observation is the one that has lain still."""
    senses = Senses(BOARD, FakePins())
    senses.scanned(EMPTY, at(0))
    [touched] = senses.scanned(WHITE, at(100))
    [settled] = senses.due(at(300))
    assert isinstance(touched, BoardTouched)
    assert isinstance(settled, BoardSettled)
    assert settled.observation == touched.observation
