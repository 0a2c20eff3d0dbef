"""The page of care and playing from another device, in a real browser."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.journeys.simulator import Simulator

pytestmark = pytest.mark.browser

ELSEWHERE = {"X-Forwarded-For": "203.0.113.9"}


@pytest.fixture
def open_care(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages without the rule that no console line may be red: a refused PIN makes one."""
    pages: list[Page] = []

    def opened(url: str, headers: dict[str, str] | None = None) -> Page:
        context = browser.new_context(extra_http_headers=headers or {}, accept_downloads=True)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.goto(url)
        pages.append(page)
        return page

    yield opened
    for page in pages:
        page.context.close()


def test_health_is_open_and_the_rest_needs_the_token(
    simulate: Callable[..., Simulator], open_care: Callable[..., Page], tmp_path: Path
) -> None:
    """Law: everybody reads how the parts are; settings, log and bundle come after the token, which no script
    can read; a setting acts at once and outlives a restart."""
    simulator = simulate("--players", "2")
    page = open_care(simulator.url + "care")
    expect(page.locator("#health [data-part='Board']")).to_have_attribute("data-state", "well")
    expect(page.locator("#health [data-part='Saving']")).to_contain_text("on disk")
    expect(page.locator("#inside")).to_be_hidden()
    page.fill("#secret", "000000")
    page.click("#login button")
    expect(page.locator("#login-refused")).to_contain_text("No PIN is set")
    page.fill("#secret", (simulator.folder / "admin-token").read_text())
    page.click("#login button")
    expect(page.locator("#inside")).to_be_visible()
    assert page.evaluate("document.cookie") == ""
    expect(page.locator("#folder")).to_contain_text(str(simulator.folder))
    expect(page.locator("#log")).to_contain_text("Board connected")
    page.select_option('[data-key="light.palette"]', "night")
    expect(page.locator("#settings-said")).to_have_text("Done and kept.")
    assert '"light.palette": "night"' in (simulator.folder / "settings.json").read_text()
    with page.expect_download() as download:
        page.click("#bundle-records")
    download.value.save_as(tmp_path / "bundle.zip")
    assert (tmp_path / "bundle.zip").read_bytes()[:2] == b"PK"
    simulator.kill()
    expect(page.locator("#care-lost")).to_be_visible()
    simulator.start()
    expect(page.locator("#care-lost")).to_be_hidden()
    expect(page.locator('[data-key="light.palette"]')).to_have_value("night")
    page.click("#leave")
    expect(page.locator("#inside")).to_be_hidden()


def test_another_device_watches_until_it_knows_the_code(
    simulate: Callable[..., Simulator], open_care: Callable[..., Page]
) -> None:
    """Law: the screen at the board shows the code; elsewhere hands and buttons rest until it is entered, by
    hand or by the fragment of an address."""
    simulator = simulate("--players", "2", "--host", "0.0.0.0")
    board = open_care(simulator.url)
    expect(board.locator("#code")).to_contain_text("Code")
    expect(board.locator("#join")).to_be_hidden()
    code = board.locator("#code").inner_text().removeprefix("Code").replace(" ", "")
    phone = open_care(simulator.url, ELSEWHERE)
    expect(phone.locator("#join")).to_be_visible()
    expect(phone.locator("#code")).to_be_hidden()
    expect(phone.locator("#open-new-game")).to_be_disabled()
    phone.fill("#join-code", "12")
    phone.click("#join button")
    expect(phone.locator("#join-refused")).to_contain_text("not the code")
    phone.fill("#join-code", code)
    phone.click("#join button")
    expect(phone.locator("#join")).to_be_hidden()
    expect(phone.locator("#open-new-game")).to_be_enabled()
    scanned = open_care(f"{simulator.url}#code={code}", ELSEWHERE)
    expect(scanned.locator("#join")).to_be_hidden()
    assert "code" not in scanned.url


CALIBRATE = """() => {
  const line = new WebSocket(`ws://${location.host}/ws`);
  const care = (more) => line.send(JSON.stringify({ type: "care", ...more }));
  line.onopen = () => {
    care({ action: "begin", kind: "calibration", steps: [0] });
    for (const answer of ["green", "red", "blue"]) care({ action: "answer", answer });
    care({ action: "stop" });
  };
}"""


def test_a_device_that_may_play_still_may_after_a_calibration(
    simulate: Callable[..., Simulator], open_care: Callable[..., Page]
) -> None:
    """Law: the code ends with the game and with nothing else: neither a connection that was lost for a moment
    nor a calibration, after which the daemon builds itself anew, takes a device's hands away."""
    simulator = simulate("--players", "2", "--host", "0.0.0.0")
    board = open_care(simulator.url)
    board.click("#open-new-game")
    board.click("#start-game")
    expect(board.locator("#clocks")).to_be_hidden()
    board.wait_for_function("before => document.querySelector('#code').textContent !== before", arg="")
    board.wait_for_timeout(500)  # the new game has its own code by now
    code = board.locator("#code").inner_text()
    phone = open_care(f"{simulator.url}#code={code.removeprefix('Code').replace(' ', '')}", ELSEWHERE)
    expect(phone.locator("#join")).to_be_hidden()
    board.evaluate(CALIBRATE)
    expect(phone.locator("#lost")).to_be_visible(timeout=20_000)
    expect(phone.locator("#lost")).to_be_hidden(timeout=20_000)
    expect(phone.locator("#join")).to_be_hidden()
    expect(phone.locator("#open-new-game")).to_be_enabled()
    expect(board.locator("#code")).to_have_text(code)
