"""`triboard firmware`: brings the firmware to a Pico, asks a controller what it runs, prints its pin map."""

import sys
from pathlib import Path

import click

from triboard.app.firmware_files import read_files
from triboard.app.firmware_install import Wish
from triboard.app.firmware_install import install as carry_out
from triboard.app.firmware_ports import the_port
from triboard.app.firmware_status import status as ask
from triboard.board.load import load_board
from triboard.commands.files import print_json

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
