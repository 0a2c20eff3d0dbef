"""How a board is built, as far as several ways fit one board file: the `[build]` table.

Software never reads these values to play; wiring diagrams, parts lists and electrical checks come from them.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from triboard.fields import Fields


class LightFrom(Enum):
    """Where the LEDs get their data: GPIO 10 of the Pi, or the pin of `[controller] pixels`."""

    PI = "pi"
    CONTROLLER = "controller"


class SwitchKind(Enum):
    """What tells that a digital level is taken."""

    MICRO = "micro"  # a microswitch to ground
    HALL = "hall"  # a Hall switch with open drain; each piece carries a magnet


class AnalogueKind(Enum):
    """What an analogue level is read by."""

    RESISTOR = "resistor"  # a resistor in the piece, below a pull-up and beside the site's own
    HALL = "hall"  # a linear Hall sensor; each piece carries a magnet


class Computer(Enum):
    """What runs the daemon; it has a supply of its own."""

    ZERO_2_W = "zero2w"
    PI_4 = "pi4"
    PI_5 = "pi5"
    YOURS = "yours"  # any computer with Linux and USB that is there already


class Ladder(NamedTuple):
    """Resistors of a resistor-read site in ohms: its pull-up to 3.3 V, and its own one to ground."""

    pull_up: int
    own: int


@dataclass(frozen=True, slots=True)
class Build:
    """One way to build a board: amperes of the 5 V supply and of the fuse behind it, cross-section (mm²) and
    length (m) of the wires from there to the LEDs, places where they feed them."""

    light: LightFrom = LightFrom.PI
    switch: SwitchKind = SwitchKind.MICRO
    analogue: AnalogueKind = AnalogueKind.RESISTOR
    computer: Computer = Computer.ZERO_2_W
    supply_a: float = 4.0
    fuse_a: float = 2.0
    wire_mm2: float = 0.5
    wire_m: float = 1.0
    feeds: int = 2


USUAL: Final = Build()


def read_build(fields: Fields) -> Build:
    """The `[build]` table; every key may be left out."""
    if not fields.has("build"):
        return USUAL
    table = fields.table("build")
    build = Build(
        light=LightFrom(_word(table, "light", LightFrom, USUAL.light)),
        switch=SwitchKind(_word(table, "switch", SwitchKind, USUAL.switch)),
        analogue=AnalogueKind(_word(table, "analogue", AnalogueKind, USUAL.analogue)),
        computer=Computer(_word(table, "computer", Computer, USUAL.computer)),
        supply_a=table.number("supply_a", 0.5, 40, USUAL.supply_a),
        fuse_a=table.number("fuse_a", 0.1, 40, USUAL.fuse_a),
        wire_mm2=table.number("wire_mm2", 0.05, 6, USUAL.wire_mm2),
        wire_m=table.number("wire_m", 0.05, 20, USUAL.wire_m),
        feeds=table.whole("feeds", 1, 50, USUAL.feeds),
    )
    table.close()
    return build


def _word(table: Fields, key: str, kind: type[Enum], usual: Enum) -> str:
    return table.choice(key, [one.value for one in kind], usual.value)
