"""What the board says and shows when it is wrong (physical-play 10, 11; T-wrong-feedback)."""

from tests.unit.session.table import Table

from triboard.light.scene import Role
from triboard.session.state import GRACE
from triboard.units import SECOND, Duration, Piece, Site, millis
from triboard.web.view import view_of

NOW = Duration(0)


def wrong_colour() -> Table:
    """Black's turn, and a red ball drops."""
    table = Table()
    table.play("w@Aa1")
    table.drop("Bb2", "red", wait=NOW)
    return table


def test_a_wrong_ball_is_lit_and_its_reason_said_at_once_and_the_cure_after_the_grace() -> None:
    """Law (§10, §11): error light when it has settled; after 4 s words that say what to do."""
    table = wrong_colour()
    assert (table.phase, table.moves) == ("correction", ["w@Aa1"])
    assert table.lit(Role.WRONG) == {"Bb2"}
    assert table.says == "The next ball must be black. This one is red."
    table.wait(Duration(GRACE - 1))
    assert "Take" not in table.says
    table.wait(millis(1))
    assert table.says.endswith("Take the red ball out of Bb2.")
    assert view_of(table.state)["message"]["sites"] == ["Bb2"]


def test_a_wrong_ball_taken_out_ends_the_correction_by_itself() -> None:
    """Law (§10): nobody has to press anything."""
    table = wrong_colour()
    table.lift("Bb2", wait=NOW)
    assert (table.phase, table.says, table.lit(Role.WRONG)) == ("play", "Black to play.", set())


def test_a_wrong_ball_exchanged_for_the_right_one_is_the_move() -> None:
    """Law (§10): correction ends with any candidate."""
    table = wrong_colour()
    table.world.lift(Site("Bb2"))
    table.drop("Bb2", "black")
    assert (table.phase, table.moves) == ("play", ["w@Aa1", "k@Bb2"])


def test_a_ball_that_came_too_early_counts_in_its_turn() -> None:
    """Law (§6): Red was quicker than Black; with Black's ball both plies are there, in order."""
    table = wrong_colour()
    table.drop("Cc3", "black")
    assert (table.phase, table.moves) == ("play", ["w@Aa1", "k@Cc3", "r@Bb2"])


def test_a_move_made_elsewhere_waits_until_the_wrong_ball_is_out() -> None:
    """Law: a right ball does not hide a wrong one, and is not lost either."""
    table = Table()
    table.play("w@Aa1")
    table.drop("Bb2", "green")
    table.drop("Cc3", "black")
    assert table.moves == ["w@Aa1"]
    table.lift("Bb2")
    assert (table.phase, table.moves) == ("play", ["w@Aa1", "k@Cc3"])


def test_the_colour_that_is_due_is_named_where_a_player_has_two() -> None:
    """Law (§11, ttt3d §4): with two players the reason names the ball, not the pair of colours."""
    table = Table({"players": 2})
    table.play("w@Aa1")
    table.drop("Bb2", "blue")
    assert table.says == "The next ball must be red. This one is blue."


def test_the_reason_in_a_turn_of_the_rim_names_who_plays_next() -> None:
    """Law (§11): a second ball of one's own belongs to nobody's turn."""
    table = Table({"rims": True, "rim_turn": "after"})
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    table.drop("Bb2", "red")
    assert table.says == "The next ball must be white. This one is red."


def test_a_reason_does_not_outlive_its_cause() -> None:
    """Law: what is said is about what stands there now."""
    table = wrong_colour()
    table.wait(Duration(5 * SECOND))
    table.world.lift(Site("Bb2"))
    table.lift("Aa1", wait=NOW)  # the last ball: a takeback, which waits
    table.world.drop(Site("Aa1"), Piece("green"))
    table.calm(Duration(5 * SECOND))
    assert table.phase == "correction"
    assert "red" not in table.says


def test_each_step_goes_out_when_it_is_done() -> None:
    """Law (§10): one step at a time; each light out when its site is right."""
    table = Table()
    table.play("w@Aa1", "k@Ba1", "r@Ca1", "w@Ab1")
    table.world.drop(Site("Cc1"), Piece("green"))
    table.drop("Cc2", "blue", wait=Duration(5 * SECOND))
    assert table.lit(Role.WRONG) == {"Cc1"}
    table.lift("Cc1")
    assert table.lit(Role.WRONG) == {"Cc2"}
    assert table.says.endswith("Take the blue ball out of Cc2.")
    table.lift("Cc2")
    assert (table.phase, table.lit(Role.WRONG)) == ("play", set())


def test_before_the_words_every_offending_site_shines() -> None:
    """Law (§10): at once, on all of them."""
    table = Table()
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    table.world.lift(Site("Aa1"))
    table.world.put_away()
    table.world.drop(Site("Cc1"), Piece("green"))
    table.drop("Cc2", "blue", wait=NOW)
    assert table.lit(Role.WRONG) == {"Cc1", "Cc2"}
    assert table.lit(Role.WANTED) == {"Aa1"}


def test_ok_in_a_correction_changes_nothing() -> None:
    """Law: OK is no way round the rules, and does not drown the guidance."""
    table = wrong_colour()
    table.wait(Duration(5 * SECOND))
    before = (table.state.states, table.says)
    table.press("OK")
    assert (table.state.states, table.says) == before


def test_a_lifted_and_a_wrong_ball_together() -> None:
    """Law: two hands at once; the missing ball first, then the one too many."""
    table = Table()
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    table.world.lift(Site("Aa1"))
    table.world.put_away()
    table.drop("Cc3", "black", wait=Duration(5 * SECOND))
    assert table.says.endswith("Put the white ball into Aa1.")
    table.drop("Aa1", "white")
    assert table.says.endswith("Take the black ball out of Cc3.")
    table.lift("Cc3")
    assert (table.phase, table.moves) == ("play", ["w@Aa1", "k@Ba1", "r@Ca1"])


def test_a_ball_in_a_full_hole_cannot_be_but_one_under_a_broken_sensor_is_forgiven() -> None:
    """Law: a site that fails in the middle of a game accuses nobody; play goes on round it."""
    table = Table()
    table.play("w@Aa1", "k@Ba1")
    table.blind = {Site("Aa1")}
    table.calm()
    assert (table.phase, table.says) == ("play", "The sensor of Aa1 cannot tell what is there.")
    table.play("r@Ca1")
    assert table.moves == ["w@Aa1", "k@Ba1", "r@Ca1"]


def test_correction_and_a_turned_rim_are_told_in_order() -> None:
    """Law (§10): a rim first, because balls are named by hole."""
    table = Table()
    table.play("w@Aa1", "k@Ab1", "r@Ac1")
    table.world.drop(Site("Bb2"), Piece("black"))
    table.turn("A", 90, wait=Duration(5 * SECOND))
    assert table.says.endswith("Turn the rim of shelf A one quarter turn counter-clockwise.")
    table.turn("A", -90)
    assert table.says.endswith("Take the black ball out of Bb2.")
