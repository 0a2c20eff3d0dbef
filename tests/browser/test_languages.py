"""Pages in every language: nothing hard-coded, each reader in the own language, nothing cut off."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.spoken import BRACKETED, Speaker
from tests.languages.pseudo import wordless
from tests.unit.session.table import Table

from triboard.languages import NAMES
from triboard.light.legend import legend
from triboard.light.palette import DEFAULT
from triboard.web.view import board_view, picture_of

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

SCREENS = {"desk": (1280, 800), "phone": (390, 844)}
PAGES = ("", "display", "classroom", "care")
LONGEST = "ru"
"""The language with the longest words of these five."""

SAID = """() => {
  const found = [];
  const skip = "script, style, #language, #moves, kbd, [lang=en], .brass .label, .site-name, #workbench";
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    const keyed = parent.querySelector(":scope > kbd"); // keys stand in sentences
    const parts = keyed ? [...parent.childNodes].filter(({ tagName }) => tagName !== "KBD") : [node];
    const text = parts.map(({ textContent }) => textContent).join("");
    if (!parent.closest(skip)) found.push(text.trim());
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    if (element.closest("#workbench")) continue;
    for (const name of ["aria-label", "title", "placeholder"]) found.push(element.getAttribute(name) || "");
  }
  return found.filter(Boolean);
}"""

CUT = """() => {
  const cut = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth + 1) cut.push(`page ${wide}`);
  for (const element of document.querySelectorAll("button, label, summary, h2, p, li, dt, dd, span")) {
    const [box, text] = [element.getBoundingClientRect(), element.textContent.trim().slice(0, 50)];
    if (!box.width || !text || element.closest(".spoken, [hidden], #sites, #rims")) continue;
    const { overflowX, textOverflow } = getComputedStyle(element);
    const hides = overflowX === "hidden" && textOverflow !== "ellipsis";
    if (hides && element.scrollWidth > element.clientWidth + 1) cut.push(`${element.tagName}: ${text}`);
    const outside = box.right > innerWidth + 1 || box.left < -1;
    if (element.tagName === "BUTTON" && outside) cut.push(`outside: ${text}`);
  }
  return cut;
}"""


def picture() -> dict[str, Any]:
    """A game under way with something to say in most places."""
    table = Table()
    table.play("w@Aa1", "k@Ba1")
    still = {
        **board_view(table.state.board),
        "faults": [],
        "legend": [one.as_json() for one in legend(DEFAULT)],
    }
    view = {
        **picture_of(table.state, light_fault=None),
        "board": still,
        "flickering": ["Ab2"],
        "unread": ["Ab2"],
    }
    return {**view, "drifting": ["Ac1", "Ac2"], "simulated": False, "world": None, "seq": 1}


@pytest.fixture(scope="module")
def speaker() -> Iterator[Speaker]:
    """One board for all these tests."""
    made = Speaker(picture())
    yield made
    made.close()


def opened(browser: Browser, speaker: Speaker, path: str, language: str, screen: str = "desk") -> Page:
    """A page in a language."""
    width, height = SCREENS[screen]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"{speaker.url}{path}?language={language}")
    page.wait_for_selector("body:not(.waiting)")
    expect(page.locator("html")).to_have_attribute("lang", language)
    return page


@pytest.mark.parametrize("path", PAGES)
def test_every_word_of_a_page_is_looked_up(path: str, browser: Browser, speaker: Speaker) -> None:
    """Law (issue 8): in a language that brackets each message, no word stands outside of brackets."""
    page = opened(browser, speaker, path, BRACKETED)
    page.evaluate("for (const one of document.querySelectorAll('details, dialog')) one.open = true")
    if path == "":
        page.evaluate("document.querySelector('#new-game').open = false")
        page.evaluate("document.querySelector('#open-new-game').disabled = false")
        page.click("#open-new-game", force=True)
    texts: list[str] = page.evaluate(SAID)
    page.close()
    assert len(texts) > 10
    assert [text for text in texts if not wordless(text)] == []


def test_each_reader_chooses_and_the_board_goes_on_for_the_others(browser: Browser, speaker: Speaker) -> None:
    """Law (issue 8): a page reads what its person chose; others follow the board, and the screen at the board
    is back with it when the board is left alone."""
    one, other = (browser.new_page() for _ in range(2))
    for page in (one, other):
        page.goto(speaker.url)
        page.wait_for_selector("body:not(.waiting)")
    expect(other.locator("#turn")).to_have_text("Red to play.")
    one.select_option("#language", "fr")
    expect(one.locator("#turn")).to_have_text("À Rouge de jouer.")
    expect(one.locator("html")).to_have_attribute("lang", "fr")
    expect(one.locator("#open-new-game")).to_have_text("Nouvelle partie…")
    expect(other.locator("#turn")).to_have_text("Red to play.")
    speaker.speak("ko")
    for page in (one, other):
        expect(page.locator("#open-new-game")).to_have_text("새 게임…")
        expect(page.locator("#language")).to_have_value("ko")
    speaker.speak("en")
    for page in (one, other):
        expect(page.locator("#open-new-game")).to_have_text("New game…")
        page.close()


def check(browser: Browser, speaker: Speaker, path: str, language: str, screen: str) -> None:
    """Nothing of a page lies outside or is cut off."""
    page = opened(browser, speaker, path, language, screen)
    found: list[str] = page.evaluate(CUT)
    page.close()
    assert found == []


@pytest.mark.parametrize("screen", [pytest.param("desk", marks=pytest.mark.long), "phone"])
def test_the_longest_language_fits(screen: str, browser: Browser, speaker: Speaker) -> None:
    """Law (issue 8): layouts survive the longest language."""
    for path in PAGES:
        check(browser, speaker, path, LONGEST, screen)


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("language", NAMES)
def test_every_language_fits(language: str, screen: str, browser: Browser, speaker: Speaker) -> None:
    """Law (issue 8): every page in every language."""
    for path in PAGES:
        check(browser, speaker, path, language, screen)
