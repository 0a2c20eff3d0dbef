"""The staff page in a real browser, on a phone: pause, bypass, log, another game, statistics; and sound."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.journeys.simulator import Simulator

from triboard.store.statistics import Row, StatisticsFile

pytestmark = pytest.mark.browser

PHONE = (390, 844)

MOST = re.compile(r"Games begun by the hour.*The most is 17, at 17\.")
"""What a screen reader says of a chart."""

EAR = """() => {
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.heard.push(Math.round(this.frequency.value));
    return start.apply(this, when);
  };
}"""
"""Keeps the pitch of every tone that a page makes."""


@pytest.fixture
def enter(browser: Browser) -> Iterator[Callable[[Simulator], Page]]:
    """Opens the page of care on a phone, with the token entered and every question answered with yes."""
    pages: list[Page] = []

    def opened(simulator: Simulator) -> Page:
        context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, accept_downloads=True)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(simulator.url + "care")
        page.fill("#secret", (simulator.folder / "admin-token").read_text())
        page.click("#login button")
        page.wait_for_selector("#inside:not([hidden])")
        pages.append(page)
        return page

    yield opened
    for page in pages:
        page.context.close()


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_staff_look_after_a_board_from_a_phone(
    simulate: Callable[..., Simulator],
    enter: Callable[[Simulator], Page],
    open_page: Callable[..., Page],
    tmp_path: Path,
) -> None:
    """Law: each thing that staff do is seen at once on their page and on the game's; a game that is chosen is
    played at once, on the page that was open, too."""
    (tmp_path / "state0").mkdir()
    rows = [Row("2026-06-10", hour, "ttt3d", "started", "", hour) for hour in range(9, 18)]
    StatisticsFile(tmp_path / "state0").add(rows)
    simulator = simulate()
    page, game = enter(simulator), open_page(simulator.url)
    expect(page.locator("#face")).to_have_text("The board is open.")
    page.click("#pause")
    expect(page.locator("#face")).to_have_text("The board is out of order.")
    expect(game.locator("#message")).to_contain_text("out of order")
    page.click("#pause")
    expect(page.locator("#face")).to_have_text("The board is open.")
    expect(game.locator("#message")).not_to_contain_text("out of order")
    page.select_option("#bypass-site", "Cc3")
    page.click("#bypass button")
    expect(page.locator("#bypassed")).to_contain_text("Let Cc3 play again")
    expect(game.locator("#sensors")).to_contain_text("Sensor of Cc3 is out of play")
    page.click("#bypassed button")
    expect(page.locator("#bypass-text")).to_have_text("All sensors are in play.")
    page.fill("#note-text", "New cable at the <b>left</b> side")
    page.click("#note button")
    expect(page.locator("#diary li").first).to_contain_text("New cable at the <b>left</b> side")
    expect(page.locator("#diary li")).to_have_count(5)
    expect(page.locator("#reboot")).to_be_disabled()
    expect(page.locator("#charts svg").first).to_have_attribute("aria-label", MOST)
    assert page.locator("#charts figure").count() == 3
    page.fill("[data-key='schedule.hours']", "mon-fry 09:00-17:00")
    page.locator("[data-key='schedule.hours']").blur()
    expect(page.locator("[id='set-schedule.hours-refused']")).to_contain_text("Did you mean 'fri'?")
    page.fill("[data-key='schedule.hours']", "mon-fri 09:00-17:00\nsat 10:00-02:00")
    page.locator("[data-key='schedule.hours']").blur()
    expect(page.locator("#settings-said")).to_have_text("Done and kept.")
    expect(page.locator("[id='set-schedule.hours-refused']")).to_have_text("")
    assert fits(page)
    with page.expect_download() as download:
        page.click("a[href='/care/statistics.csv']")
    assert "2026-06-10,09,ttt3d,9" in Path(download.value.path()).read_text()
    page.select_option("#choice-game", "troika")
    page.click("#choice button")
    expect(game.locator("#title")).to_contain_text("Troika", timeout=20_000)
    expect(page.locator("#diary li").first).to_contain_text("Set to troika.", timeout=20_000)
    assert fits(page)


def test_a_page_at_the_board_makes_the_sounds_and_mutes_for_all(
    simulate: Callable[..., Simulator], browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law: nothing is heard before somebody touched the page; then each announcement once; muted, never."""
    monkeypatch.setenv("TRIBOARD_SOUND_PAGES", "true")
    simulator = simulate("--players", "3")
    page = browser.new_context().new_page()
    page.set_default_timeout(20_000)
    page.goto(simulator.url)
    page.evaluate(EAR)
    expect(page.locator("#mute")).to_have_text("Sound on")
    move(page, "Ab2", "white", 1)
    assert page.evaluate("heard") == []
    page.click("#title")  # a touch
    move(page, "Ac1", "black", 2)
    page.wait_for_function("heard.length === 2")
    assert page.evaluate("heard") == [659, 523]
    page.click("#mute")
    expect(page.locator("#mute")).to_have_text("Sound off")
    move(page, "Aa1", "red", 3)
    assert page.evaluate("heard.length") == 2
    page.context.close()


HAND = """([site, piece]) => {
  const line = new WebSocket(`ws://${location.host}/ws`);
  line.onopen = () => line.send(JSON.stringify({ type: "hand", verb: "drop", site, piece }));
}"""


def move(page: Page, site: str, piece: str, number: int) -> None:
    """Simulated hands put a piece, without anybody touching this page."""
    page.evaluate(HAND, [site, piece])
    expect(page.locator("#moves-count")).to_have_text(str(number))
