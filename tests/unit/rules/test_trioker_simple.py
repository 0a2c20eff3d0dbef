"""Simple: chains that leave 333."""

from dataclasses import replace
from typing import Any

import pytest

from triboard.errors import IllegalMoveError
from triboard.rules import trioker
from triboard.rules.trioker import Hand, TableState, turns
from triboard.rules.trioker.field import with_tile
from triboard.rules.trioker.tiles import LAY_INDEX, mask_of
from triboard.units import Site

GAME = trioker.GAME


def scene(standing: dict[str, str], *hands: str | int, paths: int = 1, unseen: str = "") -> TableState:
    """Besides 333 these tiles lie already; the bank is empty."""
    state = GAME.start({"mode": "simple", "players": len(hands), "paths": paths})
    assert isinstance(state, TableState)
    field = state.field
    for cell, text in standing.items():
        field = with_tile(field, field.board.index[trioker.parse_cell(cell)], LAY_INDEX[text])
    mine = tuple(Hand(0, hand) if isinstance(hand, int) else Hand(mask_of(hand.split()), 0) for hand in hands)
    return replace(state, field=field, hands=mine, pool=mask_of(unseen.split()), bank=0)


def played(state: TableState, *texts: str) -> TableState:
    for text in texts:
        state = turns.play(state, GAME.parse_move(text))
    return state


def cells(state: TableState) -> set[str]:
    return {str(move.cell) for move in GAME.legal_moves(state) if isinstance(move, trioker.Place)}


def outcome(state: TableState) -> tuple[tuple[int, ...], str]:
    found = GAME.outcome(state)
    assert found is not None
    return found.winners, found.reason


@pytest.mark.parametrize("players", [2, 3, 4])
def test_333_lies_on_the_centre_before_the_deal_and_seat_0_starts(players: int) -> None:
    """§23."""
    state = GAME.start({"mode": "simple", "players": players})
    assert GAME.position(state).pieces == {Site("U3,3"): ("333",)}
    assert GAME.to_move(state) == 0
    assert GAME.scores(state) is None
    assert "333" not in trioker.deck("simple")


def test_the_first_tile_leaves_333_by_any_side() -> None:
    """§23."""
    assert cells(scene({}, "330", "331")) == {"D3,3", "D2,3", "D3,2"}


@pytest.mark.parametrize(("paths", "starts"), [(1, set()), (2, {"D2,3", "D3,2"}), (3, {"D2,3", "D3,2"})])
def test_only_so_many_chains_leave_333(paths: int, starts: set[str]) -> None:
    """§23."""
    state = scene({"D3,3": "033"}, "330 331 332", "301", paths=paths)
    assert cells(state) & {"D2,3", "D3,2"} == starts


def test_a_chain_goes_on_at_its_open_end_only() -> None:
    """§23: it may bend."""
    state = scene({"D3,3": "033", "U4,3": "330"}, "003 330", "331")
    assert cells(state) <= {"D4,3", "D4,2"}
    with pytest.raises(IllegalMoveError) as caught:
        played(state, "U3,4:303")
    assert caught.value.code == "chain"
    assert "open end" in str(caught.value)


def test_a_tile_touches_no_other_tile_by_a_side() -> None:
    """§23: two chains may not meet side to side."""
    state = scene({"D3,3": "333", "D2,3": "333", "U3,4": "333"}, "330", "331", paths=3)
    assert "D2,4" in cells(state)
    assert "U2,4" in cells(state)
    both = scene({"D3,3": "333", "D2,3": "333", "U3,4": "333", "U2,4": "333"}, "333", "331", paths=3)
    assert "D2,4" not in cells(both)
    with pytest.raises(IllegalMoveError, match="only the end of its chain"):
        played(both, "D2,4:333")


def test_the_first_out_wins() -> None:
    """§23."""
    assert outcome(played(scene({}, "330", "331"), "D3,3:033")) == ((0,), "out")


def test_with_hidden_hands_nothing_is_shown_when_somebody_goes_out() -> None:
    """§23, §28: no coins, so nothing to compute."""
    assert outcome(played(scene({}, 1, 3, unseen="330 331 332 110"), "D3,3:033")) == ((0,), "out")


@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        (("000 111", "222"), (1,)),
        (("001", "002"), (0,)),
        (("012", "111"), (0, 1)),
        (("001 000", "002 000", "222 221"), (0,)),
    ],
)
def test_when_blocked_fewest_tiles_then_fewest_pips_win(
    hands: tuple[str, ...], winners: tuple[int, ...]
) -> None:
    """§23: else shared."""
    state: Any = scene({}, *hands)
    assert outcome(played(state, *["pass"] * len(hands))) == (winners, "blocked")


def test_equal_hidden_hands_are_shown_when_blocked() -> None:
    """§23, §28: only those that tie for the fewest."""
    state = played(scene({}, 1, 1, 2, unseen="001 002 000 111"), "pass", "pass", "pass")
    assert GAME.outcome(state) is None
    assert trioker.to_reveal(state) == (0, 1)
    assert outcome(played(state, "reveal:1:001", "reveal:0:002")) == ((1,), "blocked")
    clear = played(scene({}, 2, 1, unseen="001 002 000"), "pass", "pass")
    assert outcome(clear) == ((1,), "blocked")
