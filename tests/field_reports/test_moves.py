"""Field reports 2A: moves and getting out of step. Each test bears the number of its row.

Sensors that fail are in `test_sensing`.
"""

from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from tests.field_reports.common import Played, Wired, at_trike, at_ttt3d
from tests.journeys.people import Ttt3dPeople

from triboard.app.games import manners_of
from triboard.board.load import load_board
from triboard.light.scene import Role
from triboard.protocol.host_events import Refused
from triboard.session.state import Phase
from triboard.units import SECOND, Duration, Piece, Site, millis
from triboard.web.messages import RefusedError
from triboard.web.parsing import parse

PAWN, BLACK, WHITE = Piece("pawn"), Piece("black"), Piece("white")
NOW = Duration(0)


def trike_begun(folder: Path, **more: float) -> Played:
    """Black has opened in the middle: the pawn stands on d2."""
    game = at_trike(folder, **more)
    game.drop("d2", BLACK)
    game.drop("d2", PAWN)
    assert game.moves == ["d2"]
    return game


def test_01_slide_pass(tmp_path: Path) -> None:
    """T-slide-pass. Complaint: a piece dragged across cells is read as stopping in the middle.
    Law: cells touched for less than the settle time commit nothing; one move results."""
    game = trike_begun(tmp_path, speed=10)
    game.bench.hands.lift(Site("d2"), game.run.now)
    for cell in ("e2", "f2"):
        game.bench.hands.drop(Site(cell), PAWN, game.run.now)
        game.bench.hands.lift(Site(cell), game.run.now)
    game.bench.hands.drop(Site("g2"), PAWN, game.run.now)
    game.wait(0.6)
    game.bench.hands.lift(Site("g2"), game.run.now)
    game.bench.hands.drop(Site("g2"), WHITE, game.run.now)
    game.bench.hands.drop(Site("g2"), PAWN, game.run.now)
    game.wait(2)
    assert game.moves == ["d2", "g2"]
    game.close()


def test_02_slide_slow(tmp_path: Path) -> None:
    """T-slide-slow. Complaint: a slow slide is counted as a shorter move.
    Law: a turned rim that rests on the way for less than the slide time is one move, its last place; where
    the pawn rests on the way no move is made before its checker lies under it."""
    game = trike_begun(tmp_path / "trike")
    game.bench.hands.lift(Site("d2"), game.run.now)
    for cell in ("e2", "f2", "g2"):
        game.drop(cell, PAWN, wait=millis(450))
        assert game.moves == ["d2"]
        game.lift(cell, wait=NOW)
    game.drop("g2", WHITE, wait=NOW)
    game.drop("g2", PAWN)
    assert game.moves == ["d2", "g2"]
    game.close()
    shelves = Played(tmp_path / "rims", {"players": 3, "rims": True})
    for site, piece in (("Aa1", "white"), ("Ba1", "black"), ("Ca1", "red")):
        shelves.drop(site, piece)
    shelves.turn("A", 90.0, wait=millis(450))
    assert len(shelves.moves) == 3
    shelves.turn("A", -180.0, wait=Duration(2 * SECOND))
    assert shelves.moves[3:] == ["A-"]
    shelves.close()


def test_03_two_plies_fast(tmp_path: Path) -> None:
    """T-two-plies-fast. Complaint: an answer right after the last move is missed.
    Law: two plies within one settle window are both recovered, in the order of the rules."""
    game = at_ttt3d(tmp_path)
    now = game.run.now
    game.bench.hands.drop(Site("Ab1"), BLACK, now, hand=1)
    game.bench.hands.drop(Site("Aa1"), WHITE, now, hand=0)
    game.wait(2)
    assert game.moves == ["w@Aa1", "k@Ab1"]
    game.close()


@pytest.mark.parametrize("seed", range(4))
def test_04_no_ghost(seed: int, tmp_path: Path) -> None:
    """T-no-ghost. Complaint: takebacks and ghost moves when pieces move quickly.
    Law: legal play at ten times the speed, every contact chattering six times as long as it should, gives
    exactly the played record. (Thousands of games: tests/journeys, --long.)"""
    options = {"players": 3, "rims": seed % 2 == 1}
    game = Played(tmp_path, options, seed=seed, speed=10)
    game.suffer("bounce-burst", "80000")
    people = Ttt3dPeople(game, options, Random(seed), clumsy=0.0)
    people.play_game()
    assert game.moves == people.moves
    game.close()


def test_06_wrong_feedback(tmp_path: Path) -> None:
    """T-wrong-feedback. Complaint: a wrong placement gives no reaction; children are lost.
    Law: the place shines within a second, words and the first step of guidance follow after 4 s."""
    game = at_ttt3d(tmp_path)
    pixel = game.board.pixel_of()["Bb2"]
    game.drop("Bb2", "red", wait=SECOND)
    assert game.lit(Role.WRONG) == {"Bb2"}
    seen = {rgb[3 * pixel : 3 * pixel + 3] for _, rgb in game.frames[-8:]}
    assert len(seen) > 1, "it blinks"
    game.wait(4)
    assert game.view["message"]["kind"] == "wrong"
    assert "Bb2" in game.says
    assert game.moves == []
    game.close()


def test_07_compound_quiet(tmp_path: Path) -> None:
    """T-compound-quiet. Complaint: the steps of a legal compound move are flashed as errors.
    Law: pawn lifted, checker laid, pawn put down, each with 2 s between: never an error, one move."""
    game = trike_begun(tmp_path)
    steps: list[Callable[[], None]] = [
        lambda: game.do(lambda now: game.bench.hands.lift(Site("d2"), now), Duration(2 * SECOND)),
        lambda: game.drop("d3", WHITE, wait=Duration(2 * SECOND)),
        lambda: game.drop("d3", PAWN, wait=Duration(2 * SECOND)),
    ]
    for step in steps:
        step()
        assert game.lit(Role.WRONG) == set()
        assert game.phase() is Phase.PLAY
    assert game.moves == ["d2", "d3"]
    game.close()


@pytest.mark.parametrize("ply", range(5))
def test_12_takeback_deep(ply: int, tmp_path: Path) -> None:
    """T-takeback-deep. Complaint: after a few takebacks board and display differ.
    Law: any earlier position that is restored by hand sets exactly that ply."""
    game = at_ttt3d(tmp_path, speed=4)
    played = [("Aa1", "white"), ("Ab1", "black"), ("Ac1", "red"), ("Bb2", "white"), ("Cc3", "black")]
    for site, piece in played:
        game.drop(site, piece)
    for site, _ in reversed(played[max(1, ply) :]):  # a bare board asks instead of wiping the game
        game.lift(site, wait=NOW)
    game.wait(3)
    assert len(game.moves) == max(1, ply)
    site, piece = played[len(game.moves)]
    game.drop("Ca1", piece)
    assert game.moves[-1].endswith("@Ca1"), site
    game.close()


def test_13_resume_live(tmp_path: Path) -> None:
    """T-resume-live. Complaint: after adjourn and resume, or set-up by hand, the board is ignored.
    Law: killed at every step and started again, the next move by hand is accepted."""
    played = [("Aa1", "white"), ("Ab1", "black"), ("Ac1", "red"), ("Bb2", "white")]
    moves: list[str] = []
    for site, piece in played:
        game = at_ttt3d(tmp_path)  # the table before it is left as a kill leaves it: never closed
        assert game.moves == moves
        game.drop(site, piece)
        moves = game.moves
        assert moves[-1].endswith(f"@{site}")
    assert len(moves) == len(played)


def test_17_ambiguous(tmp_path: Path) -> None:
    """T-ambiguous. Complaint: presence alone cannot tell which of two captures happened.
    Law: evidence that fits two moves lights both and asks; nothing is picked."""
    game = Played(tmp_path, {"players": 3}, board="ttt3d-presence")
    now = game.run.now
    game.bench.hands.drop(Site("Aa1"), WHITE, now, hand=0)
    game.bench.hands.drop(Site("Bb2"), BLACK, now, hand=1)
    game.wait(2)
    assert game.moves == []
    assert game.lit(Role.CHOICE) == {"Aa1", "Bb2"}
    game.lift("Bb2")
    assert game.moves == ["w@Aa1"]
    game.close()


def test_21_abort(tmp_path: Path) -> None:
    """T-abort. Complaint: a stuck game cannot be aborted.
    Law: NEW and OK end the game from play, from a correction, with a flickering sensor and without a link.
    (All our pins are inputs: a wrong board file drives nothing.)"""
    troubles: list[tuple[str, ...]] = [(), ("stuck-high", "Cc3"), ("flicker", "Cc3", "8"), ("unplug",)]
    for number, trouble in enumerate(troubles):
        game = at_ttt3d(tmp_path / str(number))
        game.drop("Aa1", "white")
        if trouble:
            game.suffer(*trouble)
        game.wait(6)
        game.press("NEW")
        game.press("OK")
        assert game.moves == [], trouble
        assert game.phase() is Phase.SETUP
        game.close()


def test_22_attach() -> None:
    """T-attach. Complaint: a board is attached to the wrong game, or the wrong board to this one.
    Law: only the controller that is named, set up for this board, is driven; another is refused in words."""
    wired = Wired(unit="mine")
    [refused] = [event for event in wired.run(3) if isinstance(event, Refused)]
    assert "'sim-1' answers where 'mine' belongs" in str(refused.error)
    assert wired.controller.config is None, "a controller that is not ours keeps what it has"


def test_23_gesture_not_move(tmp_path: Path) -> None:
    """T-gesture-not-move. Complaint: a gesture for the result is recorded as a move.
    Law: clearing the board asks whether the game is over; the record is untouched, also when it goes on."""
    game = at_ttt3d(tmp_path, speed=10)
    for site, piece in (("Aa1", "white"), ("Ab1", "black"), ("Ac1", "red")):
        game.drop(site, piece)
    record = game.moves
    for site in ("Aa1", "Ab1", "Ac1"):
        game.lift(site, wait=NOW)
    game.wait(3)
    assert game.view["message"]["kind"] == "ask"
    assert game.moves == record
    for site, piece in (("Ac1", "red"), ("Aa1", "white"), ("Ab1", "black")):
        game.drop(site, piece)
    assert game.moves == record
    game.close()


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_27_any_order(order: tuple[int, ...], tmp_path: Path) -> None:
    """T-any-order. Complaint: the order of lifting and placing matters too much.
    Law: pawn off, checker down, pawn on the checker: every order that hands can make gives the same move
    once. (All kinds of moves of all games: tests/unit/session.)"""
    game = trike_begun(tmp_path)
    hands = game.bench.hands
    steps: list[Callable[[], object]] = [
        lambda: hands.lift(Site("d2"), game.run.now),
        lambda: hands.drop(Site("d3"), WHITE, game.run.now),
        lambda: hands.drop(Site("d3"), PAWN, game.run.now),
    ]
    for number in order:
        steps[number]()
        game.wait(0.9)
    if game.refusals:  # the pawn cannot be put down before it was lifted; nothing may come of trying
        assert order.index(2) < order.index(0)
        if "pawn" not in game.world.holes().get(Site("d3"), ()):
            hands.drop(Site("d3"), PAWN, game.run.now)
    game.wait(2)
    if game.world.holes().get(Site("d3")) == (WHITE, PAWN):
        assert game.moves == ["d2", "d3"]
    else:
        assert game.moves == ["d2"]
    game.close()


def test_29_hint_on_lift(tmp_path: Path) -> None:
    """T-hint-on-lift. Complaint: no light shows where the lifted piece may go.
    Law: within 100 ms of the lift (after its chatter) the light changes, and putting back ends it."""
    game = trike_begun(tmp_path, speed=10)
    game.wait(4)
    still = game.bench.bus.decode()
    lifted = game.bench.hands.lift(Site("d2"), game.run.now)
    game.run.run_until(lifted)
    game.wait(0.1)
    assert game.bench.bus.decode() != still
    assert game.lit(Role.TARGET) >= {"e2", "e3", "c1", "c2"}
    game.drop("d2", PAWN)
    game.wait(4)
    assert game.bench.bus.decode() == still
    game.close()


def test_29_hint_on_lift_from_a_tray(tmp_path: Path) -> None:
    """T-hint-on-lift. Complaint: no light shows where the lifted piece may go.
    Law: a pyramid taken out of its tray lights its fields within 100 ms; put back, they are dark again."""
    game = Played(tmp_path, {"starter": "light"}, board="troika")
    game.drop("b1", "Wm", Duration(5 * SECOND))
    assert game.lit(Role.TARGET) == set()
    still = game.bench.bus.decode()
    hands = game.bench.hands
    done = hands.drop(Site("a1"), Piece("Gs"), game.run.now)
    game.wait(0.1)
    fields = {site.site for site in game.board.sites}
    assert game.lit(Role.TARGET) == fields  # a small one fits on the medium one as well
    assert game.light_of("a1") != bytes(3)
    game.run.run_until(done)
    hands.lift(Site("a1"), game.run.now)
    game.wait(0.5)
    game.run.run_until(hands.put_away(game.run.now))
    game.wait(0.1)
    assert game.lit(Role.TARGET) == set()
    game.wait(4)
    assert game.light_of("a1") == bytes(3)
    assert game.bench.bus.decode() == still
    assert game.moves == ["Wm@b1"]
    game.close()


@pytest.mark.parametrize("game", ["ttt3d", "troika", "trike", "trioker"])
def test_08_orientation(game: str) -> None:
    """T-orientation. Complaint: a set-up with the board turned round is misread.
    Law: there is nothing to misread: every game of ours begins on a bare field, and the sensors and lights of
    a site turn with the board, so that all sides are alike."""
    board = load_board(game)
    start = manners_of(game).game.start({})
    assert manners_of(game).game.position(start).pieces == {}
    lit = {pixel.target for pixel in board.pixels}
    assert lit >= {site.site for site in board.sites}


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "hand", "verb": "drop", "site": null, "piece": "white"}',
        '{"type": "press", "button": null}',
        '{"type": "fault", "fault": null, "arguments": null}',
        '{"type": null}',
        "null",
        '{"type": "fault", "fault": "nak", "arguments": [null]}',
    ],
)
def test_25_contract(text: str) -> None:
    """T-contract. Complaint: a clean-up broke the detection of a null field.
    Law: null is nowhere taken for a value: every message with one is refused in words. (The bytes of the
    controller are pinned by tests/vectors/protocol.json.)"""
    with pytest.raises(RefusedError):
        parse(text)
