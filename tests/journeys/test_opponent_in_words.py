"""What the page says and draws of an opponent's move is one and the same piece."""

from pathlib import Path

import pytest
from tests.field_reports.common import Played

from triboard.opponents.engine import Grade
from triboard.session.rivals import Terms
from triboard.units import Seat


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
