"""`triboard code`: the code by which other devices play, for boards without a screen."""

import json
from pathlib import Path
from typing import Any

import click

from triboard.app.config import DEFAULT_HOST, DEFAULT_PORT, default_state_dir
from triboard.commands.asking import ask_daemon
from triboard.commands.files import print_json
from triboard.store.secret import read_token


@click.command()
@click.option("--url", default=f"http://{DEFAULT_HOST}:{DEFAULT_PORT}/", help="Page of the daemon to ask.")
@click.option(
    "--state-dir", type=click.Path(path_type=Path), default=None, envvar="TRIBOARD_STATE_DIR",
    help="Where the daemon keeps its games.",
)  # fmt: skip
def code(url: str, state_dir: Path | None) -> None:
    """Print the code of the game that is being played; null while no other device can reach the board."""
    state: dict[str, Any] = json.loads(
        ask_daemon(url, "care/state", read_token(state_dir or default_state_dir()))
    )
    print_json({"code": state["code"]})
