"""Trike against counts and games made by programs written independently of this project."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from triboard.rules.trike import BLACK, GAME, SWAP, Cell, Place, State, cell_at, cell_of, site_of

VECTORS = Path(__file__).parents[2] / "vectors"
PERFT: dict[str, Any] = json.loads((VECTORS / "trike_perft.json").read_text())
GAMES: list[dict[str, Any]] = json.loads((VECTORS / "trike_games.json").read_text())["games"]
SOLVED: dict[str, Any] = json.loads((VECTORS / "trike_solved.json").read_text())

DEPTH_IN_REACH = {1: 1, 2: 3, 3: 6, 4: 10, 5: 7, 7: 3, 10: 3}
"""Plies counted in the default run, by side; the whole of side 5 belongs to the long run."""


def rows_of(start: State, depth: int) -> list[dict[str, int]]:
    """Sequences and ends ply by ply; equal states reached by different orders are counted together."""
    level, rows = Counter({start: 1}), []
    for ply in range(depth + 1):
        ends: Counter[int | None] = Counter()
        following: Counter[State] = Counter()
        for state, times in level.items():
            outcome = GAME.outcome(state)
            ends[outcome.winners[0] if outcome else None] += times
            if ply < depth:
                for move in GAME.legal_moves(state):
                    following[GAME.play(state, move)] += times
        rows.append(
            {
                "depth": ply,
                "sequences": level.total(),
                "ended": ends[0] + ends[1],
                "ended_first_player_wins": ends[0],
                "ended_second_player_wins": ends[1],
            }
        )
        level = following
    return rows


def place(pair: list[int]) -> Place:
    return Place(cell_at(*pair))


@pytest.mark.parametrize("board", PERFT["boards"], ids=lambda board: f"side{board['side']}")
def test_the_move_generator_counts_as_many_games_as_the_other_programs(board: dict[str, Any]) -> None:
    """trike §5, §6: sequences, ends and winners at every ply are those of the vectors."""
    depth = DEPTH_IN_REACH[board["side"]]
    start = GAME.start({"size": board["side"], "swap": False})
    assert rows_of(start, depth) == board["rows"][: depth + 1]


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_every_game_on_side_five_is_counted() -> None:
    """trike §5, §6: the whole tree of side 5, 80 million sequences."""
    (board,) = [board for board in PERFT["boards"] if board["side"] == 5]
    assert rows_of(GAME.start({"size": 5, "swap": False}), 15) == board["rows"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game["id"]))
def test_a_whole_game_agrees_move_by_move(game: dict[str, Any]) -> None:
    """trike §5, §6: legal cells before each move, score and winner are those of the vectors."""
    state = GAME.start({"size": game["side"], "swap": False})
    for ply, pair in enumerate(game["moves"]):
        assert GAME.outcome(state) is None
        legal = GAME.legal_moves(state)
        assert len(set(legal)) == len(legal) == game["legal_counts"][ply]
        if "legal" in game:
            assert set(legal) == {place(cell) for cell in game["legal"][ply]}
        state = GAME.play(state, place(pair))
    outcome = GAME.outcome(state)
    assert GAME.legal_moves(state) == ()
    assert game["legal_counts"][-1] == 0
    assert GAME.scores(state) == tuple(game["score"])
    assert outcome is not None
    assert (outcome.winners, outcome.seats) == ((game["winner"] - 1,), (game["winner"] - 1,))


def black_wins(state: State, known: dict[State, bool]) -> bool:
    """Value with best play by both and no swap."""
    if state not in known:
        if outcome := GAME.outcome(state):
            known[state] = outcome.winners == (BLACK,)
        else:
            values = (black_wins(GAME.play(state, move), known) for move in GAME.legal_moves(state))
            known[state] = any(values) if GAME.to_move(state) == BLACK else all(values)
    return known[state]


@pytest.mark.parametrize("side", [3, 4])
def test_the_openings_that_win_are_those_of_exact_search(side: int) -> None:
    """Side 3: 3 of 6 openings win for Black without the swap; side 4: 1 of 10."""
    start, known = GAME.start({"size": side, "swap": False}), dict[State, bool]()
    found = [
        "".join(
            "B" if black_wins(GAME.play(start, Place(cell_at(row, column))), known) else "W"
            for column in range(row + 1)
        )
        for row in range(side)
    ]
    assert found == SOLVED["opening_maps"][str(side)]


@pytest.mark.parametrize("solved", [p for p in SOLVED["positions"] if p["side"] == 4])
def test_small_solved_positions_have_the_winning_moves_of_exact_search(solved: dict[str, Any]) -> None:
    """Solved positions of side 4: mover, value and every winning move."""
    state, known = GAME.start({"size": 4, "swap": False}), dict[State, bool]()
    for cell in solved["moves"]:
        state = GAME.play(state, Place(cell_of(cell)))
    mover = GAME.to_move(state)
    winning = [
        move.cell
        for move in GAME.legal_moves(state)
        if isinstance(move, Place) and black_wins(GAME.play(state, move), known) == (mover == BLACK)
    ]
    assert [site_of(cell) for cell in sorted(winning)] == solved["winning_moves"]
    assert bool(winning) is solved["mover_wins"]


@pytest.mark.parametrize("side", range(2, 12))
def test_after_the_opening_there_are_two_times_side_minus_one_moves_wherever_it_was(side: int) -> None:
    """trike §7: depth 2 has exactly n(n+1)/2 x 2(n-1) sequences without the swap."""
    start = GAME.start({"size": side, "swap": False})
    openings = GAME.legal_moves(start)
    assert len(openings) == side * (side + 1) // 2
    assert {len(GAME.legal_moves(GAME.play(start, move))) for move in openings} == {2 * (side - 1)}


@pytest.mark.parametrize("side", range(2, 8))
def test_exactly_six_games_end_after_three_moves_and_the_opener_wins_them(side: int) -> None:
    """trike §7: the six corner traps."""
    row = rows_of(GAME.start({"size": side, "swap": False}), 3)[3]
    assert (row["ended"], row["ended_first_player_wins"]) == (6, 6)


def test_the_swap_adds_the_sequences_of_one_ply_less() -> None:
    """Identity of the vectors: with_swap(d) = without(d) + without(d - 1) for d >= 2."""
    without = [row["sequences"] for row in rows_of(GAME.start({"size": 3, "swap": False}), 6)]
    with_swap = [row["sequences"] for row in rows_of(GAME.start({"size": 3}), 7)]
    assert with_swap[:2] == without[:2]
    assert with_swap[2:] == [
        here + before for here, before in zip([*without, 0][2:], without[1:], strict=True)
    ]
    assert SWAP in GAME.legal_moves(GAME.play(GAME.start(), Place(Cell(0))))
