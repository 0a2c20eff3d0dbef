"""NeoPixels on the SPI bus: the route that works on every Pi model without root.

Adafruit's `neopixel_spi` makes the wire: each LED bit is one SPI byte at 6.4 MHz on MOSI (GPIO 10). We
only exchange its loop over bits for a table, with the same bytes as the result, and send one transfer a
frame. Gamma and limits are applied before; the library's brightness stays at 1.0, where it changes nothing.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import neopixel_spi

from triboard.board.definition import COLOUR_ORDERS, Segment
from triboard.errors import ConfigurationError, ControllerError, InternalError, Mistake
from triboard.light.spi_wire import (
    BYTES_PER_CHANNEL,
    DEFAULT_BUFFER,
    FREQUENCY,
    RESET_BYTES,
    RESET_SECONDS,
    frame_bytes,
)
from triboard.light.strips import Strip
from triboard.units import Pixel

KERNEL_BUFFER: Final = Path("/sys/module/spidev/parameters/bufsiz")
LIBRARY_BUFFER: Final = "SPI_BUFSIZE"  # environment variable that Adafruit's PureIO reads

SKIP_CHECK: Final = "BLINKA_SKIP_DEPENDENCY_CHECK"
"""Environment variable without which Blinka asks a person at a terminal whether it may install libraries."""


class SpiBus(Protocol):
    """What the library needs of a bus; Blinka's `busio.SPI` and the simulated bus have it."""

    def try_lock(self) -> bool: ...
    def unlock(self) -> None: ...
    def configure(self, *, baudrate: int, polarity: int, phase: int) -> None: ...
    def write(self, data: bytes) -> object: ...
    def deinit(self) -> None: ...


class TablePixels(neopixel_spi.NeoPixel_SPI):  # type: ignore[misc]  # the library carries no types
    """The library's pixels with its two loops over bits and pixels exchanged for table look-ups."""

    def __init__(self, spi: SpiBus, strip: Strip) -> None:
        super().__init__(
            spi,
            strip.count,
            pixel_order=strip.segments[0].order,
            auto_write=False,
            brightness=1.0,
            frequency=FREQUENCY,
            reset_time=RESET_SECONDS,
        )
        self._strip = strip
        self._eight = [
            bytes(self._bit1 if value >> bit & 1 else self._bit0 for bit in range(7, -1, -1))
            for value in range(256)
        ]

    def show_rgb(self, rgb: bytes) -> None:
        """Set every pixel from red, green, blue bytes in index order and send them."""
        self._strip.fill(self._post_brightness_buffer, rgb)
        self.show()

    def _transmogrify(self, buffer: bytearray) -> None:
        self._spibuf[:] = b"".join(map(self._eight.__getitem__, buffer))


class SpiPixels:
    """A `PixelPort` over an SPI bus. The pixels go dark when it opens and when it closes.

    `segments` are the parts of the board's pixels that hang on this bus, in chain order; left out, all
    `count` of them in one `colour_order`. `first` is shown on opening instead of darkness (reopening must
    not flash). `buffer` is the largest transfer in bytes; left out, it is asked of the kernel and the
    environment.

    Raises `ConfigurationError` for a colour order that does not exist or a chain too long for the buffer,
    `ControllerError` when the bus does not answer. Not safe for use from two threads.
    """

    def __init__(
        self,
        spi: SpiBus,
        count: int,
        colour_order: str,
        *,
        segments: Sequence[Segment] = (),
        buffer: int | None = None,
        first: bytes | None = None,
    ) -> None:
        strip = Strip(segments or (Segment(Pixel(0), count, colour_order),))
        _check(strip, spi_buffer() if buffer is None else buffer)
        self._spi = spi
        self._count = count
        self._open = True
        _expect_free(spi)
        try:
            self._pixels = TablePixels(spi, strip)
        except (OSError, RuntimeError) as error:  # RuntimeError: Blinka's, NotImplementedError included
            raise _unreachable(error) from error
        self.show(bytes(3 * count) if first is None else first)

    def show(self, rgb: bytes) -> None:
        """Send one frame in one transfer; raises `ControllerError`, after which another may be tried."""
        if not self._open:
            raise ControllerError("The pixels are closed.")
        if len(rgb) != 3 * self._count:
            raise InternalError(
                f"A frame of {self._count} pixels has {3 * self._count} bytes, not {len(rgb)}."
            )
        _expect_free(self._spi)
        try:
            self._pixels.show_rgb(rgb)
        except (OSError, RuntimeError) as error:
            raise _unreachable(error) from error

    def trouble(self) -> str | None:
        """A transfer that went out is shown."""
        return None

    def dark(self) -> bool:
        """What was sent stays until the next frame."""
        return False

    def close(self) -> None:
        """Darken every pixel, on a second try if the first fails, and let the bus go.

        Safe to call twice. Raises `ControllerError` when the dark frame could not be sent; the bus is let
        go all the same.
        """
        if not self._open:
            return
        dark = bytes(3 * self._count)
        try:
            try:
                self.show(dark)
            except ControllerError:
                self.show(dark)
        finally:
            self._open = False
            self._spi.deinit()


def spi_buffer(kernel: Path = KERNEL_BUFFER, environ: Mapping[str, str] = os.environ) -> int:
    """Largest transfer in bytes that goes out undivided: the lesser of the kernel's and the library's."""
    return min(_whole_number(_read(kernel)), _whole_number(environ.get(LIBRARY_BUFFER, "")))


def open_spi(bus: int = 0) -> SpiBus:
    """An SPI bus of this Pi's header (0: data on GPIO 10, 1: on GPIO 20); raises `ControllerError` with the
    remedy where there is none."""
    try:
        found: Any = _blinka_bus(bus)
    except Exception as error:  # each kind of computer without SPI fails in its own way
        remedy = "`sudo raspi-config nonint do_spi 0`" if bus == 0 else "`dtoverlay=spi1-1cs` in config.txt"
        raise ControllerError(
            f"No SPI bus for the pixels ({type(error).__name__}: {_first_line(error)}). On a Pi switch SPI "
            f"on with {remedy}, add the service's user to the group `spi`, and "
            "restart; on another computer use the simulated board."
        ) from error
    return found  # type: ignore[no-any-return]  # Blinka carries no types; it has what `SpiBus` names


def _blinka_bus(bus: int) -> Any:
    os.environ.setdefault(SKIP_CHECK, "1")
    import board  # Blinka looks for the Pi on import, so only here

    if bus == 0:
        return board.SPI()
    import busio

    return busio.SPI(board.SCK_1, MOSI=board.MOSI_1)


def _check(strip: Strip, buffer: int) -> None:
    mistakes = []
    for order in {segment.order for segment in strip.segments} - set(COLOUR_ORDERS):
        mistakes.append(
            Mistake(
                "colour_order",
                f"{order!r} is no order of red, green and blue",
                f"Write one of {', '.join(COLOUR_ORDERS[:6])}, or four letters with a W for a white chip; "
                "most NeoPixels are GRB",
            )
        )
    need = frame_bytes(strip.count, strip.channels)
    if need > buffer:
        room = 1 << (need - 1).bit_length()
        most = max(buffer - 2 * RESET_BYTES, 0) // (BYTES_PER_CHANNEL * strip.channels)
        mistakes.append(
            Mistake(
                "pixels",
                f"a frame of {strip.count} pixels takes {need} bytes, the SPI buffer holds {buffer} "
                f"({most} pixels)",
                f"Add ` spidev.bufsiz={room}` to the end of the one line in /boot/firmware/cmdline.txt (a "
                f"space before it, no comma), set `Environment={LIBRARY_BUFFER}={room}` in the service, and "
                "restart the Pi",
            )
        )
    if mistakes:
        raise ConfigurationError(*mistakes)


def _expect_free(spi: SpiBus) -> None:
    """The library would wait for the lock for ever, and the game with it."""
    if not spi.try_lock():
        raise ControllerError("The SPI bus of the pixels is in use by another part of this program.")
    spi.unlock()


def _unreachable(error: Exception) -> ControllerError:
    return ControllerError(f"The pixels cannot be reached ({type(error).__name__}: {_first_line(error)}).")


def _first_line(error: Exception) -> str:
    return (str(error).strip() or "no reason given").splitlines()[0]


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # no spidev here, or it is built into the kernel
        return ""


def _whole_number(text: str) -> int:
    return int(text) if text.strip().isdecimal() else DEFAULT_BUFFER
