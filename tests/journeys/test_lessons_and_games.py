"""Lessons between games: what a table had agreed on is there again afterwards, and no game is lost to one."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.field_reports.common import Played
from tests.journeys.pupil import Pupil
from tests.journeys.servant import Servant

from triboard.lessons.task import Rung
from triboard.lessons.verdict import Worth
from triboard.opponents.engine import Grade
from triboard.session import gate
from triboard.session.clock import ClockTerms
from triboard.session.entries import resumed, start_entry
from triboard.session.events import HelpAsked, LessonAsked, NewGameAsked, OverrideAsked, SeatAsked
from triboard.session.help_levels import Help
from triboard.session.rivals import NO_TERMS, Terms
from triboard.session.state import Phase, Question
from triboard.units import Seat

OPTIONS = {"starter": "light"}
AGREED = Terms({Seat(1): Grade.MASTER}, ClockTerms.parse("10+5"), help={Seat(0): Help.MUCH})
RUNGS = [Rung.SEE, Rung.HELPED, Rung.GAME]


def table(folder: Path, terms: Terms = AGREED) -> Played:
    return Played(folder, OPTIONS, board="troika", terms=terms)


def learn(played: Played, rung: Rung) -> None:
    played.daemon.post(LessonAsked(played.run.now, rung))
    played.wait(0.3)


@pytest.mark.parametrize("rung", RUNGS)
def test_a_lesson_gives_the_table_back_as_it_was(tmp_path: Path, rung: Rung) -> None:
    """Law: opponents, help and clock of the table are none of a lesson's business: NEW goes back to them from
    every rung, also after a change of rung and a power cut."""
    played = table(tmp_path)
    for asked in (Rung.COMPLETE, rung):
        learn(played, asked)
        Pupil(played).obey()
        played = table(tmp_path, Terms())  # the one before is left as a kill leaves it
    pupil = Pupil(played)
    assert pupil.lesson() is not None
    assert played.state.terms != AGREED
    played.press("NEW")
    assert pupil.lesson() is None
    assert dict(played.state.options) == OPTIONS
    assert played.state.terms == AGREED
    assert played.state.clock is not None
    played.close()


@pytest.mark.parametrize("rung", RUNGS)
def test_a_game_that_is_asked_for_in_a_lesson_is_one_of_the_table(tmp_path: Path, rung: Rung) -> None:
    """Law: other options leave the terms of before as they were; other terms leave the help of before."""
    played = table(tmp_path)
    learn(played, rung)
    played.daemon.post(NewGameAsked(played.run.now, {"starter": "dark"}))
    played.wait(0.3)
    assert played.state.lesson is None
    assert dict(played.state.options) == {"starter": "dark"}
    assert played.state.terms == AGREED
    learn(played, rung)
    played.daemon.post(NewGameAsked(played.run.now, {}, Terms({Seat(0): Grade.NEWCOMER})))
    played.wait(0.3)
    assert played.state.terms == Terms({Seat(0): Grade.NEWCOMER}, help=AGREED.help)
    played.close()


def test_the_dialog_in_a_lesson_offers_what_the_table_had(tmp_path: Path) -> None:
    """Law: a dialog that is opened in a lesson does not offer the opponents and the clock of the lesson."""
    played = table(tmp_path)
    learn(played, Rung.GAME)
    view = played.view
    assert view["opponents"] == {"1": 2}
    back = view["ladder"]["now"]["back"]
    assert (back["opponents"], back["clock_terms"], back["options"]["starter"]) == ({"1": 5}, "10+5", "light")
    assert [seat["name"] for seat in back["seats"]] == ["Light", "Dark"]
    played.close()


def test_a_journal_from_before_terms_were_kept_is_still_read(tmp_path: Path) -> None:
    """Law: old journals go on; where nothing was written down there is nothing to go back to."""
    played = table(tmp_path)
    learn(played, Rung.HELPED)
    entry = json.loads(json.dumps(start_entry(played.state)))
    del entry["lesson"]["terms"]
    back = resumed(played.board, played.state.manners, [entry])
    assert back.lesson is not None
    assert back.lesson.terms == NO_TERMS
    assert dict(back.lesson.back) == OPTIONS
    played.close()


def question_of(played: Played) -> Question | None:
    """What the board asks (a call, so that a checker knows that it changes)."""
    return played.state.question


def in_a_game_of_the_ladder(folder: Path) -> Played:
    """A game with help, two plies old."""
    played = table(folder)
    learn(played, Rung.HELPED)
    servant = Servant(played, Random(2))
    servant.turn()
    servant.turn()
    assert len(played.moves) == 2
    return played


def test_a_game_of_the_ladder_is_not_wiped_without_a_question(tmp_path: Path) -> None:
    """Law (physical-play 20): NEW and another rung ask before they end a whole game of the ladder; UNDO keeps
    it, a move of hands is an answer, too, and OK goes where it was asked to."""
    played = in_a_game_of_the_ladder(tmp_path)
    moves, lesson = played.moves, played.state.lesson
    played.press("NEW")
    assert question_of(played) is Question.NEW_GAME
    assert (played.moves, played.state.lesson) == (moves, lesson)
    played.press("UNDO")
    assert question_of(played) is None
    learn(played, Rung.SEE)
    assert question_of(played) is Question.LESSON
    Servant(played, Random(3)).turn()
    assert question_of(played) is None
    assert played.moves[:2] == moves
    assert played.state.lesson == lesson
    learn(played, Rung.SEE)
    played.press("OK")
    assert Pupil(played).task().rung is Rung.SEE
    Pupil(played).obey()
    learn(played, Rung.COMPLETE)
    assert question_of(played) is None, "a task is no game to lose"
    assert Pupil(played).task().rung is Rung.COMPLETE
    played.close()


def test_no_opponent_takes_the_seat_of_a_learner(tmp_path: Path) -> None:
    """Law (docs/lessons.md): a task is for one person: seats and help are not changed, it says so, no engine
    is asked, and the answer is judged as any other."""
    played = table(tmp_path)
    pupil = Pupil(played)
    task = pupil.begin(Rung.COMPLETE)
    before, asked = played.state.terms, played.engines.asked
    seat = Seat(task.side)
    for event in (SeatAsked(played.run.now, seat, Grade.LEARNER), HelpAsked(played.run.now, seat, Help.FULL)):
        played.daemon.post(event)
        played.wait(2)
        assert played.state.terms == before
        assert played.state.notice is not None
        assert "for one person" in played.state.notice.text
        assert played.view["opponent"] is None
    pupil.answer(task.solution[0])
    assert pupil.worth() is Worth.SOLVED
    assert played.engines.asked == asked
    played.close()


def test_an_opponent_whom_a_task_has_found_at_the_table_waits(tmp_path: Path) -> None:
    """Law: where an older journal seats an opponent in a task, it does not answer for the learner either."""
    played = table(tmp_path, Terms())
    pupil = Pupil(played)
    task = pupil.begin(Rung.COMPLETE)
    seated = replace(played.state, terms=Terms({Seat(task.side): Grade.LEARNER}))
    assert gate.rival_of(seated, seated.game) is None
    assert not gate.closed(seated, seated.game)
    assert gate.rival_of(replace(seated, lesson=None), seated.game) is Seat(task.side)
    played.close()


def test_new_after_its_question_leads_from_the_ladder_back_to_the_table(tmp_path: Path) -> None:
    """Law: what was kept for after the lesson is not lost while the board asks."""
    played = in_a_game_of_the_ladder(tmp_path)
    played.press("NEW")
    played.press("OK")
    assert played.state.lesson is None
    assert (dict(played.state.options), played.state.terms) == (OPTIONS, AGREED)
    assert played.moves == []
    played.close()


def test_a_board_that_is_cleared_begins_the_game_of_the_ladder_anew(tmp_path: Path) -> None:
    """Law: clearing the board in a game of the ladder asks; OK sets the same one up again, as a lesson."""
    played = in_a_game_of_the_ladder(tmp_path)
    terms = played.state.terms
    for place in [place for place, stack in played.world.holes().items() if stack]:
        played.lift(place)
    assert question_of(played) is Question.CLEARED
    played.press("OK")
    played.wait(0.5)
    lesson = Pupil(played).lesson()
    assert lesson is not None
    assert lesson.rung is Rung.HELPED
    assert played.state.terms == terms
    assert (played.moves, played.phase()) == ([], Phase.PLAY)
    played.close()


def test_a_wish_that_a_move_declined_does_not_come_true_later(tmp_path: Path) -> None:
    """Law: playing on is an answer to the question of a new game; its opponents do not come to the next."""
    played = table(tmp_path, Terms())
    played.drop("a1", "Ws")
    played.daemon.post(NewGameAsked(played.run.now, {}, AGREED))
    played.wait(0.3)
    assert question_of(played) is Question.NEW_GAME
    Servant(played, Random(5)).play_game()
    assert played.phase() is Phase.FINISHED
    played.press("OK")
    assert played.state.terms == Terms()
    played.close()


@pytest.mark.parametrize("then", ["a new game", "a lesson"])
def test_moving_for_opponents_ends_with_the_game(tmp_path: Path, then: str) -> None:
    """Law (docs/opponents.md): the gate that somebody opened is closed in the next game and in a lesson."""
    played = table(tmp_path)
    played.daemon.post(OverrideAsked(played.run.now, on=True))
    played.drop("a1", "Ws")
    played.drop("c3", "Km")
    assert len(played.moves) == 2, "a person has moved for the opponent"
    if then == "a lesson":
        learn(played, Rung.GAME)
    else:
        played.press("NEW")
    played.press("OK")
    played.wait(0.3)
    for place in ("a1", "c3"):
        played.lift(place)
    assert (played.moves, played.phase()) == ([], Phase.PLAY)
    assert not played.view["override"]
    played.drop("a1", "Ws")
    assert gate.closed(played.state, played.state.game)
    played.close()
