"""The command line: `triboard simulate`, `triboard run`, and groups of `commands`."""

import asyncio
import json
import logging
import os
import sys
import webbrowser
from pathlib import Path
from typing import Any

import click

from triboard import __version__
from triboard.app.config import (
    Config,
    default_state_dir,
    parse_settings,
    read_config,
)
from triboard.app.script_run import replay_form, run_script
from triboard.app.service import Service, TableMaker, board_of
from triboard.app.tables import PiTable, SimulatedTable
from triboard.errors import ConfigurationError, Mistake, TriboardError

BAD_INPUT = 2
FAILED = 1


class _Groups(click.Group):
    """Commands of this file, and groups that are imported when somebody asks for them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), "rules"])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "rules":
            from triboard.commands.rules import rules

            return rules
        return super().get_command(ctx, cmd_name)


@click.group(cls=_Groups, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="triboard")
def cli() -> None:
    """The controller for physical electronic game boards."""


def _common(command: Any) -> Any:
    for decorate in (
        click.option("--game", default=None, help="Game to play (default ttt3d)."),
        click.option("--board", default=None, help="A shipped board by name, or a board file."),
        click.option("--players", type=int, default=None, help="Short for --set players=N."),
        click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="An option of the game."),
        click.option("--port", type=click.IntRange(0, 65535), default=None, help="Port of the page."),
        click.option("--host", default=None, help="Address of the page (default 127.0.0.1, this machine)."),
        click.option(
            "--state-dir", type=click.Path(path_type=Path), default=None, help="Where games are kept."
        ),
        click.option("--seed", type=int, default=0, help="Seed of everything that is left to chance."),
    ):
        command = decorate(command)
    return command


@cli.command()
@_common
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--script", type=click.Path(path_type=Path), default=None, help="Play a script of hands; no page."
)
def simulate(script: Path | None, *, no_browser: bool, **settings: Any) -> None:
    """Play on a simulated board, through the real drivers."""
    config = _merged(Config(state_dir=default_state_dir()), **settings)
    if script is None:
        _serve(config, SimulatedTable, browser=not no_browser)
        return
    try:
        text = sys.stdin.read() if str(script) == "-" else script.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            Mistake(str(script), f"cannot be read ({error})", "Check the path.")
        ) from error
    state = run_script(board_of(config), config.options, text, str(script), seed=config.seed)
    print(json.dumps(replay_form(state)))


@cli.command()
@_common
@click.option("--config", "file", type=click.Path(path_type=Path), default=None, help="Settings (TOML).")
def run(file: Path | None, **settings: Any) -> None:
    """Run on the hardware of a Raspberry Pi."""
    config = read_config(file) if file is not None else Config(state_dir=default_state_dir())
    _serve(_merged(config, **settings), PiTable, browser=False)


def _merged(
    config: Config,
    *,
    game: str | None,
    board: str | None,
    players: int | None,
    settings: tuple[str, ...],
    port: int | None,
    host: str | None,
    state_dir: Path | None,
    seed: int,
) -> Config:
    """The configuration with what the command line says on top."""
    options = {**config.options, **parse_settings(settings)}
    if players is not None:
        options["players"] = players
    return Config(
        game=game or config.game,
        board=board or config.board,
        options=options,
        host=host or config.host,
        port=config.port if port is None else port,
        allowed_hosts=config.allowed_hosts,
        state_dir=(state_dir or config.state_dir).absolute(),
        serial=config.serial,
        unit=config.unit,
        seed=seed,
    )


def _serve(config: Config, make_table: TableMaker, *, browser: bool) -> None:
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    for chatty in ("uvicorn.error", "triboard.drivers.link", "triboard.web.server"):
        logging.getLogger(chatty).setLevel(logging.ERROR)  # the daemon says the same once, in plain words

    def ready(url: str) -> None:
        print(f"Triboard is at {url}", flush=True)
        if browser and sys.stdout.isatty():
            webbrowser.open(url)

    asyncio.run(Service(config, make_table).run(ready))


def main() -> None:
    """Entry point: our errors become one clear message and an exit code."""
    try:
        cli.main(standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(BAD_INPUT)
    except click.ClickException as error:
        command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "triboard"
        print(f"{command}: {error.format_message()} Try --help.", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except ConfigurationError as error:
        print(f"triboard: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except TriboardError as error:
        print(f"triboard: {error}", file=sys.stderr)
        sys.exit(FAILED)
    except BrokenPipeError:
        # Whoever read our output has enough, for example `head`; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(FAILED)
