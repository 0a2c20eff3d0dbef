"""`triboard calibrate`: guided by the board's lights; also carries profiles from one computer to another."""

import json
import sys
from pathlib import Path
from typing import Any, Final

import click

from triboard.app.config import Config, default_state_dir
from triboard.app.games import board_for
from triboard.app.settings import read_config
from triboard.board.load import load_board
from triboard.board.profile import calibrated, read_profile
from triboard.care.calibration import CALIBRATION
from triboard.commands.care_terminal import Terminal, options
from triboard.commands.files import print_json, read_text
from triboard.commands.selftest import told
from triboard.errors import ConfigurationError, Mistake
from triboard.store.atomic import REAL_FILES, read_checked, write_checked
from triboard.store.reports import CALIBRATION_FILE

ABOUT: Final = {
    "colours": "which colour each channel of a strip shows: the order of its LEDs",
    "baseline": "the empty board for a second: levels, noise, sensors that see something",
    "map": "a piece on each site, where its light is: which sensor is whose, and how clearly (needs an "
    "empty board)",
    "pieces": "one piece of each kind on one site: what it shows, and how far it is from the others",
    "rims": "one full turn of each rim: edges, direction, index",
}


@click.command()
@options
@click.option("--adopt", is_flag=True, help="Take the controller that answers and is refused, from now on.")
@click.option(
    "--export", "target", default=None, metavar="FILE", help="Write the profile in force (- for stdout)."
)
@click.option("--import", "source", default=None, metavar="FILE", help="Check a profile and put it in force.")
@click.option(
    "--forget", is_flag=True, help="Go back to the board file alone; the profile is kept as .forgotten."
)
@click.option("--config", "file", type=click.Path(path_type=Path), default=None, help="Settings (TOML).")
@click.option("--board", default=None, help="A shipped board by name, or a board file.")
@click.option("--state-dir", type=click.Path(path_type=Path), default=None, help="Where profiles are kept.")
def calibrate(
    url: str,
    steps: tuple[int, ...],
    target: str | None,
    source: str | None,
    file: Path | None,
    board: str | None,
    state_dir: Path | None,
    *,
    listed: bool,
    as_json: bool,
    adopt: bool,
    forget: bool,
) -> None:
    """Teach a running board its own wiring: colour order, sensors, pieces, rims.

    The board lights up what it asks for. What was learned is laid over the board file as soon as the last
    step is done; a round that is stopped changes nothing. Not while a game is under way. Exit code 4:
    something failed."""
    if listed:
        print_json(
            {
                "steps": [
                    {"step": number, "name": name, "about": ABOUT[name]}
                    for number, name in enumerate(CALIBRATION)
                ]
            }
        )
        return
    wishes = sum(map(bool, (target, source, forget, adopt)))
    if wishes > 1 or (wishes and steps):
        raise ConfigurationError(
            Mistake(
                "--export, --import, --forget, --adopt, --step", "exclude one another", "Give one of them."
            )
        )
    if adopt:
        print(Terminal(url).adopt())
        return
    if not wishes:
        care = Terminal(url).run("calibration", steps=steps, interrupt=False)
        sys.exit(told(care, as_json=as_json))
    config = read_config(file) if file is not None else Config(state_dir=default_state_dir())
    place = (state_dir or config.state_dir).absolute() / CALIBRATION_FILE
    if target is not None:
        _export(place, target)
    elif forget:
        _forget(place)
    else:
        assert source is not None
        _import(place, source, config, board)


def _export(place: Path, target: str) -> None:
    content = read_checked(place).content
    if content is None:
        raise ConfigurationError(
            Mistake(str(place), "is not there or damaged", "Calibrate first, or name --state-dir.")
        )
    text = json.dumps(content, indent=2) + "\n"
    if target == "-":
        print(text, end="")
        return
    try:
        Path(target).write_text(text, encoding="utf-8")
    except OSError as error:
        mistake = Mistake(target, f"cannot be written ({error.strerror})", "Name another file.")
        raise ConfigurationError(mistake) from error


def _import(place: Path, source: str, config: Config, name: str | None) -> None:
    """Checked against the board file before anything is written."""
    try:
        content: Any = json.loads(read_text(source))
    except ValueError as error:
        raise ConfigurationError(Mistake(source, f"is not JSON: {error}", "Export it anew.")) from error
    if not isinstance(content, dict):
        raise ConfigurationError(
            Mistake(source, "is no profile", "Give a file of triboard calibrate --export.")
        )
    profile = read_profile(content, source)
    if name is not None or config.board is not None:
        board = board_for(load_board(name or str(config.board)).game, name or config.board, config.options)
    else:
        board = load_board(profile.board)
    calibrated(board, profile)
    REAL_FILES.make_folder(place.parent)
    write_checked(place, content)
    print("Checked and kept. A daemon that runs takes it at its next start.")


def _forget(place: Path) -> None:
    if not place.exists():
        print("There is no calibration.")
        return
    place.replace(place.with_name(f"{place.name}.forgotten"))
    place.with_name(f"{place.name}.previous").unlink(missing_ok=True)
    print(
        f"Forgotten; it lies in {place.name}.forgotten. A daemon that runs goes on with it until its next "
        "start."
    )
