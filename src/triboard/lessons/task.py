"""What a task is: a position, an idea to find in it, right and typical wrong answers. Data, nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any


class Rung(IntEnum):
    """One step of the ladder that is the same for every game; the last two are whole games."""

    SEE = 0
    COMPLETE = 1
    BLOCK = 2
    TWO_THREATS = 3
    HELPED = 4
    GAME = 5

    @property
    def word(self) -> str:
        """As task files and commands write it: `two-threats`."""
        return self.name.lower().replace("_", "-")

    @property
    def played(self) -> bool:
        """Whether this rung is a whole game and has no tasks."""
        return self in (Rung.HELPED, Rung.GAME)


@dataclass(frozen=True, slots=True)
class Wrong:
    """A typical wrong answer: what the other side replies, or `None` where it only misses the idea."""

    move: str
    reply: str | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """One task. The position is what `moves` lead to from the start of a game with `options`.

    `tag` names its one idea. `solution`: every answer with that idea; `also`: other answers that win all the
    same. On the rung `see` answers are sites, elsewhere moves. `side` is on turn, or at a finished game it is
    the side whose line is looked for.
    """

    name: str
    game: str
    rung: Rung
    tag: str
    options: Mapping[str, Any]
    moves: tuple[str, ...]
    side: int
    solution: tuple[str, ...]
    also: tuple[str, ...] = ()
    wrong: tuple[Wrong, ...] = ()
