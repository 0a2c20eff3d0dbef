"""`triboard light`: pictures of the light, its legend, and darkness."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from triboard.app.config import LightConfig
from triboard.app.dark import darken
from triboard.app.games import DEFAULT_BOARDS, begin, board_for
from triboard.app.settings import read_config
from triboard.board.definition import Board
from triboard.board.load import load_board
from triboard.commands.care_terminal import Terminal
from triboard.commands.files import STDIN, print_json
from triboard.commands.record_files import one_record
from triboard.commands.selftest import told
from triboard.errors import ConfigurationError, Mistake
from triboard.fields import nearest
from triboard.light.examples import examples
from triboard.light.legend import LINE, legend, piece_colours
from triboard.light.palette import DEFAULT, PALETTES, Palette
from triboard.light.scene import Role, Scene
from triboard.phrases import translated
from triboard.preview.drawing import Drawing
from triboard.preview.film import CYCLE, Film, film_of, film_of_game
from triboard.preview.game import scenes_of
from triboard.preview.sheet import board_sheet, sheet, single
from triboard.preview.svg import to_svg

ROLES: Final = "roles"
"""The scene that is all of them: a sheet with a row for each light."""

GIF_SHOTS: Final = 50
GIF_SHOTS_A_PLY: Final = 4
GIF_A_PLY: Final = 250  # milliseconds a shot
SUFFIXES: Final = (".svg", ".png", ".gif")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def light() -> None:
    """Draw the light of a board, explain it, or switch it off."""


_palette = click.option(
    "--palette", type=click.Choice(list(PALETTES)), default=DEFAULT.name, help="Colours to use."
)


@light.command("legend")
@_palette
def print_legend(palette: str) -> None:
    """Print what each light means, as JSON."""
    chosen = PALETTES[palette]
    lights = [entry.as_json() for entry in legend(chosen)]
    pieces = [one.as_json() for one in piece_colours(chosen)]
    print_json(translated({"palette": palette, "lights": lights, "pieces": pieces}))


@light.command("preview")
@click.argument("what", metavar="SCENE|RECORD")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="FILE.svg, .png or .gif")
@click.option("--board", default=None, help="A shipped board by name, or a board file.")
@click.option("--size", type=int, default=None, help="Size of a board that is laid out by size.")
@click.option("--brightness", type=click.FloatRange(0.02, 1.0), default=1.0, help="Part of the light.")
@_palette
def draw(what: str, out: Path, board: str | None, size: int | None, brightness: float, palette: str) -> None:
    """Draw a scene, or a recorded game ply by ply.

    Scenes are the roles of `triboard light legend`, and: a-turn, correction, mixed, roles (all on one sheet).
    A record is a file as `triboard rules replay` reads it; - is standard input.
    """
    if out.suffix.lower() not in SUFFIXES:
        raise ConfigurationError(
            Mistake("--out", f"'{out}' is no picture", f"End it in {', '.join(SUFFIXES)}.")
        )
    colours = PALETTES[palette]
    moving = out.suffix.lower() == ".gif"
    if what == STDIN or Path(what).is_file():
        film = _game_film(what, board, colours, brightness, moving=moving)
        _write(film, GIF_A_PLY, out)
        return
    place = load_board(board or "ttt3d", size)
    scenes = examples(place)
    if what == ROLES and not moving:
        _save(role_sheet(place, colours, brightness), out)
        return
    if what not in scenes:
        known = nearest(what, [*scenes, ROLES])
        raise ConfigurationError(Mistake(what, "is no scene, and no file of that name exists", known))
    title = f"{what.replace('-', ' ')} \u00b7 {place.title}"
    shots = GIF_SHOTS if moving else 8
    film = film_of(title, place, colours, scenes[what], brightness=brightness, shots=shots)
    _write(film, CYCLE // 1000 // GIF_SHOTS, out)


def role_sheet(board: Board, palette: Palette, brightness: float = 1.0) -> Drawing:
    """Every role and the completed line on one sheet."""
    scenes: Mapping[str, Scene] = examples(board)
    films = [
        film_of(name, board, palette, scenes[name], brightness=brightness)
        for name in (*(role.value for role in Role), LINE)
    ]
    return board_sheet(f"Lights of {board.title}", films)


def _game_film(source: str, name: str | None, palette: Palette, brightness: float, *, moving: bool) -> Film:
    record = one_record(source)
    game, options = record.played.game.name, record.played.options
    board = board_for(game, name or DEFAULT_BOARDS.get(game), options)
    scenes = scenes_of(begin(board, options), record.played.texts)
    each = GIF_SHOTS_A_PLY if moving else 1
    return film_of_game(board.title, board, palette, scenes, brightness=brightness, each=each)


def _write(film: Film, milliseconds: int, out: Path) -> None:
    if out.suffix.lower() != ".gif":
        _save(sheet(film), out)
        return
    from triboard.preview.raster import save_gif

    save_gif([single(film, number) for number in range(len(film.shots))], milliseconds, out)


def _save(drawing: Drawing, out: Path) -> None:
    try:
        if out.suffix.lower() == ".svg":
            out.write_text(to_svg(drawing), encoding="utf-8")
        else:
            from triboard.preview.raster import save_png

            save_png(drawing, out)
    except OSError as error:
        raise ConfigurationError(
            Mistake(str(out), f"cannot be written ({error.strerror})", "Check the path.")
        ) from error


@light.command("test")
@click.option("--url", default="http://127.0.0.1:8765/", show_default=True, help="Page of the daemon.")
@click.option("--interrupt", is_flag=True, help="Interrupt a game under way; it goes on afterwards.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one line of JSON.")
def test_lights(url: str, *, interrupt: bool, as_json: bool) -> None:
    """Show all lights of a running board in four colours; what looks wrong names its cause
    (docs/light.md)."""
    care = Terminal(url).run("selftest", steps=(0,), interrupt=interrupt)
    sys.exit(told(care, as_json=as_json))


@light.command("off")
@click.option("--config", "file", type=click.Path(path_type=Path), default=None, help="Settings (TOML).")
@click.option("--board", default=None, help="A shipped board by name, or a board file.")
def switch_off(file: Path | None, board: str | None) -> None:
    """Darken the LEDs of a board whose program has been killed (ExecStopPost= of the service)."""
    config = read_config(file) if file is not None else None
    name = board or (config.board if config else None)
    options = config.options if config else {}
    place = board_for(config.game, name, options) if config else load_board(name or "ttt3d")
    print(darken(place, config.light if config else LightConfig()), file=sys.stderr)
