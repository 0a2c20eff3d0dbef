"""Identity by resistor: what a level shows below its pull-up, with every tolerance named.

Nominal values are those of the parts list (`ladder`). Ohms; raw values of a 12-bit converter.
"""

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Final

from triboard.board.definition import Sensing, SensingKind
from triboard.hardware.ladder import FULL, PULL_UP, own_resistor, piece_resistors
from triboard.hardware.sensing_converter import ERROR, NOISE, Converter
from triboard.units import Piece

TOLERANCE: Final = 0.01
"""Of each resistor: metal film, 1 %."""

DRIFT: Final = 0.001
"""50 ppm/K over 20 K, of each resistor."""

CONTACT: Final = 5.0
"""Ohms of one worn contact, at most; a piece has two in series. New ones have less than 0.1."""

LEAKAGE: Final = 1.0
"""uA into or out of an input: a multiplexer's open switches and the converter's pin, at most."""

SPREAD: Final = TOLERANCE + DRIFT


class ResistorLevel:
    """One level, with a pull-up and a resistor of its own for each channel; `matched`: of the values that
    they say."""

    def __init__(
        self, sensing: Sensing, converter: Converter, chance: Random, *, matched: bool = False
    ) -> None:
        self._converter = converter
        self._resistors = resistors_of(sensing)
        self._corners = sensing.kind is SensingKind.CORNERS
        own = own_resistor(sensing)
        drawn = [(PULL_UP * _off(chance), own * _off(chance)) for _ in range(sensing.channels)]
        self._ladders = [(float(PULL_UP), own)] * sensing.channels if matched else drawn

    def shown(self, piece: Piece | None, chance: Random) -> tuple[int, ...]:
        """One reading with a piece whose resistor, contacts and seat are drawn anew."""
        names = (None,) * len(self._ladders) if piece is None else tuple(piece) if self._corners else (piece,)
        return tuple(
            self._one(name, *ladder, chance) for name, ladder in zip(names, self._ladders, strict=True)
        )

    def _one(self, name: str | None, pull_up: float, own: float, chance: Random) -> int:
        resistance = own
        if name is not None:
            contacts = chance.uniform(0, CONTACT) + chance.uniform(0, CONTACT)
            inside = self._resistors[name] * _off(chance) + contacts
            resistance = resistance * inside / (resistance + inside)
        leak = chance.uniform(-LEAKAGE, LEAKAGE)
        return self._converter.read(_shows(resistance, pull_up, leak), chance)


@cache
def resistors_of(sensing: Sensing) -> Mapping[str, float]:
    """Ohms in each kind of piece."""
    return {one.piece: one.ohms for one in piece_resistors(sensing)}


def nominal(sensing: Sensing, piece: str | None) -> float:
    """What perfect parts of the values that one can buy show."""
    resistance = own_resistor(sensing)
    if piece is not None:
        inside = resistors_of(sensing)[piece]
        resistance = resistance * inside / (resistance + inside)
    return _shows(resistance, PULL_UP, 0)


def worst(sensing: Sensing, piece: str | None) -> tuple[float, float]:
    """The lowest and highest raw value with every part at its limit at once, four sigma of noise included."""
    own, ends = own_resistor(sensing), []
    for sign in (-1, 1):
        off = 1 + sign * SPREAD
        resistance = own * off
        if piece is not None:
            inside = resistors_of(sensing)[piece] * off + (2 * CONTACT if sign > 0 else 0)
            resistance = resistance * inside / (resistance + inside)
        shown = _shows(resistance, PULL_UP * (1 - sign * SPREAD), sign * LEAKAGE)
        ends.append(shown + sign * (ERROR + 4 * NOISE))
    return ends[0], ends[1]


def _shows(resistance: float, pull_up: float, leak: float) -> float:
    both = resistance * pull_up / (resistance + pull_up)
    return FULL * (resistance / (resistance + pull_up) + leak * 1e-6 * both / 3.3)


def _off(chance: Random) -> float:
    return 1 + chance.uniform(-TOLERANCE, TOLERANCE) + chance.uniform(-DRIFT, DRIFT)
