"""Gate 2 on the pages: as many snapshots as three days make; their memory and their tree stay flat."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession
from tests.journeys.people import Ttt3dPeople
from tests.journeys.table import Table

from triboard.board.load import load_board
from triboard.session.rule_pictures import rule_pictures
from triboard.session.ttt3d import MANNERS
from triboard.web.server import WebServer
from triboard.web.view import board_view, view_of

pytestmark = pytest.mark.browser

SNAPSHOTS = 2_000
THREE_DAYS = 259_200
"""One a second for 72 h."""

PAGES = {
    "": "#link:has-text('connected')",
    "display": "body:not(.waiting)",
    "classroom": "body:not(.waiting)",
}
"""The pages that stay open all day, and what they show once they have a view."""

MOST_GROWTH = 2 << 20
"""Bytes of heap after collection; what a browser keeps of its own goes up and down by less."""


def views(folder: Path) -> list[tuple[dict[str, Any], str]]:
    """Views and lights of a whole game."""
    table = Table(folder, {"players": 3}, seed=2)
    still = {**board_view(table.board), "faults": [], "legend": []}
    found = []
    people = Ttt3dPeople(table, {"players": 3}, Random(2), clumsy=0.2)
    while not table.state.manners.game.outcome(table.state.game):
        people.play(people.choose())
        view = {**view_of(table.state), "board": still, "flickering": [], "unread": [], "simulated": False}
        found.append(({**view, "world": None}, table.daemon.frame.hex()))
    table.close()
    return found


class Flood:
    """A server in a thread of its own that publishes as fast as its one viewer takes."""

    def __init__(self, shown: list[tuple[dict[str, Any], str]]) -> None:
        self._shown = shown
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.server = self._wait(self._start())
        self.seq = 0

    def _wait(self, doing: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(3600)

    async def _start(self) -> WebServer:
        pictures = rule_pictures(load_board("ttt3d"), MANNERS, {})
        server = WebServer(
            "127.0.0.1",
            0,
            health=lambda: (True, ""),
            receive=lambda *_: None,
            build="b",
            patience=60.0,
            rules=lambda: pictures,
        )
        await server.start()
        return server

    async def _publish(self, count: int) -> None:
        for _ in range(count):
            self.seq += 1
            view, light = self._shown[self.seq % len(self._shown)]
            self.server.publish({**view, "seq": self.seq})
            self.server.publish_light(light)
            await asyncio.sleep(0.002)  # the socket's turn; what the page does not take in time is replaced

    def publish(self, count: int) -> None:
        """Returns when all are out."""
        self._wait(self._publish(count))

    def close(self) -> None:
        """No more."""
        self._wait(self.server.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


@pytest.fixture
def flood(tmp_path: Path) -> Iterator[Flood]:
    """A flood of the views of one game."""
    made = Flood(views(tmp_path))
    yield made
    made.close()


def measure(inspector: CDPSession) -> dict[str, float]:
    """Heap after collection, nodes of the tree, listeners."""
    for _ in range(3):
        inspector.send("HeapProfiler.collectGarbage")
    found = {one["name"]: one["value"] for one in inspector.send("Performance.getMetrics")["metrics"]}
    return {name: found[name] for name in ("JSHeapUsedSize", "Nodes", "JSEventListeners")}


def soak(browser: Browser, flood: Flood, path: str, count: int) -> None:
    """Show so many snapshots and compare what a page holds before and after."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    flood.publish(1)
    page.goto(flood.server.url + path)
    page.wait_for_selector(PAGES[path])
    inspector = page.context.new_cdp_session(page)
    inspector.send("Performance.enable")
    flood.publish(max(300, count // 10))  # pictures are made and caches filled
    before = measure(inspector)
    flood.publish(count)
    page.wait_for_function("document.querySelector('#last-move').textContent !== ''")
    after = measure(inspector)
    page.close()
    assert problems == []
    assert after["JSHeapUsedSize"] - before["JSHeapUsedSize"] < MOST_GROWTH, (before, after)
    assert after["Nodes"] < 1.3 * before["Nodes"], (before, after)
    assert after["JSEventListeners"] < 1.3 * before["JSEventListeners"], (before, after)


@pytest.mark.parametrize(("path", "count"), [("", SNAPSHOTS), ("display", 600)])
def test_thousands_of_snapshots_leave_the_page_as_it_was(
    browser: Browser, flood: Flood, path: str, count: int
) -> None:
    """Law (E-page-soak): constant tree, flat heap."""
    soak(browser, flood, path, count)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("path", PAGES)
def test_three_days_of_snapshots_leave_the_page_as_it_was(browser: Browser, flood: Flood, path: str) -> None:
    """Law (gate 2): as many snapshots as 72 h make, at full speed."""
    soak(browser, flood, path, THREE_DAYS)
