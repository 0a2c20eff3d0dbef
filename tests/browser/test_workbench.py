"""The workbench: a simulated board is broken and mended on the page, and the page says what it believes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.hands import centre, click, picture, shown_stack, site, tray, wait_for_moves
from tests.journeys.simulator import Simulator

pytestmark = [pytest.mark.browser, pytest.mark.timeout(60)]

DONE = "#faults-done li"
FLICKERS = "[data-sensor='flickers']"
CALM_MS = 20_000
"""A sensor is believed 6 s after its last change, of which the controller may tell 5 s late."""
CONTROLS = ("summary", "#fault", "[data-argument='REASON']", "[data-argument='DEAF-SECONDS']", "#do-fault")


def open_workbench(page: Page) -> None:
    """Unfold the panel."""
    page.click("#workbench summary")
    page.wait_for_selector("#do-fault:visible")


def do(page: Page, fault: str, **arguments: str) -> None:
    """Choose a fault, fill in some of its arguments, do it."""
    page.select_option("#fault", fault)
    for name, value in arguments.items():
        page.fill(f"[data-argument='{name}']", value)
    page.click("#do-fault")


def test_a_flickering_sensor_is_named_marked_and_played_without(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: the page names a sensor that is not believed, in words and on its site; the other holes go on."""
    page = open_page(simulate("--players", "2").url)
    page.focus(site("Ab2"))
    open_workbench(page)
    page.select_option("#fault", "flicker")
    assert page.input_value("[data-argument='SITE']") == "Ab2"  # the site that was in focus
    page.fill("[data-argument='RATE']", "8")  # digits take no balls while they are written
    page.click("#do-fault")
    page.wait_for_selector(f"{DONE}:has-text('flicker Ab2 8')")
    page.wait_for_selector("#sensors:has-text('Sensor of Ab2 flickers; its place is played without it.')")
    page.wait_for_selector(f"{site('Ab2')}{FLICKERS}")
    assert page.locator(FLICKERS).count() == 1
    assert "flickers" in shown_stack(page, "Ab2")
    assert page.locator("body.holding").count() == 0
    picture(page, "workbench")
    click(page, "white", "Bb2")
    wait_for_moves(page, 1)
    do(page, "mend")
    page.wait_for_selector(FLICKERS, state="detached", timeout=CALM_MS)
    assert page.inner_text("#sensors") == ""


def test_what_cannot_be_done_is_refused_in_words(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: a refusal stands in the notice, and is not listed as done; the list keeps the last five."""
    page = open_page(simulate("--players", "2").url)
    open_workbench(page)
    do(page, "stuck-high", SITE="Zz9")
    page.wait_for_selector("#notice[data-kind=wrong]:has-text('Zz9')")
    page.wait_for_selector("#fault-refused:has-text('Zz9')")
    page.wait_for_selector(DONE, state="detached")
    for count in range(1, 7):
        do(page, "duplicate", COUNT=str(count))
    assert page.locator(DONE).all_inner_texts() == [f"duplicate {count}" for count in (6, 5, 4, 3, 2)]


def test_an_unplugged_board_comes_back_by_keys_on_a_phone(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: with the cable pulled the page says that the board is not connected; put in again, play goes on.
    Everything is within a finger's reach, and within the keyboard's."""
    page = open_page(simulate("--players", "2").url, width=360, height=740, touch=True)
    page.focus("#workbench summary")
    page.keyboard.press("Enter")
    page.select_option("#fault", "reset")
    for control in CONTROLS:
        box = page.locator(f"#workbench {control}").bounding_box()
        assert box is not None
        assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    picture(page, "workbench-phone")
    page.select_option("#fault", "unplug")
    page.focus("#do-fault")
    page.keyboard.press("Enter")
    page.wait_for_selector("#link[data-state=lost]:has-text('not connected')")
    page.select_option("#fault", "plug")
    page.tap("#do-fault")
    page.wait_for_selector("#link[data-state=up]:has-text('connected')")
    page.evaluate("scrollTo(0, 0)")
    page.touchscreen.tap(*centre(page, tray("white")))
    page.touchscreen.tap(*centre(page, site("Bb2")))
    wait_for_moves(page, 1)
