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
        return Choice(any_of(among, chance), _share(best), len(gains), reason_of(best))


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
        insight, guess = self._insight, weighed.guess
        gain = insight.gain(guess, insight.game.play(guess, move), on_turn(insight, state))
        shunned = any(value < best for value in weighed.worth.values())
        reason = Reason("because-safe") if gain <= 0 and shunned else reason_of(gain)
        return Choice(move, _share(best), weighed.nodes, reason)

    def weigh(self, state: Any, chance: Chance) -> "Weighed":
        """What each move brings, less the best answer to it, over some guesses at hidden hands."""
        insight, seat = self._insight, on_turn(self._insight, state)
        guesses = [insight.guess(state, chance) for _ in range(GUESSES)]
        if guesses[0] is state:
            guesses = guesses[:1]
        looked = 0
        worth: dict[Any, float] = {}
        for guess in guesses:
            for look in looks(insight, guess, seat):
                looked += look.nodes
                part = (look.gain - look.answer) / len(guesses)
                worth[look.move] = worth.get(look.move, 0.0) + part
        return Weighed(worth, guesses[0], looked)


class Weighed(NamedTuple):
    """Worth of each move, one of the guesses that it rests on, and the nodes that it took."""

    worth: dict[Any, float]
    guess: Any
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


def reason_of(gain: float) -> Reason:
    """What a move brings at once, in words."""
    if gain >= WON:
        return Reason("because-wins")
    return Reason("because-gains" if gain > 0 else "because-any")


def _share(gain: float) -> float:
    """A guess at the part of the game from what is won or lost at once."""
    return min(1.0, max(0.0, 0.5 + gain / 2))
