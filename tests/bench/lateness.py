"""How much later light comes while an engine thinks: all of `triboard simulate`, on the real clock.

Service, page, journal, pty, pyserial and the engines' process share one core, which is harder than any Pi
with four has it. A touch counts from the instant at which the sensor changed to the first byte, on the LED
wire, of the frame that answers it. Touches take turns: without a thought, in the middle of one, and with one
that is asked for or given up in the same moment (its process starts, or dies); whatever else this computer
does meets all of them alike. On a busy one run it as root by `nice -n -20`: engines keep their distance.
"""

import asyncio
import os
import signal
import statistics
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from triboard.app.config import Config
from triboard.app.engine_forms import Answer
from triboard.app.engines import Engines
from triboard.app.realtime import monotonic
from triboard.app.service import Service
from triboard.app.tables import SimulatedTable
from triboard.board.definition import Board
from triboard.opponents.engine import Grade
from triboard.rules import ttt3d
from triboard.session.effects import AskOpponent
from triboard.sim.bench import SimulatedBench
from triboard.units import SECOND, Channel, Instant

GOAL: Final = 20
"""Milliseconds that light may come later."""

TURNS: Final = 6
"""Touches of each kind in one run of the program: the board has 27 holes."""

THOUGHT: Final = ("trike", {"size": 13}, ("g4", "swap"))
"""A question, with game, options and moves; asked again as often as it is answered."""

FIRST_REQUEST: Final = 1000
"""Of the bench: the program, which has no opponents here, asks nothing itself and waits for no answer."""

READY, DEEP, CALM = 2.0, 1.5, 1.2
"""Seconds until the program waits for the first ball, an engine is deep in thought, and a ball is kept."""


class Meanwhile(Enum):
    """What the engines do during a touch."""

    NOTHING = "nothing"
    THINKING = "an engine thinks"
    STARTING = "an engine starts"
    GIVEN_UP = "a thought is given up"


class _Noting(SimulatedTable):
    """A simulated table that notes when a sensor changed and when light went out, and has engines to ask."""

    def __init__(self, board: Board, config: Config) -> None:
        super().__init__(board, config)
        assert isinstance(self.far, SimulatedBench)
        self.bench = self.far
        self.changed: list[Instant] = []
        self.frames: list[tuple[Instant, bytes]] = []
        self.thinkers: Engines | None = None
        self.busy = False
        self._requests = FIRST_REQUEST
        set_raw, write = self.bench.controller.set_raw, self.bench.bus.write

        def noted(channel: Channel, value: int, now: Instant) -> None:
            self.changed.append(now)
            set_raw(channel, value, now)

        def written(data: bytes) -> None:
            begun = monotonic()
            write(data)
            self.frames.append((begun, self.bench.decode()))

        self.bench.controller.set_raw = noted  # type: ignore[method-assign]  # around the real thing
        self.bench.bus.write = written  # type: ignore[method-assign]  # around the real thing

    def engines(self, engines: Engines) -> Engines:
        """The program's own, which go on thinking as long as the bench says."""
        self.thinkers, poll = engines, engines.poll

        def polled(now: Instant) -> list[Answer]:
            answers = poll(now)
            if answers and self.busy:
                asyncio.get_running_loop().call_soon(self.think)
            return answers

        engines.poll = polled  # type: ignore[method-assign]  # around the real thing
        return engines

    def think(self) -> None:
        """Ask the engines."""
        assert self.thinkers is not None
        self.busy = True
        self._requests += 1
        self.thinkers.ask(AskOpponent(self._requests, *THOUGHT, Grade.MASTER), monotonic())

    def rest(self) -> None:
        """Nobody waits for the answer any more."""
        assert self.thinkers is not None
        self.busy = False
        self.thinkers.cancel(self._requests)


def report(*, rounds: int) -> None:
    """Print how late light comes; `rounds` touches of each kind."""
    found: dict[Meanwhile, list[float]] = {kind: [] for kind in Meanwhile}
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        for done in range(0, rounds, TURNS):
            _play(found, min(TURNS, rounds - done))
    finally:
        os.sched_setaffinity(0, cores)
    load = f"load {os.getloadavg()[0]:.1f} on {len(cores)} cores, nice {os.getpriority(os.PRIO_PROCESS, 0)}"
    print(f"lateness of light on one core, milliseconds, {rounds} touches each; {load}; goal: {GOAL} later")
    usual = statistics.median(found[Meanwhile.NOTHING])
    for kind, took in found.items():
        late = sorted(took)[-1 - len(took) // 20]
        middle = statistics.median(took)
        figures = f"median {middle:.1f} ({middle - usual:+.1f}), 95 % within {late:.1f}, all {max(took):.1f}"
        print(f"  {kind.value:21}: {figures}")


def _play(found: dict[Meanwhile, list[float]], turns: int) -> None:
    """Run the program once."""
    tables: list[_Noting] = []

    def made(board: Board, config: Config) -> _Noting:
        tables.append(_Noting(board, config))
        return tables[-1]

    async def main(folder: Path) -> None:
        ready = asyncio.Event()
        service = Service(Config(state_dir=folder, port=0, options={"players": 3}), made)
        running = asyncio.create_task(service.run(lambda _: ready.set()))
        try:
            await ready.wait()
            await _touch(tables[0], found, turns)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)  # which the service handles
            await running

    with TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))


async def _touch(table: _Noting, found: dict[Meanwhile, list[float]], turns: int) -> None:
    """Ball after ball; a frame answers a touch if it changes the light of its hole."""
    game = ttt3d.GAME.start({"players": 3})
    await asyncio.sleep(READY)
    for kind in turns * list(Meanwhile):
        ball = next(move for move in ttt3d.GAME.legal_moves(game) if isinstance(move, ttt3d.Place))
        game = ttt3d.GAME.play(game, ball)
        pixel = 3 * table.bench.board.pixel_of()[ball.site]
        where = slice(pixel, pixel + 3)
        if kind in (Meanwhile.THINKING, Meanwhile.GIVEN_UP):
            table.think()
            await asyncio.sleep(DEEP)
        dark = table.bench.decode()[where]
        table.changed.clear()
        table.frames.clear()
        reached = table.bench.hands.drop(ball.site, ball.colour, monotonic())
        if kind in (Meanwhile.STARTING, Meanwhile.GIVEN_UP):
            await asyncio.sleep((reached - monotonic()) / SECOND)
            table.think() if kind is Meanwhile.STARTING else table.rest()
        await asyncio.sleep(CALM)
        lit = next(at for at, rgb in table.frames if rgb[where] != dark)
        found[kind].append((lit - table.changed[-1]) / 1000)
        table.rest()
