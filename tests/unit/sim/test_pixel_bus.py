"""The simulated chain understands what a WS2812B understands, and nothing else."""

import pytest

from triboard.drivers.pixels import SpiPixels
from triboard.errors import InternalError
from triboard.sim.pixel_bus import FakeSpiBus, wire_time

RESET = bytes(240)
PIXEL = bytes.fromhex("c0" * 7 + "f0" + "c0" * 6 + "f0c0" + "c0" * 6 + "f0f0")  # 1, 2, 3


def opened(count: int, order: str = "RGB") -> FakeSpiBus:
    """A bus that is locked and configured, ready for raw bytes."""
    bus = FakeSpiBus(count, order)
    assert bus.try_lock()
    bus.configure(baudrate=6_400_000, polarity=0, phase=0)
    return bus


def test_pulses_become_colours_after_a_long_low() -> None:
    bus = opened(2)
    bus.write(PIXEL + PIXEL + RESET)
    assert bus.decode() == bytes([1, 2, 3, 1, 2, 3])


def test_nothing_is_shown_before_the_latch() -> None:
    """80 microseconds, the library's default, do not latch a newer WS2812B."""
    bus = opened(1)
    bus.write(PIXEL + bytes(64))
    assert (bus.decode(), bus.frames) == (bytes(3), 0)
    bus.write(RESET)
    assert (bus.decode(), bus.frames) == (bytes([1, 2, 3]), 1)


def test_a_short_frame_leaves_the_far_pixels_and_a_long_one_falls_off_the_end() -> None:
    bus = opened(2)
    bus.write(PIXEL * 3 + RESET + bytes.fromhex("c0" * 24) + RESET)
    assert bus.decode() == bytes([0, 0, 0, 1, 2, 3])
    assert bus.frames == 2


@pytest.mark.parametrize(
    ("wire", "problem"),
    [
        (b"\x81" + PIXEL[1:], "10000001"),  # two pulses in one bit
        (b"\x80" + PIXEL[1:], "10000000"),  # too short for a 0
        (b"\xfe" + PIXEL[1:], "11111110"),  # too long for a 1
        (PIXEL[:5] + b"\x00" + PIXEL[6:], "00000000"),  # a gap too short to latch
        (PIXEL[1:], "no whole number of pixels"),
    ],
)
def test_malformed_bits_are_refused(wire: bytes, problem: str) -> None:
    with pytest.raises(InternalError, match=problem):
        opened(1).write(wire + RESET)


def test_half_the_clock_makes_pulses_of_the_wrong_width() -> None:
    bus = opened(1)
    bus.configure(baudrate=3_200_000, polarity=0, phase=0)
    with pytest.raises(InternalError, match="neither a 0 nor a 1"):
        bus.write(PIXEL + RESET)


def test_a_clock_that_idles_high_is_refused() -> None:
    with pytest.raises(InternalError, match="mode 0"):
        opened(1).configure(baudrate=6_400_000, polarity=1, phase=0)


def test_each_latched_frame_is_announced() -> None:
    frames: list[bytes] = []
    bus = FakeSpiBus(1, on_latch=frames.append)
    pixels = SpiPixels(bus, 1, "GRB")
    pixels.show(bytes([9, 8, 7]))
    pixels.close()
    assert frames == [bytes(3), bytes([9, 8, 7]), bytes(3)]


def test_a_latch_failure_keeps_the_old_picture_silently() -> None:
    bus = FakeSpiBus(1)
    pixels = SpiPixels(bus, 1, "GRB")
    bus.latch_failure(2)
    for value in (1, 2, 3):
        pixels.show(bytes([value] * 3))
        assert bus.decode() == bytes([3 if value == 3 else 0] * 3)
    assert (bus.frames, bus.transfers) == (2, 4)


def test_the_bus_wants_its_lock_and_to_be_open() -> None:
    bus = FakeSpiBus(1)
    with pytest.raises(RuntimeError, match="try_lock"):
        bus.write(RESET)
    assert bus.try_lock()
    assert not bus.try_lock()
    bus.deinit()
    with pytest.raises(RuntimeError, match="closed"):
        bus.write(RESET)


def test_the_wire_sets_a_floor_to_the_time_of_a_frame() -> None:
    """30 microseconds a pixel and 280 to latch."""
    assert [wire_time(count) for count in (27, 120, 500)] == [1090, 3880, 15_280]
