"""A board that was cleared in mid-game never wipes the game by its own guidance (physical-play 20)."""

from random import Random

import pytest
from tests.unit.session.test_takeback import played

GAME = ("w@Aa1", "k@Bb1", "r@Cc1", "w@Ab2", "k@Ba3", "r@Ca2")


@pytest.mark.parametrize("seed", range(10))
def test_balls_put_back_in_any_order_are_the_same_game(seed: int) -> None:
    """Law: from a cleared board no position on the way back is a takeback."""
    table = played(*GAME)
    order = list(GAME)
    later = order[1:]
    Random(seed).shuffle(later)
    for text in [order[0], *later]:  # the oldest first: no takeback lies on this way
        table.lift(text[2:])
    assert table.asks
    Random(seed + 100).shuffle(order)
    colours = {"w": "white", "k": "black", "r": "red"}
    for text in order:
        table.drop(text[2:], colours[text[0]])
    assert (table.phase, table.moves) == ("play", list(GAME))
    table.lift("Ca2")
    assert table.moves == list(GAME[:5])  # a takeback is one again


def test_an_undone_ball_stays_undone_when_a_bare_rim_is_turned() -> None:
    """Law: turning a rim that means nothing yet does not bring an undone move back."""
    table = played("w@Ab2", rims=True)
    table.press("UNDO")
    table.turn("B", 90)
    assert (table.phase, table.moves) == ("correction", [])
    table.lift("Ab2")
    assert (table.phase, table.moves) == ("play", [])


def test_two_players_can_be_chosen_whoever_opened() -> None:
    """Law: opening seat and colours of a game do not stand in the way of another number of players."""
    table = played("r@Aa1", start=2)
    table.ask_new({"players": 2})
    assert table.asks
