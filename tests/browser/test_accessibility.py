"""WCAG 2.2 AA on every page: axe-core finds nothing; nothing is cut off, covered, too small or too faint."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.browser.checklist import AXE, axe, look_over
from tests.browser.conftest import Opener
from tests.browser.hands import hide_machine, picture
from tests.journeys.simulator import Simulator

from triboard.languages import NAMES

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

DESKTOP, PHONE, ZOOMED, NARROW = (1280, 800), (390, 844), (640, 400), (320, 640)
SCREEN, SCREEN_ZOOMED = (1920, 1080), (960, 540)
"""The zoomed ones are what a window shows at 200 %; WCAG 1.4.10 wants 320 px without scrolling both ways."""

GAME, CARE, DISPLAY, CLASSROOM = "", "care", "display", "classroom"
CALM = {GAME: "#link[data-state='up']", CARE: "#health li", DISPLAY: "body:not(.waiting)"}

LATIN = str.maketrans("АВЕКМНОРСТУХ", "ABEKMHOPCTYX")
"""Cyrillic letters that look like Latin ones."""

FEW = ((GAME, DESKTOP), (GAME, PHONE), (CARE, ZOOMED), (DISPLAY, SCREEN))
MANY = (
    *((page, size) for page in (GAME, CARE) for size in (DESKTOP, PHONE, ZOOMED, NARROW)),
    *((DISPLAY, size) for size in (SCREEN, (1280, 720), SCREEN_ZOOMED, PHONE, (1080, 1920))),
)
GAMES = ("ttt3d", "troika", "trike", "trioker")

READABLE = """share => {
  const skipped = "#teacher, #pause, #marks, .spoken, option, [hidden]";
  const found = [];
  for (const element of document.querySelectorAll("main *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || element.closest(skipped) || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const ctx = document.createElement("canvas").getContext("2d");
    ctx.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const height = ctx.measureText("H").actualBoundingBoxAscent / innerHeight;
    if (height < share && !element.closest(".ball")) found.push(`${height}: ${element.textContent}`);
  }
  return found;
}"""
"""Words for the class whose capitals are lower than a share of the screen."""

Simulate = Callable[..., Simulator]
Size = tuple[int, int]


def faults(page: Page) -> list[str]:
    """Everything that is wrong with a page as it stands."""
    return [*look_over(page), *(axe(page) if AXE.exists() else [])]


def sized(
    opener: Opener, url: str, path: str, size: Size, *, token: Path | None = None, wish: str = ""
) -> Page:
    """A page in a window of this size; with a `token` the page of care with everything unfolded."""
    width, height = size
    page = opener.open(url + path + wish, CALM.get(path, "body:not(.waiting)"), width=width, height=height)
    if path == CARE and token is not None:
        page.fill("#secret", token.read_text("utf-8").strip())
        page.keyboard.press("Enter")
        page.wait_for_selector("#inside:visible #pause:not(:empty)")
        page.wait_for_selector("#settings input")
        page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    return page


def test_axe_is_here_where_npm_is() -> None:
    """Law: the rules of axe-core are not left out by accident: `tests/run` brings them with `npm ci`."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci in tests/browser")
    assert "axe" in AXE.read_text("utf-8")[:200]


def test_pages_have_no_barriers(simulate: Simulate, opener: Opener) -> None:
    """Law: play, care and display, on a desktop, a phone, a screen and at 200 %."""
    simulator = simulate("--game", "ttt3d", "--host", "0.0.0.0")
    token = simulator.folder / "admin-token"
    found = {
        (path, size): faults(sized(opener, simulator.url, path, size, token=token)) for path, size in FEW
    }
    assert found == {each: [] for each in FEW}


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", GAMES)
def test_pages_of_every_game_have_no_barriers_at_any_size(
    simulate: Simulate, opener: Opener, game: str
) -> None:
    """Law: the same for each game and each size, with the dialogs of the page of the game."""
    simulator = simulate("--game", game, "--host", "0.0.0.0")
    for path, size in MANY:
        page = sized(opener, simulator.url, path, size, token=simulator.folder / "admin-token")
        assert faults(page) == [], (path, size)
        picture(page, f"access-{game}-{path or 'game'}-{size[0]}x{size[1]}")
        for door in ("#open-new-game", "#open-help", "#open-check") if path == GAME else ():
            page.click(door)
            assert faults(page) == [], (path, size, door)
            page.keyboard.press("Escape")


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("language", NAMES)
def test_pages_have_no_barriers_in_any_language(simulate: Simulate, opener: Opener, language: str) -> None:
    """Law: layouts survive the longest language, and each page says which one it speaks."""
    simulator = simulate("--game", "ttt3d", "--set", "rims=true", "--host", "0.0.0.0")
    wish = f"?language={language}"
    for path in (GAME, CARE, DISPLAY, CLASSROOM):
        for size in (DESKTOP, NARROW, SCREEN):
            page = sized(opener, simulator.url, path, size, wish=wish, token=simulator.folder / "admin-token")
            page.wait_for_function("code => document.documentElement.lang === code", arg=language)
            assert faults(page) == [], (path, size, language)
            letters = page.eval_on_selector_all(
                "#scores .ball", "all => all.map((one) => one.dataset.letter)"
            )
            assert len({one.translate(LATIN) for one in letters}) == len(letters), letters
            picture(page, f"access-{language}-{path or 'game'}-{size[0]}x{size[1]}")


@pytest.fixture
def school(simulate: Simulate, opener: Opener) -> tuple[Page, Callable[[Size], Page]]:
    """The projector of a class, and its phones: devices that do not sit at the board."""
    simulator = simulate("--game", "ttt3d", "--host", "0.0.0.0")
    projector = sized(opener, simulator.url, CLASSROOM, SCREEN)

    def phone(size: Size) -> Page:
        code = (projector.text_content("#invitation-code") or "").removeprefix("Code ").replace(" ", "")
        width, height = size
        elsewhere: dict[str, Any] = {"headers": {"X-Forwarded-For": "203.0.113.9"}}
        url = f"{simulator.url}classroom#code={code}"
        return opener.open(url, "body:not(.waiting)", width=width, height=height, **elsewhere)

    return projector, phone


def test_a_class_votes_by_keyboard_and_the_board_follows(
    school: tuple[Page, Callable[[Size], Page]], opener: Opener
) -> None:
    """Law: one button begins the lesson; a phone that came by the code votes by its keys; the projector
    counts; the bell leaves a sheet with diagrams; no page of it has barriers; on a picture 1.5 m high every
    word for the class has capitals of 27 mm, a three-hundredth of 8 m."""
    projector, phone = school
    projector.focus("#begin")
    projector.keyboard.press("Enter")
    projector.wait_for_selector("#bell:visible")
    voter = phone(PHONE)
    voter.wait_for_selector("#ballot:visible")
    assert voter.is_hidden("#teacher")
    assert faults(voter) == []
    picture(voter, "classroom-phone")
    voter.focus("[data-vote='Bb2']")
    voter.keyboard.press("Enter")
    projector.wait_for_selector("#counts [data-site='Bb2']")
    projector.wait_for_selector("#marks [data-at='Bb2']")
    voter.keyboard.press("Tab")
    voter.keyboard.press("Enter")
    projector.wait_for_selector("#counts [data-site='Bb3']")
    assert projector.locator("#counts li").count() == 1
    assert faults(projector) == []
    assert projector.evaluate(READABLE, 0.027 / 1.5) == []
    projector.set_viewport_size({"width": 1280, "height": 720})
    hide_machine(projector)
    picture(projector, "classroom")
    projector.evaluate(
        """() => new Promise((done) => {
          const socket = new WebSocket(`ws://${location.host}/ws`);
          socket.onopen = () => {
            socket.send('{"type":"hand","verb":"drop","site":"Bb3","piece":"white"}');
            setTimeout(() => { socket.close(); done(); }, 500);
          };
        })"""
    )
    projector.wait_for_selector("#agreed:has-text('1 of 1 had voted for Bb3.')")
    assert projector.locator("#counts li").count() == 0
    projector.click("#keep")
    projector.wait_for_selector("#best:visible")
    projector.click("#end")
    projector.wait_for_selector("#to-sheet:visible")
    voter.wait_for_selector("#join:visible")
    sheet = opener.open(projector.url + "/sheet", ".diagram", width=900, height=1200)
    assert sheet.locator(".diagram").count() == 2
    assert "Bb3" in (sheet.text_content("#sheet") or "")
    assert faults(sheet) == []
    picture(sheet, "classroom-sheet")
    assert sheet.pdf().startswith(b"%PDF")
