"""The opponent's own process is killed, stopped, and talks nonsense while hands move pieces.

The board runs on virtual time, the process on real time: the test lets virtual time pass in small steps and
waits, never longer than a limit against hangs, for the process where an answer must come.
"""

import os
import select
import subprocess
import threading
import time
from pathlib import Path

import pytest
from tests.field_reports.common import Played

from triboard.app.engine_forms import question_line
from triboard.app.engines import BURIAL, COMMAND, NICE, WorkerEngines
from triboard.board.load import load_board
from triboard.opponents.engine import Grade
from triboard.rules import trike
from triboard.session.effects import AskOpponent
from triboard.session.rivals import PATIENCE, Failed, Problem, Shown, Terms, Thinking
from triboard.units import Instant, Piece, Seat, millis

LIMIT = 60.0
"""Seconds of real time for a process to start and answer, on any machine."""

QUESTION = AskOpponent(1, "trioker", {"mode": "original"}, (), Grade.MASTER)
"""The first move of a long game."""

PAWN, BLACK, WHITE = Piece("pawn"), Piece("black"), Piece("white")


def ended(process: int) -> None:
    """The process of a descriptor is gone, or on its way: nobody who waits for light waits for it."""
    assert select.select([process], [], [], LIMIT)[0]
    os.close(process)


class Watched:
    """A table with a real engine process."""

    def __init__(self, folder: Path) -> None:
        self._woken = threading.Event()
        self.log: list[str] = []
        self.engines = WorkerEngines(1, self._woken.set, log=self.log.append)
        self.game = Played(
            folder,
            {"size": 7, "swap": False},
            board=load_board("trike", 7),
            terms=Terms({Seat(1): Grade.LEARNER}),
            engines=self.engines,
        )

    def answer(self) -> None:
        """Wait for the process, then give its answer to the daemon."""
        while isinstance(self.game.state.thought, Thinking):
            assert self._woken.wait(LIMIT), "the engine's process says nothing"
            self._woken.clear()
            self.game.run.run_for(millis(1))

    @property
    def cell(self) -> str:
        """What the opponent wants."""
        thought = self.game.state.thought
        assert isinstance(thought, Shown), thought
        return trike.GAME.format_move(thought.move)

    def move(self, cell: str, checker: Piece) -> None:
        """Hands make a move."""
        if self.game.moves:
            self.game.lift(self.game.moves[-1], wait=millis(100))
        self.game.drop(cell, checker, wait=millis(100))
        self.game.drop(cell, PAWN)

    def till_retry(self) -> None:
        """Virtual time passes until the engine is asked again."""
        failed = self.game.state.thought
        assert isinstance(failed, Failed)
        self.game.run.run_until(failed.retry)
        assert self.game.state.thought != failed

    def fails(self, problem: Problem) -> None:
        """The turn is unchanged and the words say why."""
        thought = self.game.state.thought
        assert isinstance(thought, Failed), thought
        assert thought.problem is problem
        assert self.game.view["turn"]["seat"] == 1
        assert "White (Learner)" in self.game.says


@pytest.mark.timeout(300)
def test_an_engine_process_that_fails_in_every_way_never_touches_the_game(tmp_path: Path) -> None:
    """Law (issue 9 point 5): killed, talking nonsense, playing an illegal move, stopped: the turn stays, the
    record too, whatever hands do meanwhile; and the next process that is well plays on."""
    watched = Watched(tmp_path)
    game, engines = watched.game, watched.engines
    for fault in ("engine-crash", "engine-garbage", "engine-illegal", "engine-hang"):
        game.suffer(fault)
    watched.move("d2", BLACK)
    for problem in (Problem.CRASHED, Problem.GARBAGE, Problem.ILLEGAL):
        game.drop("a1", WHITE, wait=millis(10))  # hands put a piece where none belongs
        watched.answer()
        watched.fails(problem)
        game.lift("a1", wait=millis(10))
        assert game.moves == ["d2"]
        watched.till_retry()
    stopped = engines.process
    assert stopped is not None
    ending = os.pidfd_open(stopped)
    game.drop("a1", WHITE)
    game.lift("a1")
    game.run.run_for(PATIENCE)
    watched.fails(Problem.TIMEOUT)
    assert game.moves == ["d2"]
    ended(ending)
    watched.till_retry()
    watched.answer()
    cell = watched.cell
    watched.move(cell, WHITE)
    assert game.moves == ["d2", cell]
    assert any("ended" in line for line in watched.log)
    game.close()
    assert engines.process is None


@pytest.mark.timeout(120)
def test_a_takeback_ends_the_process_that_thinks_and_the_next_question_starts_another(tmp_path: Path) -> None:
    """Law (issue 9 point 5): a search is cancelled by a takeback, at once."""
    watched = Watched(tmp_path)
    game, engines = watched.game, watched.engines
    game.suffer("engine-hang")
    watched.move("d2", BLACK)
    first = engines.process
    assert first is not None
    ending = os.pidfd_open(first)
    game.press("UNDO")
    assert game.moves == []
    ended(ending)
    for _ in range(2):
        game.lift("d2")
    watched.move("d2", BLACK)
    watched.answer()
    assert watched.cell
    game.close()


@pytest.mark.timeout(120)
def test_the_process_does_not_outlive_a_daemon_that_is_killed(tmp_path: Path) -> None:
    """Law: where its input ends, the engine ends, in the middle of a thought as well."""
    read, write = os.pipe()
    question = question_line(QUESTION, 1)
    process = subprocess.Popen(COMMAND, stdin=read, stdout=subprocess.DEVNULL)
    os.close(read)
    os.write(write, question.encode())
    os.close(write)
    assert process.wait(LIMIT) is not None


def test_the_process_is_less_urgent_than_light_from_its_first_moment() -> None:
    """Law (issue 9 point 5): a search never delays a light; nor does loading what it needs."""
    engines = WorkerEngines(1, lambda: None)
    engines.ask(QUESTION, Instant(0))
    assert engines.process is not None
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, engines.process) == min(19, own + NICE)
    engines.close()


def test_nobody_waits_for_a_process_that_is_long_in_dying(tmp_path: Path) -> None:
    """Law: a takeback ends a thought at once, however busy the processor is. Here the process has a child
    that holds its output until we let go."""
    holder = tmp_path / "holder"
    os.mkfifo(holder)
    command = ("sh", "-c", f"read x <{holder} & exec cat >{os.devnull}")
    engines = WorkerEngines(1, lambda: None, command=command)
    engines.ask(QUESTION, Instant(0))
    with holder.open("w"):  # the child is there
        begun = time.monotonic()
        engines.cancel(QUESTION.request)
        assert time.monotonic() - begun < BURIAL / 2
        assert engines.process is None
