"""Lessons by hands: the whole road from guided set-up to the next rung, on the real daemon."""

from pathlib import Path

import pytest
from tests.field_reports.common import Played
from tests.journeys.pupil import Pupil

from triboard.board.load import load_board
from triboard.lessons.library import on_rung
from triboard.lessons.task import Rung
from triboard.lessons.verdict import Worth
from triboard.light.scene import Role
from triboard.session.state import Phase

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
            pupil.point(task.solution[0])
        else:
            pupil.answer(task.solution[0])
        told = pupil.told
        assert told is not None, played.says
        assert told.verdict.worth is Worth.SOLVED
        assert played.lit(Role.WINNER) >= {site for site in told.sites}
        assert played.says.startswith("Right.")
        played.wait(6)
        assert pupil.task is not task
    played.close()
