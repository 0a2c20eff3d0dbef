"""Golden games, one for every game, mode and option: compared whole on every run."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.playthroughs.transcript import files, record_part, transcript

from triboard.rules.record import Record
from triboard.rules.record_text import parse_records
from triboard.rules.registry import GAMES

REASONS = {
    "ttt3d": {"full"},
    "troika": {"troika", "stuck", "exhausted"},
    "trike": {"trapped"},
    "trioker": {"last-tile", "fewest", "blocked", "out", "solved"},
}


def record_in(path: Path) -> Record:
    (record,) = parse_records(record_part(path.read_text(encoding="utf-8")), path.name)
    return record


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_golden_game_plays_as_it_did(path: Path) -> None:
    """Law: sides, legal moves, points, every change on the board and the result are those of the file."""
    assert transcript(record_in(path)) == path.read_text(encoding="utf-8")


def wanted() -> Iterator[tuple[str, str, Any]]:
    """Game, option and value for all options whose values are listed."""
    for game in GAMES.values():
        for name, option in game.options.items():
            if isinstance(option.values, tuple):
                yield from ((game.name, name, value) for value in option.values)


def test_every_game_mode_and_listed_option_has_a_finished_golden_game() -> None:
    """Law: who adds a mode or a value of an option adds a golden game of it."""
    played = [record.played for record in map(record_in, files()) if record.played.outcome]
    shown = {
        (game.game.name, name, json.dumps(game.options.get(name, option.default)))
        for game in played
        for name, option in game.game.options.items()
    }
    assert {one for one in wanted() if (one[0], one[1], json.dumps(one[2])) not in shown} == set()
    modes = {(game.game.name, game.options.get("mode")) for game in played}
    for game in GAMES.values():
        assert game.name in {name for name, _ in modes}
        assert set(game.modes) <= {mode for name, mode in modes if name == game.name} | {"game"}


def test_every_way_a_game_can_end_has_a_golden_game() -> None:
    """Law: each reason of an outcome occurs, and so do draws and shared seats after a swap."""
    outcomes = [(one.played.game.name, one.played.outcome) for one in map(record_in, files())]
    found = {
        name: {outcome.reason for game, outcome in outcomes if game == name and outcome} for name in GAMES
    }
    assert found == REASONS
    assert any(outcome and not outcome.winners for _, outcome in outcomes)
    assert any(outcome and list(map(int, outcome.winners)) != list(outcome.seats) for _, outcome in outcomes)
