"""Settings that change while the daemon runs: checked, in force at once, kept, and said if not."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.table import Table

from triboard.app import caretaker as module
from triboard.app.caretaker import Caretaker
from triboard.app.settings import Settings, Source, read_settings
from triboard.app.status import status_of
from triboard.errors import ConfigurationError, StorageError
from triboard.light.palette import PALETTES
from triboard.phrases import Said
from triboard.units import SECOND, Duration, Instant


class Board:
    """A caretaker of a daemon on a simulated board."""

    def __init__(self, folder: Path, **environ: str) -> None:
        self.folder = folder
        self.table = Table(folder, {"players": 3})
        self.settings = read_settings(None, environ={"TRIBOARD_STATE_DIR": str(folder), **environ})
        self.care = Caretaker(
            self.settings,
            logbook=None,
            clock=lambda: Instant(0),
            status=lambda: status_of(self.table.daemon, self.table.link, self.table.run.now),
            board={},
            changed=self.changed,
        )

    def changed(self, settings: Settings) -> None:
        light = settings.config.light
        self.table.daemon.use_light(PALETTES[light.palette], light.brightness)

    def change(self, **values: Any) -> Said | None:
        """One change from the page."""
        return asyncio.run(self.care.change({f"light.{name}": value for name, value in values.items()}))

    def light(self) -> bytes:
        """What the LEDs show now."""
        self.table.run.run_for(SECOND)
        return self.table.daemon.frame


def test_a_change_is_seen_at_once_and_kept(tmp_path: Path) -> None:
    """Law: the light changes without a restart; the next start has the same setting."""
    board = Board(tmp_path)
    before = board.light()
    assert board.change(palette="night") is None
    assert board.light() != before
    assert read_settings(None, environ={}, state_dir=tmp_path).config.light.palette == "night"
    fields = {one["key"]: one for one in board.care.state()["settings"]}
    assert fields["light.palette"]["value"] == "night"
    assert fields["light.palette"]["choices"] == list(PALETTES)
    assert board.care.settings.source("light.palette") is Source.PAGE
    board.table.close()


@pytest.mark.parametrize(
    "wrong", [{"palette": "mauve"}, {"brightness": 0}, {"dma": 8}, {"palette": ["night"]}]
)
def test_a_wrong_change_changes_nothing(wrong: dict[str, Any], tmp_path: Path) -> None:
    """Law: refused with the reason; neither light nor file change."""
    board = Board(tmp_path)
    before = board.light()
    with pytest.raises(ConfigurationError):
        board.change(**wrong)
    assert board.light() == before
    assert not (tmp_path / "settings.json").exists()
    board.table.close()


def test_what_the_environment_fixes_is_refused_with_its_name(tmp_path: Path) -> None:
    """Law: the page says what fixes it."""
    board = Board(tmp_path, TRIBOARD_LIGHT_PALETTE="night")
    with pytest.raises(ConfigurationError, match="is fixed by TRIBOARD_LIGHT_PALETTE"):
        board.change(palette="default")
    [field] = [one for one in board.care.state()["settings"] if one["key"] == "light.palette"]
    assert str(field["fixed"]) == "fixed by TRIBOARD_LIGHT_PALETTE"
    board.table.close()


def test_a_disk_that_refuses_a_setting_is_told_and_the_setting_is_in_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law: it acts, and the answer says that it is not kept."""
    board = Board(tmp_path)

    def full(*_: object) -> None:
        raise StorageError("STATE: no space is left on this disk.")

    monkeypatch.setattr(module, "write_page", full)
    before = board.light()
    assert (
        str(board.change(palette="night"))
        == "It is in force, but not kept: STATE: no space is left on this disk."
    )
    assert board.light() != before
    board.table.close()


def test_a_slow_disk_does_not_hold_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: while a setting is being written the loop turns; changes are written in their order."""
    board = Board(tmp_path)
    written: list[Any] = []

    async def story() -> None:
        loop, gate = asyncio.get_running_loop(), asyncio.Event()

        def slow(_: Path, values: dict[str, Any]) -> None:
            asyncio.run_coroutine_threadsafe(gate.wait(), loop).result(10)
            written.append(values)

        monkeypatch.setattr(module, "write_page", slow)
        first = asyncio.create_task(board.care.change({"light.palette": "night"}))
        second = asyncio.create_task(board.care.change({"light.brightness": 0.5}))
        for _ in range(100):
            await asyncio.sleep(0)
        assert written == []
        assert board.care.settings.config.light.palette == "night"
        gate.set()
        assert [await first, await second] == [None, None]

    asyncio.run(story())
    assert written == [{"light.palette": "night"}, {"light.brightness": 0.5}]
    board.table.close()


def parts(board: Board) -> dict[str, str]:
    return {part["part"]: part["state"] for part in board.care.health()}


@pytest.mark.parametrize(
    ("trouble", "part", "state"),
    [
        (lambda table: table.bench.unplug(), "Board", "failed"),
        (lambda table: table.bench.unplug(), "Sensors", "failed"),
        (lambda table: None, "Board", "well"),
        (lambda table: None, "Sensors", "well"),
        (lambda table: None, "Lights", "well"),
    ],
)
def test_health_follows_the_board(
    trouble: Callable[[Table], None], part: str, state: str, tmp_path: Path
) -> None:
    """Law: what is well says so also after a minute in which nothing moved."""
    board = Board(tmp_path)
    trouble(board.table)
    board.table.run.run_for(Duration(60 * SECOND))
    assert parts(board)[part] == state
    board.table.close()
