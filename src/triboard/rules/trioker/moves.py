"""Moves of every mode and their texts (trioker §29)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final, assert_never

from triboard.errors import NotationError
from triboard.rules.trioker.lattice import Cell, parse_cell
from triboard.rules.trioker.tiles import LAY_INDEX, TILE_INDEX, tile_named
from triboard.units import Side


class Colour(Enum):
    """The two coins; the value is the points (trioker §13)."""

    RED = 5
    BLACK = 2


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a tile: the values at the cell's corners, in its corner order."""

    cell: Cell
    text: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Take a tile from the bank; `tile` is `None` where nobody but its owner sees it."""

    tile: str | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Let the turn go."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Oblige the player who passed to place (with `honour`)."""


@dataclass(frozen=True, slots=True)
class Coin:
    """Give one coin to the bank (J1)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a tile out of a puzzle."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Reveal:
    """Show the tiles that a hidden hand still holds, in the order of paragraph 1."""

    side: Side
    tiles: tuple[str, ...]


Move = Place | Draw | Pass | Challenge | Coin | Remove | Reveal


def format_move(move: Move) -> str:
    match move:
        case Place(cell, text):
            return f"{cell}:{text}"
        case Draw(None):
            return "draw"
        case Draw(tile):
            return f"draw:{tile}"
        case Pass():
            return "pass"
        case Challenge():
            return "challenge"
        case Coin(colour):
            return f"coin:{colour.name.lower()}"
        case Remove(cell):
            return f"remove:{cell}"
        case Reveal(side, tiles):
            return f"reveal:{side}:{','.join(tiles)}"
        case _:
            assert_never(move)


EXAMPLES: Final = "U3,3:012, draw:012, draw, pass, challenge, coin:red, remove:U3,3 or reveal:1:012,333"


def parse_move(text: str) -> Move:
    """Inverse of `format_move`; raises `NotationError`."""
    simple = _SIMPLE.get(text)
    if simple is not None:
        return simple
    word, colon, rest = text.partition(":")
    if not colon:
        raise NotationError(f"{text!r} is no move; moves are written like {EXAMPLES}")
    return _PARSERS.get(word, _place)(word, rest)


_SIMPLE: Final[dict[str, Move]] = {
    "draw": Draw(),
    "pass": Pass(),
    "challenge": Challenge(),
    "coin:red": Coin(Colour.RED),
    "coin:black": Coin(Colour.BLACK),
}


def _place(word: str, rest: str) -> Move:
    cell = parse_cell(word)
    if rest not in LAY_INDEX:
        raise NotationError(
            f"no tile shows {rest!r}; corners are written like 012 or *12, read counter-clockwise"
        )
    return Place(cell, rest)


def _draw(_word: str, rest: str) -> Move:
    return Draw(_tile(rest))


def _coin(_word: str, rest: str) -> Move:
    raise NotationError(f"{rest!r} is no coin; write coin:red or coin:black")


def _remove(_word: str, rest: str) -> Move:
    return Remove(parse_cell(rest))


def _reveal(_word: str, rest: str) -> Move:
    found = re.fullmatch(r"([0-3]):(.*)", rest)
    if not found:
        raise NotationError(f"{rest!r} reveals nothing; write reveal:1:012,333")
    tiles = tuple(_tile(name) for name in found[2].split(",")) if found[2] else ()
    if len(set(tiles)) < len(tiles):
        raise NotationError(f"{rest!r} names a tile twice")
    return Reveal(Side(int(found[1])), tuple(sorted(tiles, key=TILE_INDEX.__getitem__)))


_PARSERS: Final[dict[str, Callable[[str, str], Move]]] = {
    "draw": _draw,
    "coin": _coin,
    "remove": _remove,
    "reveal": _reveal,
}


def _tile(name: str) -> str:
    if name in TILE_INDEX:
        return name
    meant = tile_named(name)
    hint = f"this tile is spelled {meant}" if meant else "tiles are spelled like 012, 333 or *12"
    raise NotationError(f"{name!r} is no tile; {hint}")
