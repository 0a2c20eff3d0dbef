"""Adafruit's real pixel libraries as on a Pi: `python -m tests.unit.drivers.pi_libraries pwm|pio ORDER`.

Blinka is told which board to be; only what touches silicon is a fake: the pins, the C module behind PWM, the
module behind PIO. Prints, as JSON, what those were given. A process of its own, because Blinka decides once.
"""

import json
import os
import sys
from types import ModuleType
from typing import Any

from adafruit_platformdetect.board import Board as DetectedBoard

BOARDS = {"pwm": ("RASPBERRY_PI_4B", "BCM2XXX"), "pio": ("RASPBERRY_PI_5", "BCM2XXX")}


class Pin:
    """A header pin that goes nowhere."""

    IN, OUT, LOW, HIGH = 0, 1, 0, 1
    PULL_NONE, PULL_UP, PULL_DOWN = 0, 1, 2

    def __init__(self, number: Any) -> None:
        self.id = number

    def init(self, mode: int = 0, pull: int | None = None) -> None: ...
    def value(self, value: int | None = None) -> int:
        return value or 0

    def __repr__(self) -> str:
        return str(self.id)


class Ws281x(ModuleType):
    """`_rpi_ws281x` as far as Blinka calls it: notes the settings, collects the pixels of each render."""

    WS2811_SUCCESS = 0
    WS2811_STRIP_RGB = 0x00100800
    SK6812_STRIP_RGBW = 0x18100800

    def __init__(self) -> None:
        super().__init__("_rpi_ws281x")
        self.settings: dict[str, int] = {}
        self.pixels: dict[int, int] = {}
        self.frames: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.endswith("_set"):
            return lambda *arguments: self.settings.__setitem__(name, arguments[-1])
        if name.endswith("_get"):
            return lambda *_: self.settings.get(name.replace("_get", "_set"), 0)
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_: 0

    def ws2811_led_set(self, _channel: object, index: int, pixel: int) -> None:
        self.pixels[index] = pixel

    def ws2811_render(self, _strip: object) -> int:
        wide = self.settings["ws2811_channel_t_strip_type_set"] == self.SK6812_STRIP_RGBW
        out = bytearray()
        for _, pixel in sorted(self.pixels.items()):
            out += pixel.to_bytes(4)[1:] + (pixel.to_bytes(4)[:1] if wide else b"")
        self.frames.append(out.hex())
        return 0


def main(route: str, order: str) -> None:
    """Show two frames on four pixels, close, print what came out."""
    os.environ["BLINKA_FORCEBOARD"], os.environ["BLINKA_FORCECHIP"] = BOARDS[route]
    DetectedBoard._pi_rev_code = lambda _: 0xC03111  # any Pi at all; the name above says which
    pins = ModuleType("raspberry_pi_pin")
    pins.Pin = Pin  # type: ignore[attr-defined]  # a module made here
    sys.modules["adafruit_blinka.microcontroller.generic_linux.raspberry_pi_pin"] = pins
    pwm = Ws281x()
    pio = ModuleType("adafruit_raspberry_pi5_neopixel_write")
    sent: list[str] = []
    pio.neopixel_write = lambda _pin, buffer: sent.append(bytes(buffer).hex())  # type: ignore[attr-defined]  # as above
    sys.modules["_rpi_ws281x"], sys.modules[pio.__name__] = pwm, pio

    from triboard.board.definition import Segment
    from triboard.drivers.pi_model import Machine
    from triboard.drivers.strip_pixels import open_pio, open_pwm
    from triboard.units import Pixel

    strip = (Segment(Pixel(0), 4, order),)
    if route == "pwm":
        pixels = open_pwm(strip, 4, Machine("Raspberry Pi 4 Model B Rev 1.5", root=True), dma=9)
    else:
        pixels = open_pio(strip, 4, Machine("Raspberry Pi 5 Model B Rev 1.0"))
    pixels.show(bytes(range(1, 13)))
    pixels.close()
    dma = pwm.settings.get("ws2811_t_dmanum_set")
    pin = pwm.settings.get("ws2811_channel_t_gpionum_set")
    print(json.dumps({"frames": sent or pwm.frames, "dma": dma, "pin": pin}))


if __name__ == "__main__":
    main(*sys.argv[1:])
