"""What a step of care shows, asks and finds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Protocol, Self

from triboard.care.events import CareEvent
from triboard.care.words import say
from triboard.phrases import Said
from triboard.units import Instant, Site

START: Final = Instant(0)
"""Of every instant that a step learns later."""


class Result(Enum):
    """How a part fared."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the board (`light Ab2`, `sensor Ab2`, `button OK`, `rim A`), and what was found."""

    part: str
    result: Result
    note: Said = ""

    def as_json(self) -> dict[str, str]:
        """For reports, in English."""
        return {"part": self.part, "result": self.result.value, "note": str(self.note)}

    def for_page(self) -> dict[str, Said]:
        """For pages, in whatever language is wanted."""
        kind, _, name = self.part.partition(" ")
        title = say(f"part-{kind}", name=name.removeprefix("in "))
        return {"part": self.part, "title": title, "result": self.result.value, "note": self.note}


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer that may be given now: its name for programs and its label for people."""

    answer: str
    label: Said


class Mark(Enum):
    """What a light says in care."""

    ASKED = "asked"  # do something here
    SEEN = "seen"  # well done
    WRONG = "wrong"  # not here, or take this away


Wire = tuple[int, int, int]
"""Red, green and blue as they go to the wire, before the limits of current and flashing."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the lights show: marks at targets, and raw colours of pixels that lie over them."""

    marks: Mapping[str, Mark] = field(default_factory=dict)
    raw: Mapping[int, Wire] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Prompt:
    """One thing to do, in words; `answers` may be given by page or terminal. OK and UNDO of the board are the
    first two of them. `done` of `total` is how far the step has come."""

    text: Said
    answers: tuple[Choice, ...] = ()
    sites: tuple[Site, ...] = ()
    done: int = 0
    total: int = 0


class Step(Protocol):
    """One step: frozen; each event gives the next one. `over` when there is nothing more to do."""

    @property
    def name(self) -> str: ...
    @property
    def over(self) -> bool: ...
    @property
    def prompt(self) -> Prompt: ...
    @property
    def shown(self) -> Shown: ...
    @property
    def deadline(self) -> Instant | None:
        """When the step wants a `Passed`."""
        ...

    def begin(self, at: Instant) -> Self:
        """The step as it starts."""
        ...

    def take(self, event: CareEvent) -> Self: ...

    def parts(self) -> tuple[Part, ...]:
        """What was found so far."""
        ...

    def learned(self) -> Mapping[str, Any]:
        """What a profile keeps of it; nothing in an opening check."""
        ...
