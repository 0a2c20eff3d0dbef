"""Colour of a ball under the sensor's own light: what a hole shows, with every tolerance named.

A hole's sensor looks up through the window of the rim. Without a ball it sees the light grey bore of the
hole, with one only the ball, whose skin is some 7 mm away. Sources: TCS34725 data sheet (ams-OSRAM:
responsivity within 20 %, noise below one count in a thousand), white LED of its breakout. Raw values of 8
bits.
"""

from random import Random
from typing import Final

from triboard.board.definition import Sensing
from triboard.units import Piece

HIGHEST: Final = 255

# What may be off before a calibration, each at most so much either way: between one sensor and another
LAMP_OFF: Final = 0.15
RESPONSE_OFF: Final = 0.20
CHANNEL_OFF: Final = 0.05  # of red, green and blue against each other

# What a calibration does not take away
BORE_OFF: Final = 0.03  # grey of one bore and another: the reference by which holes are compared
BALL_OFF: Final = 0.04  # one ball of a colour and another
SEAT_OFF: Final = 0.04  # 0.15 mm of 7 mm: the light goes with the square of the distance
WARMTH_OFF: Final = 0.04  # the lamp between a cold board and a warm one, 20 K; all holes together
NOISE: Final = 0.8  # raw values, standard deviation, rounding included
LUX: Final = 400.0  # of the room's diffuse light on an open hole, at most
LUX_CALIBRATION: Final = 40.0  # the same while calibrating: a dimmed room
PER_LUX: Final = 10.4 / 400
"""Raw values that a lux on an open hole adds: the lamp throws some 10,000 lux on a ball, of which 235 come
back."""
LEAK: Final = 0.05
"""Part of the room's light that passes a ball in its seat."""


class Room:
    """What all holes of a board share: the warmth of their lamps, light from outside."""

    def __init__(self, chance: Random, *, lux: float = LUX, warm: bool = True) -> None:
        self.warmth = 1 + (chance.uniform(-WARMTH_OFF, WARMTH_OFF) if warm else 0)
        self._lux = lux

    def light(self, chance: Random) -> float:
        """Raw values that the room adds in an open hole: hands and heads shade it."""
        return chance.uniform(0, self._lux) * PER_LUX


class ColourLevel:
    """One hole with its sensor and lamp; `matched`: as bright as the one of the board file."""

    def __init__(self, sensing: Sensing, room: Room, chance: Random, *, matched: bool = False) -> None:
        self._values = {one.piece: one.values for one in sensing.signatures}
        self.room = room
        whole = (1 + _off(chance, LAMP_OFF)) * (1 + _off(chance, RESPONSE_OFF))
        gains = [whole * (1 + _off(chance, CHANNEL_OFF)) for _ in range(sensing.channels)]
        self._gains = [1.0] * sensing.channels if matched else gains
        bore = 1 + _off(chance, BORE_OFF)
        self._bore = 1.0 if matched else bore

    def shown(self, piece: Piece | None, chance: Random) -> tuple[int, ...]:
        """One reading with a ball that is drawn anew."""
        outside = self.room.light(chance)
        if piece is None:
            part = self._bore
        else:
            part = (1 + _off(chance, BALL_OFF)) * (1 + _off(chance, SEAT_OFF))
            outside *= LEAK
        part *= self.room.warmth
        return tuple(
            min(HIGHEST, max(0, round(gain * (value * part + outside) + chance.gauss(0, NOISE))))
            for gain, value in zip(self._gains, self._values[piece], strict=True)
        )


def _off(chance: Random, most: float) -> float:
    return chance.uniform(-most, most)
