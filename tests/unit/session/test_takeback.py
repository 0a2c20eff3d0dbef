"""Going back: by lifting balls, by turning a rim back, by UNDO, once or often (physical-play 2, 4, 20)."""

import pytest
from tests.unit.session.table import Table

from triboard.light.scene import Role
from triboard.units import SECOND, Duration, Piece, Site

NOW = Duration(0)
PLAYED = ("w@Aa1", "k@Ba1", "r@Ca1", "w@Ab1", "k@Bb1", "r@Cb1")


def played(*texts: str, **options: object) -> Table:
    table = Table(options)
    table.play(*texts)
    assert table.moves[: len(texts)] == list(texts)
    return table


def test_lifting_the_last_ball_takes_its_move_back() -> None:
    """Law: after slide, because the ball could still be put down again."""
    table = played(*PLAYED)
    table.lift("Cb1", wait=NOW)
    assert table.moves == list(PLAYED)
    table.wait(SECOND)
    assert table.moves == list(PLAYED[:5])
    assert table.journal[-1] == {"event": "takeback", "ply": 5, "by": "hands"}


@pytest.mark.parametrize("depth", range(1, 6))
@pytest.mark.parametrize("together", [True, False])
def test_restoring_any_earlier_position_goes_back_to_it(depth: int, *, together: bool) -> None:
    """Law (T-takeback-deep): several balls lifted at once, or one after another, set exactly that ply."""
    table = played(*PLAYED)
    lifted = [text[2:] for text in PLAYED[6 - depth :]]
    for site in lifted[1:]:  # in the order of play: the newest ball goes last
        if together:
            table.world.lift(Site(site))
            table.world.put_away()
        else:
            table.lift(site)
    table.lift(lifted[0])
    assert table.moves == list(PLAYED[: 6 - depth])


def test_balls_lifted_in_any_order_go_back_step_by_step() -> None:
    """Law: a ball that is lifted too early waits for the ones above it."""
    table = played(*PLAYED)
    table.lift("Ab1", wait=SECOND)
    assert table.moves == list(PLAYED)
    table.lift("Bb1", wait=SECOND)
    assert table.moves == list(PLAYED)
    table.lift("Cb1", wait=SECOND)
    assert table.moves == list(PLAYED[:3])


def test_an_old_ball_that_stays_lifted_is_asked_for() -> None:
    """Law (T-wrong-feedback, T-compound-quiet): no error while hands may be on their way; then words."""
    table = played(*PLAYED)
    table.lift("Ab1", wait=Duration(3 * SECOND))
    assert table.phase == "play"
    assert table.lit(Role.WRONG) == table.lit(Role.WANTED) == set()
    table.wait(Duration(2 * SECOND))
    assert (table.phase, table.says) == ("correction", "Put the white ball into Ab1.")
    assert table.lit(Role.WANTED) == {"Ab1"}
    table.drop("Ab1", "white")
    assert (table.phase, table.moves) == ("play", list(PLAYED))


def test_a_takeback_can_go_on_after_the_board_has_asked() -> None:
    """Law (§10): correction ends as soon as the board agrees with any candidate."""
    table = played(*PLAYED)
    table.lift("Bb1", wait=Duration(6 * SECOND))
    table.lift("Cb1")
    assert (table.phase, table.moves) == ("play", list(PLAYED[:4]))


def test_a_takeback_ends_a_correction() -> None:
    """Law (§10): a wrong ball is taken out together with the last one."""
    table = played(*PLAYED)
    table.drop("Cc3", "green", wait=Duration(5 * SECOND))
    assert table.phase == "correction"
    table.world.lift(Site("Cb1"))
    table.lift("Cc3")
    assert (table.phase, table.moves) == ("play", list(PLAYED[:5]))


def test_a_rim_turned_back_by_the_same_hand_is_no_move() -> None:
    """Law (ttt3d §19): before the turn was committed."""
    table = played("w@Aa1", "k@Ba1", "r@Ca1", rims=True)
    table.turn("A", 90, wait=NOW)
    table.turn("A", -90)
    assert table.moves == ["w@Aa1", "k@Ba1", "r@Ca1"]


def test_a_rim_turned_back_by_the_next_player_is_that_players_move() -> None:
    """Law (§2): a legal move of the side to move beats a takeback that looks the same."""
    table = played("w@Aa1", "k@Ba1", "r@Ca1", "A+", rims=True)
    table.turn("A", -90)
    assert table.moves[3:] == ["A+", "A-"]


def test_a_rim_turned_back_where_no_turn_is_legal_takes_it_back() -> None:
    """Law (§2): after the ball only one turn is allowed, so turning back is a takeback."""
    table = played("w@Aa1", "k@Ba1", "r@Ca1", "A+", rims=True, rim_turn="after")
    table.turn("A", -90)
    assert table.moves == ["w@Aa1", "k@Ba1", "r@Ca1"]


def test_undo_of_a_ball_asks_for_it_to_be_lifted() -> None:
    """Law: the undone position is no move until the board has agreed once."""
    table = played("w@Aa1", "k@Ba1")
    table.press("UNDO")
    assert (table.moves, table.phase, table.says) == (
        ["w@Aa1"],
        "correction",
        "Take the black ball out of Ba1.",
    )
    assert table.lit(Role.WRONG) == {"Ba1"}
    table.wait(Duration(5 * SECOND))
    assert table.says == "Take the black ball out of Ba1."
    table.lift("Ba1")
    assert (table.phase, table.moves) == ("play", ["w@Aa1"])
    table.drop("Ba1", "black")
    assert table.moves == ["w@Aa1", "k@Ba1"]


def test_undo_goes_on_with_another_move_at_once() -> None:
    """Law (§10): the ball need not visit the tray."""
    table = played("w@Aa1", "k@Ba1")
    table.press("UNDO")
    table.shift("Ba1", "Bc1")
    assert (table.phase, table.moves) == ("play", ["w@Aa1", "k@Bc1"])


def test_undo_of_a_rim_asks_for_it_to_be_turned_back() -> None:
    """Law (§2): a turned rim is undone with UNDO."""
    table = played("w@Aa1", "k@Ba1", "r@Ca1", "A+", rims=True)
    table.press("UNDO", wait=Duration(5 * SECOND))
    assert table.says == "Turn the rim of shelf A one quarter turn counter-clockwise."
    table.turn("A", -45)
    assert table.says == "Turn the rim of shelf A one quarter turn counter-clockwise."
    table.turn("A", -45)
    assert (table.phase, table.moves) == ("play", ["w@Aa1", "k@Ba1", "r@Ca1"])


def test_undo_several_times_goes_back_as_often() -> None:
    """Law: any depth; all undone balls are to be lifted, in any order."""
    table = played(*PLAYED)
    table.press("UNDO", "UNDO", "UNDO")
    assert table.moves == list(PLAYED[:3])
    assert table.lit(Role.WRONG) == {"Ab1", "Bb1", "Cb1"}
    for site in ("Bb1", "Ab1", "Cb1"):
        assert table.phase == "correction"
        table.lift(site)
    assert (table.phase, table.moves) == ("play", list(PLAYED[:3]))


def test_undo_play_on_and_undo_again() -> None:
    """Law (T-takeback-deep): after several takebacks board and game still agree."""
    table = played(*PLAYED[:4])
    table.press("UNDO")
    table.lift("Ab1")
    table.play("w@Ac1", "k@Bc1")
    table.press("UNDO", "UNDO")
    table.world.lift(Site("Ac1"))
    table.lift("Bc1")
    table.play("w@Bb2")
    assert table.moves == [*PLAYED[:3], "w@Bb2"]
    assert table.phase == "play"


def test_undo_to_the_very_beginning_and_one_more() -> None:
    """Law: UNDO without anything to undo says so."""
    table = played("w@Aa1")
    table.press("UNDO")
    table.lift("Aa1")
    table.press("UNDO")
    assert (table.moves, table.phase, table.says) == ([], "play", "There is nothing to undo.")


def test_undo_while_a_wrong_ball_stands_goes_back_and_guides_both_out() -> None:
    """Law: UNDO means the last move also where the board disagrees already."""
    table = played("w@Aa1", "k@Ba1")
    table.drop("Ca1", "green")
    table.press("UNDO")
    assert table.moves == ["w@Aa1"]
    assert table.lit(Role.WRONG) == {"Ba1", "Ca1"}
    table.lift("Ca1")
    assert table.phase == "correction"
    table.lift("Ba1")
    assert table.phase == "play"


def test_undo_while_a_ball_is_being_lifted_takes_back_once() -> None:
    """Law: hand and button say the same thing, so it is done once."""
    table = played("w@Aa1", "k@Ba1", "r@Ca1")
    table.lift("Ca1", wait=NOW)
    table.press("UNDO")
    table.wait(SECOND)
    assert (table.moves, table.phase) == (["w@Aa1", "k@Ba1"], "play")


def test_undo_while_a_turn_waits_undoes_that_turn_only() -> None:
    """Law: what the player has just done is what UNDO means; nothing was recorded yet."""
    table = played("w@Aa1", "k@Ba1", "r@Ca1", rims=True)
    entries = len(table.journal)
    table.turn("A", 90, wait=NOW)
    table.press("UNDO", wait=Duration(5 * SECOND))
    assert table.moves == ["w@Aa1", "k@Ba1", "r@Ca1"]
    assert len(table.journal) == entries
    assert table.says == "Turn the rim of shelf A one quarter turn counter-clockwise."
    table.turn("A", -90)
    assert table.phase == "play"


def test_undo_with_a_ball_still_rattling_undoes_that_ball() -> None:
    """Law: a press waits for the hand to come off, so that it means what the hand has done."""
    table = played("w@Aa1")
    table.world.drop(Site("Ba1"), Piece("black"))
    table.touch()
    table.press("UNDO", wait=NOW)
    table.calm()
    assert table.moves == ["w@Aa1"]
    assert table.lit(Role.WRONG) == {"Ba1"}


def test_a_press_does_not_wait_for_ever() -> None:
    """Law (T-abort): a sensor that never rests does not take the buttons away."""
    table = played("w@Aa1")
    for number in range(30):
        table.world.stacks[Site("Cc3")] = [Piece("black")] if number % 2 else []
        table.touch()
        if number == 3:
            table.press("UNDO", wait=NOW)
        table.wait(Duration(SECOND // 10))
    assert table.moves == []


def test_a_failed_sensor_does_not_make_a_takeback_ambiguous() -> None:
    """Law (§2): the latest ply that shows it; a ball that cannot be seen was not lifted."""
    table = played("w@Aa1", "k@Ba1", "r@Ca1")
    table.blind = {Site("Ba1")}
    table.lift("Ca1")
    assert table.moves == ["w@Aa1", "k@Ba1"]


def test_a_last_ball_that_is_exchanged_is_guided_and_keeps_its_move() -> None:
    """Law: lifted, and another colour dropped elsewhere; with the first one put back both plies count."""
    table = played("w@Aa1", "k@Ba1")
    table.lift("Ba1", wait=NOW)
    table.drop("Ca1", "red", wait=Duration(5 * SECOND))
    assert table.moves == ["w@Aa1", "k@Ba1"]
    assert table.says == "Put the black ball into Ba1."
    table.drop("Ba1", "black")
    assert (table.phase, table.moves) == ("play", ["w@Aa1", "k@Ba1", "r@Ca1"])


def test_another_colour_in_the_hole_of_the_last_ball_is_taken_out() -> None:
    """Law (§10): it is said which ball, and where."""
    table = played("w@Aa1", "k@Ba1")
    table.lift("Ba1", wait=NOW)
    table.drop("Ba1", "red", wait=Duration(5 * SECOND))
    assert table.says == "Take the red ball out of Ba1."
    table.lift("Ba1", wait=NOW)
    table.drop("Ba1", "black")
    assert (table.phase, table.moves) == ("play", ["w@Aa1", "k@Ba1"])
