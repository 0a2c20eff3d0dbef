"""Two boards at one Raspberry Pi whose cables are exchanged in mid-game: real ptys, two whole daemons."""

import select
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from triboard.app.config import Config
from triboard.app.games import begin
from triboard.app.graph import Ends, build
from triboard.app.tables import port_search
from triboard.board.definition import Board
from triboard.board.load import load_board
from triboard.board.wiring import config_of
from triboard.drivers.serial_port import open_serial
from triboard.session.state import LinkState
from triboard.sim.bench import SimulatedBench
from triboard.sim.controller import SimulatedController
from triboard.sim.wire import Wire
from triboard.sim.wire_kernel import PtyWire
from triboard.sim.world import World
from triboard.store.journal import Journal
from triboard.store.writer import InlineWriter
from triboard.units import SECOND, Instant, Piece, Site, millis

STEP = millis(20)
KERNEL = 0.05  # seconds at most that a turn waits for bytes under way


def _set_up(
    board: Board, wire: Wire, chance: Random, now: Instant, on_pixels: Callable[[bytes], None]
) -> SimulatedController:
    """A controller that has run its board before."""
    return SimulatedController(
        wire, chance, now=now, config=config_of(board), unit=board.name, on_pixels=on_pixels
    )


class Neighbour:
    """A board, its controller at some port, and the daemon that looks for it as `triboard run` does."""

    def __init__(self, ports: Path, folder: Path, name: str, port: str, options: dict[str, int]) -> None:
        folder.mkdir()
        self.board = load_board(name)
        self.wire = PtyWire(ports / port)
        self.bench = SimulatedBench(
            self.board, World(self.board), self.wire, seed=3, now=Instant(0), controller=_set_up
        )
        config = Config(serial=str(ports / "ttyACM*"))
        self.log: list[str] = []
        ends = Ends(
            lambda: open_serial("never"),
            self.bench.pins.factory,
            open_spi=self.bench.open_spi,
            spi_buffer=self.bench.bus.LIMIT,
            search=port_search(config),
        )
        self.daemon, self.link = build(
            self.board,
            begin(self.board, options),
            ends,
            InlineWriter(Journal.open(folder)),
            now=Instant(0),
            below=Random(1).randrange,
            log=self.log.append,
        )

    @property
    def moves(self) -> list[str]:
        """The game so far."""
        state = self.daemon.state
        return [state.manners.game.format_move(move) for move in state.moves]

    @property
    def up(self) -> bool:
        """Whether the daemon has its board."""
        return self.daemon.state.link is LinkState.UP


class Pi:
    """One virtual clock for two boards whose bytes really pass through the kernel."""

    def __init__(self, folder: Path) -> None:
        self.now = Instant(0)
        self.ports = folder
        self.one = Neighbour(folder, folder / "one", "ttt3d-presence", "ttyACM0", {"players": 3})
        self.two = Neighbour(folder, folder / "two", "trike-presence", "ttyACM1", {"size": 7})
        self.both = (self.one, self.two)

    def run(self, seconds: float) -> None:
        """Time passes."""
        for _ in range(round(seconds * SECOND / STEP)):
            self.now = Instant(self.now + STEP)
            for _ in range(20):
                before = self._passed()
                for each in self.both:
                    each.bench.advance(self.now)
                    each.daemon.turn(self.now)
                if before == self._passed():
                    break
                ends = [each.link.port.fileno() for each in self.both if each.link.port is not None]
                ends += [each.wire.descriptor for each in self.both if each.wire.descriptor is not None]
                select.select(ends, [], [], KERNEL)

    def _passed(self) -> list[int]:
        sent = [0 if each.link.port is None else each.link.port.sent for each in self.both]
        return sent + [each.wire.to_host + each.wire.from_host for each in self.both]

    def swap(self, seconds: float) -> None:
        """Both cables are pulled, and put into each other's socket after a while."""
        for each in self.both:
            each.wire.unplug()
        self.run(seconds)
        names = sorted(("ttyACM0", "ttyACM1"), reverse=self._straight)
        self._straight = not self._straight
        for each, name in zip(self.both, names, strict=True):
            each.wire.move(self.ports / name)
            each.wire.plug()

    _straight = True

    def close(self) -> None:
        """SIGTERM to both."""
        for each in self.both:
            each.daemon.close()
            each.wire.close()


@pytest.mark.parametrize("dark", [0.1, 4.0])
def test_two_boards_that_exchange_their_ports_in_mid_game_go_on(dark: float, tmp_path: Path) -> None:
    """Law (rows 54 to 56): whichever port each board has now, its own daemon finds it within six seconds, the
    game goes on where it stood, and no ball of one board is ever seen by the other."""
    pi = Pi(tmp_path)
    pi.run(4)
    assert (pi.one.up, pi.two.up) == (True, True)
    plan = [("Aa1", "white"), ("Ab1", "black"), ("Ac1", "red")]
    for number, (site, piece) in enumerate(plan):
        pi.one.bench.hands.drop(Site(site), Piece(piece), pi.now)
        pi.run(2)
        assert len(pi.one.moves) == number + 1
        pi.swap(dark)
        pi.run(6)
        assert (pi.one.up, pi.two.up) == (True, True), number
    assert pi.one.moves == ["w@Aa1", "k@Ab1", "r@Ac1"]
    assert pi.two.moves == []
    assert not [line for line in (*pi.one.log, *pi.two.log) if "set up for board" in line]
    pi.close()
