"""Somebody who learns at a board: sets tasks up as the board guides it, answers by hands, takes back."""

from tests.field_reports.common import Played

from triboard.board.guidance import MovePiece, Put, Remove, next_step, shapes
from triboard.lessons.task import Rung, Task
from triboard.lessons.verdict import Worth
from triboard.session.events import LessonAsked
from triboard.session.lesson import Lesson, Told
from triboard.session.state import Phase
from triboard.units import SECOND, Duration, Piece, Site

MOST_STEPS = 80
"""Of the hands for one set-up; the largest position has some 30 pieces to move."""


class Pupil:
    """Hands at a table that do what the board asks for, and answer as they are told."""

    def __init__(self, table: Played) -> None:
        self.table = table

    def begin(self, rung: Rung, start: int = 0) -> Task:
        """Ask for a lesson and set its first task up."""
        self.table.daemon.post(LessonAsked(self.table.run.now, rung, start))
        self.table.wait(0.2)
        self.obey()
        return self.task()

    def task(self) -> Task:
        """The task on the board (a call, so that a checker knows that it changes)."""
        lesson = self.table.state.lesson
        assert lesson is not None
        assert lesson.task is not None
        return lesson.task

    def told(self) -> Told | None:
        """The verdict that is shown now."""
        lesson = self.table.state.lesson
        return None if lesson is None else lesson.told

    def worth(self) -> Worth | None:
        """What the answer was worth, while the verdict is shown."""
        told = self.told()
        return None if told is None else told.verdict.worth

    def lesson(self) -> Lesson | None:
        """The lesson under way."""
        return self.table.state.lesson

    def obey(self) -> None:
        """Do what the board guides, one step after another, until it asks for nothing more."""
        for _ in range(MOST_STEPS):
            correction = self.table.state.correction
            step = (
                None if correction is None else next_step(correction.contradiction, shapes(self.table.board))
            )
            match step:
                case Put(site, piece):
                    self.put(site, piece)
                case Remove(site, _):
                    self.table.lift(site, wait=Duration(SECOND // 2))
                case MovePiece(piece, source, target):
                    self.table.lift(source, wait=Duration(SECOND // 10))
                    self.put(target, piece)
                case _:
                    self.table.wait(1)
                    if self.table.state.phase is Phase.PLAY:
                        return
        raise AssertionError((self.table.state.phase, self.table.state.correction))

    def put(self, site: Site, piece: Piece, wait: float = 0.5) -> None:
        """Put a piece down."""
        self.table.drop(site, piece, wait=Duration(int(wait * SECOND)))

    def answer(self, text: str) -> None:
        """Carry out a move: what it brings onto the board, after what it takes away."""
        state = self.table.state
        rules = state.manners.game
        after = rules.play(state.game, rules.parse_move(text))
        here, there = rules.position(state.game).pieces, rules.position(after).pieces
        for site, stack in here.items():
            if len(there.get(site, ())) < len(stack):
                self.table.lift(site, wait=Duration(0))
        for site, stack in there.items():
            for piece in stack[len(here.get(site, ())) :]:
                self.put(site, piece, wait=0)
        self.table.wait(1.2)

    def point(self, site: str) -> None:
        """Lift the top piece of a site and keep it in the hand."""
        self.held = self.table.world.standing(Site(site))[-1]
        self.table.lift(site)

    def put_back(self, site: str) -> None:
        """What was lifted goes back."""
        self.put(Site(site), self.held, wait=1)
