"""What the steps about rims share: each rim is asked for in turn, and told to be silent or passed over."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from triboard.board.definition import Board, RimDefinition
from triboard.care.events import Answered, CareEvent, Passed, PinMoved, Pressed
from triboard.care.parts import START, Choice, Mark, Part, Prompt, Result, Shown
from triboard.care.words import say
from triboard.units import Duration, Instant, after


@dataclass(frozen=True, slots=True)
class EachRim(ABC):
    """Rim after rim until the last. A step adds what it counts, `_asked`, `_moved`, `_failed` and `_next`."""

    patience: ClassVar[Duration]
    """How long one rim is waited for."""

    board: Board
    number: int = field(default=0, kw_only=True)
    results: Mapping[str, Part] = field(default_factory=dict, kw_only=True)
    asked_at: Instant = field(default=START, kw_only=True)

    @property
    def name(self) -> str:
        return "rims"

    @property
    def over(self) -> bool:
        return self.number >= len(self.board.rims)

    @property
    def prompt(self) -> Prompt:
        if self.over:
            return Prompt("")
        rim = self._rim
        answers = (Choice("dead", say("rim-silent", rim=rim.rim)), Choice("skip", say("skip")))
        text = say(self._asked(), rim=rim.rim)
        return Prompt(text, answers, rim.ring, done=self.number, total=len(self.board.rims))

    @property
    def shown(self) -> Shown:
        return Shown() if self.over else Shown(dict.fromkeys(self._rim.ring, Mark.ASKED))

    @property
    def deadline(self) -> Instant | None:
        return None if self.over else after(self.asked_at, self.patience)

    def take(self, event: CareEvent) -> Self:
        if self.over:
            return self
        match event:
            case PinMoved():
                return self._moved(event)
            case Answered(at, "dead"):
                return self._next(self._failed(), at)
            case Answered(at, "skip") | Pressed(at, "UNDO"):
                return self._next(Part(f"rim {self._rim.rim}", Result.SKIPPED), at)
            case Passed(at) if at >= after(self.asked_at, self.patience):
                return self._next(self._failed(), at)
            case _:
                return self

    def parts(self) -> tuple[Part, ...]:
        return tuple(self.results.values())

    def learned(self) -> Mapping[str, Any]:
        return {}

    @property
    def _rim(self) -> RimDefinition:
        return self.board.rims[self.number]

    @abstractmethod
    def _asked(self) -> str:
        """The code of what is asked for."""

    @abstractmethod
    def _moved(self, event: PinMoved) -> Self:
        """A pin has changed."""

    @abstractmethod
    def _failed(self) -> Part:
        """What is wrong with the present rim."""

    @abstractmethod
    def _next(self, part: Part, at: Instant) -> Self:
        """The present rim is done."""
