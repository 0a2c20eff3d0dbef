"""`triboard firmware`: brings the firmware to a Pico, asks a controller what it runs, prints its pin map."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from triboard.app.firmware_files import read_files
from triboard.app.firmware_install import Wish
from triboard.app.firmware_install import install as carry_out
from triboard.app.firmware_ports import the_port
from triboard.app.firmware_status import status as ask
from triboard.board.load import load_board
from triboard.board.pin_map import hook_table, hooks, pin_table, wires
from triboard.commands.files import print_json
from triboard.drivers.handshake import free_prompt, open_alone
from triboard.errors import ConfigurationError, Mistake

_PORT = click.option(
    "--port", default=None, help="Serial port of the Pico; without it the only one that is there."
)


@click.group()
def firmware() -> None:
    """The program of the controller, a Raspberry Pi Pico."""


@firmware.command()
@_PORT
@click.option("--board", default=None, help="Board that the controller must belong to, if to any.")
@click.option("--unit", default=None, help="Name of this controller; it keeps the name.")
@click.option("--adopt", is_flag=True, help="Take over a controller of another board, or rename it.")
@click.option("--dir", "folder", default=None, type=click.Path(path_type=Path), help="Other firmware files.")
def install(
    port: str | None, board: str | None, unit: str | None, folder: Path | None, *, adopt: bool
) -> None:
    """Copy the firmware to a Pico that runs MicroPython, check every file, start it.

    May be cut off at any moment and repeated: the controller runs the old version or the new one.
    """
    files = read_files(folder)
    name = None if board is None else load_board(board).name
    wish = Wish(the_port(port, unit), name, unit, adopt)
    print_json(carry_out(wish, files, lambda text: print(text, file=sys.stderr, flush=True)))


@firmware.command()
@_PORT
@click.option("--files", "inside", is_flag=True, help="Also compare its files; it restarts twice for that.")
def status(port: str | None, *, inside: bool) -> None:
    """What a controller runs: versions, board, unit, configuration, why it last started."""
    print_json(ask(the_port(port, None), read_files(), inside=inside))


@firmware.command()
@_PORT
def prompt(port: str | None) -> None:
    """Restart a controller into MicroPython's prompt, for mpremote or Thonny.

    Any reset runs the firmware again.
    """
    path = the_port(port, None)
    open_alone(path).close()
    free_prompt(path)
    print_json({"port": path, "next": f"mpremote connect {path} resume repl"})


@firmware.command()
@click.argument("board")
@click.option("--size", type=int, default=None, help="Its size, where boards are laid out by size.")
@click.option("--sensors", is_flag=True, help="Where each site's sensor hangs, instead of the pins.")
@click.option("--json", "as_json", is_flag=True, help="As one line of JSON.")
def pins(board: str, size: int | None, *, sensors: bool, as_json: bool) -> None:
    """Print which pin of the Pico goes where on BOARD, a shipped board or a board file."""
    found = load_board(board, size)
    if not found.parts:
        raise ConfigurationError(
            Mistake(board, "does not say what hangs on its controller's pins", "Add a table [controller].")
        )
    if as_json:
        rows = hooks(found) if sensors else wires(found)
        print_json({"board": found.name, "rows": [asdict(row) for row in rows]})
    else:
        print(hook_table(found) if sensors else pin_table(found), end="")
