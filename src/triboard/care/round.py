"""One round of care: steps one after the other, and the report."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from triboard.board.definition import Board
from triboard.care.calibration import informed
from triboard.care.events import CareEvent, Scanned
from triboard.care.inputs import Buttons, Rims
from triboard.care.lights import Lights
from triboard.care.parts import Part, Prompt, Result, Shown, Step
from triboard.care.places import Empty, Sites
from triboard.care.words import say
from triboard.units import SECOND, Instant


class Kind(Enum):
    """What is done to the board."""

    SELFTEST = "selftest"
    CALIBRATION = "calibration"


Maker = Callable[[Board], Step]

SELFTEST: Final[Mapping[str, Maker]] = {
    "lights": Lights,
    "empty": Empty,
    "sites": Sites,
    "buttons": Buttons,
    "rims": Rims,
}
"""Steps of the opening check, in their order; `--step N` counts them from 0."""


@dataclass(frozen=True, slots=True)
class Round:
    """Steps that are done, and those to do, the present one first. `stopped` by somebody before the end."""

    kind: Kind
    board: Board
    begun: Instant
    now: Instant
    todo: tuple[Step, ...]
    done: tuple[Step, ...] = ()
    stopped: bool = False

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        return self.stopped or not self.todo

    @property
    def prompt(self) -> Prompt:
        """What to do now, or how it ended."""
        if self.todo and not self.stopped:
            return self.todo[0].prompt
        if self.stopped:
            return Prompt(say("stopped"))
        count = {result: sum(part.result is result for part in self.parts) for result in Result}
        return Prompt(
            say(
                "over",
                passed=count[Result.PASSED],
                failed=count[Result.FAILED],
                skipped=count[Result.SKIPPED],
            )
        )

    @property
    def shown(self) -> Shown:
        """What the lights show."""
        return Shown() if self.over else self.todo[0].shown

    @property
    def deadline(self) -> Instant | None:
        """When it wants a `Passed`."""
        return None if self.over else self.todo[0].deadline

    @property
    def parts(self) -> tuple[Part, ...]:
        """Everything found so far; the last word on a part counts."""
        found: dict[str, Part] = {}
        for step in (*self.done, *self.todo):
            for part in step.parts():
                known = found.get(part.part)
                if known is None or known.result is not Result.FAILED:
                    found[part.part] = part
        return tuple(found.values())

    def report(self, date: str, last: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What is kept beside the settings. Parts of steps that were not done now are those of the `last`
        report: one step done alone does not undo a whole check."""
        steps = {step.name for step in self.done}
        made = {part.part: (step.name, part) for step in self.done for part in step.parts()}
        older = [] if last is None or last.get("board") != self.board.name else last["parts"]
        parts = [part for part in older if part["step"] not in steps and part["part"] not in made]
        parts += [
            {**part.as_json(), "step": made[part.part][0], "date": date}
            for part in self.parts
            if part.part in made
        ]
        return {
            "format": 1,
            "board": self.board.name,
            "date": date,
            "seconds": round((self.now - self.begun) / SECOND, 1),
            "complete": not self.stopped,
            "steps": [step.name for step in self.done],
            "parts": parts,
        }


def begin(kind: Kind, board: Board, steps: tuple[Step, ...], at: Instant, last: CareEvent | None) -> Round:
    """A round that starts now; `last` is the newest scan, which every step may want to know."""
    known = tuple(step if last is None else step.take(last) for step in steps)
    first, *rest = known
    return _onward(Round(kind, board, at, at, (first.begin(at), *rest)), at)


def advance(care: Round, event: CareEvent) -> Round:
    """The round after an event: the present step takes it; steps to come learn of scans."""
    if care.over:
        return care
    first, *rest = care.todo
    later = tuple(step.take(event) for step in rest) if isinstance(event, Scanned) else tuple(rest)
    return _onward(replace(care, todo=(first.take(event), *later), now=event.at), event.at)


def _onward(care: Round, at: Instant) -> Round:
    while care.todo and care.todo[0].over:
        over, *rest = care.todo
        done = (*care.done, over)
        todo = (informed(rest[0], done).begin(at), *rest[1:]) if rest else ()
        care = replace(care, done=done, todo=todo)
    return care


def stop(care: Round) -> Round:
    """Somebody has enough."""
    return replace(care, stopped=True)
