"""A point of a Trike game."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from triboard.rules.game import Outcome
from triboard.rules.trike.geometry import CellSet, Spot
from triboard.units import Seat, Side

BLACK: Final = Side(0)
WHITE: Final = Side(1)
SIDES: Final = ("black", "white")
"""Names of the sides, by number; also the names of their checkers."""


class Offer(Enum):
    """What became of the swap (trike §4)."""

    AHEAD = "ahead"
    """The swap is in play, and Black has not opened yet."""

    OPEN = "open"
    """White has not answered the opening yet."""

    CLOSED = "closed"
    """Turned off, or White made a normal move."""

    TAKEN = "taken"
    """White took Black's side: sides and seats are crossed from here on."""


@dataclass(frozen=True, slots=True)
class State:
    """Filled cells and where the pawn stands; whose turn it is follows from the number of checkers."""

    spot: Spot
    """Where the pawn stands, and on what board."""

    filled: CellSet
    black: CellSet
    """Those filled cells whose checker is black."""

    offer: Offer

    @property
    def size(self) -> int:
        """Cells along one edge."""
        return self.spot.size

    @property
    def pawn(self) -> int | None:
        """The pawn's cell; `None` before the opening."""
        return self.spot.cell


# A frozen class fills a new value through a guard that costs more than the move itself. `play` makes one
# state per move and sets its slots directly: half the time. Nothing else may use these.
new_object: Final = object.__new__
set_spot, set_filled, set_black, set_offer = (
    State.__dict__[name].__set__ for name in ("spot", "filled", "black", "offer")
)

_OUTCOMES: Final = tuple(
    tuple(Outcome((side,), (Seat(side ^ crossed),), "trapped") for crossed in (0, 1))
    for side in (BLACK, WHITE)
)
"""The four possible ends by winner and crossing, made once: playouts return them without building any."""


def points(spot: Spot, filled: CellSet, black: CellSet) -> tuple[int, int]:
    """Checkers of each colour under and next to the pawn (trike §6); none before the opening."""
    close = spot.near & filled
    if spot.cell is not None:
        close |= 1 << spot.cell
    blacks = (close & black).bit_count()
    return blacks, close.bit_count() - blacks


def result(spot: Spot, filled: CellSet, black: CellSet, offer: Offer) -> Outcome:
    """Outcome of a game whose pawn is trapped; no draw, as an odd number of checkers counts (trike §6)."""
    blacks, whites = points(spot, filled, black)
    return _OUTCOMES[WHITE if whites > blacks else BLACK][offer is Offer.TAKEN]
