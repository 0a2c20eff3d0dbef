"""What the session has to say: a stable code with its details; `words` turns it into a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from triboard.units import Piece, Site
from triboard.words import ENGLISH, Detail, say


class Tone(Enum):
    """How a notice is shown."""

    INFO = "info"
    WRONG = "wrong"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to say, and the sites it is about."""

    code: str
    tone: Tone = Tone.INFO
    details: Mapping[str, Detail] = field(default_factory=dict)
    sites: tuple[Site, ...] = ()

    @property
    def text(self) -> str:
        """The sentence, in English."""
        return say(self.code, self.details)


def named(piece: Piece) -> str:
    """A kind of piece in words; one that only this board file knows is called as it is written there."""
    return say(piece, {}) if piece in ENGLISH else piece


def info(code: str, *sites: Site, **details: Detail) -> Notice:
    """A notice that informs."""
    return Notice(code, Tone.INFO, details, sites)


def wrong(code: str, *sites: Site, **details: Detail) -> Notice:
    """A notice that something must be put right."""
    return Notice(code, Tone.WRONG, details, sites)


def ask(code: str, *sites: Site, **details: Detail) -> Notice:
    """A notice that asks; OK and UNDO answer it."""
    return Notice(code, Tone.ASK, details, sites)
