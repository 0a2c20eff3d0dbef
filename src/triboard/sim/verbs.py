"""What a verb of the simulator is: its name, its arguments and how each is read from a word."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, NamedTuple

from triboard.errors import PlayerError

MOST_DEGREES: Final = 3600.0
"""Ten full turns; each takes its time edge by edge."""

LONGEST: Final = 86_400.0
"""Seconds; more than a day is a slip of the pen."""

MOST: Final = 10_000
"""Of anything that is counted."""


class Kind(NamedTuple):
    """How a word is read: `read` raises `ValueError`; `what` and `remedy` make the complaint."""

    what: str
    remedy: str
    read: Callable[[str], Any]


def _number(low: float, high: float) -> Callable[[str], float]:
    def read(word: str) -> float:
        value = float(word)
        if not (isfinite(value) and low <= value <= high):
            raise ValueError(word)
        return value

    return read


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(word: str) -> int:
        value = int(word)
        if not low <= value <= high:
            raise ValueError(word)
        return value

    return read


def choice(*words: str) -> Kind:
    """One of some words."""

    def read(word: str) -> str:
        if word not in words:
            raise ValueError(word)
        return word

    return Kind(f"one of {', '.join(words)}", f"Write {' or '.join(words)}.", read)


NAME: Final = Kind("name", "Write the name as the board has it.", str)
COUNT: Final = Kind("count", f"Write a whole number from 1 to {MOST}.", _whole(1, MOST))
NUMBER: Final = Kind("number", "Write a whole number from 0 to 65535.", _whole(0, 65535))
SECONDS: Final = Kind(
    "time", f"Write seconds, more than 0 and at most {LONGEST:.0f}.", _number(0.001, LONGEST)
)
RATE: Final = Kind("rate", "Write changes a second, from 0.1 to 100.", _number(0.1, 100))
JUMP: Final = Kind(
    "jump", "Write seconds, negative ones for the past, like -3600.", _number(-1_000_000_000, 1_000_000_000)
)
STEPS: Final = Kind("change", "Write raw steps, like +20 or -20.", _whole(-4095, 4095))
CURRENT: Final = Kind("current", "Write milliamperes, from 1 to 100000.", _number(1, 100_000))
ANGLE: Final = Kind(
    "angle",
    f"Write degrees, clockwise positive, like +90, from -{MOST_DEGREES:.0f} to +{MOST_DEGREES:.0f}.",
    _number(-MOST_DEGREES, MOST_DEGREES),
)


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument; with a `default` it may be left out."""

    label: str
    kind: Kind
    default: str | None = None

    @property
    def shown(self) -> str:
        """As in a line of usage."""
        return self.label if self.default is None else f"[{self.label}]"


@dataclass(frozen=True, slots=True)
class Verb:
    """Name, arguments and one sentence that says what it does."""

    name: str
    arguments: tuple[Argument, ...]
    about: str

    @property
    def usage(self) -> str:
        """The verb with its arguments' labels."""
        return " ".join((self.name, *(argument.shown for argument in self.arguments)))

    def read(self, words: Sequence[str]) -> tuple[Any, ...]:
        """The arguments as values; raises `WordsError`."""
        least = sum(argument.default is None for argument in self.arguments)
        if not least <= len(words) <= len(self.arguments):
            raise WordsError(f"'{' '.join((self.name, *words))}' does not fit", f"Write: {self.usage}.")
        rest = [argument.default or "" for argument in self.arguments[len(words) :]]
        values = []
        for argument, word in zip(self.arguments, (*words, *rest), strict=True):
            try:
                values.append(argument.kind.read(word))
            except ValueError:
                raise WordsError(f"'{word}' is no {argument.kind.what}", argument.kind.remedy) from None
        return tuple(values)


class WordsError(PlayerError):
    """Words that do not fit a verb: what is wrong, and the remedy."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(f"{problem}. {remedy}")
        self.problem = problem
        self.remedy = remedy
