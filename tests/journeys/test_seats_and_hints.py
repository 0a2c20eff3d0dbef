"""Seats that change hands, terms that outlast a kill, clocks in the journal, hints in three steps."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.field_reports.common import Played
from tests.journeys.servant import Servant

from triboard.board.load import load_board
from triboard.errors import ConfigurationError
from triboard.light.scene import Role
from triboard.opponents.engine import Grade
from triboard.session.clock import ClockTerms
from triboard.session.events import NewGameAsked, OverrideAsked, SeatAsked
from triboard.session.help_levels import Help
from triboard.session.rivals import Failed, Shown, Terms, Thinking, Thought
from triboard.session.state import Phase
from triboard.units import SECOND, Duration, Seat
from triboard.web.view import view_of

OPTIONS: dict[str, Any] = {"size": 7, "swap": False}


def table(folder: Path, terms: Terms, options: dict[str, Any] = OPTIONS) -> Played:
    return Played(folder, options, board=load_board("trike", 7), terms=terms)


def thought_of(game: Played) -> Thought | None:
    """What the opponent is doing now (a call, so that a checker knows that it changes)."""
    return game.state.thought


def open_on(game: Played, cell: str) -> None:
    game.drop(cell, "black")
    game.drop(cell, "pawn")


def test_a_seat_can_change_hands_in_the_middle_of_a_game(tmp_path: Path) -> None:
    """Law: an opponent that sits down is asked at once if it is on turn; one that leaves is asked no more."""
    game = table(tmp_path, Terms())
    open_on(game, "d2")
    game.daemon.post(SeatAsked(game.run.now, Seat(1), Grade.LEARNER))
    game.wait(0.1)
    assert isinstance(thought_of(game), Thinking)
    game.daemon.post(SeatAsked(game.run.now, Seat(1), None))
    game.wait(2)
    assert thought_of(game) is None
    assert game.engines.next_deadline() is None, "somebody still thinks"
    game.lift("d2")
    game.drop("e2", "white")
    game.drop("e2", "pawn", wait=Duration(2 * SECOND))
    assert game.moves == ["d2", "e2"]
    game.close()


def test_the_last_person_keeps_the_seat(tmp_path: Path) -> None:
    """Law: at least one seat is left to a person, and a seat that is not there is refused in words."""
    game = table(tmp_path, Terms({Seat(0): Grade.LEARNER}))
    for seat, word in ((1, "person"), (4, "no seat 4")):
        game.daemon.post(SeatAsked(game.run.now, Seat(seat), Grade.MASTER))
        game.wait(0.1)
        assert game.state.terms.rivals == {Seat(0): Grade.LEARNER}
        assert game.state.notice is not None
        assert word in game.state.notice.text
    game.close()
    with pytest.raises(ConfigurationError, match="no seat is left"):
        table(tmp_path / "two", Terms({Seat(0): Grade.LEARNER, Seat(1): Grade.LEARNER}))


def test_terms_and_clock_come_back_after_a_kill(tmp_path: Path) -> None:
    """Law (T-resume-live): killed at every step, the seats, the grade and what the clock showed after the
    last kept ply are as they were; the opponent is asked again and play goes on."""
    terms = Terms({Seat(1): Grade.LEARNER}, ClockTerms.parse("5+3"))
    game = table(tmp_path, terms)
    open_on(game, "d2")
    left = None
    for _ in range(3):
        Servant(game, Random(1)).turn()
        moves, clock = game.moves, game.state.clock
        assert clock is not None
        left = clock.past[-1]
        game = table(tmp_path, Terms())  # the one before it is left as a kill leaves it: never closed
        assert game.moves == moves
        assert game.state.terms == terms
        resumed = game.state.clock
        assert resumed is not None
        assert [one // 1000 for one in resumed.past[-1]] == [one // 1000 for one in left]
        assert len(resumed.past) == len(moves) + 1
    game.press("UNDO")
    back = game.state.clock
    assert back is not None
    assert back.left == back.past[len(game.moves)]
    game.close()


def test_a_new_game_takes_the_terms_that_were_asked_for(tmp_path: Path) -> None:
    """Law: the dialog's terms replace the present ones; without any they stay, as far as there are seats."""
    game = table(tmp_path, Terms({Seat(1): Grade.LEARNER}))
    asked = Terms({Seat(0): Grade.MASTER}, ClockTerms.parse("10+5"))
    game.daemon.post(NewGameAsked(game.run.now, {}, asked))
    game.wait(0.5)
    assert game.state.terms == asked
    assert game.state.clock is not None
    game.press("NEW")
    assert game.state.terms == asked
    three = Played(tmp_path / "b", {"players": 3}, terms=Terms({Seat(1): Grade(1), Seat(2): Grade(2)}))
    three.daemon.post(NewGameAsked(three.run.now, {"players": 2}))
    three.wait(0.5)
    assert three.state.terms.rivals == {Seat(1): Grade(1)}
    three.close()
    game.close()


def test_an_answer_that_nobody_waits_for_is_nothing(tmp_path: Path) -> None:
    """Law: a new game in the middle of a thought ends it, and what it would have said changes nothing."""
    game = table(tmp_path, Terms({Seat(1): Grade.LEARNER}))
    game.drop("d2", "black")
    game.drop("d2", "pawn", wait=Duration(SECOND // 2))
    assert isinstance(thought_of(game), Thinking)
    game.press("NEW")
    game.press("OK")
    assert game.moves == []
    assert game.engines.next_deadline() is None
    game.wait(5)
    assert game.moves == []
    game.close()


def test_the_opponents_buttons_are_not_for_people(tmp_path: Path) -> None:
    """Law (physical-play 14): SWAP on the opponent's turn is refused; with the override it counts."""
    game = table(tmp_path, Terms({Seat(1): Grade.LEARNER}), {"size": 7})
    game.drop("g7", "black")
    game.drop("g7", "pawn", wait=Duration(SECOND // 2))
    game.press("SWAP")
    assert game.moves == ["g7"]
    assert "It is the turn of White (Learner)" in game.says
    game.daemon.post(OverrideAsked(game.run.now, on=True))
    game.press("SWAP")
    assert game.moves == ["g7", "swap"]
    game.close()


def test_the_board_asks_again_and_never_blocks(tmp_path: Path) -> None:
    """Law (issue 9 point 6): a move that nobody carries out is asked for again after a while; minutes later
    it can still be made."""
    game = table(tmp_path, Terms({Seat(1): Grade.LEARNER}))
    open_on(game, "d2")
    game.wait(2)
    first = game.says or str(game.view["turn"]["text"])
    game.wait(25)
    thought = thought_of(game)
    assert isinstance(thought, Shown)
    assert thought.reminded
    assert "Please" in game.says
    assert first != game.says
    game.wait(600)
    assert game.phase() is Phase.PLAY
    Servant(game, Random(1)).opponent()
    assert len(game.moves) == 2
    game.close()


def test_a_flag_is_announced_and_ends_nothing(tmp_path: Path) -> None:
    """Law (docs/opponents.md): the clock of whoever thinks too long stands at nothing, and play goes on."""
    game = table(tmp_path, Terms({}, ClockTerms.parse("0.1+0")))
    open_on(game, "d2")
    game.wait(8)
    clock = game.state.clock
    assert clock is not None
    assert clock.fallen == {Seat(1)}
    assert "time of White" in game.says
    seen = view_of(game.state, now=game.run.now)["clock"]
    assert seen["left"][1] == 0
    assert seen["fallen"] == [1]
    game.lift("d2")
    game.drop("e2", "white")
    game.drop("e2", "pawn", wait=Duration(2 * SECOND))
    assert game.moves == ["d2", "e2"]
    game.close()


def test_nobody_pays_for_an_engine_that_failed_or_for_hands(tmp_path: Path) -> None:
    """Law (docs/opponents.md): an opponent's clock runs while it thinks, and nobody's while its engine has
    failed or its move is carried out."""
    game = table(tmp_path, Terms({Seat(1): Grade.LEARNER}, ClockTerms.parse("5+0")))
    game.suffer("engine-crash")
    open_on(game, "d2")
    game.wait(0.2)
    assert isinstance(thought_of(game), Failed)
    failed = game.state.clock
    assert failed is not None
    assert failed.running is None
    assert 0 < 300 * SECOND - failed.left[1] < 2 * SECOND
    game.wait(10)
    shown = game.state.clock
    assert isinstance(thought_of(game), Shown)
    assert shown is not None
    assert shown.running is None
    assert failed.left[1] - shown.left[1] < 2 * SECOND
    assert shown.left[0] == 300 * SECOND
    game.close()


def test_hints_come_in_three_steps_once_a_turn(tmp_path: Path) -> None:
    """Law (issue 9 point 7): region, site, site with the reason; each on request; then no more this turn."""
    game = Played(tmp_path, {"starter": "light"}, board="troika")
    for site, piece in (("a1", "Ws"), ("c1", "Ks"), ("b2", "Wm")):
        game.drop(site, piece)
    game.press("HINT")
    game.wait(2)
    region = game.lit(Role.CHOICE)
    assert len(region) > 1
    assert "HINT tells more" in game.says
    game.press("HINT")
    [site] = game.lit(Role.CHOICE)
    assert site in region
    assert "Put the" in game.says
    short = game.says
    game.press("HINT")
    assert game.lit(Role.CHOICE) == {site}
    assert game.says.startswith(short)
    assert len(game.says) > len(short)
    asked, full = game.engines.asked, game.says
    assert "HINT" not in game.view["buttons"]
    for _ in range(2):
        game.press("HINT")
        assert game.says == "That was the hint for this turn."
        assert game.lit(Role.CHOICE) == {site}
        game.wait(6)
        assert game.says == full
    assert game.engines.asked == asked
    assert game.moves == ["Ws@a1", "Ks@c1", "Wm@b2"]
    game.drop("c3", "Km", wait=Duration(2 * SECOND))
    assert game.lit(Role.CHOICE) == set()
    assert game.state.hint is None
    assert "HINT" in game.view["buttons"]
    game.close()


def test_a_refusal_is_seen_whatever_else_is_said(tmp_path: Path) -> None:
    """Law: who asks for something is answered, over a hint or a move that is shown, for some seconds or until
    there is something new to say; then the other sentence is there again."""
    game = Played(tmp_path, {"starter": "light"}, board="troika", terms=Terms({Seat(1): Grade.LEARNER}))
    game.press("HINT")
    game.wait(2)
    hint = game.says
    assert "HINT tells more" in hint
    game.daemon.post(SeatAsked(game.run.now, Seat(0), Grade.MASTER))
    game.wait(0.2)
    assert "no seat is left for a person" in game.says
    game.wait(6)
    assert game.says == hint
    game.drop("a1", "Ws", wait=Duration(6 * SECOND))
    shown = game.says
    game.press("HINT")
    assert game.says == "A hint is for the player on turn."
    Servant(game, Random(1)).opponent()
    assert "no seat" not in game.says
    assert "hint is for" not in game.says, "a move is something new to say"
    assert game.says != shown
    game.close()


def test_who_plays_without_help_is_told_so(tmp_path: Path) -> None:
    """Law (docs/opponents.md): at help level 0 HINT does not say that somebody else is on turn."""
    game = Played(tmp_path, {"starter": "light"}, board="troika", terms=Terms(help={Seat(0): Help.NONE}))
    assert "HINT" not in game.view["buttons"]
    game.press("HINT")
    assert game.says == "Light plays without help. More help can be chosen on the page."
    game.drop("a1", "Ws")
    assert "without help" not in game.says
    game.press("HINT")
    game.wait(2)
    assert "HINT tells more" in game.says
    game.close()


def test_without_an_engine_there_is_no_hint_and_the_game_goes_on(tmp_path: Path) -> None:
    """Law: help that fails says so and stops nothing."""
    game = Played(tmp_path, {"starter": "light"}, board="troika")
    game.suffer("engine-crash")
    game.press("HINT")
    game.wait(2)
    assert game.says == "There is no hint this time."
    game.drop("a1", "Ws", wait=Duration(2 * SECOND))
    assert game.moves == ["Ws@a1"]
    game.close()
