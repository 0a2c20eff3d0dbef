"""Step: all lights in four colours, and where one fails, which and why."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from triboard.board.definition import Board
from triboard.care.events import Answered, CareEvent, Passed, Pressed
from triboard.care.parts import START, Choice, Part, Prompt, Result, Shown, Wire
from triboard.care.pictures import PICTURES
from triboard.care.words import say
from triboard.units import SECOND, Duration, Instant, after, millis

COLOURS: Final[tuple[tuple[str, Wire], ...]] = (
    ("red", (90, 0, 0)),
    ("green", (0, 90, 0)),
    ("blue", (0, 0, 90)),
    ("white", (60, 60, 60)),
)
"""Bright enough to be judged, within the budget of any of our boards."""

SHIMMER: Final = millis(40)
"""A frame goes out this often: a weak data line shows itself by the frames that it spoils."""

STRIDE: Final = Duration(SECOND)
"""How long one light shines alone; two changes a second are no flashing."""

_YES, _NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Lights:
    """Red, green, blue, white; then, if somebody says so, each light alone.

    `walking` is the pixel that shines alone; `bad` are those that did not; `pictures` what was seen instead.
    """

    board: Board
    colour: int = 0
    begun: Instant = START
    now: Instant = START
    pictures: tuple[tuple[str, str], ...] = ()
    walking: int | None = None
    walk_due: Instant = START
    bad: frozenset[int] = frozenset()
    walked: bool = False

    @property
    def name(self) -> str:
        return "lights"

    @property
    def over(self) -> bool:
        return self.walking is None and (self.colour >= len(COLOURS) or not self.board.pixels)

    @property
    def prompt(self) -> Prompt:
        if self.walking is not None:
            target = self._targets[self.walking]
            text = say("lights-one", number=self.walking, target=target, no=say(_NO))
            alone = (Choice("shines", say("go-on")), Choice(_NO, say(_NO)))
            return Prompt(text, alone, done=self.walking, total=len(self.board.pixels))
        name = COLOURS[min(self.colour, len(COLOURS) - 1)][0]
        answers = (Choice(_YES, say(_YES)), *(Choice(key, one.label) for key, one in PICTURES.items()))
        return Prompt(say("lights", colour=say(name)), answers, done=self.colour, total=len(COLOURS))

    @property
    def shown(self) -> Shown:
        if self.over:
            return Shown()
        if self.walking is not None:
            return Shown(raw={self.walking: COLOURS[3][1]})
        red, green, blue = COLOURS[self.colour][1]
        # The last bit of one channel moves, which no eye sees, so that each frame differs from the last.
        bit = (self.now - self.begun) // SHIMMER % 2
        wire = (red + bit if red else 0, green + bit if green else 0, blue + bit if blue else 0)
        return Shown(raw={int(pixel.pixel): wire for pixel in self.board.pixels})

    @property
    def deadline(self) -> Instant | None:
        if self.over:
            return None
        return self.walk_due if self.walking is not None else after(self.now, SHIMMER)

    def begin(self, at: Instant) -> Self:
        return replace(self, begun=at, now=at)

    def take(self, event: CareEvent) -> Self:
        if self.over:
            return self
        match event:
            case Passed(at):
                return self._walk(at) if self.walking is not None else replace(self, now=at)
            case Pressed(at, "OK"):
                return self._answered("shines" if self.walking is not None else _YES, at)
            case Pressed(at, "UNDO"):
                return self._answered(_NO if self.walking is not None else "some", at)
            case Answered(at, answer):
                return self._answered(answer, at)
            case _:
                return self

    def parts(self) -> tuple[Part, ...]:
        found = [
            Part(f"lights in {colour}", Result.FAILED, PICTURES[picture].note)
            for colour, picture in self.pictures
            if picture != "some"
        ]
        targets = self._targets
        found += [
            Part(f"light {target}", Result.FAILED, say("light-dark", target=target))
            if pixel in self.bad
            else Part(f"light {target}", Result.PASSED)
            for pixel, target in sorted(targets.items())
            if not self.pictures or self.walked
        ]
        return tuple(found)

    def learned(self) -> Mapping[str, Any]:
        return {}

    @property
    def _targets(self) -> dict[int, str]:
        return {int(pixel.pixel): pixel.target for pixel in self.board.pixels}

    def _answered(self, answer: str, at: Instant) -> Self:
        if self.walking is not None:
            if answer == _NO:
                return replace(self, bad=self.bad | {self.walking})  # it goes on at its own pace
            return self._walk(self.walk_due) if answer == "shines" else self
        colour = COLOURS[self.colour][0]
        if answer == _YES:
            return replace(self, colour=self.colour + 1, now=at)
        if answer not in PICTURES:
            return self
        told = replace(self, pictures=(*self.pictures, (colour, answer)), colour=self.colour + 1, now=at)
        if answer == "some" and not self.walked:
            return replace(told, walking=min(self._targets), walk_due=after(at, STRIDE), walked=True)
        return told

    def _walk(self, at: Instant) -> Self:
        """On to the next light once its time is over; the walk ends after the last one."""
        if self.walking is None or at < self.walk_due:
            return self
        later = [pixel for pixel in sorted(self._targets) if pixel > self.walking]
        if not later:
            return replace(self, walking=None, now=at)
        return replace(self, walking=later[0], walk_due=after(at, STRIDE))
