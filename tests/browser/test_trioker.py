"""Trioker on the page: a whole game of Pair and Impair, tiles turned by key, wheel, button, name; a phone."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page
from tests.browser.hands import centre, moves_shown, picture, site, tray, wait_for_moves, wait_lit
from tests.journeys.simulator import Simulator

from triboard.rules import trioker
from triboard.rules.trioker.tiles import tile_named

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


def take(page: Page, text: str, way: int) -> None:
    """Take a tile and turn it until its corners read `text`, in one of four ways."""
    if way == 0:  # by its values
        page.keyboard.type(text)
    else:
        page.mouse.click(*centre(page, tray(str(tile_named(text)))))
        for _ in range(2):
            if page.get_attribute("#held", "data-piece") == text:
                break
            if way == 1:
                page.keyboard.press("r")
            elif way == 2:
                page.mouse.move(*centre(page, site("U3,3")))
                page.mouse.wheel(0, 100)
            else:
                page.click("#held [data-turn='+']")
    page.wait_for_selector(f"#held[data-piece='{text}']")


def test_a_whole_game_on_the_page(simulate: Callable[..., Simulator], open_page: Callable[..., Page]) -> None:
    """Law: every tile lies as it was turned in the hand, and the game is that of the rules."""
    page = open_page(simulate("--game", "trioker").url)
    state = trioker.GAME.start({})
    chance = Random(3)
    played: list[str] = []
    while trioker.GAME.outcome(state) is None:
        move = chance.choice(sorted(trioker.GAME.legal_moves(state), key=str))
        if isinstance(move, trioker.Place):
            cell = str(move.cell)
            wait_lit(page, cell)
            take(page, move.text, len(played) % 4)
            page.mouse.click(*centre(page, site(cell)))
        else:
            page.click("[data-button=PASS]")
        state = trioker.GAME.play(state, move)
        played.append(trioker.GAME.format_move(move))
        wait_for_moves(page, len(played))
        if len(played) == 14:
            page.keyboard.type("333")
            page.hover(site("U5,3"))
            picture(page, "trioker")
            page.keyboard.press("Escape")
    assert [text.split()[-1] for text in moves_shown(page)] == played
    page.wait_for_selector("#outcome:visible")
    for name, stack in trioker.GAME.position(state).pieces.items():
        if stack:
            assert page.get_attribute(site(str(name)), "data-piece") == stack[0]


def test_a_phone_turns_a_tile_and_a_wrong_corner_is_explained(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: at 360 by 740 a tile is turned by its buttons; corners that differ are told, and lifting mends."""
    page = open_page(simulate("--game", "trioker").url, width=360, height=740, touch=True)

    def lay(piece: str, turns: int, cell: str) -> None:
        page.locator(tray(piece)).scroll_into_view_if_needed()
        page.touchscreen.tap(*centre(page, tray(piece)))
        page.evaluate("scrollTo(0, 0)")
        for _ in range(turns):
            page.touchscreen.tap(*centre(page, "#held [data-turn='+']"))
        page.touchscreen.tap(*centre(page, site(cell)))

    lay("012", 1, "U3,3")
    wait_for_moves(page, 1)
    assert moves_shown(page)[0].endswith("U3,3:120")
    lay("333", 0, "D3,3")
    page.wait_for_selector("#message[data-kind=wrong]")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    picture(page, "trioker-phone")
    page.touchscreen.tap(*centre(page, site("D3,3")))
    page.wait_for_selector("[data-tray='333'].held")
    page.locator(tray("333")).scroll_into_view_if_needed()
    page.touchscreen.tap(*centre(page, tray("333")))
    page.wait_for_selector("#message:not([data-kind=wrong])", state="attached")
    assert len(moves_shown(page)) == 1
