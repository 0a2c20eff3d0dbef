"""What a seat may see, and a guess at what it may not (trioker §28)."""

from collections.abc import Sequence
from dataclasses import replace

from triboard.rules.trioker.duel import DuelState
from triboard.rules.trioker.puzzle import PuzzleState
from triboard.rules.trioker.table import Hand, TableState, finished, must_place
from triboard.rules.trioker.tiles import mask_of, names_of
from triboard.units import Seat

State = DuelState | TableState | PuzzleState


def seen_by(state: State, seat: Seat) -> State:
    """The game as `seat` knows it: other hands only by their size. Open games are as they are."""
    if not isinstance(state, TableState) or finished(state):
        return state
    hands = tuple(hand if other == seat else Hand(0, hand.size) for other, hand in enumerate(state.hands))
    shown = sum(hand.known for other, hand in enumerate(state.hands) if other != seat)
    return replace(state, hands=hands, pool=state.pool | shown)


def unseen(state: State) -> tuple[str, ...]:
    """Names of the tiles that lie in the bank or in hidden hands."""
    return names_of(state.pool) if isinstance(state, TableState) else ()


def filled_in(state: State, order: Sequence[str]) -> State:
    """One full-knowledge game that agrees with what is known.

    `order` is a shuffle of `unseen(state)`: its first tiles go to the first hidden hand, and so on;
    the rest is the bank.
    """
    if not isinstance(state, TableState):
        return state
    hands, pool, taken = [], state.pool, 0
    for hand in state.hands:
        tiles = mask_of(order[taken : taken + hand.hidden])
        taken += hand.hidden
        pool &= ~tiles
        hands.append(Hand(hand.known | tiles, 0))
    return replace(state, hands=tuple(hands), pool=pool)


def at_chance(state: State) -> bool:
    """Whether the next ply is a draw of an unseen tile.

    Then the legal moves are one for each tile it can be, all equally likely, and nothing else.
    """
    if not isinstance(state, TableState) or finished(state) or state.coin_due:
        return False
    return bool(
        state.bank and not state.drawn and not state.hands[state.turn].hidden and not must_place(state)
    )
