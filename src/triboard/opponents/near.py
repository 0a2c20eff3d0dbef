"""The two lowest grades: they see what lies one or two moves ahead, and nothing beyond."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from triboard.opponents.engine import Chance, Choice, Reason
from triboard.opponents.insight import WON, Insight
from triboard.units import Seat

ALIKE: Final = 1e-9
"""Moves whose worth differs by less are worth the same."""

GUESSES: Final = 3
"""Guesses at hidden hands for the look at the answers."""


class Greedy:
    """Takes what a move brings at once, else any move. It never asks what the others could do next."""

    def __init__(self, insight: Insight) -> None:
        self._insight = insight

    def choose(self, state: Any, nodes: int, chance: Chance) -> Choice:
        del nodes
        insight, seat = self._insight, on_turn(self._insight, state)
        state = insight.guess(state, chance)
        gains = [
            (insight.gain(state, insight.game.play(state, move), seat), move) for move in insight.moves(state)
        ]
        best = max(gain for gain, _ in gains)
        among = [move for gain, move in gains if gain == best]
        return Choice(any_of(among, chance), _share(best), len(gains), Reason("because-any"))


class Careful:
    """Weighs what a move brings against the best that the next player can answer; sees no further, so it
    falls for two threats at once."""

    def __init__(self, insight: Insight) -> None:
        self._insight = insight

    def choose(self, state: Any, nodes: int, chance: Chance) -> Choice:
        del nodes
        weighed = self.weigh(state, chance)
        best = max(weighed.worth.values())
        move = any_of(weighed.best, chance)
        reason = keeps(weighed.looks, move) or Reason("because-any")
        return Choice(move, _share(best), weighed.nodes, reason)

    def weigh(self, state: Any, chance: Chance) -> "Weighed":
        """What each move brings, less the best answer to it, over some guesses at hidden hands."""
        insight, seat = self._insight, on_turn(self._insight, state)
        guesses = [insight.guess(state, chance) for _ in range(GUESSES)]
        known = guesses[0] is state
        if known:
            guesses = guesses[:1]
        looked, found = 0, list[Look]()
        worth: dict[Any, float] = {}
        for guess in guesses:
            found = looks(insight, guess, seat)
            for look in found:
                looked += look.nodes
                part = (look.gain - look.answer) / len(guesses)
                worth[look.move] = worth.get(look.move, 0.0) + part
        return Weighed(worth, found if known else [], looked)


class Weighed(NamedTuple):
    """Worth of each move, the looks that it rests on where nothing is guessed, and the nodes that it took."""

    worth: dict[Any, float]
    looks: "list[Look]"
    nodes: int

    @property
    def best(self) -> list[Any]:
        """Moves of the greatest worth."""
        most = max(self.worth.values())
        return [move for move, value in self.worth.items() if value >= most - ALIKE]


class Look(NamedTuple):
    """A move, what it brings at once, and the best that the next player can answer to it."""

    move: Any
    gain: float
    answer: float
    nodes: int

    @property
    def loses(self) -> bool:
        """Whether the game is lost by it, or by the best answer."""
        return self.gain <= -WON or self.answer >= WON


def looks(insight: Insight, state: Any, seat: Seat) -> list[Look]:
    """Each move with its best answer; a turn more leaves no answer."""
    found = []
    for move in insight.moves(state):
        after = insight.game.play(state, move)
        gain = insight.gain(state, after, seat)
        answer, nodes = 0.0, 1
        side = None if abs(gain) >= WON or insight.by_chance(after) else insight.game.to_move(after)
        if side is not None:
            other = insight.game.seat_of(after, side)
            if other != seat:
                for reply in insight.moves(after):
                    nodes += 1
                    answer = max(answer, insight.gain(after, insight.game.play(after, reply), other))
                    if answer >= WON:
                        break
        found.append(Look(move, gain, answer, nodes))
    return found


def on_turn(insight: Insight, state: Any) -> Seat:
    """Seat of the side on turn; there must be one."""
    side = insight.game.to_move(state)
    assert side is not None, "an engine is asked only while somebody is on turn"
    return insight.game.seat_of(state, side)


def any_of(moves: Sequence[Any], chance: Chance) -> Any:
    """One of some moves, all equally likely."""
    return moves[chance.below(len(moves))]


def keeps(found: Sequence[Look], move: Any) -> Reason | None:
    """What this move keeps the next player from and most other moves (two of three) do not; `None` where that
    is nothing."""
    chosen = next((look for look in found if look.move == move), None)
    others = [look for look in found if look.move != move]
    if chosen is None or not others:
        return None
    lost = sum(look.loses for look in others)
    if chosen.loses:
        return Reason("because-beaten") if lost == len(others) else None
    if lost == len(others):
        return Reason("because-stops")
    if most(lost, len(others)):
        return Reason("because-sound")
    if not most(sum(look.answer > chosen.answer for look in others), len(others)):
        return None
    return Reason("because-less" if chosen.answer > 0 else "because-safe")


def most(part: int, whole: int) -> bool:
    """Whether it is two of three at least."""
    return 3 * part >= 2 * whole


def _share(gain: float) -> float:
    """A guess at the part of the game from what is won or lost at once."""
    return min(1.0, max(0.0, 0.5 + gain / 2))
