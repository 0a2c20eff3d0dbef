"""`triboard code`: the code by which other devices play, for boards without a screen."""

import json
from pathlib import Path
from typing import Any

import click

from triboard.commands.asking import ask_daemon
from triboard.commands.files import print_json
from triboard.commands.where import folder_of, page_of
from triboard.errors import ConfigurationError, Mistake
from triboard.store.secret import TOKEN_FILE, read_token


@click.command()
@click.option("--url", default=None, help="Page of the daemon to ask (default: that of this computer).")
@click.option(
    "--state-dir", type=click.Path(path_type=Path), default=None, envvar="TRIBOARD_STATE_DIR",
    help="Where the daemon keeps its games.",
)  # fmt: skip
def code(url: str | None, state_dir: Path | None) -> None:
    """Print the code of the game that is being played; null while no other device can reach the board."""
    folder = folder_of(state_dir)
    token = read_token(folder)
    if token is None:
        remedy = "Use sudo, or name the daemon's folder with --state-dir."
        raise ConfigurationError(Mistake(f"{folder}/{TOKEN_FILE}", "is not there or cannot be read", remedy))
    state: dict[str, Any] = json.loads(ask_daemon(page_of(url), "care/state", token))
    print_json({"code": state["code"]})
