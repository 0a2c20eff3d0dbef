"""Strict calling at the board: FIVE, ONE, OK or the next move (ttt3d §10, §14)."""

from dataclasses import replace

import pytest
from tests.unit.session.table import Table

from triboard.lessons.ladder import Ladder
from triboard.lessons.task import Rung
from triboard.opponents.engine import Grade
from triboard.rules import ttt3d
from triboard.session.lesson import Lesson
from triboard.units import SECOND, Duration, Piece, Site
from triboard.web.view import view_of

NOW = Duration(0)
# White completes Aa1-Ab1-Ac1 with the seventh ball: one five.
SIX = ("w@Aa1", "k@Ba1", "r@Cc3", "w@Ab1", "k@Ba2", "r@Cb2")


def strict(*texts: str, **options: object) -> Table:
    table = Table({"calling": "strict", **options})
    table.play(*texts)
    return table


def scores(table: Table) -> tuple[int, ...]:
    found: tuple[int, ...] = table.state.game.scores
    return found


def test_a_call_with_ok_is_credited() -> None:
    """Law (§10): FIVE, then OK closes the window."""
    table = strict(*SIX, "w@Ac1")
    table.press("FIVE")
    assert table.says == "White calls 1 × five and 0 × one so far. OK or the next move closes it."
    table.press("OK")
    assert table.moves[-1] == "!1,0"
    assert scores(table) == (5, 0, 0)


def test_the_next_move_closes_the_call() -> None:
    """Law (§10): the window closes at the next committed move; what was counted is called with it."""
    table = strict(*SIX, "w@Ac1")
    table.press("FIVE")
    table.play("k@Bc1")
    assert table.moves[-2:] == ["!1,0", "k@Bc1"]
    assert scores(table) == (5, 0, 0)


def test_what_is_not_called_is_lost_and_then_shown() -> None:
    """Law (§10): silence about lines until the window has closed; then the missed ones are named."""
    table = strict(*SIX, "w@Ac1")
    assert view_of(table.state)["last"]["lines"] == []
    table.play("k@Cc1")
    assert table.moves[-1] == "k@Cc1"
    assert scores(table) == (0, 0, 0)
    [line] = view_of(table.state)["last"]["lines"]
    assert (line["missed"], line["text"]) == (True, "Missed: Aa1, Ab1, Ac1 (5).")


def test_calling_too_much_loses_the_kind() -> None:
    """Law (§10): of each kind, credited as called if called no more than made, else nothing."""
    table = strict(*SIX, "w@Ac1")
    table.press("FIVE", "FIVE", "OK")
    assert (table.moves[-1], scores(table)) == ("!2,0", (0, 0, 0))


def test_ok_without_presses_calls_nothing_once() -> None:
    """Law (§10): at most one call a turn; a second OK has nothing left to close."""
    table = strict(*SIX, "w@Ac1")
    table.press("OK", "OK")
    assert table.moves[-1] == "!0,0"
    assert table.moves.count("!0,0") == 1
    assert table.says == "There is nothing to confirm."


def test_five_without_a_window_says_so() -> None:
    """Law: a press that means nothing now changes nothing."""
    for table in (Table(), strict()):
        table.press("FIVE")
        assert table.says == "There are no points to call now."
        assert table.state.tally == {}


def test_nobody_calls_more_than_thirteen() -> None:
    """Law (§10): from 0 to 13 of each kind."""
    table = strict(*SIX, "w@Ac1")
    table.press(*["ONE"] * 14)
    assert table.says == "Nobody can make more than 13 of a kind in one turn."
    table.press("OK")
    assert table.moves[-1] == "!0,13"


def test_five_pressed_with_the_ball_still_rattling_calls_for_that_ball() -> None:
    """Law (§10): "as he places his ball": one hand drops, the other one presses."""
    table = strict(*SIX)
    table.world.drop(Site("Ac1"), Piece("white"))
    table.touch()
    table.press("FIVE", wait=NOW)
    table.calm()
    table.press("OK")
    assert table.moves[-2:] == ["w@Ac1", "!1,0"]
    assert scores(table) == (5, 0, 0)


def test_five_pressed_while_a_turn_waits_calls_for_that_turn() -> None:
    """Law (§10): the turn is made when the rim rests, though the board still waits whether it goes on."""
    table = strict("w@Aa1", "k@Ba1", "r@Ca1", rims=True)
    table.turn("A", 90, wait=NOW)
    table.press("FIVE", "OK")
    assert table.moves[-2:] == ["A+", "!1,0"]


def test_a_call_is_for_ball_and_rim_together() -> None:
    """Law (§10, §14): presses before the rim is turned count for the whole turn."""
    table = strict("w@Aa1", "k@Ba1", "r@Ca1", rims=True, rim_turn="after")
    table.press("ONE")
    table.turn("A", 90)
    table.press("FIVE")
    assert table.state.tally == {"ONE": 1, "FIVE": 1}
    table.press("OK")
    assert table.moves[-2:] == ["A+", "!1,1"]


def test_one_press_of_ok_has_one_meaning() -> None:
    """Law: the first OK leaves the rims alone; the second one closes the call."""
    table = strict("w@Aa1", "k@Ba1", "r@Ca1", rims=True, rim_turn="after")
    table.press("OK")
    assert table.moves[3:] == ["-"]
    table.press("OK")
    assert table.moves[3:] == ["-", "!0,0"]


def test_ok_after_presses_leaves_the_rims_alone_and_calls() -> None:
    """Law: what was counted is called in the same breath."""
    table = strict("w@Aa1", "k@Ba1", "r@Ca1", rims=True, rim_turn="after")
    table.press("ONE", "OK")
    assert table.moves[3:] == ["-", "!0,1"]


def test_the_next_ball_declines_calls_and_plays_in_one() -> None:
    """Law (§14): going on leaves the rims alone and closes the window."""
    table = strict("w@Aa1", "k@Ba1", "r@Ca1", rims=True, rim_turn="after")
    table.press("ONE")
    table.play("w@Aa2")
    assert table.moves[3:] == ["-", "!0,1", "w@Aa2"]


def test_a_rim_and_a_ball_at_once_keep_the_call_and_are_asked_about() -> None:
    """Law (§6, §7): whose turn the rim was decides where the call belongs, so nobody picks; whatever is
    undone, the call is not dropped."""
    table = strict("w@Aa1", "k@Ba1", "r@Ca1", rims=True, rim_turn="after")
    table.press("ONE")
    table.world.angles[0] = 90.0
    table.drop("Bb2", "white")
    assert table.says == "This could be more than one move. Take one of them back."
    before = table.state
    table.turn("A", -90)
    assert table.moves[3:] == ["-", "!0,1", "w@Bb2"]
    table.state = before
    table.world.angles[0] = 90.0
    table.lift("Bb2")
    assert table.moves[3:] == ["A+"]
    assert table.state.tally == {"ONE": 1}


def full(table: Table) -> None:
    """Fill all 27 holes."""
    game = table.state.game
    for site in ttt3d.geometry.HOLES:
        colour = ttt3d.due_colour(game)
        assert colour is not None
        game = ttt3d.GAME.play(game, ttt3d.Place(colour, site))
        table.drop(site, colour, wait=NOW)


def test_after_the_last_ball_the_game_stays_open_for_a_call() -> None:
    """Law (§10): the outcome waits for a call, of nothing too, or OK."""
    table = strict()
    full(table)
    assert (table.phase, table.says) == (
        "play",
        "The last ball is in. Red may call points now; OK closes the call.",
    )
    table.press("ONE", "ONE")
    assert table.phase == "play"
    table.press("OK")
    assert (table.phase, table.moves[-1]) == ("finished", "!0,2")


def test_clearing_a_full_board_closes_the_last_call() -> None:
    """Law (§10, physical-play 20): nothing is left to play, so nothing is wiped."""
    table = strict()
    full(table)
    table.press("ONE")
    called = ttt3d.GAME.play(table.state.game, ttt3d.Call(0, 1)).scores
    table.clear()
    assert table.state.match.games == 1
    assert table.state.match.totals == called
    assert (table.phase, table.moves) == ("play", [])
    assert table.archived[-1][-1] == {"event": "move", "ply": 27, "text": "!0,1"}


def test_in_a_lesson_clearing_a_full_board_counts_the_game_and_sets_the_next_one_up() -> None:
    """Law (docs/lessons.md): a game of the ladder that ends so is an answer, and the lesson goes on."""
    table = strict()
    table.state = replace(table.state, lesson=Lesson(Ladder(Rung.HELPED)))
    full(table)
    table.clear()
    assert (table.phase, table.moves) == ("play", [])
    assert table.state.lesson is not None
    ladder = table.state.lesson.ladder
    assert (ladder.solved, ladder.right + ladder.wrong) == (ladder.right, 1)
    assert set(table.state.terms.rivals.values()) == {Grade.NEWCOMER}


def test_undo_takes_a_call_back_with_its_ball() -> None:
    """Law (physical-play 2): silent plies go with the ply before them."""
    table = strict(*SIX, "w@Ac1")
    table.press("FIVE", "OK", "UNDO")
    assert table.moves == list(SIX)
    assert scores(table) == (0, 0, 0)
    table.lift("Ac1")
    assert table.phase == "play"


@pytest.mark.parametrize("presses", [("FIVE",), ("FIVE", "OK")])
def test_lifting_the_ball_takes_its_call_back(presses: tuple[str, ...]) -> None:
    """Law: no points are left of a turn that was taken back, called or only counted."""
    table = strict(*SIX, "w@Ac1")
    table.press(*presses)
    table.lift("Ac1")
    assert (table.moves, table.state.tally, scores(table)) == (list(SIX), {}, (0, 0, 0))


def test_in_a_wrong_position_counting_goes_on() -> None:
    """Law: the next player's slip does not cost the mover the call."""
    table = strict(*SIX, "w@Ac1")
    table.drop("Cc1", "green", wait=Duration(5 * SECOND))
    table.press("FIVE")
    assert table.phase == "correction"
    assert table.says.endswith("Take the green ball out of Cc1.")
    table.lift("Cc1")
    table.press("OK")
    assert (table.moves[-1], scores(table)) == ("!1,0", (5, 0, 0))


def test_automatic_calling_credits_and_shows_at_once() -> None:
    """Law (§10): option `auto`."""
    table = Table()
    table.play(*SIX, "w@Ac1")
    assert scores(table) == (5, 0, 0)
    [line] = view_of(table.state)["last"]["lines"]
    assert (line["missed"], line["text"], line["points"]) == (False, "Five points: Aa1, Ab1, Ac1.", 5)
