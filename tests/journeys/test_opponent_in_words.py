"""What the page says and draws of an opponent's move is one and the same piece."""

from pathlib import Path

import pytest
from tests.field_reports.common import Played

from triboard.light.scene import Role
from triboard.opponents.engine import Grade
from triboard.session.rivals import Terms
from triboard.units import SECOND, Duration, Seat


@pytest.mark.parametrize("place", ["a1", "b2", "c3"])
def test_the_piece_beside_the_words_is_the_one_that_they_name(place: str, tmp_path: Path) -> None:
    """Law: whoever looks at the picture alone takes the same pyramid as whoever reads."""
    terms = Terms({Seat(1): Grade.LEARNER})
    game = Played(tmp_path, {"starter": "light"}, board="troika", terms=terms)
    game.drop(place, "Ws")
    game.wait(5)
    opponent = game.view["opponent"]
    assert opponent["state"] == "shown"
    assert game.view["turn"]["piece"] == opponent["move"].partition("@")[0]
    game.close()


def test_the_checker_beside_the_words_is_not_the_pawn(tmp_path: Path) -> None:
    """Law: of a move that brings a checker and moves the pawn the checker is drawn."""
    terms = Terms({Seat(1): Grade.LEARNER})
    game = Played(tmp_path, {"size": 7, "swap": False}, board="trike", terms=terms)
    game.drop("d2", "black")
    game.drop("d2", "pawn")
    game.wait(5)
    assert game.view["opponent"]["state"] == "shown"
    assert game.view["turn"]["piece"] == "white"
    game.close()


@pytest.mark.parametrize("when", ["thinking", "shown"])
def test_what_is_in_the_way_of_a_shown_move_is_said_first(tmp_path: Path, when: str) -> None:
    """Law (physical-play 10, 14): the page never gives two instructions at once: while something else lies on
    the board the headline and its piece are about that, the message says what comes then, and nobody is told
    to wait for what is shown already. Then the move is asked for again, and is lit."""
    terms = Terms({Seat(1): Grade.PLAYER})
    game = Played(tmp_path, {"players": 3}, terms=terms)
    game.drop("Ab2", "white", wait=Duration(SECOND // 5 if when == "thinking" else 10 * SECOND))
    game.drop("Ca1", "white")
    game.wait(1 if when == "shown" else 12)
    move = game.view["opponent"]["move"]
    place = move.partition("@")[2]
    take, put = "Take the white ball out of Ca1.", f"Put the black ball into {place}."
    for _ in range(2):
        assert game.view["turn"] == {"seat": 1, "piece": "white", "text": f"For Black (Player): {take}"}
        assert game.says == f"First: {take} Then: {put}"
        assert game.lit(Role.WRONG) == {"Ca1"}
        game.wait(6)
    game.lift("Ca1", wait=Duration(2 * SECOND))
    assert game.view["turn"]["text"].endswith(put)
    assert game.view["turn"]["piece"] == "black"
    assert place in game.lit(Role.OPPONENT)
    game.close()


def test_an_engine_that_failed_is_told_of_once(tmp_path: Path) -> None:
    """Law: the headline says in short what goes on, the message the whole of it; never the same twice."""
    terms = Terms({Seat(1): Grade.MASTER})
    game = Played(tmp_path, {"size": 7, "swap": False}, board="trike", terms=terms)
    game.suffer("engine-crash")
    game.drop("d2", "black")
    game.drop("d2", "pawn")
    game.wait(0.5)
    assert game.view["opponent"]["state"] == "failed"
    assert game.view["turn"]["text"] == "White (Master) is being asked again."
    assert game.says.startswith("White (Master) has stopped and is started again. Anybody may move for it")
    game.close()
