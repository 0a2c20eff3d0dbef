"""Field reports 2A about engines, takebacks and clocks. Each test bears the number of its row."""

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.field_reports.common import Played

from triboard.board.load import load_board
from triboard.light.scene import Role
from triboard.opponents.engine import Grade
from triboard.rules import trike
from triboard.session.clock import ClockTerms, remaining
from triboard.session.events import OverrideAsked
from triboard.session.rivals import Failed, Shown, Terms, Thinking
from triboard.session.state import Phase
from triboard.units import SECOND, Duration, Piece, Seat, Site, millis

PAWN, BLACK, WHITE = Piece("pawn"), Piece("black"), Piece("white")
SHORTLY = millis(400)
"""Enough to settle and to be asked, not enough for an answer on virtual time."""


def with_white(folder: Path, clock: str | None = None, **more: Any) -> Played:
    """Trike with a person at Black and an opponent at White; Black has opened on d2."""
    terms = Terms({Seat(1): Grade.PLAYER}, None if clock is None else ClockTerms.parse(clock))
    options = {"size": 7, "swap": False}
    game = Played(folder, options, board=load_board("trike", 7), terms=terms, **more)
    game.drop("d2", BLACK)
    game.drop("d2", PAWN, wait=SHORTLY)
    assert game.moves == ["d2"]
    return game


def shown(game: Played) -> str:
    """The cell that the opponent wants."""
    assert isinstance(game.state.thought, Shown)
    return trike.GAME.format_move(game.state.thought.move)


def thinks(game: Played) -> bool:
    """Whether the opponent is thinking."""
    return isinstance(game.state.thought, Thinking)


def carry_out(game: Played, cell: str) -> None:
    """Make the opponent's move for it."""
    game.lift(game.moves[-1])
    game.drop(cell, WHITE)
    game.drop(cell, PAWN, wait=Duration(2 * SECOND))


@pytest.mark.parametrize("seed", range(6))
def test_05_touch_while_thinking(seed: int, tmp_path: Path) -> None:
    """T-touch-while-thinking. Complaint: moving while the engine thinks corrupts an earlier move.
    Law: whatever hands put on the board meanwhile is asked to be taken off again; the record stays as it is,
    the engine is asked once, and its move is then made as if nothing had been."""
    chance = Random(seed)
    game = with_white(tmp_path, seed=seed)
    asked = game.engines.asked
    assert thinks(game)
    cells = chance.sample([str(site.site) for site in game.board.sites if site.site != "d2"], 2)
    for cell in cells:
        game.drop(cell, chance.choice([BLACK, WHITE]), wait=millis(chance.choice([0, 150, 500])))
    game.wait(6)
    assert game.moves == ["d2"]
    assert game.phase() is Phase.CORRECTION or shown(game) in cells
    assert "Take" in game.says or "Move" in game.says or "Put" in game.says, game.says
    for cell in cells:
        game.lift(cell)
    assert game.moves == ["d2"]
    assert game.engines.asked == asked
    cell = shown(game)
    carry_out(game, cell)
    assert game.moves == ["d2", cell]
    game.close()


def test_05_a_move_made_ahead_is_accepted_when_the_engine_wants_it(tmp_path: Path) -> None:
    """T-touch-while-thinking. Complaint: moving while the engine thinks corrupts an earlier move.
    Law: the very move that the engine then wants counts as made; nobody has to make it again."""
    scout = with_white(tmp_path / "scout")
    scout.wait(2)
    cell = shown(scout)
    scout.close()
    game = with_white(tmp_path / "game", speed=10)
    hands = game.bench.hands
    game.run.run_until(hands.lift(Site("d2"), game.run.now))
    game.run.run_until(hands.drop(Site(cell), WHITE, game.run.now))
    game.run.run_until(hands.drop(Site(cell), PAWN, game.run.now))
    assert game.moves == ["d2"]
    game.wait(3)
    assert game.moves == ["d2", cell]
    game.close()


@pytest.mark.parametrize("by", ["UNDO", "hand"])
def test_10_takeback_thinking(by: str, tmp_path: Path) -> None:
    """T-takeback-thinking. Complaint: takeback while the engine thinks leaves its clock running and the board
    dead.
    Law: it ends the search, both clocks show again what they showed before that move and stand still until
    the board follows; the answer of the search that was given up changes nothing, and play goes on."""
    game = with_white(tmp_path, clock="5+3", thinking=Duration(6 * SECOND))
    game.wait(7)
    cell = shown(game)
    carry_out(game, cell)
    before = game.state.clock
    assert before is not None
    game.wait(7)
    target = str(game.view["legal"][0])
    game.lift(cell, wait=Duration(0))
    game.drop(target, BLACK, wait=Duration(0))
    game.drop(target, PAWN, wait=SHORTLY)
    assert thinks(game)
    assert before.running == Seat(0)
    if by == "UNDO":
        game.press("UNDO")
        assert len(game.moves) == 2
        assert game.state.thought is None
        assert game.engines.next_deadline() is None, "the search goes on"
        clock = game.state.clock
        assert clock is not None
        assert clock.running is None
        assert clock.left == before.past[2]
    assert thinks(game) or by == "UNDO"
    game.lift(target, wait=Duration(0))
    game.lift(target, wait=Duration(0))
    game.drop(cell, PAWN, wait=Duration(2 * SECOND))
    assert len(game.moves) == 2
    clock = game.state.clock
    assert clock is not None
    assert clock.running == Seat(0)
    assert clock.left == before.past[2]
    game.wait(8)
    assert game.moves == ["d2", cell]
    assert game.phase() is Phase.PLAY
    game.close()


def test_11_clock_monotone(tmp_path: Path) -> None:
    """T-clock-monotone. Complaint: the clock's display jumps back, time is credited wrongly.
    Law: while hands play, slip, touch and hesitate, and while the wall clock jumps by years, what is shown of
    a seat's time never grows but by its increment or a takeback. (Any events: tests/property/test_clock.)"""
    game = with_white(tmp_path, clock="1+2")
    last: dict[tuple[int, int], int] = {}

    def watch(seconds: float) -> None:
        for _ in range(round(seconds * 20)):
            game.wait(0.05)
            clock = game.state.clock
            assert clock is not None
            for seat in (0, 1):
                now = remaining(clock, Seat(seat), game.run.now)
                key = (len(clock.past), seat)
                assert now <= last.get(key, now), (key, game.run.now)
                last[key] = now

    watch(2)
    for seconds in ("315360000", "-630720000", "3600"):
        game.suffer("clock-jump", seconds)
        cell = shown(game) if isinstance(game.state.thought, Shown) else None
        if cell is not None:
            carry_out(game, cell)
        home = game.moves[-1]
        watch(1)
        game.bench.hands.lift(Site(home), game.run.now)
        watch(1.5)
        game.bench.hands.drop(Site(home), PAWN, game.run.now)
        watch(1.5)
        target = sorted(game.view["legal"])[0]
        game.bench.hands.lift(Site(home), game.run.now)
        game.bench.hands.drop(Site(target), BLACK, game.run.now)
        game.bench.hands.drop(Site(target), PAWN, game.run.now)
        watch(4)
        assert game.moves[-1] == target
    clock = game.state.clock
    assert clock is not None
    assert 20 * SECOND < remaining(clock, Seat(0), game.run.now) < 60 * SECOND
    game.close()


def test_19_gate(tmp_path: Path) -> None:
    """T-gate. Complaint: the engine's move is executed wrongly because its LEDs are hidden under pieces.
    Law: while an engine's move is shown no other position is accepted, not even another legal move or an
    earlier position; the places and the words say what is wanted; with the override a person moves for it."""
    game = with_white(tmp_path)
    game.wait(2)
    cell = shown(game)
    assert game.lit(Role.OPPONENT) == {"d2", cell}
    assert cell in game.says
    legal = [trike.GAME.format_move(move) for move in trike.GAME.legal_moves(game.state.game)]
    other = next(text for text in legal if text != cell)
    game.lift("d2")
    game.drop(other, WHITE)
    game.drop(other, PAWN, wait=Duration(6 * SECOND))
    assert game.moves == ["d2"]
    assert game.phase() is Phase.CORRECTION
    game.lift(other)
    game.lift(other)
    game.wait(2)
    assert game.moves == ["d2"], "the pawn in hand is no takeback now"
    game.drop(cell, WHITE)
    game.drop(cell, PAWN, wait=Duration(2 * SECOND))
    assert game.moves == ["d2", cell]
    game.close()


def test_19_gate_override(tmp_path: Path) -> None:
    """T-gate. Complaint: the engine's move is executed wrongly because its LEDs are hidden under pieces.
    Law: with the override on, any legal move of the opponent's side is accepted from a person."""
    game = with_white(tmp_path)
    game.wait(2)
    cell = shown(game)
    game.daemon.post(OverrideAsked(game.run.now, on=True))
    legal = [trike.GAME.format_move(move) for move in trike.GAME.legal_moves(game.state.game)]
    other = next(text for text in legal if text != cell)
    carry_out(game, other)
    assert game.moves == ["d2", other]
    game.close()


@pytest.mark.parametrize("fault", ["engine-hang", "engine-crash", "engine-garbage", "engine-illegal"])
def test_20_engine_fail(fault: str, tmp_path: Path) -> None:
    """T-engine-fail. Complaint: a failed engine reply turns the turn; permanent desync.
    Law: time-out, crash, garbage and an illegal move leave the turn unchanged, say so in plain words, and are
    retried with growing pauses; as soon as the engine is well its move is shown and made."""
    terms = Terms({Seat(1): Grade.PLAYER})
    options = {"size": 7, "swap": False}
    game = Played(tmp_path, options, board=load_board("trike", 7), terms=terms)
    game.suffer(fault, "3")
    game.drop("d2", BLACK)
    game.drop("d2", PAWN)
    failures = []
    for _ in range(12 * 75):
        game.wait(0.1)
        if isinstance(game.state.thought, Failed) and game.state.thought not in failures:
            failures.append(game.state.thought)
            assert game.moves == ["d2"]
            assert game.view["turn"]["seat"] == 1
            assert game.view["message"]["kind"] == "wrong"
            assert "White (Player)" in game.says
    assert [one.tries for one in failures] == [1, 2, 3]
    pauses = [after.retry - before.retry for before, after in pairwise(failures)]
    assert pauses[0] < pauses[1]
    cell = shown(game)
    carry_out(game, cell)
    assert game.moves == ["d2", cell]
    game.close()


def test_20_engine_fail_and_a_person_moves_for_it(tmp_path: Path) -> None:
    """T-engine-fail. Complaint: a failed engine reply turns the turn; permanent desync.
    Law: while the engine fails anybody may move for it, and UNDO works."""
    terms = Terms({Seat(1): Grade.PLAYER})
    game = Played(tmp_path, {"size": 7, "swap": False}, board=load_board("trike", 7), terms=terms)
    game.suffer("engine-crash", "100")
    game.drop("d2", BLACK)
    game.drop("d2", PAWN)
    game.wait(8)
    assert isinstance(game.state.thought, Failed)
    carry_out(game, "e2")
    assert game.moves == ["d2", "e2"]
    game.press("UNDO")
    assert game.moves == ["d2"]
    game.close()


def test_19_gate_takebacks_by_hand(tmp_path: Path) -> None:
    """T-gate. Complaint: the engine's move is executed wrongly because its LEDs are hidden under pieces.
    Law: an earlier position is not accepted either while a move is shown; UNDO takes back all the same."""
    game = with_white(tmp_path)
    game.wait(2)
    carry_out(game, shown(game))
    home, target = game.moves[-1], str(game.view["legal"][0])
    game.lift(home)
    game.drop(target, BLACK)
    game.drop(target, PAWN, wait=Duration(3 * SECOND))
    assert isinstance(game.state.thought, Shown)
    game.lift(target)
    game.lift(target)
    game.drop(home, PAWN, wait=Duration(6 * SECOND))
    assert game.moves == ["d2", home, target]
    game.press("UNDO")
    game.wait(2)
    assert game.moves == ["d2", home]
    assert game.phase() is Phase.PLAY
    game.close()
