"""Trioker: 25 triangular tiles, five modes. `GAME` keeps the `Game` protocol; the rest is extra."""

from typing import Final

from triboard.rules.trioker.dealing import deal, deck
from triboard.rules.trioker.duel import DuelState
from triboard.rules.trioker.engine import Trioker
from triboard.rules.trioker.knowledge import State, at_chance, filled_in, seen_by, unseen
from triboard.rules.trioker.lattice import Cell, parse_cell
from triboard.rules.trioker.moves import Challenge, Coin, Colour, Draw, Move, Pass, Place, Remove, Reveal
from triboard.rules.trioker.outlines import NAMES as OUTLINE_NAMES
from triboard.rules.trioker.outlines import OUTLINES, on_board, outline_of, parse_rows
from triboard.rules.trioker.playout import DRAW, playout
from triboard.rules.trioker.purse import Purse
from triboard.rules.trioker.puzzle import PuzzleState, Remaining, hint, remaining
from triboard.rules.trioker.solver import Solution, count, solve
from triboard.rules.trioker.table import Hand, TableState, to_reveal
from triboard.rules.trioker.tiles import TILES, text_of_readings, tile_named
from triboard.rules.trioker.turns import wrong_passes

GAME: Final = Trioker()

__all__ = [
    "DRAW",
    "GAME",
    "OUTLINES",
    "OUTLINE_NAMES",
    "TILES",
    "Cell",
    "Challenge",
    "Coin",
    "Colour",
    "Draw",
    "DuelState",
    "Hand",
    "Move",
    "Pass",
    "Place",
    "Purse",
    "PuzzleState",
    "Remaining",
    "Remove",
    "Reveal",
    "Solution",
    "State",
    "TableState",
    "at_chance",
    "count",
    "deal",
    "deck",
    "filled_in",
    "hint",
    "on_board",
    "outline_of",
    "parse_cell",
    "parse_rows",
    "playout",
    "remaining",
    "seen_by",
    "solve",
    "text_of_readings",
    "tile_named",
    "to_reveal",
    "unseen",
    "wrong_passes",
]
