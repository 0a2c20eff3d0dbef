"""`simulate --script`: a script of hands on virtual time, over the real wire, and the game it made."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from triboard.app.daemon import Daemon
from triboard.app.engines import InlineEngines
from triboard.app.games import begin, for_lessons, resume
from triboard.app.graph import Ends, build
from triboard.app.lockstep import LockStep
from triboard.app.troubled_disk import LateWriter, TroubledFiles
from triboard.app.troubled_engines import TroubledEngines
from triboard.board.definition import Board
from triboard.drivers.serial_port import open_serial
from triboard.errors import ConfigurationError, Mistake, PlayerError
from triboard.lessons.task import Rung
from triboard.protocol.messages import ResetReason
from triboard.session.rivals import NO_TERMS, Terms
from triboard.session.state import SessionState
from triboard.sim.any_controller import ControllerMaker
from triboard.sim.bench import SimulatedBench
from triboard.sim.hands import Refusal
from triboard.sim.script import Line, parse_script, perform
from triboard.sim.wire_kernel import real_wire
from triboard.sim.world import World
from triboard.store.journal import Journal
from triboard.store.writer import InlineWriter
from triboard.units import SECOND, Duration, Instant, after

AFTERWARDS: Final = Duration(8 * SECOND)
"""What still happens after the last line: settling, a lost link found again."""


def run_script(
    board: Board,
    options: Mapping[str, Any],
    text: str,
    origin: str,
    *,
    seed: int,
    terms: Terms = NO_TERMS,
    course: Rung | None = None,
    controller: ControllerMaker | None = None,
) -> SessionState:
    """The session after a script; `controller` makes another controller than the built-in one.

    Raises `ConfigurationError` naming each line that is wrong or that hands could not carry out. Leaves
    nothing behind.
    """
    lines = parse_script(text, origin)
    with TemporaryDirectory(prefix="triboard-") as folder:
        run = ScriptRun(board, options, Path(folder), seed, terms=terms, course=course, controller=controller)
        try:
            mistakes = run.play(lines, origin)
        finally:
            run.close()
    if mistakes:
        raise ConfigurationError(*mistakes)
    return run.daemon.state


class ScriptRun:
    """A bench and a daemon on a clock of their own; the daemon starts again after each power cut."""

    def __init__(
        self,
        board: Board,
        options: Mapping[str, Any],
        folder: Path,
        seed: int,
        *,
        terms: Terms = NO_TERMS,
        course: Rung | None = None,
        controller: ControllerMaker | None = None,
    ) -> None:
        self._terms = terms
        self._course = course
        self._seed = seed
        self._board = board
        self._options = options
        self._folder = folder
        self._below = Random(seed).randrange
        self._refusals: list[Refusal] = []
        self._wire = real_wire(folder / "port")
        refused = self._refusals.append
        self.bench = SimulatedBench(
            board,
            World(board),
            self._wire,
            seed=seed,
            now=Instant(0),
            refused=refused,
            controller=controller,
        )
        self.restarts = 0
        self.daemon, self.steps = self._start(Instant(0))

    def play(self, lines: Sequence[Line], origin: str) -> list[Mistake]:
        """Carry out all lines and what follows from them; what hands could not do, by line."""
        mistakes = []
        for line in lines:
            self._until(max(line.at, self.steps.now))
            try:
                perform(line, self.bench, self.steps.now)
            except PlayerError as error:
                mistakes.append(Mistake(f"{origin} line {line.number}", str(error), "Mend the line."))
        self._until(after(self.steps.now, AFTERWARDS))
        while self.bench.hands.next_deadline() is not None:
            self._until(after(self.steps.now, SECOND))
        return mistakes + [
            Mistake(f"{origin} line {one.tag}", one.text, "Hands cannot do this.") for one in self._refusals
        ]

    def close(self) -> None:
        """Stop the daemon and take the wire down."""
        self.daemon.close()
        self.bench.close()
        self._wire.close()

    def _start(self, now: Instant) -> tuple[Daemon, LockStep]:
        """A daemon on the bench as it stands, with the game that the journal holds."""
        bench, path = self.bench, self._wire.path
        clock: Callable[[], Instant] = lambda: self.bench.now  # noqa: E731 (shorter than its def)
        journal = Journal.open(self._folder, files=TroubledFiles(bench.disk, clock))
        entries = journal.entries
        session = resume(self._board, entries) if entries else begin(self._board, self._options, self._terms)
        session = for_lessons(session, self._course, self._seed)
        ends = Ends(lambda: open_serial(path), bench.pins.factory, bench.bus, spi_buffer=bench.bus.LIMIT)
        writer = LateWriter(InlineWriter(journal), bench.disk, bench.plans, clock)
        engines = TroubledEngines(InlineEngines(self._seed), bench.engine)
        daemon, link = build(self._board, session, ends, writer, now=now, below=self._below, engines=engines)
        return daemon, LockStep(daemon, link, bench, now)

    def _until(self, end: Instant) -> None:
        while True:
            try:
                self.steps.run_until(end)
            except SystemExit:  # the power went in the middle of a write
                now = self.steps.now
                self.daemon.close()
                self.bench.plans.cancel("disk")  # answers of a disk that has lost its program
                self.bench.controller.reset(ResetReason.POWER, now)
                self.bench.bus.open_again()
                self.daemon, self.steps = self._start(now)
                self.restarts += 1
            else:
                return


def replay_form(state: SessionState) -> dict[str, Any]:
    """The game in the input form of `rules replay`."""
    rules = state.manners.game
    return {
        "game": rules.name,
        "options": dict(state.options),
        "moves": [rules.format_move(move) for move in state.moves],
    }
