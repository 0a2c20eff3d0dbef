"""The screen beside the board: readable across a room, honest about its age, a way in for phones."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page
from tests.browser.checklist import look_over
from tests.browser.hands import hide_machine, picture
from tests.journeys.simulator import Simulator

from triboard.web.addresses import own_addresses, own_names

pytestmark = [pytest.mark.browser, pytest.mark.timeout(90)]

CAPITALS = """() => {
  const box = document.querySelector('#turn');
  const style = getComputedStyle(box);
  const ctx = document.createElement('canvas').getContext('2d');
  ctx.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return ctx.measureText('H').actualBoundingBoxAscent / innerHeight;
}"""
"""Height of the main line's capitals, as a share of the screen's."""

MARKED = """() => {
  const canvas = document.querySelector('#tower');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let found = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i] === 255 && data[i + 1] === 233 && data[i + 2] === 168) found += 1;
  }
  return found;
}"""
"""Points of the drawing that have exactly the colour of the arrow at the last move."""

Open = Callable[..., Page]
Simulate = Callable[..., Simulator]


def play(page: Page, *moves: tuple[str, str]) -> None:
    """Simulated hands, by way of the page's own address."""
    page.evaluate(
        """moves => new Promise((done, fail) => {
          const socket = new WebSocket(`ws://${location.host}/ws`);
          socket.onerror = fail;
          socket.onopen = async () => {
            for (const [site, piece] of moves) {
              socket.send(JSON.stringify({ type: "hand", verb: "drop", site, piece }));
              await new Promise((next) => setTimeout(next, 1000));
            }
            socket.close();
            done();
          };
        })""",
        [list(move) for move in moves],
    )


def test_the_screen_tells_the_game_across_a_room(simulate: Simulate, open_display: Open) -> None:
    """Law: turn, last move in words and in the drawing, scores, rules in pictures, a QR code that leads here;
    capitals of the main line are at least 4 % of the screen's height at every size of screen."""
    simulator = simulate("--game", "ttt3d", "--host", "0.0.0.0")
    page = open_display(simulator.url + "display", width=1920, height=1080)
    assert page.evaluate(MARKED) == 0
    play(page, ("Bb2", "white"))
    page.wait_for_selector("#last-move:has-text('Bb2')")
    page.wait_for_selector("#turn:has-text('Black')")
    page.wait_for_function(f"({MARKED})() > 200")
    assert "Bb2" in (page.text_content("#standing") or "")
    assert page.locator("#scores li").count() == 3
    assert page.is_visible("#rules")
    assert page.text_content("#rule-text") == "In turn, put one ball of your colour into any empty hole."
    for width, height in ((1920, 1080), (1280, 720), (1080, 1920), (3840, 2160)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CAPITALS) >= 0.04, (width, height)
        assert look_over(page) == [], (width, height)
    page.set_viewport_size({"width": 1280, "height": 720})
    hide_machine(page)
    picture(page, "display")
    code = (page.text_content("#invitation-code") or "").removeprefix("Code ").replace(" ", "")
    host = (*own_addresses(), *own_names("0.0.0.0")[1:])[0]
    seen = zxingcpp.read_barcodes(Image.open(BytesIO(page.screenshot())))
    assert [one.text for one in seen] == [f"http://{host}:{simulator.port}/#code={code}"]
    assert re.fullmatch(r"\d{6}", code)
    assert page.context.cookies() == []


def test_what_moves_can_be_paused_and_goes_on(simulate: Simulate, open_display: Open) -> None:
    """Law (WCAG 2.2.2): one button, also by keyboard, holds the pictures and the lights of the drawing."""
    page = open_display(simulate("--game", "troika").url + "display", clock=True)
    shown = [page.text_content("#rule-text")]
    page.clock.fast_forward(13_000)
    page.wait_for_function(
        "before => document.querySelector('#rule-text').textContent !== before", arg=shown[0]
    )
    shown.append(page.text_content("#rule-text"))
    page.focus("#pause")
    page.keyboard.press("Enter")
    assert page.get_attribute("#pause", "aria-pressed") == "true"
    page.clock.fast_forward(40_000)
    assert page.text_content("#rule-text") == shown[1]
    page.keyboard.press("Enter")
    page.clock.fast_forward(13_000)
    page.wait_for_function(
        "before => document.querySelector('#rule-text').textContent !== before", arg=shown[1]
    )
    assert page.is_hidden("#invitation")  # nobody else can reach this board


def test_an_old_picture_is_grey_and_says_its_age_until_the_board_is_back(
    simulate: Simulate, open_display: Open
) -> None:
    """Law (exhibit 43-45): after 5 s without a word the drawing is grey with its age; after a restart the
    first snapshot makes it good, without anybody's help."""
    simulator = simulate("--game", "trike")
    page = open_display(simulator.url + "display", clock=True)
    simulator.stop()
    page.clock.fast_forward(3_000)
    assert page.is_hidden("#lost")
    page.clock.fast_forward(5_000)
    page.wait_for_selector("body.lost #lost:visible")
    said = page.text_content("#lost") or ""
    assert (found := re.search(r"for (\d+) s", said)) is not None, said
    assert int(found[1]) >= 5
    assert "grayscale" in page.evaluate("getComputedStyle(document.querySelector('#tower')).filter")
    simulator.start()
    page.clock.fast_forward(5_000)
    page.wait_for_selector("body:not(.lost)")
    assert page.is_hidden("#lost")


@pytest.mark.long
def test_the_show_of_an_exhibit_is_drawn_until_somebody_stops_it(
    simulate: Simulate, open_display: Open, tmp_path: Path
) -> None:
    """Law: while the lights play a game, the drawing shows its pieces and the page invites everybody; paused,
    it shows what really stands there."""
    settings = tmp_path / "exhibit.toml"
    settings.write_text('[exhibit]\nenabled = true\nattract_after = "5 s"\n')
    page = open_display(simulate("--game", "ttt3d", "--config", str(settings)).url + "display")
    page.wait_for_selector("#message:has-text('plays by itself')", timeout=20_000)
    page.wait_for_function(f"({MARKED})() > 200")
    assert page.text_content("#standing") == "Nothing stands on the board."
    page.click("#pause")
    page.wait_for_function(f"({MARKED})() === 0")
    assert "plays by itself" not in (page.text_content("#message") or "")
