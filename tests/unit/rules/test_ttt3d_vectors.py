"""Whole games of the vectors, replayed move by move."""

import json
from pathlib import Path
from typing import Any

import pytest

from triboard.rules import ttt3d
from triboard.rules.ttt3d import GAME, Move, Place, Shelf, State, Turn, geometry
from triboard.rules.ttt3d.geometry import HOLES, LINES
from triboard.rules.ttt3d.state import FormedLine, Worth
from triboard.units import Piece

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "ttt3d.json").read_text(encoding="utf-8")
)
FIXED = VECTORS["games"] + VECTORS["crafted_games"]
ROTATING = VECTORS["rotation_games"]
KINDS = {
    "mono": Worth.FIVE,
    "rainbow": Worth.ONE,
    "dead": Worth.NOTHING,
    "foreign_mono": Worth.FOREIGN,
    "already_spent": Worth.SPENT,
}


def of_kind(state: State, worth: Worth) -> list[FormedLine]:
    assert state.last is not None
    return [line for line in state.last.lines if line.worth is worth]


def move_of(entry: dict[str, Any]) -> Move:
    if entry.get("action", "place") == "turn":
        return Turn(Shelf(entry["shelf"]), 1 if entry["dir"] == "cw" else -1)
    return Place(Piece(entry["colour"]), HOLES[entry["hole"]])


def played(state: State, entry: dict[str, Any]) -> State:
    """State after a move of the vectors, which must be legal and survive being written and read."""
    move = move_of(entry)
    assert GAME.to_move(state) == entry["player"]
    assert move in GAME.legal_moves(state)
    assert GAME.parse_move(GAME.format_move(move)) == move
    return GAME.play(state, move)


def test_there_are_as_many_games_as_the_vectors_promise() -> None:
    """12 random games, 2 with the most points of one ball, 8 with rims."""
    assert [len(VECTORS[kind]) for kind in ("games", "crafted_games", "rotation_games")] == [12, 2, 8]


@pytest.mark.parametrize("game", FIXED, ids=lambda game: game["id"])
def test_a_game_without_rims_replays_exactly(game: dict[str, Any]) -> None:
    """ttt3d §7 to §9: lines, kinds, scores and totals after each ball; §6: the end."""
    state = GAME.start({"players": game["players"]})
    assert [list(palette) for palette in state.setup.palettes] == game["palettes"]
    for entry in game["moves"]:
        assert GAME.outcome(state) is None
        state = played(state, entry)
        for name in ("mono", "rainbow", "dead"):
            numbers = [LINES.index(line.holes) for line in of_kind(state, KINDS[name])]
            assert numbers == entry[name]
        assert sum(line.points for line in ttt3d.completed(state)) == entry["score"]
        assert list(GAME.scores(state) or ()) == entry["totals"]
    best = max(game["final"])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert list(outcome.winners) == [side for side, points in enumerate(game["final"]) if points == best]
    assert list(state.balls) == game["board"]
    assert GAME.position(state).pieces == {
        site: (ball,) for site, ball in zip(HOLES, game["board"], strict=True)
    }


@pytest.mark.parametrize("game", ROTATING, ids=lambda game: game["id"])
def test_a_game_with_rims_replays_exactly(game: dict[str, Any]) -> None:
    """ttt3d §12 to §18: rims, slots, spent triples, lines of foreign colours, scores after each turn."""
    state = GAME.start({"players": game["players"], "rims": True})
    for entry in game["moves"]:
        state = played(state, entry)
        for name, worth in KINDS.items():
            triples = [geometry.slots_of(line.holes, state.rims) for line in of_kind(state, worth)]
            assert sorted(triples) == sorted(map(tuple, entry[name])), name
        if entry["action"] == "place":
            assert geometry.slot_of(geometry.Hole(entry["hole"]), state.rims) == entry["slot"]
        assert sum(line.points for line in ttt3d.completed(state)) == entry["score"]
        assert list(GAME.scores(state) or ()) == entry["totals"]
        assert list(GAME.position(state).rims) == entry["rims"]
    assert GAME.outcome(state) is not None
    assert list(state.rims) == game["rims"]
    assert list(state.balls) == game["world_board"]
    slots = [state.balls[geometry.hole_of(geometry.Slot(slot), state.rims)] for slot in range(27)]
    assert slots == game["slot_board"]


@pytest.mark.parametrize("game", FIXED + ROTATING, ids=lambda game: game["id"])
def test_calling_exactly_what_was_made_earns_the_points_of_auto(game: dict[str, Any]) -> None:
    """ttt3d §10: strict with every point called gives the totals of the vectors."""
    state = GAME.start({"players": game["players"], "rims": game in ROTATING, "calling": "strict"})
    for entry in game["moves"]:
        state = GAME.play(state, move_of(entry))
        made = ttt3d.made(state)
        assert made == (len(entry["mono"]), len(entry["rainbow"]))
        state = GAME.play(state, ttt3d.Call(*made))
        assert list(GAME.scores(state) or ()) == entry["totals"]
        assert all(line.credited for line in ttt3d.completed(state))
    assert GAME.outcome(state) is not None
