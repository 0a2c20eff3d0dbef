"""A game that staff chose on the page: one unit among the settings, checked when kept and when read."""

import json
from pathlib import Path
from typing import Any

import pytest

from triboard.app.settings import CHOICE, PAGE_FILE, Source, read_settings, write_page
from triboard.app.staff.choice import Choice, choice_of, games, read_choice
from triboard.board.load import shipped_boards
from triboard.errors import ConfigurationError
from triboard.store.atomic import write_checked

TROIKA = Choice("troika", "troika-tags", {"mode": "training"})


def read(folder: Path, *, choice: bool = True, **environ: str) -> Any:
    return read_settings(None, environ=environ, state_dir=folder, choice=choice)


def test_a_choice_goes_before_the_file_as_a_whole(tmp_path: Path) -> None:
    """Law: its game, board and options hold together; the file's options belong to the file's game."""
    file = tmp_path / "triboard.toml"
    file.write_text('game = "ttt3d"\nopponents = ["1=3"]\n[options]\nplayers = 4\n')
    write_page(tmp_path, {CHOICE: TROIKA})
    settings = read_settings(file, environ={}, state_dir=tmp_path)
    assert choice_of(settings.config) == TROIKA
    assert settings.source("game") is Source.PAGE
    assert settings.source("options.mode") is Source.PAGE
    assert settings.notes == ()


def test_environment_and_command_line_go_before_a_choice(tmp_path: Path) -> None:
    """Law: who names any of it there gets that, and nothing of the page's choice."""
    write_page(tmp_path, {CHOICE: TROIKA})
    assert read(tmp_path, TRIBOARD_GAME="trike").config.game == "trike"
    assert read(tmp_path, TRIBOARD_OPTIONS_PLAYERS="4").config.game == "ttt3d"
    assert read(tmp_path, choice=False).config.game == "ttt3d"


def test_a_choice_stays_when_another_setting_is_changed(tmp_path: Path) -> None:
    write_page(tmp_path, {CHOICE: TROIKA})
    write_page(tmp_path, {"light.palette": "night"})
    config = read(tmp_path).config
    assert (config.game, config.light.palette) == ("troika", "night")


@pytest.mark.parametrize(
    "kept",
    [
        {"game": "chess"},
        {"game": "troika", "board": "ttt3d"},
        {"game": "ttt3d", "options": {"players": 9}},
        {"game": "ttt3d", "board": "/gone/away.toml"},
        "troika",
    ],
)
def test_what_cannot_be_played_any_more_is_left_out_and_told(kept: Any, tmp_path: Path) -> None:
    """Law: a board that starts is worth more than a choice that does not fit."""
    write_checked(tmp_path / PAGE_FILE, {CHOICE: kept, "light.palette": "night"})
    settings = read(tmp_path)
    assert (settings.config.game, settings.config.light.palette) == ("ttt3d", "night")
    assert len(settings.notes) >= 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"game": "trik"}, "Did you mean 'trike'"),
        ({"game": "ttt3d", "board": "ttt3"}, "Did you mean 'ttt3d'"),
        ({"game": "ttt3d", "board": "/etc/passwd"}, "Known: "),
        ({"game": "ttt3d", "options": {"playes": 3}}, "Did you mean 'players'"),
        ({"game": "ttt3d", "options": {"players": 9}}, "Choose one of"),
        ({"game": "ttt3d", "clock": "soon"}, "Write minutes"),
        ({"game": "ttt3d", "opponents": ["one"]}, "SEAT=GRADE"),
        ({"game": "ttt3d", "bord": "ttt3d"}, "Did you mean 'board'"),
        ({"game": "ttt3d", "options": [1]}, "is no table"),
    ],
)
def test_a_wrong_wish_is_named_with_its_remedy(content: dict[str, Any], said: str) -> None:
    """Law: nothing is chosen, no file of this computer is opened, and the nearest right word is named."""
    with pytest.raises(ConfigurationError) as caught:
        read_choice(content)
    assert said in str(caught.value)


def test_every_shipped_board_can_be_chosen() -> None:
    """Law: the page offers each board with its game, the usual one first; what it sends reads back."""
    offered = {board: game["game"] for game in games() for board in game["boards"]}
    assert set(offered) == set(shipped_boards())
    assert [game["boards"][0] for game in games()] == ["ttt3d", "troika", "trike", "trioker"]
    for board, game in offered.items():
        choice = read_choice(json.loads(json.dumps({"game": game, "board": board})))
        assert read_choice(choice.as_json()) == choice
