"""Steps: every button pressed, every rim turned."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from triboard.board.definition import Board
from triboard.board.rims import QUARTERS, RimTracking, follow
from triboard.care.each_rim import EachRim
from triboard.care.events import Answered, CareEvent, Passed, PinMoved, Pressed
from triboard.care.parts import START, Choice, Mark, Part, Prompt, Result, Shown
from triboard.care.words import say
from triboard.units import SECOND, Duration, Instant, after

PATIENCE: Final = Duration(20 * SECOND)


@dataclass(frozen=True, slots=True)
class Buttons:
    """The buttons in their order; pressed in any order they count too."""

    board: Board
    felt: frozenset[str] = frozenset()
    given_up: tuple[tuple[str, Result], ...] = ()
    asked_at: Instant = START

    @property
    def name(self) -> str:
        return "buttons"

    @property
    def over(self) -> bool:
        return not self._left

    @property
    def prompt(self) -> Prompt:
        names, left = self._names, self._left
        answers = (
            (Choice("dead", say("button-silent", button=left[0])), Choice("skip", say("skip")))
            if left
            else ()
        )
        text = say("button", button=left[0]) if left else ""
        return Prompt(text, answers, done=len(names) - len(left), total=len(names))

    @property
    def shown(self) -> Shown:
        marks = {f"button:{name}": Mark.SEEN for name in self.felt}
        return Shown({**marks, f"button:{self._left[0]}": Mark.ASKED} if self._left else {})

    @property
    def deadline(self) -> Instant | None:
        return None if self.over else after(self.asked_at, PATIENCE)

    def begin(self, at: Instant) -> Self:
        return replace(self, asked_at=at)

    def take(self, event: CareEvent) -> Self:
        if self.over:
            return self
        match event:
            case Pressed(at, button):
                return replace(self, felt=self.felt | {button}, asked_at=at)
            case Answered(at, "dead"):
                return self._give_up(Result.FAILED, at)
            case Answered(at, "skip"):
                return self._give_up(Result.SKIPPED, at)
            case Passed(at) if at >= after(self.asked_at, PATIENCE):
                return self._give_up(Result.FAILED, at)
            case _:
                return self

    def parts(self) -> tuple[Part, ...]:
        found = [Part(f"button {name}", Result.PASSED) for name in self._names if name in self.felt]
        for name, result in self.given_up:
            if name not in self.felt:
                note = say("button-silent", button=name) if result is Result.FAILED else ""
                found.append(Part(f"button {name}", result, note))
        return tuple(found)

    def learned(self) -> Mapping[str, Any]:
        return {}

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(button.button for button in self.board.buttons)

    @property
    def _left(self) -> tuple[str, ...]:
        done = self.felt | {name for name, _ in self.given_up}
        return tuple(name for name in self._names if name not in done)

    def _give_up(self, result: Result, at: Instant) -> Self:
        return replace(self, given_up=(*self.given_up, (self._left[0], result)), asked_at=at)


@dataclass(frozen=True, slots=True)
class Turned:
    """What was felt of one rim: levels that each track showed, how its count moved, whether its index
    closed."""

    tracking: RimTracking = field(default_factory=RimTracking)
    start: int = 0
    active_a: frozenset[bool] = frozenset()
    active_b: frozenset[bool] = frozenset()
    index_seen: bool = False

    @property
    def edges(self) -> int:
        """Edges clockwise since the rim was asked."""
        return self.tracking.count - self.start


@dataclass(frozen=True, slots=True)
class Rims(EachRim):
    """Each rim is turned a click; where its angle was lost, on until the index is found."""

    patience = PATIENCE

    located: tuple[bool, ...] = field(default=(), kw_only=True)
    felt: Turned = field(default_factory=Turned, kw_only=True)

    def begin(self, at: Instant) -> Self:
        return replace(self, asked_at=at)

    def _asked(self) -> str:
        return "rim-index" if self.felt.edges >= self._rim.edges_per_detent else "rim"

    def _moved(self, event: PinMoved) -> Self:
        rim, felt = self._rim, self.felt
        if event.pin not in (rim.track_a, rim.track_b, rim.index):
            return self
        a, b, index = (event.levels[pin] for pin in (rim.track_a, rim.track_b, rim.index))
        tracking = follow(replace(felt.tracking, located=True), rim, track_a=a, track_b=b, index=False)
        felt = Turned(
            tracking, felt.start, felt.active_a | {a}, felt.active_b | {b}, felt.index_seen or index
        )
        state = replace(self, felt=felt)
        full = QUARTERS * rim.edges_per_detent
        found = felt.index_seen or (self.number < len(self.located) and self.located[self.number])
        if felt.edges >= rim.edges_per_detent and (found or felt.edges > full):
            return state._next(state._verdict(found=found), event.at)
        if felt.edges <= -rim.edges_per_detent:
            return state._next(state._verdict(), event.at)
        return state

    def _failed(self) -> Part:
        return self._verdict()

    def _verdict(self, *, found: bool = True) -> Part:
        rim, felt = self._rim.rim, self.felt
        name = f"rim {rim}"
        if len(felt.active_a) < 2 and len(felt.active_b) < 2:
            return Part(name, Result.FAILED, say("rim-silent", rim=rim))
        if len(felt.active_a) < 2 or len(felt.active_b) < 2:
            return Part(name, Result.FAILED, say("rim-track", rim=rim))
        if felt.edges < 0:
            return Part(name, Result.FAILED, say("rim-back", rim=rim))
        if not found:
            return Part(name, Result.FAILED, say("rim-no-index", rim=rim))
        return Part(name, Result.PASSED)

    def _next(self, part: Part, at: Instant) -> Self:
        results = {**self.results, part.part: part}
        return replace(self, results=results, number=self.number + 1, felt=Turned(), asked_at=at)
