"""Step: the order in which a strip takes its colours, by what people see."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from triboard.board.definition import COLOUR_ORDERS, Board, Segment
from triboard.care.events import Answered, CareEvent
from triboard.care.parts import Choice, Part, Prompt, Result, Shown, Wire
from triboard.care.words import say
from triboard.units import Instant

LEVEL: Final = 80
"""Wire value of the one channel that is lit."""

LETTERS: Final = {"red": "R", "green": "G", "blue": "B", "white": "W"}


@dataclass(frozen=True, slots=True)
class ColourOrder:
    """Each channel of each strip lit alone; `seen` are the answers for the present strip, `orders` the orders
    of the strips before it (`None`: skipped), `again` whether its answers made no order."""

    board: Board
    orders: tuple[str | None, ...] = ()
    seen: str = ""
    again: bool = False

    @property
    def name(self) -> str:
        return "colours"

    @property
    def over(self) -> bool:
        return not self.board.pixels or len(self.orders) >= len(self.board.strips)

    @property
    def prompt(self) -> Prompt:
        if self.over:
            return Prompt("")
        strip = self._strip
        names = [name for name, letter in LETTERS.items() if letter in strip.order]
        answers = (*(Choice(name, say(name)) for name in names), Choice("skip", say("skip")))
        code = "order-again" if self.again and not self.seen else "order"
        return Prompt(say(code, strip=len(self.orders)), answers, done=len(self.seen), total=len(strip.order))

    @property
    def shown(self) -> Shown:
        if self.over:
            return Shown()
        strip = self._strip
        wire = _lighting(strip.order[len(self.seen)])
        return Shown(raw=dict.fromkeys(range(strip.first, strip.first + strip.count), wire))

    @property
    def deadline(self) -> Instant | None:
        return None

    def begin(self, at: Instant) -> Self:
        del at
        return self

    def take(self, event: CareEvent) -> Self:
        if self.over or not isinstance(event, Answered):
            return self
        if event.answer == "skip":
            return replace(self, orders=(*self.orders, None), seen="", again=False)
        letter = LETTERS.get(event.answer)
        if letter is None or letter not in self._strip.order:
            return self
        seen = self.seen + letter
        if len(seen) < len(self._strip.order):
            return replace(self, seen=seen)
        if seen not in COLOUR_ORDERS:
            return replace(self, seen="", again=True)
        return replace(self, orders=(*self.orders, seen), seen="", again=False)

    def parts(self) -> tuple[Part, ...]:
        return tuple(
            Part(f"strip {number}", Result.SKIPPED)
            if order is None
            else Part(f"strip {number}", Result.PASSED, say("order-is", order=order))
            for number, order in enumerate(self.orders)
        )

    def learned(self) -> Mapping[str, Any]:
        strips = self.board.strips
        return {
            "orders": [
                strip.order if order is None else order
                for strip, order in zip(strips, self.orders, strict=False)
            ]
        }

    @property
    def _strip(self) -> Segment:
        return self.board.strips[len(self.orders)]


def _lighting(letter: str) -> Wire:
    """What to send so that one channel of the strip shines alone. White is what all three have in common."""
    return (
        LEVEL if letter in "RW" else 0,
        LEVEL if letter in "GW" else 0,
        LEVEL if letter in "BW" else 0,
    )
