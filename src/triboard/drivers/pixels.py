"""NeoPixels on the SPI bus: the route that works on every Pi model without root.

Adafruit's `neopixel_spi` makes the wire: each LED bit is one SPI byte at 6.4 MHz on MOSI (GPIO 10). We
only exchange its loop over bits for a table, with the same bytes as the result, and send one transfer a
frame. Gamma and limits are applied before; the library's brightness stays at 1.0, where it changes nothing.
"""

import os
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path
from typing import Any, Final, Protocol

import neopixel_spi

from triboard.errors import ConfigurationError, ControllerError, InternalError, Mistake

FREQUENCY: Final = 6_400_000
"""SPI clock in hertz: eight bits make the 1.25 microseconds of one bit on the LED wire."""

RESET_SECONDS: Final = 300e-6
"""Low time before and after a frame: newer WS2812B latch after 280 microseconds, the library waits 80."""

DEFAULT_BUFFER: Final = 4096
"""Bytes a transfer of the kernel's spidev, and a chunk of Adafruit's PureIO, unless they are told more."""

KERNEL_BUFFER: Final = Path("/sys/module/spidev/parameters/bufsiz")
LIBRARY_BUFFER: Final = "SPI_BUFSIZE"  # environment variable that Adafruit's PureIO reads

ORDERS: Final = tuple("".join(order) for order in permutations("RGB"))

_BYTES_PER_PIXEL: Final = 24  # three channels of eight bits, one SPI byte each
_RESET_BYTES: Final = round(FREQUENCY * RESET_SECONDS / 8)


class SpiBus(Protocol):
    """What the library needs of a bus; Blinka's `busio.SPI` and the simulated bus have it."""

    def try_lock(self) -> bool: ...
    def unlock(self) -> None: ...
    def configure(self, *, baudrate: int, polarity: int, phase: int) -> None: ...
    def write(self, data: bytes) -> object: ...
    def deinit(self) -> None: ...


class TablePixels(neopixel_spi.NeoPixel_SPI):  # type: ignore[misc]  # the library carries no types
    """The library's pixels with its two loops over bits and pixels exchanged for table look-ups."""

    def __init__(self, spi: SpiBus, count: int, colour_order: str) -> None:
        super().__init__(
            spi,
            count,
            pixel_order=colour_order,
            auto_write=False,
            brightness=1.0,
            frequency=FREQUENCY,
            reset_time=RESET_SECONDS,
        )
        self._eight = [
            bytes(self._bit1 if value >> bit & 1 else self._bit0 for bit in range(7, -1, -1))
            for value in range(256)
        ]

    def show_rgb(self, rgb: bytes) -> None:
        """Set every pixel from red, green, blue bytes in index order and send them."""
        for channel, place in enumerate(self._byteorder):
            self._post_brightness_buffer[place::3] = rgb[channel::3]
        self.show()

    def _transmogrify(self, buffer: bytearray) -> None:
        self._spibuf[:] = b"".join(map(self._eight.__getitem__, buffer))


class SpiPixels:
    """A `PixelPort` over an SPI bus. The pixels go dark when it opens and when it closes.

    `buffer` is the largest transfer in bytes; left out, it is asked of the kernel and the environment.
    Raises `ConfigurationError` for a colour order that does not exist or a chain too long for the buffer,
    `ControllerError` when the bus does not answer. Not safe for use from two threads.
    """

    def __init__(self, spi: SpiBus, count: int, colour_order: str, *, buffer: int | None = None) -> None:
        _check(count, colour_order, spi_buffer() if buffer is None else buffer)
        self._spi = spi
        self._count = count
        self._open = True
        _expect_free(spi)
        try:
            self._pixels = TablePixels(spi, count, colour_order)
        except (OSError, RuntimeError) as error:  # RuntimeError: Blinka's, NotImplementedError included
            raise _unreachable(error) from error
        self.show(bytes(3 * count))

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


def frame_bytes(count: int) -> int:
    """Bytes of one transfer for `count` pixels, both resets included."""
    return 2 * _RESET_BYTES + _BYTES_PER_PIXEL * count


def spi_buffer(kernel: Path = KERNEL_BUFFER, environ: Mapping[str, str] = os.environ) -> int:
    """Largest transfer in bytes that goes out undivided: the lesser of the kernel's and the library's."""
    return min(_whole_number(_read(kernel)), _whole_number(environ.get(LIBRARY_BUFFER, "")))


def open_spi() -> SpiBus:
    """The SPI bus of this Pi's header; raises `ControllerError` with the remedy where there is none."""
    try:
        import board  # Blinka looks for the Pi on import, so only here

        bus: Any = board.SPI()
    except Exception as error:  # each kind of computer without SPI fails in its own way
        raise ControllerError(
            f"No SPI bus for the pixels ({type(error).__name__}: {_first_line(error)}). On a Pi switch SPI "
            "on with `sudo raspi-config nonint do_spi 0`, add the service's user to the group `spi`, and "
            "restart; on another computer use the simulated board."
        ) from error
    return bus  # type: ignore[no-any-return]  # Blinka carries no types; it has what `SpiBus` names


def _check(count: int, colour_order: str, buffer: int) -> None:
    mistakes = []
    if colour_order not in ORDERS:
        mistakes.append(
            Mistake(
                "colour_order",
                f"{colour_order!r} is no order of red, green and blue",
                f"Write one of {', '.join(ORDERS)}; most NeoPixels are GRB",
            )
        )
    need = frame_bytes(count)
    if need > buffer:
        room = 1 << (need - 1).bit_length()
        mistakes.append(
            Mistake(
                "pixels",
                f"a frame of {count} pixels takes {need} bytes, the SPI buffer holds {buffer} "
                f"({max(buffer - 2 * _RESET_BYTES, 0) // _BYTES_PER_PIXEL} pixels)",
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
