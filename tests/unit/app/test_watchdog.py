"""The honest watchdog: fed by completed turns and by nothing else."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.journeys.table import Table

from triboard.app import daemon as daemon_module
from triboard.app.watchdog import WELL_AFTER, Watchdog
from triboard.light.render import Renderer
from triboard.units import SECOND, Duration, Instant, after

TIMEOUT = 20.0


class Manager:
    """A service manager that writes down what it hears."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def ready(self) -> None:
        self.heard.append("ready")

    def alive(self) -> None:
        self.heard.append("alive")

    def status(self, text: str) -> None:
        if f"status {text}" not in self.heard:
            self.heard.append(f"status {text}")


class Stuck(BaseException):
    """A stage that never comes back: nothing after it in the turn happens."""


class Watched:
    """A table whose watchdog is told after each turn."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(folder, {"players": 2})
        self.manager = Manager()
        self.watchdog = Watchdog(self.manager, timeout=TIMEOUT)

    def run(self, seconds: int) -> int:
        """Let time pass in steps of a second; how often the watchdog was fed."""
        before = self.manager.heard.count("alive")
        for _ in range(seconds):
            self.table.run.run_for(SECOND)
            self.watchdog.turned(self.table.daemon, self.table.link.quality.received, self.table.run.now)
        return self.manager.heard.count("alive") - before


def test_ready_comes_first_and_once(tmp_path: Path) -> None:
    """Law: ready after the first turn, board or no board; then status and food."""
    watched = Watched(tmp_path)
    watched.table.bench.unplug()
    watched.run(10)
    assert watched.manager.heard[0] == "ready"
    assert watched.manager.heard.count("ready") == 1
    assert any("searching for the board" in line for line in watched.manager.heard)


def test_a_turning_daemon_feeds_four_times_in_a_timeout(tmp_path: Path) -> None:
    """Law: an idle board whose snapshots come is alive; three feeds may be lost before the watchdog bites."""
    watched = Watched(tmp_path)
    assert watched.run(60) == 12


def test_no_board_is_no_reason_to_restart(tmp_path: Path) -> None:
    """Law: that there is no board is a result of looking; a day without one feeds on."""
    watched = Watched(tmp_path)
    watched.run(5)
    watched.table.bench.unplug()
    assert watched.run(60) == 12


def read_stage(table: Table, monkeypatch: pytest.MonkeyPatch, stuck: Callable[..., None]) -> None:
    assert table.link.port is not None
    monkeypatch.setattr(table.link, "poll", stuck)


def reduce_stage(table: Table, monkeypatch: pytest.MonkeyPatch, stuck: Callable[..., None]) -> None:
    monkeypatch.setattr(daemon_module, "reduce", stuck)
    table.bench.unplug()  # something to reduce


def compose_stage(table: Table, monkeypatch: pytest.MonkeyPatch, stuck: Callable[..., None]) -> None:
    monkeypatch.setattr(daemon_module, "scene_of", stuck)
    table.bench.unplug()  # another picture


def render_stage(table: Table, monkeypatch: pytest.MonkeyPatch, stuck: Callable[..., None]) -> None:
    monkeypatch.setattr(Renderer, "step", stuck)
    table.bench.unplug()


def show_stage(table: Table, monkeypatch: pytest.MonkeyPatch, stuck: Callable[..., None]) -> None:
    monkeypatch.setattr(table.bench.bus, "write", stuck)
    table.bench.unplug()


@pytest.mark.parametrize("stage", [read_stage, reduce_stage, compose_stage, render_stage, show_stage])
def test_a_turn_that_is_stuck_anywhere_starves_the_watchdog(
    stage: Callable[[Table, pytest.MonkeyPatch, Callable[..., None]], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Law: a turn that hangs in any stage is not completed, and what was completed before feeds no more."""
    watched = Watched(tmp_path)
    watched.run(10)
    fed = watched.manager.heard.count("alive")

    def stuck(*arguments: object, **options: object) -> None:
        raise Stuck

    stage(watched.table, monkeypatch, stuck)
    with pytest.raises(Stuck):
        watched.table.run.run_for(Duration(30 * SECOND))
    turns = watched.table.daemon.turns
    later = after(watched.table.run.now, Duration(60 * SECOND))
    watched.watchdog.turned(watched.table.daemon, watched.table.link.quality.received, later)
    watched.watchdog.turned(watched.table.daemon, watched.table.link.quality.received, after(later, SECOND))
    assert watched.table.daemon.turns == turns
    assert watched.manager.heard.count("alive") <= fed + 1  # the last turn that was completed


def test_a_link_that_is_up_and_brings_nothing_starves_the_watchdog(tmp_path: Path) -> None:
    """Law: turning in circles is no life; a board that is said to be there must have been heard."""
    watched = Watched(tmp_path)
    watched.run(10)
    fed = watched.manager.heard.count("alive")
    heard = watched.table.link.quality.received
    now = watched.table.run.now
    for second in range(60):
        watched.table.daemon.turns += 1
        watched.watchdog.turned(watched.table.daemon, heard, Instant(now + second * SECOND))
    assert watched.manager.heard.count("alive") <= fed + 1


def test_a_run_is_well_after_a_minute(tmp_path: Path) -> None:
    """Law: a start that lasted counts as no failure any more."""
    watched = Watched(tmp_path)
    watched.run(WELL_AFTER // SECOND)
    assert not watched.watchdog.well
    watched.run(1)
    assert watched.watchdog.well
