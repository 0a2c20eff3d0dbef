"""Search for Rapid, Original and Simple: guessed hands, light games, one tree for all guesses.

As in `search`, hidden hands are guessed anew for each game and the tree is shared among the guesses. What
differs is speed: a `LightTable` is played on in place, and only placements are nodes, for all else runs by
itself.

Source: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search" (2012), SO-ISMCTS.
"""

from math import log, sqrt
from typing import Any, Final

from triboard.opponents.engine import Chance, Choice, Reason
from triboard.opponents.open_tree import CURIOSITY
from triboard.rules import trioker
from triboard.rules.trioker.light import FIRST_NUMBERS, LAY_BITS, LAY_MASK, LightTable
from triboard.rules.trioker.tiles import bits, lays_of

SEAT_BITS: Final = 14
"""A branch is known by its placement and, above these bits, its seat: after other draws another may be on
turn."""


class Branch:
    """A placement that was made on the way: how often, what it won for its seat, and what came after."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.visits = 0
        self.won = 0.0
        self.offered = 0
        """How often it was possible: hidden hands do not always allow it."""
        self.children: dict[int, Branch] = {}


class Guesses:
    """Deals the tiles that nobody sees to the hidden hands and the bank, each deal equally likely as far as
    it is known what everybody lacks. Who remembers knows that from draws and passes, who forgets does not."""

    def __init__(self, state: trioker.TableState, *, remembers: bool) -> None:
        self._pool = state.pool
        hidden = []
        for seat, hand in enumerate(state.hands):
            if hand.hidden:
                lacking = state.lacking[seat] if remembers else 0
                spare = (state.pool & ~lacking).bit_count() - hand.hidden
                hidden.append((spare, seat, hand.hidden, lacking))
        self._hidden = sorted(hidden)
        """Who has the fewest tiles to choose from is dealt to first."""

    def deal(self, game: LightTable) -> None:
        """Who has passed against the rules lacks more than there is: then any tile will do."""
        pool = self._pool
        for _, seat, number, lacking in self._hidden:
            held = 0
            free = list(bits(pool & ~lacking))
            rest = list(bits(pool & lacking)) if len(free) < number else []
            for _ in range(number):
                source = free or rest
                place = game.below(len(source))
                held |= 1 << source[place]
                source[place] = source[-1]
                source.pop()
            pool &= ~held
            game.tiles[seat] = held
            game.lays[seat] = lays_of(held)
        game.pool = pool


class TableSearch:
    """Grows a tree of at most `depth` placements and plays random games from its leaves. Who `remembers`
    guesses no tile into a hand that a draw or a pass has shown to lack it."""

    def __init__(self, depth: int, *, remembers: bool) -> None:
        self._depth = depth
        self._remembers = remembers

    def choose(self, state: Any, nodes: int, chance: Chance) -> Choice:
        moves = tuple(trioker.GAME.legal_moves(state))
        if state.coin_due or len(moves) == 1:  # the last coin is the cheaper one
            return Choice(moves[-1], 0.5, 1, Reason("because-only" if len(moves) == 1 else "because-any"))
        games = max(1, nodes)
        start = LightTable(state, chance.below(FIRST_NUMBERS))
        guesses = Guesses(state, remembers=self._remembers)
        root = Branch(-1)
        for _ in range(games):
            game = LightTable(start)
            guesses.deal(game)
            self._grow(root, game)
            start.number = game.number
        key, best = max(root.children.items(), key=lambda pair: pair[1].visits)
        value = best.won / best.visits
        return Choice(
            state.field.board.places[cell_of(key)][key & LAY_MASK],
            value,
            games,
            Reason("because-search", {"percent": round(100 * value)}),
        )

    def _grow(self, root: Branch, game: LightTable) -> None:
        """One way down the tree, one new leaf, one random game, and its result on the way back."""
        node, way = root, list[Branch]()
        for _ in range(self._depth):
            options = game.settle()
            if not options:
                break
            key, node = _select(node, options, game)
            way.append(node)
            game.place(cell_of(key), key & LAY_MASK)
            if not node.visits:
                break
        game.random_to_end()
        shares = game.shares()
        for branch in way:
            branch.visits += 1
            branch.won += shares[branch.seat]


def cell_of(key: int) -> int:
    """Cell of a branch."""
    return key >> LAY_BITS & LAY_MASK


def _select(node: Branch, options: list[tuple[int, int]], game: LightTable) -> tuple[int, Branch]:
    """A placement not tried yet, else the one that promises most (upper confidence bound)."""
    children, side = node.children, game.turn
    untried = list[int]()
    best, chosen, found = -1.0, -1, None
    for cell, lays in options:
        start, rest = side << SEAT_BITS | cell << LAY_BITS, lays
        while rest:
            low = rest & -rest
            rest ^= low
            key = start | low.bit_length() - 1
            child = children.get(key)
            if child is None:
                untried.append(key)
                continue
            child.offered += 1
            promise = child.won / child.visits + CURIOSITY * sqrt(log(child.offered) / child.visits)
            if promise > best:
                best, chosen, found = promise, key, child
    if untried:
        chosen = untried[game.below(len(untried))]
        found = children[chosen] = Branch(side)
        found.offered = 1
    assert found is not None, "somebody on turn has a placement"
    return chosen, found
