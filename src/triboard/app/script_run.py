"""`simulate --script`: a script of hands on virtual time, over the real wire, and the game it made."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from triboard.app.games import begin
from triboard.app.graph import Ends, build
from triboard.app.lockstep import LockStep
from triboard.board.definition import Board
from triboard.drivers.serial_port import open_serial
from triboard.errors import ConfigurationError, Mistake, PlayerError
from triboard.session.state import SessionState
from triboard.sim.bench import SimulatedBench
from triboard.sim.hands import Refusal
from triboard.sim.script import Line, parse_script, perform
from triboard.sim.wire_kernel import real_wire
from triboard.sim.world import World
from triboard.store.journal import Journal
from triboard.store.writer import InlineWriter
from triboard.units import SECOND, Duration, Instant

AFTERWARDS: Final = Duration(8 * SECOND)
"""What still happens after the last line: settling, a lost link found again."""


def run_script(
    board: Board, options: Mapping[str, Any], text: str, origin: str, *, seed: int
) -> SessionState:
    """The session after a script. Raises `ConfigurationError` naming each line that is wrong or that hands
    could not carry out. Leaves nothing behind."""
    lines = parse_script(text, origin)
    with TemporaryDirectory(prefix="triboard-") as folder:
        return _run(board, options, lines, origin, Path(folder), seed)


def _run(
    board: Board, options: Mapping[str, Any], lines: tuple[Line, ...], origin: str, folder: Path, seed: int
) -> SessionState:
    now = Instant(0)
    refusals: list[Refusal] = []
    wire = real_wire(folder / "port")
    bench = SimulatedBench(board, World(board), wire, seed=seed, now=now, refused=refusals.append)
    ends = Ends(lambda: open_serial(wire.path), bench.pins.factory, bench.bus)
    writer = InlineWriter(Journal.open(folder))
    daemon, link = build(board, begin(board, options), ends, writer, now=now, below=Random(seed).randrange)
    run = LockStep(daemon, link, bench, now)
    mistakes = []
    try:
        for line in lines:
            run.run_until(max(line.at, run.now))
            try:
                perform(line, bench, run.now)
            except PlayerError as error:
                mistakes.append(Mistake(f"{origin} line {line.number}", str(error), "Mend the line."))
        run.run_for(AFTERWARDS)
        while bench.hands.next_deadline() is not None:
            run.run_for(SECOND)
    finally:
        daemon.close()
        wire.close()
    mistakes += [Mistake(f"{origin} line {one.tag}", one.text, "Hands cannot do this.") for one in refusals]
    if mistakes:
        raise ConfigurationError(*mistakes)
    return daemon.state


def replay_form(state: SessionState) -> dict[str, Any]:
    """The game in the input form of `rules replay`."""
    rules = state.manners.game
    return {
        "game": rules.name,
        "options": dict(state.options),
        "moves": [rules.format_move(move) for move in state.moves],
    }
