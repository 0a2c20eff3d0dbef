"""The SPI route through Adafruit's real library, down to the bytes on a simulated bus."""

import sys
from pathlib import Path
from random import Random
from types import ModuleType

import neopixel_spi
import pytest

from triboard.board.definition import Segment
from triboard.drivers.pixels import (
    SpiPixels,
    TablePixels,
    open_spi,
    spi_buffer,
)
from triboard.errors import ConfigurationError, ControllerError, InternalError
from triboard.light.spi_wire import FREQUENCY, RESET_SECONDS, frame_bytes
from triboard.light.strips import Strip
from triboard.ports import PixelPort
from triboard.sim.pixel_bus import FakeSpiBus
from triboard.units import Pixel

RESET = bytes(240)  # 300 microseconds at 6.4 MHz


def test_golden_wire_bytes_of_two_pixels_in_grb_order() -> None:
    """Green, red, blue of (1, 2, 128) and (255, 0, 85), most significant bit first: c0 is a 0, f0 a 1."""
    bus = FakeSpiBus(2)
    SpiPixels(bus, 2, "GRB").show(bytes([1, 2, 128, 255, 0, 85]))
    expected = bytes.fromhex(
        "c0c0c0c0c0c0f0c0 c0c0c0c0c0c0c0f0 f0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0 f0f0f0f0f0f0f0f0 c0f0c0f0c0f0c0f0"
    )
    assert bus.sent[-1] == RESET + expected + RESET


def test_golden_wire_bytes_of_darkness() -> None:
    bus = FakeSpiBus(32)
    SpiPixels(bus, 32, "RGB")
    assert list(bus.sent) == [RESET + b"\xc0" * (24 * 32) + RESET]


@pytest.mark.parametrize("order", ["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"])
def test_tables_put_the_same_bytes_on_the_wire_as_the_library_alone(order: str) -> None:
    """Each of 300 random frames, set pixel by pixel through the library's own interface."""
    chance = Random(5)
    quick_bus, slow_bus = FakeSpiBus(9, order), FakeSpiBus(9, order)
    quick = TablePixels(quick_bus, Strip((Segment(Pixel(0), 9, order),)))
    slow = neopixel_spi.NeoPixel_SPI(
        slow_bus, 9, pixel_order=order, auto_write=False, frequency=FREQUENCY, reset_time=RESET_SECONDS
    )
    for _ in range(300):
        frame = chance.randbytes(27)
        quick.show_rgb(frame)
        for pixel in range(9):
            slow[pixel] = tuple(frame[3 * pixel : 3 * pixel + 3])
        slow.show()
        assert quick_bus.sent[-1] == slow_bus.sent[-1]


@pytest.mark.parametrize("order", ["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"])
def test_what_is_shown_is_what_the_chain_decodes(order: str) -> None:
    """decode(encode(x)) == x for every value on every channel, and nothing is sent twice."""
    bus = FakeSpiBus(256, order)
    pixels = SpiPixels(bus, 256, order, buffer=8192)
    for frame in (bytes(range(256)) * 3, bytes(reversed(range(256))) * 3):
        pixels.show(frame)
        assert bus.decode() == frame
    assert bus.transfers == bus.frames == 3


def test_it_is_a_pixel_port() -> None:
    port: PixelPort = SpiPixels(FakeSpiBus(1), 1, "GRB")
    port.close()


def test_opening_darkens_what_an_earlier_program_left() -> None:
    bus = FakeSpiBus(3)
    SpiPixels(bus, 3, "GRB").show(b"\xff" * 9)
    SpiPixels(bus, 3, "GRB")
    assert bus.decode() == bytes(9)


def test_closing_darkens_the_pixels_and_lets_the_bus_go_once() -> None:
    bus = FakeSpiBus(3)
    pixels = SpiPixels(bus, 3, "GRB")
    pixels.show(b"\xff" * 9)
    pixels.close()
    pixels.close()
    assert bus.decode() == bytes(9)
    assert not bus.is_open
    assert bus.frames == 3
    with pytest.raises(ControllerError, match="closed"):
        pixels.show(bytes(9))


def test_closing_tries_twice_to_darken() -> None:
    bus = FakeSpiBus(3)
    pixels = SpiPixels(bus, 3, "GRB")
    pixels.show(b"\xff" * 9)
    bus.bus_error()
    pixels.close()
    assert bus.decode() == bytes(9)


def test_closing_on_a_dead_bus_says_so_and_lets_it_go() -> None:
    bus = FakeSpiBus(3)
    pixels = SpiPixels(bus, 3, "GRB")
    bus.bus_error(2)
    with pytest.raises(ControllerError, match="cannot be reached"):
        pixels.close()
    assert not bus.is_open
    pixels.close()


def test_a_bus_error_is_a_controller_error_and_the_next_frame_goes_through() -> None:
    bus = FakeSpiBus(1)
    pixels = SpiPixels(bus, 1, "GRB")
    bus.bus_error()
    with pytest.raises(ControllerError, match=r"OSError: .*simulated bus error"):
        pixels.show(b"\x01\x02\x03")
    pixels.show(b"\x01\x02\x03")
    assert bus.decode() == b"\x01\x02\x03"


def test_a_bus_error_while_opening_is_a_controller_error() -> None:
    bus = FakeSpiBus(1)
    bus.bus_error()
    with pytest.raises(ControllerError):
        SpiPixels(bus, 1, "GRB")


def test_a_bus_that_somebody_holds_is_an_error_and_no_endless_wait() -> None:
    bus = FakeSpiBus(1)
    pixels = SpiPixels(bus, 1, "GRB")
    bus.seize()
    with pytest.raises(ControllerError, match="in use"):
        pixels.show(bytes(3))
    bus.unlock()
    pixels.show(bytes(3))


def test_a_frame_of_the_wrong_length_is_our_own_mistake() -> None:
    with pytest.raises(InternalError, match="6 bytes, not 5"):
        SpiPixels(FakeSpiBus(2), 2, "GRB").show(bytes(5))


@pytest.mark.parametrize("order", ["", "RG", "GRBX", "grb", "GGB"])
def test_an_unknown_colour_order_is_a_mistake_in_the_board_file(order: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        SpiPixels(FakeSpiBus(1), 1, order)
    (mistake,) = caught.value.mistakes
    assert mistake.place == "colour_order"
    assert "GRB" in mistake.remedy


def test_a_chain_too_long_for_the_buffer_is_told_the_exact_remedy() -> None:
    """150 pixels are the most in 4096 bytes with 300 microseconds of reset on both sides."""
    SpiPixels(FakeSpiBus(150), 150, "GRB", buffer=4096)
    with pytest.raises(ConfigurationError) as caught:
        SpiPixels(FakeSpiBus(151), 151, "GRB", buffer=4096)
    assert str(caught.value) == (
        "pixels: a frame of 151 pixels takes 4104 bytes, the SPI buffer holds 4096 (150 pixels). "
        "Add ` spidev.bufsiz=8192` to the end of the one line in /boot/firmware/cmdline.txt "
        "(a space before it, no comma), set `Environment=SPI_BUFSIZE=8192` in the service, "
        "and restart the Pi"
    )


def test_all_mistakes_are_reported_together() -> None:
    with pytest.raises(ConfigurationError) as caught:
        SpiPixels(FakeSpiBus(200), 200, "XYZ", buffer=4096)
    assert [mistake.place for mistake in caught.value.mistakes] == ["colour_order", "pixels"]


def test_frame_bytes_is_what_goes_over_the_bus() -> None:
    bus = FakeSpiBus(7)
    SpiPixels(bus, 7, "GRB")
    assert frame_bytes(7) == bus.bytes_sent == len(bus.sent[-1])


def test_the_buffer_is_the_lesser_of_the_kernels_and_the_librarys(tmp_path: Path) -> None:
    kernel = tmp_path / "bufsiz"
    assert spi_buffer(kernel, {}) == 4096
    kernel.write_text("16384\n")
    assert spi_buffer(kernel, {}) == 4096
    assert spi_buffer(kernel, {"SPI_BUFSIZE": "8192"}) == 8192
    assert spi_buffer(kernel, {"SPI_BUFSIZE": "32768"}) == 16384
    assert spi_buffer(kernel, {"SPI_BUFSIZE": "8192,"}) == 4096


@pytest.mark.parametrize(
    "error", [AttributeError("no SPI"), NotImplementedError("\n  unknown\n board"), OSError(2, "spidev")]
)
def test_a_computer_without_spi_is_told_what_to_do(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise error

    blinka = ModuleType("board")
    blinka.SPI = fail  # type: ignore[attr-defined]  # a module made for this test
    monkeypatch.setitem(sys.modules, "board", blinka)
    with pytest.raises(ControllerError, match=r"raspi-config nonint do_spi 0.*group `spi`"):
        open_spi()
