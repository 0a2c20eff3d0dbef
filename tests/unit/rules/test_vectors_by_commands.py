"""Every vector of other programs once more, through `triboard rules replay`, `perft` and `legal`."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.rules.commands import triboard

VECTORS = Path(__file__).parents[2] / "vectors"
LETTERS = {"white": "w", "black": "k", "red": "r", "green": "g", "blue": "b"}
PYRAMIDS = {"white": "W", "yellow": "Y", "red": "R", "green": "G", "blue": "B", "black": "K"}


def vectors(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text())


def replayed(game: str, options: dict[str, Any], moves: list[str]) -> Any:
    """What `rules replay` says."""
    return triboard("rules", "replay", "-", given={"game": game, "options": options, "moves": moves}).json


def perft_lines(game: str, *settings: str, depth: int) -> list[int]:
    """Node counts of `rules perft`."""
    words = [word for setting in settings for word in ("--set", setting)]
    lines = triboard("rules", "perft", game, *words, "--depth", str(depth)).lines
    assert [line["depth"] for line in lines] == list(range(depth + 1))
    return [line["nodes"] for line in lines]


def trike_cell(row: int, column: int) -> str:
    return f"{chr(ord('a') + row)}{column + 1}"


def troika_text(move: list[Any]) -> str:
    colour, pips, row, column = move
    return f"{PYRAMIDS[colour]}{'sml'[pips - 1]}@{'abc'[column]}{row + 1}"


def hole(index: int) -> str:
    return f"{'ABC'[index // 9]}{'abc'[index % 3]}{index // 3 % 3 + 1}"


@pytest.mark.parametrize("game", vectors("trike_games")["games"], ids=lambda game: str(game["id"]))
def test_trike_games(game: dict[str, Any]) -> None:
    """Legal counts at every ply, score, winner, and the legal cells of the last vector ply."""
    moves = [trike_cell(*cell) for cell in game["moves"]]
    options = {"size": game["side"], "swap": False}
    found = replayed("trike", options, moves)
    assert found["legal_counts"] == game["legal_counts"]
    assert found["scores"][-1] == game["score"]
    winner = game["winner"] - 1
    assert found["outcome"] == {
        "winners": [["black", "white"][winner]],
        "seats": [winner],
        "reason": "trapped",
    }
    if "legal" in game:
        form = {"game": "trike", "options": options, "moves": moves[:-1]}
        cells = sorted(trike_cell(*cell) for cell in game["legal"][len(moves) - 1])
        assert triboard("rules", "legal", "-", given=form).json["moves"] == cells


@pytest.mark.parametrize(
    "game",
    [*vectors("troika_games")["games"], *vectors("troika_games")["edge"]],
    ids=lambda game: game["reason"],
)
@pytest.mark.parametrize("die", [False, True], ids=["agreed", "thrown"])
def test_troika_games(game: dict[str, Any], *, die: bool) -> None:
    """Legal counts, end and winner; with the die as the first ply nothing else changes."""
    moves = [troika_text(move) for move in game["moves"]]
    throw = ["die:yellow" if game["starter"] == "light" else "die:black"]
    found = replayed("troika", {} if die else {"starter": game["starter"]}, throw + moves if die else moves)
    counts = [6, *game["legal_counts"]] if die else game["legal_counts"]
    assert found["legal_counts"] == [*counts, 0]
    other = "dark" if game["starter"] == "light" else "light"
    winner = game["starter"] if game["winner"] == "starter" else other
    seat = 0 if winner == "light" else 1
    assert found["outcome"] == {"winners": [winner], "seats": [seat], "reason": game["reason"]}
    heights = [0] * 9
    for site, stack in found["position"].items():
        heights["abc".index(site[0]) + 3 * (int(site[1]) - 1)] = len(stack)
    assert heights == game["heights"]


@pytest.mark.parametrize(
    "game",
    [vectors("ttt3d")[kind][number] for kind in ("games", "crafted_games", "rotation_games")
     for number in range(len(vectors("ttt3d")[kind]))],
    ids=lambda game: game["id"],
)  # fmt: skip
def test_ttt3d_games(game: dict[str, Any]) -> None:
    """Totals after every turn, rims, the last position and the winners."""
    rims = game["id"].startswith("rot")
    palettes = [list(colours) for colours in game["palettes"]]
    options = {"players": game["players"], "rims": rims, "colours": palettes}
    moves, standing = [], {}
    for entry in game["moves"]:
        if entry.get("action", "place") == "place":
            moves.append(f"{LETTERS[entry['colour']]}@{hole(entry['hole'])}")
            standing[hole(entry["hole"])] = [entry["colour"]]
        else:
            moves.append(f"{'ABC'[entry['shelf']]}{'+' if entry['dir'] == 'cw' else '-'}")
    found = replayed("ttt3d", options, moves)
    totals = [entry["totals"] for entry in game["moves"]]
    assert found["scores"] == totals
    best = [side for side, points in enumerate(totals[-1]) if points == max(totals[-1])]
    assert found["outcome"] == {"winners": best, "seats": best, "reason": "full"}
    if rims:
        assert found["rims"] == game["rims"]
        board = {hole(index): [colour] for index, colour in enumerate(game["world_board"])}
        assert found["position"] == board
    else:
        assert (found["rims"], found["position"]) == ([0, 0, 0], standing)


@pytest.mark.parametrize(("side", "depth"), [(1, 3), (2, 5), (3, 6), (4, 7), (5, 4), (7, 3), (10, 3)])
def test_trike_counts(side: int, depth: int) -> None:
    """Sequences from the empty board; beyond the end of the table there are none."""
    (board,) = [board for board in vectors("trike_perft")["boards"] if board["side"] == side]
    rows = [row["sequences"] for row in board["rows"]] + [0] * depth
    assert perft_lines("trike", f"size={side}", "swap=false", depth=depth) == rows[: depth + 1]


def test_troika_counts() -> None:
    """Sequences from the empty board; the die puts a ply with six results before them."""
    rows = [row["sequences"] for row in vectors("troika_perft")["from_start"]]
    assert perft_lines("troika", "starter=dark", depth=3) == rows[:4]
    assert perft_lines("troika", depth=3) == [1, *(6 * count for count in rows[:3])]


def test_ttt3d_and_trioker_counts() -> None:
    """27 x 26 x 25 balls; Pair opens with ten tiles: two triples are barred, none may stand turned."""
    assert perft_lines("ttt3d", depth=3) == [1, 27, 27 * 26, 27 * 26 * 25]
    first = perft_lines("trioker", depth=2)
    assert first[:2] == [1, 10 * 3]
