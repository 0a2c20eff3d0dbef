"""A lesson on the page, and short games against every grade of opponent."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.browser.hands import drag, moves_shown, picture, site, tray, wait_for_moves
from tests.journeys.simulator import Simulator

from triboard.lessons.library import task_named
from triboard.lessons.task import Task
from triboard.opponents.engine import Grade
from triboard.rules import troika
from triboard.rules.registry import GAMES
from triboard.rules.troika.pieces import PYRAMIDS, describe
from triboard.units import Site

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

THINKING_MS = 60_000
"""For a process to start and to answer, on any machine."""

SHOWN_MS = 20_000
"""For a verdict that the page shows for some seconds."""


def set_up(page: Page, task: Task) -> None:
    """Carry the pieces of a task to their places, bottom first."""
    state = GAMES[task.game].start(task.options)
    for text in task.moves:
        state = GAMES[task.game].play(state, GAMES[task.game].parse_move(text))
    for place, stack in GAMES[task.game].position(state).pieces.items():
        for piece in stack:
            drag(page, tray(piece), site(place))
            page.wait_for_selector(f"{site(place)}[data-piece='{piece}']")
    page.wait_for_selector("#lesson-now[data-state='asked']")


def task_on(page: Page) -> Task:
    """The task that the page shows."""
    return task_named("troika", str(page.get_attribute("#lesson-now", "data-task")))


def test_a_lesson_is_taken_on_the_page(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law (issue 9 point 9): a lesson begins with one press, says and lights what to do, shows why a wrong
    answer fails, and goes on to the next task after a right one."""
    page = open_page(simulate("--game", "troika").url)
    page.click("#lessons summary")
    page.click("[data-rung='block']")
    page.wait_for_selector("#lesson-now[data-state='set-up']")
    task = task_on(page)
    picture(page, "lesson-set-up")
    assert not page.is_visible("#rivals"), "a task is for one person"
    set_up(page, task)
    page.wait_for_selector("#message:has-text('Stop it')")
    picture(page, "lesson")
    wrong = next(wrong for wrong in task.wrong if wrong.reply is not None)
    piece, place = wrong.move.split("@")
    drag(page, tray(piece), site(place))
    page.wait_for_selector("#lesson-now[data-worth='loses']")
    page.wait_for_selector("#message:has-text('could lay')")
    picture(page, "lesson-refuted")
    drag(page, site(place), tray(piece))
    page.wait_for_selector("#lesson-now[data-state='asked']", timeout=SHOWN_MS)
    piece, place = task.solution[0].split("@")
    drag(page, tray(piece), site(place))
    page.wait_for_selector("#lesson-now[data-worth='solved']")
    page.wait_for_selector("#message:has-text('Right.')")
    picture(page, "lesson-solved")
    page.wait_for_selector(f"#lesson-now:not([data-task='{task.name}'])", timeout=SHOWN_MS)
    assert page.inner_text("#lesson-solved") == "1"
    page.click("#end-lesson")
    page.wait_for_selector("#lesson-now", state="hidden")


Choice = Callable[[troika.State], troika.Lay]


@pytest.mark.long
@pytest.mark.parametrize("grade", Grade)
def test_a_game_against_each_grade(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page], grade: Grade
) -> None:
    """Law (issue 9, proof): on the page a visitor plays a game to its end against every grade."""
    page = open_page(simulate("--game", "troika", "--set", "starter=light", "--opponent", f"1={grade}").url)
    play_out(page, low)
    picture(page, f"against-grade-{grade}")


def test_a_short_game_against_every_grade(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law (issue 9, proof): on the page a visitor seats one grade after another, plays a game to its end
    against each, and clears the board for the next one, which the other side starts. Hasty games, of some
    six pyramids each."""
    page = open_page(simulate("--game", "troika", "--set", "starter=light").url, width=900, height=600)
    page.emulate_media(reduced_motion="reduce")  # painting costs more than all the rest
    page.click("#rivals summary")
    for number, grade in enumerate(Grade):
        starter = troika.SIDES[number % 2]
        page.wait_for_selector(f"#turn:has-text('{starter.capitalize()}')")
        page.select_option("#rival-seats [data-seat='1']", str(grade.value))
        state = play_out(page, hasty, starter)
        for place, stack in troika.GAME.position(state).pieces.items():
            for piece in reversed(stack):
                press(page, site(place), tray(piece))
                page.wait_for_selector(f"{tray(piece)}[data-count='1']")
        wait_for_moves(page, 0)


def press(page: Page, *buttons: str) -> None:
    """Choose one after another with the keyboard: where a piece is taken, and where it goes."""
    for button in buttons:
        page.press(button, "Enter")


def play_out(page: Page, choose: Choice, starter: str = "light") -> troika.State:
    """A game to its end, and its last state. Light lays what `choose` says, Dark what the page asks for."""
    state = troika.GAME.start({"starter": starter})
    pieces = {str(describe(pyramid)): troika.piece_of(pyramid) for pyramid in PYRAMIDS}
    plies = 0
    while troika.GAME.outcome(state) is None:
        if troika.GAME.to_move(state) == troika.LIGHT:
            move = choose(state)
            piece, field = troika.piece_of(move.pyramid), troika.site_of(move.field)
        else:
            page.wait_for_selector("#turn:has-text('For Dark')", timeout=THINKING_MS)
            said = re.search(r"Put the (.*) on (..)\.", page.inner_text("#turn"))
            assert said is not None, page.inner_text("#turn")
            piece, field = pieces[said[1]], troika.SITES[troika.SITES.index(Site(said[2]))]
        press(page, tray(piece), site(field))
        plies += 1
        wait_for_moves(page, plies)
        state = troika.GAME.play(state, troika.GAME.parse_move(moves_shown(page)[-1]))
    page.wait_for_selector("#outcome:has-text('wins')")
    return state


def low(state: troika.State) -> troika.Lay:
    """A legal move on as low a stack as there is, so that nothing hides a field; never one that wins."""
    quiet = [move for move in lays(state) if not ends(state, move)]
    return min(quiet or lays(state), key=lambda move: len(state.stacks[move.field]))


def hasty(state: troika.State) -> troika.Lay:
    """A legal move that ends the game, else one after which the other side can end it."""

    def left(move: troika.Lay) -> int:
        after = troika.GAME.play(state, move)
        return 0 if ends(state, move) else 1 if any(ends(after, reply) for reply in lays(after)) else 2

    return min(lays(state), key=lambda move: (left(move), len(state.stacks[move.field])))


def lays(state: troika.State) -> list[troika.Lay]:
    """Legal moves of either side."""
    return [move for move in troika.GAME.legal_moves(state) if isinstance(move, troika.Lay)]


def ends(state: troika.State, move: troika.Lay) -> bool:
    """Whether a move is the last one of its game."""
    return troika.GAME.outcome(troika.GAME.play(state, move)) is not None


def test_a_puzzle_counts_its_ways_on_the_page(
    simulate: Callable[..., Simulator], open_page: Callable[..., Page]
) -> None:
    """Law (issue 9 point 10): the page tells how many ways lead on, anew after a tile; when there is none it
    says so after the patience that the command line or the player there chose."""
    outline = 'outline=["U3,3", "D3,3", "U4,3", "U3,4"]'
    tiles = 'tiles=["000", "001", "002", "003", "111"]'
    settings = ("--game", "trioker", "--set", "mode=puzzle", "--set", outline, "--set", tiles)
    page = open_page(simulate(*settings, "--patience", "60").url)
    page.wait_for_selector("#ways:has-text('ways to finish')", timeout=THINKING_MS)
    many = page.inner_text("#ways")
    assert page.input_value("#patience") == "60"
    page.select_option("#patience", "0")
    drag(page, tray("111"), site("D3,3"))
    page.wait_for_selector("#ways:has-text('0 ways')", timeout=THINKING_MS)
    page.wait_for_selector("#message:has-text('no way from here')")
    picture(page, "puzzle-no-way")
    drag(page, site("D3,3"), tray("111"))
    counted_anew = "many => document.querySelector('#ways').textContent === many"
    page.wait_for_function(counted_anew, arg=many, timeout=THINKING_MS)
