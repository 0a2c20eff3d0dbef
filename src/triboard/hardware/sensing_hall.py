"""Linear Hall sensors: what a magnet in a piece shows, with every tolerance named.

Sources: DRV5055 data sheet (TI, SBAS640: version A3 at 3.3 V; ratiometric, so the supply falls out), data sheets of
sintered NdFeB magnets. Fields in millitesla, lengths in millimetres, raw values of a 12-bit converter.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from triboard.hardware.sensing_converter import MIDDLE, STEPS

SUPPLY: Final = 3300.0
"""mV, of sensor and converter alike."""

SENSITIVITY: Final = 15.0
"""mV/mT of a DRV5055A3 at 3.3 V."""

PER_MILLITESLA: Final = SENSITIVITY / SUPPLY * STEPS
"""Raw values that a millitesla moves the output."""

REMANENCE: Final = 1320.0
"""mT: N42, the middle of 1.28 to 1.34 T."""

RAIL: Final = 200.0
"""mV: the output comes no nearer to either supply."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc magnet, magnetised along its axis."""

    diameter: float
    height: float

    def on_axis(self, distance: float, remanence: float = REMANENCE) -> float:
        """Field on the axis, `distance` from its face."""
        radius, far = self.diameter / 2, distance + self.height
        return remanence / 2 * (far / sqrt(far**2 + radius**2) - distance / sqrt(distance**2 + radius**2))

    def beside(self, sideways: float, below: float, remanence: float = REMANENCE) -> float:
        """Its field's part along the axis, far off it: `below` its middle, as a dipole."""
        volume = 3.141592653589793 / 4 * self.diameter**2 * self.height
        squared = sideways**2 + below**2
        return remanence * volume / (4 * 3.141592653589793) * (3 * below**2 / squared - 1) / squared**1.5


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


CHECKER: Final = Disc(6, 2)
CORNER: Final = Disc(5, 2)
PAWN: Final = Disc(3, 2)

CHECKER_STACK: Final = Stack(floor=0.8, membrane=2.4)
CORNER_STACK: Final[Mapping[str, Stack]] = {
    "0": Stack(floor=1.0, membrane=1.0),
    "1": Stack(floor=2.2, membrane=1.0),
    "2": Stack(floor=2.8, membrane=1.0),
    "3": Stack(floor=1.0, membrane=1.0),
    "*": Stack(floor=4.0, membrane=1.0),
}
"""How deep the magnet of each corner's value sits."""

MOST_FLOOR: Final = max(stack.floor for stack in CORNER_STACK.values())
