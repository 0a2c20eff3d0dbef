"""Trike: the pawn leaves a trail of checkers until it is trapped.

`GAME` is the game; `cells`, `neighbours` and the like serve boards and lights; `playout` serves search.
"""

from triboard.rules.trike.game import GAME, PAWN, Trike
from triboard.rules.trike.geometry import (
    LARGEST,
    SMALLEST,
    cell_at,
    cell_of,
    cells,
    neighbours,
    site_of,
)
from triboard.rules.trike.moves import SWAP, Cell, Move, Place, Swap
from triboard.rules.trike.playout import playout
from triboard.rules.trike.state import BLACK, SIDES, WHITE, Offer, State

__all__ = [
    "BLACK",
    "GAME",
    "LARGEST",
    "PAWN",
    "SIDES",
    "SMALLEST",
    "SWAP",
    "WHITE",
    "Cell",
    "Move",
    "Offer",
    "Place",
    "State",
    "Swap",
    "Trike",
    "cell_at",
    "cell_of",
    "cells",
    "neighbours",
    "playout",
    "site_of",
]
