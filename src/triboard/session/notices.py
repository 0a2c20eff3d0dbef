"""What the session has to say: a stable code with its details; `words` turns it into a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from triboard.phrases import Detail, Words
from triboard.units import Duration, Site, millis
from triboard.words import say

ANSWERED: Final[Duration] = millis(5000)
"""How long an answer is said before anything that is said all the time, a hint or a task: time to read it."""


class Tone(Enum):
    """How a notice is shown."""

    INFO = "info"
    WRONG = "wrong"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to say, and the sites it is about. `answers`: somebody has just asked for something and would
    otherwise see nothing happen."""

    code: str
    tone: Tone = Tone.INFO
    details: Mapping[str, Detail] = field(default_factory=dict)
    sites: tuple[Site, ...] = ()
    answers: bool = False

    @property
    def words(self) -> Words:
        """What it says, in whatever language is wanted."""
        return say(self.code, self.details)

    @property
    def text(self) -> str:
        """The sentence, in English."""
        return str(self.words)


def info(code: str, *sites: Site, **details: Detail) -> Notice:
    """A notice that informs."""
    return Notice(code, Tone.INFO, details, sites)


def wrong(code: str, *sites: Site, **details: Detail) -> Notice:
    """A notice that something must be put right."""
    return Notice(code, Tone.WRONG, details, sites)


def ask(code: str, *sites: Site, **details: Detail) -> Notice:
    """A notice that asks; OK and UNDO answer it."""
    return Notice(code, Tone.ASK, details, sites)


def answer(notice: Notice) -> Notice:
    """The notice as an answer to whoever has just asked for something."""
    return replace(notice, answers=True)
