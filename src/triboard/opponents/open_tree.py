"""The search tree of a game in which everything lies open: each state in it is worked out once.

Where hands are hidden a place in the tree stands for many states (`search`); here it stands for one, so its
moves and what they lead to are kept instead of being asked of the rules on every way down.
"""

from math import log, sqrt
from typing import Any, Final, NamedTuple

from triboard.opponents.engine import Chance
from triboard.opponents.insight import Insight
from triboard.units import Seat

CURIOSITY: Final = 0.7
"""How much a move is worth that was seldom tried; shares lie between 0 and 1."""


class Tried(NamedTuple):
    """A move from the root: how often it was tried, and the share of a game that it won on average."""

    move: Any
    visits: int
    value: float


class OpenNode:
    """A state, and what the move to it has won for whoever made it."""

    __slots__ = (
        "chosen",
        "drawn",
        "in_order",
        "move",
        "moves",
        "place",
        "seat",
        "state",
        "tried",
        "untried",
        "visits",
        "won",
    )

    def __init__(self, state: Any, move: Any, place: int) -> None:
        self.state = state
        self.move = move
        self.place = place
        """Number of the move among those of the node before."""
        self.visits = 0
        self.won = 0.0
        self.moves: list[Any] | None = None
        """None until somebody asks; none at the end of a game."""
        self.seat: Seat | None = None
        """Who chooses among the moves; `None` for chance."""
        self.untried: list[int] = []
        """Numbers of moves that nobody has made yet."""
        self.tried: list[OpenNode] = []
        """Where the others lead, in the order in which they were tried first."""
        self.in_order: list[OpenNode] = []
        """The same in the order of the moves, once all are tried."""
        self.chosen = 1
        """How often one of them has been chosen since, and once more."""
        self.drawn: dict[int, OpenNode] = {}
        """Where chance has led."""


class OpenTree:
    """Grows from a state; everybody chooses for themselves (max^n), by the upper confidence bound."""

    def __init__(self, insight: Insight, depth: int, state: Any, kept: frozenset[Any]) -> None:
        """`depth`: plies of the tree; `kept`: the moves that are thought about, all if none are named."""
        self._insight = insight
        self._depth = depth
        self._root = OpenNode(state, None, 0)
        moves = self._look(self._root)
        if kept:
            self._root.moves = [move for move in moves if move in kept]
            self._root.untried = list(range(len(self._root.moves)))

    def grow(self, chance: Chance) -> None:
        """One way down the tree, one new leaf, one random game, and its result on the way back."""
        insight, node, depth = self._insight, self._root, 0
        way = list[tuple[OpenNode, Seat]]()
        while depth < self._depth:
            moves = node.moves if node.moves is not None else self._look(node)
            if not moves:
                break
            if node.seat is None:
                node = self._draw(node, moves, chance)
                continue
            seat, depth = node.seat, depth + 1
            if node.untried:
                node = self._try(node, moves, chance)
                way.append((node, seat))
                break
            node = _promising(node)
            way.append((node, seat))
        shares = insight.finish(node.state, chance)
        for visited, seat in way:
            visited.visits += 1
            visited.won += shares[seat]

    def best(self) -> Tried:
        """The move that was tried most."""
        node = max(self._root.tried, key=lambda node: node.visits)
        return Tried(node.move, node.visits, node.won / node.visits)

    def _look(self, node: OpenNode) -> list[Any]:
        """Ask the rules for the moves."""
        insight, state = self._insight, node.state
        side = insight.game.to_move(state)
        moves = node.moves = [] if side is None else list(insight.moves(state))
        if side is not None and not insight.by_chance(state):
            node.seat = insight.game.seat_of(state, side)
            node.untried = list(range(len(moves)))
        return moves

    def _draw(self, node: OpenNode, moves: list[Any], chance: Chance) -> OpenNode:
        number = chance.below(len(moves))
        child = node.drawn.get(number)
        if child is None:
            after = self._insight.game.play(node.state, moves[number])
            child = node.drawn[number] = OpenNode(after, moves[number], number)
        return child

    def _try(self, node: OpenNode, moves: list[Any], chance: Chance) -> OpenNode:
        """Make a move for the first time."""
        number = node.untried.pop(chance.below(len(node.untried)))
        child = OpenNode(self._insight.game.play(node.state, moves[number]), moves[number], number)
        node.tried.append(child)
        if not node.untried:
            node.in_order = sorted(node.tried, key=lambda child: child.place)
        return child


def _promising(node: OpenNode) -> OpenNode:
    """The child that promises most."""
    node.chosen += 1
    heard, best, found = log(node.chosen), -1.0, node
    for child in node.in_order:
        visits = child.visits
        promise = child.won / visits + CURIOSITY * sqrt(heard / visits)
        if promise > best:
            best, found = promise, child
    return found
