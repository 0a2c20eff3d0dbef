"""Monte-Carlo tree search for every game: many players, chance, and hands that can only be guessed.

Each node counts by seat what random games from it have won, and everybody is taken to choose for themselves
(max^n). Hidden hands are guessed anew for each game, and the tree is shared among the guesses, so that one
move is chosen for all of them (information-set search with a single observer). What chance decides is drawn,
not chosen.

Source: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search" (2012), SO-ISMCTS.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import log, sqrt
from typing import Any

from triboard.opponents.engine import Chance, Choice, Reason
from triboard.opponents.insight import WON, Insight, Shares
from triboard.opponents.near import Careful, Look, any_of, keeps, looks, on_turn
from triboard.opponents.open_tree import CURIOSITY, OpenTree


class Node:
    """A move that was made on the way: how often, what it won for whoever made it, and what came after."""

    __slots__ = ("children", "offered", "visits", "won")

    def __init__(self) -> None:
        self.visits = 0
        self.won = 0.0
        self.offered = 0
        """How often it was possible: hidden hands do not always allow it."""
        self.children: dict[Any, Node] = {}


class TreeSearch:
    """Grows a tree of at most `depth` plies and plays random games from its leaves."""

    def __init__(self, insight: Insight, depth: int) -> None:
        self._insight = insight
        self._depth = depth
        self._careful = Careful(insight)

    def among_best(self, state: Any, nodes: int, chance: Chance) -> Choice:
        """Look at the answers as `Careful` does, and let random games decide between what looks alike."""
        weighed = self._careful.weigh(state, chance)
        if len(weighed.best) == 1:
            return self._careful.choose(state, nodes, chance)
        return told(weighed.looks, self.among(state, nodes, frozenset(weighed.best), weighed.nodes, chance))

    def choose(self, state: Any, nodes: int, chance: Chance) -> Choice:
        insight, seat = self._insight, on_turn(self._insight, state)
        used, sound, found = 0, list[Any](), list[Look]()
        if insight.guess(state, chance) is state:
            moves = insight.moves(state)
            if len(moves) == 1:
                return Choice(moves[0], 0.5, 1, Reason("because-only"))
            found = looks(insight, state, seat)
            used = sum(look.nodes for look in found)
            if winning := [look.move for look in found if look.gain >= WON]:
                return Choice(any_of(winning, chance), 1.0, used, Reason("because-wins"))
            sound = [look.move for look in found if look.answer < WON and look.gain > -WON]
            if len(sound) == 1:
                return Choice(sound[0], 0.5, used, Reason("because-stops"))
        return told(found, self.among(state, nodes, frozenset(sound), used, chance))

    def among(self, state: Any, nodes: int, kept: frozenset[Any], used: int, chance: Chance) -> Choice:
        """Random games from the moves that are kept, all if none are named; the one tried most is chosen."""
        insight, games = self._insight, max(1, nodes)
        guess = insight.guess(state, chance)
        if guess is state:
            tree = OpenTree(insight, self._depth, state, kept)
            for _ in range(games):
                tree.grow(chance)
            move, _, value = tree.best()
        else:
            move, value = self._among_guesses(state, guess, games, kept, chance)
        return Choice(move, value, used + games, Reason("because-search", {"percent": round(100 * value)}))

    def _among_guesses(
        self, state: Any, guess: Any, games: int, kept: frozenset[Any], chance: Chance
    ) -> tuple[Any, float]:
        root = Node()
        for game in range(games):
            self._grow(root, self._insight.guess(state, chance) if game else guess, kept, chance)
        move, best = max(root.children.items(), key=lambda pair: pair[1].visits)
        return move, best.won / best.visits

    def _grow(self, root: Node, state: Any, kept: frozenset[Any], chance: Chance) -> None:
        """One way down the tree, one new leaf, one random game, and its result on the way back."""
        insight, game = self._insight, self._insight.game
        node, way, depth = root, list[tuple[Node, int]](), 0
        shares: Shares | None = None
        while depth < self._depth:
            side = game.to_move(state)
            if side is None:
                break
            moves = insight.moves(state)
            if insight.by_chance(state):
                move = any_of(moves, chance)
                node = node.children.setdefault(move, Node())
                state = game.play(state, move)
                continue
            if kept and node is root:
                moves = [move for move in moves if move in kept]
            child, move = _select(node, moves, chance)
            way.append((child, game.seat_of(state, side)))
            state = game.play(state, move)
            node, depth = child, depth + 1
            if child.visits == 0:
                break
        if shares is None:
            shares = insight.finish(state, chance)
        for visited, seat in way:
            visited.visits += 1
            visited.won += shares[seat]


def told(found: Sequence[Look], choice: Choice) -> Choice:
    """The choice with what it keeps the next player from as its reason, if it does."""
    reason = keeps(found, choice.move)
    return choice if reason is None else replace(choice, reason=reason)


class Weighing:
    """Sees what one answer can bring, and between moves that look alike takes the one from which random games
    end best; it makes no plan."""

    def __init__(self, insight: Insight) -> None:
        self._search = TreeSearch(insight, 1)

    def choose(self, state: Any, nodes: int, chance: Chance) -> Choice:
        return self._search.among_best(state, nodes, chance)


def _select(node: Node, moves: Any, chance: Chance) -> tuple[Node, Any]:
    """A move not tried yet, else the one that promises most (upper confidence bound)."""
    children = node.children
    untried = [move for move in moves if move not in children]
    if untried:
        move = any_of(untried, chance)
        child = children[move] = Node()
        child.offered = 1
        return child, move
    best, chosen, found = -1.0, None, None
    for move in moves:
        child = children[move]
        child.offered += 1
        promise = child.won / child.visits + CURIOSITY * sqrt(log(child.offered) / child.visits)
        if promise > best:
            best, chosen, found = promise, move, child
    assert found is not None, "somebody on turn has a move"
    return found, chosen
