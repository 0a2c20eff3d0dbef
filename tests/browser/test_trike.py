"""Trike on the page: a whole game with the pawn carried from cell to cell, the swap, the largest board."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page
from tests.browser.hands import (
    centre,
    click,
    drag,
    key_of,
    moves_shown,
    picture,
    shown_stack,
    site,
    tray,
    wait_for_moves,
    wait_lit,
    walk,
)
from tests.journeys.simulator import Simulator

from triboard.rules import trike

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


def test_a_whole_game_on_the_page(simulate: Callable[..., Simulator], open_page: Callable[..., Page]) -> None:
    """Law: checker first or pawn first, by pointer or by keys, the board understands the same game."""
    page = open_page(simulate("--game", "trike").url)
    state = trike.GAME.start({"size": 7})
    chance = Random(11)
    played: list[str] = []
    pawn = tray("pawn")
    while trike.GAME.outcome(state) is None:
        places = [move for move in trike.GAME.legal_moves(state) if isinstance(move, trike.Place)]
        move: trike.Move = trike.SWAP if len(played) == 1 else chance.choice(places)
        if isinstance(move, trike.Place):
            cell = str(trike.site_of(move.cell))
            side = trike.GAME.to_move(state)
            assert side is not None
            wait_lit(page, cell)
            lay(page, trike.SIDES[side], cell, pawn, len(played) % 3)
            pawn = site(cell)
        else:
            page.keyboard.press("s")
        state = trike.GAME.play(state, move)
        played.append(trike.GAME.format_move(move))
        wait_for_moves(page, len(played))
        if len(played) == 8:
            picture(page, "trike")
    assert [text.split()[-1] for text in moves_shown(page)] == played
    page.wait_for_selector("#outcome:visible")
    for name, stack in trike.GAME.position(state).pieces.items():
        assert page.get_attribute(site(str(name)), "data-piece") == (stack[-1] if stack else "")
    picture(page, "trike-won")


def lay(page: Page, side: str, cell: str, pawn: str, way: int) -> None:
    """A checker and the pawn on top of it, in one of three ways."""
    if way == 0:  # the checker by clicks, then the pawn is carried over
        click(page, side, cell)
        page.wait_for_selector(f"{site(cell)}[data-piece='{side}']")
        drag(page, pawn, site(cell))
    elif way == 1:  # everything by keys
        walk(page, cell)
        page.keyboard.press(key_of(page, side))
        page.keyboard.press("Enter")
        page.wait_for_selector(f"{site(cell)}[data-piece='{side}']")
        page.locator(pawn).focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("body.holding")
        page.locator(site(cell)).focus()
        page.keyboard.press("Enter")
    else:  # the pawn is lifted first and goes by way of its tray
        page.mouse.click(*centre(page, pawn))
        page.wait_for_selector("[data-tray=pawn].held")
        page.mouse.click(*centre(page, tray(side)))
        page.mouse.click(*centre(page, site(cell)))
        page.wait_for_selector(f"{site(cell)}[data-piece='{side}']")
        click(page, "pawn", cell)


def test_the_largest_board_is_legible_and_every_cell_is_met(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: with 190 cells on a phone a finger on the middle of a cell means that cell; it slides to aim."""
    page = open_page(simulate("--game", "trike", "--set", "size=19").url, width=360, height=740, touch=True)
    assert page.locator("[data-site]").count() == 190
    page.touchscreen.tap(*centre(page, tray("black")))
    page.touchscreen.tap(*centre(page, site("m8")))
    page.wait_for_selector("[data-site=m8][data-piece=black]")
    page.touchscreen.tap(*centre(page, tray("pawn")))
    page.touchscreen.tap(*centre(page, site("m8")))
    wait_for_moves(page, 1)
    assert moves_shown(page)[0].split()[-1] == "m8"
    assert "pawn on black checker" in shown_stack(page, "m8")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    picture(page, "trike-19-phone")
