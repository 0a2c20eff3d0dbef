"""Lessons by hands, lights and buttons alone: no page begins them, judges them or goes on with them."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.field_reports.common import Played
from tests.journeys.pupil import Pupil
from tests.journeys.servant import Servant

from triboard.board.load import load_board
from triboard.lessons.task import Rung
from triboard.lessons.verdict import Worth
from triboard.light.scene import Role
from triboard.opponents.engine import Grade
from triboard.session import gate
from triboard.session.clock import ClockTerms
from triboard.session.help_levels import Help
from triboard.session.house import House
from triboard.session.rivals import NO_TERMS, Terms
from triboard.session.state import Phase, Question
from triboard.session.teaching import LEARNER
from triboard.units import SECOND, Duration, Seat, millis

BOARDS = {"troika": None, "trike": 7, "ttt3d": None, "trioker": None}
LONG = millis(2500)


def table(folder: Path, game: str, course: Rung | None = None, house: House | None = None) -> Played:
    return Played(folder, {}, board=load_board(game, BOARDS[game]), course=course, house=house)


def bare_table(folder: Path, game: str, course: Rung, house: House | None = None) -> Played:
    """A board without any button, and nobody looks at a page."""
    board = replace(load_board(game, BOARDS[game]), buttons=())
    return Played(folder, {}, board=board, course=course, house=house)


def sweep(played: Played) -> None:
    """Take everything off the board, piece by piece."""
    for site, stack in played.world.holes().items():
        for _ in stack:
            played.lift(site, wait=Duration(SECOND // 10))
    played.wait(1)


def winning(played: Played) -> str | None:
    """A move with which the person on turn wins, if there is one."""
    state = played.state
    rules = state.manners.game
    if gate.rival_of(state, state.game) is not None:
        return None
    ends = (move for move in rules.legal_moves(state.game) if rules.outcome(rules.play(state.game, move)))
    return next(map(rules.format_move, ends), None)


@pytest.mark.parametrize("game", BOARDS)
def test_a_button_that_is_held_begins_a_lesson(tmp_path: Path, game: str) -> None:
    """Law: NEW held for two seconds begins on the first rung; OK goes on, from a verdict and from a task that
    is too hard; NEW, only pressed, leads back to games."""
    played = table(tmp_path, game)
    pupil = Pupil(played)
    played.press("NEW", held=millis(1500))
    assert pupil.lesson() is None, "a press that lasts is a press"
    played.press("NEW", held=LONG)
    pupil.obey()
    task = pupil.task()
    assert task.rung is Rung.SEE
    assert "button:OK" not in played.lit(Role.TURN), "nobody has to press it"
    pupil.point(task.solution[0])
    assert pupil.worth() is Worth.SOLVED
    assert "button:OK" in played.lit(Role.TURN)
    played.press("OK")
    second = pupil.task()
    assert second is not task
    played.press("OK")
    third = pupil.task()
    assert third is not second, "also while a task is set up"
    pupil.obey()
    played.press("OK")
    assert pupil.task() is not third
    lesson = pupil.lesson()
    assert lesson is not None
    assert (lesson.ladder.solved, lesson.ladder.wrong) == (1, 0), "a task that is left is no answer"
    played.press("NEW")
    assert pupil.lesson() is None
    played.close()


def test_a_game_under_way_is_asked_about_first(tmp_path: Path) -> None:
    """Law: what NEW asked for when it went down, OK no longer begins when it was held: the lesson is asked
    for in its place, and UNDO keeps the game."""
    played = table(tmp_path, "troika")
    pupil = Pupil(played)
    played.press("DIE")
    for answer in ("UNDO", "OK"):
        played.press("NEW", held=LONG)
        assert played.state.question is Question.LESSON
        assert pupil.lesson() is None
        assert played.moves
        played.press(answer)
    assert pupil.lesson() is not None
    played.close()


def test_the_terms_of_the_game_come_back_after_a_lesson(tmp_path: Path) -> None:
    """Law: an opponent, a clock, help and patience are what they were before the lesson, also where that
    outlived a power cut."""
    terms = Terms(
        {Seat(1): Grade.EXPERT}, ClockTerms.parse("10+5"), {Seat(0): Help.MUCH}, Duration(30 * SECOND)
    )
    board = load_board("troika")
    played = Played(tmp_path, {"starter": "light"}, board=board, terms=terms)
    played.press("NEW", held=LONG)
    pupil = Pupil(played)
    pupil.obey()
    assert pupil.lesson() is not None
    assert played.state.terms == NO_TERMS, "a task is nobody's game"
    again = Played(tmp_path, {}, board=board)  # the one before is left as a kill leaves it
    again.press("NEW")
    assert Pupil(again).lesson() is None
    assert again.state.terms == terms
    again.close()


def test_a_board_without_new_holds_ok(tmp_path: Path) -> None:
    """Law: whatever buttons a board has, one of them begins a lesson."""
    board = load_board("trike", 7)
    few = replace(board, buttons=tuple(one for one in board.buttons if one.button == "OK"))
    played = Played(tmp_path, {}, board=few)
    played.press("OK", held=LONG)
    assert Pupil(played).lesson() is not None
    played.close()


@pytest.mark.parametrize("game", BOARDS)
def test_lights_alone_tell_what_becomes_of_a_lesson(tmp_path: Path, game: str) -> None:
    """Law (issue 9 point 9): on a board for lessons without page and buttons, light tells set-up, beginning,
    wrong, right, and the step up, each otherwise than the others."""
    played = bare_table(tmp_path, game, Rung.COMPLETE)
    pupil = Pupil(played)
    sites = {site.site for site in played.board.sites}
    assert played.lit(Role.WANTED), "pieces that lack swell"
    assert not played.lit(Role.TURN)
    for right in (1, 2, 3):
        pupil.obey()
        assert not played.lit(Role.WANTED)
        assert any(target.startswith("seat:") for target in played.lit(Role.TURN)), "the task stands"
        task = pupil.task()
        pupil.answer(task.solution[0])
        won = played.lit(Role.WINNER) & sites
        assert won == sites if right == 3 else set() < won < sites, right
        assert ("One rung up." in played.says) == (right == 3)
        played.wait(6)
    pupil.obey()
    task = pupil.task()
    assert task.rung is Rung.BLOCK
    wrong = next(wrong for wrong in task.wrong if wrong.reply is not None)
    pupil.answer(wrong.move)
    assert played.lit(Role.MISSED)
    assert played.lit(Role.OPPONENT)
    assert not played.lit(Role.WINNER)
    played.close()


def test_a_board_that_is_cleared_gets_another_task(tmp_path: Path) -> None:
    """Law: whoever clears the board goes on, from a task that stands, that was answered wrongly or that is
    half in pieces; nobody is asked, and it is no answer."""
    played = bare_table(tmp_path, "troika", Rung.BLOCK)
    pupil = Pupil(played)
    pupil.obey()
    first = pupil.task()
    sweep(played)
    second = pupil.task()
    assert second is not first
    assert played.state.question is None
    pupil.obey()
    pupil.answer(second.wrong[0].move)
    played.wait(10)
    sweep(played)
    third = pupil.task()
    assert third is not second
    lesson = pupil.lesson()
    assert lesson is not None
    assert (lesson.ladder.solved, lesson.ladder.wrong) == (0, 1)
    played.close()


def test_the_games_of_the_ladder_need_no_button_either(tmp_path: Path) -> None:
    """Law: a game that is cleared away begins anew, one that is over is followed by the next, and light
    tells the step up here as well."""
    played = bare_table(tmp_path, "troika", Rung.HELPED)
    pupil = Pupil(played)
    servant = Servant(played, Random(4))
    while len(played.moves) < 3:
        servant.turn()
    sweep(played)
    assert played.state.question is None
    assert played.moves == []
    lesson = pupil.lesson()
    assert lesson is not None
    nearly = replace(lesson, ladder=replace(lesson.ladder, right=2))
    played.daemon.state = replace(played.state, lesson=nearly)
    while played.phase() is not Phase.FINISHED:
        if (last := winning(played)) is None:
            servant.turn()
        else:
            pupil.answer(last)
    outcome = played.state.manners.game.outcome(played.state.game)
    assert outcome is not None
    assert LEARNER in outcome.seats, "another seed, please: this test is about a game that is won"
    assert {site.site for site in played.board.sites} <= played.lit(Role.WINNER)
    sweep(played)
    lesson = pupil.lesson()
    assert lesson is not None
    assert lesson.rung is Rung.GAME
    assert played.moves == []
    played.close()


def test_a_board_for_lessons_goes_back_to_them(tmp_path: Path) -> None:
    """Law: with a course lessons begin by themselves: at a start, and when a game that somebody wanted is
    over; after a power cut the same task stands."""
    played = table(tmp_path, "trike", Rung.SEE)
    pupil = Pupil(played)
    pupil.obey()
    task = pupil.task()
    again = table(tmp_path, "trike", Rung.SEE)  # the one before is left as a kill leaves it
    pupil = Pupil(again)
    assert pupil.task() is task
    again.press("NEW")
    assert pupil.lesson() is None
    sweep(again)
    Servant(again, Random(2)).play_game()
    assert again.phase() is Phase.FINISHED
    sweep(again)
    assert pupil.task().rung is Rung.SEE
    again.close()


def test_an_exhibit_for_lessons_sets_a_task_for_the_next_visitors(tmp_path: Path) -> None:
    """Law: when nobody has touched anything for as long as the house waits, another lesson begins."""
    house = House(idle=Duration(90 * SECOND), offer=Duration(10 * SECOND), quiet=Duration(20 * SECOND))
    played = bare_table(tmp_path, "ttt3d", Rung.COMPLETE, house)
    pupil = Pupil(played)
    pupil.obey()
    pupil.answer(pupil.task().solution[0])
    before = pupil.lesson()
    assert before is not None
    assert before.ladder.solved == 1
    played.wait(120)
    after = pupil.lesson()
    assert after is not None
    assert after.ladder.solved == 0
    assert after.task is not None
    played.close()
