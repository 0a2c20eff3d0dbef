"""Move texts of Trioker."""

import pytest

from triboard.errors import NotationError
from triboard.rules.trioker import Cell, Challenge, Coin, Colour, Draw, Move, Pass, Place, Remove, Reveal
from triboard.rules.trioker.moves import format_move, parse_move
from triboard.units import Side

TEXTS: dict[str, Move] = {
    "U3,3:012": Place(Cell("U", 3, 3), "012"),
    "D2,4:*12": Place(Cell("D", 2, 4), "*12"),
    "draw:012": Draw("012"),
    "draw": Draw(),
    "pass": Pass(),
    "challenge": Challenge(),
    "coin:red": Coin(Colour.RED),
    "coin:black": Coin(Colour.BLACK),
    "remove:U3,3": Remove(Cell("U", 3, 3)),
    "reveal:1:012,333": Reveal(Side(1), ("012", "333")),
}


@pytest.mark.parametrize("text", TEXTS)
def test_every_move_text_of_the_rules_goes_both_ways(text: str) -> None:
    """§29."""
    assert parse_move(text) == TEXTS[text]
    assert format_move(TEXTS[text]) == text


def test_tiles_are_revealed_in_any_order() -> None:
    """One set of tiles is one move."""
    assert parse_move("reveal:1:333,012") == parse_move("reveal:1:012,333")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "U3,3:012"),
        ("resign", "U3,3:012"),
        ("U3,3:*21", "no tile shows"),
        ("U3,3:0123", "no tile shows"),
        ("Q3,3:012", "no cell"),
        ("draw:120", "spelled 012"),
        ("draw:9", "spelled like"),
        ("coin:gold", "coin:red"),
        ("remove:33", "no cell"),
        ("reveal:7:012", "reveal:1"),
        ("reveal:1:012,012", "twice"),
        ("reveal:1", "reveal:1"),
        ("Pass", "pass"),
    ],
)
def test_a_text_that_is_no_move_says_how_moves_are_written(text: str, hint: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text)
    assert hint in str(caught.value)
