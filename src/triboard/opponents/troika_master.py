"""Troika as well as it can be played: a won game is never given away, a lost one held out as long as
possible.

First by what is known of openings: a small or a large is the longest defence for whoever starts and a win for
the other, a medium loses soonest (proved by `tests/tools/troika_book.py`). Then with a book (`troika_book`),
and `Force` for all positions that it does not hold. Whoever starts looks for a win by force, soonest first;
whoever does not start has won where the starter can force nothing. In a lost game the placement is taken
after which the other side needs longest.
"""

from typing import Any, Final, NamedTuple

from triboard.opponents.engine import Chance, Choice, OutOfNodesError, Reason
from triboard.opponents.near import any_of
from triboard.opponents.troika_book import look_up
from triboard.opponents.troika_force import Budget, Force, Memory
from triboard.opponents.troika_lines import IS_MEDIUM, Move
from triboard.opponents.troika_search import SOON, held_for
from triboard.rules import troika
from triboard.rules.troika.moves import LAYS

SHORT: Final = 7
"""Placements within which whoever does not start looks for a win by force: it has won anyway, but people like
to see how."""

FIRST: Final = {True: 0.6, False: 0.2}
"""Part of the nodes for the look for a win by force, for the starter and for the other side; the rest is for
holding out."""

NODES: Final = 30_000
"""Half a second of processor time on a small virtual machine, two and a half on a Pi 4."""

MIDDLE: Final = 4
CORNERS: Final = (0, 2, 6, 8)

ALL: Final = 18
"""Placements of a whole game."""


class Verdict(NamedTuple):
    """A placement of the side on turn, the best that was found."""

    move: Move
    won: bool | None
    """Whether it wins against everything, or loses; `None` where the nodes did not last."""
    within: int
    """Placements, this one counted, within which the game is won or lost, or as far as was looked."""
    nodes: int


class Perfect:
    """The book, and the exact search as far as its nodes last."""

    def choose(self, state: Any, nodes: int, chance: Chance) -> Choice:
        moves = [move for move in troika.GAME.legal_moves(state) if isinstance(move, troika.Lay)]
        if state.goal is not None or len(moves) == 1:
            return Choice(moves[0], 0.5, 1, Reason("because-only"))
        laid = ALL - state.hand.bit_count()
        if laid < 2:
            sound = first_replies(state) if laid else [move for move in moves if not IS_MEDIUM[move.pyramid]]
            reason = Reason("because-solved" if laid else "because-book")
            return Choice(any_of(sound, chance), float(laid), 1, reason)
        entry = look_up(state)
        if entry is None:
            found = best(state, nodes, chance)
        else:
            found = Verdict(entry.move, entry.won, entry.within, 1)
        value = 0.5 if found.won is None else float(found.won)
        return Choice(LAYS[found.move[0]][found.move[1]], value, max(1, found.nodes), _reason(found))


def first_replies(state: Any) -> list[troika.Lay]:
    """What the master answers to an opening: a small or a large in the middle, or at a corner if the middle
    is taken; of the size of the opening, if that was none of medium. Every small and every large would do;
    these leave the fewest positions to know."""
    (opened,) = [pyramid for stack in state.stacks for pyramid in stack]
    fields = CORNERS if state.stacks[MIDDLE] else (MIDDLE,)
    return [
        move
        for move in troika.GAME.legal_moves(state)
        if isinstance(move, troika.Lay)
        and move.field in fields
        and not IS_MEDIUM[move.pyramid]
        and (IS_MEDIUM[opened] or move.pyramid % 9 // 3 == opened % 9 // 3)
    ]


def best(state: Any, nodes: int, chance: Chance, shared: Memory | None = None) -> Verdict:
    """What the side on turn should lay; chance decides between placements that are alike. `shared` is a
    memory of what the other side can force."""
    me = state.starter ^ (state.hand.bit_count() & 1)
    starts, left = me == state.starter, state.hand.bit_count()
    budget = Budget(int(nodes * FIRST[starts]))
    force = Force(state, me, budget)
    settled = True
    try:
        for within in range(1, (left if starts else min(SHORT, left)) + 1, 2):
            for move in force.moves(chance):
                if force.wins_by(move, within):
                    return Verdict(move, won=True, within=within, nodes=budget.spent)
    except OutOfNodesError:
        settled = False
    found = hold_out(state, nodes - budget.spent, chance, shared)
    won, within = found.won, found.within
    if starts and won:  # all laid, whoever starts has lost (troika §9)
        won, within = (False, within) if settled else (None, within - 1)
    return found._replace(won=won, within=within, nodes=found.nodes + budget.spent)


def hold_out(state: Any, nodes: int, chance: Chance, shared: Memory | None = None) -> Verdict:
    """The placement after which the other side can force a win latest, best of all never (`won`, which for
    the starter only means that all pyramids are laid)."""
    me, left = state.starter ^ (state.hand.bit_count() & 1), state.hand.bit_count()
    budget = Budget(nodes)
    force = Force(state, 1 - me, budget, shared)
    held = force.moves(chance)[0]
    last = left if me != state.starter else left - 1
    within = 2
    try:
        while within <= last:
            safe = next((move for move in force.moves(chance) if not force.wins_by(move, within)), None)
            if safe is None:
                return Verdict(held, won=False, within=within, nodes=budget.spent)
            held = safe
            within += 2
    except OutOfNodesError:
        return Verdict(held, None, within - 2, budget.spent)
    return Verdict(held, won=True, within=left, nodes=budget.spent)


def _reason(found: Verdict) -> Reason:
    if found.won is None:
        return held_for(found.within)
    if not found.won:
        return Reason("because-beaten" if found.within <= SOON else "because-lost")
    if found.within == 1:
        return Reason("because-wins")
    if found.within <= SHORT:
        return Reason("because-forces", {"count": (found.within + 1) // 2})
    return Reason("because-solved")
