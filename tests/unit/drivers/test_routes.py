"""Which route a machine takes, what stands in its way, and how a route that failed comes back."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from triboard.board.definition import Board, Segment
from triboard.board.load import load_board
from triboard.drivers import strip_pixels
from triboard.drivers.pi_model import NO_PI, Machine, this_machine
from triboard.drivers.pixels import SpiBus, SpiPixels
from triboard.drivers.routes import ManyPixels, NoPixels, Route, SteadyPixels, choose, open_route
from triboard.drivers.strip_pixels import open_pio, open_pwm
from triboard.errors import ConfigurationError, ControllerError, LinkLostError
from triboard.ports import PixelPort
from triboard.sim.pixel_bus import FakeSpiBus
from triboard.units import Pixel

MODELS = {
    "Raspberry Pi Model B Rev 2": 1,
    "Raspberry Pi Zero W Rev 1.1": 1,
    "Raspberry Pi Zero 2 W Rev 1.0": 1,
    "Raspberry Pi 2 Model B Rev 1.1": 2,
    "Raspberry Pi 3 Model B Plus Rev 1.3": 3,
    "Raspberry Pi Compute Module 3 Plus Rev 1.0": 3,
    "Raspberry Pi 4 Model B Rev 1.5": 4,
    "Raspberry Pi 400 Rev 1.0": 4,
    "Raspberry Pi Compute Module 4S Rev 1.0": 4,
    "Raspberry Pi 5 Model B Rev 1.0": 5,
    "Raspberry Pi 500 Rev 1.0": 5,
    "Raspberry Pi Compute Module 5 Rev 1.0": 5,
    "Raspberry Pi 6 Model B Rev 1.0": 6,
    "Pine64 RockPro64": None,
    "": None,
}
PI_4 = Machine("Raspberry Pi 4 Model B Rev 1.5", root=True)
PI_5 = Machine("Raspberry Pi 5 Model B Rev 1.0")
STRIP = (Segment(Pixel(0), 4, "GRB"),)


@pytest.mark.parametrize("model", MODELS)
def test_a_model_string_tells_the_generation_and_auto_is_spi_on_all(model: str) -> None:
    """Law (T-model-select, T-backend-default): known, newer and foreign models alike take SPI by default."""
    machine = Machine(model)
    assert machine.generation == MODELS[model]
    assert choose(Route.AUTO, machine) is Route.SPI
    for route in Route:
        assert route is Route.AUTO or choose(route, machine) is route


def test_the_machine_is_read_from_the_files_of_the_kernel(tmp_path: Path) -> None:
    """Law: the firmware ends its string with a zero byte; a computer without these files is no Pi."""
    model, modules = tmp_path / "model", tmp_path / "modules"
    model.write_bytes(b"Raspberry Pi 3 Model B Rev 1.2\0")
    modules.write_text("snd_bcm2835 24576 1 - Live 0x0\nspidev 20480 0 - Live 0x0\n")
    machine = this_machine(model, modules)
    assert (machine.model, machine.generation) == ("Raspberry Pi 3 Model B Rev 1.2", 3)
    assert machine.modules == {"snd_bcm2835", "spidev"}
    nothing = this_machine(tmp_path / "no", tmp_path / "none")
    assert (nothing.name, nothing.generation, nothing.modules) == ("this computer", None, frozenset())


def complaint(act: Callable[[], object]) -> str:
    """What is said of a route that does not suit."""
    with pytest.raises(ConfigurationError) as caught:
        act()
    return str(caught.value)


def test_an_unsupported_pair_of_model_and_route_is_one_sentence() -> None:
    """Law (T-model-select): not an address, not a stack of errors."""
    assert complaint(lambda: open_pwm(STRIP, 4, replace(PI_5, root=True))) == (
        "light.route: is 'pwm', which works on Pi 0 to 4 only, and this is a Raspberry Pi 5 Model B Rev 1.0. "
        "Write 'spi', or 'pio' with its extra installed."
    )
    assert complaint(lambda: open_pio(STRIP, 4, PI_4)) == (
        "light.route: is 'pio', which needs a Raspberry Pi 5, and this is Raspberry Pi 4 Model B Rev 1.5. "
        "Write 'spi'."
    )
    assert "this is this computer" in complaint(lambda: open_pio(STRIP, 4, NO_PI))


def test_pwm_without_root_is_told_of_the_route_that_needs_none() -> None:
    """Law (T-nonroot)."""
    said = complaint(lambda: open_pwm(STRIP, 4, replace(PI_4, root=False)))
    assert said.startswith("light.route: is 'pwm', which needs root")
    assert "spi" in said


@pytest.mark.parametrize("dma", [*range(8), *range(11, 15)])
def test_dma_channels_in_use_are_refused(dma: int) -> None:
    """Law (T-dma-guard): 5 destroyed SD cards; only vetted channels pass."""
    said = complaint(lambda: open_pwm(STRIP, 4, PI_4, dma=dma))
    assert f"light.dma: is {dma}, which" in said
    assert ("SD card" in said) == (dma == 5)
    assert "8, 9, 10" in said


@pytest.mark.parametrize("pin", [12, 13, 18, 19])
def test_pwm_beside_analogue_audio_names_the_clash(pin: int) -> None:
    """Law (field reports 30): the module is named, and the line that frees the unit."""
    loud = replace(PI_4, modules=frozenset({"snd_bcm2835"}))
    said = complaint(lambda: open_pwm((replace(STRIP[0], pin=pin),), 4, loud))
    assert f"GPIO {pin}" in said
    assert "snd_bcm2835" in said
    assert "dtparam=audio=off" in said


def test_pins_without_pwm_and_several_strips_are_refused_all_at_once() -> None:
    two = (Segment(Pixel(0), 2, "GRB", pin=10), Segment(Pixel(2), 2, "GRB", pin=18))
    said = complaint(lambda: open_pwm(two, 4, replace(PI_4, root=False), dma=5)).splitlines()
    assert [line.split(":")[0] for line in said] == ["segments", "segments.pin", "light.route", "light.dma"]


def test_a_pi_without_the_library_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(strip_pixels, "import_module", missing)
    with pytest.raises(ControllerError, match=r"cannot be reached \(ModuleNotFoundError: No module named"):
        open_pio(STRIP, 4, PI_5)


# Several strips on SPI


def board(*segments: Segment) -> Board:
    return replace(load_board("ttt3d"), segments=segments)


TWO_BUSES = board(
    Segment(Pixel(0), 9, "GRB"),
    Segment(Pixel(9), 18, "BRGW", bus=1),
    Segment(Pixel(27), 5, "RGB"),
)
FRAME = bytes(range(96))


class NoLink:
    """A link that nobody uses."""

    up = False
    pixels_stuck = False
    pixel_epoch = 0

    def show(self, rgb: bytes, *, keep: bool) -> None: ...
    def darken(self) -> None: ...


def opened(board: Board, buses: dict[int, FakeSpiBus], route: Route = Route.SPI) -> PixelPort:
    return open_route(route, board, link=NoLink(), open_spi=buses.__getitem__, machine=NO_PI)


def buses_of(board: Board) -> dict[int, FakeSpiBus]:
    numbers = {segment.bus for segment in board.strips}
    return {
        bus: FakeSpiBus(32, segments=[segment for segment in board.strips if segment.bus == bus])
        for bus in numbers
    }


def test_segments_show_on_their_own_bus_in_their_own_order() -> None:
    """Law: two chains, three orders, one with white chips; each LED shows its own part of a frame."""
    buses = buses_of(TWO_BUSES)
    port = opened(TWO_BUSES, buses)
    port.show(FRAME)
    assert buses[0].decode() == FRAME[:27] + bytes(54) + FRAME[81:]
    assert buses[1].decode() == bytes(27) + FRAME[27:81] + bytes(15)
    port.close()
    assert not any(buses[0].decode() + buses[1].decode())
    assert not buses[0].is_open
    assert not buses[1].is_open


def test_white_goes_to_the_white_chip_and_only_the_rest_to_the_colours() -> None:
    """Law: (5, 7, 9) of a BRGW pixel is 4 blue, 0 red, 2 green and 5 white."""
    bus = FakeSpiBus(1, "BRGW")
    SpiPixels(bus, 1, "BRGW").show(bytes([5, 7, 9]))
    bits = bus.sent[-1][240:-240].translate(bytes.maketrans(b"\xc0\xf0", b"01"))
    assert int(bits, 2).to_bytes(4) == bytes([4, 0, 2, 5])


def test_a_bus_that_cannot_be_opened_leaves_none_open() -> None:
    buses = buses_of(TWO_BUSES)
    buses[1].bus_error()
    with pytest.raises(ControllerError):
        opened(TWO_BUSES, buses)
    assert not buses[0].is_open


def test_one_failing_chain_does_not_keep_the_others_dark() -> None:
    buses = buses_of(TWO_BUSES)
    port = opened(TWO_BUSES, buses)
    assert isinstance(port, ManyPixels)
    buses[0].bus_error()
    with pytest.raises(ControllerError):
        port.show(FRAME)
    assert any(buses[1].decode())
    assert port.trouble() is None


def test_a_board_without_leds_shows_everything_to_nobody() -> None:
    port = opened(TWO_BUSES, {}, Route.NONE)
    port.show(FRAME)
    port.close()
    assert isinstance(port, NoPixels)
    assert port.trouble() is None


# A route that comes and goes


class Opener:
    """Opens SPI pixels on one bus, or fails as often as it is told."""

    def __init__(self, failures: int = 0, error: Exception | None = None) -> None:
        self.bus = FakeSpiBus(2, on_latch=lambda rgb: self.latched.append(rgb))
        self.latched: list[bytes] = []
        self.tries = 0
        self.failures = failures
        self.error = error or ControllerError("no bus yet")

    def __call__(self, first: bytes | None) -> PixelPort:
        self.tries += 1
        if self.failures:
            self.failures -= 1
            raise self.error
        self.bus.open_again()
        bus: SpiBus = self.bus
        return SpiPixels(bus, 2, "GRB", first=first)


LIT = bytes([9] * 6)


def test_a_route_opens_with_its_first_frame_after_darkness() -> None:
    """Law: what an earlier program left is darkened first."""
    opener = Opener()
    SteadyPixels(opener).show(LIT)
    assert opener.latched == [bytes(6), LIT]


def test_a_route_that_fails_at_the_start_is_tried_again_ever_more_rarely() -> None:
    """Law: tries 0, 2, 6, 14, 30 and then every 32nd; the same words in between; then it works."""
    opener = Opener(failures=6, error=ConfigurationError())
    pixels = SteadyPixels(opener)
    tried = []
    for attempt in range(200):
        before = opener.tries
        with suppress(ControllerError):
            pixels.show(LIT)
        if opener.tries > before:
            tried.append(attempt)
    assert tried == [0, 2, 6, 14, 30, 62, 94]
    assert opener.latched[-1] == LIT
    assert pixels.trouble() is None


def test_a_route_that_keeps_failing_is_opened_anew_without_a_flash() -> None:
    """Law: after three frames in a row; the first thing that the new one shows is the frame, not darkness."""
    opener = Opener()
    pixels = SteadyPixels(opener)
    pixels.show(LIT)
    opener.bus.bus_error(5)  # three frames, and darkness twice while giving up
    for _ in range(3):
        with pytest.raises(ControllerError):
            pixels.show(LIT)
    opener.latched.clear()
    pixels.show(LIT)
    assert opener.tries == 2
    assert opener.latched == [LIT, LIT]


def test_a_lost_link_is_no_reason_to_open_anything_anew() -> None:
    class Lost(NoPixels):
        def show(self, rgb: bytes) -> None:
            raise LinkLostError("no cable")

    pixels = SteadyPixels(lambda _: Lost())
    for _ in range(9):
        with pytest.raises(LinkLostError):
            pixels.show(LIT)


def test_closing_darkens_and_may_come_at_any_time() -> None:
    opener = Opener()
    pixels = SteadyPixels(opener)
    pixels.close()
    pixels.show(LIT)
    pixels.close()
    pixels.close()
    assert opener.latched[-1] == bytes(6)
