"""NeoPixels on one GPIO pin through Adafruit's `neopixel` library.

Two routes share it: PWM on Pi 0 to 4 (`rpi_ws281x`, needs root) and PIO on a Pi 5 (Adafruit's Pi 5 module, an
optional extra under GPL-2.0). Both drive one strip only. What stands in the way is told before anything is
opened, because these libraries fail with addresses and numbers.
"""

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from triboard.board.definition import Segment
from triboard.drivers.pi_model import PI_5, Machine
from triboard.drivers.pixels import SKIP_CHECK
from triboard.errors import ConfigurationError, ControllerError, InternalError, Mistake
from triboard.light.strips import Strip

SAFE_DMA: Final = (8, 9, 10)
"""DMA channels that no part of the system uses; 5 serves the SD card of some models and destroys its data."""

DEFAULT_DMA: Final = 10

PWM_PINS: Final = (12, 13, 18, 19)
"""Pins at the PWM unit, which analogue audio uses as well."""

PCM_PIN: Final = 21

AUDIO_MODULE: Final = "snd_bcm2835"
"""Kernel module of analogue audio."""

_PWM_MODULE: Final = "adafruit_blinka.microcontroller.bcm283x.neopixel"


class StripPixels:
    """A `PixelPort` on one pin; `pixels` is the library's object, whose `show` waits for the wire."""

    def __init__(self, pixels: Any, strip: Strip, count: int, *, first: bytes | None = None) -> None:
        self._pixels = pixels
        self._strip = strip
        self._count = count
        self._open = True
        self.show(bytes(3 * count) if first is None else first)

    def show(self, rgb: bytes) -> None:
        """Send one frame; raises `ControllerError`, after which another may be tried."""
        if not self._open:
            raise ControllerError("The pixels are closed.")
        if len(rgb) != 3 * self._count:
            raise InternalError(
                f"A frame of {self._count} pixels has {3 * self._count} bytes, not {len(rgb)}."
            )
        self._strip.fill(self._pixels._post_brightness_buffer, rgb)
        try:
            self._pixels.show()
        except (OSError, RuntimeError, ValueError) as error:
            raise _unreachable(error) from error

    def trouble(self) -> str | None:
        """A transfer that went out is shown."""
        return None

    def dark(self) -> bool:
        """What was sent stays until the next frame."""
        return False

    def close(self) -> None:
        """Darken every pixel and let the pin go, also if the darkness could not be sent."""
        if not self._open:
            return
        try:
            self.show(bytes(3 * self._count))
        finally:
            self._open = False
            pin = getattr(self._pixels, "pin", None)
            if pin is not None:
                pin.deinit()


def open_pwm(
    segments: Sequence[Segment],
    count: int,
    machine: Machine,
    *,
    dma: int = DEFAULT_DMA,
    first: bytes | None = None,
) -> StripPixels:
    """The PWM route. Raises `ConfigurationError` with the remedy where it does not suit."""
    mistakes = _one_strip(segments, "pwm")
    if machine.generation is not None and machine.generation >= PI_5:
        problem = f"is 'pwm', which works on Pi 0 to 4 only, and this is a {machine.name}"
        mistakes.append(Mistake("light.route", problem, "Write 'spi', or 'pio' with its extra installed."))
    pin = segments[0].pin
    if pin not in (*PWM_PINS, PCM_PIN):
        known = ", ".join(map(str, (*PWM_PINS, PCM_PIN)))
        mistakes.append(Mistake("segments.pin", f"is {pin}, which has no PWM", f"Choose one of {known}."))
    if pin in PWM_PINS and AUDIO_MODULE in machine.modules:
        problem = f"is 'pwm' on GPIO {pin} while analogue audio ({AUDIO_MODULE}) uses the same unit"
        remedy = "Write dtparam=audio=off in /boot/firmware/config.txt and restart, or use route 'spi'."
        mistakes.append(Mistake("light.route", problem, remedy))
    if not machine.root:
        problem = "is 'pwm', which needs root, and this program runs as an ordinary user"
        mistakes.append(Mistake("light.route", problem, "Use route 'spi', which does not need it."))
    mistakes += check_dma(dma)
    if mistakes:
        raise ConfigurationError(*mistakes)
    return _open(segments, count, first, dma=dma)


def open_pio(
    segments: Sequence[Segment], count: int, machine: Machine, *, first: bytes | None = None
) -> StripPixels:
    """The PIO route of a Pi 5. Raises `ConfigurationError` with the remedy where it does not suit."""
    mistakes = _one_strip(segments, "pio")
    if machine.generation is None or machine.generation < PI_5:
        problem = f"is 'pio', which needs a Raspberry Pi 5, and this is {machine.name}"
        mistakes.append(Mistake("light.route", problem, "Write 'spi'."))
    if mistakes:
        raise ConfigurationError(*mistakes)
    return _open(segments, count, first)


def check_dma(dma: int) -> list[Mistake]:
    """A DMA channel that something else uses."""
    if dma in SAFE_DMA:
        return []
    why = "destroys data on the SD card of some models" if dma == 5 else "other parts of the system use"
    return [Mistake("light.dma", f"is {dma}, which {why}", f"Choose one of {', '.join(map(str, SAFE_DMA))}.")]


def _one_strip(segments: Sequence[Segment], route: str) -> list[Mistake]:
    pins = sorted({segment.pin for segment in segments})
    if len(pins) == 1:
        return []
    named = ", ".join(map(str, pins))
    return [Mistake("segments", f"use pins {named}", f"Route '{route}' drives one strip; use one pin.")]


def _open(
    segments: Sequence[Segment], count: int, first: bytes | None, dma: int | None = None
) -> StripPixels:
    strip = Strip(segments)
    os.environ.setdefault(SKIP_CHECK, "1")
    try:
        if dma is not None:
            _set_dma(dma)
        pin = getattr(import_module("board"), f"D{segments[0].pin}")
        pixels = import_module("neopixel").NeoPixel(
            pin, strip.count, pixel_order=segments[0].order, auto_write=False, brightness=1.0
        )
    except Exception as error:  # each kind of computer without these libraries fails in its own way
        raise _unreachable(error) from error
    return StripPixels(pixels, strip, count, first=first)


def _set_dma(dma: int) -> None:
    """The library has no parameter for it."""
    if dma != DEFAULT_DMA:
        library: Any = import_module(_PWM_MODULE)
        library.LED_DMA_NUM = dma


def _unreachable(error: Exception) -> ControllerError:
    text = (str(error).strip() or "no reason given").splitlines()[0]
    return ControllerError(f"The pixels cannot be reached ({type(error).__name__}: {text}).")
