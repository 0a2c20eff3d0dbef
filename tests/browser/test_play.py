"""A whole game on the page, by pointer and by keyboard, in a real Chromium."""

import io
import json
from collections.abc import Callable
from random import Random

import pytest
from PIL import Image
from playwright.sync_api import Page
from tests.browser.hands import (
    centre,
    click,
    drag,
    light,
    moves_shown,
    picture,
    site,
    tray,
    wait_for_moves,
    wait_lit,
)
from tests.journeys.simulator import Simulator

from triboard.board.load import load_board
from triboard.light.render import Renderer
from triboard.light.scene import Glow, Role, Scene, Target
from triboard.rules import ttt3d
from triboard.units import Instant, Piece, Site

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

COLOURS = ["white", "black", "red", "blue", "green"]


def colour_key(colour: str) -> str:
    """Key that takes a ball of a colour from its tray."""
    return str(COLOURS.index(colour) + 1)


def drag_in(page: Page, colour: str, hole: str) -> None:
    """Drag a ball from its tray into a hole."""
    drag(page, tray(colour), site(hole))


def type_keys(page: Page, colour: str, hole: str) -> None:
    """Walk to a hole by keys alone, take a ball, drop it."""
    page.focus(site(start_of_walk(page)))
    here = page.evaluate("document.activeElement.dataset.site")
    for key in walk(here, hole):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.site") == hole
    page.keyboard.press(colour_key(colour))
    page.keyboard.press("Enter")


def start_of_walk(page: Page) -> str:
    """The one hole that Tab reaches."""
    return str(page.eval_on_selector("[data-site][tabindex='0']", "hole => hole.dataset.site"))


def walk(here: str, there: str) -> list[str]:
    """Keys from one hole to another: shelves, then rows, then columns."""
    shelves = "ABC".index(there[0]) - "ABC".index(here[0])
    columns = "abc".index(there[1]) - "abc".index(here[1])
    rows = int(there[2]) - int(here[2])
    keys = ["PageUp" if shelves > 0 else "PageDown"] * abs(shelves)
    keys += ["ArrowDown" if rows > 0 else "ArrowUp"] * abs(rows)
    return keys + ["ArrowRight" if columns > 0 else "ArrowLeft"] * abs(columns)


def next_move(state: ttt3d.State, chance: Random, plies: int) -> ttt3d.Move:
    """A legal move; a rim every sixth ply, where one may be turned."""
    legal = list(ttt3d.GAME.legal_moves(state))
    turns = [move for move in legal if isinstance(move, ttt3d.Turn)]
    places = [move for move in legal if isinstance(move, ttt3d.Place)]
    return chance.choice(turns) if turns and plies % 6 == 5 else chance.choice(places)


def test_three_players_play_a_whole_game_with_rims(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: hands on the page make exactly the game that the rules engine makes of the same moves; what the
    page paints as light is what stands on the LED wire."""
    page = open_page(simulate("--players", "3", "--set", "rims=true").url)
    state = ttt3d.GAME.start({"players": 3, "rims": True})
    chance = Random(7)
    ways: list[Callable[[Page, str, str], None]] = [drag_in, click, type_keys]
    played: list[str] = []
    while ttt3d.GAME.outcome(state) is None:
        move = next_move(state, chance, len(played))
        match move:
            case ttt3d.Place(colour, hole):
                wait_lit(page, hole)  # a legal target is lit
                ways[len(played) % 3](page, colour, hole)
            case ttt3d.Turn(shelf, clockwise):
                button = f"[data-rim-turn='{'ABC'[shelf]}{'+' if clockwise > 0 else '-'}']"
                page.click(button)
        state = ttt3d.GAME.play(state, move)
        played.append(ttt3d.GAME.format_move(move))
        wait_for_moves(page, len(played))
        if len(played) == 20:
            picture(page, "page")
    assert [text.split()[-1] for text in moves_shown(page)] == played
    for side, score in enumerate(state.scores):
        page.wait_for_selector(f"#scores [data-seat='{side}']:has-text('{score}')")
    page.wait_for_selector("#outcome:visible")
    for hole, stack in ttt3d.GAME.position(state).pieces.items():
        assert page.get_attribute(site(str(hole)), "data-piece") == stack[0]


def glow(page: Page, hole: str) -> tuple[int, ...]:
    """Colour of the brightest pixel of the picture around a hole: what eyes see of its light."""
    box = page.locator(site(hole)).bounding_box()
    assert box is not None
    width, height = box["width"] * 1.1, box["height"] * 0.8
    x, y = box["x"] + (box["width"] - width) / 2, box["y"] + (box["height"] - height) / 2
    shot = page.screenshot(clip={"x": x, "y": y, "width": width, "height": height})
    pixels = Image.open(io.BytesIO(shot)).convert("RGB").get_flattened_data()
    return max((pixel for pixel in pixels if isinstance(pixel, tuple)), key=saturation)


def saturation(colour: tuple[int, ...]) -> int:
    """How far a colour is from grey."""
    return max(colour) - min(colour)


def test_painted_light_is_the_light_on_the_wire(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: each site carries the colour that the palette, gamma included, puts on the wire for its role, and
    the picture around it has that hue: red targets when red is due, a violet kept light for a black ball."""
    page = open_page(simulate("--players", "3").url)
    wire = Renderer(load_board("ttt3d"))
    for number, (colour, hole) in enumerate([("white", "Cb1"), ("black", "Bb2")], start=1):
        click(page, colour, hole)
        wait_for_moves(page, number)
    page.wait_for_selector("#saved:has-text('Saved')")
    kept = Scene({Target("Bb2"): Glow(Role.SOURCE, Piece("black"))})
    target = Scene({Target("Ab2"): Glow(Role.TARGET, Piece("red"))})
    for scene, hole in ((kept, "Bb2"), (target, "Ab2")):
        number = ttt3d.geometry.INDEX[Site(hole)]
        wanted = wire.frame(scene, Instant(0))[3 * number : 3 * number + 3]
        page.wait_for_selector(f"{site(hole)}[data-light='#{wanted.hex()}']")
    red, green, blue = glow(page, "Ab2")
    assert red > 1.5 * max(green, blue)
    red, green, blue = glow(page, "Bb2")
    assert min(red, blue) > 1.5 * green
    assert light(page, "Cb1") == "#000000"  # neither a target nor the last move


def test_a_wrong_ball_is_shown_explained_and_put_right(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: a ball of a colour that is not due blinks, is explained in words, and lifting it ends that."""
    page = open_page(simulate("--players", "3").url)
    click(page, "red", "Bb2")
    page.wait_for_selector("#message[data-kind=wrong]:has-text('White')")
    assert moves_shown(page) == []
    page.mouse.click(*centre(page, site("Bb2")))
    page.mouse.click(*centre(page, tray("red")))
    page.wait_for_selector("#message:not([data-kind=wrong])")
    page.wait_for_selector("[data-tray=red][data-count='13']")
    click(page, "white", "Bb2")
    wait_for_moves(page, 1)


def test_a_lost_daemon_greys_the_board_and_the_same_game_comes_back(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: after `kill -9` the page says so, and after the restart it shows the same game from a snapshot."""
    simulator = simulate("--players", "3")
    page = open_page(simulator.url)
    click(page, "white", "Bb2")
    wait_for_moves(page, 1)
    page.wait_for_selector("#saved:has-text('Saved')")
    simulator.kill()
    page.wait_for_selector("#lost:visible")
    simulator.start()
    page.wait_for_selector("#lost", state="hidden", timeout=20_000)
    wait_for_moves(page, 1)
    assert page.get_attribute(site("Bb2"), "data-piece") == "white"
    click(page, "black", "Ab2")
    wait_for_moves(page, 2)


def test_a_phone_reaches_everything(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: at 360 by 740 with touch, a ball is played, the buttons and the new game dialog are reachable."""
    page = open_page(simulate("--players", "2").url, width=360, height=740, touch=True)
    page.touchscreen.tap(*centre(page, tray("white")))
    page.touchscreen.tap(*centre(page, site("Bb2")))
    wait_for_moves(page, 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for selector in ("[data-button=OK]", "[data-button=UNDO]", "#open-new-game"):
        page.locator(selector).scroll_into_view_if_needed()
        box = page.locator(selector).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
    page.evaluate("scrollTo(0, 0)")
    picture(page, "phone")


def test_a_new_game_with_other_options_asks_before_it_wipes(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law: in mid-game the dialog's new game is a question; OK confirms, and the balls must come off."""
    simulator = simulate("--players", "3")
    page = open_page(simulator.url)
    click(page, "white", "Bb2")
    wait_for_moves(page, 1)
    page.click("#open-new-game")
    page.click("[data-option=players] label:has-text('2')")
    page.click("#start-game")
    page.wait_for_selector("#message[data-kind=ask]")
    page.click("[data-button=OK]")
    page.wait_for_selector("#message:has-text('Take all balls off')")
    page.mouse.click(*centre(page, site("Bb2")))
    page.mouse.click(*centre(page, tray("white")))
    page.wait_for_selector("#message:has-text('White-Black begins')")
    wait_for_moves(page, 0)
    entries = [
        json.loads(line.split("\t")[0])["event"]
        for file in sorted((simulator.folder / "archive").iterdir())
        for line in file.read_text().splitlines()
    ]
    assert entries[:2] == ["start", "move"]
