"""LEDs on the controller: what the firmware writes to their pin, bit by bit, is the picture of the daemon."""

from pathlib import Path

from tests.firmware.conftest import PicoAt
from tests.journeys.table import Table

from triboard.app.config import LightConfig
from triboard.drivers.routes import Route
from triboard.protocol.messages import ResetReason
from triboard.units import SECOND, Duration, Instant, Piece, Site, millis

HERE = LightConfig(route=Route.CONTROLLER)


def play(table: Table) -> bytes:
    """Two balls, and the picture some seconds later, when nothing moves in it."""
    table.drop("Aa1", "white")
    table.drop("Ab2", "black")
    table.run.run_until(Instant(12 * SECOND))
    return table.frames[-1][1]


def test_the_firmware_shows_the_picture_that_spi_would_show(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: order of colours, order of pixels, brightness: the same bytes on both routes."""
    options = {"players": 3, "calling": "auto"}
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    there = Table(tmp_path / "there", options, board="ttt3d")
    expected = play(there)
    there.close()
    here = pico_at(tmp_path / "here", options, board="ttt3d", light=HERE)
    assert here.moves == []
    assert play(here) == expected == here.pico.pixels
    assert any(expected)


def test_a_host_that_is_gone_leaves_darkness_after_three_seconds(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: no heartbeat for 3 s: the controller darkens its pixels by itself."""
    table = pico_at(tmp_path, {"players": 2}, board="ttt3d-presence", light=HERE)
    lit(table)
    table.bench.unplug()
    table.run.run_for(millis(1500))
    assert any(table.pico.pixels)
    table.run.run_for(millis(2600))
    assert not any(table.pico.pixels)
    table.bench.plug()
    table.run.run_for(Duration(8 * SECOND))
    assert any(table.pico.pixels)


def test_pixels_come_back_after_a_reset(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: a controller that starts anew is told the whole picture again."""
    table = pico_at(tmp_path, {"players": 2}, board="ttt3d-presence", light=HERE)
    lit(table)
    table.pico.reset(ResetReason.EXTERNAL, table.run.now)
    table.run.run_for(Duration(8 * SECOND))
    assert any(table.pico.pixels)


def lit(table: Table) -> None:
    """There is light once a game is on."""
    table.do(lambda now: table.bench.hands.drop(Site("Aa1"), Piece("white"), now))
    assert any(table.frames[-1][1])
