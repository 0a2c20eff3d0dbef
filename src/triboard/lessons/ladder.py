"""The ladder: see, complete, block, two threats, helped game, game.

Three right answers in a row lead one rung up, two wrong ones in a row one rung down. Nobody is told of the
way down: the next task is simply one that is nearer.
"""

from dataclasses import dataclass, replace
from typing import Final

from triboard.lessons.task import Rung

MANY_TASKS: Final = 1000
"""Lessons begin with the task of any number below, so that two in a row differ; no rung has so many."""

UP_AFTER: Final = 3
DOWN_AFTER: Final = 2


@dataclass(frozen=True, slots=True)
class Ladder:
    """Where a learner stands: the rung, and right and wrong answers in a row on it. `solved` counts all."""

    rung: Rung = Rung.SEE
    right: int = 0
    wrong: int = 0
    solved: int = 0

    def answered(self, *, right: bool, counts: bool = True) -> "Ladder":
        """After an answer. One that was found with help is solved, and otherwise as if it had not been asked
        (`counts` false)."""
        if not right:
            return (
                self._down() if self.wrong + 1 >= DOWN_AFTER else replace(self, right=0, wrong=self.wrong + 1)
            )
        after = replace(self, solved=self.solved + 1)
        if not counts:
            return after
        if self.right + 1 >= UP_AFTER:
            return replace(after, rung=Rung(min(self.rung + 1, max(Rung))), right=0, wrong=0)
        return replace(after, right=self.right + 1, wrong=0)

    def _down(self) -> "Ladder":
        return replace(self, rung=Rung(max(self.rung - 1, min(Rung))), right=0, wrong=0)


FOOT: Final = Ladder()
"""Where a learner begins."""
