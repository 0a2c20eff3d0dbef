"""Resistors of pieces that are read by resistor: from the bands of the board file to values that one can
buy."""

from dataclasses import dataclass
from math import log10
from typing import Final

from triboard.board.definition import Board, Sensing, SensingKind

FULL: Final = 4095
"""Highest value of the converter."""

PULL_UP: Final = 2200
"""Ohms from 3.3 V to each level. With the 200 pF of two multiplexers and their wires a level then settles
to half a step within 9 x 2.2 kΩ x 200 pF = 4 µs, less than the 5 µs that the firmware waits (`settle_us`)."""

E24: Final = (
    1.0, 1.1, 1.2, 1.3, 1.5, 1.6, 1.8, 2.0, 2.2, 2.4, 2.7, 3.0,
    3.3, 3.6, 3.9, 4.3, 4.7, 5.1, 5.6, 6.2, 6.8, 7.5, 8.2, 9.1,
)  # fmt: skip
E96: Final = tuple(round(10 ** (step / 96), 2) for step in range(96))


@dataclass(frozen=True, slots=True)
class PieceResistor:
    """The resistor of a kind of piece: what the band asks for, and the nearest that is made."""

    piece: str
    middle: int
    exact: float
    ohms: float
    shows: float


def nearest(ohms: float, series: tuple[float, ...] = E96) -> float:
    """The nearest value of a series, on a logarithmic scale."""
    decade = 10.0 ** int(log10(ohms) // 1)
    steps = [value * decade for value in (*series, 10.0)]
    return min(steps, key=lambda value: abs(log10(value / ohms)))


def own_resistor(sensing: Sensing) -> float:
    """A level's own resistor, which shows the band of the empty level by itself."""
    empty = next(band for band in sensing.bands if band.symbol is None)
    return nearest(PULL_UP * empty.middle / (FULL - empty.middle), E24)


def piece_resistors(sensing: Sensing) -> tuple[PieceResistor, ...]:
    """The resistor of each piece, in parallel with the level's own."""
    own = own_resistor(sensing)
    found = []
    for band in sensing.bands:
        if band.symbol is None:
            continue
        both = PULL_UP * band.middle / (FULL - band.middle)
        exact = 1 / (1 / both - 1 / own)
        ohms = nearest(exact)
        together = 1 / (1 / ohms + 1 / own)
        found.append(
            PieceResistor(band.symbol, band.middle, exact, ohms, FULL * together / (together + PULL_UP))
        )
    return tuple(found)


def ladders(board: Board) -> tuple[Sensing, ...]:
    """The ways of sensing of a board that could be built with resistors."""
    levels = [level.sensing for site in (*board.sites, *board.aside) for level in site.levels]
    analogue = (SensingKind.BANDS, SensingKind.CORNERS)
    return tuple(dict.fromkeys(sensing for sensing in levels if sensing.kind in analogue))
