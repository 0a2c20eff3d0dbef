"""Comparing what should stand on the board with what the sensors say (physical-play 2, 3, 16)."""

from dataclasses import replace

import pytest

from triboard.board.definition import SensorFrame
from triboard.board.load import load_board
from triboard.board.readings import (
    EMPTY,
    SOMETHING,
    UNKNOWN,
    Observation,
    Reading,
    RimReading,
    RimState,
    holds,
)
from triboard.board.reconcile import (
    Agrees,
    Ambiguous,
    Candidate,
    Contradicts,
    Misfit,
    OnTheWay,
    Standing,
    Suggests,
    Verdict,
    in_room,
    leads_through,
    reconcile,
    ring_fit,
    shows_part,
    standing,
)
from triboard.rules.game import Position
from triboard.units import Detent, Piece, Site

BOARD = load_board("ttt3d")
RIMS = BOARD.rims
BASE = (Detent(0),) * 3
READINGS = {".": EMPTY, "?": UNKNOWN, "*": SOMETHING}


def stands(*rims: int, **pieces: str) -> Standing:
    """A standing by slots; rims as given, else all at 0."""
    detents = tuple(Detent(rim) for rim in rims) or BASE
    return Standing({Site(site): (Piece(piece),) for site, piece in pieces.items()}, detents)


def sees(*rims: int | str | None, **readings: str) -> Observation:
    """An observation by holes; a rim is a detent, `None` for a lost angle, or "between"."""
    found: dict[Site, tuple[Reading, ...]] = {site.site: (EMPTY,) for site in BOARD.sites}
    for site, word in readings.items():
        found[Site(site)] = (READINGS.get(word) or holds(Piece(word)),)
    return Observation(found, tuple(rim_reading(rim) for rim in rims or (0, 0, 0)))


def rim_reading(rim: int | str | None) -> RimReading:
    if rim == "between":
        return RimReading(RimState.BETWEEN)
    return RimReading(RimState.UNKNOWN) if rim is None else RimReading(RimState.REST, Detent(int(rim)))


def judge(expected: Standing, observed: Observation, *candidates: Standing) -> Verdict:
    """Verdict with each candidate in one rank, named by its number."""
    rank = [Candidate(number, candidate) for number, candidate in enumerate(candidates)]
    return reconcile(expected, observed, [rank], rims=RIMS, base=BASE)


def test_a_board_that_is_as_expected_agrees() -> None:
    """Law (property 7): nothing to say."""
    assert judge(stands(Aa1="white"), sees(Aa1="white")) == Agrees()


@pytest.mark.parametrize(("reading", "unverified"), [("*", ()), ("?", (Site("Aa1"),))])
def test_presence_and_failed_readings_agree_with_an_expected_piece(
    reading: str, unverified: tuple[Site, ...]
) -> None:
    """Law: `something` agrees with a piece; `unknown` agrees and marks its site as unverified."""
    assert judge(stands(Aa1="white"), sees(Aa1=reading)) == Agrees(unverified)


def test_an_unknown_reading_agrees_with_an_empty_site_too() -> None:
    """Law: a failed sensor is neither empty nor full."""
    assert judge(stands(), sees(Ab1="?")) == Agrees((Site("Ab1"),))


def test_one_fitting_candidate_is_suggested() -> None:
    """Law: exactly one fits."""
    verdict = judge(stands(), sees(Aa1="white"), stands(Aa1="white"), stands(Ab1="white"))
    assert isinstance(verdict, Suggests)
    assert verdict.candidate.path == 0


def test_several_fitting_candidates_are_never_picked_from() -> None:
    """Law (T-ambiguous): evidence that fits two moves is reported as such."""
    verdict = judge(stands(), sees(Aa1="*"), stands(Aa1="white"), stands(Aa1="black"))
    assert isinstance(verdict, Ambiguous)
    assert [candidate.path for candidate in verdict.candidates] == [0, 1]


def test_the_first_rank_in_which_anything_fits_decides() -> None:
    """Law (§2): a legal move beats a takeback that looks the same."""
    turned = stands(1, 0, 0, Aa1="white")
    ranks = [[Candidate("move", turned)], [Candidate("takeback", turned)]]
    verdict = reconcile(stands(Aa1="white"), sees(1, 0, 0, Ac1="white"), ranks, rims=RIMS, base=BASE)
    assert isinstance(verdict, Suggests)
    assert verdict.candidate.path == "move"


def test_a_candidate_that_stands_as_expected_is_never_suggested() -> None:
    """Law: a move that shows nothing cannot be read off the board."""
    assert judge(stands(), sees(Aa1="black"), stands()) == Contradicts((misfit("Aa1", None, "black"),))


def misfit(site: str, expected: str | None, read: str) -> Misfit:
    pieces = () if expected is None else (Piece(expected),)
    return Misfit(Site(site), pieces, (READINGS.get(read) or holds(Piece(read)),))


def test_what_fits_nothing_names_every_wrong_site() -> None:
    """Law (§10): misfits are against the expected position, whatever the candidates."""
    verdict = judge(stands(Aa1="white"), sees(Aa1=".", Ab1="red"), stands(Aa1="white", Ab1="black"))
    assert verdict == Contradicts((misfit("Aa1", "white", "."), misfit("Ab1", None, "red")))


def test_a_turned_rim_is_one_difference_and_not_nine() -> None:
    """Law: everything is compared by slot."""
    expected = stands(Aa1="white", Ab1="black", Ac1="red")
    verdict = judge(expected, sees(1, 0, 0, Ac1="white", Ac2="black", Ac3="red"))
    assert verdict == Contradicts((), ((0, -1),))


@pytest.mark.parametrize(("detent", "turn"), [(1, -1), (2, 2), (3, 1)])
def test_the_shorter_way_back_is_told(detent: int, turn: int) -> None:
    """Law (§10): detents to turn clockwise, from -1 to 2."""
    verdict = judge(stands(Aa1="white"), sees(0, detent, 0, Aa1="white"))
    assert verdict == Contradicts((), ((1, turn),))


def test_misfits_are_named_by_the_hole_in_which_they_stand_now() -> None:
    """Law: a person looks for a hole in the room, not for a slot."""
    expected = stands(1, 0, 0, Aa1="white", Ab1="black")
    verdict = judge(expected, sees(1, 0, 0, Ac1="white", Ac2="green"))
    assert verdict == Contradicts((misfit("Ac2", "black", "green"),))


def test_a_moving_rim_makes_its_readings_say_nothing() -> None:
    """Law (§16): between detents all eight rim readings of the shelf are ignored; the centre counts."""
    expected = stands(Aa1="white", Ab2="red")
    assert judge(expected, sees("between", 0, 0, Ab2="red")) == OnTheWay(())
    assert isinstance(judge(expected, sees("between", 0, 0)), Contradicts)


def test_nothing_is_placed_while_a_rim_moves() -> None:
    """Law (§16): not even elsewhere."""
    verdict = judge(stands(), sees("between", 0, 0, Ba1="white"), stands(Ba1="white"))
    assert isinstance(verdict, Contradicts)


def test_a_moving_rim_leads_to_its_turns() -> None:
    """Law: between detents is on the way to either side."""
    ways = (stands(1, 0, 0, Aa1="white"), stands(3, 0, 0, Aa1="white"), stands(0, 1, 0, Aa1="white"))
    verdict = judge(stands(Aa1="white"), sees("between", 0, 0), *ways)
    assert isinstance(verdict, OnTheWay)
    assert [candidate.path for candidate in verdict.candidates] == [0, 1]


def test_half_a_takeback_is_on_the_way() -> None:
    """Law (§5): of two balls that must go, one has gone; either order is the same."""
    expected = stands(Aa1="white", Ab1="black", Ac1="red")
    for left in ({"Ab1": "black"}, {"Ac1": "red"}):
        verdict = judge(expected, sees(Aa1="white", **left), stands(Aa1="white"))
        assert isinstance(verdict, OnTheWay)


def test_a_lost_angle_is_taken_as_it_should_be() -> None:
    """Law (§17): the pieces are compared as if the rim stood where it ought to."""
    assert judge(stands(2, 0, 0, Aa1="white"), sees(None, 0, 0, Ac3="white")) == Agrees()


def test_travelling_sensors_of_a_lost_rim_read_slots() -> None:
    """Law: without an angle a travelling sensor still knows its slot, whatever the base."""
    rims = tuple(replace(rim, sensors=SensorFrame.RIM) for rim in RIMS)
    base = (Detent(1), Detent(0), Detent(0))
    observed = sees(None, 0, 0, Aa1="white")  # the sensor that stands at Aa1 while its rim is at 0
    expected = Standing({Site("Ac1"): (Piece("white"),)}, (Detent(2), Detent(0), Detent(0)))
    assert reconcile(expected, observed, [], rims=rims, base=base) == Agrees()


def test_a_position_stands_by_slot_and_in_the_room() -> None:
    """Law: `standing` and `in_room` are inverse; base shifts the detents of the room only."""
    base = (Detent(3), Detent(0), Detent(1))
    turns = (Detent(2), Detent(1), Detent(0))
    position = Position({Site("Aa1"): (Piece("white"),), Site("Bb1"): (Piece("red"),)}, turns)
    found = standing(position, RIMS, base)
    assert found.rims == (1, 1, 1)
    assert found.slots == {"Ac3": ("white",), "Ba2": ("red",)}
    assert in_room(found, RIMS, base) == position.pieces


def test_a_first_ply_must_show_itself() -> None:
    """Law (§6): of two plies in one window the first one is believed only where it is really seen."""
    ball = stands(Aa1="white")
    assert shows_part(stands(), sees(Aa1="white", Ab1="black"), rims=RIMS, base=BASE)(ball)
    assert not shows_part(stands(), sees(Aa1=".", Ab1="black"), rims=RIMS, base=BASE)(ball)
    assert not shows_part(stands(), sees(Aa1="?", Ab1="black"), rims=RIMS, base=BASE)(ball)


def test_a_failed_level_hides_nothing_below_it() -> None:
    """Law (§6): the checker of the first ply is seen, though the switch above it is not believed any more."""
    cell, bare = Site("a"), Standing({})
    both = Standing({cell: (Piece("black"), Piece("pawn"))})

    def seen(*levels: Reading) -> bool:
        return shows_part(bare, Observation({cell: levels}), rims=(), base=())(both)

    assert seen(holds(Piece("black")), UNKNOWN)
    assert seen(holds(Piece("black")), EMPTY)  # the pawn has gone on with the second ply
    assert not seen(UNKNOWN, EMPTY)
    assert not seen(EMPTY, UNKNOWN)


def test_a_stage_of_a_longer_move_leads_through() -> None:
    """Law (§4): where a stack may still grow, hands may not be done."""
    small, both = Standing({Site("a"): (Piece("s"),)}), Standing({Site("a"): (Piece("s"), Piece("t"))})
    assert leads_through(Standing({}), small, both)
    assert not leads_through(Standing({}), both, small)
    assert not leads_through(Standing({}), small, small)
    assert not leads_through(Standing({}), small, Standing({Site("b"): (Piece("s"),)}))


def test_the_pieces_on_a_rim_tell_which_detents_are_possible() -> None:
    """Law (§17): a pattern without symmetry fits at one detent only; wrong and lacking holes are counted."""
    expected = stands(Aa1="white", Ab1="black")
    observed = sees(None, 0, 0, Ac1="white", Ac2="black", Aa3="red")
    fits = [ring_fit(expected, observed, RIMS[0], detent - BASE[0]) for detent in range(4)]
    assert fits == [(5, 2), (1, 0), (5, 2), (4, 2)]
