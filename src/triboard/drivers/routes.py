"""The routes to the LEDs: which one, and how it is opened, kept open and opened again.

The default is SPI on every model: it needs no root, and the old ways die on a Pi 5, clash with audio and
flicker on a headless Pi 3.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Final

from triboard.board.definition import Board, Segment
from triboard.drivers.link_pixels import LinkPixels, PixelLink
from triboard.drivers.pi_model import Machine
from triboard.drivers.pixels import SpiBus, SpiPixels
from triboard.drivers.strip_pixels import DEFAULT_DMA, open_pio, open_pwm
from triboard.errors import ConfigurationError, ControllerError, LinkLostError
from triboard.ports import PixelPort

FAILURES: Final = 3
"""Frames that fail one after the other before the route is opened anew."""

MOST_SKIPPED: Final = 31
"""Tries to open that are left out between two, at most: opening looks for hardware each time."""


class Route(Enum):
    """Ways to the LEDs; `AUTO` lets the machine decide, `NONE` is a board without."""

    AUTO = "auto"
    SPI = "spi"
    PWM = "pwm"
    PIO = "pio"
    CONTROLLER = "controller"
    NONE = "none"


def choose(route: Route, machine: Machine) -> Route:
    """The route that `auto` means here: SPI on every model, known or not."""
    del machine  # no model that exists needs another one
    return Route.SPI if route is Route.AUTO else route


def open_route(
    route: Route,
    board: Board,
    *,
    link: PixelLink,
    open_spi: Callable[[int], SpiBus],
    machine: Machine,
    spi_buffer: int | None = None,
    dma: int = DEFAULT_DMA,
    first: bytes | None = None,
) -> PixelPort:
    """Open a route. `first` is shown instead of darkness.

    Raises `ConfigurationError` for what a person must change, `ControllerError` for what may come right.
    """
    count = len(board.pixels)
    match choose(route, machine):
        case Route.SPI | Route.AUTO:
            return _open_spi(board, open_spi, spi_buffer, first)
        case Route.PWM:
            return open_pwm(board.strips, count, machine, dma=dma, first=first)
        case Route.PIO:
            return open_pio(board.strips, count, machine, first=first)
        case Route.CONTROLLER:
            return LinkPixels(link, count)
        case Route.NONE:
            return NoPixels()


def _open_spi(
    board: Board, open_spi: Callable[[int], SpiBus], buffer: int | None, first: bytes | None
) -> PixelPort:
    chains: dict[int, list[Segment]] = {}
    for segment in sorted(board.strips, key=lambda one: one.first):
        chains.setdefault(segment.bus, []).append(segment)
    return _all_or_none(
        {
            bus: lambda bus=bus, parts=parts: SpiPixels(  # type: ignore[misc]  # defaults bind the loop's names
                open_spi(bus), len(board.pixels), "", segments=parts, buffer=buffer, first=first
            )
            for bus, parts in chains.items()
        }
    )


def _all_or_none(openers: Mapping[int, Callable[[], PixelPort]]) -> PixelPort:
    """Open several chains; when one fails those before it are closed again."""
    ports: list[PixelPort] = []
    try:
        for opener in openers.values():
            ports.append(opener())
    except BaseException:
        _close_all(ports)
        raise
    return ports[0] if len(ports) == 1 else ManyPixels(ports)


def _close_all(ports: Iterable[PixelPort]) -> ControllerError | None:
    failed = None
    for port in ports:
        try:
            port.close()
        except ControllerError as error:
            failed = error
    return failed


class ManyPixels:
    """Several chains as one port; each takes its own part of a frame."""

    def __init__(self, ports: Sequence[PixelPort]) -> None:
        self._ports = tuple(ports)

    def show(self, rgb: bytes) -> None:
        """Send to every chain, also when an earlier one fails; raises the last error then."""
        failed = None
        for port in self._ports:
            try:
                port.show(rgb)
            except ControllerError as error:
                failed = error
        if failed is not None:
            raise failed

    def trouble(self) -> str | None:
        """The first trouble of any chain."""
        return next((told for port in self._ports if (told := port.trouble()) is not None), None)

    def dark(self) -> bool:
        """Whether any chain went dark by itself."""
        return any(port.dark() for port in self._ports)

    def close(self) -> None:
        """Close all; raises the last error."""
        if (failed := _close_all(self._ports)) is not None:
            raise failed


class NoPixels:
    """A board without LEDs: everything is shown, to nobody."""

    def show(self, rgb: bytes) -> None:
        """There is nothing to send."""

    def trouble(self) -> str | None:
        """Nothing can go wrong."""
        return None

    def dark(self) -> bool:
        """Nothing was lit."""
        return False

    def close(self) -> None:
        """There is nothing to darken."""


class SteadyPixels:
    """A route that opens when the first frame comes and again when it has failed, also at the very start.

    `opener` gets the frame to show first, `None` for darkness: only the first opening darkens what an
    earlier program left, a later one must not flash. All that a route can raise becomes `ControllerError`.
    Opening is tried with the first frame, then ever more rarely, up to every 32nd.
    """

    def __init__(self, opener: Callable[[bytes | None], PixelPort]) -> None:
        self._opener = opener
        self._port: PixelPort | None = None
        self._opened = False
        self._failures = 0
        self._skip = self._skipped = 0
        self._error = ""

    def show(self, rgb: bytes) -> None:
        """Send one frame, opening the route if need be; raises `ControllerError`."""
        port = self._port or self._open(rgb)
        try:
            port.show(rgb)
        except LinkLostError:
            raise  # the link mends itself
        except ControllerError:
            self._failures += 1
            if self._failures >= FAILURES:
                self._give_up(port)
            raise
        self._failures = 0

    def trouble(self) -> str | None:
        """What the open route tells."""
        return None if self._port is None else self._port.trouble()

    def dark(self) -> bool:
        """Whether the open route went dark by itself."""
        return self._port is not None and self._port.dark()

    def close(self) -> None:
        """Darken and let go, if it is open."""
        port, self._port = self._port, None
        if port is not None:
            port.close()

    def _open(self, rgb: bytes) -> PixelPort:
        if self._skipped < self._skip:
            self._skipped += 1
            raise ControllerError(self._error)
        try:
            self._port = self._opener(rgb if self._opened else None)
        except (ConfigurationError, ControllerError) as error:
            self._error = str(error)
            self._skip, self._skipped = min(2 * self._skip + 1, MOST_SKIPPED), 0
            raise ControllerError(self._error) from error
        self._opened = True
        self._skip = self._skipped = self._failures = 0
        return self._port

    def _give_up(self, port: PixelPort) -> None:
        self._port, self._failures = None, 0
        _close_all([port])
