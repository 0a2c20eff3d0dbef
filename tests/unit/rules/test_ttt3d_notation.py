"""Text of moves (ttt3d §20)."""

import pytest

from triboard.errors import NotationError
from triboard.rules.ttt3d import GAME, Call, Decline, Move, Place, Shelf, Turn
from triboard.rules.ttt3d.geometry import HOLES
from triboard.rules.ttt3d.moves import CALLS, DECLINE, PLACINGS, TURNS
from triboard.units import Piece, Site

EVERY_MOVE: list[Move] = [
    *(move for moves in PLACINGS.values() for move in moves),
    *TURNS,
    DECLINE,
    *CALLS,
]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("w@Ab2", Place(Piece("white"), Site("Ab2"))),
        ("k@Aa1", Place(Piece("black"), Site("Aa1"))),
        ("r@Cc3", Place(Piece("red"), Site("Cc3"))),
        ("g@Bb2", Place(Piece("green"), Site("Bb2"))),
        ("b@Ca1", Place(Piece("blue"), Site("Ca1"))),
        ("B+", Turn(Shelf(1), 1)),
        ("A-", Turn(Shelf(0), -1)),
        ("-", Decline()),
        ("!2,1", Call(2, 1)),
        ("!0,0", Call(0, 0)),
        ("!13,13", Call(13, 13)),
    ],
)
def test_moves_are_written_as_the_rules_say(text: str, move: Move) -> None:
    """ttt3d §20."""
    assert GAME.parse_move(text) == move
    assert GAME.format_move(move) == text


def test_every_move_is_read_back_from_its_text() -> None:
    """All 338 moves of the game, each with a text of its own."""
    texts = [GAME.format_move(move) for move in EVERY_MOVE]
    assert len(set(texts)) == len(EVERY_MOVE) == 5 * len(HOLES) + 6 + 1 + 196
    assert [GAME.parse_move(text) for text in texts] == EVERY_MOVE


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "w@Ab2 ",
        "w@Ab2\n",
        "W@Ab2",
        "w@ab2",
        "w@Ab4",
        "w@Db1",
        "y@Ab2",
        "wAb2",
        "A",
        "A*",
        "D+",
        "A++",
        "--",
        "!",
        "!1",
        "!1,",
        "!-1,0",
        "!01,0",
        "!1,100",
        "!1;0",
        "!١,0",
        "pass",
    ],
)
def test_nonsense_is_refused_with_an_example(text: str) -> None:
    """The message shows the text and how a move looks."""
    with pytest.raises(NotationError) as caught:
        GAME.parse_move(text)
    assert repr(text) in str(caught.value)
    assert "w@Ab2" in str(caught.value)


@pytest.mark.parametrize(
    "move",
    [
        Place(Piece("pink"), Site("Ab2")),
        Place(Piece("white"), Site("Dd4")),
        Turn(Shelf(3), 1),
        Turn(Shelf(-1), 1),
        Turn(Shelf(0), 2),
        Call(-1, 0),
        Call(0, 100),
    ],
)
def test_a_move_that_cannot_be_written_is_refused(move: Move) -> None:
    """No text is written that could not be read back."""
    with pytest.raises(NotationError):
        GAME.format_move(move)
