"""What an opponent is: a state, a budget of nodes and chance go in, one move with its reason comes out.

Strength is counted in nodes, never in seconds: the same question with the same seed has the same answer on
every machine.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final, Protocol

from triboard.errors import PlayerError, TriboardError
from triboard.phrases import Detail, Words
from triboard.words import say


class Chance(Protocol):
    """Where an engine takes its chance from; `app` stands behind it with a seeded generator."""

    def below(self, limit: int, /) -> int:
        """0 to `limit` - 1, each equally likely."""
        ...


class Grade(IntEnum):
    """How strong an opponent plays. Grades differ by how far they look and by what they do not see."""

    NEWCOMER = 1
    LEARNER = 2
    PLAYER = 3
    EXPERT = 4
    MASTER = 5

    @property
    def word(self) -> Words:
        """`Newcomer`."""
        return say(f"grade-{self.value}", {})


HELPER: Final = Grade.EXPERT
"""Whom HINT asks: strong, and quicker than the strongest."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move was chosen, by code in `words`."""

    code: str
    details: Mapping[str, Detail] = field(default_factory=dict)

    @property
    def words(self) -> Words:
        """What it says."""
        return say(self.code, self.details)

    @property
    def text(self) -> str:
        """The sentence, in English."""
        return str(self.words)


@dataclass(frozen=True, slots=True)
class Choice:
    """A move of the side on turn. `value`: the part of the game it expects to win, 0 to 1; `nodes`: positions
    looked at."""

    move: Any
    value: float
    nodes: int
    reason: Reason


class Engine(Protocol):
    """One way to choose. It sees only what the side on turn may know."""

    def choose(self, state: Any, nodes: int, chance: Chance) -> Choice:
        """A legal move of the side on turn, after at most about `nodes` positions."""
        ...


class CannotPlayError(PlayerError):
    """There is nothing for an opponent to choose here; the message says why, for a person."""


class OutOfNodesError(TriboardError):
    """A search has spent its nodes; whoever asked for it makes do with less."""
