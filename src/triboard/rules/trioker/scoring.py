"""How Rapid, Original and Simple end and what everybody has (trioker §18, §19, §23)."""

from typing import Final

from triboard.rules.game import Outcome
from triboard.rules.trioker.table import Hand, TableState, finished, to_reveal
from triboard.rules.trioker.tiles import pips_of
from triboard.units import Seat, Side

OUT_BONUS: Final = 10
"""Points from the bank for going out."""

TILE_PENALTY: Final = 2
"""Points for each tile left, besides its pips."""


def penalty(hand: Hand) -> int:
    """Points that a known hand costs at the end."""
    return TILE_PENALTY * hand.known.bit_count() + pips_of(hand.known)


def scores(state: TableState) -> tuple[int, ...] | None:
    """Points of each purse, and at the end with the final payment; who lacks points pays all they have."""
    if not state.purses:
        return None
    points = tuple(purse.points for purse in state.purses)
    if state.out < 0 or to_reveal(state):
        return points
    return tuple(
        owned + OUT_BONUS if seat == state.out else max(0, owned - penalty(hand))
        for seat, (owned, hand) in enumerate(zip(points, state.hands, strict=True))
    )


def outcome(state: TableState) -> Outcome | None:
    """The result, once nothing is left to reveal."""
    if not finished(state) or to_reveal(state):
        return None
    if state.blocked:
        return _outcome(_fewest(state) if state.mode == "simple" else [], "blocked")
    points = scores(state)
    if points is None:
        return _outcome([state.out], "out")
    return _outcome([seat for seat, owned in enumerate(points) if owned == max(points)], "out")


def _fewest(state: TableState) -> list[int]:
    """Fewest tiles, then fewest pips, else shared."""
    ranks = [(hand.size, pips_of(hand.known)) for hand in state.hands]
    return [seat for seat, rank in enumerate(ranks) if rank == min(ranks)]


def _outcome(winners: list[int], reason: str) -> Outcome:
    return Outcome(tuple(map(Side, winners)), tuple(map(Seat, winners)), reason)
