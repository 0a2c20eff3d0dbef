"""Rims in a session: moves, rest and between, lost angles, encoder against balls (physical-play 16 to 18)."""

from dataclasses import replace

import pytest
from tests.unit.session.table import A_MOMENT, Table

from triboard.board.definition import SensorFrame
from triboard.light.scene import Role
from triboard.units import SECOND, Duration, Piece, Site

NOW = Duration(0)
THREE = ("w@Aa1", "k@Ba1", "r@Ca1")
RIM_A = {"Aa1", "Ab1", "Ac1", "Aa2", "Ac2", "Aa3", "Ab3", "Ac3"}


def turning(*texts: str, rim_turn: str = "instead", **options: object) -> Table:
    table = Table({"rims": True, "rim_turn": rim_turn, **options})
    table.play(*texts)
    assert table.moves == list(texts)
    return table


def test_a_turn_of_one_detent_is_a_move_either_way() -> None:
    """Law (ttt3d §14)."""
    assert turning(*THREE, "A+").moves[3:] == ["A+"]
    assert turning(*THREE, "C-").moves[3:] == ["C-"]


def test_between_detents_the_board_asks_and_nothing_is_placed() -> None:
    """Law (§16, ttt3d §19): all eight holes wait; a ball in any hole is not taken in."""
    table = turning(*THREE)
    table.turn("A", 40)
    assert table.says == "The rim of shelf A stands between two resting places. Turn it on, or back."
    assert table.lit(Role.WAITING) == RIM_A
    table.drop("Ba3", "white")
    assert table.moves == list(THREE)
    table.turn("A", -40)
    assert table.moves == [*THREE, "w@Ba3"]


@pytest.mark.parametrize("degrees", [0, 90])
def test_a_rim_at_rest_is_not_said_to_stand_between(degrees: float) -> None:
    """Law (§16): it came to rest while a ball was lifted elsewhere; until there are words for that, the words
    are those of the turn."""
    table = turning(*THREE, "w@Ab1")
    table.turn("A", 40)
    assert "between" in table.says
    table.world.angles[0] = degrees
    table.world.lift(Site("Ca1" if degrees else "Ba1"))
    table.calm(A_MOMENT)
    assert table.moves == [*THREE, "w@Ab1"]
    assert table.says == "Black to play a ball or turn a rim."


@pytest.mark.parametrize("button", ["OK", "UNDO"])
def test_buttons_do_not_help_a_rim_that_stands_between(button: str) -> None:
    """Law (ttt3d §19): between is not a position; the board goes on asking for the rim."""
    table = turning(*THREE, rim_turn="after")
    table.turn("A", 40)
    table.press(button)
    assert table.moves == list(THREE)
    assert table.says.startswith("The rim of shelf A stands between")
    table.turn("A", 50)
    assert table.moves == [*THREE, "A+"]


def test_a_rim_turned_two_detents_is_turned_back_or_asked_about() -> None:
    """Law (ttt3d §14): one detent a turn; where two players could each have turned, nobody picks (§7)."""
    table = turning(*THREE, rim_turn="after")
    table.turn("A", 180, wait=Duration(5 * SECOND))
    assert (table.phase, table.says) == ("correction", "Turn the rim of shelf A two quarter turns clockwise.")
    assert table.lit(Role.WAITING) == RIM_A
    table.turn("A", 180)
    assert (table.phase, table.moves) == ("play", list(THREE))
    table = turning(*THREE)
    table.turn("A", 180, wait=Duration(5 * SECOND))
    assert table.moves == list(THREE)
    assert table.says == "This could be more than one move. Take one of them back."
    table.turn("A", -90)
    assert table.moves == [*THREE, "A+"]


def test_a_turned_rim_in_a_game_of_fixed_rims_is_turned_back() -> None:
    """Law: the balls come along, so no ball is accused."""
    table = Table()
    table.play("w@Aa1", "k@Ab1", "r@Ac1")
    table.turn("A", -90, wait=Duration(5 * SECOND))
    assert table.says == "Turn the rim of shelf A one quarter turn clockwise."
    assert table.lit(Role.WRONG) == set()
    table.turn("A", 90)
    assert (table.phase, len(table.moves)) == ("play", 3)


def test_a_rim_turned_and_a_ball_dropped_in_a_fixed_game_are_told_apart() -> None:
    """Law (§10): the rim first; then the ball is a move."""
    table = Table()
    table.play("w@Aa1")
    table.world.angles[0] = 90.0
    table.drop("Ba1", "black", wait=Duration(5 * SECOND))
    assert table.says == "Turn the rim of shelf A one quarter turn counter-clockwise."
    table.turn("A", -90)
    assert table.moves == ["w@Aa1", "k@Ba1"]


def test_a_rim_turned_while_a_ball_drops_in_a_hole_of_it() -> None:
    """Law (§6): ball, then rim, both legal: both recovered by the slot in which the ball came to lie."""
    table = turning(*THREE)
    table.world.drop(Site("Ca2"), Piece("white"))
    table.turn("C", -90)
    assert table.moves == [*THREE, "w@Ca2", "C-"]


def test_a_bare_rim_before_rims_count_takes_its_place_as_the_start() -> None:
    """Law: nothing stands on it and nobody may turn it, so nothing has happened; it is written down."""
    table = turning("w@Aa1")
    table.turn("B", 90)
    assert (table.phase, table.moves, table.state.base) == ("play", ["w@Aa1"], (0, 1, 0))
    assert table.journal[-1] == {"event": "base", "base": [0, 1, 0]}
    table.play("k@Ba1", "r@Ca1", "B+")
    assert table.moves[1:] == ["k@Ba1", "r@Ca1", "B+"]


def test_a_game_begins_with_rims_wherever_they_rest() -> None:
    """Law (§18): detents count from where the rims stood."""
    table = Table({"rims": True}, angles=(90.0, 270.0, 180.0))
    assert table.journal[0]["base"] == [1, 3, 2]
    table.play(*THREE, "B-")
    assert table.moves == [*THREE, "B-"]
    assert table.state.game.rims == (0, 3, 0)


def test_a_bare_rim_that_may_be_turned_is_a_move() -> None:
    """Law (ttt3d §15): with a ball on every shelf, be it in the centre, a rim may turn."""
    table = turning("w@Ab2", "k@Bb2", "r@Cb2", "A+")
    assert table.moves[3:] == ["A+"]


# Encoder against balls


def test_balls_win_over_a_wrong_encoder_count() -> None:
    """Law (§16): the balls stand as they should, so the encoder is wrong and is corrected."""
    table = turning(*THREE, "w@Ab1")
    table.errors[0] = 1
    table.calm()
    assert [(found.rim, found.detent) for found in table.located] == [(0, 0)]
    assert (table.phase, table.moves) == ("play", [*THREE, "w@Ab1"])


def test_balls_win_while_one_more_is_dropped() -> None:
    """Law (§16): a move made in the same moment is still recognised."""
    table = turning(*THREE, "w@Ab1")
    table.errors[0] = 3
    table.drop("Aa2", "black")
    assert table.moves[-1] == "k@Aa2"


def test_balls_win_where_an_encoder_slept_through_a_turn() -> None:
    """Law (§16): several balls that all went round one quarter were carried by the rim."""
    table = turning(*THREE, "w@Ab1")
    table.errors[0] = 3  # the rim turns clockwise and the count stays
    table.turn("A", 90)
    assert table.moves[-1] == "A+"
    assert table.errors[0] == 0


def test_two_alike_balls_that_look_turned_are_not_believed() -> None:
    """Law: a ball put elsewhere by hand, so that two of one colour look like a turned rim, is no turn."""
    table = turning("w@Aa1", "k@Ba1", "r@Ca1", "w@Ac1")
    table.shift("Aa1", "Ac3", wait=Duration(5 * SECOND))
    assert table.located == []
    assert table.says == "Move the white ball from Ac3 to Aa1."


def test_a_symmetric_pattern_does_not_hide_a_wrong_count() -> None:
    """Law (§16): balls that look the same after half a turn still contradict a quarter."""
    table = turning("w@Aa1", "k@Ba1", "r@Ca1", "w@Ac3")
    table.errors[0] = 1
    table.calm()
    assert (table.phase, table.errors[0]) == ("play", 0)


def test_a_true_turn_is_never_taken_for_a_wrong_count() -> None:
    """Law (§16): at rest the readings equal the earlier ones carried by the turn."""
    table = turning(*THREE, "w@Ab1", "A+")
    assert table.located == []


# A lost angle


def test_a_lost_angle_is_told_by_the_balls() -> None:
    """Law (§17): a pattern without rotational symmetry says where the rim stands; play goes on."""
    table = turning(*THREE, "A+")
    table.errors[0] = None
    table.calm()
    assert [(found.rim, found.detent) for found in table.located] == [(0, 1)]
    assert table.phase == "play"


def test_a_lost_angle_that_the_balls_cannot_tell_asks_for_one_full_turn() -> None:
    """Law (§17): two alike balls opposite each other look the same at two detents."""
    table = turning("w@Aa1", "k@Ba1", "r@Ca1", "w@Ac3")
    table.errors[0] = None
    table.calm()
    assert table.says.startswith("Turn the rim of shelf A once all the way round")
    assert table.lit(Role.WAITING) == RIM_A
    table.press("OK", "FIVE")
    assert table.says.startswith("Turn the rim of shelf A once all the way round")
    table.errors[0] = 0  # it has passed its index
    table.calm()
    assert (table.phase, table.says) == ("play", "Black to play a ball or turn a rim.")


def test_a_lost_angle_of_a_bare_rim_holds_up_the_start() -> None:
    """Law (§17, §19): a game with rims does not begin before all angles are known; lights say which one."""
    table = Table({"rims": True})
    table.errors[1] = None
    table.ask_new()
    table.calm()
    table.ask_new()
    assert (table.phase, table.says[:24]) == ("setup", "Turn the rim of shelf B ")
    assert table.lit(Role.WAITING) == {site.replace("A", "B") for site in RIM_A}
    table.press("OK", "UNDO")
    assert table.says.startswith("Turn the rim of shelf B ")
    table.errors[1] = 0
    table.calm()
    assert table.phase == "play"


def test_a_game_of_fixed_rims_needs_no_angles() -> None:
    """Law (§17): nobody is asked to turn what must not be turned."""
    table = Table()
    table.errors = [None, None, None]
    table.ask_new()
    table.play("w@Aa1", "k@Ab1", "r@Ac1")
    assert table.moves == ["w@Aa1", "k@Ab1", "r@Ac1"]


def test_a_lost_angle_in_a_correction_is_asked_for_first() -> None:
    """Law: guidance about balls means nothing while it is not known where they stand."""
    table = turning("w@Aa1", "k@Ba1", "r@Ca1", "w@Ac3")
    table.drop("Bb2", "red", wait=Duration(5 * SECOND))
    table.errors[0] = None
    table.calm()
    assert table.says.startswith("Turn the rim of shelf A once")


def test_sensors_that_travel_cannot_tell_an_angle() -> None:
    """Law (§18): they see the same at every angle, so only the index tells it."""
    table = turning(*THREE)
    rims = tuple(replace(rim, sensors=SensorFrame.RIM) for rim in table.state.board.rims)
    table.state = replace(table.state, board=replace(table.state.board, rims=rims))
    table.errors[0] = None
    table.calm()
    assert table.located == []
    assert table.says.startswith("Turn the rim of shelf A once")
