"""Trioker from racks that read their tiles, played by simulated hands (property 8, trioker §28)."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.journeys.people_base import finish
from tests.journeys.people_racks import RackPeople
from tests.journeys.table import Table

from triboard.rules import trioker

GAMES = 12  # more in test_long_hands.py
MODES = ("rapid", "original", "simple")


def people_at(folder: Path, seed: int) -> RackPeople:
    """People at a table of their own; racks deal, whatever the options say of hands."""
    chance = Random(seed)
    mode = MODES[seed % len(MODES)]
    options: dict[str, Any] = {"mode": mode, "players": chance.choice([2, 3, 4])}
    options |= {"paths": chance.choice([1, 2, 3])} if mode == "simple" else {"start": 0}
    table = Table(folder, options, board="trioker-racks", seed=seed, speed=chance.choice([1.0, 3.0]))
    return RackPeople(table, options, chance, clumsy=chance.choice([0.0, 0.2, 0.5]))


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_from_racks_is_the_game_that_was_meant(seed: int, tmp_path: Path) -> None:
    """Law (property 8): tiles sorted, looked at, put into wrong racks, drawn with and without DRAW, laid
    wrong and taken back: after every ply the record equals what was meant, and no rack is astray."""
    people = people_at(tmp_path, seed)
    people.set_up()
    people.play_game()
    assert trioker.GAME.outcome(people.table.state.game) is not None
    finish(people.table, people)


@pytest.mark.parametrize("seed", range(6))
def test_a_game_from_racks_goes_on_after_the_daemon_was_killed(seed: int, tmp_path: Path) -> None:
    """Law (physical-play 20): the journal knows hands and draws; racks are compared, not asked again."""
    people = people_at(tmp_path, seed)
    people.set_up()
    for _ in range(12):
        if not people.over and not people.owing:
            people.turn()
    while people.owing:
        people.turn()
    moves = people.table.moves
    people.table.wire.close()
    table = Table(tmp_path, board="trioker-racks", seed=seed)
    assert table.moves == moves
    people.table = table
    people.expect()
    people.play_game()
    finish(table, people)
