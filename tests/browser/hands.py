"""Hands of a person on the page: what the browser tests of all boards share."""

import os
from pathlib import Path

from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / ("docs/pictures" if os.environ.get("TRIBOARD_UPDATE_PICTURES") else ".tests/shots")
"""Screenshots of every run; with the variable set, those of the docs are made anew."""

Point = tuple[float, float]


def picture(page: Page, name: str) -> None:
    """Take a screenshot."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.wait_for_timeout(400)  # pieces come to rest; for the picture only
    page.screenshot(path=str(SHOTS / f"{name}.png"))


HIDE = """([id, host]) => {
  const line = document.getElementById(id);
  line.textContent = line.textContent.replace(/(http:..)[^:/]+(:\\d+)?/, `$1${host}`);
}"""


def hide_machine(page: Page) -> None:
    """Pictures of the docs do not tell by what name and address this machine is called."""
    for kind, host in (("address", "192.0.2.7"), ("name", "board.local")):
        page.evaluate(HIDE, [f"invitation-{kind}", host])


def moves_shown(page: Page) -> list[str]:
    """Moves that the page lists."""
    script = "items => items.map(item => item.textContent.trim())"
    return list(page.eval_on_selector_all("#moves li", script))


def wait_for_moves(page: Page, count: int) -> None:
    """Until the page lists so many moves."""
    page.wait_for_function("count => document.querySelectorAll('#moves li').length === count", arg=count)


AT_REST = """async element => {
  const middle = () => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  for (let before = middle(); ;) {
    await new Promise(requestAnimationFrame);
    const now = middle();
    if (now[0] === before[0] && now[1] === before[1]) return now;
    before = now;
  }
}"""
"""The middle of an element once it stands still from one frame to the next: words may come or go."""


def centre(page: Page, selector: str) -> Point:
    """Middle of an element on the screen, where it stands still."""
    x, y = page.locator(selector).evaluate(AT_REST)
    return float(x), float(y)


def site(name: str) -> str:
    """Selector of a place on the board."""
    return f"[data-site='{name}']"


def tray(piece: str) -> str:
    """Selector of a tray."""
    return f"[data-tray='{piece}']"


def key_of(page: Page, piece: str) -> str:
    """The key that takes a piece, as the style sheet paints it on its tray."""
    return page.get_attribute(f"{tray(piece)} .key", "data-key") or ""


def in_sight(page: Page, name: str) -> bool:
    """Whether nothing stands before the middle of a place."""
    x, y = centre(page, site(name))
    script = "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-site]')?.dataset.site"
    return bool(page.evaluate(script, [x, y]) == name)


def drag(page: Page, start: str, end: str) -> None:
    """Drag with the mouse from one element to another."""
    here, there = centre(page, start), centre(page, end)
    page.mouse.move(*here)
    slide(page, start)
    page.mouse.down()
    page.mouse.move((here[0] + there[0]) / 2, (here[1] + there[1]) / 2, steps=3)
    page.mouse.move(*centre(page, end), steps=3)  # what is taken may make room, or ask for some
    slide(page, end)
    page.mouse.up()


def shines(page: Page, selector: str) -> bool:
    """Whether a place is the one that the pointer means, which the page outlines."""
    return bool(page.locator(selector).evaluate("place => place.classList.contains('aimed')"))


def slide(page: Page, selector: str) -> None:
    """Move the pointer on from the middle of a place until the place shines, as the page's help says: what
    stands before it may hide its middle, and would be meant. What is no place on the board never shines."""
    place = page.locator(selector)
    if place.get_attribute("data-site") is None or shines(page, selector):
        return
    middle, box = centre(page, selector), place.bounding_box()
    assert box is not None, f"{selector} is not shown"
    shares = [(step - 5) / 12 for step in range(11)]
    aside = [(box["width"] * across, box["height"] * down) for across in shares for down in shares]
    for right, below in sorted(aside, key=lambda step: abs(step[0]) + abs(step[1])):
        page.mouse.move(middle[0] + right, middle[1] + below)
        if shines(page, selector):
            return
    raise AssertionError(f"{selector} shines nowhere: what stands before it hides all of it")


def click(page: Page, piece: str, name: str) -> None:
    """Click a tray, then a place."""
    page.mouse.click(*centre(page, tray(piece)))
    page.mouse.click(*centre(page, site(name)))


def walk(page: Page, name: str, *, most: int = 40) -> None:
    """Go to a place with the arrow keys alone, from the one place that Tab reaches."""
    page.focus("[data-site][tabindex='0']")
    goal = centre(page, site(name))
    for _ in range(most):
        here = str(page.evaluate("document.activeElement.dataset.site"))
        if here == name:
            return
        x, y = centre(page, site(here))
        down, right = goal[1] - y, goal[0] - x
        upright = abs(down) > 8 and (abs(down) > abs(right) or focus_stuck(page, here, right))
        page.keyboard.press(("ArrowDown" if down > 0 else "ArrowUp") if upright else _sideways(right))
    raise AssertionError(f"the arrow keys do not lead to {name}")


def focus_stuck(page: Page, here: str, right: float) -> bool:
    """Whether the row ends here: the arrow key sideways leads nowhere."""
    page.keyboard.press(_sideways(right))
    return bool(page.evaluate("document.activeElement.dataset.site") == here)


def _sideways(right: float) -> str:
    return "ArrowRight" if right > 0 else "ArrowLeft"


def light(page: Page, name: str) -> str:
    """Colour that the page paints as the light of a place."""
    return page.get_attribute(site(name), "data-light") or ""


def wait_lit(page: Page, name: str) -> None:
    """Until a place is lit: the flash limit may hold the newest scene back for a moment."""
    page.wait_for_selector(f"{site(name)}:not([data-light='#000000'])")


def shown_stack(page: Page, name: str) -> str:
    """What a screen reader says of a place."""
    return page.get_attribute(site(name), "aria-label") or ""
