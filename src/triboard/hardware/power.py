"""The power plan: what draws how much from which supply, and what supply, wires and fuse must bear.

Three supplies: the computer's own; 5 V for the LEDs and for 3.3 V regulators of the sensors; and the Pico's
3.3 V, which comes from the computer by USB. They share their ground and nothing else, so that none feeds
another.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import Final, NamedTuple

from triboard.board.build import AnalogueKind, SwitchKind
from triboard.board.definition import Board, Place
from triboard.protocol.parts import NO_PIN, ColourSensors, Multiplexers, ShiftChain, TagReaders


class Draw(NamedTuple):
    """Milliamperes, typical and at most."""

    typical: float
    most: float


DRAWS: Final[Mapping[str, Draw]] = {
    "hc165": Draw(0.1, 1.0),
    "mux": Draw(0.1, 1.0),
    "tca": Draw(0.1, 0.2),
    "tcs": Draw(20.0, 25.0),  # its LED; the chip itself 0.3
    "rc522": Draw(30.0, 60.0),  # field on
    "hall-switch": Draw(2.7, 3.6),
    "hall-linear": Draw(6.4, 10.7),  # of which 0.4, at most 0.7, through 4.7 kΩ
    "micro": Draw(0.33, 0.33),  # closed, through 10 kΩ
    "level": Draw(0.3, 1.5),  # through its pull-up; most: shorted
}
"""On 3.3 V; from the data sheets named in `symbols`."""

PICO_3V3: Final = 300.0
"""mA that the Pico's 3V3(OUT) gives at most (Pico datasheet, 2.1 "at most 300 mA")."""

SHARE: Final = 0.8
"""Part of a supply, regulator or fuse that is used: they age, and warm ones give less."""

REGULATORS: Final = {"regulator-1": 1000.0, "regulator-2": 2600.0, "regulator-5": 5000.0}
LARGEST: Final = "regulator-5"
EFFICIENCY: Final = 0.85  # of a step-down regulator from 5 to 3.3 V
SHIFTER_MA: Final = 10.0
OPTO_MA: Final = 14.0  # (5 V - 1.25 V) / 270 Ω
SUPPLIES: Final = {3.0: "psu-3", 4.0: "psu-4", 5.0: "psu-6", 6.0: "psu-6", 10.0: "psu-10"}
FUSES: Final = {2.0: "fuse-T2", 3.15: "fuse-T3.15", 5.0: "fuse-T5"}

COPPER: Final = 0.0175
"""Ohm mm²/m."""

LEAST_AT_PIXEL: Final = 4.5
"""Volts that every LED must get: below, blue fades, and data of 5 V lies more than 0.5 V above its supply,
which a WS2812B does not allow."""

DENSITY: Final = 6.0
"""A/mm² that a short wire in air carries without getting warm: a cautious rule of thumb."""

STRING_MM2: Final = 0.2
"""Wire between two LEDs of a string (AWG 24)."""


@dataclass(frozen=True, slots=True)
class PowerPlan:
    """Currents in milliamperes, voltages in volts."""

    pixels: int
    full_white: float
    budget: float
    sensors: Draw
    chips: Draw
    regulators: tuple[str, ...]
    optos: float
    from_five: float
    supply: float
    five_volts: float
    run_ma: float
    run_m: float
    drop_wire: float
    drop_string: float
    fuse: float
    wire_limit: float

    @property
    def own_rails(self) -> bool:
        """Whether the sensors have regulators of their own."""
        return bool(self.regulators)

    @property
    def pico(self) -> Draw:
        """What the Pico's 3.3 V gives."""
        sensors = Draw(0, 0) if self.own_rails else self.sensors
        return Draw(self.chips.typical + sensors.typical, self.chips.most + sensors.most)

    @property
    def farthest(self) -> float:
        """Volts at the LED that gets least, with the whole budget in use."""
        return 5.0 - self.drop_wire - self.drop_string


def plan_power(board: Board) -> PowerPlan:
    """The power plan of a board; checks judge it, README and parts list show it."""
    power, build = board.power, board.build
    count = len(board.pixels)
    full = count * (power.idle + power.red + power.green + power.blue + power.white)
    budget = min(power.budget, full)
    sensors, chips = loads(board)
    regulators = _regulators(sensors, chips)
    from_five = sensors.most * 3.3 / 5.0 / EFFICIENCY if regulators else 0.0
    optos = sum(2 * OPTO_MA for rim in board.rims)
    five = budget + from_five + optos + SHIFTER_MA
    length = _length(board)
    stretches = max(1, 2 * build.feeds - 2) if build.feeds > 1 else 1
    run_m = length / stretches
    run_ma = budget / stretches
    wire_ohm = COPPER * 2 * build.wire_m / build.wire_mm2
    return PowerPlan(
        pixels=count,
        full_white=full,
        budget=budget,
        sensors=sensors,
        chips=chips,
        regulators=regulators,
        optos=optos,
        from_five=from_five,
        supply=build.supply_a * 1000,
        five_volts=five,
        run_ma=run_ma,
        run_m=run_m,
        drop_wire=wire_ohm * budget / build.feeds / 1000,
        # Current falls evenly along a stretch, so half of it counts.
        drop_string=COPPER * 2 * run_m / STRING_MM2 * run_ma / 2 / 1000,
        fuse=build.fuse_a * 1000,
        wire_limit=DENSITY * build.wire_mm2 * 1000,
    )


def loads(board: Board) -> tuple[Draw, Draw]:
    """What sensors with a supply pin draw from 3.3 V, and what the chips that read them do."""
    sensors, chips = [], []
    for part in board.parts:
        match part:
            case ShiftChain(span=span):
                kind = "micro" if board.build.switch is SwitchKind.MICRO else "hall-switch"
                sensors.append((kind, span.count))
                chips.append(("hc165", ceil(span.count / 8) + 1))
            case Multiplexers(span=span, used=used):
                kind = "level" if board.build.analogue is AnalogueKind.RESISTOR else "hall-linear"
                sensors.append((kind, span.count))
                chips.append(("mux", ceil(span.count / used) + 1))
            case ColourSensors(span=span, muxes=muxes):
                sensors.append(("tcs", span.count // 3))
                chips.append(("tca", len(muxes)))
            case TagReaders(select=select):
                sensors.append(("rc522", len(select)))
            case _:
                pass
    return _sum(sensors), _sum(chips)


def _sum(items: list[tuple[str, int]]) -> Draw:
    return Draw(
        sum(DRAWS[kind].typical * count for kind, count in items),
        sum(DRAWS[kind].most * count for kind, count in items),
    )


def _regulators(sensors: Draw, chips: Draw) -> tuple[str, ...]:
    """None while the Pico's own 3.3 V suffices; else the smallest that does. One wherever possible: all
    sensors and the converter's reference are then of one voltage. Of several each has a part of the
    sensors."""
    if sensors.most + chips.most <= SHARE * PICO_3V3:
        return ()
    for kind, most in REGULATORS.items():
        if sensors.most <= SHARE * most:
            return (kind,)
    return (LARGEST,) * ceil(sensors.most / (SHARE * REGULATORS[LARGEST]))


def _length(board: Board) -> float:
    """Metres of the string: from pixel to pixel in wire order."""
    places = [pixel.place for pixel in sorted(board.pixels, key=lambda one: one.pixel)]
    return sum(_apart(one, other) for one, other in pairwise(places)) / 1000


def _apart(one: Place, other: Place) -> float:
    return float(((one.x - other.x) ** 2 + (one.y - other.y) ** 2 + (one.z - other.z) ** 2) ** 0.5)


def sensor_fuse(plan: PowerPlan) -> str:
    """The fuse before the regulators: the smallest that carries what they take from 5 V."""
    fit = [amperes for amperes in sorted(FUSES) if plan.from_five <= SHARE * amperes * 1000]
    return FUSES[fit[0] if fit else max(FUSES)]


def nearest_article(amperes: float, articles: Mapping[float, str]) -> str:
    """The smallest article of at least so many amperes, else the largest."""
    fit = [size for size in sorted(articles) if size >= amperes]
    return articles[fit[0] if fit else max(articles)]


def has_lamp(board: Board) -> bool:
    """Whether some part has a light on a pin of the Pico."""
    return any(isinstance(part, ColourSensors) and part.lamp != NO_PIN for part in board.parts)
