"""What is wrong with the simulated opponents' engine; `app.troubled_engines` lets the daemon feel it."""

from collections import deque
from enum import Enum


class EngineFault(Enum):
    """What an engine does instead of answering."""

    HANG = "hang"
    CRASH = "crash"
    GARBAGE = "garbage"
    ILLEGAL = "illegal"


class EngineTrouble:
    """Faults of the next answers, first come first served."""

    def __init__(self) -> None:
        self._next: deque[EngineFault] = deque()

    def plan(self, fault: EngineFault, count: int) -> None:
        """This is what becomes of the next `count` questions that are not spoken for."""
        self._next.extend([fault] * count)

    def take(self) -> EngineFault | None:
        """What becomes of a question that is asked now."""
        return self._next.popleft() if self._next else None

    def mend(self) -> None:
        """The engine is well again."""
        self._next.clear()
