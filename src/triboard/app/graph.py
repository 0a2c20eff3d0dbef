"""The object graph of the daemon: the same on real hardware and on the simulator.

`run` and `simulate` differ only in the `Ends` that they hand over.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from triboard.app.config import LightConfig
from triboard.app.daemon import Daemon, Memory
from triboard.app.engines import Engines, InlineEngines
from triboard.app.realtime import monotonic
from triboard.board.definition import Board
from triboard.board.wiring import config_of
from triboard.drivers.gpio import GpioInputs
from triboard.drivers.link import LinkPort, LinkPump
from triboard.drivers.pi_model import NO_PI, Machine
from triboard.drivers.pixels import SpiBus
from triboard.drivers.routes import SteadyPixels, open_route
from triboard.drivers.trace_tap import Tell, tapped
from triboard.errors import ControllerError
from triboard.light.palette import PALETTES
from triboard.protocol.host import HostLink
from triboard.protocol.messages import Hello
from triboard.session.state import SessionState
from triboard.store.writer import EntryWriter
from triboard.units import Instant


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends of the wires: how to open the serial port, the pin factory, the LED bus.

    `spi` is bus 0 if it is open already; else `open_spi` opens a bus by number, again after failures.
    `unit` names the only controller that may be driven; `adopt` takes it whatever board it was set up for.
    `machine` decides which routes to LEDs exist. `search` makes an opener that looks for the controller at
    many ports, in place of `opener`.
    """

    opener: Callable[[], LinkPort]
    pin_factory: Any
    spi: SpiBus | None = None
    spi_buffer: int | None = None
    unit: str | None = None
    adopt: bool = False
    open_spi: Callable[[int], SpiBus] | None = None
    machine: Machine = NO_PI
    search: Callable[[Callable[[Hello], bool]], Callable[[], LinkPort]] | None = None

    def bus(self, number: int) -> SpiBus:
        """The SPI bus of a number; raises `ControllerError`."""
        if self.spi is not None and number == 0:
            return self.spi
        if self.open_spi is None:
            raise ControllerError(f"There is no SPI bus {number} for the pixels.")
        return self.open_spi(number)


def build(
    board: Board,
    session: SessionState,
    ends: Ends,
    writer: EntryWriter,
    *,
    now: Instant,
    wake: Callable[[], None] = lambda: None,
    closing: Callable[[LinkPort], None] | None = None,
    below: Callable[[int], int] = lambda _: 0,
    log: Callable[[str], None] = lambda _: None,
    light: LightConfig = LightConfig(),  # noqa: B008 (a frozen value)
    engines: Engines | None = None,
    memory: Memory | None = None,
    tell: Tell | None = None,
    clock: Callable[[], Instant] = monotonic,
) -> tuple[Daemon, LinkPump]:
    """Build the daemon in start order; `Daemon.close` takes it down in the opposite one.

    `engines` play the opponents' seats; without any they think on the caller's time, which is right where
    time is virtual. `below(n)` gives the results of throws, 0 to n - 1. `wake` is called from any thread when
    something came; `closing` before the port is closed, so that a loop can stop watching it. `tell` hears
    each byte that passes at the port, with its instant on `clock`. Raises `ControllerError` or
    `ConfigurationError` with the remedy; nothing stays open then. LEDs that cannot be reached stop nothing:
    they are tried again, and `Daemon.light` says so.
    """
    inputs = GpioInputs(board, ends.pin_factory, wake)
    host = HostLink(config_of(board), unit=ends.unit, adopt=ends.adopt)
    opener = ends.opener if ends.search is None else ends.search(host.fits)
    if tell is not None:
        opener = tapped(opener, clock, tell)
    link = LinkPump(host, opener, closing=closing)
    pixels = SteadyPixels(
        lambda first: open_route(
            light.route,
            board,
            link=link,
            open_spi=ends.bus,
            machine=ends.machine,
            spi_buffer=ends.spi_buffer,
            dma=light.dma,
            first=first,
        )
    )
    daemon = Daemon(
        board,
        session,
        link=link,
        inputs=inputs,
        pixels=pixels,
        writer=writer,
        now=now,
        below=below,
        log=log,
        palette=PALETTES[light.palette],
        brightness=light.brightness,
        engines=InlineEngines(0) if engines is None else engines,
        memory=memory,
    )
    daemon.woken = wake
    return daemon, link
