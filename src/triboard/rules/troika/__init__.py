"""Troika: pyramids in three colours and three sizes, stacked until three tops agree.

`GAME` is the game; `completed`, `open_fields` and the like serve boards and lights; `playout` serves search.
"""

from triboard.rules.troika.game import GAME, Troika
from triboard.rules.troika.moves import Die, Lay, Move
from triboard.rules.troika.options import deal_task
from triboard.rules.troika.pieces import (
    DARK,
    LIGHT,
    LINES,
    SIDES,
    SITES,
    Colour,
    Field,
    Pyramid,
    Size,
    colour_of,
    field_named,
    piece_of,
    pyramid_named,
    pyramid_of,
    side_of,
    site_of,
    size_of,
    third,
)
from triboard.rules.troika.playout import playout
from triboard.rules.troika.state import State, completed, open_fields, tops

__all__ = [
    "DARK",
    "GAME",
    "LIGHT",
    "LINES",
    "SIDES",
    "SITES",
    "Colour",
    "Die",
    "Field",
    "Lay",
    "Move",
    "Pyramid",
    "Size",
    "State",
    "Troika",
    "colour_of",
    "completed",
    "deal_task",
    "field_named",
    "open_fields",
    "piece_of",
    "playout",
    "pyramid_named",
    "pyramid_of",
    "side_of",
    "site_of",
    "size_of",
    "third",
    "tops",
]
