"""The object graph of the daemon: the same on real hardware and on the simulator.

`run` and `simulate` differ only in the `Ends` that they hand over.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from triboard.app.daemon import Daemon
from triboard.board.definition import Board
from triboard.board.wiring import config_of
from triboard.drivers.gpio import GpioInputs
from triboard.drivers.link import LinkPort, LinkPump
from triboard.drivers.pixels import SpiBus, SpiPixels
from triboard.protocol.host import HostLink
from triboard.session.state import SessionState
from triboard.store.writer import EntryWriter
from triboard.units import Instant


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends of the wires: how to open the serial port, the pin factory, the LED bus.

    `unit` names the only controller that may be driven.
    """

    opener: Callable[[], LinkPort]
    pin_factory: Any
    spi: SpiBus
    spi_buffer: int | None = None
    unit: str | None = None


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
) -> tuple[Daemon, LinkPump]:
    """Build the daemon in start order; `Daemon.close` takes it down in the opposite one.

    `below(n)` gives the results of throws, 0 to n - 1. `wake` is called from any thread when something came;
    `closing` before the port is closed, so that a loop can stop watching it. Raises `ControllerError` or
    `ConfigurationError` with the remedy; nothing stays open then.
    """
    pixels = SpiPixels(ends.spi, len(board.pixels), board.colour_order, buffer=ends.spi_buffer)
    try:
        inputs = GpioInputs(board, ends.pin_factory, wake)
    except BaseException:
        pixels.close()
        raise
    link = LinkPump(HostLink(config_of(board), unit=ends.unit), ends.opener, closing=closing)
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
    )
    daemon.woken = wake
    return daemon, link
