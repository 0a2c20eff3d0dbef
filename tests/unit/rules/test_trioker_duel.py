"""Pair-Impair."""

import copy
import pickle
from dataclasses import replace
from typing import Any

import pytest

from triboard.errors import IllegalMoveError
from triboard.rules import trioker
from triboard.rules.trioker import DuelState, boards, duel
from triboard.rules.trioker.field import empty_field, with_tile
from triboard.rules.trioker.tiles import LAY_INDEX, mask_of
from triboard.units import Side, Site

GAME = trioker.GAME
PASS = "pass"


def started(**options: Any) -> DuelState:
    state = GAME.start(options)
    assert isinstance(state, DuelState)
    return state


def played(state: DuelState, *texts: str) -> DuelState:
    for text in texts:
        state = duel.play(state, GAME.parse_move(text))
    return state


def texts(state: trioker.State) -> set[str]:
    return {GAME.format_move(move) for move in GAME.legal_moves(state)}


def refused(state: DuelState, text: str) -> IllegalMoveError:
    with pytest.raises(IllegalMoveError) as caught:
        played(state, text)
    return caught.value


def scene(standing: dict[str, str], pair: str, impair: str, **changes: Any) -> DuelState:
    """Tiles that lie already, and both hands."""
    board = boards.hexagon_board(73)
    field = empty_field(board)
    for cell, text in standing.items():
        field = with_tile(field, board.index[trioker.parse_cell(cell)], LAY_INDEX[text])
    state = DuelState(field, (mask_of(pair.split()), mask_of(impair.split())), turn=0)
    return replace(state, **changes)


FIVE_ZEROS = dict.fromkeys(("U3,3", "D2,3", "U2,3", "D2,2", "U3,2"), "000")
"""Five tiles round the vertex (3,3): only D3,2 is empty there."""


@pytest.mark.parametrize("board", [73, 52])
def test_pair_opens_in_the_centre_with_any_own_tile_but_000_or_222(board: int) -> None:
    """§9: ten tiles with three orientations each."""
    moves = texts(started(board=board))
    assert len(moves) == 30
    assert {text.split(":")[0] for text in moves} == {"U3,3"}
    assert {trioker.tile_named(text.split(":")[1]) for text in moves} == (
        {"001", "002", "110", "220", "223", "332", "012", "132", "230", "310"}
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("U3,3:000", "opening-tile"),
        ("U3,4:012", "opening-cell"),
        ("U3,3:111", "not-yours"),
        ("U3,3:*12", "played-already"),
        ("pass", "must-play"),
        ("draw", "wrong-mode"),
        ("challenge", "no-challenge"),
        ("U9,9:012", "off-board"),
    ],
)
def test_an_opening_that_breaks_a_rule_is_refused(text: str, code: str) -> None:
    """§9."""
    assert refused(started(), text).code == code


def test_players_alternate_and_corners_agree() -> None:
    """§6, §9: U3,3 with 0 1 2 borders D3,3 at the corners 1 and 2."""
    state = played(started(), "U3,3:012")
    assert GAME.to_move(state) == 1
    assert "D3,3:021" in texts(state)
    error = refused(state, "D3,3:012")
    assert error.code == "corner"
    assert "its corner 1 meets a 2" in str(error)
    assert refused(state, "U3,3:021").code == "occupied"
    assert refused(state, "D3,4:021").code == "not-beside"
    assert refused(state, "D3,3:201").code in {"not-yours", "corner"}


def test_a_tile_that_touches_only_at_a_corner_must_agree_there_too() -> None:
    """§6: D3,3 shares a side with U3,3 and only the vertex (4,4) with U4,4."""
    state = scene({"U3,3": "000", "U4,4": "300"}, "001 003", "")
    assert refused(state, "D3,3:100").code == "corner"
    assert "D3,3:300" in texts(state)


def test_the_sixth_tile_round_a_vertex_gives_an_extra_turn() -> None:
    """§10."""
    after = played(scene(FIVE_ZEROS, "000 003 012", "001 113"), "D3,2:000")
    assert GAME.to_move(after) == 0
    assert after.extra == 1
    second = played(after, min(texts(after)))
    assert GAME.to_move(second) == 1


def test_an_extra_turn_without_a_legal_move_lapses_without_a_ply() -> None:
    """§10: Pair completes a hexagon, but nothing it holds fits any more."""
    after = played(scene(FIVE_ZEROS, "000 222", "003 110"), "D3,2:000")
    assert GAME.to_move(after) == 1
    assert after.extra == 0


def test_several_hexagons_give_as_many_extra_turns() -> None:
    """§10: one tile can complete three; the last turn of the row is a normal end of turn."""
    board = boards.hexagon_board(73)
    centre = board.index[trioker.parse_cell("U3,3")]
    ring = {cell for vertex in board.corners[centre] for cell, _ in board.incident[vertex]} - {centre}
    standing = {str(board.cells[cell]): "000" for cell in ring}
    state = played(scene(standing, "000 001 002 003", "003 111"), "U3,3:000")
    assert state.extra == 3
    assert GAME.to_move(state) == 0
    state = played(state, min(text for text in texts(state)))
    assert state.extra == 2
    assert GAME.to_move(state) == 0


def test_who_has_no_legal_move_must_pass_and_nobody_else_may() -> None:
    """§11."""
    stuck = scene({"U3,3": "000"}, "111 222", "001 003")
    assert texts(stuck) == {PASS}
    after = played(stuck, PASS)
    assert GAME.to_move(after) == 1
    assert PASS not in texts(after)
    assert refused(after, PASS).code == "must-play"


def test_the_first_without_tiles_wins() -> None:
    """§12."""
    state = played(scene({"U3,3": "000"}, "001", "003 111"), "D3,3:100")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "last-tile")
    assert GAME.to_move(state) is None
    assert texts(state) == set()
    assert refused(state, PASS).code == "over"


@pytest.mark.parametrize(
    ("pair", "impair", "winners"),
    [("001 222", "111 331", (0,)), ("001 222 223", "331", (1,)), ("001 222", "331", ())],
)
def test_when_neither_can_move_fewer_tiles_win(pair: str, impair: str, winners: tuple[int, ...]) -> None:
    """§12: at once, without a pass; equal is a draw."""
    state = scene({"U3,3": "000"}, pair, impair)
    state = played(state, "D3,3:100")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (winners, "fewest")


def test_with_honour_a_wrong_pass_is_accepted_and_may_be_challenged() -> None:
    """§11: then the passer must place."""
    state = played(started(honour=True), "U3,3:012", PASS)
    assert {"challenge", PASS} <= texts(state)
    challenged = played(state, "challenge")
    assert GAME.to_move(challenged) == 1
    assert PASS not in texts(challenged)
    assert refused(challenged, PASS).code == "must-place"
    assert GAME.to_move(played(challenged, "D3,3:021")) == 0


def test_a_challenge_comes_right_after_the_pass_or_never() -> None:
    """§11."""
    state = played(started(honour=True), "U3,3:012", PASS)
    later = played(state, next(text for text in texts(state) if ":" in text))
    assert "challenge" not in texts(later)
    assert refused(later, "challenge").code == "no-challenge"


def test_a_right_pass_cannot_be_challenged() -> None:
    """§11."""
    state = played(scene({"U3,3": "000"}, "111 222", "001 003", honour=True), PASS)
    assert "challenge" not in texts(state)


def test_two_unchallenged_passes_end_the_game() -> None:
    """§11: the second pass was wrong, so it may still be challenged; a third pass accepts it."""
    state = played(started(honour=True), "U3,3:012", PASS, PASS)
    assert texts(state) == {PASS, "challenge"}
    assert refused(state, "D3,3:021").code == "two-passes"
    assert GAME.to_move(played(state, "challenge")) == 0
    outcome = GAME.outcome(played(state, PASS))
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "fewest")


def test_a_right_second_pass_ends_the_game_at_once() -> None:
    """§11: there is nothing to challenge."""
    state = played(scene({"U3,3": "000"}, "001 222", "111 331", honour=True), PASS, PASS)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.reason == "fewest"


def test_the_opening_cannot_be_passed_even_with_honour() -> None:
    """§9: Pair opens (a ruling)."""
    assert PASS not in texts(started(honour=True))


def test_a_challenge_gives_back_the_extra_turns_passed_over() -> None:
    """§10, §11: a ruling."""
    state = scene({"U3,3": "000"}, "001 002 003", "110 111", honour=True, extra=2)
    challenged = played(state, PASS, "challenge")
    assert (challenged.turn, challenged.extra) == (0, 2)


def test_the_position_gives_each_tile_in_its_cells_corner_order() -> None:
    """§29."""
    state = played(started(), "U3,3:012", "D3,3:021")
    assert GAME.position(state).pieces == {Site("U3,3"): ("012",), Site("D3,3"): ("021",)}
    assert GAME.scores(state) is None
    assert GAME.seat_of(state, Side(1)) == 1


def test_openings_and_replies_are_counted() -> None:
    """Perft, a regression of this engine."""

    def perft(state: trioker.State, depth: int) -> int:
        if not depth:
            return 1
        return sum(perft(GAME.play(state, move), depth - 1) for move in GAME.legal_moves(state))

    assert [perft(started(), depth) for depth in range(3)] == [1, 30, 138]
    assert [perft(started(board=52), depth) for depth in range(3)] == [1, 30, 138]
    assert [perft(started(honour=True), depth) for depth in range(3)] == [1, 30, 168]


def test_states_survive_pickling_and_boards_stay_one() -> None:
    """Boards are compared by identity, so a copy must be the same board."""
    state = played(started(), "U3,3:012")
    assert pickle.loads(pickle.dumps(state)) == state
    assert copy.deepcopy(state).field.board is state.field.board


def test_a_playout_ends_every_game_and_chooses_as_told() -> None:
    """The fast path agrees with the rules when both always take the first move."""
    for state in (started(), played(started(), "U3,3:012"), scene(FIVE_ZEROS, "000 003 012", "111 333")):
        slow: trioker.State = state
        while GAME.outcome(slow) is None:
            slow = GAME.play(slow, next(iter(GAME.legal_moves(slow))))
        outcome = GAME.outcome(slow)
        assert outcome is not None
        expected = outcome.winners[0] if outcome.winners else trioker.DRAW
        assert trioker.playout(state, lambda n: 0) == expected
        assert isinstance(slow, DuelState)
        assert trioker.playout(slow, lambda n: 0) == expected
