"""Troika against counts and games made by programs written independently of this project."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from triboard.rules.game import Outcome
from triboard.rules.troika import GAME, LINES, SIDES, SITES, Lay, State, completed
from triboard.units import Seat, Side

VECTORS = Path(__file__).parents[2] / "vectors"
PERFT: dict[str, Any] = json.loads((VECTORS / "troika_perft.json").read_text())
FILE: dict[str, Any] = json.loads((VECTORS / "troika_games.json").read_text())
SOLVED: list[dict[str, Any]] = json.loads((VECTORS / "troika_solved.json").read_text())["positions"]
LETTERS = {"white": "W", "yellow": "Y", "red": "R", "green": "G", "blue": "B", "black": "K"}


def text_of(move: list[Any]) -> str:
    """Move text of a vector's `[colour, pips, row, column]`."""
    colour, pips, row, column = move
    return f"{LETTERS[colour]}{'sml'[pips - 1]}@{'abc'[column]}{row + 1}"


def state_after(starter: str, moves: list[list[Any]]) -> State:
    state = GAME.start({"starter": starter})
    for move in moves:
        state = GAME.play(state, GAME.parse_move(text_of(move)))
    return state


def following(level: Counter[State]) -> Counter[State]:
    after: Counter[State] = Counter()
    for state, times in level.items():
        for move in GAME.legal_moves(state):
            after[GAME.play(state, move)] += times
    return after


def rows_of(start: State, depth: int) -> list[dict[str, int]]:
    """Sequences and ends ply by ply; equal states reached by different orders are counted together."""
    level, rows = Counter({start: 1}), []
    for ply in range(depth + 1):
        ends: Counter[str] = Counter()
        for state, times in level.items():
            if outcome := GAME.outcome(state):
                ends[outcome.reason] += times
        ended = {f"ended_{reason}": ends[reason] for reason in ("troika", "stuck", "exhausted")}
        rows.append({"depth": ply, "sequences": level.total(), **ended})
        level = following(level) if ply < depth else level
    return rows


@pytest.mark.parametrize("starter", SIDES)
def test_the_move_generator_counts_as_many_openings_as_the_other_programs(starter: str) -> None:
    """troika §4: sequences from the empty board; the same for either starter."""
    expected = PERFT["from_start"][:3]
    assert rows_of(GAME.start({"starter": starter}), 2) == expected


def test_the_first_four_placements_are_counted() -> None:
    """troika §4, §6: 392,526 sequences of three and 23,507,496 of four placements; none can be over yet."""
    level = Counter({GAME.start({"starter": "light"}): 1})
    for _ in range(3):
        level = following(level)
    assert level.total() == PERFT["from_start"][3]["sequences"]
    four = sum(times * len(GAME.legal_moves(state)) for state, times in level.items())
    assert four == PERFT["from_start"][4]["sequences"]
    assert not any(GAME.outcome(state) for state in level)


@pytest.mark.parametrize("case", PERFT["from_positions"], ids=lambda case: f"{len(case['prefix'])}-laid")
def test_counts_from_positions_agree_with_the_other_programs(case: dict[str, Any]) -> None:
    """troika §4, §6 to §9: sequences and ends by reason."""
    assert rows_of(state_after(case["starter"], case["prefix"]), len(case["rows"]) - 1) == case["rows"]


@pytest.mark.parametrize(
    "game", [*FILE["games"], *FILE["edge"]], ids=lambda game: game.get("id") or game["why"].replace(" ", "-")
)
def test_a_whole_game_agrees_move_by_move(game: dict[str, Any]) -> None:
    """troika §4 to §9: legal counts, end, winner, lines and heights are those of the vectors."""
    state = GAME.start({"starter": game["starter"]})
    for move, count in zip(game["moves"], game["legal_counts"], strict=True):
        legal = GAME.legal_moves(state)
        assert (GAME.outcome(state), len(legal), len(set(legal))) == (None, count, count)
        state = GAME.play(state, GAME.parse_move(text_of(move)))
    starter = SIDES.index(game["starter"])
    winner = starter if game["winner"] == "starter" else 1 - starter
    assert GAME.outcome(state) == Outcome((Side(winner),), (Seat(winner),), game["reason"])
    assert (GAME.legal_moves(state), GAME.to_move(state)) == ((), None)
    assert bool(completed(state)) is (game["reason"] == "troika")
    if "lines" in game:
        assert completed(state) == tuple(tuple(SITES[field] for field in LINES[n]) for n in game["lines"])
    assert [len(stack) for stack in state.stacks] == game["heights"]


def test_thirteen_pyramids_can_stand_on_one_field() -> None:
    """troika §10: six mediums between seven others; the game goes on."""
    (case,) = FILE["constructed"]
    state = state_after(case["starter"], case["prefix"])
    assert [len(stack) for stack in state.stacks] == case["heights"]
    assert (GAME.outcome(state), len(GAME.legal_moves(state))) == (None, case["next_legal"])


def side_on_turn_wins(state: State, known: dict[State, bool]) -> bool:
    """Value with best play by both."""
    if state not in known:
        if outcome := GAME.outcome(state):
            on_turn = Side((state.starter or 0) ^ (sum(map(len, state.stacks)) & 1))
            known[state] = outcome.winners == (on_turn,)
        else:
            known[state] = any(
                not side_on_turn_wins(GAME.play(state, move), known) for move in GAME.legal_moves(state)
            )
    return known[state]


@pytest.mark.parametrize(
    "solved", [position for position in SOLVED if len(position["moves"]) >= 10], ids=lambda p: p["moves"][-1]
)
def test_late_solved_positions_have_the_winning_moves_of_exact_search(solved: dict[str, Any]) -> None:
    """Solved positions with at least ten placements: mover, value and every winning move."""
    state = GAME.start({"starter": solved["starter"]})
    for text in solved["moves"]:
        state = GAME.play(state, GAME.parse_move(text))
    known: dict[State, bool] = {}
    legal = GAME.legal_moves(state)
    winning = sorted(
        GAME.format_move(move) for move in legal if not side_on_turn_wins(GAME.play(state, move), known)
    )
    assert bool(winning) is solved["mover_wins"]
    assert winning == solved["winning_moves"]
    assert len(winning) + solved["losing_moves_count"] == len(legal)


def test_every_solved_position_is_reached_with_a_first_move_for_its_mover() -> None:
    """The solved positions replay: no troika yet, the right side on turn, all moves accounted for."""
    for solved in SOLVED:
        state = GAME.start({"starter": solved["starter"]})
        for text in solved["moves"]:
            state = GAME.play(state, GAME.parse_move(text))
        legal = GAME.legal_moves(state)
        assert all(isinstance(move, Lay) for move in legal)
        assert GAME.to_move(state) == (SIDES.index(solved["starter"]) + len(solved["moves"])) % 2
        assert len(legal) == len(solved["winning_moves"]) + solved["losing_moves_count"]
        assert not any(completed(GAME.play(state, move)) for move in legal)
