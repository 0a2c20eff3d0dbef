"""Rapid and Original: opening, turns, draws, passes, ends; full and partial knowledge."""

from dataclasses import replace
from typing import Any

import pytest

from triboard.errors import IllegalMoveError
from triboard.rules import trioker
from triboard.rules.trioker import Hand, Purse, TableState, turns
from triboard.rules.trioker.field import empty_field, with_tile
from triboard.rules.trioker.tiles import ALL_TILES, LAY_INDEX, mask_of
from triboard.units import Seat, Side

GAME = trioker.GAME
BANK = ("000", "111", "222", "*12", "001")
"""Left over, so that no hand of the deals below has them."""


def dealt(first: str, players: int = 2, **options: Any) -> TableState:
    """A deal in which seat 0 holds `first` and others get what comes, in the order of the rules."""
    mine = first.split()
    rest = [name for name in trioker.TILES if name not in mine and name not in BANK]
    size = {2: 10, 3: 7, 4: 6}[players]
    order = mine + rest[: size - len(mine)]
    rest = [name for name in (*rest, *BANK) if name not in order]
    hands: list[Any] = [order] + [rest[seat * size : (seat + 1) * size] for seat in range(players - 1)]
    state = GAME.start({"mode": "rapid", "hands": hands} | options)
    assert isinstance(state, TableState)
    return state


def scene(standing: dict[str, str], *hands: str | int, bank: str = "", **changes: Any) -> TableState:
    """Tiles that lie already and hands by names or by number; the tiles of hidden hands are `unseen`."""
    unseen = changes.pop("unseen", "").split()
    state = GAME.start({"mode": changes.pop("mode", "rapid"), "players": len(hands), "start": 0})
    assert isinstance(state, TableState)
    field = empty_field(state.field.board)
    for cell, text in standing.items():
        field = with_tile(field, field.board.index[trioker.parse_cell(cell)], LAY_INDEX[text])
    return replace(
        state,
        field=field,
        hands=tuple(
            Hand(0, hand) if isinstance(hand, int) else Hand(mask_of(hand.split()), 0) for hand in hands
        ),
        pool=mask_of([*bank.split(), *unseen]),
        bank=len(bank.split()),
        **changes,
    )


def played(state: TableState, *texts: str) -> TableState:
    for text in texts:
        state = turns.play(state, GAME.parse_move(text))
    return state


def texts(state: TableState) -> list[str]:
    return [GAME.format_move(move) for move in GAME.legal_moves(state)]


def refused(state: TableState, text: str) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        played(state, text)
    return caught.value.code


def ended(state: TableState) -> tuple[tuple[int, ...], str]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.winners, outcome.reason


def test_the_holder_of_333_opens_with_it_on_go() -> None:
    """§14."""
    state = dealt("333 332")
    assert state.turn == 0
    assert texts(state) == ["U3,3:333"]
    assert refused(state, "U3,3:332") == "opening-tile"
    assert refused(state, "D3,3:333") == "opening-cell"
    assert refused(state, "pass") == "must-open"
    assert refused(state, "draw:000") == "must-open"


def test_without_333_the_highest_pip_sum_opens_in_every_orientation() -> None:
    """§14."""
    hands = [
        ["332", *trioker.TILES[:4], *trioker.TILES[6:11]],
        [*trioker.TILES[4:6], *trioker.TILES[11:18], "330"],
    ]
    state = GAME.start({"mode": "rapid", "hands": hands})
    assert isinstance(state, TableState)
    assert state.turn == 0
    assert sorted(texts(state)) == ["U3,3:233", "U3,3:323", "U3,3:332"]


def test_equal_sums_let_the_lowest_seat_open_and_its_holder_choose() -> None:
    """§14: 331 and 223 both count 7; the joker never decides."""
    low = [name for name in trioker.TILES if name not in {"333", "332", "331", "223", "*12"}]
    hands = [low[:10], ["331", "223", "*12", *low[10:17]]]
    state = GAME.start({"mode": "rapid", "hands": hands})
    assert isinstance(state, TableState)
    assert state.turn == 1
    assert {trioker.tile_named(text.split(":")[1]) for text in texts(state)} == {"331", "223"}
    split = GAME.start({"mode": "rapid", "hands": [["223", *low[:9]], ["331", "*12", *low[9:17]]]})
    assert isinstance(split, TableState)
    assert split.turn == 0


def test_the_turn_passes_clockwise() -> None:
    """§14."""
    state = dealt("333", 3)
    state = played(state, "U3,3:333")
    assert state.turn == 1


def test_playing_when_able_is_compulsory() -> None:
    """§15."""
    state = scene({"U3,3": "000"}, "001 222", "003", bank="111")
    assert all(text.split(":")[1] in {"100", "010", "001"} for text in texts(state))
    assert refused(state, "pass") == "must-play"
    assert refused(state, "draw:111") == "must-play"
    assert refused(state, "D3,3:300") == "not-yours"
    assert refused(state, "challenge") == "wrong-mode"
    assert refused(state, "remove:U3,3") == "wrong-mode"


def test_who_has_none_draws_one_and_plays_it_or_passes() -> None:
    """§15, §29: one legal move for each tile of the bank."""
    state = scene({"U3,3": "000"}, "222", "003", bank="111 001")
    assert texts(state) == ["draw:001", "draw:111"]
    assert trioker.at_chance(state)
    assert refused(state, "pass") == "must-draw"
    assert refused(state, "draw") == "known-hand"
    assert refused(state, "draw:003") == "not-in-bank"
    lucky = played(state, "draw:001")
    assert lucky.turn == 0
    assert refused(lucky, "pass") == "must-play"
    unlucky = played(state, "draw:111")
    assert texts(unlucky) == ["pass"]
    assert refused(unlucky, "draw:001") == "drawn-already"
    assert played(unlucky, "pass").turn == 1


def test_with_an_empty_bank_who_has_none_passes() -> None:
    """§15."""
    state = scene({"U3,3": "000"}, "222", "003")
    assert texts(state) == ["pass"]
    assert refused(state, "draw:001") == "bank-empty"


def test_going_out_takes_10_and_the_others_pay_for_what_they_have() -> None:
    """§18: 000 costs 2, 230 costs 7, the joker 5; most points win, not who went out."""
    state = scene({"U3,3": "000"}, "001", "230 *12", "222", purses=(Purse(0, 0), Purse(6, 0), Purse(1, 0)))
    done = played(state, "D3,3:100")
    assert GAME.scores(done) == (10, 30 - 7 - 5, 0)
    assert ended(done) == ((1,), "out")
    assert refused(done, "pass") == "over"
    cheap = played(scene({"U3,3": "111"}, "110", "000"), "D3,3:011")
    assert GAME.scores(cheap) == (45, 33)


def test_equal_totals_share_the_win() -> None:
    """§18."""
    state = scene({"U3,3": "000"}, "001", "000 222", purses=(Purse(0, 0), Purse(4, 0)))
    assert ended(played(state, "D3,3:100")) == ((0, 1), "out")


def test_when_everybody_has_passed_with_an_empty_bank_the_game_is_drawn() -> None:
    """§19."""
    state = scene({"U3,3": "000"}, "111", "222", "333")
    two = played(state, "pass", "pass")
    assert GAME.outcome(two) is None
    assert ended(played(two, "pass")) == ((), "blocked")
    assert GAME.scores(played(two, "pass")) == (35, 35, 35)


def test_a_turn_lost_by_b1_is_no_pass() -> None:
    """§19: seat 0 must pass itself before the game is blocked."""
    state = scene({"U3,3": "000"}, "111", "222", turn=1, lost=1)
    once = played(state, "pass")
    assert (once.turn, once.lost) == (1, 0)
    twice = played(once, "pass")
    assert GAME.outcome(twice) is None
    assert ended(played(twice, "pass")) == ((), "blocked")


def test_the_last_draw_starts_the_count_of_passes_anew() -> None:
    """§19: passes since the last placement or draw."""
    state = scene({"U3,3": "000"}, "111", "222", bank="333", turn=1, passed=0b01)
    state = played(state, "draw:333", "pass")
    assert GAME.outcome(state) is None
    assert ended(played(state, "pass")) == ((), "blocked")


def test_the_joker_s_wild_corner_constrains_nothing() -> None:
    """§2: it may lie on a 1 or a 2, and where it lies alone the next tile brings any value."""
    state = scene({"U3,3": "312"}, "*12 333", "003")
    assert [text for text in texts(state) if text.startswith("D3,3:")] == ["D3,3:12*", "D3,3:2*1"]
    on_one = played(state, "D3,3:12*")
    vertex = on_one.field.board.corners[on_one.field.board.index[trioker.parse_cell("D3,3")]][2]
    assert on_one.field.corners[vertex] == 1
    alone = played(scene({"U3,3": "321"}, "*12 333", "230 221 001"), "D3,3:*12")
    beside = {text.split(":")[1] for text in texts(alone) if text.startswith("U4,3:")}
    assert beside == {"230", "221", "212"}


def test_hidden_hands_need_a_seat_that_opens_and_it_opens_with_any_tile() -> None:
    """§28: any unseen tile may open."""
    state = GAME.start({"mode": "rapid", "players": 3, "start": 2})
    assert isinstance(state, TableState)
    assert state.turn == 2
    assert len(texts(state)) == 4 + 20 * 3 + 3
    assert {hand.size for hand in state.hands} == {7}


def test_a_hidden_hand_may_place_any_unseen_tile_or_draw_once_or_pass() -> None:
    """§28."""
    state = scene({"U3,3": "000"}, 2, 2, bank="111", unseen="001 003 222 333")
    moves = texts(state)
    assert "draw" in moves
    assert "pass" not in moves
    assert refused(state, "pass") == "must-draw"
    assert refused(state, "draw:111") == "hidden-hand"
    drawn = played(state, "draw")
    assert "pass" in texts(drawn)
    assert "draw" not in texts(drawn)
    assert drawn.hands[0] == Hand(0, 3)
    placed = played(drawn, "D3,3:100")
    assert placed.hands[0] == Hand(0, 2)
    assert "D2,3:001" not in texts(placed)
    assert refused(placed, "U4,3:001") in {"corner", "not-yours", "played-already"}


def test_the_others_show_their_tiles_before_hidden_hands_are_scored() -> None:
    """§18, §28, §29."""
    state = scene({"U3,3": "000"}, 1, 1, 2, unseen="001 230 *12 222")
    out = played(state, "D3,3:100")
    assert GAME.outcome(out) is None
    assert GAME.to_move(out) == 1
    assert trioker.to_reveal(out) == (1, 2)
    assert len(texts(out)) == 3 + 3
    assert refused(out, "pass") == "reveal-first"
    assert refused(out, "reveal:0:222") == "nothing-to-reveal"
    assert refused(out, "reveal:1:222,230") == "reveal-count"
    assert refused(out, "reveal:1:001") == "reveal-seen"
    done = played(out, "reveal:2:222,230", "reveal:1:*12")
    assert GAME.scores(done) == (45, 30, 35 - 8 - 7)
    assert ended(done) == ((0,), "out")


def test_tiles_are_not_shown_before_the_end() -> None:
    """§28."""
    assert refused(scene({"U3,3": "000"}, 1, 1, unseen="001 222"), "reveal:1:222") == "reveal-early"
    state = played(scene({"U3,3": "000"}, 1, 2, unseen="001 222 333"), "D3,3:100")
    with pytest.raises(IllegalMoveError) as caught:
        turns.play(state, trioker.Reveal(Side(1), ("333", "222")))
    assert caught.value.code == "reveal-order"


def test_a_wrong_pass_is_recorded_at_the_reveal_and_never_undone() -> None:
    """§28: seat 1 passed with 003, which would have fitted."""
    state = scene({"U3,3": "000"}, 1, 2, unseen="001 003 222", turn=1)
    state = played(state, "pass", "D3,3:100")
    assert turns.wrong_passes(state) == ()
    done = played(state, "reveal:1:003,222")
    assert turns.wrong_passes(done) == ((1, 0),)
    assert ended(done)[1] == "out"


def test_a_pass_is_not_called_wrong_when_the_tile_may_have_been_drawn_later() -> None:
    """§28: never a guess."""
    state = scene({"U3,3": "000"}, 1, 2, bank="333", unseen="001 003 222", turn=1, drawn=True)
    state = played(state, "pass")
    later = replace(state, turn=1, drawn=False)
    later = played(later, "draw", "pass", "D3,3:100", "reveal:1:003,222,333")
    assert [ply for _, ply in turns.wrong_passes(later)] == [2]


def test_known_and_hidden_hands_may_be_mixed() -> None:
    """§28: racks with sensors at some seats only."""
    mine = [name for name in trioker.TILES if name != "333"][:10]
    state = GAME.start({"mode": "rapid", "hands": [mine, 10], "start": 1})
    assert isinstance(state, TableState)
    assert state.pool.bit_count() == 15
    assert state.hands == (Hand(mask_of(mine), 0), Hand(0, 10))
    holder = GAME.start({"mode": "rapid", "hands": [["333", *mine[:9]], 10]})
    assert GAME.to_move(holder) == 0


def test_a_seat_sees_its_own_hand_and_only_sizes_of_others() -> None:
    """§28: an opponent program is given only what its seat may see."""
    state = played(dealt("333", 3), "U3,3:333")
    seen = trioker.seen_by(state, Seat(1))
    assert isinstance(seen, TableState)
    assert seen.hands == (Hand(0, 6), state.hands[1], Hand(0, 7))
    assert seen.pool == state.pool | state.hands[0].known | state.hands[2].known
    assert set(texts(seen)) >= set(texts(state)) or texts(seen)[0].startswith("draw:")
    assert trioker.seen_by(GAME.start(), Seat(0)) == GAME.start()


def test_a_guess_fills_hidden_hands_from_a_shuffle_of_the_unseen_tiles() -> None:
    state = played(dealt("333", 3), "U3,3:333")
    seen = trioker.seen_by(state, Seat(1))
    order = trioker.unseen(seen)
    full = trioker.filled_in(seen, order)
    assert isinstance(full, TableState)
    assert [hand.size for hand in full.hands] == [hand.size for hand in state.hands]
    assert not any(hand.hidden for hand in full.hands)
    assert full.pool.bit_count() == full.bank == state.bank
    everything = full.pool | sum(hand.known for hand in full.hands)
    assert everything | mask_of(["333"]) == ALL_TILES
