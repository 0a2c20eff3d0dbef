"""3D tic-tac-toe with fixed rims by full-width search: points made and points allowed, some balls ahead.

What counts is the lead: points of the side that thinks, less the mean of the others'. All others are taken to
play against it (paranoid search), which is exact for two players and cautious for more. Near the end it
reaches the last ball and is exact for two. What looks alike at the full depth is settled by random games.
"""

from typing import Any, Final

from triboard.opponents.engine import Chance, Choice, OutOfNodesError, Reason
from triboard.opponents.games import MUCH, Ttt3dInsight
from triboard.opponents.near import Look, any_of, keeps
from triboard.opponents.search import TreeSearch, told
from triboard.rules.ttt3d.geometry import LINES_THROUGH
from triboard.rules.ttt3d.moves import COLOURS

_KIND: Final = {colour: 1 << number for number, colour in enumerate(COLOURS)}
"""Each colour as a bit, so that the colours of a line are counted by `|` and one look-up."""

_POINTS: Final = tuple({1: 5, 3: 1}.get(kinds.bit_count(), 0) for kinds in range(32))
"""Points of a full line by the set of its colours (ttt3d §7)."""

_PARTNERS: Final = tuple(
    tuple(tuple(other for other in line if other != hole) for line in LINES_THROUGH[hole])
    for hole in range(27)
)
"""The two other holes of every line through a hole."""

_FAR: Final = 10_000.0
"""More than any lead."""


class LineSearch:
    """Looks `depth` balls ahead, fewer where its nodes do not last. `games` random games decide between holes
    that look alike; with none, chance does."""

    def __init__(self, insight: Ttt3dInsight, depth: int, *, games: int) -> None:
        self._insight = insight
        self._depth = depth
        self._games = games
        self._tree = TreeSearch(insight, 1)

    def choose(self, state: Any, nodes: int, chance: Chance) -> Choice:
        moves = self._insight.moves(state)  # placements, or the last call
        if len(moves) == 1:
            return Choice(moves[0], 0.5, 1, Reason("because-only"))
        table, holes = (
            _Table(state, nodes),
            list(state.free),
        )  # placements are listed in the order of the holes
        order = [holes.pop(chance.below(len(holes))) for _ in moves]
        values: dict[int, float] = {}
        looked = 0
        try:
            for depth in range(1, min(self._depth, len(moves)) + 1):
                values = table.leads(order, depth)
                looked = depth
                order.sort(key=lambda hole: -values[hole])
        except OutOfNodesError:
            pass  # the depth before
        most = max(values.values())
        best = [move for hole, move in zip(state.free, moves, strict=True) if values[hole] == most]
        found = [
            Look(move, table.gain(hole) / MUCH, table.answer(hole) / MUCH, 1)
            for hole, move in zip(state.free, moves, strict=True)
        ]
        if len(best) == 1 or not self._games:
            share = min(1.0, max(0.0, 0.5 + (table.lead + most) / 40))
            move = any_of(best, chance)
            reason = keeps(found, move) or Reason("because-lead", {"count": looked})
            return Choice(move, share, table.nodes, reason)
        return told(found, self._tree.among(state, self._games, frozenset(best), table.nodes, chance))


class _Table:
    """Balls in holes, whose turn it is and what each side will lay; counts its nodes and stops at the
    limit."""

    def __init__(self, state: Any, limit: int) -> None:
        self.nodes = 0
        self._limit = limit
        setup = state.setup
        self._kinds = [_KIND[ball] if ball else 0 for ball in state.balls]
        self._free = set(state.free)
        players, first = setup.players, int(state.side)
        rounds = len(setup.palettes[0])
        # By ball to come: its kind, and whose it is: 0 of the side that thinks.
        self._balls = [
            (_KIND[setup.palettes[side][(state.placed[side] + turn // players) % rounds]], turn % players)
            for turn in range(len(self._free))
            for side in [(first + turn) % players]
        ]
        self._share = 1 / (players - 1)
        own = state.scores[first]
        self.lead = own - (sum(state.scores) - own) * self._share

    def gain(self, hole: int) -> int:
        """Points of the next ball in a hole."""
        return self._gain(hole, self._balls[0][0])

    def answer(self, hole: int) -> int:
        """The most points that the ball after next can make, once the next one is in a hole."""
        if len(self._free) == 1:
            return 0
        self._kinds[hole] = self._balls[0][0]
        most = max(self._gain(other, self._balls[1][0]) for other in self._free if other != hole)
        self._kinds[hole] = 0
        return most

    def leads(self, holes: list[int], depth: int) -> dict[int, float]:
        """By hole, what the lead grows by within `depth` balls, the first in this hole; of holes that are not
        among the best only that they are not."""
        best, found = -_FAR, {}
        for hole in holes:
            found[hole] = self._after(hole, 0, depth, best - 0.01, _FAR)
            best = max(best, found[hole])
        return found

    def _gain(self, hole: int, kind: int) -> int:
        kinds, points = self._kinds, 0
        for one, two in _PARTNERS[hole]:
            first, second = kinds[one], kinds[two]
            if first and second:
                points += _POINTS[kind | first | second]
        return points

    def _after(self, hole: int, turn: int, depth: int, low: float, high: float) -> float:
        """What the lead grows by with this ball in this hole and the best play of all after it."""
        kind, player = self._balls[turn]
        points = self._gain(hole, kind)
        change = float(points) if player == 0 else -points * self._share
        if depth == 1 or len(self._free) == 1:
            return change
        self._kinds[hole] = kind
        self._free.remove(hole)
        try:
            rest = self._best(turn + 1, depth - 1, low - change, high - change)
        finally:  # out of nodes: whoever asks next sees the balls that are there
            self._free.add(hole)
            self._kinds[hole] = 0
        return change + rest

    def _best(self, turn: int, depth: int, low: float, high: float) -> float:
        """What the lead grows by from here on (alpha-beta between `low` and `high`)."""
        self.nodes += 1
        if self.nodes > self._limit:
            raise OutOfNodesError
        kind, player = self._balls[turn]
        ranked = [(self._gain(hole, kind), hole) for hole in self._free]
        if depth == 1:
            most = max(ranked)[0]
            return float(most) if player == 0 else -most * self._share
        ranked.sort(reverse=True)
        if player == 0:
            best = -_FAR
            for _, hole in ranked:
                best = max(best, self._after(hole, turn, depth, max(low, best), high))
                if best >= high:
                    break
            return best
        best = _FAR
        for _, hole in ranked:
            best = min(best, self._after(hole, turn, depth, low, min(high, best)))
            if best <= low:
                break
        return best
