"""Moves of 3D tic-tac-toe and their text (ttt3d §20)."""

import re
from dataclasses import dataclass
from typing import Final, assert_never

from triboard.errors import NotationError
from triboard.rules.ttt3d.geometry import HOLES, SHELF_LETTERS, SHELVES, Shelf
from triboard.units import Piece, Site

LETTERS: Final = {
    Piece("white"): "w",
    Piece("black"): "k",
    Piece("red"): "r",
    Piece("green"): "g",
    Piece("blue"): "b",
}
"""The five colours (ttt3d §4), each with its letter (ttt3d §20)."""

COLOURS: Final = tuple(LETTERS)

MOST_CALLED: Final = 13
"""No ball completes more than 13 lines, so a call counts no further (ttt3d §10).

A rim can form more lines of one kind than that; then 13 of them can be called.
"""


@dataclass(frozen=True, slots=True)
class Place:
    """Put a ball into an empty hole: `w@Ab2`."""

    colour: Piece
    site: Site


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn a rim by one detent seen from above, `clockwise` = +1 or -1: `B+`, `B-`."""

    shelf: Shelf
    clockwise: int


@dataclass(frozen=True, slots=True)
class Decline:
    """Leave the rims alone where a turn was allowed after the ball: `-`."""


@dataclass(frozen=True, slots=True)
class Call:
    """Call lines of five and of one point for the turn just made: `!2,1`; `!0,0` calls nothing."""

    fives: int
    ones: int


Move = Place | Turn | Decline | Call

PLACINGS: Final = {colour: tuple(Place(colour, site) for site in HOLES) for colour in COLOURS}
"""All placings of each colour, in hole order."""

TURNS: Final = tuple(Turn(shelf, way) for shelf in SHELVES for way in (1, -1))
DECLINE: Final = Decline()
CALLS: Final = tuple(Call(fives, ones) for fives in range(MOST_CALLED + 1) for ones in range(MOST_CALLED + 1))
NO_CALL: Final = Call(0, 0)
"""Calls nothing and so closes the window; the OK button means this after the last ball (ttt3d §10)."""

_COLOUR_OF: Final = {letter: colour for colour, letter in LETTERS.items()}
_WAY_SIGNS: Final = {1: "+", -1: "-"}
_PLACE: Final = re.compile(r"([wkrgb])@([ABC][abc][123])")
_TURN: Final = re.compile(r"([ABC])([+-])")
_CALL: Final = re.compile(r"!(0|[1-9][0-9]?),(0|[1-9][0-9]?)")


def format_move(move: Move) -> str:
    """Text of a move (ttt3d §20); `NotationError` for one with a colour, hole or rim that does not exist."""
    match move:
        case Place(colour, site):
            text = f"{LETTERS.get(colour, '?')}@{site}"
        case Turn(shelf, clockwise):
            letter = SHELF_LETTERS[shelf] if shelf in SHELVES else "?"
            text = f"{letter}{_WAY_SIGNS.get(clockwise, '?')}"
        case Decline():
            text = "-"
        case Call(fives, ones):
            text = f"!{fives},{ones}"
        case _:
            assert_never(move)
    parse_move(text)
    return text


def parse_move(text: str) -> Move:
    """Move of a text (ttt3d §20), whether legal or not; `NotationError` for anything else."""
    if text == "-":
        return DECLINE
    if found := _PLACE.fullmatch(text):
        return Place(_COLOUR_OF[found[1]], Site(found[2]))
    if found := _TURN.fullmatch(text):
        return Turn(Shelf(SHELF_LETTERS.index(found[1])), 1 if found[2] == "+" else -1)
    if found := _CALL.fullmatch(text):
        return Call(int(found[1]), int(found[2]))
    raise NotationError(
        f"{text!r} is no move of 3D tic-tac-toe. Write w@Ab2 for a white ball in hole Ab2 "
        "(colours w k r g b), B+ or B- to turn a rim, - to leave the rims alone, "
        "!2,1 to call two fives and one one"
    )
