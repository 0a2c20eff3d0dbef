"""`triboard config`: write, check and show the settings."""

import os
from pathlib import Path
from typing import Any

import click

from triboard.app.config_text import commented_file, shown
from triboard.app.games import begin
from triboard.app.service import board_of
from triboard.app.settings import read_settings
from triboard.commands.files import print_json, refuse
from triboard.errors import ConfigurationError, Mistake

CONFIG_VARIABLE = "TRIBOARD_CONFIG"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def config() -> None:
    """Write, check and show the settings (docs/config.md)."""


_file = click.argument(
    "file", type=click.Path(path_type=Path), required=False, default=None, envvar=CONFIG_VARIABLE
)


@config.command("init")
@click.argument("file", type=click.Path(path_type=Path), default=Path("triboard.toml"))
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def write_file(file: Path, *, force: bool) -> None:
    """Write FILE (triboard.toml) with every setting, commented, at its default."""
    flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if force else os.O_EXCL)
    try:
        with os.fdopen(os.open(file, flags, 0o600), "w", encoding="utf-8") as target:  # it may get secrets
            target.write(commented_file())
    except FileExistsError as error:
        raise ConfigurationError(
            Mistake(str(file), "is there already", "Name another file, or write over it with --force.")
        ) from error
    except OSError as error:
        raise ConfigurationError(
            Mistake(str(file), f"cannot be written ({error.strerror})", "Check the path.")
        ) from error
    print_json({"written": str(file)})


@config.command("check")
@_file
def check(file: Path | None) -> None:
    """Find every mistake in FILE and in the TRIBOARD_ variables of the environment."""
    try:
        settings = read_settings(file)
        begin(board_of(settings.config), settings.config.options)  # the board exists and fits the game
    except ConfigurationError as error:
        refuse(error.mistakes)
    print_json({"mistakes": [], "notes": list(settings.notes)})


@config.command("show")
@_file
@click.option("--state-dir", type=click.Path(path_type=Path), default=None, help="Where games are kept.")
def show(file: Path | None, state_dir: Path | None) -> None:
    """Show every effective value and where it comes from: default, file, page or environment."""
    settings = read_settings(file, state_dir=state_dir)
    answer: dict[str, Any] = {"settings": shown(settings), "notes": list(settings.notes)}
    print_json(answer)
