"""A hole that no sensor tells of is entered by hand, on the page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.hands import click, picture, wait_for_moves
from tests.browser.test_workbench import do, open_workbench
from tests.journeys.simulator import Simulator

pytestmark = [pytest.mark.browser, pytest.mark.timeout(60)]

DOOR = "[data-enter='Ab2']"
CONTROLS = ("#enter-pieces [data-piece='white']", "#enter-nothing", "#enter-not", "#enter-do")


def test_a_ball_in_a_dead_hole_is_entered_and_taken_back(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law (§13): a button for the site, a labelled dialog, a move; the site itself still takes pieces."""
    page = open_page(simulate("--players", "2").url)
    assert page.locator("#entries button").count() == 0
    open_workbench(page)
    do(page, "nak", SITE="Ab2")
    page.wait_for_selector(DOOR)
    page.wait_for_selector("#sensors:has-text('Ab2')")
    page.wait_for_selector("#sensors:has-text('cannot be read')")
    click(page, "white", "Ab2")
    page.wait_for_selector("[data-site='Ab2'][data-piece='white']")
    page.click(DOOR)
    page.wait_for_selector("#enter-title:has-text('The sensor of Ab2 cannot be read. What stands there?')")
    page.click(CONTROLS[0])
    assert page.inner_text("#enter-stack") == "white ball"
    picture(page, "entry")
    page.click("#enter-do")
    wait_for_moves(page, 1)
    page.click(DOOR)
    assert page.inner_text("#enter-stack") == "white ball"
    page.click("#enter-nothing")
    page.click("#enter-do")
    wait_for_moves(page, 0)
    do(page, "mend")
    page.wait_for_selector(DOOR, state="detached")
    wait_for_moves(page, 1)  # the sensor has seen the ball


def test_by_keys_on_a_phone(simulate: Callable[..., Simulator], open_page: Callable[..., Page]) -> None:
    """Law: everything is within a finger's reach and the keyboard's; a wrong wish can be left."""
    page = open_page(simulate("--players", "2").url, width=360, height=740, touch=True)
    open_workbench(page)
    do(page, "nak", SITE="Ab2")
    page.focus(DOOR)
    page.keyboard.press("Enter")
    for control in (DOOR, *CONTROLS):
        box = page.locator(control).bounding_box()
        assert box is not None
        assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    picture(page, "entry-phone")
    page.keyboard.press("Escape")
    page.wait_for_selector("#enter", state="hidden")
    assert page.evaluate("document.activeElement.dataset.enter") == "Ab2"
    page.keyboard.press("Enter")
    page.focus(CONTROLS[0])
    page.keyboard.press("Space")
    page.focus("#enter-do")
    page.keyboard.press("Enter")
    wait_for_moves(page, 1)


@pytest.mark.long
def test_a_stack_is_built_from_the_bottom(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: pieces go on top of each other and are taken off from the top."""
    page = open_page(simulate("--game", "trike", "--board", "trike").url)
    open_workbench(page)
    do(page, "nak", SITE="d2")
    page.click("[data-enter='d2']")
    page.click("#enter-pieces [data-piece='black']")
    page.click("#enter-pieces [data-piece='pawn']")
    page.wait_for_selector("#enter-stack:has-text('From the bottom: ')")
    assert page.is_disabled("#enter-pieces [data-piece='white']")
    page.click("#enter-off")
    assert page.is_enabled("#enter-off")
    page.click("#enter-pieces [data-piece='pawn']")
    page.click("#enter-do")
    wait_for_moves(page, 1)
