"""An opponent on the page: seated by the player, its move lit, said and carried out; a clock, and a hint."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.hands import drag, picture, site, tray, wait_for_moves, wait_lit
from tests.browser.test_trike import lay
from tests.journeys.simulator import Simulator

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

THINKING_MS = 60_000
"""For a process to start and to answer, on any machine."""


def test_a_visitor_plays_against_an_opponent(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law (issue 9 point 6): whoever is alone seats an opponent on the page, is told what it wants, makes its
    move for it, and goes on; the clock of whoever is on turn runs, the other one stands."""
    page = open_page(simulate("--game", "trike", "--set", "swap=false", "--clock", "10+5").url)
    page.click("#rivals summary")
    page.select_option("#rival-seats [data-seat='1']", "2")
    wait_lit(page, "d2")
    lay(page, "black", "d2", tray("pawn"), 0)
    wait_for_moves(page, 1)
    page.wait_for_selector("#turn:has-text('For White (Learner)')", timeout=THINKING_MS)
    picture(page, "opponent")
    assert page.inner_text("#rival-why")
    cell = page.inner_text("#turn").rstrip(".").split()[-1]
    drag(page, tray("white"), site(cell))
    page.wait_for_selector(f"#turn:has-text('pawn'):has-text('{cell}')")
    drag(page, site("d2"), site(cell))
    wait_for_moves(page, 2)
    page.wait_for_selector("#clocks li.running:has-text('Black')")
    assert page.inner_text("#clocks li:nth-child(1) time").count(":") == 1


def test_a_hint_tells_more_with_every_press(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law (issue 9 point 7): the page has a hint on every board: region, site, reason."""
    page = open_page(simulate("--game", "trike", "--set", "swap=false").url)
    wait_lit(page, "d2")
    page.click("#hint")
    page.wait_for_selector("#message:has-text('HINT tells more')", timeout=THINKING_MS)
    page.keyboard.press("h")
    page.wait_for_selector("#message:has-text('Put the black checker')")
    short = page.inner_text("#message")
    page.click("#hint")
    page.wait_for_function(
        "(short) => document.querySelector('#message').textContent.length > short", arg=len(short)
    )
    picture(page, "hint")


def test_the_dialog_seats_opponents_and_sets_the_clock(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: what is chosen in the dialog is what is played."""
    page = open_page(simulate("--game", "troika").url)
    page.wait_for_selector("#open-new-game:enabled")
    page.click("#open-new-game")
    page.select_option("#terms [data-seat='1']", "5")
    page.select_option("#terms [data-clock]", "5+3")
    picture(page, "opponents-dialog")
    page.click("#start-game")
    page.wait_for_selector("#clocks li:has-text('5:00')")
    page.click("#rivals summary")
    assert page.input_value("#rival-seats [data-seat='1']") == "5"


@pytest.mark.long
def test_the_dialog_offers_the_seats_of_the_game_that_is_chosen(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: fewer players leave no seat behind that the next game does not have, more players have theirs;
    what was chosen for a seat that stays is kept."""
    page = open_page(simulate("--players", "3", "--opponent", "2=3").url)
    page.click("#open-new-game")
    seats = page.locator("#terms [data-seat]")
    assert seats.count() == 3
    page.click("[data-option='players'] label:has-text('5')")
    assert seats.count() == 5
    page.select_option("#terms [data-seat='1']", "2")
    page.click("[data-option='players'] label:has-text('2')")
    assert seats.count() == 2
    picture(page, "opponents-dialog-other-seats")
    page.click("#start-game")
    page.wait_for_selector("#turn:has-text('White-Black')")
    page.click("#rivals summary")
    chosen = page.locator("#rival-seats [data-seat]")
    assert [chosen.nth(seat).input_value() for seat in range(chosen.count())] == ["", "2"]


@pytest.mark.long
def test_a_seat_that_cannot_be_given_stays_as_it_is(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: after a refusal the page shows who really sits there, and why."""
    page = open_page(simulate("--game", "trike", "--opponent", "1=2").url)
    page.click("#rivals summary")
    page.select_option("#rival-seats [data-seat='0']", "4")
    page.wait_for_selector("#message:has-text('no seat is left for a person')")
    assert "--" not in page.inner_text("#message")
    page.wait_for_function("document.querySelector(\"#rival-seats [data-seat='0']\").value === ''")
