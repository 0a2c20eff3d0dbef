"""`triboard trace`: keeps what a real board says in a file, and replays it."""

import signal
import sys
import time
from pathlib import Path

import click

from triboard.app.config import default_state_dir
from triboard.app.firmware_ports import the_port
from triboard.app.trace_record import open_file, record_daemon, record_port
from triboard.app.trace_replay import Replay, as_json
from triboard.board.load import load_board
from triboard.board.wiring import config_of
from triboard.commands.files import origin_of, print_json, read_text
from triboard.errors import ConfigurationError, Mistake
from triboard.protocol.trace import parse_trace


@click.group()
def trace() -> None:
    """What passes between a board's controller and this program, byte by byte."""


@trace.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--daemon", is_flag=True, help="Listen to the running daemon; the game goes on.")
@click.option(
    "--state-dir", type=click.Path(path_type=Path), default=None, help="State folder of the daemon."
)
@click.option("--port", default=None, help="Serial port to open; no daemon may hold it.")
@click.option("--board", default=None, help="Board at that port: a shipped one by name, or a board file.")
@click.option("--size", type=int, default=None, help="Its size, where boards are laid out by size.")
@click.option("--seconds", type=float, default=None, help="How long; without it until Ctrl-C.")
def record(
    file: Path,
    state_dir: Path | None,
    port: str | None,
    board: str | None,
    size: int | None,
    seconds: float | None,
    *,
    daemon: bool,
) -> None:
    """Save what a real board sends, and what it is told, to FILE."""
    if daemon and port is not None:
        raise ConfigurationError(Mistake("--port", "is the daemon's to open", "Name --daemon or --port."))
    if not daemon and board is None:
        raise ConfigurationError(
            Mistake("--board", "is missing", "Name the board at the port, for example --board ttt3d.")
        )
    stop = _Stop(seconds)
    found = None if daemon or board is None else load_board(board, size)
    path = "" if found is None else the_port(port, None)
    with open_file(file) as out:
        try:
            if found is None:
                count = record_daemon(state_dir or default_state_dir(), out, stop)
            else:
                count = record_port(path, found, out, stop)
        finally:
            out.flush()
            if file.stat().st_size == 0:
                file.unlink()  # nothing was heard; the name is free again
    print(f"{count} pieces of bytes are in {file}.", file=sys.stderr)


@trace.command()
@click.argument("file")
@click.option("--board", default=None, help="Board file, where the trace is not of a shipped board.")
@click.option("--size", type=int, default=None, help="Its size, where boards are laid out by size.")
def replay(file: str, board: str | None, size: int | None) -> None:
    """Print the messages of FILE, what the link makes of them, and what the board layer sees: JSON lines."""
    recorded = parse_trace(read_text(file), origin_of(file))
    found = load_board(board or recorded.header.board, size)
    if config_of(found) != recorded.header.config:
        print(
            f"The board {found.name} is not wired as it was when this was recorded: what is seen may differ.",
            file=sys.stderr,
        )
    if found.channels != recorded.header.config.channels:
        raise ConfigurationError(
            Mistake(
                "--board",
                f"{found.name} has {found.channels} channels, the trace {recorded.header.config.channels}",
                "Name the board, and its size, that was recorded.",
            )
        )
    for at, who, what in Replay(recorded, found):
        shown = as_json(what)
        print_json({**shown, "at": (at - recorded.header.started) / 1e6, "who": who})


class _Stop:
    """Whether it is time to stop: the seconds are over, or somebody pressed Ctrl-C."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._asked = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._ask)

    def __call__(self) -> bool:
        return self._asked or (self._end is not None and time.monotonic() >= self._end)

    def _ask(self, *_: object) -> None:
        self._asked = True
