"""The tiles on the board: what stands where, what fits where, and why a placement is refused (trioker §6)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from triboard.errors import IllegalMoveError
from triboard.phrases import Said, Words, join, phrase
from triboard.rules.game import Position
from triboard.rules.trioker.boards import Board
from triboard.rules.trioker.moves import Place
from triboard.rules.trioker.tiles import (
    FITTING,
    FREE,
    LAY_INDEX,
    LAYS,
    TILE_OF_LAY,
    TILES,
    VALUES_OF_LAY,
    bits,
)
from triboard.units import Piece


@dataclass(frozen=True, slots=True)
class Field:
    """Occupied cells of a board. Everything below `placed` follows from it and saves time."""

    board: Board
    placed: tuple[int, ...]
    """For each cell the lay that stands there, or -1."""
    corners: tuple[int, ...]
    """For each vertex the value of its ordinary corners, or `FREE`."""
    filled: int
    """Set of occupied cells."""
    edge: int
    """Set of empty cells beside an occupied one."""


def empty_field(board: Board) -> Field:
    return Field(board, (-1,) * len(board.cells), (FREE,) * len(board.vertices), 0, 0)


def with_tile(field: Field, cell: int, lay: int) -> Field:
    """The field with one tile more; the caller has checked that it fits."""
    board = field.board
    placed = list(field.placed)
    placed[cell] = lay
    corners = list(field.corners)
    for vertex, value in zip(board.corners[cell], VALUES_OF_LAY[lay], strict=True):
        if value != FREE:
            corners[vertex] = value
    filled = field.filled | 1 << cell
    return Field(board, tuple(placed), tuple(corners), filled, (field.edge | board.beside[cell]) & ~filled)


def without_tile(field: Field, cell: int) -> Field:
    """The field with one tile less."""
    board = field.board
    left = empty_field(board)
    placed, corners, edge = list(left.placed), list(left.corners), 0
    for other in bits(field.filled & ~(1 << cell)):
        placed[other] = lay = field.placed[other]
        edge |= board.beside[other]
        for vertex, value in zip(board.corners[other], VALUES_OF_LAY[lay], strict=True):
            if value != FREE:
                corners[vertex] = value
    filled = field.filled & ~(1 << cell)
    return Field(board, tuple(placed), tuple(corners), filled, edge & ~filled)


def fitting(field: Field, cell: int) -> int:
    """Set of the lays whose corners all agree with what stands at the cell's vertices."""
    p, q, r = field.board.corners[cell]
    corners = field.corners
    return FITTING[0][corners[p]] & FITTING[1][corners[q]] & FITTING[2][corners[r]]


def placements(field: Field, cells: int, lays: int) -> Iterator[Place]:
    """Every placement of one of `lays` on one of `cells`, in reading order."""
    for cell in bits(cells):
        row = field.board.places[cell]
        for lay in bits(fitting(field, cell) & lays):
            yield row[lay]


def placeable(field: Field, cells: int, lays: int) -> bool:
    """Whether any of `lays` fits any of `cells`."""
    return any(fitting(field, cell) & lays for cell in bits(cells))


def placeable_lays(field: Field, cells: int, lays: int) -> int:
    """Those of `lays` that fit one of `cells`."""
    found = 0
    for cell in bits(cells):
        found |= fitting(field, cell)
    return found & lays


def hexagons(field: Field, cell: int) -> int:
    """How many hexagons the tile on `cell` completes: vertices with all six cells occupied (trioker §10)."""
    around = field.board.around
    return sum(
        1 for vertex in field.board.corners[cell] if around[vertex] and not around[vertex] & ~field.filled
    )


def position_of(field: Field) -> Position:
    cells = field.board.cells
    return Position({cells[cell].site: (Piece(LAYS[field.placed[cell]]),) for cell in bits(field.filled)})


def refuse(code: str, paragraph: int, message: Said) -> NoReturn:
    raise IllegalMoveError(code, f"trioker §{paragraph}", message)


def located(field: Field, move: Place) -> tuple[int, int]:
    """Cell and lay of a placement; refuses what is no tile, off the board, on a tile or does not agree."""
    cell = field.board.index.get(move.cell)
    lay = LAY_INDEX.get(move.text)
    if lay is None:
        refuse("no-such-tile", 1, phrase("There is no tile with the corners {text}.", text=move.text))
    if cell is None:
        refuse("off-board", 6, phrase("{cell} is not on this board.", cell=move.cell.site))
    if field.filled >> cell & 1:
        standing = LAYS[field.placed[cell]]
        refuse(
            "occupied",
            6,
            phrase("The tile {standing} already lies on {cell}.", standing=standing, cell=move.cell.site),
        )
    if not fitting(field, cell) >> lay & 1:
        refuse("corner", 6, _quarrel(field, cell, lay))
    return cell, lay


def check_beside(field: Field, cell: int) -> None:
    """Refuses a cell that shares no side with a tile."""
    if not field.edge >> cell & 1:
        refuse(
            "not-beside",
            6,
            phrase("{cell} must touch a tile with a whole side.", cell=field.board.cells[cell].site),
        )


def name_of_lay(lay: int) -> str:
    return TILES[TILE_OF_LAY[lay]]


def _quarrel(field: Field, cell: int, lay: int) -> Words:
    """Says which corner of the tile meets which value."""
    wrong = [
        phrase("its corner {value} meets a {standing}", value=value, standing=standing)
        for vertex, value in zip(field.board.corners[cell], VALUES_OF_LAY[lay], strict=True)
        if value != FREE and (standing := field.corners[vertex]) not in (FREE, value)
    ]
    return phrase(
        "The tile {tile} laid as {lay} does not fit on {cell}: {quarrels}.",
        tile=name_of_lay(lay),
        lay=LAYS[lay],
        cell=str(field.board.cells[cell]),
        quarrels=join(wrong),
    )
