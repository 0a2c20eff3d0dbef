"""The light of a whole board: page and wire are one, routes fail and come back, palettes change in play."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from tests.journeys.people import Ttt3dPeople
from tests.journeys.table import Table

from triboard.app.config import Config, LightConfig
from triboard.app.lamps import LightHealth
from triboard.app.pictures import Pictures
from triboard.app.tables import PiTable
from triboard.board.load import load_board
from triboard.drivers.link import LinkPump
from triboard.drivers.link_pixels import SILENT
from triboard.drivers.routes import Route
from triboard.errors import ControllerError
from triboard.light.palette import NIGHT
from triboard.light.power import current
from triboard.ports import monotonic
from triboard.protocol.host import DARK_AFTER
from triboard.protocol.messages import ResetReason
from triboard.sim.bench import SimulatedBench
from triboard.sim.pixel_bus import FakeSpiBus
from triboard.units import SECOND, Duration, Instant
from triboard.web.classroom import Classroom
from triboard.web.server import WebServer

CONTROLLER = LightConfig(route=Route.CONTROLLER)
DARK = bytes(3 * 32)


class Page:
    """Takes what the service publishes to pages."""

    def __init__(self) -> None:
        self.light: list[str] = []
        self.views: list[dict[str, Any]] = []

    def publish_light(self, pixels: str) -> None:
        self.light.append(pixels)

    def publish(self, view: dict[str, Any]) -> None:
        self.views.append(view)


def on_every_turn(table: Table, act: Callable[[Instant], None]) -> None:
    """Call `act` after each turn of the daemon, as the loop calls the service."""
    turn = table.daemon.turn

    def turned(now: Instant) -> Instant | None:
        due = turn(now)
        act(now)
        return due

    table.daemon.turn = turned  # type: ignore[method-assign]  # the loop's place


OPTIONS = {"players": 3, "rims": True}


def mirrored(table: Table) -> Callable[[Instant], Page]:
    """Publish to a page as the service does on real hardware, where LEDs cannot be read back."""
    page, hardware = Page(), PiTable(table.board, Config())
    pictures = Pictures(
        table.daemon, hardware, cast(WebServer, page), {}, first=0, classroom=Classroom(monotonic)
    )

    def publish(now: Instant) -> Page:
        pictures.publish(now)
        return page

    return publish


def test_page_and_wire_show_the_same_light_through_a_whole_game(tmp_path: Path) -> None:
    """Law: after every turn of a game with slips and bad cables, what the page paints is, to the last bit,
    what the LEDs decoded from the wire; on the simulator the page paints the decoded frame itself."""
    table = Table(tmp_path, OPTIONS, seed=4)
    publish = mirrored(table)
    seen: list[str] = []

    def compare(now: Instant) -> None:
        seen.append(table.bench.decode().hex())
        assert publish(now).light == seen

    on_every_turn(table, compare)
    Ttt3dPeople(table, OPTIONS, Random(4), clumsy=0.3).play_game()
    assert len(seen) > 1000
    assert len(set(seen)) > 100
    table.close()


def test_page_and_controller_show_the_same_light_through_a_whole_game(tmp_path: Path) -> None:
    """Law: every frame that the controller latched was painted, in the same order; none is missing but those
    that a newer one overtook while the line was busy; at rest both are equal."""
    table = Table(tmp_path, OPTIONS, seed=5, light=CONTROLLER)
    publish = mirrored(table)
    painted: list[str] = []
    table.frames.clear()
    on_every_turn(table, lambda now: painted.append(publish(now).light[-1]))
    people = Ttt3dPeople(table, OPTIONS, Random(5), clumsy=0.0)
    while len(people.moves) < 25:
        people.play(people.choose())
        people.expect()
        assert table.bench.controller.pixels.hex() == painted[-1]
    order = iter(painted)
    latched = [rgb.hex() for _, rgb in table.frames]
    assert len(latched) > 50
    assert all(frame in order for frame in latched)
    table.close()


def test_the_simulator_page_gets_what_the_controller_shows(tmp_path: Path) -> None:
    """Law: also where the LEDs hang on the controller, the simulated page shows decoded light."""
    table = Table(tmp_path, light=CONTROLLER)
    table.run.run_for(SECOND)
    assert table.frames
    assert table.frames[-1][1] == table.daemon.frame == table.bench.controller.pixels


def test_leds_that_fail_at_the_start_stop_nothing_and_come_when_they_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law (T-led-soft-fail): one message with the remedy, the page's light goes on; then they answer."""
    real, missing = SimulatedBench.open_spi, [True]

    def open_spi(bench: SimulatedBench, bus: int) -> FakeSpiBus:
        if missing[0]:
            raise ControllerError("No SPI bus for the pixels. Switch it on.")
        return real(bench, bus)

    monkeypatch.setattr(SimulatedBench, "open_spi", open_spi)
    table = Table(tmp_path, {"players": 2})
    table.drop("Aa1", "white")
    assert table.moves == ["w@Aa1"]
    assert table.daemon.light.text == "No SPI bus for the pixels. Switch it on."
    assert any(table.daemon.frame)
    assert table.bench.decode() == DARK
    missing[0] = False
    table.run.run_for(Duration(10 * SECOND))
    assert table.bench.decode() == table.daemon.frame
    assert [line for line in table.log if "ight" in line] == [
        "No SPI bus for the pixels. Switch it on. The game goes on without lights.",
        "The lights answer again.",
    ]
    table.close()


def test_a_bus_that_dies_in_play_is_told_once_and_healed(tmp_path: Path) -> None:
    """Law: a failing chain never stops the game; when it answers again the newest scene is shown."""
    table = Table(tmp_path, {"players": 2})
    before = len(table.log)
    table.bench.bus.bus_error(1000)
    table.drop("Aa1", "white")
    table.drop("Ba1", "red", wait=Duration(6 * SECOND))
    assert table.moves == ["w@Aa1", "r@Ba1"]
    assert "simulated bus error" in (table.daemon.light.fault or "")
    assert len(table.log) == before + 1
    assert table.log[-1].endswith("The game goes on without lights.")
    table.bench.bus.mend()
    table.run.run_for(Duration(40 * SECOND))
    assert table.daemon.light.fault is None
    assert table.log[-1] == "The lights answer again."
    assert table.bench.decode() == table.daemon.frame
    assert any(table.daemon.frame)
    table.close()


def test_the_controller_route_survives_a_pulled_cable(tmp_path: Path) -> None:
    """Law: while the link is lost the LEDs go dark by themselves and the link alone says why; on its return
    they show the newest scene at once."""
    table = Table(tmp_path, {"players": 2}, light=CONTROLLER)
    table.drop("Aa1", "white")
    lit = table.bench.controller.pixels
    assert lit == table.daemon.frame != DARK
    table.bench.unplug()
    table.run.run_for(DARK_AFTER)
    assert table.bench.controller.pixels == DARK
    assert table.daemon.light.text == "The lights wait for the board."
    table.bench.plug()
    table.run.run_for(Duration(6 * SECOND))
    assert table.daemon.light.text == ""
    assert table.bench.controller.pixels == table.daemon.frame == lit
    assert not [line for line in table.log if "light" in line]
    table.close()


def test_a_controller_that_restarts_gets_its_picture_back(tmp_path: Path) -> None:
    table = Table(tmp_path, {"players": 2}, light=CONTROLLER)
    table.drop("Aa1", "white")
    lit = table.bench.controller.pixels
    table.bench.controller.reset(ResetReason.WATCHDOG, table.run.now)
    assert table.bench.controller.pixels == DARK
    table.run.run_for(Duration(3 * SECOND))
    assert table.bench.controller.pixels == lit


def test_a_controller_that_confirms_no_frame_is_told_of_and_believed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law: light that nobody confirms is no light; the game goes on; an answer ends it."""
    table = Table(tmp_path, {"players": 2}, light=CONTROLLER)
    with monkeypatch.context() as patch:
        patch.setattr(LinkPump, "pixels_stuck", True)
        table.drop("Aa1", "white", wait=Duration(5 * SECOND))
        assert table.daemon.light.text == SILENT
    table.run.run_for(Duration(3 * SECOND))
    assert table.daemon.light.text == ""
    assert table.moves == ["w@Aa1"]
    assert table.log[-2:] == [f"{SILENT} The game goes on without lights.", "The lights answer again."]
    assert table.bench.controller.pixels == table.daemon.frame


def test_closing_the_daemon_darkens_leds_on_the_controller(tmp_path: Path) -> None:
    """Law (T-dark-exit): with the last bytes before the port is closed, not three seconds later."""
    table = Table(tmp_path, light=CONTROLLER)
    table.drop("Aa1", "white")
    assert table.bench.controller.pixels != DARK
    table.daemon.close()
    table.bench.advance(table.run.now)
    assert table.bench.controller.pixels == DARK


def test_another_palette_shows_on_the_next_turn_in_the_middle_of_a_game(tmp_path: Path) -> None:
    table = Table(tmp_path, {"players": 2})
    table.drop("Aa1", "white")
    bright = table.bench.decode()
    table.daemon.use_light(NIGHT, 0.5)
    table.run.run_for(Duration(2 * SECOND))
    dim = table.bench.decode()
    assert 0 < sum(dim) < sum(bright) / 4
    assert [value > 0 for value in table.daemon.frame] == [value > 0 for value in dim]
    table.close()


def test_the_power_budget_is_visible_in_the_status(tmp_path: Path) -> None:
    """Law (T-cap-visible): not a fault, but said."""
    board = load_board("ttt3d")
    tight = replace(board, power=replace(board.power, budget=60.0))
    table = Table(tmp_path, {"players": 2}, board=tight)
    light = table.daemon.light
    assert light.fault is None
    assert 0 < light.scale < 1
    assert light.text == f"Limited by the power budget to {round(100 * light.scale)} %."
    assert current(table.bench.decode(), tight.power) <= 60
    table.close()


def test_the_status_says_nothing_while_all_is_well_and_the_worst_first() -> None:
    assert LightHealth().text == ""
    assert LightHealth(fault="No bus.", scale=0.5).text == "No bus."


def test_an_idle_board_repeats_its_picture_twice_and_then_sends_no_frames(tmp_path: Path) -> None:
    """Law: a scene that does not move asks for no frame; two repeats heal LEDs that missed the latch."""
    table = Table(tmp_path, {"players": 2})
    table.drop("Aa1", "white", wait=SECOND)
    sent, frame = table.bench.bus.transfers, table.daemon.frame
    table.frames.clear()
    table.run.run_for(Duration(12 * SECOND))
    assert table.bench.bus.transfers - sent == 2
    assert {rgb for _, rgb in table.frames} <= {frame}
    table.run.run_for(Duration(600 * SECOND))
    assert table.bench.bus.transfers - sent == 2
    table.close()
