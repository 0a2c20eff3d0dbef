"""Which game `simulate` plays where only the board is named."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from triboard.app.config import RUNGS
from triboard.cli import cli
from triboard.errors import ConfigurationError
from triboard.lessons.library import on_rung
from triboard.lessons.task import Rung


@pytest.mark.parametrize(
    ("board", "game"), [("troika-tags", "troika"), ("trioker-racks", "trioker"), ("ttt3d-presence", "ttt3d")]
)
def test_a_board_says_its_game(board: str, game: str, tmp_path: Path) -> None:
    """Law: whoever names a board need not name its game too."""
    command = ["simulate", "--board", board, "--script", "-", "--state-dir", str(tmp_path)]
    done = CliRunner().invoke(cli, command, input="0.5 press NEW\n")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["game"] == game


@pytest.mark.parametrize(("words", "rung"), [(["--lesson"], "see"), (["--lesson", "block"], "block")])
def test_a_board_for_lessons_begins_with_one(words: list[str], rung: str, tmp_path: Path) -> None:
    """Law: the command line makes a board for lessons, on the first rung where none is named; the task's
    position is the game that results."""
    command = ["simulate", "--game", "troika", "--script", "-", "--state-dir", str(tmp_path), *words]
    done = CliRunner().invoke(cli, command, input="0.5 press UNDO\n")
    assert done.exit_code == 0, done.output
    moves = tuple(json.loads(done.stdout)["moves"])
    assert moves in {task.moves for task in on_rung("troika", RUNGS[rung])}


def test_a_button_held_in_a_script_begins_a_lesson(tmp_path: Path) -> None:
    """Law: scripts hold buttons as hands do."""
    command = ["simulate", "--game", "troika", "--script", "-", "--state-dir", str(tmp_path)]
    done = CliRunner().invoke(cli, command, input="3 press NEW 1.5\n")
    assert json.loads(done.stdout)["moves"] == []
    done = CliRunner().invoke(cli, command, input="3 press NEW 2.5\n")
    assert tuple(json.loads(done.stdout)["moves"]) in {task.moves for task in on_rung("troika", Rung.SEE)}


def test_a_board_of_another_game_is_refused(tmp_path: Path) -> None:
    """Law: what contradicts itself is refused, with the remedy."""
    command = ["simulate", "--game", "trike", "--board", "troika-tags", "--script", "-"]
    with pytest.raises(ConfigurationError, match="Use --game troika"):
        CliRunner().invoke(cli, [*command, "--state-dir", str(tmp_path)], input="", catch_exceptions=False)
