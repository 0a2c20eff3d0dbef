"""`triboard hardware`: checks a board's wiring, power and times; writes all that is generated for its
makers."""

import shutil
import sys
from pathlib import Path

import click

from triboard.board.load import board_variants, read_board
from triboard.commands.files import print_json, read_text, refuse
from triboard.commands.settings import parse_settings
from triboard.hardware import erc, mechanics_build
from triboard.hardware.build import (
    NETLIST,
    clear,
    draw,
    folder_of,
    netlist_title,
    old_drawings,
    texts_of,
    write,
)
from triboard.hardware.examine import Wired, examine_board
from triboard.hardware.netlist import parse_netlist

_BUILD = click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change a key of [build]; repeatable."
)
_SIZE = click.option("--size", type=int, default=None, help="Its size, where boards are laid out by size.")


@click.group()
def hardware() -> None:
    """Parts, wiring and electrical checks of a board that somebody builds."""


@hardware.command()
@click.argument("board")
@_SIZE
@_BUILD
@click.option("--netlist", default=None, metavar="FILE", help="How it was really wired, as a KiCad netlist.")
@click.option("--no-rules", is_flag=True, help="Without SKiDL's electrical rules.")
def check(
    board: str, size: int | None, settings: tuple[str, ...], netlist: str | None, *, no_rules: bool
) -> None:
    """Check pins, addresses, channels, currents and times of BOARD, a shipped board or a board file.

    All mistakes come at once, on standard error and as JSON on standard output; exit code 2 where there are
    any.
    """
    wanted = not no_rules
    if wanted and not erc.installed():
        print(
            "SKiDL is not installed, its rules are left out: pip install 'triboard[hardware]'",
            file=sys.stderr,
        )
        wanted = False
    wired = None if netlist is None else Wired(parse_netlist(read_text(netlist), netlist), netlist)
    found, mistakes = read_board(board, size, parse_settings(settings))
    examined = examine_board(found, mistakes, board, rules=wanted, wired=wired)
    print_json(examined.as_json())
    if examined.mistakes:
        refuse(examined.mistakes)


@hardware.command()
@click.argument("board")
@_SIZE
@_BUILD
@click.option(
    "--dir", "root", default=None, type=click.Path(path_type=Path), help="Folder in the place of hardware/."
)
def build(board: str, size: int | None, settings: tuple[str, ...], root: Path | None) -> None:
    """Write all that is generated for BOARD: parts list, netlist, drawings, pin maps, power plan, assembly.

    Only files that differ are written. A board with mistakes is refused, as `check` does.
    """
    folder = folder_of(board, root)
    found, mistakes = read_board(board, size, parse_settings(settings))
    examined = examine_board(found, mistakes, board, rules=True)
    if examined.mistakes or examined.circuit is None or examined.verdict is None:
        refuse(examined.mistakes)
    files = texts_of(found, board, board_variants(board))
    files[NETLIST] = examined.verdict.netlist.replace(
        f'(source "{found.name}")', f'(source "{netlist_title(found, examined.circuit)}")', 1
    )
    drawings = {name: draw(files[name.replace(".svg", ".yml")]) for name in old_drawings(folder, files)}
    written = [*write(folder, files | drawings), *_printed_parts(board, folder)]
    print_json(
        {
            "board": found.name,
            "folder": str(folder),
            "written": written,
            "removed": list(clear(folder, files)),
        }
    )


def _printed_parts(board: str, folder: Path) -> list[str]:
    """Bring the board's printed parts up to date, where their drawings lie beside its folder."""
    root = folder.parent
    if board not in mechanics_build.boards() or not (root / mechanics_build.SOURCES).is_dir():
        return []
    if mechanics_build.stale(root, board) and shutil.which("openscad") is None:
        print("OpenSCAD is not installed, old printed parts stay: apt install openscad", file=sys.stderr)
        return []
    return [str(path.relative_to(folder)) for path in mechanics_build.generate(root, [board])]
