"""`triboard rules`: the shapes of its answers, and how it takes bad input."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.unit.rules.commands import triboard

from triboard.rules import trioker
from triboard.rules.registry import GAMES

SWAPPED = {"game": "trike", "options": {"size": 3}, "moves": ["b1", "swap", "a1", "b2", "c2", "c1"]}


def test_list_shows_every_game_with_modes_and_options() -> None:
    """Law: default, values and meaning of each option, as the engines have them."""
    games = triboard("rules", "list").json["games"]
    assert [game["name"] for game in games] == ["ttt3d", "troika", "trike", "trioker"]
    for game in games:
        assert set(game) == {"name", "modes", "options"}
        assert set(game["options"]) == set(GAMES[game["name"]].options)
        assert all(set(option) == {"default", "values", "about"} for option in game["options"].values())
    assert games[2]["options"]["swap"]["values"] == [True, False]
    assert games[3]["modes"] == ["pair-impair", "rapid", "original", "simple", "puzzle"]


def test_replay_says_how_a_game_stands() -> None:
    """Law: counts from before the first ply, scores after each; winners by side and by (crossed) seat."""
    assert triboard("rules", "replay", "-", given=SWAPPED).json == {
        "plies": 6,
        "legal_counts": [6, 5, 4, 2, 2, 2, 0],
        "scores": [[1, 0], [1, 0], [1, 1], [2, 1], [2, 1], [2, 1]],
        "outcome": {"winners": ["black"], "seats": [1], "reason": "trapped"},
        "position": {
            "a1": ["white"],
            "b1": ["black"],
            "b2": ["black"],
            "c1": ["black", "pawn"],
            "c2": ["white"],
        },
    }


def test_replay_of_an_unfinished_game_has_no_outcome_and_rims_where_there_are_rims() -> None:
    """Law: `rims` belongs to ttt3d alone, `scores` to games with scores."""
    moves = ["w@Ab2", "k@Bb2", "r@Ca1", "C+"]
    answer = triboard(
        "rules", "replay", "-", given={"game": "ttt3d", "options": {"rims": True}, "moves": moves}
    )
    found = answer.json
    assert (found["outcome"], found["rims"], found["plies"]) == (None, [0, 0, 1], 4)
    assert found["legal_counts"] == [27, 26, 25, 24 + 6, 24 + 6]
    assert found["position"] == {"Ab2": ["white"], "Bb2": ["black"], "Cc1": ["red"]}
    troika = triboard("rules", "replay", "-", given={"game": "troika", "moves": ["die:red"]}).json
    assert set(troika) == {"plies", "legal_counts", "outcome", "position"}
    assert triboard("rules", "replay", "-", given={"game": "trike"}).json["scores"] == []


def test_a_draw_has_no_winners_and_a_shared_win_lists_all() -> None:
    """Law: `"winners": []` for a draw."""
    draw = triboard("rules", "random", "trioker", "--seed", "3").json
    assert triboard("rules", "replay", "-", given=draw).json["outcome"] == {
        "winners": [],
        "seats": [],
        "reason": "fewest",
    }
    shared = triboard("rules", "random", "ttt3d", "--set", "players=5", "--seed", "11").json
    found = triboard("rules", "replay", "-", given=shared).json
    best = max(found["scores"][-1])
    assert found["outcome"]["winners"] == [side for side in range(5) if found["scores"][-1][side] == best]


def test_strict_calls_are_legal_moves_and_count() -> None:
    """Law: 26 balls and 14 x 14 calls after the first ball (ttt3d §10)."""
    form = {"game": "ttt3d", "options": {"calling": "strict"}, "moves": ["w@Ab2"]}
    assert triboard("rules", "replay", "-", given=form).json["legal_counts"] == [27, 222]
    assert len(triboard("rules", "legal", "-", given=form).json["moves"]) == 222


def test_legal_lists_sorted_texts(tmp_path: Path) -> None:
    """Law: from a file as from standard input; a file may be a record too."""
    file = tmp_path / "game.json"
    file.write_text(json.dumps(SWAPPED | {"moves": ["b1"]}))
    moves = ["a1", "b2", "c1", "c2", "swap"]
    assert triboard("rules", "legal", str(file)).json == {"moves": moves}
    file.write_text('[Game "trike"]\n[size 3]\n1. b1\n*\n')
    assert triboard("rules", "legal", str(file)).json == {"moves": moves}
    assert triboard("rules", "legal", "-", given=SWAPPED).json == {"moves": []}


def test_perft_prints_a_line_for_each_depth() -> None:
    """Law: a sequence that ended earlier is not continued: six games on side 3 end after three moves."""
    lines = triboard(
        "rules", "perft", "trike", "--set", "size=3", "--set", "swap=false", "--depth", "7"
    ).lines
    assert lines == [
        {"depth": depth, "nodes": nodes} for depth, nodes in enumerate([1, 6, 24, 66, 138, 192, 120, 0])
    ]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["perft", "trik", "--depth", "1"], "game: 'trik' is not a game. Did you mean 'trike'?"),
        (["perft", "trike"], "triboard rules perft: Missing option '--depth'. Try --help."),
        (["perft", "trike", "--depth", "-1"], "--depth"),
        (["perft", "trike", "--depth", "1", "--set", "siz=3"], "Did you mean size?"),
        (["perft", "trike", "--depth", "1", "--set", "size"], "--set size: has no '='"),
        (["random", "trioker", "--set", "mode=rapid", "--set", "players=9"], "players: 9 cannot play rapid"),
        (["random", "trioker", "--set", "mode=rapid", "--set", "hands=[]"], "hands: 0 hands for 2 players"),
        (["random", "trioker", "--set", "mode=simple", "--set", "start=1"], "seat 1 does not open this deal"),
        (["random", "troika", "--set", "mode=training", "--set", "task=3"], "task: 3 does not show two"),
        (["replay", "nowhere.json"], "nowhere.json: cannot be read (No such file or directory)"),
        (["solve-puzzle", "eagel"], "outline: 'eagel' is no outline; did you mean eagle."),
        (["solve-puzzle", "eagle", "--tiles", "000,100,000"], "This tile is spelled 001."),
        (["solve-puzzle", "eagle", "--tiles", "000,000"], "the tile 000 is named twice"),
        (["replai", "-"], "No such command 'replai'"),
    ],
)
def test_bad_input_ends_with_code_2_and_a_clear_line(words: list[str], error: str) -> None:
    """Law: nothing on standard output; standard error says what is wrong and how to mend it."""
    answer = triboard("rules", *words)
    assert (answer.code, answer.out) == (2, "")
    assert error in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (
            {"game": "trike", "moves": ["g4", "g4"]},
            "moves[1]: 'g4' is not allowed (pawn-stays, trike §5). The pawn stands on g4; it must move",
        ),
        (SWAPPED | {"moves": [*SWAPPED["moves"], "c3"]}, "moves[6]: 'c3' is not allowed (game-over, "),
        ({"game": "ttt3d", "moves": ["w@Ab2", "k@Ab2"]}, "moves[1]: 'k@Ab2' is not allowed (hole-taken, "),
        ({"game": "troika", "moves": ["Rl@b2"]}, "moves[0]: 'Rl@b2' is not allowed"),
        ({"game": "trioker", "moves": ["U3,3:000"]}, "moves[0]: 'U3,3:000' is not allowed (opening-tile, "),
        ({"game": "trike", "moves": ["?"]}, "moves[0]: '?' cannot be read."),
        ({"game": "trike", "seed": 3}, "seed: there is no such key."),
        ("", "input: it is empty."),
        ("\udcff", "input: cannot be read (it is not UTF-8)."),
        ('{"game": "trike"}{"game": "trike"}', "input: it holds 2 games."),
    ],
)  # fmt: skip
def test_replay_names_index_text_and_rule(given: Any, error: str) -> None:
    """Law: one line, exit code 2, nothing on standard output."""
    answer = triboard("rules", "replay", "-", given=given)
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1
    assert error in answer.err


RANDOM: list[tuple[str, list[str]]] = [
    ("ttt3d", ["players=2", "calling=strict", "rims=true", "rim_turn=after"]),
    ("ttt3d", ["players=5", "rims=true"]),
    ("troika", []),
    ("troika", ["mode=training"]),
    ("trike", ["size=9"]),
    ("trioker", ["board=52", "honour=true"]),
    *(("trioker", [f"mode={mode}", "players=3"]) for mode in ("rapid", "original", "simple")),
    ("trioker", ["mode=rapid", "players=4", "start=2"]),
    ("trioker", ["mode=rapid", "start=1", "hands=[10,10]"]),
    ("trioker", ["mode=puzzle", "outline=0: 1 2 / 1"]),
]


@pytest.mark.parametrize(("game", "settings"), RANDOM, ids=lambda value: "-".join(value) or "plain")
def test_random_games_are_whole_and_come_again_with_their_seed(game: str, settings: list[str]) -> None:
    """Law: what is left to chance is dealt, the game is played to its end, and the seed decides it all."""
    words = ["rules", "random", game]
    for setting in settings:
        words += ["--set", setting]
    first, again = (triboard(*words, "--seed", "5") for _ in range(2))
    assert first == again
    assert first != triboard(*words, "--seed", "6")
    found = triboard("rules", "replay", "-", given=first.json).json
    assert found["outcome"] is not None
    assert found["legal_counts"][-1] == 0
    if "start=2" in settings:
        assert trioker.GAME.to_move(trioker.GAME.start(first.json["options"])) == 2


def test_the_seed_decides_in_every_process() -> None:
    """Law: nothing depends on the order of sets, which Python shuffles anew at every start."""
    code = (
        "from random import Random; from triboard.rules import chance, registry, trioker\n"
        "for game, options in [('trioker', {'mode': 'puzzle', 'outline': 'star'}), ('trioker', {}), "
        "('trioker', {'mode': 'rapid'}), ('ttt3d', {'rims': True}), ('troika', {}), ('trike', {})]:\n"
        "    print(chance.random_game(registry.GAMES[game], options, Random(1).randrange, most=60).texts)\n"
        "print(next(trioker.solve('star')), [sorted(cells) for cells in trioker.OUTLINES.values()])"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(answers) == 1


def test_a_puzzle_may_end_unfinished() -> None:
    """Law: a random puzzle of 12 cells is cut after so many moves."""
    form = triboard("rules", "random", "trioker", "--set", "mode=puzzle", "--plies", "40").json
    assert len(form["moves"]) == 40
    assert triboard("rules", "replay", "-", given=form).json["outcome"] is None


def test_solve_puzzle_lists_solutions_that_play() -> None:
    """Law: lists of move texts, at most as many as asked for."""
    solutions = triboard("rules", "solve-puzzle", "hexagon-2", "--joker", "--limit", "3").json
    assert len(solutions) == len({tuple(solution) for solution in solutions}) == 3
    for moves in solutions:
        options = {"mode": "puzzle", "outline": "hexagon-2", "joker": True}
        form = {"game": "trioker", "options": options, "moves": moves}
        assert triboard("rules", "replay", "-", given=form).json["outcome"]["reason"] == "solved"
    assert triboard("rules", "solve-puzzle", "trapezoid-7x2").json == []


@pytest.mark.parametrize(
    ("words", "placements"),
    [
        (["hexagon-2", "--joker"], 1680),
        (["hexagon-2"], 0),
        (["trapezoid-7x2"], 0),
        (["parallelogram-3x4"], 5 * 24),
        (["triangle-5"], 0),
        (["sitting-man"], 30 * 24),
        (["sitting-man", "--limit", "7"], 7),
    ],
)
def test_counts_are_raw(words: list[str], placements: int) -> None:
    """Law: nothing factored out (trioker §25, §26)."""
    assert triboard("rules", "solve-puzzle", *words, "--count").json == {"placements": placements}


def test_an_outline_can_come_from_a_file(tmp_path: Path) -> None:
    """Law: rows as in the rules; with given tiles each solution uses each once."""
    file = tmp_path / "bar.txt"
    file.write_text("# two cells\n0: 0 / 0\n")
    words = ["rules", "solve-puzzle", str(file), "--tiles", "000,001"]
    assert sorted(triboard(*words).json) == [["U0,0:000", "D0,0:100"], ["U0,0:100", "D0,0:000"]]
    assert triboard(*words, "--count").json == {"placements": 2}


def test_convert_turns_records_into_json_and_back(tmp_path: Path) -> None:
    """Law: nothing is lost either way, with several games in a file."""
    text = '[Game "trike"]\n[size 3]\n[Event "Club"]\n\n1. b1 {bold} 2. swap\n*\n'
    text += '\n[Game "troika"]\n\n1. die:red\n*\n'
    lines = triboard("rules", "convert", "-", given=text)
    assert [line["moves"] for line in lines.lines] == [["b1", "swap"], ["die:red"]]
    assert triboard("rules", "convert", "-", given=lines.out).out == text
    assert triboard("rules", "convert", "-", "--to", "text", given=text).out == text
    assert triboard("rules", "convert", "-", "--to", "json", given=lines.out) == lines


def test_other_commands_do_not_pay_for_this_one() -> None:
    """Law: the group is imported when it is asked for, and listed all the same."""
    code = "import sys, triboard.cli; print([name for name in sys.modules if '.commands' in name])"
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "[]\n"
    assert "Use the rules engines" in triboard("--help").out
