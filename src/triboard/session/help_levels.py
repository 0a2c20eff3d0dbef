"""How much a seat is helped: by level, so that a parent and a child can play level at one board."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from triboard.phrases import Words
from triboard.words import say


class Help(IntEnum):
    """The level of one seat. What each gives stands in `GIVES`."""

    NONE = 0
    HINTS = 1
    MUCH = 2
    FULL = 3

    @property
    def word(self) -> Words:
        """`Hints`."""
        code = f"help-{self.value}"
        return say(code, {})


@dataclass(frozen=True, slots=True)
class Gift:
    """`steps` of a hint that HINT tells in a turn: region, site, reason. `pieces` whose best place lights up
    in a turn while they are in the hand, with `exact` the place itself and not its region. `take_back`: a
    losing move pulses and may be lifted again."""

    steps: int
    pieces: int
    exact: bool = False
    take_back: bool = False


GIVES: Final[Mapping[Help, Gift]] = {
    Help.NONE: Gift(0, 0),
    Help.HINTS: Gift(3, 0),
    Help.MUCH: Gift(3, 2, take_back=True),
    Help.FULL: Gift(3, 18, exact=True, take_back=True),
}
"""Two pieces at MUCH: who touches everything until it lights learns nothing."""

DEFAULT_HELP: Final = Help.HINTS
