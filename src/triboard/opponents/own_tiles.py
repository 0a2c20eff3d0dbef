"""The Learner of Rapid, Original and Simple: it keeps places for its own tiles and asks nothing else."""

from typing import Any, Final

from triboard.opponents.engine import Chance, Choice, Reason
from triboard.opponents.insight import WON, Insight
from triboard.opponents.near import ALIKE, any_of, on_turn
from triboard.rules.trioker.field import fitting
from triboard.rules.trioker.table import cells_to_play, finished
from triboard.rules.trioker.tiles import LAYS_OF_TILE, bits
from triboard.units import Seat

SERVED: Final = (0.0, 0.6, 0.85, 1.0)
"""How well a tile is served that fits nowhere, at one cell, at two, at three or more: one is soon taken."""

COINS: Final = 4.0
"""A gain of 1/4 at once is worth as much as a tile more that is served in full."""

DECISIVE: Final = 100.0
"""The end of the game weighs more than all tiles and coins."""


class OwnTiles:
    """Takes what a move brings at once, and lays so that its own tiles still fit: those that fit rarely go
    first. It counts turns won and lost. It never asks what others hold or what they could lay."""

    def __init__(self, insight: Insight) -> None:
        self._insight = insight

    def choose(self, state: Any, nodes: int, chance: Chance) -> Choice:
        del nodes
        insight, seat = self._insight, on_turn(self._insight, state)
        gains: dict[Any, float] = {}
        worth: dict[Any, float] = {}
        for move in insight.moves(state):
            after = insight.game.play(state, move)
            gains[move] = gain = insight.gain(state, after, seat)
            worth[move] = DECISIVE * gain if abs(gain) >= WON else COINS * gain + prospect(after, seat)
        most = max(worth.values())
        move = any_of([move for move, value in worth.items() if value >= most - ALIKE], chance)
        share = min(1.0, max(0.0, 0.5 + gains[move] / 2))
        return Choice(move, share, len(worth), Reason("because-any"))


def prospect(state: Any, seat: Seat) -> float:
    """How many of a seat's known tiles find a place as things lie, those with a single place counted less; a
    turn lost is a tile less, a turn more is one more, if a tile fits then."""
    if finished(state):
        return 0.0
    fits = [fitting(state.field, cell) for cell in bits(cells_to_play(state))]
    places = (sum(1 for fit in fits if fit & LAYS_OF_TILE[tile]) for tile in bits(state.hands[seat].known))
    served = sum(SERVED[min(number, len(SERVED) - 1)] for number in places)
    again = state.turn == seat and not state.coin_due
    turns = (1 if served else -1) if again else 0
    return served + turns - int(state.lost >> seat & 1)
