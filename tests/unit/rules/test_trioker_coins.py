"""Purses and action cells of Rapid and Original."""

from dataclasses import replace
from typing import Any

import pytest

from triboard.errors import IllegalMoveError
from triboard.rules import trioker
from triboard.rules.trioker import Colour, Hand, Purse, TableState, turns
from triboard.rules.trioker.field import empty_field, with_tile
from triboard.rules.trioker.lattice import neighbours, parse_cell
from triboard.rules.trioker.purse import colours_in, paid, received, without_coin
from triboard.rules.trioker.tiles import ALL_TILES, LAY_INDEX, mask_of

GAME = trioker.GAME


def beside(mode: str, cell: str, players: int = 2, *, last: bool = False, **changes: Any) -> TableState:
    """A game in which 000 lies beside an action cell and the player to move has 001 (and 333)."""
    state = GAME.start({"mode": mode, "players": players, "start": 0})
    assert isinstance(state, TableState)
    board = state.field.board
    first = next(other for other in neighbours(parse_cell(cell)) if other in board.index)
    hands = [Hand(mask_of(["001"] if last else ["001", "333"]), 0), Hand(mask_of(["002", "222"]), 0)]
    hands += [Hand(mask_of(["003"]), 0), Hand(mask_of(["111"]), 0)][: players - 2]
    known = sum(hand.known for hand in hands) | mask_of(["000"])
    return replace(
        state,
        field=with_tile(empty_field(board), board.index[first], LAY_INDEX["000"]),
        hands=tuple(hands),
        pool=ALL_TILES & ~known,
        bank=(ALL_TILES & ~known).bit_count(),
        **changes,
    )


def laid_on(state: TableState, cell: str) -> TableState:
    """The state after the first legal placement on `cell`."""
    move = next(
        move for move in GAME.legal_moves(state) if isinstance(move, trioker.Place) and str(move.cell) == cell
    )
    return turns.play(state, move)


def gains(before: TableState, after: TableState) -> list[int]:
    return [new.points - old.points for old, new in zip(before.purses, after.purses, strict=True)]


@pytest.mark.parametrize(
    ("mode", "cell", "changes"),
    [
        ("rapid", "D1,4", [-2, 0, 0]),
        ("rapid", "D3,5", [-5, 0, 0]),
        ("rapid", "D3,4", [2, 0, 0]),
        ("rapid", "D0,5", [5, 0, 0]),
        ("rapid", "D2,1", [-4, 2, 2]),
        ("rapid", "U5,2", [0, 0, 0]),
        ("rapid", "U2,2", [0, 0, 0]),
        ("original", "D0,5", [-5, 0, 0]),
        ("original", "D3,5", [5, 0, 0]),
        ("original", "U2,2", [2, -2, 0]),
        ("original", "U5,2", [-5, 5, 0]),
        ("original", "D4,0", [-4, 2, 2]),
        ("original", "U0,6", [0, 0, 0]),
    ],
)
def test_an_action_cell_moves_its_amount(mode: str, cell: str, changes: list[int]) -> None:
    """§16, §21."""
    before = beside(mode, cell, 3)
    assert gains(before, laid_on(before, cell)) == changes


def test_f5_can_be_left_out() -> None:
    """§21."""
    state = GAME.start({"mode": "original", "start": 0, "f5": False})
    assert isinstance(state, TableState)
    assert "F5" not in state.field.board.labels


def test_h1_lets_the_same_player_play_again_at_once() -> None:
    """§16: a whole new turn, in which a tile may be drawn."""
    before = beside("rapid", "U2,2", drawn=True)
    after = laid_on(before, "U2,2")
    assert (after.turn, after.drawn) == (0, False)


def test_b1_costs_the_next_normal_turn() -> None:
    """§16: with two players the other one plays twice."""
    before = beside("rapid", "U5,2")
    after = laid_on(before, "U5,2")
    assert after.turn == 1
    again = turns.play(after, next(iter(GAME.legal_moves(after))))
    assert (again.turn, again.lost) == (1, 0)


def test_j1_asks_for_one_coin_of_your_choice() -> None:
    """§16, §29: a ply of its own, and nothing else is possible before."""
    after = laid_on(beside("rapid", "D5,1"), "D5,1")
    assert {GAME.format_move(move) for move in GAME.legal_moves(after)} == {"coin:red", "coin:black"}
    assert GAME.to_move(after) == 0
    with pytest.raises(IllegalMoveError) as caught:
        turns.play(after, trioker.Pass())
    assert caught.value.code == "coin-due"
    given = turns.play(after, trioker.Coin(Colour.RED))
    assert given.purses[0] == Purse(4, 5)
    assert given.turn == 1
    with pytest.raises(IllegalMoveError) as caught:
        turns.play(given, trioker.Coin(Colour.RED))
    assert caught.value.code == "no-coin-due"


def test_j1_takes_only_coins_that_are_held_and_nothing_from_an_empty_purse() -> None:
    """§16, §17."""
    black = laid_on(beside("rapid", "D5,1", purses=(Purse(0, 1), Purse(0, 0))), "D5,1")
    assert list(GAME.legal_moves(black)) == [trioker.Coin(Colour.BLACK)]
    with pytest.raises(IllegalMoveError) as caught:
        turns.play(black, trioker.Coin(Colour.RED))
    assert caught.value.code == "no-such-coin"
    broke = laid_on(beside("rapid", "D5,1", purses=(Purse(0, 0), Purse(0, 0))), "D5,1")
    assert (broke.turn, broke.coin_due) == (1, False)


def test_actions_resolve_for_the_tile_that_empties_the_hand() -> None:
    """§16: before the final scoring; even the coin of J1."""
    c5 = laid_on(beside("rapid", "D0,5", last=True), "D0,5")
    assert c5.out == 0
    assert GAME.scores(c5) == (35 + 5 + 10, 35 - (2 + 2) - (2 + 6))
    j1 = laid_on(beside("rapid", "D5,1", last=True), "D5,1")
    assert GAME.outcome(j1) is None
    done = turns.play(j1, trioker.Coin(Colour.BLACK))
    assert GAME.scores(done) == (35 - 2 + 10, 35 - 12)


def test_e2_serves_clockwise_until_the_purse_is_empty() -> None:
    """§16, §17: the rest is forgiven."""
    before = beside("rapid", "D2,1", 4, purses=(Purse(0, 2),) + (Purse(0, 0),) * 3)
    assert [purse.points for purse in laid_on(before, "D2,1").purses] == [0, 2, 2, 0]


def test_who_cannot_pay_in_full_pays_all_they_have() -> None:
    """§17: 4 of the 5 owed reach the next player."""
    before = beside("original", "U5,2", 2, purses=(Purse(0, 2), Purse(1, 0)))
    assert laid_on(before, "U5,2").purses == (Purse(0, 0), Purse(1, 2))


@pytest.mark.parametrize(
    ("purse", "amount", "left"),
    [
        (Purse(5, 5), 2, Purse(5, 4)),
        (Purse(5, 5), 5, Purse(4, 5)),
        (Purse(2, 0), 2, Purse(0, 4)),
        (Purse(1, 0), 2, Purse(0, 1, 1)),
        (Purse(1, 0, 1), 2, Purse(0, 2)),
        (Purse(0, 6), 5, Purse(1, 1)),
        (Purse(0, 3), 5, Purse(0, 0, 1)),
        (Purse(0, 4, 1), 5, Purse(0, 2)),
        (Purse(0, 0, 1), 2, Purse(0, 0)),
        (Purse(0, 1), 5, Purse(0, 0)),
    ],
)
def test_change_is_made_with_real_coins_where_coins_can_show_it(
    purse: Purse, amount: int, left: Purse
) -> None:
    """§17: the point that no coin shows is noted and not lost."""
    assert paid(purse, amount)[0] == left


def test_no_payment_makes_or_loses_a_point() -> None:
    """§17: for every purse what is left and what is handed over add up, and no number is negative."""
    for red in range(7):
        for black in range(9):
            for odd in (0, 1):
                purse = Purse(red, black, odd)
                for amount in (2, 5):
                    left, coins = paid(purse, amount)
                    assert coins.points == min(amount, purse.points)
                    assert left.points + coins.points == purse.points
                    assert min(left) >= 0
                    assert left.odd < 2


def test_two_odd_points_are_a_black() -> None:
    assert received(Purse(0, 0, 1), Purse(0, 0, 1)) == Purse(0, 1)
    assert colours_in(Purse(1, 0, 1)) == (Colour.RED,)
    assert without_coin(Purse(1, 1), Colour.BLACK) == Purse(1, 0)
