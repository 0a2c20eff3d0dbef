"""Troika by full-width search: forced wins and forced losses within a number of placements.

A troika can be completed by one pyramid alone, so a threat is "that pyramid is in hand and fits its field".
A side that is threatened must lay on a field of the threatened line; all else loses at once, which keeps the
tree narrow. `Deepening` looks one placement further as long as its nodes last. (The strongest grade is exact
and has a search of its own, `troika_force`.)
"""

from typing import Any, Final

from triboard.opponents.engine import Chance, Choice, OutOfNodesError, Reason
from triboard.opponents.near import any_of, most
from triboard.rules import troika
from triboard.rules.troika.moves import Lay
from triboard.rules.troika.pieces import COMPLETED_BY, FIELDS_IN, PARTNERS
from triboard.rules.troika.state import HANDS, MEDIUMS, tops

LONGEST: Final = 18
"""Placements of a whole game."""

SOON: Final = 2
"""Placements within which a game is lost by the next move of the other side."""

_WAYS: Final = tuple((field, one, two) for field, partners in enumerate(PARTNERS) for _, one, two in partners)
"""Each way to complete a line: the field that is laid on, and the two others."""

_UNKNOWN: Final = (0, -1)
"""Of a position: what is forced, and how many placements ahead that was looked for."""

_ALL: Final = 0b111_111_111
_MEDIUM: Final = tuple(bool((MEDIUMS | MEDIUMS << 9) >> pyramid & 1) for pyramid in range(18))


class Deepening:
    """Looks `depth` placements ahead, fewer where its nodes do not last; of moves that look alike it takes
    any."""

    def __init__(self, depth: int) -> None:
        self._depth = depth

    def choose(self, state: Any, nodes: int, chance: Chance) -> Choice:
        moves = [move for move in troika.GAME.legal_moves(state) if isinstance(move, Lay)]
        laid = LONGEST - state.hand.bit_count()
        if state.goal is not None or len(moves) == 1:
            return Choice(moves[0], 0.5, 1, Reason("because-only"))
        looker = Lookahead(state, nodes)
        alive = last = moves
        looked = lost_soon = 0
        for depth in range(1, min(self._depth, LONGEST - laid) + 1):
            try:
                values = {move: looker.after(move, depth) for move in alive}
            except OutOfNodesError:
                break
            if winning := [move for move, value in values.items() if value > 0]:
                code = "because-wins" if depth == 1 else "because-forces"
                reason = Reason(code, {"count": (depth + 1) // 2})
                return Choice(any_of(winning, chance), 1.0, looker.nodes, reason)
            alive = [move for move, value in values.items() if value == 0]
            if not alive:
                reason = Reason("because-beaten" if depth <= SOON else "because-lost")
                return Choice(any_of(last, chance), 0.0, looker.nodes, reason)
            last, looked = alive, depth
            if depth <= SOON:
                lost_soon = len(moves) - len(alive)
        reason = _safe(len(moves) - 1, lost_soon, len(alive) - 1, looked)
        return Choice(any_of(alive, chance), 0.5, looker.nodes, reason)


def _safe(others: int, lost_soon: int, left: int, looked: int) -> Reason:
    """Why to lay what does not lose within `looked` placements; of the others some lose soon, and some are
    left."""
    if lost_soon == others:
        return Reason("because-stops")
    if most(lost_soon, others):
        return Reason("because-sound")
    return held_for(looked) if left else Reason("because-alone")


def held_for(within: int) -> Reason:
    """The other side can force nothing within so many placements, the next one of this side counted."""
    return Reason("because-holds", {"count": within // 2}) if within >= SOON else Reason("because-any")


class Lookahead:
    """One position and what is forced from it; counts its nodes and stops at the limit."""

    def __init__(self, state: Any, limit: int) -> None:
        self.nodes = 0
        self._limit = limit
        self._starter = state.starter
        self._top = tops(state)
        self._hand = state.hand
        self._fields = (state.for_others, state.for_medium)
        self._side = state.starter ^ (state.hand.bit_count() & 1)
        self._known: dict[tuple[tuple[int, ...], int], tuple[int, int]] = {}

    def after(self, move: Lay, depth: int) -> int:
        """1 if the mover then wins by force within `depth` placements, this one counted, -1 if it loses so,
        else 0."""
        for one, two in ((one, two) for field, one, two in _WAYS if field == move.field):
            if COMPLETED_BY[self._top[one]][self._top[two]] == move.pyramid:
                return 1
        top = list(self._top)
        top[move.field] = move.pyramid
        others, medium = self._laid(*self._fields, move.pyramid, move.field)
        return -self._value(top, self._hand ^ 1 << move.pyramid, others, medium, self._side ^ 1, depth - 1)

    def _laid(self, others: int, medium: int, pyramid: int, field: int) -> tuple[int, int]:
        bit = 1 << field
        if _MEDIUM[pyramid]:
            return others | bit, medium & ~bit
        return others & ~bit, medium | bit

    def _value(self, top: list[int], hand: int, others: int, medium: int, side: int, depth: int) -> int:
        """For the side on turn: 1 a forced win within `depth` placements, -1 a forced loss, 0 neither."""
        self.nodes += 1
        if self.nodes > self._limit:
            raise OutOfNodesError
        allowed = _ALL
        for field, one, two in _WAYS:
            pyramid = COMPLETED_BY[top[one]][top[two]]
            if pyramid < 0 or not hand >> pyramid & 1:
                continue
            if not (medium if _MEDIUM[pyramid] else others) >> field & 1:
                continue
            if (pyramid >= 9) == bool(side):
                if depth > 0:
                    return 1
            else:
                allowed &= 1 << field | 1 << one | 1 << two
        mine = hand >> 9 * side & HANDS[0]
        if not (mine & MEDIUMS or (others and mine)):
            # Stuck; or both have run out, and the starter, whose turn it would be, loses (troika §8, §9).
            return -1
        if depth <= 0:
            return 0
        if not allowed:
            return -1 if depth > 1 else 0
        key = (tuple(top), hand)
        value, looked = self._known.get(key, _UNKNOWN)
        if value or looked >= depth:
            return value  # what is forced within fewer placements is forced within more
        found = -1 if depth > 1 else 0
        if depth > 1:
            for pyramid in range(9 * side, 9 * side + 9):
                if not hand >> pyramid & 1:
                    continue
                fields = (medium if _MEDIUM[pyramid] else others) & allowed
                left = hand ^ 1 << pyramid
                for field in FIELDS_IN[fields]:
                    before, top[field] = top[field], pyramid
                    later = self._laid(others, medium, pyramid, field)
                    value = self._value(top, left, *later, side ^ 1, depth - 1)
                    top[field] = before
                    if value < 0:
                        self._known[key] = (1, depth)
                        return 1
                    if value == 0:
                        found = 0
        self._known[key] = (found, depth)
        return found
