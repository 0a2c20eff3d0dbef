"""A table with a simulated board on it, the real daemon behind it, and a clock of its own."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from triboard.app.config import LightConfig
from triboard.app.engines import THINKING, Engines, InlineEngines
from triboard.app.games import begin, for_lessons, resume
from triboard.app.graph import Ends, build
from triboard.app.lockstep import LockStep
from triboard.app.memory import Memory
from triboard.app.troubled_disk import LateWriter
from triboard.app.troubled_engines import TroubledEngines
from triboard.board.definition import Board
from triboard.board.load import load_board
from triboard.board.profile import calibrated, read_profile
from triboard.drivers.serial_port import open_serial
from triboard.drivers.trace_tap import Tell
from triboard.lessons.task import Rung
from triboard.session.entries import worth_keeping
from triboard.session.house import House
from triboard.session.rivals import NO_TERMS, Terms
from triboard.session.state import SessionState
from triboard.sim.any_controller import ControllerMaker
from triboard.sim.bench import SimulatedBench
from triboard.sim.disk import DiskTrouble
from triboard.sim.hands import Refusal
from triboard.sim.wire import MemoryWire
from triboard.sim.wire_kernel import real_wire
from triboard.sim.world import World, WorldFile, read_world
from triboard.store.atomic import REAL_FILES, FileOps
from triboard.store.journal import Journal
from triboard.store.writer import EntryWriter, InlineWriter
from triboard.units import SECOND, Duration, Instant

STARTUP = Duration(2 * SECOND)  # for the handshake and the first settled scan


class Table:
    """Everything between hands and light, in lock step on virtual time.

    `real` puts a pty and pyserial between the two ends instead of memory. Pieces and journal survive in
    `folder`: a second table on it is the same board after a restart. `built` is how the bench is really
    wired, where that is not what the board file says; `profile` is a calibration in force. `controller` makes
    another controller than the built-in one. `tell` hears what passes on the wire.
    """

    def __init__(
        self,
        folder: Path,
        options: Mapping[str, Any] | None = None,
        *,
        board: str | Board = "ttt3d",
        seed: int = 1,
        real: bool = False,
        speed: float = 1.0,
        files: FileOps = REAL_FILES,
        light: LightConfig = LightConfig(),  # noqa: B008 (a frozen value)
        terms: Terms = NO_TERMS,
        thinking: Duration = THINKING,
        engines: Engines | None = None,
        built: Board | None = None,
        controller: ControllerMaker | None = None,
        profile: Mapping[str, Any] | None = None,
        tell: Tell | None = None,
        disk: DiskTrouble | None = None,
        house: House | None = None,
        course: Rung | None = None,
    ) -> None:
        self.board = load_board(board) if isinstance(board, str) else board
        self.refusals: list[Refusal] = []
        self.frames: list[tuple[Instant, bytes]] = []
        self.log: list[str] = []
        self.wire = real_wire(folder / "port") if real else MemoryWire()
        now = Instant(0)
        world_file = folder / "world.json"
        built = built or self.board
        self._filed, self._profile = self.board, profile
        if profile is not None:
            self.board = calibrated(self._filed, read_profile(profile, "profile"))
        self.bench = SimulatedBench(
            built,
            read_world(built, world_file),
            self.wire,
            seed=seed,
            now=now,
            changed=WorldFile(world_file).write,
            refused=self.refusals.append,
            lit=lambda rgb: self.frames.append((self.run.now if hasattr(self, "run") else now, rgb)),
            speed=speed,
            controller=controller,
        )
        self._folder, self._files, self._light, self._seed = folder, files, light, seed
        self._terms, self._thinking, self._asked, self._tell = terms, thinking, engines, tell
        self._disk = disk
        self._house, self._course = house, course
        self._start(options or {}, now)

    def _start(self, options: Mapping[str, Any], now: Instant) -> None:
        """The daemon comes up on what the folder keeps."""
        self.journal = Journal.open(self._folder, files=self._files, keeps=worth_keeping)
        entries = self.journal.entries
        session = resume(self.board, entries) if entries else begin(self.board, options, self._terms)
        session = replace(for_lessons(session, self._course, self._seed), house=self._house)
        opener = self.wire.open if isinstance(self.wire, MemoryWire) else self._open_pty
        ends = Ends(
            opener,
            self.bench.pins.factory,
            open_spi=self.bench.open_spi,
            spi_buffer=self.bench.bus.LIMIT,
        )
        self.engines = InlineEngines(self._seed, self._thinking)
        self.daemon, self.link = build(
            self.board,
            session,
            ends,
            self._writer(self._disk),
            now=now,
            below=Random(self._seed).randrange,
            log=self.log.append,
            light=self._light,
            memory=Memory(self.board, self._folder, log=self.log.append, files=self._files),
            engines=TroubledEngines(self._asked or self.engines, self.bench.engine),
            tell=self._tell,
            clock=lambda: self.bench.now,
        )
        self.daemon.desk.filed, self.daemon.desk.profile = self._filed, self._profile
        self.run = LockStep(self.daemon, self.link, self.bench, now)
        self.run.run_for(STARTUP)

    def restart(self) -> None:
        """The daemon is stopped and comes back; the bench stays as it is, with all that is broken."""
        self.daemon.close()
        self._start({}, self.run.now)

    def _writer(self, disk: DiskTrouble | None) -> EntryWriter:
        """Writes at once, or as late as a slow disk does."""
        writer = InlineWriter(self.journal)
        return writer if disk is None else LateWriter(writer, disk, self.bench.plans, lambda: self.bench.now)

    def _open_pty(self) -> Any:
        return open_serial(self.wire.path)  # type: ignore[union-attr]  # only a kernel wire has a path

    @property
    def state(self) -> SessionState:
        """The session now."""
        return self.daemon.state

    @property
    def moves(self) -> list[str]:
        """Texts of the moves played so far."""
        return [self.state.manners.game.format_move(move) for move in self.state.moves]

    @property
    def world(self) -> World:
        """The simulated pieces."""
        return self.bench.world

    def do(self, verb: Callable[[Instant], Instant], wait: Duration = SECOND) -> None:
        """Let a hand carry out a verb, then wait."""
        self.run.run_until(verb(self.run.now))
        self.run.run_for(wait)

    def drop(self, site: Any, piece: Any, wait: Duration = SECOND) -> None:
        """Put a piece into a hole."""
        self.do(lambda now: self.bench.hands.drop(site, piece, now), wait)

    def lift(self, site: Any, wait: Duration = SECOND) -> None:
        """Take a piece out and lay it into its tray."""
        self.do(lambda now: self.bench.hands.lift(site, now), wait)
        self.do(self.bench.hands.put_away, Duration(0))

    def turn(self, rim: str, degrees: float, wait: Duration = SECOND) -> None:
        """Turn a rim."""
        self.do(lambda now: self.bench.hands.turn(rim, degrees, now), wait)

    def press(
        self,
        button: str,
        wait: Duration = Duration(SECOND // 4),  # noqa: B008 (a number)
        held: Duration | None = None,
    ) -> None:
        """Press a button, or hold it for so long."""
        self.do(lambda now: self.bench.hands.press(button, now, held=held), wait)

    def close(self) -> None:
        """Stop the daemon as SIGTERM would."""
        self.daemon.close()
        self.bench.close()
        self.wire.close()
