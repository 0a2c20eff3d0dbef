"""Puzzles on the board: laying, taking out, counting, hints."""

from typing import Any

import pytest

from triboard.errors import IllegalMoveError
from triboard.rules import trioker
from triboard.rules.trioker import PuzzleState, puzzle

GAME = trioker.GAME


def started(**options: Any) -> PuzzleState:
    state = GAME.start({"mode": "puzzle"} | options)
    assert isinstance(state, PuzzleState)
    return state


def played(state: PuzzleState, *texts: str) -> PuzzleState:
    for text in texts:
        state = puzzle.play(state, GAME.parse_move(text))
    return state


def refused(state: PuzzleState, text: str) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        played(state, text)
    return caught.value.code


PAIR_OF_CELLS: dict[str, Any] = {"outline": ["U3,3", "D3,3", "U5,0"], "tiles": ["000", "001", "012", "333"]}


def test_tiles_go_anywhere_in_the_outline() -> None:
    """§24: not only beside another; every lay of every tile in every cell."""
    state = started(**PAIR_OF_CELLS)
    assert len(list(GAME.legal_moves(state))) == 3 * (1 + 3 + 3 + 1)
    assert GAME.to_move(played(state, "U5,0:333", "U3,3:000")) == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("D3,3:111", "corner"),
        ("D3,3:000", "played-already"),
        ("D3,3:003", "corner"),
        ("U5,0:111", "not-yours"),
        ("U3,3:001", "occupied"),
        ("U4,3:001", "off-board"),
        ("remove:D3,3", "empty"),
        ("remove:U4,3", "off-board"),
        ("pass", "wrong-mode"),
    ],
)
def test_what_does_not_fit_is_refused(text: str, code: str) -> None:
    """§24."""
    assert refused(played(started(**PAIR_OF_CELLS), "U3,3:000"), text) == code


def test_a_tile_taken_out_may_be_laid_again() -> None:
    """§24: removal undoes a placement exactly."""
    state = started(**PAIR_OF_CELLS)
    laid = played(state, "U3,3:012", "U5,0:333")
    assert played(laid, "remove:U5,0", "remove:U3,3") == state
    assert played(laid, "remove:U3,3", "U3,3:120") == played(state, "U5,0:333", "U3,3:120")


def test_a_full_outline_is_solved_and_nothing_more_happens() -> None:
    """§24."""
    state = played(started(**PAIR_OF_CELLS), "U3,3:000", "D3,3:100", "U5,0:012")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.seats, outcome.reason) == ((0,), (0,), "solved")
    assert list(GAME.legal_moves(state)) == []
    assert refused(state, "remove:U3,3") == "over"
    assert GAME.scores(state) is None
    assert trioker.hint(state) is None
    assert trioker.remaining(state) == (1, True)


def test_hints_lead_to_a_solution_from_an_empty_outline() -> None:
    """§24."""
    state = started(outline="sphinx")
    while GAME.outcome(state) is None:
        move = trioker.hint(state)
        assert isinstance(move, trioker.Place)
        state = puzzle.play(state, move)
    assert puzzle.solved(state)


def test_a_hint_names_the_tile_to_take_out_when_there_is_no_solution() -> None:
    """§24: "no solution from here"."""
    state = started(outline="butterfly")
    solution = next(trioker.solve("butterfly"))
    for move in solution[:3]:
        state = puzzle.play(state, move)
    assert trioker.remaining(state).solutions >= 1
    wrong = next(
        after
        for move in GAME.legal_moves(state)
        if isinstance(move, trioker.Place)
        and not trioker.remaining(after := puzzle.play(state, move)).solutions
    )
    assert trioker.remaining(wrong) == (0, True)
    advice = trioker.hint(wrong)
    assert isinstance(advice, trioker.Remove)
    assert trioker.remaining(puzzle.play(wrong, advice)).solutions >= 1


def test_following_hints_mends_a_spoiled_puzzle() -> None:
    """§24: several tiles may have to come out; a hint names one of the fewest."""
    state = started(outline="parallelogram-3x4")
    for _ in range(6):
        state = puzzle.play(
            state, next(move for move in GAME.legal_moves(state) if isinstance(move, trioker.Place))
        )
    removed = 0
    while not puzzle.solved(state):
        move = trioker.hint(state)
        assert move is not None
        removed += isinstance(move, trioker.Remove)
        state = puzzle.play(state, move)
    assert 2 <= removed <= 6


def test_there_is_no_hint_where_nothing_helps_or_the_search_gives_up() -> None:
    """§25: the hexagon cannot be filled without the joker."""
    assert trioker.hint(started(outline="hexagon-2")) is None
    assert trioker.hint(started(outline="strip-12"), steps=5) is None


def test_the_remaining_solutions_are_counted_up_to_a_limit() -> None:
    """§24: from the empty parallelogram 120, from half a solution at least one."""
    state = started()
    assert trioker.remaining(state) == (120, True)
    assert trioker.remaining(state, limit=100) == (100, False)
    assert trioker.remaining(state, steps=3) == (0, False)
    counts = []
    for move in next(trioker.solve("parallelogram-3x4")):
        state = puzzle.play(state, move)
        counts.append(trioker.remaining(state).solutions)
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 1


def test_with_the_joker_the_hexagon_has_solutions() -> None:
    """§25."""
    assert trioker.hint(started(outline="hexagon-2", joker=True)) is not None


def test_different_subsets_count_separately() -> None:
    """§24: one cell, four tiles: 1 + 3 + 3 + 1 lays."""
    assert trioker.count(["U3,3"], ["000", "001", "012", "333"]) == 8
