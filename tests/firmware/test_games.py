"""Whole games of every board, by simulated hands, through the firmware: what was meant is what is recorded.

The people are those of `tests/journeys`: they slip, take back, use two hands and pull cables. Their `expect`
compares the record with the rules engine after every ply, so that nothing false is ever committed.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.firmware.conftest import PicoAt
from tests.journeys.people import Ttt3dPeople
from tests.journeys.people_base import finish, kept
from tests.journeys.people_racks import RackPeople
from tests.journeys.people_trike import TrikePeople
from tests.journeys.people_trioker import TriokerPeople
from tests.journeys.people_troika import TroikaPeople
from tests.journeys.test_trioker_by_hands import options_of

from triboard.board.load import load_board
from triboard.rules import trioker, ttt3d
from triboard.units import Piece, Site

CLUMSY = 0.2
MOVES = 5  # of boards with very many channels, on which a whole game takes a minute


@pytest.mark.parametrize(("board", "seed"), [("ttt3d", 1), ("ttt3d-presence", 2)])
def test_a_game_of_3d_tic_tac_toe(board: str, seed: int, tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: by colour, and by presence, with rims turned: the record is what was meant."""
    options: dict[str, Any] = {"players": 2, "calling": "auto", "rims": True, "rim_turn": "instead"}
    table = pico_at(tmp_path, options, board=board, seed=seed, speed=4.0)
    people = Ttt3dPeople(table, options, Random(seed), clumsy=CLUMSY)
    people.play_game()
    assert ttt3d.GAME.outcome(table.state.game) is not None
    assert kept(table) == people.moves
    table.close()


@pytest.mark.parametrize(
    ("board", "seed"),
    [
        pytest.param("troika", 1, marks=pytest.mark.long),  # five times as long a game as the next
        ("troika", 11),
        ("troika-tags", 2),
    ],
)
def test_a_game_of_troika(board: str, seed: int, tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: by resistors, and by tags that tell no order: the record is what was meant."""
    table = pico_at(tmp_path, {}, board=board, seed=seed, speed=8.0)
    people = TroikaPeople(table, Random(seed), clumsy=CLUMSY)
    people.play_game()
    finish(table, people)


@pytest.mark.parametrize(
    ("board", "size", "seed"),
    [
        ("trike", 7, 1),
        pytest.param("trike", 10, 2, marks=pytest.mark.long),  # as 7, and 19 begins a game
        ("trike-presence", 8, 2),
    ],
)
def test_a_game_of_trike(board: str, size: int, seed: int, tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: by magnets, and by presence: the record is what was meant."""
    table = pico_at(
        tmp_path, {"size": size, "swap": True}, board=load_board(board, size), seed=seed, speed=8.0
    )
    people = TrikePeople(table, Random(seed), clumsy=CLUMSY)
    people.play_game()
    finish(table, people)


@pytest.mark.parametrize("board", ["trike", "trike-presence"])
def test_the_largest_board_begins_a_game(board: str, tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: side 19, 190 cells and 380 channels, as the smallest one."""
    table = pico_at(tmp_path, {"size": 19, "swap": True}, board=load_board(board, 19), seed=4, speed=8.0)
    people = TrikePeople(table, Random(4), clumsy=0)
    while len(people.moves) < MOVES:
        people.turn()
        people.expect()
    finish(table, people)


@pytest.mark.parametrize("seed", [0, pytest.param(4, marks=pytest.mark.long)])
def test_a_game_of_trioker(seed: int, tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: by three resistors a tile: the record is what was meant."""
    people = trioker_people("trioker", seed, tmp_path, pico_at)
    people.play_game()
    assert trioker.GAME.outcome(people.table.state.game) is not None
    finish(people.table, people)


def test_a_game_of_trioker_beside_racks(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: the field is played as without racks, and a tile on a rack is read as it lies there."""
    people = trioker_people("trioker-racks", 5, tmp_path, pico_at)
    while len(people.moves) < MOVES:
        people.turn()
        people.expect()
    table = people.table
    rack = Site("rack:0:3")
    table.do(lambda now: table.bench.hands.drop(rack, Piece("012"), now))
    seen = table.daemon.senses.observation
    assert seen is not None
    assert seen.aside[rack][0].piece == "012"
    people.expect()
    finish(table, people)


def test_a_game_of_trioker_from_racks(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: hands are dealt into racks, and everything is taken from there, as by the built-in controller:
    after every ply the record is what was meant, and the racks hold what the game says."""
    options: dict[str, Any] = {"mode": "rapid", "players": 2, "start": 0}
    table = pico_at(tmp_path, options, board="trioker-racks", seed=3, speed=8.0)
    people = RackPeople(table, options, Random(3), clumsy=CLUMSY)
    people.set_up()
    while len(people.moves) < MOVES or people.owing:
        people.turn()
        people.expect()
    assert any(stack for stack in table.world.racks().values())
    finish(table, people)


def trioker_people(board: str, seed: int, folder: Path, pico_at: PicoAt) -> TriokerPeople:
    """People at a table that is set up."""
    chance = Random(seed)
    options, deal = options_of(seed, chance)
    table = pico_at(folder, options, board=board, seed=seed, speed=8.0)
    people = TriokerPeople(table, options, chance, clumsy=CLUMSY, deal=deal)
    people.set_up()
    return people
