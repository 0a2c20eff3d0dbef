"""Lessons by hands: the whole road from guided set-up to the next rung, on the real daemon."""

from pathlib import Path
from random import Random

import pytest
from tests.field_reports.common import Played
from tests.journeys.pupil import Pupil
from tests.journeys.servant import Servant

from triboard.app.records import kept_games
from triboard.board.load import load_board
from triboard.lessons.task import Rung
from triboard.lessons.verdict import Worth
from triboard.light.scene import Role
from triboard.opponents.engine import Grade
from triboard.session.events import HouseChanged, LessonAsked
from triboard.session.help_levels import Help
from triboard.session.house import House
from triboard.session.state import Phase
from triboard.units import SECOND, Duration, Seat
from triboard.web.view import view_of

BOARDS = {"troika": None, "trike": 7, "ttt3d": None, "trioker": None}


def table(folder: Path, game: str) -> Played:
    return Played(folder, {}, board=load_board(game, BOARDS[game]))


@pytest.mark.parametrize("game", BOARDS)
def test_a_task_is_set_up_by_light_answered_and_followed_by_the_next(tmp_path: Path, game: str) -> None:
    """Law (issue 9 point 9): the board guides the position, a right answer shines, and the next task comes by
    itself; nothing needs a page."""
    played = table(tmp_path, game)
    pupil = Pupil(played)
    for rung in (Rung.SEE, Rung.COMPLETE):
        task = pupil.begin(rung)
        assert task.rung is rung
        assert played.moves == list(task.moves)
        if rung is Rung.SEE:
            shown = view_of(played.state)
            assert (shown["last"], shown["outcome"], shown["moves"]) == (None, None, []), "that is the answer"
            pupil.point(task.solution[0])
            assert view_of(played.state)["last"] is not None
        else:
            pupil.answer(task.solution[0])
        told = pupil.told()
        assert told is not None, played.says
        assert told.verdict.worth is Worth.SOLVED
        assert played.lit(Role.WINNER) >= set(told.sites)
        assert played.says.startswith("Right.")
        played.wait(6)
        assert pupil.task() is not task
    played.close()


@pytest.mark.parametrize("game", ["troika", "ttt3d"])
def test_a_wrong_answer_shows_the_reply_and_is_taken_back_by_guidance(tmp_path: Path, game: str) -> None:
    """Law (issue 9 point 9): "loses because": the board plays the reply by light, then guides the take-back;
    the task stands again, and the same answer is judged again."""
    played = table(tmp_path, game)
    pupil = Pupil(played)
    task = pupil.begin(Rung.BLOCK)
    wrong = next(wrong for wrong in task.wrong if wrong.reply is not None)
    pupil.answer(wrong.move)
    told = pupil.told()
    assert told is not None
    assert told.verdict.worth is Worth.LOSES
    rules = played.state.manners.game
    assert wrong.reply is not None
    assert rules.format_move(told.verdict.reply) == wrong.reply
    site = wrong.reply.partition("@")[2]
    assert played.lit(Role.OPPONENT) == {site}
    assert played.lit(Role.MISSED) == {wrong.move.partition("@")[2]}
    assert site in played.says
    played.wait(8)
    assert played.phase() is Phase.CORRECTION
    assert played.lit(Role.WRONG) == {wrong.move.partition("@")[2]}
    pupil.obey()
    assert pupil.told() is None
    assert played.moves == list(task.moves)
    assert pupil.task() is task
    pupil.answer(task.solution[0])
    assert pupil.worth() is Worth.SOLVED
    lesson = played.state.lesson
    assert lesson is not None
    assert lesson.ladder.right == 0, "what follows a wrong answer leads no rung up"
    played.close()


def test_lifting_the_wrong_answer_is_the_take_back(tmp_path: Path) -> None:
    """Law: nobody has to wait for the guidance: a piece that is lifted again is taken back, the position of
    the task never is."""
    played = table(tmp_path, "troika")
    pupil = Pupil(played)
    task = pupil.begin(Rung.BLOCK)
    wrong = task.wrong[0].move.partition("@")[2]
    pupil.answer(task.wrong[0].move)
    assert pupil.told() is not None
    played.lift(wrong)
    played.wait(1.5)
    assert pupil.told() is None
    assert played.moves == list(task.moves)
    old = task.moves[-1].partition("@")[2]
    played.lift(old)
    played.wait(6)
    assert played.moves == list(task.moves), "the position of a task is no move of anybody"
    assert played.phase() is Phase.CORRECTION
    played.close()


def test_three_right_lead_up_and_two_wrong_lead_down_without_a_word(tmp_path: Path) -> None:
    """Law (issue 9 point 9): steps up after 3 right, down after 2 wrong, never announced as failure."""
    played = table(tmp_path, "troika")
    pupil = Pupil(played)
    pupil.begin(Rung.COMPLETE)
    for _ in range(3):
        pupil.answer(pupil.task().solution[0])
        assert pupil.told() is not None
        played.press("OK")
        played.wait(0.5)
        pupil.obey()
    assert pupil.task().rung is Rung.BLOCK
    for _ in range(2):
        pupil.answer(pupil.task().wrong[0].move)
        said = played.says.lower()
        assert not any(word in said for word in ("wrong", "fail", "down", "again from"))
        played.wait(8)
        if pupil.task().rung is Rung.BLOCK:
            pupil.obey()
    pupil.obey()
    assert pupil.task().rung is Rung.COMPLETE
    played.close()


def test_pointing_at_the_wrong_piece_asks_it_back(tmp_path: Path) -> None:
    """Law: on the rung `see` a piece that is not of the line is asked back by light, and the task goes on."""
    played = table(tmp_path, "ttt3d")
    pupil = Pupil(played)
    task = pupil.begin(Rung.SEE)
    other = task.wrong[0].move
    pupil.point(other)
    assert played.lit(Role.WANTED) == {other}
    assert "Not this one" in played.says
    played.wait(20)
    pupil.put_back(other)
    assert pupil.told() is None
    pupil.point(task.solution[1])
    assert pupil.worth() is Worth.SOLVED
    played.close()


def test_a_lesson_goes_on_after_a_kill(tmp_path: Path) -> None:
    """Law: after a power cut the same task stands, on the same rung; an answer that was kept is judged."""
    played = table(tmp_path, "troika")
    pupil = Pupil(played)
    pupil.begin(Rung.BLOCK, start=1)
    task = pupil.task()
    pupil.answer(task.solution[0])
    again = table(tmp_path, "troika")  # the one before is left as a kill leaves it
    pupil = Pupil(again)
    again.wait(1)
    assert pupil.task() is task
    assert again.moves == [*task.moves, task.solution[0]]
    assert pupil.worth() is Worth.SOLVED
    again.close()


def test_a_hint_to_a_task_tells_its_idea(tmp_path: Path) -> None:
    """Law (issue 9 points 7, 9): region, site, reason, without an engine; what was told leads no rung up."""
    played = table(tmp_path, "troika")
    pupil = Pupil(played)
    task = pupil.begin(Rung.COMPLETE)
    site = task.solution[0].partition("@")[2]
    asked = played.engines.asked
    played.press("HINT")
    assert site in played.lit(Role.CHOICE)
    played.press("HINT")
    assert played.lit(Role.CHOICE) == {site}
    played.press("HINT")
    assert played.engines.asked == asked
    pupil.answer(task.solution[0])
    lesson = played.state.lesson
    assert lesson is not None
    assert (lesson.ladder.solved, lesson.ladder.right) == (1, 0)
    played.close()


def test_new_ends_a_lesson_and_a_game_under_way_is_not_lost_to_one(tmp_path: Path) -> None:
    """Law: a lesson asks before it takes the place of an unfinished game, and NEW leads back to games."""
    played = table(tmp_path, "troika")
    pupil = Pupil(played)
    played.press("DIE")
    assert played.moves
    played.daemon.post(LessonAsked(played.run.now, Rung.SEE))
    played.wait(0.2)
    assert pupil.lesson() is None
    played.press("UNDO")
    assert played.moves
    played.daemon.post(LessonAsked(played.run.now, Rung.SEE))
    played.wait(0.2)
    played.press("OK")
    assert pupil.lesson() is not None
    played.press("NEW")
    assert pupil.lesson() is None
    assert played.state.options == {}
    played.close()


def test_the_ladder_ends_in_games_with_help_and_without(tmp_path: Path) -> None:
    """Law (issue 9 point 9): the last rungs are whole games, the first of them with help; a game that is won
    counts as right, and clearing the board goes on."""
    played = table(tmp_path, "troika")
    pupil = Pupil(played)
    played.daemon.post(LessonAsked(played.run.now, Rung.HELPED))
    played.wait(1)
    terms = played.state.terms
    assert terms.rivals == {Seat(1): Grade.NEWCOMER}
    assert terms.help_of(Seat(0)) is Help.FULL
    Servant(played, Random(4)).play_game()
    assert played.phase() is Phase.FINISHED
    lesson = pupil.lesson()
    outcome = played.state.manners.game.outcome(played.state.game)
    assert lesson is not None
    assert outcome is not None
    won = Seat(0) in outcome.seats
    assert (lesson.ladder.solved, lesson.ladder.right, lesson.ladder.wrong) == (won, won, not won)
    played.press("OK")
    pupil.obey()
    assert played.moves == []
    played.daemon.post(LessonAsked(played.run.now, Rung.GAME))
    played.wait(1)
    assert played.state.terms.rivals == {Seat(1): Grade.LEARNER}
    assert played.state.terms.help_of(Seat(0)) is Help.NONE
    played.close()


def test_lessons_take_no_place_among_the_games(tmp_path: Path) -> None:
    """Law: a game that a lesson takes the place of is archived, its tasks are not, and a game of the ladder
    is again; nothing else is left of them."""
    played = table(tmp_path, "troika")
    pupil = Pupil(played)
    played.press("DIE")
    played.daemon.post(LessonAsked(played.run.now, Rung.COMPLETE))
    played.wait(0.2)
    played.press("OK")
    pupil.obey()
    for _ in range(4):
        pupil.answer(pupil.task().solution[0])
        played.press("OK")
        played.wait(0.5)
        pupil.obey()
    assert len(kept_games(tmp_path)) == 2, "the game, and the task that is on the board"
    played.daemon.post(LessonAsked(played.run.now, Rung.HELPED))
    played.wait(0.5)
    pupil.obey()
    for _ in range(2):
        Servant(played, Random(4)).turn()
    played.press("NEW")
    played.wait(0.5)
    games = [game.read()[0].played for game in kept_games(tmp_path)]
    assert [len(game.moves) for game in games] == [1, 2]
    played.close()


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("troika-tags", None),
        ("trike-presence", 7),
        ("ttt3d-presence", None),
        ("trioker-racks", None),
        ("trike", 13),
    ],
)
def test_every_kind_of_board_carries_a_lesson(tmp_path: Path, name: str, size: int | None) -> None:
    """Law: sensors that tell presence only, tags without an order, racks and larger boards teach as well."""
    played = Played(tmp_path, {}, board=load_board(name, size))
    pupil = Pupil(played)
    for rung in (Rung.SEE, Rung.COMPLETE, Rung.BLOCK, Rung.TWO_THREATS):
        task = pupil.begin(rung)
        if rung is Rung.SEE:
            pupil.point(task.solution[0])
        else:
            pupil.answer(task.solution[0])
        assert pupil.worth() is Worth.SOLVED, (rung, played.says)
    played.close()


def test_an_exhibit_leaves_a_learner_alone_and_takes_the_board_back_afterwards(tmp_path: Path) -> None:
    """Law: a task is for one person, so no opponent is offered; when nobody has touched anything for as
    long as the house waits, the next visitors find a game."""
    house = House(idle=Duration(90 * SECOND), offer=Duration(10 * SECOND))
    played = table(tmp_path, "troika")
    played.daemon.post(HouseChanged(played.run.now, house))
    pupil = Pupil(played)
    task = pupil.begin(Rung.COMPLETE)
    played.wait(60)
    assert played.state.visit.offer is None
    assert played.state.terms.rivals == {}
    assert pupil.task() is task
    played.wait(60)
    assert pupil.lesson() is None
    assert played.state.options == {}
    played.close()
