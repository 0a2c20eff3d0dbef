"""Whether a board can hold its game: every site, every piece, high enough.

The one place in `board` that knows games by name. It runs on loading, because the file may be anybody's: a
home-built board that lacks a cell should be told so by its file, not by a game that stalls in the middle.
"""

from collections.abc import Mapping
from typing import NamedTuple

from triboard.board.definition import Board
from triboard.fields import Fields, nearest
from triboard.rules import trike, troika
from triboard.rules.trioker.boards import CELLS_73
from triboard.rules.trioker.tiles import TILES, rotations
from triboard.rules.troika.pieces import PIECES
from triboard.rules.ttt3d.geometry import HOLES
from triboard.rules.ttt3d.moves import COLOURS
from triboard.units import Piece, Site


class Needs(NamedTuple):
    """What a game asks of a board: its sites, the shapes of each piece, the most pieces on one site."""

    sites: tuple[Site, ...]
    shapes: Mapping[Piece, tuple[Piece, ...]]
    height: int


def needs_of(game: str, sites: int) -> Needs | None:
    """Needs of a game on a board with so many sites; `None` for a game that the rules do not know."""
    match game:
        case "ttt3d":
            return Needs(HOLES, _one_shape(COLOURS), 1)
        case "troika":
            return Needs(troika.SITES, _one_shape(PIECES), 13)  # troika §10
        case "trike":
            side = next(side for side in range(1, trike.LARGEST + 1) if _cells(side) >= sites or side == 26)
            names = tuple(trike.site_of(cell) for cell in range(_cells(side)))
            return Needs(names, _one_shape((*map(Piece, trike.SIDES), trike.PAWN)), 2)  # trike §9
        case "trioker":
            cells = tuple(cell.site for cell in sorted(CELLS_73))
            return Needs(cells, {Piece(tile): tuple(map(Piece, rotations(tile))) for tile in TILES}, 1)
        case _:
            return None


def check_game(board: Board, fields: Fields) -> None:
    """Note what the board's game needs and the board lacks, and what the game has never heard of."""
    needs = needs_of(board.game, len(board.sites))
    if needs is None:
        return
    sites = {site.site for site in board.sites}
    for site in needs.sites:
        if site not in sites:
            fields.note("sites", f"{site} is missing", f"{board.game} has {len(needs.sites)} sites.")
    for definition in board.sites:
        if definition.site not in needs.sites:
            remedy = nearest(definition.site, needs.sites)
            fields.note("sites", f"'{definition.site}' is no site of {board.game}", remedy)
        elif definition.levels and definition.height < needs.height:
            problem = f"reads {definition.height} pieces on each other"
            fields.note(f"sites.{definition.site}", problem, f"{board.game} stacks up to {needs.height}.")
    trays = {tray.piece: tray for tray in board.trays}
    for piece, shapes in needs.shapes.items():
        if piece not in trays:
            fields.note("pieces", f"{piece} is missing", f"Add {{ piece = {piece!r}, stock = 1 }}.")
        elif set(trays[piece].shapes) != set(shapes):
            fields.note(f"pieces.{piece}.shapes", "are not those of the game", f"Write {list(shapes)}.")
    for piece in trays:
        if piece not in needs.shapes:
            fields.note("pieces", f"'{piece}' is no piece of {board.game}", nearest(piece, needs.shapes))


def _one_shape(pieces: tuple[Piece, ...]) -> dict[Piece, tuple[Piece, ...]]:
    return {piece: (piece,) for piece in pieces}


def _cells(side: int) -> int:
    return side * (side + 1) // 2
