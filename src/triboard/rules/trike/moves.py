"""What a player can do in Trike: place, or swap once."""

from dataclasses import dataclass
from typing import Final, NewType

Cell = NewType("Cell", int)
"""Number of a cell from the apex, row by row, left to right; see `geometry`."""


@dataclass(frozen=True, slots=True)
class Place:
    """A checker of the mover's colour on `cell` and the pawn on top of it (trike §4, §5)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Swap:
    """White takes Black's side; nothing moves on the board (trike §4)."""


SWAP: Final = Swap()

Move = Place | Swap
