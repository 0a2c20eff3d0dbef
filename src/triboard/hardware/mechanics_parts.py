"""The printed parts: number, drawing, and how many of each a board needs, counted from its board file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from triboard.board.definition import Board

Count = Callable[[Board], int]


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """One part of a board: `source` is the drawing in `hardware/parts`, `defines` what is told to it on the
    command line of OpenSCAD. `note` is what whoever prints it should know."""

    number: str
    name: str
    board: str
    source: str
    count: Count
    defines: Mapping[str, str | float | bool]
    note: str = ""

    @property
    def file(self) -> str:
        """Name of its STL and of its picture, without the ending."""
        return f"{self.number}-{self.name}"


def _part(
    number: str, name: str, source: str, count: Count, note: str = "", **defines: str | float | bool
) -> PrintedPart:
    return PrintedPart(number, name, _BOARDS[number[:2]], source, count, defines, note)


_BOARDS: Final = {"M1": "ttt3d", "M2": "troika", "M3": "trike", "M4": "trioker"}
_UP: Final = "Clear or white filament: light must pass."


def _shelves(board: Board) -> int:
    return len({site.place.z for site in board.sites})


def _four(board: Board) -> int:
    return 4 * _shelves(board)


def _rims(board: Board) -> int:
    return len(board.rims)


def _sites(board: Board) -> int:
    return len(board.sites)


def _aside(board: Board) -> int:
    return len(board.aside)


def _seats(board: Board) -> int:
    return len(board.seats)


def _stock(board: Board) -> int:
    return sum(tray.stock for tray in board.trays)


def _checkers(board: Board) -> int:
    """As many of each colour as a full board takes, or as the file says, whichever is less."""
    half = -(-len(board.sites) // 2)
    return sum(min(tray.stock, half) for tray in board.trays if tray.piece != "pawn")


def _sized(size: str) -> Count:
    return lambda board: sum(tray.stock for tray in board.trays if tray.piece.endswith(size))


def _tile(piece: str) -> Count:
    return lambda board: sum(tray.stock for tray in board.trays if tray.piece == piece)


_SIZES: Final = ("small", "medium", "large")
TILES: Final = (
    "000", "001", "002", "003", "012", "021", "111", "112", "113", "110", "123", "132", "222",
    "223", "220", "221", "230", "203", "333", "330", "331", "332", "301", "310", "*12",
)  # fmt: skip

PARTS: Final[tuple[PrintedPart, ...]] = (
    _part("M101", "shelf-quarter", "shelf", _four, "Four make a shelf."),
    _part("M102", "shelf-hub", "hub", _shelves, "Support inside the sensor's pocket."),
    _part("M103", "rim-quarter", "rim", lambda board: 4 * _rims(board), f"Top face down. {_UP}"),
    _part("M104", "encoder-mount", "encoder_mount", _rims, "At the far left corner of each shelf."),
    _part("M105", "detent-block", "detent_block", _rims, "At the near right corner of each shelf."),
    _part("M106", "splice", "splice", lambda board: 8 * (_shelves(board) + _rims(board))),
    _part(
        "M107", "ball-half", "ball", lambda board: 2 * _stock(board), "Matt filament, one colour a player."
    ),
    _part("M108", "pillar", "pillar", lambda board: 4 * (_shelves(board) - 1)),
    _part("M109", "seat-light", "seat_bar", _seats, _UP),
    _part(
        "M110",
        "switch-cell",
        "switch_cell",
        _sites,
        "Only for builds with microswitches, instead of M101 to M106.",
    ),
    *(
        _part(f"M20{n}", f"pyramid-{size}", "pyramid", _sized(size[0]), size=size)
        for n, size in enumerate(_SIZES, 1)
    ),
    *(
        _part(f"M20{n}", f"base-plate-{size}", "pyramid_base", _sized(size[0]), size=size)
        for n, size in enumerate(_SIZES, 4)
    ),
    _part("M207", "post-levels", "post", _sites, "The half with the contacts of the levels.", half=0),
    _part("M208", "post-ground", "post", _sites, "The half with the contacts of the ground.", half=1),
    _part("M209", "post-cap", "post_cap", lambda board: _sites(board) + _aside(board), "Plug upwards."),
    _part("M210", "field-plate", "field_plate", _sites, f"Top face down. {_UP}"),
    _part("M211", "tray-plate", "field_plate", _aside, f"Top face down. {_UP}", tray=True),
    _part("M212", "tray-post-level", "post", _aside, half=0, height=1),
    _part("M213", "tray-post-ground", "post", _aside, half=1, height=1),
    _part("M301", "hex-tile", "hex_tile", _sites, _UP),
    _part("M302", "checker", "checker", _checkers, "Half of them black, half white."),
    _part("M303", "checker-lid", "checker", _checkers, "In the checker's colour.", lid=True),
    _part("M304", "pawn", "pawn", lambda _: 1, "A third colour."),
    _part("M401", "cell-frame", "cell_frame", _sites, _UP),
    *(
        _part(
            f"M4{n}",
            f"tile-{piece.replace('*', 'w')}",
            "tri_tile",
            _tile(piece),
            corners=piece.replace("*", "w"),
        )
        for n, piece in enumerate(TILES, 10)
    ),
)


def parts_of(board: str) -> tuple[PrintedPart, ...]:
    """The printed parts of a board by its game."""
    return tuple(part for part in PARTS if part.board == board)
