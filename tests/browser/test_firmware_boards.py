"""The page of `triboard simulate --firmware`: every board, in real time, as a person would try it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.hands import picture
from tests.journeys.simulator import Simulator

from triboard.board.load import load_board, shipped_boards

pytestmark = [pytest.mark.browser, pytest.mark.long]

WATCH = """() => {
  window.links = [];
  const link = document.querySelector('#link');
  new MutationObserver(() => window.links.push(link.textContent.trim()))
    .observe(link, {childList: true, characterData: true, subtree: true});
}"""


@pytest.mark.parametrize("name", shipped_boards())
def test_the_link_to_the_firmware_stays_up(
    name: str, simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: over several of the link's own patiences nothing is lost while a piece comes and is seen."""
    board = load_board(name)
    page = open_page(simulate("--firmware", "--board", name, "--game", board.game).url)
    page.wait_for_function("() => document.querySelector('#link').textContent.includes('Board connected')")
    page.evaluate(WATCH)
    page.locator("[data-tray]").first.click()
    sites = page.locator("[data-site]")
    sites.nth(sites.count() // 2).click(force=True)
    page.wait_for_timeout(8000)  # real time is what is tried here
    picture(page, f"firmware-{name}")
    assert [said for said in page.evaluate("() => window.links") if "Board connected" not in said] == []
