"""3D tic-tac-toe, complete to the paragraph of its rules page (`ttt3d §1` to `§20`).

`GAME` keeps the `Game` protocol; `completed`, `missed`, `made` and `due_colour` tell boards and lights more,
`playout` and `final_scores` serve search.
"""

from typing import Final

from triboard.rules.game import Game
from triboard.rules.ttt3d import geometry, moves
from triboard.rules.ttt3d.engine import Ttt3d
from triboard.rules.ttt3d.geometry import Shelf
from triboard.rules.ttt3d.moves import Call, Decline, Move, Place, Turn
from triboard.rules.ttt3d.options import Setup
from triboard.rules.ttt3d.playout import final_scores, playout
from triboard.rules.ttt3d.state import (
    CompletedLine,
    Credit,
    Made,
    Stage,
    State,
    completed,
    due_colour,
    made,
    missed,
)

GAME: Final[Game[State, Move]] = Ttt3d()

__all__ = [
    "GAME",
    "Call",
    "CompletedLine",
    "Credit",
    "Decline",
    "Made",
    "Move",
    "Place",
    "Setup",
    "Shelf",
    "Stage",
    "State",
    "Turn",
    "completed",
    "due_colour",
    "final_scores",
    "geometry",
    "made",
    "missed",
    "moves",
    "playout",
]
