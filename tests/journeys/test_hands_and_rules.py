"""A random legal game played by simulated hands ends as the rules engine says. This test is the product."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.journeys.people import Ttt3dPeople
from tests.journeys.table import Table

from triboard.rules import ttt3d
from triboard.store.journal import read_segment

GAMES = 200  # each seed is one game with its own options and accidents
# Found by the long test: a ball put back lost its call. The very hands are in unit/session/test_put_back.py.
FOUND = (1124, 1167)


def options_of(chance: Random) -> dict[str, Any]:
    """Options of a random game."""
    players = chance.choice([2, 3, 4, 5])
    return {
        "players": players,
        "calling": chance.choice(["auto", "strict"]),
        "rims": chance.random() < 0.6,
        "rim_turn": chance.choice(["instead", "after"]),
        "start": chance.randrange(players),
    }


@pytest.mark.parametrize("seed", [*range(GAMES), *FOUND])
def test_a_random_game_by_hands_is_the_game_that_was_meant(seed: int, tmp_path: Path) -> None:
    """Law (property 8): bounce, slips, wrong tries, bad cables and rims turned to and fro change nothing:
    after every ply the record equals the moves that were meant, and so does the journal on disk."""
    chance = Random(seed)
    options = options_of(chance)
    table = Table(tmp_path, options, seed=seed)
    people = Ttt3dPeople(table, options, chance, clumsy=chance.choice([0.0, 0.2, 0.5]))
    people.play_game()
    assert table.state.game == people.state
    assert ttt3d.GAME.outcome(table.state.game) is not None
    written = read_segment(table.journal.path).entries
    assert [entry["text"] for entry in kept(written)] == people.moves
    table.close()
    assert table.bench.bus.decode() == bytes(3 * len(table.board.pixels))


def kept(entries: Any) -> list[Any]:
    """Move entries that were not taken back."""
    found: list[Any] = []
    for entry in entries:
        if entry["event"] == "move":
            found.append(entry)
        elif entry["event"] == "takeback":
            del found[entry["ply"] :]
    return found


@pytest.mark.parametrize("seed", range(3))
def test_the_same_holds_over_a_real_pty_and_pyserial(seed: int, tmp_path: Path) -> None:
    """Law: with the kernel and the real serial driver between the two ends, the same game results."""
    chance = Random(1000 + seed)
    options = options_of(chance)
    table = Table(tmp_path, options, seed=seed, real=True)
    people = Ttt3dPeople(table, options, chance, clumsy=0.4)
    people.play_game()
    assert table.state.game == people.state
    table.close()
