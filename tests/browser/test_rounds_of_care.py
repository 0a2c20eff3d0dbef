"""The opening check on the page: asked, answered, done by simulated hands, told."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.hands import click, picture, wait_for_moves
from tests.browser.test_workbench import do, open_workbench
from tests.journeys.simulator import Simulator

pytestmark = [pytest.mark.browser, pytest.mark.timeout(60)]


def test_lights_and_places_are_checked_on_the_page(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law (exhibit): one button starts it; questions have answers as buttons; a piece dropped where the
    light is takes it on; closing gives the board back."""
    page = open_page(simulate("--players", "2").url)
    assert page.is_hidden("#care")
    page.click("#open-check")
    page.click("[data-care='selftest']")
    page.wait_for_selector("#care-text:has-text('All lights shine in one colour now: Red.')")
    picture(page, "care")
    for colour in ("green", "blue", "white"):
        page.click("[data-answer='yes']")
        said = f"All lights shine in one colour now: {colour.capitalize()}."
        page.wait_for_selector(f"#care-text:has-text('{said}')")
    page.click("[data-answer='first']")
    page.wait_for_selector("#care-text:has-text('Put any piece on Aa1')")
    click(page, "white", "Aa1")
    page.wait_for_selector("#care-text:has-text('Put any piece on Ab1')")
    page.click("[data-answer='dead']")
    page.wait_for_selector("#care-text:has-text('Put any piece on Ac1')")
    assert page.inner_text("#moves-count") == "0"
    page.click("#care-stop")
    page.wait_for_selector("#care", state="hidden")
    wait_for_moves(page, 1)  # the ball that stands there is the first move of the game that waited


def test_a_game_under_way_is_interrupted_only_by_wish_on_a_phone(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: the refusal is said; with the box ticked the check begins and the moves stay; controls fit a
    finger."""
    page = open_page(simulate("--players", "2").url, width=360, height=740, touch=True)
    click(page, "white", "Aa1")
    wait_for_moves(page, 1)
    page.click("#open-check")
    page.click("[data-care='selftest']")
    page.wait_for_selector("#notice:has-text('under way')")
    page.click("#open-check")
    page.check("#care-interrupt")
    page.click("[data-care='selftest']")
    page.wait_for_selector("#care-text:has-text('All lights')")
    for control in ("[data-answer='yes']", "#care-stop"):
        box = page.locator(control).bounding_box()
        assert box is not None
        assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    picture(page, "care-phone")
    page.click("#care-stop")
    page.wait_for_selector("#care", state="hidden")
    assert page.inner_text("#moves-count") == "1"


@pytest.mark.long
def test_a_drifting_sensor_offers_the_calibration(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law (T-drift): the page names it while it is still read, and the calibration begins from the page; its
    first question is about the strip, and answering it lights the next channel."""
    page = open_page(simulate("--players", "2").url)
    open_workbench(page)
    do(page, "drift", SITE="Ab2", STEPS="-7", SECONDS="1")
    for piece, site in (("white", "Aa1"), ("black", "Ba1"), ("white", "Ca1"), ("black", "Cc1")):
        click(page, piece, site)
        page.wait_for_selector(f"[data-site='{site}'][data-piece='{piece}']")
    told = "Sensor of Ab2 drifted: calibrate when no game is under way."
    page.wait_for_selector(f"#sensors:has-text('{told}')", timeout=25_000)
    page.click("#open-check")
    page.click("[data-care='calibration']")
    page.wait_for_selector("#notice:has-text('under way')")


def test_the_calibration_is_answered_on_the_page_and_in_force(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: the strip's three channels are named by what shines; stopping later changes nothing."""
    page = open_page(simulate("--players", "2").url)
    page.click("#open-check")
    page.click("[data-care='calibration']")
    for colour in ("green", "red", "blue"):
        page.wait_for_selector("#care-text:has-text('Which colour do the lights of strip 0 show?')")
        page.click(f"[data-answer='{colour}']")
    page.wait_for_selector("#care-text:has-text('Take everything off the board')")
    picture(page, "calibration")
    page.click("#care-stop")
    page.wait_for_selector("#care", state="hidden")


def test_the_game_says_that_it_waits(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: while the board is checked nothing on the page promises what nobody would hear: a new game,
    another player, a hint; who asks all the same is told why nothing happens. A long question does not push
    the board away in a small window."""
    page = open_page(simulate("--players", "2").url, width=1024, height=640)
    page.click("#rivals summary")
    page.click("#open-check")
    page.click("[data-care='selftest']")
    page.wait_for_selector("#care-text:has-text('All lights shine in one colour now: Red.')")
    for control in ("#open-new-game", "#open-check", "#hint", "#override", "#rival-seats select >> nth=0"):
        assert page.is_disabled(control), control
    page.keyboard.press("h")
    page.wait_for_selector("#notice:has-text('the game waits')")
    page.locator("#care-stop").scroll_into_view_if_needed()
    picture(page, "care-small-window")
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    page.click("#care-stop")
    page.wait_for_selector("#open-new-game:enabled")
    assert page.is_enabled("#rival-seats select >> nth=0")
