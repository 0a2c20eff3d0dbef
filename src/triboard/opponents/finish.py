"""The exact end of a game, where it can be told, and before it another engine."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from triboard.opponents.engine import Chance, Choice, Engine, OutOfNodesError, Reason
from triboard.opponents.insight import WON, Insight
from triboard.opponents.near import any_of, on_turn

DRAWN: Final = 0.5
LOST: Final = 0.0

_REASONS: Final = {WON: "because-solved", DRAWN: "because-drawn", LOST: "because-hopeless"}


class Settled(NamedTuple):
    """Moves that are best to the end of the game, what they are worth (`WON`, `DRAWN`, `LOST`), and the nodes
    that it took to find out."""

    best: list[Any]
    worth: float
    nodes: int


Settle = Callable[[Any], Settled | None]
"""The end of a game from a state; `None` where it is too far away to look. Raises `OutOfNodesError`."""


class Finish:
    """Plays what `settle` finds, and what another engine chooses as long as it finds nothing. That one has
    only a part of its nodes, `rest`, where nodes were spent in vain before."""

    def __init__(self, insight: Insight, settle: Settle, before: Engine, rest: float = 1.0) -> None:
        self._insight = insight
        self._settle = settle
        self._before = before
        self._rest = rest

    def choose(self, state: Any, nodes: int, chance: Chance) -> Choice:
        try:
            found = self._settle(state)
        except OutOfNodesError:
            return self._before.choose(state, max(1, int(nodes * self._rest)), chance)
        if found is None:
            return self._before.choose(state, nodes, chance)
        move = any_of(found.best, chance)
        after = self._insight.game.play(state, move)
        at_once = self._insight.gain(state, after, on_turn(self._insight, state)) >= WON
        reason = Reason("because-wins" if at_once else _REASONS[found.worth])
        return Choice(move, found.worth, found.nodes, reason)
