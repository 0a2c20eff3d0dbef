"""Setting up, clearing, finishing, the next game, and asking before anything is lost (§19, §20)."""

from dataclasses import replace
from typing import Any

import pytest
from tests.unit.session.table import Table

from triboard.light.scene import Role
from triboard.rules import ttt3d
from triboard.session.state import Phase
from triboard.units import SECOND, Duration, Piece, Site
from triboard.web.view import view_of

NOW = Duration(0)


def fill(table: Table) -> tuple[int, ...]:
    """Play a game to its end; its scores."""
    game = table.state.game
    for site in ttt3d.geometry.HOLES:
        colour = ttt3d.due_colour(game)
        assert colour is not None
        game = ttt3d.GAME.play(game, ttt3d.Place(colour, site))
        table.drop(site, colour, wait=NOW)
    scores: tuple[int, ...] = table.state.game.scores
    return scores


# Set-up


def test_balls_that_lie_about_are_shown_and_the_game_waits() -> None:
    """Law (§19): extra pieces flash, each light goes out when right; then the game starts."""
    table = Table()
    table.play("w@Aa1", "k@Ba1")
    table.press("NEW", "OK")
    assert table.phase == "setup"
    assert table.says == "Take all balls off the board to begin. Take the white ball out of Aa1."
    assert table.lit(Role.WRONG) == {"Aa1", "Ba1"}
    table.lift("Aa1")
    assert (table.phase, table.lit(Role.WRONG)) == ("setup", {"Ba1"})
    table.lift("Ba1")
    assert (table.phase, table.says) == ("play", "Ready. White begins.")
    assert table.lit(Role.TARGET) == set(ttt3d.geometry.HOLES)


def test_a_ball_dropped_in_set_up_is_no_move() -> None:
    """Law (§19): whatever its colour."""
    table = Table()
    table.play("w@Aa1")
    table.press("NEW", "OK")
    table.drop("Bb2", "white")
    assert (table.phase, table.moves) == ("setup", [])


def test_a_rim_that_stands_between_holds_up_the_start_and_shines() -> None:
    """Law (§16, §19): and once it rests, targets shine as in any game."""
    table = Table()
    table.ask_new()
    table.world.angles[0] = 45.0
    table.calm()
    table.ask_new()
    assert (table.phase, table.says[:36]) == ("setup", "The rim of shelf A stands between tw")
    assert "Aa1" in table.lit(Role.WAITING)
    table.turn("A", 45)
    assert table.phase == "play"
    assert table.lit(Role.TARGET) == set(ttt3d.geometry.HOLES)


def test_what_a_moving_rim_hides_is_not_asked_for_any_more() -> None:
    """Law: a rim between detents is asked for first, and what was said of its balls is not left standing."""
    table = Table()
    table.play("w@Aa1")
    table.press("NEW", "OK")
    table.world.stacks.clear()
    table.turn("A", 45)
    assert table.says.startswith("The rim of shelf A stands between")


def test_a_site_that_cannot_be_read_does_not_trap_the_start() -> None:
    """Law: it is named, and the game begins without it."""
    table = Table()
    table.blind = {Site("Aa1")}
    table.ask_new()
    table.calm()
    assert (table.phase, table.says) == ("play", "The sensor of Aa1 cannot tell what is there.")


# Clearing the board


def test_clearing_the_board_asks_first_and_ok_begins_anew() -> None:
    """Law (§20): never a silent wipe."""
    table = Table()
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    table.clear()
    assert table.asks
    assert len(table.moves) == 3
    assert table.lit(Role.TURN) >= {"button:OK", "button:UNDO"}
    table.press("OK")
    assert (table.phase, table.moves, len(table.archived)) == ("play", [], 1)


def test_a_cleared_board_that_is_put_back_goes_on() -> None:
    """Law (§20): one ball put back is an answer too."""
    table = Table()
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    table.clear()
    for site, piece in (("Ca1", "red"), ("Aa1", "white"), ("Ba1", "black")):
        table.drop(site, piece)
        assert not table.asks
    assert (table.phase, len(table.moves)) == ("play", 3)


def test_undo_keeps_a_cleared_game_and_guides_the_balls_back() -> None:
    """Law (§20): no, go on."""
    table = Table()
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    table.clear()
    table.press("UNDO", wait=Duration(5 * SECOND))
    assert (table.says, len(table.moves)) == ("Put the white ball into Aa1.", 3)


def test_other_buttons_do_not_answer_a_question_nor_hide_it() -> None:
    """Law: OK means yes only while the question can be read."""
    table = Table({"calling": "strict"})
    table.play("w@Aa1")
    table.press("NEW", "FIVE", "ONE", "HINT")
    assert table.asks
    assert table.says == "A game is not finished. OK starts a new one, UNDO keeps this one."
    assert table.state.tally == {}


def test_a_rim_between_does_not_hide_a_question() -> None:
    """Law: the same, whatever hands do meanwhile."""
    table = Table({"rims": True})
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    table.press("NEW")
    table.turn("A", 40)
    assert table.asks


def test_balls_hidden_by_a_moving_rim_are_not_a_cleared_board() -> None:
    """Law (§16): all eight readings of a moving rim are ignored."""
    table = Table()
    table.play("w@Aa1", "k@Ab1", "r@Bb2")
    table.world.lift(Site("Bb2"))
    table.turn("A", 45)
    assert not table.asks


def test_the_only_ball_lifted_is_a_takeback() -> None:
    """Law (§2): there is nothing else to lose."""
    table = Table()
    table.play("w@Aa1")
    table.clear()
    assert (table.phase, table.moves, table.asks) == ("play", [], False)


def test_a_board_cleared_slowly_in_any_order_is_asked_about_in_the_end() -> None:
    """Law (§20): not finished is not finished."""
    table = Table()
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    for site in ("Ba1", "Aa1", "Ca1"):
        table.lift(site)
    assert table.asks
    assert len(table.moves) == 3


def test_a_broken_sensor_does_not_stand_in_the_way_of_clearing() -> None:
    """Law: a failed reading is outvoted by all the empty ones."""
    table = Table()
    table.play("w@Aa1", "k@Ba1", "r@Ca1")
    table.blind = {Site("Cc3")}
    table.clear()
    assert table.asks


def test_a_board_that_fails_altogether_is_not_a_cleared_board() -> None:
    """Law: unknown is never treated as empty."""
    table = Table()
    fill(table)
    table.blind = set(ttt3d.geometry.HOLES)
    table.calm()
    assert table.phase == "finished"


# A new game


def test_new_in_the_middle_of_a_game_asks() -> None:
    """Law (§20): OK starts a new one, UNDO keeps this one."""
    table = Table()
    table.play("w@Aa1")
    table.press("NEW")
    assert table.asks
    table.press("UNDO")
    assert (table.says, table.moves) == ("The game goes on.", ["w@Aa1"])
    table.press("NEW", "OK")
    assert (table.phase, table.moves) == ("setup", [])
    table.clear()
    assert table.phase == "play"


def test_playing_on_answers_no() -> None:
    """Law: a ball on the board says that the game goes on."""
    table = Table()
    table.play("w@Aa1")
    table.press("NEW")
    table.play("k@Ba1")
    assert (table.asks, table.moves) == (False, ["w@Aa1", "k@Ba1"])
    table.press("OK")
    assert table.moves == ["w@Aa1", "k@Ba1"]


def test_new_before_the_first_ball_needs_no_question() -> None:
    """Law: at once where nothing is lost."""
    table = Table()
    table.press("NEW")
    assert (table.phase, table.asks) == ("play", False)


def test_a_game_with_other_options_is_asked_for_and_confirmed() -> None:
    """Law: from the page; the options come with the OK."""
    table = Table()
    table.play("w@Aa1")
    table.ask_new({"players": 5, "rims": True})
    assert table.asks
    table.press("OK")
    table.clear()
    assert table.state.options == {"players": 5, "rims": True}
    assert table.state.game.setup.players == 5


@pytest.mark.parametrize("options", [{"players": 9}, {"player": 2}, {"colours": "red"}, {"start": True}])
def test_wrong_options_are_told_and_change_nothing(options: dict[str, Any]) -> None:
    """Law: the error says what may be chosen."""
    table = Table()
    table.play("w@Aa1")
    table.ask_new(options)
    assert (table.asks, table.moves) == (False, ["w@Aa1"])
    assert next(iter(options)) in table.says


# The end, and the next game of the match


def test_a_finished_game_stays_while_balls_are_taken_off() -> None:
    """Law (§20): the result is there to be looked at; half a cleared board is no takeback."""
    table = Table()
    fill(table)
    assert (table.phase, table.says) == (
        "finished",
        "The game is over. Press OK or clear the board for the next one.",
    )
    for site in ("Cc3", "Aa1", "Bb2"):
        table.lift(site)
        assert (table.phase, len(table.moves)) == ("finished", 27)
    assert view_of(table.state)["phase"] == "clearing"
    table.drop("Bb2", "green")
    assert table.phase == "finished"


def test_clearing_a_finished_board_begins_the_next_game_with_the_change_of_turn() -> None:
    """Law (ttt3d §5): the starting seat moves on by one; totals are kept."""
    table = Table()
    scores = fill(table)
    table.clear()
    assert (table.phase, table.says) == ("play", "Ready. Black begins.")
    assert (table.state.match.games, table.state.match.totals) == (1, scores)
    second = fill(table)
    table.press("OK")
    assert table.phase == "setup"
    table.clear()
    assert table.says == "Ready. Red begins."
    assert table.state.match.games == 2
    assert table.state.match.totals == tuple(a + b for a, b in zip(scores, second, strict=True))
    assert table.journal[0]["totals"] == list(table.state.match.totals)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_seat_opens_in_its_turn(players: int) -> None:
    """Law (ttt3d §5)."""
    table = Table({"players": players})
    openers = []
    for _ in range(players + 1):
        openers.append(table.state.game.side)
        table.state = replace(table.state, phase=Phase.FINISHED)  # as if it had been played
        table.press("OK")
        table.calm()
    assert openers == [*range(players), 0]


def test_a_finished_game_counts_for_the_match_whatever_follows_it() -> None:
    """Law (ttt3d §5): a new game with other options among the same players goes on with the match; among
    others a new match begins."""
    table = Table()
    scores = fill(table)
    state = table.state
    table.ask_new({"players": 3, "calling": "strict"})
    assert (table.state.match.games, table.state.match.totals) == (1, scores)
    table.state = state
    table.ask_new({"players": 4})
    assert (table.state.match.games, table.state.match.totals) == (0, ())


def test_new_after_the_end_is_the_next_game() -> None:
    """Law: nothing is lost, so nothing is asked."""
    table = Table()
    fill(table)
    table.press("NEW")
    assert (table.phase, table.state.match.games) == ("setup", 1)


def test_an_abandoned_game_counts_for_nothing() -> None:
    """Law: totals are those of finished games."""
    table = Table()
    table.play("w@Aa1")
    table.press("NEW", "OK")
    assert (table.state.match.games, table.state.options) == (0, {})


def test_undo_after_the_end_takes_the_last_ball_back() -> None:
    """Law: the last ball can be a slip as any other."""
    table = Table()
    fill(table)
    table.press("UNDO")
    assert (table.phase, len(table.moves)) == ("correction", 26)
    table.lift("Cc3")
    assert table.phase == "play"
    table.drop("Cc3", "red")
    assert table.phase == "finished"


def test_a_ball_of_the_wrong_colour_as_the_last_one() -> None:
    """Law: the end needs a legal last ball."""
    table = Table()
    fill(table)
    table.press("UNDO")
    table.world.stacks[Site("Cc3")] = [Piece("green")]
    table.calm()
    assert table.phase == "correction"
