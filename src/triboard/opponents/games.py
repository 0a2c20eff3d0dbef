"""What the search knows of each game: fast random games, points as gains, chance and hidden tiles."""

from collections.abc import Sequence
from typing import Any, Final

from triboard.opponents.engine import Chance, Reason
from triboard.opponents.insight import WON, Insight, OfRules, Shares, settled, shares_of
from triboard.rules import trike, trioker, troika, ttt3d
from triboard.rules.chance import shuffled
from triboard.rules.trioker.scoring import penalty
from triboard.rules.ttt3d.geometry import LINES_THROUGH, is_interplanar
from triboard.units import Seat, Side

FULL_LEAD: Final = 20.0
"""Points of ttt3d by which a lead counts in full."""

MUCH: Final = 50.0
"""Points that count as much as the game where points are a means to win it."""

PER_HIDDEN: Final = 6
"""What a tile costs at the end that nobody sees: 2, and about as many pips as the average tile has."""

EXTRA_TURN: Final = 0.5
"""Gain of a turn more."""


class TroikaInsight(OfRules):
    """The throw of the die is nobody's choice; training has one player."""

    def __init__(self) -> None:
        super().__init__(troika.GAME)

    def seats(self, state: Any) -> int:
        return 2 if state.goal is None else 1

    def by_chance(self, state: Any) -> bool:
        return state.starter is None

    def finish(self, state: Any, chance: Chance) -> Shares:
        return shares_of(troika.playout(state, chance.below), 2)


class TrikeInsight(OfRules):
    """Sides and seats are crossed after a swap: shares go by seat."""

    def __init__(self) -> None:
        super().__init__(trike.GAME)

    def finish(self, state: Any, chance: Chance) -> Shares:
        return shares_of(trike.playout(state, chance.below), 2)


class Ttt3dInsight(OfRules):
    """Points; under strict calling everybody calls what they made, so that calls are no choice."""

    def __init__(self) -> None:
        super().__init__(ttt3d.GAME)

    def seats(self, state: Any) -> int:
        return int(state.setup.players)

    def moves(self, state: Any) -> Sequence[Any]:
        if state.stage is ttt3d.Stage.LAST_CALL:
            return (call_for(state),)
        if not state.setup.strict:
            return tuple(self.game.legal_moves(state))
        return tuple(move for move in self.game.legal_moves(state) if not isinstance(move, ttt3d.Call))

    def gain(self, before: Any, after: Any, seat: Seat) -> float:
        points = after.scores[seat] - before.scores[seat]
        made = ttt3d.made(after)
        if made is not None and after.last is not None and after.last.side == seat:
            points += 5 * made.fives + made.ones
        return float(points / MUCH)

    def brings(self, before: Any, after: Any, seat: Seat) -> Reason | None:
        """Points of the lines that this move has made, called or not: those of the ball are not the rim's."""
        if (won := super().brings(before, after, seat)) is not None:
            return won
        lines = () if after.last is None or after.last.side != seat else after.last.lines
        if before.stage is ttt3d.Stage.RIM and before.last is not None:
            lines = lines[len(before.last.lines) :]
        points = sum(line.worth.points for line in lines)
        return Reason("because-points", {"count": points}) if points else None

    def finish(self, state: Any, chance: Chance) -> Shares:
        """Six parts of ten for the win, four for the lead, so that a lost game is not given up."""
        scores = ttt3d.final_scores(state, chance.below)
        best, players = max(scores), len(scores)
        first = 1 / scores.count(best)
        total = sum(scores)
        leads = ((points - (total - points) / (players - 1)) / FULL_LEAD for points in scores)
        return tuple(
            0.6 * (first if points == best else 0.0) + 0.4 * min(1.0, max(0.0, 0.5 + lead / 2))
            for points, lead in zip(scores, leads, strict=True)
        )


class OneShelfInsight(Ttt3dInsight):
    """Sees only lines that lie in one shelf, as a child does at first."""

    def gain(self, before: Any, after: Any, seat: Seat) -> float:
        del seat
        points = 0
        for hole in set(before.free) - set(after.free):
            for line in LINES_THROUGH[hole]:
                kinds = {after.balls[other] for other in line}
                if not is_interplanar(line) and None not in kinds:
                    points += {1: 5, 3: 1}.get(len(kinds), 0)
        return points / MUCH


def call_for(state: Any) -> Any:
    """The call of all that the turn before has made."""
    made = ttt3d.made(state)
    return ttt3d.Call(0, 0) if made is None else ttt3d.Call(*(min(count, 13) for count in made))


class TriokerInsight(OfRules):
    """Hidden tiles are guessed, draws left to chance; whoever may pass passes only where nothing fits."""

    def __init__(self) -> None:
        super().__init__(trioker.GAME)

    def seats(self, state: Any) -> int:
        return 1 if isinstance(state, trioker.PuzzleState) else len(state.hands)

    def by_chance(self, state: Any) -> bool:
        return trioker.at_chance(state)

    def guess(self, state: Any, chance: Chance) -> Any:
        if not isinstance(state, trioker.TableState) or not any(hand.hidden for hand in state.hands):
            return state
        return trioker.filled_in(state, shuffled(trioker.unseen(state), chance.below))

    def moves(self, state: Any) -> Sequence[Any]:
        found = tuple(self.game.legal_moves(state))
        if isinstance(state, trioker.DuelState) and state.honour:
            honest = tuple(move for move in found if not isinstance(move, trioker.Pass))
            return honest or found
        return found

    def gain(self, before: Any, after: Any, seat: Seat) -> float:
        end = settled(self.game.outcome(after), seat)
        if end:
            return end
        if isinstance(after, trioker.DuelState):
            again = after.turn == seat and isinstance(before, trioker.DuelState)
            return EXTRA_TURN if again and after.field.filled != before.field.filled else 0.0
        return 0.0 if not isinstance(before, trioker.TableState) else _at_table(before, after, seat)

    def brings(self, before: Any, after: Any, seat: Seat) -> Reason | None:
        if (won := super().brings(before, after, seat)) is not None or isinstance(
            before, trioker.PuzzleState
        ):
            return won
        laid = after.field.filled != before.field.filled
        if isinstance(after, trioker.TableState):
            if after.out == seat:
                return Reason("because-out")
            if (points := _taken(before, after, seat)) > 0:
                return Reason("because-points", {"count": points})
            laid = laid and not after.coin_due
        return Reason("because-turn") if laid and after.turn == seat and not _over(after) else None

    def finish(self, state: Any, chance: Chance) -> Shares:
        if not isinstance(state, trioker.DuelState):
            return super().finish(state, chance)
        winner = trioker.playout(state, chance.below)
        return (0.5, 0.5) if winner == trioker.DRAW else (float(winner == 0), float(winner == 1))


def _at_table(before: Any, after: Any, seat: Seat) -> float:
    """Points taken in, and with less weight those that a hand would cost at the end (trioker §18)."""
    lighter = _burden(before.hands[seat]) - _burden(after.hands[seat])
    return float(_taken(before, after, seat) / MUCH + lighter / (4 * MUCH))


def _taken(before: Any, after: Any, seat: Seat) -> int:
    scores, earlier = trioker.GAME.scores(after) or (), trioker.GAME.scores(before) or ()
    return int(scores[seat] - earlier[seat]) if scores and earlier else 0


def _over(state: Any) -> bool:
    return trioker.GAME.to_move(state) is None


def _burden(hand: trioker.Hand) -> int:
    return penalty(hand) + PER_HIDDEN * hand.hidden


INSIGHTS: Final[dict[str, Insight]] = {
    "ttt3d": Ttt3dInsight(),
    "troika": TroikaInsight(),
    "trike": TrikeInsight(),
    "trioker": TriokerInsight(),
}


def deciding(game: str, state: Any) -> Side | None:
    """The side that has something to choose; `None` at the end and where chance decides."""
    insight = INSIGHTS[game]
    return None if insight.by_chance(state) else insight.game.to_move(state)


def known_to(game: str, state: Any, seat: Seat) -> Any:
    """The game as a seat knows it: other hands only by their size."""
    return trioker.seen_by(state, seat) if game == "trioker" else state


def blind(game: str, state: Any, seat: Seat) -> bool:
    """Whether nobody has told the program which tiles this seat holds."""
    if game != "trioker" or not isinstance(state, trioker.TableState):
        return False
    return state.hands[seat].hidden > 0


def said_after(game: str, state: Any, seat: Seat) -> Any | None:
    """The silent move with which a seat ends its turn: calling what it made (ttt3d §10)."""
    if game != "ttt3d" or state.stage is ttt3d.Stage.RIM or not state.setup.strict:
        return None
    made = ttt3d.made(state)
    mine = made is not None and state.last is not None and state.last.side == seat
    return call_for(state) if mine and made is not None and any(made) else None


__all__ = ["INSIGHTS", "WON", "blind", "call_for", "deciding", "known_to", "said_after"]
