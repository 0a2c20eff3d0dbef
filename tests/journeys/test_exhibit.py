"""An exhibit by itself: it plays a show, invites, offers an opponent, warns, and is made ready for others."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from tests.field_reports.common import Played
from tests.journeys.houses import GAMES, exhibit, idle_of
from tests.journeys.people_base import kept
from tests.journeys.servant import Servant
from tests.journeys.test_quiet import CountedFiles, snapshot

from triboard.app.config import Config
from triboard.app.exhibit import house_of, shipped
from triboard.app.games import MANNERS
from triboard.board.load import load_board
from triboard.lessons.task import Rung
from triboard.light.scene import Role
from triboard.opponents.engine import Grade
from triboard.rules.replay import replay
from triboard.session.effects import VisitorsGone
from triboard.session.events import (
    HelpAsked,
    HouseChanged,
    LessonAsked,
    NewGameAsked,
    SeatAsked,
    SomebodyThere,
    Tick,
)
from triboard.session.help_levels import DEFAULT_HELP, Help
from triboard.session.reducer import reduce
from triboard.session.show import show_of
from triboard.session.state import Phase
from triboard.units import SECOND, Duration, Instant, Piece, Seat

FIRST = {"ttt3d": "red", "troika": "Ks", "trike": "black", "trioker": "012"}


def test_shows_are_legal_finished_and_short() -> None:
    """Law (E-attract): what the lights play is a real game that the rules accept to its end."""
    forms = shipped()
    assert {form["game"] for form in forms} == set(GAMES)
    for form in forms:
        manners = MANNERS[form["game"]]
        played = replay(manners.game, form["options"], form["moves"])
        assert played.outcome is not None
        show = show_of(manners, form["options"], form["moves"])
        assert 3 <= len(show) <= 40
        assert show[-1].pieces.keys() == manners.game.position(played.states[-1]).pieces.keys()
        assert all(picture.new for picture in show)


@pytest.mark.parametrize("game", GAMES)
def test_a_show_runs_while_nobody_is_there_and_the_first_piece_ends_it(game: str, tmp_path: Path) -> None:
    """Law (E-attract-first-touch): at most one change a second, at its own brightness; the first piece, put
    anywhere, ends it within one settle time and counts if it is a move."""
    table = exhibit(tmp_path, game)
    table.wait(17)
    assert not table.view["attract"]["running"]
    table.wait(3)
    seen = []
    for _ in range(100):
        table.wait(0.1)
        seen.append(json.dumps(table.view["attract"]))
    assert 2 <= sum(one != other for one, other in pairwise(seen)) <= 9
    for _ in range(15):
        if table.lit(Role.ATTRACT):
            break
        table.wait(1)  # between two shows the board invites; the first piece of a show is its newest
    assert table.lit(Role.ATTRACT)
    assert {f"seat:{seat}" for seat in range(2)} <= table.lit(Role.TURN)
    site = min(table.state.manners.targets(table.state.game))
    table.run.run_until(table.bench.hands.drop(site, Piece(FIRST[game]), table.run.now))
    table.run.run_for(table.board.settle)
    assert not table.view["attract"]["running"]
    table.wait(1)
    if game == "trike":
        table.drop(site, "pawn")
    assert table.moves, table.says
    assert kept(table) == table.moves
    table.close()


def test_the_show_has_a_brightness_of_its_own(tmp_path: Path) -> None:
    """Law: the lights of a show stay below what the setting allows, and the game's are as ever."""
    brightest = {}
    for level in (1.0, 0.3):
        table = exhibit(tmp_path / str(level), attract_brightness=level)
        before = max(table.bench.bus.decode())
        table.wait(24)
        assert table.view["attract"]["ply"]
        brightest[level] = max(table.bench.bus.decode())
        table.press("OK")
        table.wait(2)
        assert max(table.bench.bus.decode()) >= before
        table.close()
    assert brightest[0.3] < 0.5 * brightest[1.0]


def test_whoever_puts_the_first_ball_begins(tmp_path: Path) -> None:
    """Law (issue 8 point 2): no menu; the seat of the first ball's colour opens, the next one is due, and the
    record says so."""
    table = exhibit(tmp_path)
    assert {"seat:0", "seat:1", "seat:2"} <= table.lit(Role.TURN)
    table.drop("Bb2", "black")
    assert table.moves == ["k@Bb2"]
    assert table.state.options["start"] == 1
    assert table.lit(Role.TURN) == {"seat:2"}
    table.drop("Bb1", "red")
    table.drop("Bb3", "white")
    assert table.moves == ["k@Bb2", "r@Bb1", "w@Bb3"]
    table.close()


def test_time_runs_out_in_two_stages(tmp_path: Path) -> None:
    """Law (E-idle-two-stage, WCAG 2.2.1): it is said and lit at least 20 s before; any touch goes on, ten
    times and more; then what visitors chose is back at what the house wants; the pieces are the game."""
    table = exhibit(tmp_path)
    gone: list[int] = []
    table.daemon.when_visitors_are_gone.append(lambda: gone.append(1))
    table.daemon.post(NewGameAsked(table.run.now, {"players": 2}))
    table.wait(1)
    table.drop("Ab2", "white")
    table.daemon.post(SeatAsked(table.run.now, Seat(1), Grade.MASTER))
    table.wait(0.5)
    for turn in range(12):
        waited = 0
        while not table.view["visit"]["warned"]:
            table.wait(1)
            waited += 1
            assert waited < idle_of(table)
        assert waited <= idle_of(table) - 20
        assert {"seat:0", "seat:1"} <= table.lit(Role.WAITING)
        assert "seconds" in table.says
        if turn % 2:
            table.daemon.post(SomebodyThere(table.run.now))
        else:
            table.press("OK")
        table.wait(0.5)
        assert not table.view["visit"]["warned"]
        assert (table.moves, gone) == (["w@Ab2"], [])
    table.wait(idle_of(table) + 1)
    assert gone == [1]
    assert table.view["opponents"] == {}
    assert table.moves == ["w@Ab2"]
    assert table.state.options["players"] == 2
    table.lift("Ab2")
    table.wait(idle_of(table) + 1)
    assert "players" not in table.state.options
    table.close()


def test_a_visitor_who_waits_alone_gets_an_opponent(tmp_path: Path) -> None:
    """Law (issue 8 point 2): after 10 s the empty seat blinks; 10 s more, and an opponent sits there, moves,
    and leaves with the visitor."""
    table = exhibit(tmp_path, "trike")
    open_on(table, "d2")
    table.wait(8)
    assert offered(table) is None
    table.wait(2.5)
    assert offered(table) == 1
    assert "seat:1" in table.lit(Role.OPPONENT)
    table.wait(10)
    assert table.view["opponents"] == {"1": 2}
    Servant(table, Random(1)).opponent()
    assert len(table.moves) == 2
    table.wait(200)
    assert table.view["opponents"] == {}
    table.close()


def test_ok_calls_the_opponents_at_once(tmp_path: Path) -> None:
    """Law: OK is lit with the offer and accepts it, for every seat at which nobody has played."""
    table = exhibit(tmp_path)
    table.drop("Ab2", "black")
    table.wait(11)
    assert "button:OK" in table.lit(Role.TURN)
    table.press("OK")
    assert table.view["opponents"] == {"0": 2, "2": 2}
    table.close()


def test_another_person_s_move_declines_the_offer(tmp_path: Path) -> None:
    """Law: whoever moves for the seat has it; an opponent is offered there again only when it is left."""
    table = exhibit(tmp_path, "trike")
    open_on(table, "d2")
    table.wait(12)
    assert offered(table) == 1
    table.lift("d2")
    open_on(table, "e2")
    table.wait(1)
    assert len(table.moves) == 2
    table.wait(12)
    assert (offered(table), table.view["opponents"]) == (None, {})
    table.wait(50)
    assert offered(table) == 0
    table.close()


def offered(table: Played) -> int | None:
    """The seat to which an opponent is about to come."""
    seat: int | None = table.view["visit"]["offer"]
    return seat


def learns(table: Played) -> bool:
    """Whether a lesson is under way."""
    return table.state.lesson is not None


def open_on(table: Played, cell: str) -> None:
    """A checker of whoever is on turn, and the pawn on it."""
    table.drop(cell, "white" if table.moves else "black")
    table.drop(cell, "pawn")


def test_an_abandoned_game_is_gone_on_with(tmp_path: Path) -> None:
    """Law (E-abandoned-board): pieces that agree with the game are the game; whoever comes next goes on."""
    table = exhibit(tmp_path)
    table.drop("Ab2", "white")
    table.drop("Ab1", "black")
    table.wait(300)
    assert table.state.visit.resets == 1
    table.drop("Ab3", "red")
    assert table.moves == ["w@Ab2", "k@Ab1", "r@Ab3"]
    table.close()


def test_what_was_left_behind_does_not_stop_the_next_game(tmp_path: Path) -> None:
    """Law (E-abandoned-board): wild pieces stand beside a new game, in which their places are not lit; taken
    away, a place is part of it again. A restart of the daemon forgets only that: it heals once more."""
    table = exhibit(tmp_path)
    for site, ball in (("Aa1", "green"), ("Aa2", "green"), ("Cc3", "red")):
        table.drop(site, ball)
    assert table.phase() is Phase.CORRECTION
    table.wait(idle_of(table) + 1)
    assert table.phase() is Phase.PLAY
    assert table.view["leftovers"] == {"Aa1": "green", "Aa2": "green", "Cc3": "red"}
    assert len(table.lit(Role.TARGET)) == 24
    table.drop("Bb2", "white")
    assert table.moves == ["w@Bb2"]
    table.lift("Cc3")
    assert "Cc3" in table.lit(Role.TARGET)
    table.drop("Cc3", "black")
    assert table.moves == ["w@Bb2", "k@Cc3"]
    table.restart()
    assert table.phase() is Phase.CORRECTION
    table.wait(110)
    assert table.phase() is Phase.PLAY
    assert table.moves == ["w@Bb2", "k@Cc3"]
    table.close()


def test_a_board_that_is_cleared_begins_the_next_game(tmp_path: Path) -> None:
    """Law (physical-play 20, eager): any way to the start is a start; nothing waits for a button."""
    table = exhibit(tmp_path, "trike")
    open_on(table, "d2")
    open_on(table, "e2")
    for site in sorted(table.world.holes()):
        while table.world.standing(site):
            table.lift(site, wait=Duration(SECOND // 4))
    table.wait(3)
    assert (table.phase(), table.moves, table.state.question) == (Phase.PLAY, [], None)
    open_on(table, "f3")
    table.wait(2)
    assert table.moves == ["f3"]
    table.close()


def test_a_lesson_that_was_left_makes_room_for_visitors(tmp_path: Path) -> None:
    """Law: an abandoned lesson ends like everything that visitors chose, its help with it."""
    table = exhibit(tmp_path)
    table.daemon.post(HelpAsked(table.run.now, Seat(0), Help.FULL))
    table.daemon.post(LessonAsked(table.run.now, Rung.COMPLETE, 0))
    table.wait(1)
    assert learns(table)
    table.wait(idle_of(table) + 1)
    assert not learns(table)
    assert (table.phase(), table.moves) == (Phase.PLAY, [])
    assert table.state.terms.help_of(Seat(0)) is DEFAULT_HELP
    table.close()


def test_a_full_board_is_asked_to_be_cleared_and_then_played(tmp_path: Path) -> None:
    """Law (E-abandoned-board): where wild pieces cover the board, they are shown to be taken away; as soon as
    half of it is free, or all, the next game begins."""
    table = exhibit(tmp_path, "troika")
    for site, piece in (("a1", "Wl"), ("a2", "Wm"), ("a3", "Ws"), ("b1", "Kl"), ("b2", "Km"), ("b3", "Ks")):
        table.drop(site, piece, wait=Duration(SECOND // 4))
    table.wait(300)
    assert table.phase() is Phase.SETUP
    wrong = table.lit(Role.WRONG)
    assert len(wrong) == 6
    for site in sorted(wrong):
        table.lift(site)
    assert table.phase() is Phase.PLAY
    table.close()


@pytest.mark.parametrize("span", [60, pytest.param(3600, marks=pytest.mark.long)])
def test_an_idle_exhibit_writes_nothing_and_wakes_seldom(span: int, tmp_path: Path) -> None:
    """Law (E-idle-no-write): once the board is ready an hour writes no byte, with show and without; without
    one the daemon sleeps but for what the link needs."""
    for attract in (True, False):
        files = CountedFiles()
        folder = tmp_path / str(attract)
        table = exhibit(folder, attract=attract, files=files)
        table.drop("Ab2", "white")
        table.lift("Ab2")
        table.wait(300)
        before, seen, turns = files.count.copy(), snapshot(folder), table.daemon.turns
        table.wait(span)
        assert files.count == before
        assert snapshot(folder) == seen
        assert table.daemon.turns - turns < (40 if attract else 12) * span
        table.close()


def test_at_home_nothing_of_this_happens(tmp_path: Path) -> None:
    """Law: without the setting a board waits for ever, as it always has."""
    board = load_board("ttt3d")
    assert house_of(Config(), board) is None
    table = exhibit(tmp_path)
    table.daemon.state = reduce(table.state, HouseChanged(table.run.now, None)).state
    table.drop("Ab2", "white")
    table.wait(600)
    assert table.view["visit"]["resets"] == 0
    assert not table.view["attract"]["running"]
    assert table.state.deadline is None
    table.close()


def test_the_hook_is_an_effect_of_its_own(tmp_path: Path) -> None:
    """Law: whoever keeps a choice of visitors beside the game hears once that they are gone."""
    table = exhibit(tmp_path)
    at = Instant(table.run.now + idle_of(table) * SECOND)
    step = reduce(table.state, Tick(at))
    assert VisitorsGone() in step.effects
    assert VisitorsGone() not in reduce(step.state, Tick(Instant(at + SECOND))).effects
    table.close()
