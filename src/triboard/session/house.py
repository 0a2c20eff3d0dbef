"""What the house wants of a board that nobody looks after (docs/exhibit.md), and who is there now."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from triboard.opponents.engine import Grade
from triboard.session.rivals import NO_TERMS, Terms
from triboard.units import SECOND, Duration, Instant, Piece, Seat, Site, millis

STEP: Final = millis(1250)
"""Time between two pictures of a show: never more than one change a second."""

BEGIN: Final = Instant(0)

HELD: Final = 3
"""Steps for which the last picture of a show stays."""

INVITED: Final = 4
"""Steps for which the board invites, as it does without a show, before the show begins again."""

LEAST_WARNING: Final = Duration(20 * SECOND)
"""WCAG 2.2.1: at least so long before the end of time is it said, and any touch extends it, without end."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A position of a show: the piece on top of each site, what is new in it, lines that it completes."""

    pieces: Mapping[Site, Piece]
    new: frozenset[Site] = frozenset()
    lines: frozenset[Site] = frozenset()


Show = tuple[Picture, ...]
"""A finished game in pictures, one for each ply that shows on the board."""


@dataclass(frozen=True, slots=True)
class House:
    """How an exhibit behaves. `None` stands for a manner that is off.

    `idle`: without a touch for so long, whoever played is gone; `warning` before, the board says so.
    `quiet`: after so long a board that waits for its first piece plays the `show`, at `level` of the light.
    `offer`: after so long a visitor who waits alone is offered an opponent of `grade`.
    `lead`: a newcomer is shown one good place. `options` and `terms` are what visitors find.
    """

    idle: Duration
    warning: Duration = LEAST_WARNING
    quiet: Duration | None = None
    level: float = 1.0
    offer: Duration | None = None
    grade: Grade = Grade.LEARNER
    lead: bool = True
    options: Mapping[str, Any] = field(default_factory=dict)
    terms: Terms = NO_TERMS
    show: Show = ()

    @property
    def cycle(self) -> int:
        """Steps from one beginning of the show to the next."""
        return len(self.show) + HELD + INVITED


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat to which an opponent may come at `until`, unless somebody moves for it."""

    seat: Seat
    until: Instant


@dataclass(frozen=True, slots=True)
class Visit:
    """Who is there, as far as touches tell.

    `since` is the last touch, `here` whether there was one since the board was last made ready for others.
    `step` counts the steps of a show that runs. `offer`: to whom an opponent is offered. `stale`: the next
    game is the house's, not one that visitors chose. `serial` is the game that this is known of. `resets`
    counts the times that the board was made ready, `gone` are pieces that had not been put back then. `due`
    is when something happens by itself.
    """

    since: Instant | None = None
    here: bool = True
    warned: bool = False
    step: int | None = None
    stepped: Instant = BEGIN
    offer: Offer | None = None
    serial: int = 0
    stale: bool = False
    resets: int = 0
    gone: tuple[Piece, ...] = ()
    due: Instant | None = None


NEW_VISIT: Final = Visit()
