"""Balls dropped by hands become moves, never guessed, in any order of hands (physical-play 2 to 8)."""

from itertools import permutations

import pytest
from tests.unit.session.table import BOARD, Table

from triboard.light.scene import Role
from triboard.session.events import BoardSettled, BoardTouched
from triboard.units import SECOND, Duration, Instant, Piece, Site, after, millis

NOW = Duration(0)


def test_a_bare_board_begins_the_game() -> None:
    """Law (§19): the game starts when all sites agree and lie still; the start is recorded."""
    table = Table({"players": 3})
    assert (table.phase, table.says) == ("play", "Ready. White begins.")
    [start] = table.journal
    assert (start["event"], start["options"], start["base"]) == ("start", {"players": 3}, [0, 0, 0])


def test_a_ball_is_a_move_as_soon_as_it_has_settled() -> None:
    """Law (§4, §9): nothing could turn it into another move, so it is played at once."""
    table = Table()
    table.drop("Bb2", "white", wait=NOW)
    assert table.moves == ["w@Bb2"]
    assert table.journal[-1] == {"event": "move", "ply": 0, "text": "w@Bb2"}
    assert table.says == "Black to play."


def test_a_ball_in_the_wrong_hole_and_withdrawn_is_no_move() -> None:
    """Law (§5): what has not settled changes light, never the game."""
    table = Table()
    table.world.drop(Site("Aa1"), Piece("white"))
    table.touch()
    table.wait(millis(199))
    table.shift("Aa1", "Cc3")
    assert table.moves == ["w@Cc3"]


@pytest.mark.parametrize("order", list(permutations([("Aa1", "white"), ("Ba1", "black")])))
def test_two_plies_within_one_settle_window_are_both_recovered(order: tuple[tuple[str, str], ...]) -> None:
    """Law (§6, T-two-plies-fast, T-any-order): in the order of the rules, whichever hand was first."""
    table = Table()
    for site, piece in order:
        table.world.drop(Site(site), Piece(piece))
        table.touch()
        table.wait(millis(50))
    table.calm()
    assert table.moves == ["w@Aa1", "k@Ba1"]
    assert [entry["event"] for entry in table.journal] == ["start", "move", "move"]


def test_a_ball_and_a_rim_within_one_settle_window_are_two_plies() -> None:
    """Law (§6): the order of ball and rim is the one that the rules allow."""
    table = Table({"rims": True})
    table.play("w@Aa1", "k@Ba1")
    table.world.drop(Site("Ca1"), Piece("red"))
    table.turn("A", 90)
    assert table.moves == ["w@Aa1", "k@Ba1", "r@Ca1", "A+"]


def test_without_colours_two_plies_at_once_are_asked_about() -> None:
    """Law (§7, T-ambiguous): both choices shine; taking one out settles it; nobody picks."""
    table = Table()
    table.presence = True
    table.world.drop(Site("Aa1"), Piece("white"))
    table.drop("Ba1", "black")
    assert table.moves == []
    assert table.lit(Role.CHOICE) == {"Aa1", "Ba1"}
    assert table.says == "This could be more than one move. Take one of them back."
    table.lift("Ba1")
    assert table.moves == ["w@Aa1"]
    assert table.lit(Role.CHOICE) == set()


def test_choices_shine_where_they_stand_in_the_room() -> None:
    """Law: with a turned rim, a slot's name is not the hole's."""
    table = Table({"rims": True})
    table.play("w@Aa1", "k@Ba1", "r@Ca1", "A+")
    table.presence = True
    table.world.drop(Site("Aa2"), Piece("black"))
    table.drop("Ab3", "red")
    assert table.lit(Role.CHOICE) == {"Aa2", "Ab3"}


def test_presence_alone_plays_a_whole_turn() -> None:
    """Law: a board that only knows `something` plays on, because only one colour is due."""
    table = Table()
    table.presence = True
    table.play("w@Aa1", "k@Ba1", "r@Ca1", "w@Bb2")
    assert table.moves == ["w@Aa1", "k@Ba1", "r@Ca1", "w@Bb2"]


def test_a_last_ball_put_into_another_hole_replaces_its_move() -> None:
    """Law: taken back and played elsewhere, both in the journal."""
    table = Table()
    table.play("w@Aa1", "k@Ba1")
    table.shift("Ba1", "Bc3")
    assert table.moves == ["w@Aa1", "k@Bc3"]
    assert [entry["event"] for entry in table.journal[-2:]] == ["takeback", "move"]


def test_an_older_ball_in_another_hole_is_no_move() -> None:
    """Law (T-no-ghost): guided back, in one step."""
    table = Table()
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    table.shift("Aa1", "Ac3")
    table.wait(Duration(5 * SECOND))
    assert table.moves == ["w@Aa1", "k@Ba1", "r@Ca1"]
    assert table.says == "Move the white ball from Ac3 to Aa1."
    table.shift("Ac3", "Aa1")
    assert (table.phase, table.moves) == ("play", ["w@Aa1", "k@Ba1", "r@Ca1"])


def test_two_balls_that_change_places_are_guided_home_one_step_at_a_time() -> None:
    """Law (§10): two balls moved at once; each step is the cheapest that is possible."""
    table = Table()
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    table.world.stacks[Site("Aa1")], table.world.stacks[Site("Ba1")] = [Piece("black")], [Piece("white")]
    table.calm(Duration(5 * SECOND))
    assert table.says == "Take the black ball out of Aa1."
    table.lift("Aa1")
    assert table.says == "Move the white ball from Ba1 to Aa1."
    table.shift("Ba1", "Aa1")
    assert table.says == "Put the black ball into Ba1."
    table.drop("Ba1", "black")
    assert (table.phase, table.moves) == ("play", ["w@Aa1", "k@Ba1", "r@Ca1"])


def test_a_ball_lifted_and_put_back_is_no_move_and_is_counted_for_its_sensor() -> None:
    """Law (§8, T-dropout-return): however long it was away, as long as nothing else changed."""
    table = Table()
    table.play("w@Aa1", "k@Ba1")
    entries = len(table.journal)
    for ball, piece in (("Aa1", "white"), ("Ba1", "black"), ("Ba1", "black")):
        table.lift(ball, wait=NOW)
        table.drop(ball, piece)
    assert table.moves == ["w@Aa1", "k@Ba1"]
    assert len(table.journal) == entries
    assert table.state.put_backs == {"Aa1": 1, "Ba1": 2}


def test_a_dropout_too_short_to_settle_is_counted_too() -> None:
    """Law (T-dropout-return): a weak sensor is known before it harms a game."""
    table = Table()
    table.play("w@Aa1")
    table.world.lift(Site("Aa1"))
    table.touch()
    table.wait(millis(30))
    table.drop("Aa1", "white")
    assert table.state.put_backs == {"Aa1": 1}


def test_a_turning_rim_is_no_dropout() -> None:
    """Law (§16): what a rim hides or carries was not lifted."""
    table = Table({"rims": True})
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    for degrees in (45, 45, -90):
        table.turn("A", degrees, wait=NOW)
    table.wait(SECOND)
    assert table.state.put_backs == {}


def test_a_ball_in_a_site_that_cannot_be_read_is_said_and_not_guessed() -> None:
    """Law (T-bus-error-not-change): unknown is neither empty nor a ball; the site is named."""
    table = Table()
    table.blind = {Site("Ab1")}
    table.calm()
    assert table.says == "The sensor of Ab1 cannot tell what is there."
    table.drop("Ab1", "white")
    assert table.moves == []
    table.drop("Bb2", "white")
    assert table.moves == ["w@Bb2"]


def test_a_failed_sensor_and_a_wrong_ball_do_not_make_two_plies() -> None:
    """Law: no move is ever made up from a reading that failed."""
    table = Table()
    table.blind = {Site("Ab1")}
    table.drop("Bb2", "black")
    assert table.moves == []
    assert table.phase == "correction"


def test_a_lost_frame_changes_nothing() -> None:
    """Law: an event twice is an event once; observations are whole."""
    table = Table()
    table.drop("Aa1", "white")
    before = table.state
    table.send(BoardSettled(table.now, table.observation()))
    assert (table.state.states, table.state.recorded) == (before.states, before.recorded)


def test_hands_light_the_hole_before_it_has_settled() -> None:
    """Law (§20): *seen* comes with the first frame that shows the ball, and promises nothing."""
    table = Table()
    table.world.drop(Site("Bb2"), Piece("white"))
    table.touch()
    assert table.role("Bb2") is Role.SEEN
    table.world.lift(Site("Bb2"))
    table.touch()
    assert table.role("Bb2") is Role.TARGET


def test_a_move_that_waits_is_cancelled_by_the_next_touch() -> None:
    """Law (§4): a rim that was turned on before the slide time was over is not played where it paused."""
    table = Table({"rims": True})
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    table.turn("A", 90, wait=millis(590))
    assert table.state.pending is not None
    table.turn("A", -180)
    assert table.moves[3:] == ["A-"]


def test_a_move_that_waits_is_played_when_its_time_has_come() -> None:
    """Law (§4): slide after settle, not a microsecond earlier."""
    table = Table({"rims": True})
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    table.turn("A", 90, wait=Duration(BOARD.slide - 1))
    assert len(table.moves) == 3
    table.wait(millis(1))
    assert table.moves[3:] == ["A+"]


def test_touches_alone_never_change_the_game() -> None:
    """Law (§9): `BoardTouched` may change light, never the game."""
    table = Table()
    before = (table.state.states, table.state.moves, table.state.recorded)
    for number, site in enumerate(("Aa1", "Bb2", "Cc3")):
        table.world.drop(Site(site), Piece("white"))
        table.send(BoardTouched(after(Instant(0), Duration(number * SECOND)), table.observation()))
    assert (table.state.states, table.state.moves, table.state.recorded) == before


def test_two_turns_at_once_that_lead_back_are_two_plies() -> None:
    """Law (§6): what fits wholly beats what is only on the way to an earlier position."""
    table = Table({"rims": True})
    table.play("w@Aa1", "k@Ba1", "r@Ca1", "A+", "B+", "r@Cb1", "w@Ab1", "k@Bb1", "r@Cc1")
    table.world.angles[0] = 0.0
    table.turn("B", -90)
    assert table.moves[-1] == "r@Cc1"
    assert table.says == "This could be more than one move. Take one of them back."
    table.turn("B", 90)
    assert table.moves[-1] == "A-"
