"""Quadrature to angle, angle to detent, holes to slots (physical-play 16 to 18)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triboard.board.definition import RimDefinition
from triboard.board.load import load_board
from triboard.board.readings import RimReading, RimState
from triboard.board.rims import RimTracking, carried, follow, locate, rim_reading, to_slots
from triboard.units import Detent

RIMS = load_board("ttt3d").rims
CYCLE = ((False, False), (True, False), (True, True), (False, True))
"""Levels of tracks A and B, edge after edge, clockwise."""


def rim_of(edges: int = 16, *, reverse: bool = False) -> RimDefinition:
    return replace(RIMS[0], edges_per_detent=edges, reverse=reverse)


class Encoder:
    """A rim's two tracks and its index switch; each edge is told, lost, or told together with the next."""

    def __init__(self, rim: RimDefinition, edge: int = 0) -> None:
        self.rim = rim
        self.edge = edge
        self.state = RimTracking()
        self.tell()

    def tell(self) -> None:
        """The Pi reads the levels as they are."""
        track_a, track_b = CYCLE[(-self.edge if self.rim.reverse else self.edge) % 4]
        index = self.edge % (4 * self.rim.edges_per_detent) == 0
        self.state = follow(self.state, self.rim, track_a=track_a, track_b=track_b, index=index)

    def turn(self, edges: int) -> None:
        """Turn by some edges, each of them told."""
        for _ in range(abs(edges)):
            self.edge += 1 if edges > 0 else -1
            self.tell()

    def turn_deaf(self, edges: int) -> None:
        """Turn by some edges without anybody reading the levels."""
        self.edge += edges

    @property
    def reading(self) -> RimReading:
        return rim_reading(self.state, self.rim)


def at_rest(detent: int) -> RimReading:
    return RimReading(RimState.REST, Detent(detent))


@pytest.mark.parametrize("start", range(4))
@pytest.mark.parametrize("way", [1, -1])
def test_every_edge_counts_once_in_either_direction(start: int, way: int) -> None:
    """Law: from each of the four level pairs, one edge either way moves the count by exactly one."""
    encoder = Encoder(rim_of(), start + 20)  # far from the index
    before = encoder.state.count
    encoder.turn(way)
    assert encoder.state.count == before + way
    assert encoder.state.skipped == 0


def test_levels_that_stay_the_same_count_nothing() -> None:
    """Law: a poll that finds what is known already is no edge."""
    encoder = Encoder(rim_of(), 3)
    before = encoder.state
    encoder.tell()
    assert encoder.state == before


@pytest.mark.parametrize("edges", range(1, 65))
def test_one_click_is_one_detent_whatever_the_encoder(edges: int) -> None:
    """Law (T-detent): with any whole number of edges a quarter turn, from 1 to 64, each click gives one
    detent and everything else is between."""
    encoder = Encoder(rim_of(edges))
    for click in range(1, 9):
        for _ in range(edges - 1):
            encoder.turn(1)
            assert encoder.reading.state is RimState.BETWEEN
        encoder.turn(1)
        assert encoder.reading == at_rest(click % 4)


@given(edges=st.integers(1, 64), reverse=st.booleans(), turns=st.lists(st.integers(-200, 200), max_size=8))
def test_the_reading_depends_on_where_a_rim_stands_not_on_how_it_came_there(
    *, edges: int, reverse: bool, turns: list[int]
) -> None:
    """Law: after any turning to and fro, half cycles included, the reading is that of the angle."""
    encoder = Encoder(rim_of(edges, reverse=reverse))
    for turn in turns:
        encoder.turn(turn)
    detent, rest = divmod(encoder.edge, edges)
    assert encoder.reading == (RimReading(RimState.BETWEEN) if rest else at_rest(detent % 4))
    assert (encoder.state.skipped, encoder.state.corrected) == (0, 0)


def test_a_reversed_encoder_counts_the_other_way() -> None:
    """Law (§18): the direction is the board file's."""
    straight, reversed_rim = rim_of(4), rim_of(4, reverse=True)
    encoder = Encoder(straight)
    encoder.rim = reversed_rim  # wired the other way round, but the file does not say so
    encoder.state = RimTracking()
    encoder.tell()
    encoder.rim = straight
    encoder.turn(4)
    assert encoder.reading == at_rest(1)
    told = Encoder(reversed_rim)
    told.turn(4)
    assert told.reading == at_rest(1)


def test_the_angle_is_not_known_before_the_index_has_closed() -> None:
    """Law (§17): an encoder is relative; the index switch tells where it stands."""
    encoder = Encoder(rim_of(4), 6)
    assert encoder.reading == RimReading(RimState.UNKNOWN)
    encoder.turn(9)
    assert encoder.reading == RimReading(RimState.UNKNOWN)
    encoder.turn(1)
    assert encoder.reading == at_rest(0)
    assert encoder.state.corrected == 0


def test_a_closed_index_tells_the_angle_at_once() -> None:
    """Law (§17): a rim that rests on its index needs no turn at the start."""
    assert Encoder(rim_of(4)).reading == at_rest(0)


@pytest.mark.parametrize("way", [1, -1])
def test_a_double_step_loses_the_angle_and_is_counted(way: int) -> None:
    """Law (§17): two edges at once could be either way, so the angle is lost, not guessed."""
    encoder = Encoder(rim_of(4))
    encoder.turn(3)
    encoder.turn_deaf(2 * way)
    encoder.tell()
    assert encoder.state.skipped == 1
    assert encoder.reading == RimReading(RimState.UNKNOWN)


def test_lost_edges_are_healed_and_counted_at_the_next_index_pulse() -> None:
    """Law (T-encoder-loss): a whole cycle that nobody saw shows at the index, is corrected and counted."""
    encoder = Encoder(rim_of(4))
    encoder.turn(2)
    encoder.turn_deaf(4)
    encoder.tell()
    encoder.turn(2)
    assert encoder.reading == at_rest(1)  # wrong, and nobody can know yet
    encoder.turn(8)
    assert encoder.reading == at_rest(0)
    assert encoder.state.corrected == 1


def test_an_index_that_stays_closed_heals_a_lost_angle() -> None:
    """Law: the index is closed at one place only, however the angle was lost there."""
    encoder = Encoder(rim_of(4), 1)
    encoder.turn(-1)
    state = replace(encoder.state, tracks=(True, True), count=7)
    state = follow(state, encoder.rim, track_a=False, track_b=False, index=True)
    assert rim_reading(state, encoder.rim) == at_rest(0)
    assert state.skipped == 1


@pytest.mark.parametrize("turns", [1, -1, 3])
def test_full_turns_join_up_at_the_index_without_correction(turns: int) -> None:
    """Law: the index after a whole number of full turns agrees with the count."""
    encoder = Encoder(rim_of(16))
    encoder.turn(64 * turns)
    assert encoder.reading == at_rest(0)
    assert encoder.state.corrected == 0


@given(st.integers(0, 3), st.integers(1, 64))
def test_pieces_can_tell_the_angle(detent: int, edges: int) -> None:
    """Law (§16, §17): `locate` sets a lost angle silently and counts where it moved one that was believed."""
    rim = rim_of(edges)
    lost = locate(RimTracking(), rim, Detent(detent))
    assert rim_reading(lost, rim) == at_rest(detent)
    assert lost.corrected == 0
    assert locate(lost, rim, Detent(0)).corrected == 1


holes = st.sampled_from([site for rim in RIMS for site in rim.ring])


@given(holes, st.integers(-9, 9))
def test_carrying_a_piece_back_brings_it_home(hole: str, quarters: int) -> None:
    """Law: `carried` by any turn and by its opposite is nothing; four quarters are nothing."""
    rim = next(rim for rim in RIMS if hole in rim.ring)
    there = carried(rim, rim.ring[rim.ring.index(hole)], quarters)
    assert carried(rim, there, -quarters) == hole
    assert carried(rim, there, 4 - quarters) == hole


def test_a_clockwise_quarter_carries_the_far_left_corner_to_the_far_right() -> None:
    """Law (ttt3d §12): seen from above."""
    ring = RIMS[1].ring
    assert carried(RIMS[1], ring[0], 1) == "Bc1"


@given(st.tuples(*[st.integers(0, 3)] * 3), st.data())
def test_slots_and_holes_are_two_names_of_the_same_things(
    turns: tuple[int, ...], data: st.DataObject
) -> None:
    """Law: `to_slots` there and back changes nothing, loses nothing, and leaves centres alone."""
    board = load_board("ttt3d")
    sites = [site.site for site in board.sites]
    contents = {site: f"in {site}" for site in data.draw(st.sets(st.sampled_from(sites)))}
    slots = to_slots(board.rims, turns, contents)
    assert to_slots(board.rims, tuple(-turn for turn in turns), slots) == contents
    assert sorted(slots.values()) == sorted(contents.values())
    assert all(slots.get(centre) == contents.get(centre) for centre in sites if centre[1:] == "b2")
