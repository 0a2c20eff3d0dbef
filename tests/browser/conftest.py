"""A simulator in a process of its own and a page of it in a real headless Chromium."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from tests.journeys.simulator import Simulator

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 10_000  # a hang, not a speed


@pytest.fixture
def simulate(tmp_path: Path) -> Iterator[Callable[..., Simulator]]:
    """Starts simulators that end with the test."""
    running: list[Simulator] = []

    def start(*arguments: str) -> Simulator:
        running.append(Simulator(tmp_path / f"state{len(running)}", *arguments).start())
        return running[-1]

    yield start
    for simulator in running:
        simulator.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this folder; each page has a profile of its own.

    Not for the whole session: as long as it lives, Playwright's loop runs in this thread, and no test of
    another folder could run one of its own.
    """
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()
    with pytest.raises(RuntimeError, match="no running event loop"):
        asyncio.get_running_loop()


class Opener:
    """Opens pages; a console error, a script error or a request to another host is a problem."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._pages: list[Page] = []
        self._problems: list[str] = []

    def open(
        self,
        url: str,
        ready: str,
        *,
        width: int = 1280,
        height: int = 800,
        touch: bool = False,
        clock: bool = False,
        headers: dict[str, str] | None = None,
    ) -> Page:
        """A page in a profile of its own, once it shows `ready`; with `clock` its time is the test's, with
        `headers` it comes from elsewhere."""
        context = self._browser.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, extra_http_headers=headers or {}
        )
        page = context.new_page()
        if clock:
            page.clock.install()
        page.set_default_timeout(PATIENCE_MS)
        problems = self._problems
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "request", lambda request: None if "//127.0.0.1:" in request.url else problems.append(request.url)
        )
        page.goto(url)
        page.wait_for_selector(ready)
        self._pages.append(page)
        return page

    def close(self) -> None:
        """All of them; fails if anything went wrong on one."""
        for page in self._pages:
            page.context.close()
        refused = (
            "ERR_CONNECTION_REFUSED"  # the browser's own line while a daemon is down, which some tests want
        )
        assert [problem for problem in self._problems if refused not in problem] == []


@pytest.fixture
def opener(browser: Browser) -> Iterator[Opener]:
    """Opens pages of any kind."""
    made = Opener(browser)
    yield made
    made.close()


@pytest.fixture
def open_page(opener: Opener) -> Callable[..., Page]:
    """Opens the page of the game."""
    return lambda url, **how: opener.open(url, "#link:has-text('connected')", **how)


@pytest.fixture
def open_display(opener: Opener) -> Callable[..., Page]:
    """Opens a page that is read from a distance."""
    return lambda url, **how: opener.open(url, "body:not(.waiting)", **how)
