"""The PWM and PIO routes through Adafruit's real libraries, down to the modules that touch silicon."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from adafruit_pixelbuf import PixelBuf

from triboard.board.definition import Segment
from triboard.drivers.strip_pixels import StripPixels
from triboard.errors import ControllerError, InternalError
from triboard.light.strips import Strip
from triboard.ports import PixelPort
from triboard.units import Pixel

DARK_3, DARK_4 = "00" * 12, "00" * 16


def as_a_pi_would(route: str, order: str) -> dict[str, Any]:
    """What the fakes at the bottom were given."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("BLINKA")}
    command = [sys.executable, "-W", "error", "-m", "tests.unit.drivers.pi_libraries", route, order]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environ, check=False)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize("route", ["pwm", "pio"])
def test_frames_reach_the_bottom_of_the_real_library_dark_first_and_last(route: str) -> None:
    """Law (golden): green, red, blue of 1 to 12; DMA 9 as told, GPIO 18; darkness on opening and closing."""
    given = as_a_pi_would(route, "GRB")
    assert given["frames"] == [DARK_3, "0201030504060807090b0a0c", DARK_3]
    assert (given["dma"], given["pin"]) == ((9, 18) if route == "pwm" else (None, None))


def test_white_chips_reach_the_bottom_as_a_fourth_byte() -> None:
    """Law (golden): (1, 2, 3) is 1 green, 0 red, 2 blue, 1 white."""
    assert as_a_pi_would("pwm", "GRBW")["frames"] == [DARK_4, "0100020101000204010002070100020a", DARK_4]


class Buffer(PixelBuf):  # type: ignore[misc]  # the library carries no types
    """The library's base class with a wire that can break."""

    def __init__(self) -> None:
        super().__init__(2, byteorder="GRB")
        self.sent: list[bytes] = []
        self.broken = 0

    def _transmit(self, buffer: bytearray) -> None:
        if self.broken:
            self.broken -= 1
            raise RuntimeError("ws2811_render failed with code -12")
        self.sent.append(bytes(buffer))


def opened(first: bytes | None = None) -> tuple[Buffer, StripPixels]:
    buffer = Buffer()
    return buffer, StripPixels(buffer, Strip((Segment(Pixel(0), 2, "GRB"),)), 2, first=first)


def test_it_is_a_pixel_port() -> None:
    port: PixelPort = opened()[1]
    assert port.trouble() is None
    port.close()


def test_what_the_library_raises_becomes_one_sentence() -> None:
    """Law: the next frame is tried as if nothing had happened."""
    buffer, pixels = opened()
    buffer.broken = 1
    with pytest.raises(ControllerError, match=r"RuntimeError: ws2811_render failed with code -12"):
        pixels.show(bytes(6))
    pixels.show(bytes([1, 2, 3, 4, 5, 6]))
    assert buffer.sent[-1] == bytes([2, 1, 3, 5, 4, 6])


def test_closing_darkens_once_and_ends_it() -> None:
    buffer, pixels = opened(bytes([9] * 6))
    pixels.close()
    pixels.close()
    assert buffer.sent == [bytes([9] * 6), bytes(6)]
    with pytest.raises(ControllerError, match="closed"):
        pixels.show(bytes(6))


def test_a_frame_of_another_length_is_our_mistake() -> None:
    with pytest.raises(InternalError, match="2 pixels has 6 bytes, not 3"):
        opened()[1].show(b"123")
