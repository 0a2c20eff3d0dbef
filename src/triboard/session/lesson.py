"""A lesson under way: where the learner stands, the task on the board, and the verdict that is shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from triboard.lessons.ladder import FOOT, Ladder
from triboard.lessons.task import Rung, Task
from triboard.lessons.verdict import Verdict
from triboard.session.rivals import NO_TERMS, Terms, terms_of
from triboard.units import Instant, Site


@dataclass(frozen=True, slots=True)
class Told:
    """The verdict on an answer, shown until `until`, or as long as a piece that was pointed at is away
    (`until` is `None`). `sites`: where the answer was given; `counted`: the ladder knows of it."""

    verdict: Verdict
    sites: tuple[Site, ...]
    until: Instant | None


@dataclass(frozen=True, slots=True)
class Lesson:
    """`task` is `None` on the rungs where a whole game is played, and `number` counts the tasks set so far.

    `helped`: the answer was told by a hint or follows a wrong one, so that it leads no rung up; `up`: it led
    one rung up; `counted`: the ladder knows how the game ended. `back` and `terms` are what to go
    back to, `start` is the number of the first task, which differs from lesson to lesson.
    """

    ladder: Ladder = FOOT
    task: Task | None = None
    number: int = 0
    start: int = 0
    told: Told | None = None
    helped: bool = False
    up: bool = False
    counted: bool = False
    back: Mapping[str, Any] = field(default_factory=dict)
    terms: Terms = NO_TERMS

    @property
    def rung(self) -> Rung:
        """The rung of what is on the board, which a wrong answer may have left already."""
        return self.ladder.rung if self.task is None else self.task.rung

    @property
    def due(self) -> Instant | None:
        """When the verdict has been shown for long enough."""
        return None if self.told is None else self.told.until

    def entry(self, floor: int) -> dict[str, Any]:
        """As it stands in a journal's start entry; the first `floor` plies are the task's position."""
        ladder = self.ladder
        return {
            "task": None if self.task is None else self.task.name,
            "rung": ladder.rung.word,
            "right": ladder.right,
            "wrong": ladder.wrong,
            "solved": ladder.solved,
            "number": self.number,
            "start": self.start,
            "back": dict(self.back),
            "terms": self.terms.entry(),
            "from": floor,
        }


def lesson_of(form: Mapping[str, Any], task: Task | None) -> Lesson:
    """The lesson that a start entry tells of; one from before terms were written down goes back to none.
    Raises `KeyError`, `ValueError` or `ConfigurationError` for a strange one."""
    rungs = {rung.word: rung for rung in Rung}
    ladder = Ladder(rungs[form["rung"]], int(form["right"]), int(form["wrong"]), int(form["solved"]))
    back, terms = dict(form["back"]), terms_of(form.get("terms", {}))
    return Lesson(ladder, task, int(form["number"]), int(form["start"]), back=back, terms=terms)
