"""What a frame of light costs: render and encode, against the time that the LED wire takes at least.

Ratios are of figures from one run; absolute times are for the eye. No route can be quicker than the wire
(30 us a pixel and the latch).
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import neopixel_spi
from tests.journeys.table import Table

from triboard.board.definition import Board, PixelDefinition, Place
from triboard.board.load import load_board, shipped_boards
from triboard.drivers.pixels import SpiPixels
from triboard.light.render import Renderer
from triboard.light.scene import Glow, Role, Scene, Target
from triboard.light.spi_wire import FREQUENCY, RESET_SECONDS
from triboard.protocol.pixel_sender import changed_spans
from triboard.sim.pixel_bus import wire_time
from triboard.units import SECOND, Duration, Instant, Pixel

COUNTS = (27, 120, 500)
EYES = 60  # frames a second that nobody asks for, as a round figure
SECONDS_IDLE = 60


class DeadBus:
    """A bus that takes bytes and does nothing, so that only encoding is measured."""

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None: ...
    def configure(self, *, baudrate: int, polarity: int, phase: int) -> None: ...
    def write(self, data: bytes) -> None: ...
    def deinit(self) -> None: ...


def report(*, rounds: int) -> None:
    """Print cost a frame at three sizes, and what an idle board sends."""
    print(f"light, every pixel lit and moving, {10 * rounds} frames, milliseconds a frame")
    for count in COUNTS:
        _report(count, 10 * rounds)
    with TemporaryDirectory() as folder:
        for name in shipped_boards():
            _report_idle(Path(folder) / name, name)


def _strip(count: int) -> Board:
    """A shipped board with pixels of its own, one a target."""
    pixels = tuple(PixelDefinition(Pixel(n), f"t{n}", Place(n, 0, 0)) for n in range(count))
    board = load_board(shipped_boards()[0])
    return replace(board, pixels=pixels, power=replace(board.power, budget=1e6))


def _report(count: int, frames: int) -> None:
    board = _strip(count)
    renderer = Renderer(board)
    roles = (Role.CLAIMABLE, Role.WANTED, Role.CHOICE, Role.WINNER, Role.ATTRACT)
    scene = Scene({Target(f"t{n}"): Glow(roles[n % len(roles)]) for n in range(count)})
    instants = [Instant(SECOND + n * 40_000) for n in range(frames)]
    rendered: list[bytes] = []
    state = [renderer.start(Instant(0))]

    def render(number: int) -> None:
        step = renderer.step(state[0], scene, instants[number])
        state[0] = step.state
        rendered.append(step.state.frame)

    pixels = SpiPixels(DeadBus(), count, "GRB", buffer=1 << 20)
    library = neopixel_spi.NeoPixel_SPI(
        DeadBus(), count, auto_write=False, frequency=FREQUENCY, reset_time=RESET_SECONDS
    )
    rendering = _time(render, frames)
    encoding = _time(lambda number: pixels.show(rendered[number]), frames)
    spans = _time(lambda number: _spans(rendered, number), frames)
    alone = _time(lambda _: library.show(), max(3, frames // 20))
    floor = wire_time(count) / 1000
    busy = rendering + encoding
    print(
        f"  {count:3} pixels: render {rendering:.3f}, encode {encoding:.3f} (library alone {alone:.3f}, "
        f"spans for the link {spans:.3f}); wire {floor:.2f}"
    )
    print(
        f"    {busy / floor:.3f} of the wire's time; {1000 / (busy + floor):.0f} frames/s with the wire, "
        f"{1000 / busy:.0f} without; {EYES} frames/s take {100 * EYES * busy / 1000:.1f} % of one core"
    )


def _spans(frames: list[bytes], number: int) -> None:
    changed_spans(frames[number - 1], frames[number])


def _time(act: Callable[[int], None], times: int) -> float:
    """Milliseconds of processor time for one call; the best of three runs."""
    best = float("inf")
    for _ in range(3):
        begun = time.process_time()
        for number in range(times):
            act(number)
        best = min(best, time.process_time() - begun)
    return 1000 * best / times


def _report_idle(folder: Path, name: str) -> None:
    """Frames that a board sends while nobody touches it and nothing moves."""
    folder.mkdir()
    table = Table(folder, board=name)
    table.run.run_for(Duration(5 * SECOND))
    before, turns = table.bench.bus.transfers, table.daemon.turns
    table.run.run_for(Duration(SECONDS_IDLE * SECOND))
    sent, turned = table.bench.bus.transfers - before, table.daemon.turns - turns
    print(
        f"  {name}, idle for {SECONDS_IDLE} s: {sent} frames sent, {turned / SECONDS_IDLE:.1f} turns a second"
    )
    table.close()
