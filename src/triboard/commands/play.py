"""`triboard simulate` and `triboard run`."""

import asyncio
import faulthandler
import logging
import os
import sys
import webbrowser
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from triboard.app.config import RUNGS
from triboard.app.crash_memory import CrashMemory
from triboard.app.far_table import TableMaker
from triboard.app.logbook import LogBook
from triboard.app.packaged import firmware_files
from triboard.app.realtime import monotonic
from triboard.app.script_run import replay_form, run_script
from triboard.app.scrub import tidy
from triboard.app.service import Service, board_of
from triboard.app.settings import Settings, read_settings
from triboard.app.supervision import supervision
from triboard.app.tables import PiTable, SimulatedTable
from triboard.board.load import load_board
from triboard.commands.files import print_json, read_text
from triboard.commands.numbers import Whole
from triboard.commands.settings import parse_settings
from triboard.errors import ConfigurationError, Mistake
from triboard.lessons.task import Rung
from triboard.sim.virtual_pico import firmware_controller

START_AGAIN: Final = 75
"""Exit code: nothing is wrong with us, a new start would help (EX_TEMPFAIL of sysexits.h)."""


def _common(command: Any) -> Any:
    for decorate in (
        click.option("--game", default=None, help="Game to play (default: that of the board, or ttt3d)."),
        click.option("--board", default=None, help="A shipped board by name, or a board file."),
        click.option("--players", type=int, default=None, help="Short for --set players=N."),
        click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="An option of the game."),
        click.option(
            "--opponent",
            "opponents",
            multiple=True,
            metavar="SEAT=GRADE",
            help="An opponent of grade 1 to 5 plays this seat (may be given again).",
        ),
        click.option(
            "--help-for",
            "helped",
            multiple=True,
            metavar="SEAT=LEVEL",
            help="How much this seat is helped: 0 no, 1 hints, 2 much, 3 full (may be given again).",
        ),
        click.option("--clock", default=None, metavar="MIN+SEC", help="Minutes a player, seconds a turn."),
        click.option(
            "--patience",
            default=None,
            metavar="SECONDS",
            help="In a puzzle without a way: seconds until the board says so, or never (default 10).",
        ),
        click.option(
            "--lesson",
            type=click.Choice(tuple(RUNGS)),
            is_flag=False,
            flag_value=Rung.SEE.word,
            default=None,
            help="A board for lessons: they begin by themselves, on this rung (without one: see).",
        ),
        click.option("--port", type=Whole(0, 65535), default=None, help="Port of the page."),
        click.option("--host", default=None, help="Address of the page (default 127.0.0.1, this machine)."),
        click.option(
            "--state-dir", type=click.Path(path_type=Path), default=None, help="Where games are kept."
        ),
        click.option("--no-browser", is_flag=True, help="Do not open a browser."),
        click.option(
            "--script", default=None, metavar="FILE", help="Play a script of hands (- for stdin); no page."
        ),
        click.option(
            "--config",
            "file",
            type=click.Path(path_type=Path),
            default=None,
            envvar="TRIBOARD_CONFIG",
            help="Settings (TOML), see triboard config.",
        ),
        click.option("--seed", type=int, default=0, help="Seed of everything that is left to chance."),
    ):
        command = decorate(command)
    return command


@click.command()
@_common
@click.option(
    "--firmware",
    is_flag=True,
    help="Let the controller's real program read the sensors, in MicroPython's virtual machine.",
)
def simulate(script: str | None, *, no_browser: bool, firmware: bool, **settings: Any) -> None:
    """Play on a simulated board, through the real drivers."""
    found = _merged(**settings)
    config = found.config
    controller = (
        firmware_controller(firmware_files(), real_time=script is None, usb=True) if firmware else None
    )
    if script is None:
        _serve(found, partial(SimulatedTable, controller=controller), browser=not no_browser)
        return
    text = read_text(script)
    state = run_script(
        board_of(config),
        config.options,
        text,
        script,
        seed=config.seed,
        terms=config.terms,
        course=config.course,
        controller=controller,
    )
    print_json(replay_form(state))


@click.command()
@_common
@click.option("--allow-root", is_flag=True, help="Run as root; only the LED route pwm needs it.")
def run(script: str | None, *, no_browser: bool, allow_root: bool, **settings: Any) -> None:
    """Run on the hardware of a Raspberry Pi."""
    del no_browser  # a Pi opens none
    if script is not None:
        raise ConfigurationError(
            Mistake("--script", "moves simulated hands, and real boards have none", "Use triboard simulate.")
        )
    if os.geteuid() == 0 and not allow_root:
        raise ConfigurationError(
            Mistake(
                "triboard run",
                "is started by root, who could harm the whole computer",
                "Start it as a user of the groups dialout, gpio and spi; only LEDs by pwm need --allow-root.",
            )
        )
    _serve(_merged(**settings), PiTable, browser=False)


def _merged(
    *,
    file: Path | None,
    game: str | None,
    board: str | None,
    players: int | None,
    settings: tuple[str, ...],
    opponents: tuple[str, ...],
    helped: tuple[str, ...],
    clock: str | None,
    patience: str | None,
    lesson: str | None,
    port: int | None,
    host: str | None,
    state_dir: Path | None,
    seed: int,
) -> Settings:
    """File, page and environment, with what the command line says on top."""
    own = bool(game or board or players is not None or settings or opponents or clock)
    found = read_settings(file, state_dir=state_dir, choice=not own)
    config = found.config
    options = {**config.options, **parse_settings(settings)}
    if players is not None:
        options["players"] = players
    if game is None:
        game = config.game if board is None else load_board(board).game
    merged = replace(
        config,
        game=game,
        board=board or config.board,
        options=options,
        host=host or config.host,
        port=config.port if port is None else port,
        state_dir=(state_dir or config.state_dir).absolute(),
        seed=seed,
        opponents=(*config.opponents, *opponents),
        help=(*config.help, *helped),
        clock=config.clock if clock is None else clock,
        patience=config.patience if patience is None else patience,
        lesson=lesson or config.lesson,
    )
    return replace(found, config=merged)


def _serve(settings: Settings, make_table: TableMaker, *, browser: bool) -> None:
    logbook = LogBook(monotonic, sys.stderr, tidy=tidy)
    logging.basicConfig(level=logging.INFO, handlers=[logbook])
    for chatty in ("uvicorn.error", "triboard.drivers.link", "triboard.web.server"):
        logging.getLogger(chatty).setLevel(logging.ERROR)  # the daemon says the same once, in plain words

    def ready(url: str) -> None:
        print(f"Triboard is at {url}", flush=True)
        if browser and sys.stdout.isatty():
            webbrowser.open(url)

    def tell(text: str) -> None:
        print(text, flush=True)

    if sys.__stderr__ is not None:
        # A watchdog's SIGABRT, or a crash in a library, shows where each thread stood.
        faulthandler.enable(sys.__stderr__)
    supervised = supervision()
    memory = CrashMemory(supervised.folder)
    service = Service(
        settings.config,
        make_table,
        settings,
        logbook=logbook,
        tell=tell,
        supervised=supervised,
        well=memory.well,
        ending=memory.ended,
    )
    asyncio.run(service.run(ready))
    if service.refused_device is not None:
        sys.exit(START_AGAIN)
