"""What one side of Troika can force: a search for "this side wins within so many placements, whatever the
other does", exact to the end of the game.

The game has no draw, so who wins is one question about the starter: whoever does not start has won as soon as
the starter can force nothing. The search is quick for three reasons. A troika is completed by one pyramid
alone, so a side that is threatened has three fields at most to lay on, and the last three placements of an
attack are threats. Whoever defends tries threats of its own first, because they leave the attacker no choice.
And what has refuted an attack before is tried before all else (history).
"""

from typing import Any, Final

from triboard.opponents.engine import Chance, OutOfNodesError
from triboard.opponents.troika_lines import (
    ALL_MEDIUMS,
    COMPLETING,
    EVERYWHERE,
    FIELDS_OF,
    HOPEFUL,
    IS_MEDIUM,
    LINES_AT,
    WEIGHTS,
    Move,
    Threat,
    threats,
)
from triboard.opponents.troika_shape import shape_from
from triboard.rules.troika.pieces import COMPLETED_BY, FIELDS_IN, LINES, NOTHING, PARTNERS
from triboard.rules.troika.state import HANDS, tops

NEVER: Final = 99
"""More placements than a game has."""

EARLY: Final = 10
"""Pyramids in hand from which on positions are remembered by shape, where they are shared at all."""

_FIELD_KEY: Final = tuple(19**field << 18 for field in range(9))
"""What a top adds to the key of a position; the lowest 18 bits are the hands."""


class Budget:
    """Nodes that may still be spent, by several searches together."""

    def __init__(self, nodes: int) -> None:
        self.left = nodes
        self.spent = 0

    def spend(self) -> None:
        """One node; raises `OutOfNodesError` where none is left."""
        if self.left <= 0:
            raise OutOfNodesError
        self.left -= 1
        self.spent += 1


class Memory:
    """What several searches for the same attacker, the starter or the other, have found out of early
    positions, by shape: how they are worked out for the book."""

    def __init__(self) -> None:
        self.fails: dict[int | str, int] = {}
        self.wins: dict[int | str, int] = {}


class Force:
    """One position, and what `attacker` can force from it; remembers what it has found out.

    Inside, a position is: hands, the fields for smalls and larges (`others`), the fields for a medium, and a
    key; tops and lines are kept in lists that are changed and changed back."""

    def __init__(self, state: Any, attacker: int, budget: Budget, shared: Memory | None = None) -> None:
        self._attacker = attacker
        self._starter = state.starter
        self._ours, self._theirs = HANDS[attacker], HANDS[1 - attacker]
        self._budget = budget
        self._top = tops(state)
        self._shown = sum(1 << top for top in self._top if top != NOTHING)
        self._lines = [
            sum(weight * self._top[field] for weight, field in zip(WEIGHTS, line, strict=True))
            for line in LINES
        ]
        key = sum(top * part for top, part in zip(self._top, _FIELD_KEY, strict=True)) | state.hand
        self._root = (state.hand, state.for_others, state.for_medium, key)
        self._turn = state.starter ^ (state.hand.bit_count() & 1)
        # By key: within how many placements a win is known not to be forced, and known to be.
        self._fails: dict[int | str, int] = {}
        self._wins: dict[int | str, int] = {}
        self._shared = shared
        self._history = [0] * 162

    def moves(self, chance: Chance) -> list[Move]:
        """Placements of the side on turn: threats before the rest, then what has done well so far, then by
        chance."""
        hand, others, medium, _ = self._root
        left = _placements(9 * self._turn, hand, others, medium)
        found = [left.pop(chance.below(len(left))) for _ in range(len(left))]
        forcing = frozenset(self._threatening(self._turn, hand & HANDS[self._turn], EVERYWHERE))
        found.sort(key=lambda move: (move not in forcing, self._merit(move)))
        return found

    def wins_by(self, move: Move, within: int) -> bool:
        """Whether the attacker wins by force after this move of the side on turn, within so many placements
        counted from this one."""
        pyramid, field = move
        if self._turn != self._attacker:
            if self._completes(pyramid, field):
                return False
            return self._survives(pyramid, field, *self._root, within)
        return self._completes(pyramid, field) or self._succeeds(pyramid, field, *self._root, within)

    def _completes(self, pyramid: int, field: int) -> bool:
        """Whether a placement makes a troika."""
        top = self._top
        return any(COMPLETED_BY[top[one]][top[two]] == pyramid for _, one, two in PARTNERS[field])

    def _attack(self, hand: int, others: int, medium: int, key: int, within: int, allowed: int) -> bool:
        """Attacker on turn, who cannot win at once and must lay on an allowed field."""
        self._budget.spend()
        mine, his = hand & self._ours, hand & self._theirs
        if not mine:
            return False
        # Only where the fields for smalls and larges may run out within these placements, or all pyramids to
        # the favour of whoever did not start, can an attack succeed without a troika.
        closing = others.bit_count() + 2 * (his & ALL_MEDIUMS).bit_count() <= within or (
            self._attacker != self._starter and hand.bit_count() <= within
        )
        if not closing and not HOPEFUL[(hand | self._shown) >> 9 * self._attacker & 511]:
            return False
        fails, wins, name = self._memory(hand, key)
        if fails.get(name, 0) >= within:
            return False
        if wins.get(name, NEVER) <= within:
            return True
        moves = self._threatening(self._attacker, mine, allowed)
        if len(moves) > 1:
            moves.sort(key=self._merit)
        if closing or within > 3:
            known = set(moves)
            quiet = _placements(9 * self._attacker, hand, others & allowed, medium & allowed)
            quiet = [move for move in quiet if move not in known]
            quiet.sort(key=self._merit)
            moves += quiet
        for pyramid, field in moves:
            if self._succeeds(pyramid, field, hand, others, medium, key, within):
                self._history[9 * pyramid + field] -= 1
                wins[name] = within
                return True
        fails[name] = within
        return False

    def _succeeds(
        self, pyramid: int, field: int, hand: int, others: int, medium: int, key: int, within: int
    ) -> bool:
        """Whether the attacker, laying this and not completing anything, wins within so many placements."""
        old, bit, lines = self._top[field], 1 << field, self._lines
        change = pyramid - old
        for line, weight in LINES_AT[field]:
            lines[line] += weight * change
        left = hand ^ 1 << pyramid
        ready = self._ready() & left
        won = False
        if not ready & self._theirs:
            allowed = self._against(ready) if ready else EVERYWHERE
            if not allowed:
                won = within > 2
            else:
                if IS_MEDIUM[pyramid]:
                    others, medium = others | bit, medium & ~bit
                else:
                    others, medium = others & ~bit, medium | bit
                shown = self._shown
                self._shown = (shown | 1 << pyramid) & ~(1 << old)
                self._top[field] = pyramid
                key += change * _FIELD_KEY[field] - (1 << pyramid)
                won = self._defend(left, others, medium, key, within - 1, allowed)
                self._top[field], self._shown = old, shown
        for line, weight in LINES_AT[field]:
            lines[line] -= weight * change
        return won

    def _defend(self, hand: int, others: int, medium: int, key: int, within: int, allowed: int) -> bool:
        """The other side on turn, which cannot win at once and must lay on an allowed field. Whether the
        attacker wins within so many placements."""
        his = hand & self._theirs
        if not (his & ALL_MEDIUMS or (others and his)):
            # Stuck; or both have run out, and the starter, whose turn it would be, loses (troika §8, §9).
            return bool(his) or self._attacker != self._starter
        if within < 2:
            return False
        self._budget.spend()
        fails, wins, name = self._memory(hand, key)
        if within > 2:
            if fails.get(name, 0) >= within:
                return False
            if wins.get(name, NEVER) <= within:
                return True
        moves = _placements(9 * (1 - self._attacker), hand, others & allowed, medium & allowed)
        if within > 2:
            moves.sort(key=self._merit)
            forcing = self._threatening(1 - self._attacker, his, allowed)
            if len(forcing) > 1:
                forcing.sort(key=self._merit)
            moves = list(dict.fromkeys(forcing + moves))
        for pyramid, field in moves:
            if not self._survives(pyramid, field, hand, others, medium, key, within):
                self._history[9 * pyramid + field] -= 1
                if within > 2:
                    fails[name] = within
                return False
        if within > 2:
            wins[name] = within
        return True

    def _survives(
        self, pyramid: int, field: int, hand: int, others: int, medium: int, key: int, within: int
    ) -> bool:
        """Whether the attack goes on to win within so many placements after this answer, which completes
        nothing."""
        old, bit, lines = self._top[field], 1 << field, self._lines
        change = pyramid - old
        for line, weight in LINES_AT[field]:
            lines[line] += weight * change
        left = hand ^ 1 << pyramid
        ready = self._ready() & left
        won = False
        if ready & self._ours:
            won = within > 1
        else:
            if IS_MEDIUM[pyramid]:
                others, medium = others | bit, medium & ~bit
            else:
                others, medium = others & ~bit, medium | bit
            if within <= 2:
                won = within == 2 and self._closes(left, others, medium)
            else:
                allowed = self._against(ready) if ready else EVERYWHERE
                if allowed:
                    shown = self._shown
                    self._shown = (shown | 1 << pyramid) & ~(1 << old)
                    self._top[field] = pyramid
                    key += change * _FIELD_KEY[field] - (1 << pyramid)
                    won = self._attack(left, others, medium, key, within - 1, allowed)
                    self._top[field], self._shown = old, shown
        for line, weight in LINES_AT[field]:
            lines[line] -= weight * change
        return won

    def _memory(self, hand: int, key: int) -> tuple[dict[int | str, int], dict[int | str, int], int | str]:
        """Where this position is remembered: that an attack fails, that it wins, and under which name."""
        shared = self._shared
        if shared is None or hand.bit_count() < EARLY:
            return self._fails, self._wins, key
        return shared.fails, shared.wins, shape_from(self._top, hand, self._starter).name

    def _ready(self) -> int:
        """Every pyramid that would complete some line if it were in hand."""
        one, two, three, four, five, six, seven, eight = self._lines
        return (
            COMPLETING[one]
            | COMPLETING[two]
            | COMPLETING[three]
            | COMPLETING[four]
            | COMPLETING[five]
            | COMPLETING[six]
            | COMPLETING[seven]
            | COMPLETING[eight]
        )

    def _against(self, ready: int) -> int:
        """Fields that stop each of these pyramids from completing: those of every line that is threatened."""
        allowed = EVERYWHERE
        for line, number in enumerate(self._lines):
            if COMPLETING[number] & ready:
                allowed &= FIELDS_OF[line]
        return allowed

    def _closes(self, hand: int, others: int, medium: int) -> bool:
        """Whether one placement of the attacker leaves the other side stuck, or ends the game in its
        favour."""
        mine, his = hand & self._ours, hand & self._theirs
        if not his:
            return bool((medium and mine & ALL_MEDIUMS) or (others and mine & ~ALL_MEDIUMS))
        if his & ALL_MEDIUMS or not mine & ~ALL_MEDIUMS:
            return False
        return others != 0 and not others & (others - 1)

    def _threatening(self, side: int, mine: int, allowed: int) -> list[Move]:
        """Placements after which a side could complete a line with something else from its hand, each
        once."""
        found: dict[Move, None] = {}
        threat: Threat
        for line, number in enumerate(self._lines):
            for threat in threats(side, number):
                if mine & threat.bit and mine & threat.then:
                    field = LINES[line][threat.place]
                    if allowed >> field & 1:
                        found[threat.pyramid, field] = None
        return list(found)

    def _merit(self, move: Move) -> int:
        return self._history[9 * move[0] + move[1]]


def _placements(first: int, hand: int, others: int, medium: int) -> list[Move]:
    """Placements of the side whose pyramids begin with `first`."""
    for_others, for_medium = FIELDS_IN[others], FIELDS_IN[medium]
    return [
        (pyramid, field)
        for pyramid in range(first, first + 9)
        if hand >> pyramid & 1
        for field in (for_medium if IS_MEDIUM[pyramid] else for_others)
    ]
