"""Which game `simulate` plays where only the board is named."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from triboard.cli import cli
from triboard.errors import ConfigurationError


@pytest.mark.parametrize(
    ("board", "game"), [("troika-tags", "troika"), ("trioker-racks", "trioker"), ("ttt3d-presence", "ttt3d")]
)
def test_a_board_says_its_game(board: str, game: str, tmp_path: Path) -> None:
    """Law: whoever names a board need not name its game too."""
    command = ["simulate", "--board", board, "--script", "-", "--state-dir", str(tmp_path)]
    done = CliRunner().invoke(cli, command, input="0.5 press NEW\n")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["game"] == game


def test_a_board_of_another_game_is_refused(tmp_path: Path) -> None:
    """Law: what contradicts itself is refused, with the remedy."""
    command = ["simulate", "--game", "trike", "--board", "troika-tags", "--script", "-"]
    with pytest.raises(ConfigurationError, match="Use --game troika"):
        CliRunner().invoke(cli, [*command, "--state-dir", str(tmp_path)], input="", catch_exceptions=False)
