"""Action cells, resolved when a tile is laid on them (trioker §16, §21)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from triboard.rules.trioker.purse import BLACK, RED, Purse, colours_in, paid, received
from triboard.rules.trioker.table import TableState

COIN_OF: Final = {BLACK: Purse(0, 1), RED: Purse(1, 0)}


def resolve(state: TableState, label: str) -> TableState:
    """The state after the action for the player to move; H1 and turns are left to the caller."""
    action = _ACTIONS.get(label)
    return state if action is None else action(state)


def _with_purses(state: TableState, changes: dict[int, Purse]) -> TableState:
    purses = tuple(changes.get(seat, purse) for seat, purse in enumerate(state.purses))
    return replace(state, purses=purses)


def _pay_bank(amount: int) -> Callable[[TableState], TableState]:
    def action(state: TableState) -> TableState:
        left, _ = paid(state.purses[state.turn], amount)
        return _with_purses(state, {state.turn: left})

    return action


def _take_bank(amount: int) -> Callable[[TableState], TableState]:
    def action(state: TableState) -> TableState:
        return _with_purses(state, {state.turn: received(state.purses[state.turn], COIN_OF[amount])})

    return action


def transfer(state: TableState, payer: int, payee: int, amount: int) -> TableState:
    """`payer` pays `payee` as much of `amount` as they can."""
    left, coins = paid(state.purses[payer], amount)
    return _with_purses(state, {payer: left, payee: received(state.purses[payee], coins)})


def _clockwise(state: TableState) -> list[int]:
    """The other seats, the next one first."""
    seats = len(state.purses)
    return [(state.turn + step) % seats for step in range(1, seats)]


def _pay_each(state: TableState) -> TableState:
    """E2: whoever is served first gets what there is."""
    for seat in _clockwise(state):
        state = transfer(state, state.turn, seat, BLACK)
    return state


def _from_next(state: TableState) -> TableState:
    return transfer(state, _clockwise(state)[0], state.turn, BLACK)


def _to_next(state: TableState) -> TableState:
    return transfer(state, state.turn, _clockwise(state)[0], RED)


def _lose_turn(state: TableState) -> TableState:
    return replace(state, lost=state.lost | 1 << state.turn)


def _give_coin(state: TableState) -> TableState:
    """J1: the choice is a ply of its own; an empty purse gives nothing."""
    return replace(state, coin_due=bool(colours_in(state.purses[state.turn])))


_ACTIONS: Final[dict[str, Callable[[TableState], TableState]]] = {
    "A2": _pay_bank(BLACK),
    "A5": _pay_bank(RED),
    "B1": _lose_turn,
    "C2": _take_bank(BLACK),
    "C5": _take_bank(RED),
    "D2": _from_next,
    "E2": _pay_each,
    "F5": _to_next,
    "J1": _give_coin,
}
"""GO does nothing; H1 gives the same player another turn."""
