"""Linear Hall sensors: what a magnet in a piece shows, with every tolerance named.

Sources: DRV5055 data sheet (TI, SBAS640: version A3 at 3.3 V; ratiometric, so the supply falls out); for the
pawn's switch the limits that TI gives for the DRV5023-Q1 (closes at 6.8, 12, 24 mT at most, opens at 0.5, 1,
3 mT at least: versions FA, AJ, BI); data sheets of sintered NdFeB magnets. Fields in
millitesla, lengths in millimetres, raw values of a 12-bit converter.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import pi, sin, sqrt
from random import Random
from typing import Final, NamedTuple

from triboard.hardware.sensing_converter import ERROR, MIDDLE, NOISE, STEPS, Converter
from triboard.units import Piece

SUPPLY: Final = 3300.0
"""mV, of sensor and converter alike."""

SENSITIVITY: Final = 15.0
"""mV/mT of a DRV5055A3 at 3.3 V."""

PER_MILLITESLA: Final = SENSITIVITY / SUPPLY * STEPS
"""Raw values that a millitesla moves the output."""

RAIL: Final = (20.0, 200.0)
"""mV: a saturated output stays somewhere so far from the supply."""

REMANENCE: Final = 1320.0
"""mT: N42, the middle of 1.29 to 1.35 T."""

# What may be off, each at most so much either way
SENSITIVITY_OFF: Final = 0.06  # 14.1 to 15.9 mV/mT
QUIESCENT_OFF: Final = 60.0  # mV: 1.59 to 1.71 V without a field
QUIESCENT_DRIFT: Final = 10.0  # mV over 20 K and the years
REMANENCE_OFF: Final = 0.03
TEMPERATURE_OFF: Final = 0.01  # what the sensor's compensation leaves of the magnet's 0.12 %/K, over 20 K
PRINT_OFF: Final = 0.1  # mm: each of floor, membrane and seat of the sensor
SIDEWAYS: Final = 0.6  # mm: a piece in its recess, a magnet in its pocket
TILT: Final = 0.97  # cosine of the most that a magnet leans


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc magnet, magnetised along its axis."""

    diameter: float
    height: float

    def on_axis(self, distance: float) -> float:
        """Field on the axis, `distance` from its face."""
        radius, far = self.diameter / 2, distance + self.height
        near = distance / sqrt(distance**2 + radius**2)
        return REMANENCE / 2 * (far / sqrt(far**2 + radius**2) - near)

    def near_axis(self, distance: float, sideways: float) -> float:
        """Field a little off the axis: a field without sources bends there half as much as along the axis."""
        step = 0.05
        ends = self.on_axis(distance - step) + self.on_axis(distance + step)
        bend = (ends - 2 * self.on_axis(distance)) / step**2
        return self.on_axis(distance) - sideways**2 / 4 * bend

    def beside(self, sideways: float, below: float) -> float:
        """Its field's part along the axis far off it, `below` its middle: that of a dipole."""
        volume = pi / 4 * self.diameter**2 * self.height
        squared = sideways**2 + below**2
        return REMANENCE * volume / (4 * pi) * (3 * below**2 / squared - 1) / float(squared**1.5)


@dataclass(frozen=True, slots=True)
class Stack:
    """What lies between a magnet's face and the Hall element, from above."""

    floor: float  # plastic of the piece below its magnet
    membrane: float  # plastic of the cell above the sensor
    air: float = 0.1  # piece on cell
    seat: float = 0.2  # sensor below its membrane
    die: float = 0.8  # element below the sensor's face

    @property
    def distance(self) -> float:
        """From the magnet's face to the element."""
        return self.floor + self.air + self.membrane + self.seat + self.die


class Pole(NamedTuple):
    """A magnet in a piece: how deep it sits, its sign (+1: south pole down, to the sensor), discs on each
    other."""

    stack: Stack
    sign: int
    discs: int = 1


class Neighbour(NamedTuple):
    """Magnets beside a sensor: how far, and how many at that distance."""

    sideways: float
    number: int


@dataclass(frozen=True, slots=True)
class Magnets:
    """One way of telling pieces by magnets: the magnet, how it sits for each symbol, what stands beside.

    `extra`: a field that is sometimes there whatever the piece (the pawn's ring).
    """

    disc: Disc
    poles: Mapping[str, Pole]
    neighbours: Sequence[Neighbour]
    extra: float = 0.0

    def field(self, symbol: str | None) -> float:
        """The nominal field at the element."""
        if symbol is None:
            return 0.0
        pole = self.poles[symbol]
        return pole.sign * self.of(pole).on_axis(pole.stack.distance)

    def of(self, pole: Pole) -> Disc:
        """The discs of a pole as one."""
        return Disc(self.disc.diameter, self.disc.height * pole.discs)

    def aside(self) -> tuple[float, float]:
        """The lowest and highest field of all neighbours and the extra together."""
        below = min(pole.stack.distance for pole in self.poles.values()) + self.disc.height / 2
        most = sum(abs(self.disc.beside(one.sideways, below)) * one.number for one in self.neighbours)
        return min(0.0, self.extra) - most, max(0.0, self.extra) + most


def nominal(magnets: Magnets, symbol: str | None) -> float:
    """What a perfect sensor and magnet show."""
    return _clip(MIDDLE + PER_MILLITESLA * magnets.field(symbol), RAIL[1])


def worst(magnets: Magnets, symbol: str | None) -> tuple[float, float]:
    """The lowest and highest raw value with everything at its limit at once, four sigma of noise included."""
    fixed = (QUIESCENT_OFF + QUIESCENT_DRIFT) / SUPPLY * STEPS + ERROR + 4 * NOISE
    gain = SENSITIVITY_OFF + TEMPERATURE_OFF
    low, high = magnets.aside()
    if symbol is not None:
        pole = magnets.poles[symbol]
        disc = magnets.of(pole)
        near = disc.on_axis(pole.stack.distance - 3 * PRINT_OFF) * (1 + REMANENCE_OFF)
        far = disc.near_axis(pole.stack.distance + 3 * PRINT_OFF, SIDEWAYS) * (1 - REMANENCE_OFF) * TILT
        ends = sorted((pole.sign * near, pole.sign * far))
        low, high = low + ends[0], high + ends[1]
    adc = ERROR + 4 * NOISE
    lowest = MIDDLE + PER_MILLITESLA * _amplified(low, gain, -1) - fixed
    highest = MIDDLE + PER_MILLITESLA * _amplified(high, gain, 1) + fixed
    inner = RAIL[1] / SUPPLY * STEPS
    return (
        max(RAIL[0] / SUPPLY * STEPS - adc, min(lowest, STEPS - inner - adc)),
        min(STEPS - RAIL[0] / SUPPLY * STEPS + adc, max(highest, inner + adc)),
    )


def _amplified(field: float, gain: float, sign: int) -> float:
    """A field with the sensitivity that takes it farthest to one side."""
    return field * (1 + gain if field * sign > 0 else 1 - gain)


class HallSensor:
    """One sensor below its membrane; `matched`: a calibration has taken away how it differs from the next."""

    def __init__(
        self, magnets: Magnets, converter: Converter, chance: Random, *, matched: bool = False
    ) -> None:
        self._magnets = magnets
        self._converter = converter
        self._gain = PER_MILLITESLA * (1 + _off(chance, SENSITIVITY_OFF) + _off(chance, TEMPERATURE_OFF))
        rest = _off(chance, QUIESCENT_OFF) + _off(chance, QUIESCENT_DRIFT)
        self._rest = MIDDLE + rest / SUPPLY * STEPS
        self._rail = chance.uniform(*RAIL)
        self._seat = _off(chance, PRINT_OFF) + _off(chance, PRINT_OFF)
        if matched:
            self._gain, self._rest, self._seat = PER_MILLITESLA, float(MIDDLE), 0.0
        self._symbols = (None, *magnets.poles)
        near = min(pole.stack.distance for pole in magnets.poles.values()) + magnets.disc.height / 2
        self._beside = [
            magnets.disc.beside(one.sideways, near) for one in magnets.neighbours for _ in range(one.number)
        ]
        strongest = max(abs(magnets.field(symbol)) for symbol in magnets.poles)
        self._strength = {symbol: magnets.field(symbol) / strongest for symbol in magnets.poles}

    def shown(self, symbol: str | None, chance: Random) -> int:
        """One reading with a magnet, a seat and neighbours that are drawn anew."""
        magnets, field = self._magnets, 0.0
        for beside in self._beside:
            other = self._symbols[chance.randrange(len(self._symbols))]
            if other is not None:
                field += beside * (1 if self._strength[other] > 0 else -1)
        if magnets.extra and chance.random() < 0.5:
            field += magnets.extra
        if symbol is not None:
            pole = magnets.poles[symbol]
            distance = pole.stack.distance + self._seat + _off(chance, PRINT_OFF)
            own = magnets.of(pole).near_axis(distance, SIDEWAYS * sqrt(chance.random()))
            field += pole.sign * own * (1 + _off(chance, REMANENCE_OFF)) * chance.uniform(TILT, 1)
        return self._converter.read(_clip(self._rest + self._gain * field, self._rail), chance)


def _clip(raw: float, millivolts: float) -> float:
    rail = millivolts / SUPPLY * STEPS
    return min(STEPS - rail, max(rail, raw))


def _off(chance: Random, most: float) -> float:
    return chance.uniform(-most, most)


# The boards

CHECKER_PITCH: Final = 32.0
PAWN_RING: Final = 15.0
PAWN_MAGNETS: Final = 20
"""So many that a DRV5023BI closes between two of them, and so far out that checkers let it open again."""
CELL_SIDE: Final = 55.0
CORNER_RADIUS: Final = 14.0

CHECKER: Final = Disc(6, 2)
CORNER: Final = Disc(5, 2)
PAWN: Final = Disc(3, 2)

CHECKER_STACK: Final = Stack(floor=0.8, membrane=2.4)
PAWN_STACK: Final = Stack(floor=0.0, membrane=1.6, seat=0.2, die=0.8)
"""From the pawn's ring to its Hall switch; the recess does not lie there."""

STRONG: Final = Stack(floor=1.2, membrane=1.0)
WEAK: Final = Stack(floor=3.2, membrane=1.0)
CORNER_POLES: Final[Mapping[str, Pole]] = {
    "0": Pole(STRONG, 1),
    "1": Pole(WEAK, 1),
    "2": Pole(WEAK, -1),
    "3": Pole(STRONG, -1),
    "*": Pole(Stack(floor=0.4, membrane=1.0), 1, discs=2),  # drives the sensor to its rail
}
"""How the magnet of each value of a corner sits."""


def _ring(radius: float, below: float) -> float:
    """Field in the middle of the pawn's ring of magnets, south poles down."""
    return PAWN_MAGNETS * PAWN.beside(radius, below)


CHECKERS: Final = Magnets(
    CHECKER,
    {"black": Pole(CHECKER_STACK, -1), "white": Pole(CHECKER_STACK, 1)},
    (Neighbour(CHECKER_PITCH, 6),),
    # the pawn stands on the cell's face, a recess above the checker's
    extra=_ring(PAWN_RING, CHECKER_STACK.distance - CHECKER_STACK.floor + 0.6 + PAWN.height / 2),
)

_ROUND_VERTEX: Final = CELL_SIDE / sqrt(3) - CORNER_RADIUS

CORNERS: Final = Magnets(
    CORNER,
    CORNER_POLES,
    (
        *(Neighbour(2 * _ROUND_VERTEX * sin(k * pi / 6), 1 if k == 3 else 2) for k in (1, 2, 3)),
        Neighbour(CORNER_RADIUS * sqrt(3), 2),  # the tile's own other corners
    ),
)

BY_NAME: Final[Mapping[str, Magnets]] = {"checker": CHECKERS, "corners": CORNERS}
"""By the board file's way of sensing."""


class HallLevel:
    """One level read by one Hall sensor, or by one for each corner."""

    def __init__(
        self,
        magnets: Magnets,
        channels: int,
        converter: Converter,
        chance: Random,
        *,
        matched: bool = False,
    ) -> None:
        self._sensors = [HallSensor(magnets, converter, chance, matched=matched) for _ in range(channels)]

    def shown(self, piece: Piece | None, chance: Random) -> tuple[int, ...]:
        """One reading with a piece that is drawn anew."""
        if len(self._sensors) == 1:
            return (self._sensors[0].shown(piece, chance),)
        symbols = (None,) * len(self._sensors) if piece is None else tuple(piece)
        return tuple(
            sensor.shown(symbol, chance) for sensor, symbol in zip(self._sensors, symbols, strict=True)
        )
