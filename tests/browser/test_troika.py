"""Troika on the page: a whole game by pointer and by keyboard, stacks from the side, a phone."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page
from tests.browser.hands import (
    centre,
    click,
    drag,
    in_sight,
    key_of,
    moves_shown,
    picture,
    shines,
    shown_stack,
    site,
    slide,
    tray,
    wait_for_moves,
    wait_lit,
)
from tests.journeys.simulator import Simulator

from triboard.rules import troika

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

QUIET = 12
"""Plies for which the game in the test avoids a troika, so that stacks grow."""


def next_move(state: troika.State, chance: Random, plies: int) -> troika.Lay:
    """A legal move, on a stack rather than on a free field."""
    lays = [move for move in troika.GAME.legal_moves(state) if isinstance(move, troika.Lay)]
    quiet = [lay for lay in lays if troika.GAME.outcome(troika.GAME.play(state, lay)) is None]
    some = quiet if quiet and plies < QUIET else lays
    high = [lay for lay in some if state.stacks[lay.field]]
    return chance.choice(high if high and chance.random() < 0.7 else some)


def type_keys(page: Page, piece: str, field: str) -> None:
    """Walk to a field by arrows, take the pyramid by its number, drop it."""
    here = str(page.eval_on_selector("[data-site][tabindex='0']", "one => one.dataset.site"))
    page.focus(site(here))
    columns, rows = ord(field[0]) - ord(here[0]), int(field[1]) - int(here[1])
    for key in ["ArrowRight" if columns > 0 else "ArrowLeft"] * abs(columns):
        page.keyboard.press(key)
    for key in ["ArrowUp" if rows > 0 else "ArrowDown"] * abs(rows):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.site") == field
    page.keyboard.press(key_of(page, piece))
    wait_lit(page, field)  # the tray is read: the board sees what is in the hand and lights where it may go
    page.keyboard.press("Enter")


def lay(page: Page, piece: str, field: str, way: int) -> None:
    """One pyramid by one of three ways; behind a tower only the keys lead to a field."""
    if way == 0 or not in_sight(page, field):
        type_keys(page, piece, field)
    elif way == 1:
        click(page, piece, field)
    else:
        drag(page, tray(piece), site(field))


def test_a_whole_game_on_the_page(simulate: Callable[..., Simulator], open_page: Callable[..., Page]) -> None:
    """Law: the die and every pyramid laid on the page make exactly the game that the rules make of them."""
    page = open_page(simulate("--game", "troika").url)
    page.keyboard.press("d")
    wait_for_moves(page, 1)
    played = [moves_shown(page)[0].split()[-1]]
    state = troika.GAME.play(troika.GAME.start({}), troika.GAME.parse_move(played[0]))
    chance = Random(5)
    while troika.GAME.outcome(state) is None:
        move = next_move(state, chance, len(played))
        field, piece = troika.site_of(move.field), troika.piece_of(move.pyramid)
        lay(page, piece, field, len(played) % 3)
        state = troika.GAME.play(state, move)
        played.append(troika.GAME.format_move(move))
        wait_for_moves(page, len(played))
        if len(played) == QUIET:
            tallest = max(troika.GAME.position(state).pieces.items(), key=lambda found: len(found[1]))
            page.keyboard.press("Escape")  # keys again, not the pointer: what is focused is shown
            page.focus(site(tallest[0]))
            page.wait_for_selector(f"#inset[data-of='{tallest[0]}']")
            assert page.locator("#inset li").count() == len(tallest[1])
            picture(page, "troika")
    assert [text.split()[-1] for text in moves_shown(page)] == played
    page.wait_for_selector("#outcome:visible")
    for name, stack in troika.GAME.position(state).pieces.items():
        if stack:
            assert page.get_attribute(site(name), "data-piece") == stack[-1]
            assert shown_stack(page, name).count("pyramid") >= len(stack)
    picture(page, "troika-won")


def test_a_pyramid_goes_where_it_shines_though_a_tower_hides_the_middle(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: what is dropped goes to the place that is outlined under the pointer, and to no other: over the
    tower that stands before a field to the tower, beside it to the field."""
    page = open_page(simulate("--game", "troika", "--set", "starter=light").url)
    for piece in ("Yl", "Wm", "Ws"):
        drag(page, tray(piece), site("c1"))
        page.wait_for_selector(f"{site('c1')}[data-piece='{piece}']")
    for piece, place in (("Ks", "c1"), ("Gs", "c2")):
        page.mouse.move(*centre(page, tray(piece)))
        page.mouse.down()
        page.mouse.move(*centre(page, site("c2")), steps=3)
        assert shines(page, site("c1")), "the middle of the field lies behind the tower"
        if place == "c2":
            slide(page, site("c2"))
        page.mouse.up()
        page.wait_for_selector(f"{site(place)}[data-piece='{piece}']")


def test_a_wrong_size_is_explained_and_a_phone_puts_it_right(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: at 360 by 740 by taps alone: a small pyramid on a large one is refused in words, and lifted."""
    page = open_page(
        simulate("--game", "troika", "--set", "starter=light").url, width=360, height=740, touch=True
    )

    def tap(selector: str) -> None:
        page.touchscreen.tap(*centre(page, selector))

    for count, piece in enumerate(["Wl", "Gs"], start=1):
        page.locator(tray(piece)).scroll_into_view_if_needed()
        tap(tray(piece))
        page.evaluate("scrollTo(0, 0)")
        tap(site("b2"))
        if count == 1:
            wait_for_moves(page, 1)
    page.wait_for_selector("#message[data-kind=wrong]")
    picture(page, "troika-phone")
    tap(site("b2"))
    page.wait_for_selector("[data-tray=Gs].held")
    page.locator(tray("Gs")).scroll_into_view_if_needed()
    tap(tray("Gs"))
    page.wait_for_selector("[data-tray=Gs][data-count='1']")
    page.wait_for_selector("#message:not([data-kind=wrong])", state="attached")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert len(moves_shown(page)) == 1


def test_the_die_may_say_again_who_starts(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: what was settled in the game before can be left open in the next one."""
    page = open_page(simulate("--game", "troika", "--set", "starter=dark").url)
    page.wait_for_selector("#turn:has-text('Dark')")
    page.click("#open-new-game")
    page.click("[data-option=starter] label:has-text('the die says')")
    page.click("#start-game")
    page.wait_for_selector("#turn:has-text('Throw the die')")
