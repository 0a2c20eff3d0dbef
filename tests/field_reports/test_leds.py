"""Field reports 2B: LEDs. Each test bears the number of its row."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from tests.field_reports.common import Played, Wired, at_ttt3d
from tests.field_reports.doctored import examined, suffering
from tests.journeys.carers import Carer
from tests.journeys.people import Ttt3dPeople

import triboard.app.tables
from triboard.app.config import Config
from triboard.app.settings import read_config
from triboard.app.status import status_of
from triboard.board.definition import Segment
from triboard.board.load import load_board
from triboard.care.round import Kind
from triboard.commands.play import run
from triboard.doctor.findings import Grade
from triboard.drivers.pi_model import Machine
from triboard.drivers.pixels import SpiPixels, open_spi
from triboard.drivers.routes import Route, choose
from triboard.errors import ConfigurationError, ControllerError
from triboard.light.power import current
from triboard.light.render import Renderer
from triboard.protocol.host_events import LinkEvent
from triboard.sim.pixel_bus import FakeSpiBus
from triboard.units import SECOND, Duration, Instant, Pixel

BOARDS = ("ttt3d", "troika", "trike", "trioker")
DRIVERS = Path(triboard.app.tables.__file__).parents[1] / "drivers"


def test_30_doctor_audio() -> None:
    """T-doctor-audio. Complaint: analogue audio and PWM LEDs share hardware: random colours until reboot.
    Law: doctor fails where a PWM pin is chosen and the sound module is loaded, and proposes SPI; on SPI, or
    without the module, it does not."""
    clash = suffering("audio:pwm-and-sound")
    assert clash.grade is Grade.FAILURE
    assert "snd_bcm2835" in str(clash.what)
    assert 'route = "spi"' in str(clash.fix)
    assert suffering("audio:pwm").grade is Grade.WARNING
    assert examined("audio").grade is Grade.OK


@pytest.mark.parametrize(
    "model", ["Zero 2 W Rev 1.0", "3 Model B Plus Rev 1.3", "4 Model B Rev 1.5", "5 Model B Rev 1.0"]
)
def test_31_backend_default(model: str) -> None:
    """T-backend-default. Complaint: PWM flickers on headless Pis; SPI cured it.
    Law: where nobody names a route every model takes SPI; PWM comes on request only."""
    assert choose(Route.AUTO, Machine(model=f"Raspberry Pi {model}")) is Route.SPI
    assert Config().light.route is Route.AUTO


def test_33_dma_guard(tmp_path: Path) -> None:
    """T-dma-guard. Complaint: DMA channel 5 destroyed the SD card's I/O.
    Law: a configuration that names channel 5 is refused, with its key."""
    file = tmp_path / "triboard.toml"
    file.write_text("[light]\ndma = 5\n")
    with pytest.raises(ConfigurationError, match="light"):
        read_config(file)


def test_34_model_select(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-model-select. Complaint: the library of older Pis dies on a Pi 5 with an obscure address error.
    Law: one route serves all models; a computer without it gets the reason and the remedy in words."""
    monkeypatch.setitem(sys.modules, "board", None)
    with pytest.raises(ControllerError) as caught:
        open_spi()
    assert str(caught.value).startswith("No SPI bus for the pixels")
    assert "raspi-config" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_35_led_soft_fail(tmp_path: Path) -> None:
    """T-led-soft-fail. Complaint: an unknown board revision makes the LED library refuse, and all with it.
    Law: failing LEDs degrade to no LEDs: the page says so and mirrors the light, the game goes on, and they
    come back by themselves."""
    game = at_ttt3d(tmp_path)
    game.suffer("led-bus-error", "10000")
    game.drop("Aa1", "white")
    game.wait(3)
    assert game.moves == ["w@Aa1"]
    assert "pixels cannot be reached" in str(game.view["light_fault"])
    assert any(game.daemon.frame), "the page still gets the light"
    assert sum("go" in line and "without lights" in line for line in game.log) == 1
    game.bench.bus.bus_error(-game.bench.bus._failing_writes)
    game.wait(3)
    assert game.view["light_fault"] is None
    game.close()


def test_36_nonroot(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-nonroot. Complaint: LEDs need root; people split off a root helper.
    Law: the default route works for a user of the group spi; root is refused unless it is asked for by name,
    and doctor says when a daemon runs as root without need."""
    monkeypatch.setattr("os.geteuid", lambda: 0)
    refused = CliRunner().invoke(run, [])
    assert isinstance(refused.exception, ConfigurationError)
    assert "--allow-root" in str(refused.exception)
    assert str(examined("user").what).count("triboard")
    assert examined("spi-node").grade is Grade.OK, "the service's user may use the default route"
    root = suffering("user:root")
    assert (root.grade, "User=triboard" in str(root.fix)) == (Grade.WARNING, True)


def test_37_spi_budget() -> None:
    """T-spi-budget. Complaint: a chain stops or starts over because the SPI buffer is 4096 bytes.
    Law: a frame that does not fit is refused before anything is lit, with the exact text of the remedy."""
    SpiPixels(FakeSpiBus(150), 150, "GRB", buffer=4096).close()
    with pytest.raises(ConfigurationError) as caught:
        SpiPixels(FakeSpiBus(192), 192, "GRB", buffer=4096)
    assert "spidev.bufsiz=8192" in str(caught.value)
    assert "no comma" in str(caught.value)


@pytest.mark.parametrize("order", ["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"])
def test_38_order(order: str) -> None:
    """T-order. Complaint: the colours are in the wrong order.
    Law: the board file's `colour_order` decides; red, green and blue come out as such in every order."""
    bus = FakeSpiBus(3, order)
    pixels = SpiPixels(bus, 3, order, buffer=4096)
    shown = bytes((255, 0, 0, 0, 255, 0, 0, 0, 255))
    pixels.show(shown)
    assert bus.decode() == shown
    pixels.close()


def test_38_order_by_wizard(tmp_path: Path) -> None:
    """T-order. Complaint: wrong colour order.
    Law: a wizard lights each channel of each strip and asks which colour it is; the order is stored by
    strip, and colours are right from then on. Answers that are no order are asked again."""
    filed = load_board("ttt3d")
    count = len(filed.pixels)
    strips = (Segment(Pixel(0), 27, "GRB"), Segment(Pixel(27), count - 27, "GRB"))
    filed = replace(filed, segments=strips)
    built = replace(filed, segments=(replace(strips[0], order="BRG"), replace(strips[1], order="RGB")))
    game = Played(tmp_path / "one", {"players": 3}, board=filed, built=built)
    carer = Carer(game, answers={"colours": ["red", "red", "red"]})
    carer.begin(Kind.CALIBRATION, 0)
    carer.finish()
    assert any(text.startswith("These were no three different colours") for text in carer.said)
    profile = game.daemon.desk.profile
    assert profile is not None
    assert profile["orders"] == ["BRG", "RGB"]
    game.close()
    game = Played(tmp_path / "two", {"players": 3}, board=filed, built=built, profile=profile)
    Carer(game).begin(Kind.SELFTEST, 0)
    game.wait(1)
    for place in ("Aa1", "seat:0"):
        red, green, blue = game.light_of(place)
        assert red > 40 > green + blue, place
    game.close()


@pytest.mark.parametrize("picture", ["flicker", "first"])
def test_32_led_test(picture: str, tmp_path: Path) -> None:
    """Row 32. Complaint: 3.3 V data into 5 V LEDs: flicker, the first pixel wrong.
    Law: the test pattern sends a new frame 25 times a second, so that a weak line shows, and asks what is
    seen; both pictures of it name the level shifter."""
    game = at_ttt3d(tmp_path)
    carer = Carer(game, answers={"lights": [picture]})
    carer.begin(Kind.SELFTEST, 0)
    game.wait(1)
    before = len(game.frames)
    game.wait(1)
    assert len(game.frames) >= before + 20
    assert len({frame for _, frame in game.frames[before:]}) == 2
    carer.finish()
    assert "level shifter (74AHCT125)" in carer.notes()["lights in red"]
    game.close()


@pytest.mark.parametrize("seed", range(2))
def test_40_power_cap(seed: int, tmp_path: Path) -> None:
    """T-power-cap (and row 39). Complaint: too many LEDs brown the board out; the tail of a strip turns
    green. Law: with a supply that gives exactly the budget, no frame of a whole clumsy game browns anything
    out."""
    board = load_board("ttt3d")
    board = replace(board, power=replace(board.power, budget=200.0))
    options = {"players": 3}
    game = Played(tmp_path, options, board=board, seed=seed, speed=10)
    boot = game.bench.controller.boot_id
    game.suffer("over-budget", "200")
    Ttt3dPeople(game, options, Random(seed), clumsy=0.3).play_game()
    assert max(current(frame, board.power) for _, frame in game.frames) > 50
    assert game.bench.controller.boot_id == boot
    game.suffer("over-budget", "40")
    game.wait(3)
    assert game.bench.controller.boot_id != boot, "a supply below the budget does brown out"
    game.close()


def test_41_cap_visible(tmp_path: Path) -> None:
    """T-cap-visible. Complaint: a limiter makes the brightness slider look broken.
    Law: the status says by how much the power budget dims the light."""
    scales = []
    for budget in (100.0, 5000.0):
        board = load_board("ttt3d")
        board = replace(board, power=replace(board.power, budget=budget))
        game = Played(tmp_path / str(budget), {"players": 3}, board=board)
        game.wait(1)
        scales.append(status_of(game.daemon, game.link, game.run.now)["light"]["scale"])
        game.close()
    assert scales[0] < 1 == scales[1]


def test_42_dark_exit(tmp_path: Path) -> None:
    """T-dark-exit. Complaint: LEDs keep their last picture after stop or shutdown.
    Law: the last frame is black when the daemon closes, also when the first try fails; LEDs that a controller
    drives go dark by themselves 3 s after the last heartbeat. (Signals: tests/journeys/test_dark.py.)"""
    game = at_ttt3d(tmp_path)
    game.wait(1)
    assert any(game.bench.bus.decode())
    game.suffer("led-bus-error", "1")
    game.close()
    assert not any(game.bench.bus.decode())
    wired = Wired()
    wired.run(1)
    wired.pump.show(b"\x40" * 3 * len(wired.board.pixels), wired.steps.now)
    wired.run(1)
    assert any(wired.controller.pixels)
    wired.pump.close()
    wired.steps._host = Nobody()  # the host is killed
    wired.run(3.5)
    assert not any(wired.controller.pixels)


class Nobody:
    """A host that is dead."""

    port = None

    def poll(self, now: Instant) -> list[LinkEvent]:
        """Nothing is read."""
        return []

    def next_deadline(self) -> None:
        """Nothing is due."""


@pytest.mark.parametrize("name", BOARDS)
def test_43_board_profile(name: str) -> None:
    """Row 43. Complaint: pins, LED count and supply differ per controller and revision, and nobody says how.
    Law: the board file carries its revision, LEDs in wire order, pins, colour order and the supply; nothing
    else knows them."""
    board = load_board(name)
    assert board.revision
    assert [pixel.pixel for pixel in board.pixels] == list(range(len(board.pixels)))
    assert board.power.budget > board.power.idle * len(board.pixels)
    assert len(board.colour_order) == 3
    assert all(button.pin >= 0 for button in board.buttons)
    assert Renderer(board) is not None


def test_44_import_clean() -> None:
    """T-import-clean. Complaint: the import fails on a PC.
    Law: with no Pi library to be found every module of ours is imported, and none asks for one."""
    program = (
        "import sys, pkgutil, importlib\n"
        "for name in ('lgpio', 'RPi', 'RPi.GPIO', 'pigpio', 'board', 'rpi_ws281x'):\n"
        "    sys.modules[name] = None\n"
        "import triboard\n"
        "for found in pkgutil.walk_packages(triboard.__path__, 'triboard.'):\n"
        "    if not found.name.endswith('__main__'): importlib.import_module(found.name)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_a_frame_that_does_not_latch_is_shown_again(tmp_path: Path) -> None:
    """LED latch failure (fault list): an unchanged picture is sent again every 5 s, so it does not last."""
    game = at_ttt3d(tmp_path)
    game.suffer("latch-failure", "2")
    game.drop("Aa1", "white", wait=Duration(12 * SECOND))
    assert game.bench.bus.decode() == game.daemon.frame
    game.close()
