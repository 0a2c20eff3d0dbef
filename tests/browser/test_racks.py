"""Trioker with racks on the page: hands are dealt into racks, laid from there, and draws are read there."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page
from tests.browser.hands import (
    centre,
    drag,
    moves_shown,
    picture,
    shown_stack,
    site,
    tray,
    wait_for_moves,
    walk,
)
from tests.journeys.simulator import Simulator

from triboard.rules import trioker
from triboard.rules.trioker.tiles import TILES, names_of, tile_named

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

GAME = trioker.GAME


def place_of(seat: int, number: int) -> str:
    """Name of a rack place."""
    return f"rack:{seat}:{number}"


class Racks:
    """What lies where in the racks, as whoever moves the tiles knows it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tiles: dict[str, str] = {}

    def free(self, seat: int) -> str:
        """The first free place of a rack."""
        return next(name for number in range(10) if (name := place_of(seat, number)) not in self.tiles)

    def fill(self, seat: int, tile: str, way: int) -> None:
        """Take a tile of the bank and put it into a rack, by click, by drag or by keys."""
        name = self.free(seat)
        self.tiles[name] = tile
        if way == 0:
            self.page.mouse.click(*centre(self.page, tray(tile)))
            self.page.mouse.click(*centre(self.page, site(name)))
        elif way == 1:
            drag(self.page, tray(tile), site(name))
        else:
            self.page.keyboard.type(tile)
            walk(self.page, name, most=80)
            self.page.keyboard.press("Enter")
        self.page.wait_for_selector(f"{site(name)}[data-piece='{tile}']")

    def lay(self, text: str, cell: str, way: int) -> None:
        """Take a tile out of its rack, turn it and lay it on the board."""
        name = next(place for place, tile in self.tiles.items() if tile == tile_named(text))
        shown = self.page.get_attribute(site(name), "data-piece")
        self.page.mouse.click(*centre(self.page, site(name)))
        for _ in range(2):
            if self.page.get_attribute("#held", "data-piece") == text:
                break
            self.page.keyboard.press("r") if way else self.page.click("#held [data-turn='+']")
        assert self.page.get_attribute("#held", "data-piece") == text, (shown, text)
        self.page.mouse.click(*centre(self.page, site(cell)))
        del self.tiles[name]


def deal(chance: Random) -> list[tuple[str, ...]]:
    """Hands of three."""
    tiles = chance.sample(TILES, 21)
    return [tuple(tiles[7 * seat : 7 * seat + 7]) for seat in range(3)]


@pytest.mark.long  # by default a whole game of test_trioker.py, and racks by hands in journeys
def test_a_whole_rapid_game_with_racks(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: filled racks begin the game; each tile goes from its rack to the board; a tile that comes into the
    right rack is the draw; the record is that of the rules with all hands known."""
    chance = Random(4)
    hands = deal(chance)
    options = ["--set", "mode=rapid", "--set", "players=3"]
    page = open_page(simulate("--game", "trioker", "--board", "trioker-racks", *options).url)
    racks = Racks(page)
    page.wait_for_selector("#message:has-text('Player 1 has 0 of 7 tiles')")
    for seat, hand in enumerate(hands):
        for number, tile in enumerate(hand):
            racks.fill(seat, tile, number % 3 if number > 3 else number % 2)
    page.wait_for_selector("#turn:not(:has-text('Setting up'))")
    known = [sorted(hand, key=TILES.index) for hand in hands]
    state = GAME.start({"mode": "rapid", "players": 3, "hands": known})
    played: list[str] = []
    draws = 0
    while GAME.outcome(state) is None:
        legal = sorted(GAME.legal_moves(state), key=str)
        move = chance.choice(legal)
        match move:
            case trioker.Place(cell, text):
                racks.lay(text, str(cell), len(played) % 2)
            case trioker.Draw(drawn):
                assert isinstance(state, trioker.TableState)
                draws += 1
                if draws == 1:
                    page.click("[data-button=DRAW]")
                    page.wait_for_selector("#message:has-text('draw a tile and put it into the rack')")
                racks.fill(state.turn, str(drawn), draws % 2)
            case trioker.Coin(colour):
                page.click(f"[data-button={colour.name}]")
            case _:
                page.click("[data-button=PASS]")
        state = GAME.play(state, move)
        played.append(GAME.format_move(move))
        wait_for_moves(page, len(played))
        if len(played) == 9:
            picture(page, "trioker-racks")
    assert draws
    assert [text.split()[-1] for text in moves_shown(page)] == played
    page.wait_for_selector("#outcome:visible")
    assert isinstance(state, trioker.TableState)
    for seat, left in enumerate(state.hands):
        lying = {tile for name, tile in racks.tiles.items() if name.startswith(f"rack:{seat}:")}
        assert lying == set(names_of(left.known))


@pytest.mark.long
def test_wrong_things_at_racks_are_said_and_mended_on_a_phone(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: by taps alone a tile is put into a rack, taken out, put into the wrong one; the page says so in
    words, the screen reader says whose rack it is, and play is never stopped."""
    options = ["--set", "mode=rapid", "--set", "players=4"]
    page = open_page(
        simulate("--game", "trioker", "--board", "trioker-racks", *options).url,
        width=360,
        height=740,
        touch=True,
    )

    def tap(selector: str) -> None:
        if selector.startswith("[data-tray"):
            page.locator(selector).scroll_into_view_if_needed()
        else:
            page.evaluate("scrollTo(0, 0)")
        page.touchscreen.tap(*centre(page, selector))

    def move(source: str, target: str) -> None:
        tap(source)
        page.wait_for_selector("body.holding")
        tap(target)
        page.wait_for_selector("body:not(.holding)")

    tiles = [name for name in TILES if name != "333"]
    hands = [["333", *tiles[:5]], tiles[5:11], tiles[11:17], tiles[17:23]]
    for seat, hand in enumerate(hands):
        for number, tile in enumerate(hand):
            move(tray(tile), site(place_of(seat, number)))
            page.wait_for_selector(f"{site(place_of(seat, number))}[data-piece='{tile}']")
    assert shown_stack(page, "rack:2:0") == f"rack:2:0, rack of Player 3, {tiles[11]} tile"
    page.wait_for_selector("#turn:not(:has-text('Setting up'))")
    move(site("rack:1:0"), site("rack:2:9"))
    page.wait_for_selector("#message[data-kind=wrong]:has-text('belongs into the rack of Player 2')")
    picture(page, "trioker-racks-phone")
    move(site("rack:0:0"), site("U3,3"))
    wait_for_moves(page, 1)
    move(site("rack:2:9"), site("rack:1:7"))
    page.wait_for_selector("#message:not([data-kind=wrong])", state="attached")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert len(moves_shown(page)) == 1


LOOKS_ON = """
const parse = JSON.parse;
JSON.parse = (text) => {
  const message = parse(text);
  if (message && message.type === "view") {
    message.world = null;
    for (const place of Object.keys(message.racks)) {
      if (message.racks[place] !== "empty") message.racks[place] = "something";
    }
  }
  return message;
};
"""
"""What a page gets to know on a real board: no simulated world, and racks covered as `view_of` does."""


def test_a_page_that_looks_on_draws_backs(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: where only the owner may see a tile, the page says and draws that one lies there, not which."""
    simulator = simulate("--game", "trioker", "--board", "trioker-racks", "--set", "mode=rapid")
    page = open_page(simulator.url)
    Racks(page).fill(0, "123", 0)
    other = page.context.new_page()
    other.add_init_script(LOOKS_ON)
    other.goto(simulator.url)
    other.wait_for_selector(f"{site('rack:0:0')}[data-piece='something']")
    assert shown_stack(other, "rack:0:0") == "rack:0:0, rack of Player 1, a covered piece"
    assert shown_stack(other, "rack:0:1") == "rack:0:1, rack of Player 1, empty"
    picture(other, "trioker-racks-covered")
