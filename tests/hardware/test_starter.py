"""The starter build plays: no rims, no buttons, no pins, LEDs on the controller."""

from pathlib import Path

import pytest
from tests.field_reports.common import Played
from tests.hardware.builder import commands
from tests.hardware.files import HARDWARE
from tests.unit.rules.commands import triboard

from triboard.app.config import Config
from triboard.app.tables import PiTable
from triboard.board.load import load_board
from triboard.errors import ControllerError
from triboard.hardware.erc import installed

STARTER = "ttt3d-presence+starter"


def test_a_game_is_played_without_rims_and_buttons(tmp_path: Path) -> None:
    """Law: balls are moves in turn, one lifted again is taken back, and nobody asks for a rim."""
    game = Played(tmp_path, {"players": 2}, board=STARTER)
    for site, piece in (("Ab2", "white"), ("Bb2", "red"), ("Cb2", "black")):
        game.drop(site, piece)
        game.wait(1)
    assert [move.partition("@")[2] for move in game.moves] == ["Ab2", "Bb2", "Cb2"]
    game.lift("Cb2")
    game.wait(2)
    assert len(game.moves) == 2
    assert "rim" not in str(game.says)
    game.close()


def test_a_game_with_rims_is_refused() -> None:
    """Law: one clear mistake that names the board and the remedy, before anything starts."""
    answer = triboard("simulate", "--board", STARTER, "--set", "rims=true", "--script", "-", given="")
    assert (answer.code, answer.out) == (2, "")
    assert "the board ttt3d-presence has no rims to turn. Play with rims = false" in answer.err


def test_any_computer_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: where the board has no pins, the library for pins is not asked for; where it has, it is."""

    def missing() -> None:
        raise ControllerError("The pin library lgpio is missing.")

    monkeypatch.setattr("triboard.app.tables.pi_factory", missing)
    PiTable(load_board(STARTER), Config()).ends()
    with pytest.raises(ControllerError, match="lgpio"):
        PiTable(load_board("ttt3d-presence"), Config()).ends()


@pytest.mark.long
@pytest.mark.skipif(not installed(), reason="SKiDL is not installed")
def test_every_command_of_the_overview_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: what hardware/README.md has one type does what it says, and finds the files of hardware/ fresh."""
    monkeypatch.chdir(HARDWARE.parent)
    typed = commands((HARDWARE / "README.md").read_text())
    assert len(typed) == 6
    for words in typed:
        answer = triboard(*(str(tmp_path) if word == "mine" else word for word in words))
        assert answer.code == 0, (words, answer.err)
        if words == ["hardware", "build", "ttt3d"]:
            assert answer.json["written"] == []
    assert {path.name for path in tmp_path.iterdir()} == {"trike", "troika-tags", "ttt3d-presence+hall"}
