"""Many boards with parts drawn by chance, read by the daemon's own classifier: how often it errs.

`python -m triboard.hardware.sensing_trial BOARD READS [SEED]`. Analogue levels are read as the board file
says, without calibration and without hysteresis; colour sensors after `triboard calibrate` (baseline and one
ball of each colour).
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from triboard.board.classify import classify_level
from triboard.board.definition import Board, Level, Sensing, SensingKind
from triboard.board.load import load_board
from triboard.board.profile import Profile, calibrated
from triboard.board.readings import EMPTY, UNKNOWN, Reading, holds
from triboard.hardware.sensing_colour import LUX_CALIBRATION, ColourLevel, Room
from triboard.hardware.sensing_converter import Converter
from triboard.hardware.sensing_models import LevelModel, level_model
from triboard.units import Piece

READS_A_LEVEL: Final = 12
"""Of one level before another is drawn."""

SCANS: Final = 5
"""Of which a calibration takes the middle."""


@dataclass(slots=True)
class Trial:
    """What came of it: `errors` counts (what stood there, what was read)."""

    reads: int = 0
    wrong: int = 0
    unknown: int = 0
    errors: Counter[tuple[str, str]] = field(default_factory=Counter)

    def take(self, piece: Piece | None, reading: Reading) -> None:
        """Count one reading of a level on which `piece` stands."""
        self.reads += 1
        if reading == (EMPTY if piece is None else holds(piece)):
            return
        if reading == UNKNOWN:
            self.unknown += 1
        else:
            self.wrong += 1
        self.errors[piece or "empty", reading.text] += 1


def trial(board: Board, reads: int, seed: int, *, calibrate: bool = True) -> Trial:
    """At least so many readings of each analogue way of sensing of a board."""
    found, chance = Trial(), Random(seed)
    for sensing in analogue(board):
        start = found.reads
        levels = _levels(board, sensing, chance, calibrate=calibrate)
        kinds = kinds_of(sensing)
        while found.reads < start + reads:
            own, model = next(levels)
            for _ in range(READS_A_LEVEL):
                piece = kinds[chance.randrange(len(kinds))]
                found.take(piece, classify_level(own, model.shown(piece, chance)))
    return found


def analogue(board: Board) -> tuple[Sensing, ...]:
    """The ways of sensing that tell kinds by value."""
    counted = (SensingKind.DIGITAL, SensingKind.TAGS)
    found = (level.sensing for level in _all_levels(board))
    return tuple(dict.fromkeys(sensing for sensing in found if sensing.kind not in counted))


def kinds_of(sensing: Sensing) -> tuple[Piece | None, ...]:
    """Nothing, and everything that may stand there."""
    match sensing.kind:
        case SensingKind.COLOUR:
            return tuple(one.piece for one in sensing.signatures)
        case SensingKind.BANDS:
            return tuple(None if band.symbol is None else Piece(band.symbol) for band in sensing.bands)
        case _:
            return (None, *sensing.pieces)


def _all_levels(board: Board) -> Iterator[Level]:
    return (level for site in (*board.sites, *board.aside) for level in site.levels)


def _levels(
    board: Board, sensing: Sensing, chance: Random, *, calibrate: bool
) -> Iterator[tuple[Sensing, LevelModel]]:
    """Levels of ever new boards, each with the way of reading that the daemon then has."""
    count = sum(level.sensing == sensing for level in _all_levels(board))
    while True:
        converter, room = Converter(chance), Room(chance)
        models = [
            level_model(sensing, board.build.analogue, converter, room, chance, matched=False)
            for _ in range(count)
        ]
        known = [model for model in models if model is not None]
        if calibrate and sensing.kind is SensingKind.COLOUR:
            holes = [model for model in known if isinstance(model, ColourLevel)]
            yield from zip(_calibrated(board, sensing, holes, chance), known, strict=True)
        else:
            yield from ((sensing, model) for model in known)


def _calibrated(board: Board, sensing: Sensing, holes: list[ColourLevel], chance: Random) -> list[Sensing]:
    """What `triboard calibrate` makes of each hole, in a dimmed room with the lamps just warm."""
    dimmed = Room(chance, lux=LUX_CALIBRATION, warm=False)
    playing = [hole.room for hole in holes]
    for hole in holes:
        hole.room = dimmed
    bare = [_middle(hole, None, chance) for hole in holes]
    usual = next(one.values for one in sensing.signatures if one.piece is None)
    pieces = {}
    for piece in (one.piece for one in sensing.signatures):
        if piece is not None:
            shown = zip(_middle(holes[0], piece, chance), usual, bare[0], strict=True)
            pieces[piece] = tuple(min(255, round(value * file / here)) for value, file, here in shown)
    empty = tuple(value for values in bare for value in values)
    laid = calibrated(board, Profile(board.name, "", empty=empty, pieces={sensing.name: pieces}))
    for hole, room in zip(holes, playing, strict=True):
        hole.room = room
    return [level.sensing for level in _all_levels(laid)]


def _middle(hole: ColourLevel, piece: Piece | None, chance: Random) -> tuple[int, ...]:
    scans = [hole.shown(piece, chance) for _ in range(1 if piece else SCANS)]
    return tuple(sorted(values)[len(values) // 2] for values in zip(*scans, strict=True))


def _main(name: str, reads: int, seed: int) -> None:
    board = load_board(name)
    found = trial(board, reads, seed)
    sys.stdout.write(f"{name}: {found.reads} reads, {found.wrong} wrong, {found.unknown} unknown\n")
    for (stood, read), count in found.errors.most_common(10):
        sys.stdout.write(f"  {stood} read as {read}: {count}\n")


if __name__ == "__main__":
    _main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1)
