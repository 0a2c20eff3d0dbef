"""`triboard support-bundle`: what a helper needs to know, in one file with nothing personal in it."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from triboard.app.bundle import Findings
from triboard.app.caretaker import pack
from triboard.app.settings import read_settings
from triboard.commands.asking import ask_daemon
from triboard.commands.files import print_json
from triboard.commands.where import page_of, settings_file
from triboard.errors import ConfigurationError, ControllerError, Mistake
from triboard.store.secret import read_token


@click.command("support-bundle")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("triboard-support.zip"), help="File to write."
)
@click.option("--records", is_flag=True, help="Put the games in too.")
@click.option("--url", default=None, help="Page of the daemon to ask (default: that of this computer).")
@click.option("--config", "file", type=click.Path(path_type=Path), default=None, envvar="TRIBOARD_CONFIG",
              help="Settings (TOML).")  # fmt: skip
@click.option("--state-dir", type=click.Path(path_type=Path), default=None, help="Where games are kept.")
def support_bundle(
    out: Path, url: str | None, file: Path | None, state_dir: Path | None, *, records: bool
) -> None:
    """Collect versions, board, settings, health and log in one zip file.

    Secrets, addresses, names of people and machines, and paths in homes are taken out. A daemon that runs is
    asked; without one the bundle has no health and no log, and says so.
    """
    settings = read_settings(settings_file(file), state_dir=state_dir)
    folder = state_dir or settings.config.state_dir
    data, why = _ask(page_of(url, settings.config), read_token(folder), records=records)
    if data is None:
        config = replace(settings.config, state_dir=folder)
        note = f"Made without a running daemon ({why})."
        data = pack(Findings(replace(settings, config=config), note=note), records=records)
        print(f"triboard: {note} It has no health and no log.", file=sys.stderr)
    try:
        out.write_bytes(data)
    except OSError as error:
        raise ConfigurationError(
            Mistake(str(out), f"cannot be written ({error.strerror})", "Name another file with --out.")
        ) from error
    print_json({"written": str(out), "bytes": len(data), "daemon": not why})


def _ask(url: str, token: str | None, *, records: bool) -> tuple[bytes | None, str]:
    """The daemon's own bundle, or why there is none."""
    try:
        return ask_daemon(url, "care/bundle" + ("?records=yes" if records else ""), token), ""
    except ControllerError as error:
        return None, str(error)
