"""The board's face: open, closed or out of order. While it is not open the session sees neither board nor
buttons.

A game that was under way lies untouched. When the board opens again it is compared anew, and pieces that were
moved meanwhile are no moves: they are guided back.
"""

from enum import Enum
from typing import Final

from triboard.app.senses import Senses
from triboard.session.events import (
    BoardLent,
    BoardReturned,
    BoardSettled,
    BoardTouched,
    ButtonHeld,
    ButtonPressed,
    Event,
    HelpAsked,
    LessonAsked,
    NewGameAsked,
    OverrideAsked,
    SeatAsked,
    SomebodyThere,
)
from triboard.units import Instant


class Face(Enum):
    """What visitors meet."""

    OPEN = "open"
    CLOSED = "closed"
    OUT_OF_ORDER = "out of order"


VISITORS: Final = (
    BoardTouched,
    BoardSettled,
    ButtonPressed,
    ButtonHeld,
    NewGameAsked,
    LessonAsked,
    HelpAsked,
    SeatAsked,
    OverrideAsked,
    SomebodyThere,
)
"""Events by which visitors play; link, disk, clock and opponents go on being heard."""


class Shutter:
    """Open at first."""

    def __init__(self) -> None:
        self.face = Face.OPEN

    @property
    def open(self) -> bool:
        """Whether the board plays."""
        return self.face is Face.OPEN

    def turn_to(self, face: Face, senses: Senses, now: Instant) -> list[Event]:
        """Show another face; what the session must hear of it."""
        before, self.face = self.face, face
        if before is face or Face.OPEN not in (before, face):
            return []
        return [BoardReturned(now), *senses.anew(now)] if face is Face.OPEN else [BoardLent(now)]

    def takes(self, event: Event) -> bool:
        """Whether an event stops here."""
        return not self.open and isinstance(event, VISITORS)
