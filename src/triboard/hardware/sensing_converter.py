"""The Pico's analogue converter and the multiplexers before it: what they add to every raw value.

Sources: RP2040 data sheet (12 bits, 2 us a conversion, reference from the 3.3 V rail through 200 ohms) and
its erratum E11; measured by others on several Picos: noise 1.4 steps RMS with the regulator in its quiet
mode, integral error up to 8 steps (pico-adc.markomo.me), together with offset and reference up to 15 steps
off at the ends of the scale (github.com/kitanokitsune/rp2040adc_correction). CD74HC4067 data sheet (TI) for
the multiplexers.
"""

from random import Random
from typing import Final

_KNOTS: Final = 8  # places between which the error changes: the steps of erratum E11 are 1024 apart

BITS: Final = 12
STEPS: Final = 1 << BITS
MIDDLE: Final = STEPS // 2
HIGHEST: Final = STEPS - 1

NOISE: Final = 1.4
"""Raw values, standard deviation of one reading."""

ERROR: Final = 15.0
"""Raw values: offset, reference and non-linearity together, at most; one value for each Pico and place on
the scale."""

CONVERSION: Final = 2.0
"""us of one conversion."""

MULTIPLEXER_OHMS: Final = 130.0
"""One closed switch of a CD74HC4067 at 3.3 V, at most."""

MULTIPLEXER_PICOFARADS: Final = 50.0
"""Common pin of one CD74HC4067."""

STRAY_PICOFARADS: Final = 60.0
"""Wires, the converter's pin and what is plugged in."""


def settling(ohms: float, settle_us: float, multiplexers: int = 2) -> float:
    """Raw values by which a reading can miss: what is left of a full swing after `settle_us`, behind a
    source of `ohms` and `multiplexers` one after the other."""
    resistance = ohms + multiplexers * MULTIPLEXER_OHMS
    farads = (multiplexers * MULTIPLEXER_PICOFARADS + STRAY_PICOFARADS) * 1e-12
    return float(STEPS * 2.718281828459045 ** (-settle_us * 1e-6 / (resistance * farads)))


class Converter:
    """One Pico's converter: an error that differs from place to place on the scale, and noise."""

    def __init__(self, chance: Random, *, matched: bool = False) -> None:
        """`matched`: a calibration has taken the error away."""
        most = 0.0 if matched else ERROR
        self._errors = [chance.uniform(-most, most) for _ in range(_KNOTS + 1)]

    def read(self, ideal: float, chance: Random) -> int:
        """A raw value where a perfect converter would give `ideal`."""
        place = min(max(ideal / STEPS, 0.0), 1.0) * _KNOTS
        knot = min(int(place), _KNOTS - 1)
        share = place - knot
        error = self._errors[knot] * (1 - share) + self._errors[knot + 1] * share
        return min(HIGHEST, max(0, round(ideal + error + chance.gauss(0, NOISE))))
