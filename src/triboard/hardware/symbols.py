"""The kinds of components with their pins, numbered as in datasheets and named as the boards are printed.

Sources: Raspberry Pi Pico datasheet (pinout), Raspberry Pi header, TI SCLS116 (74HC165), SCLS290 (AHCT125),
SparkFun BOB-09056, Adafruit 2717 and 1334 (order of their pins), RC522 board, TI DRV5023 and DRV5055
(TO-92), Traco TSR 1. No library of KiCad is needed: SKiDL gets its parts from here.
"""

from collections.abc import Mapping
from typing import Final

from triboard.board.pin_map import HEADER as PICO_PLACES
from triboard.hardware.circuit import Pin, Symbol, Use, named

TAKES, GIVES, PASSIVE, BOTH = Use.TAKES_POWER, Use.GIVES_POWER, Use.PASSIVE, Use.BOTH
IN, OUT = Use.INPUT, Use.OUTPUT


def pico(uses: Mapping[int, Use]) -> Symbol:
    """The controller, with what each GP pin is used for on a board."""
    return Symbol("Pico", "pico", "U", "Module:RaspberryPi_Pico_Common_THT", _pico_pins(uses))


def _pico_pins(uses: Mapping[int, Use]) -> tuple[Pin, ...]:
    gp = {
        place: Pin(str(place), f"GP{number}", uses.get(number, BOTH)) for number, place in PICO_PLACES.items()
    }
    ground = {place: Pin(str(place), "GND", TAKES) for place in (3, 8, 13, 18, 23, 28, 38)}
    rest = {
        30: Pin("30", "RUN", IN),
        33: Pin("33", "AGND", TAKES),
        35: Pin("35", "ADC_VREF", PASSIVE),
        36: Pin("36", "3V3(OUT)", GIVES),
        37: Pin("37", "3V3_EN", IN),
        39: Pin("39", "VSYS", PASSIVE),
        40: Pin("40", "VBUS", PASSIVE),
    }
    return tuple(pin for _, pin in sorted({**gp, **ground, **rest}.items()))


PI_GPIO: Final[Mapping[int, int]] = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""Place on the 40-pin header of each GPIO (BCM) number; the same on every Pi with 40 pins."""

PI_GROUNDS: Final = (6, 9, 14, 20, 25, 30, 34, 39)
PI_SUPPLIES: Final = {1: "3V3", 17: "3V3", 2: "5V", 4: "5V"}


def _pi_pins(uses: Mapping[int, Use]) -> tuple[Pin, ...]:
    pins = {
        place: Pin(str(place), f"GPIO{number}", uses.get(number, BOTH)) for number, place in PI_GPIO.items()
    }
    pins |= {place: Pin(str(place), "GND", TAKES) for place in PI_GROUNDS}
    pins |= {place: Pin(str(place), name, PASSIVE) for place, name in PI_SUPPLIES.items()}
    return tuple(pin for _, pin in sorted(pins.items()))


def _two(name: str, article: str, letter: str, footprint: str, names: tuple[str, str] = ("1", "2")) -> Symbol:
    return Symbol(name, article, letter, footprint, named(PASSIVE, names))


_AXIAL: Final = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal"
_PINS: Final = "Connector_PinHeader_2.54mm:PinHeader_1x{:02}_P2.54mm_Vertical"


def pi(article: str, uses: Mapping[int, Use]) -> Symbol:
    """The 40-pin header of the computer, with what each GPIO is used for on a board."""
    footprint = "Connector_PinSocket_2.54mm:PinSocket_2x20_P2.54mm_Vertical"
    return Symbol("Raspberry Pi", article, "J", footprint, _pi_pins(uses))


def supply(article: str) -> Symbol:
    """The 5 V supply at its socket; both poles give power, so that a short between them is a conflict."""
    return Symbol(
        "5 V supply", article, "J", "Connector_BarrelJack:BarrelJack_Horizontal", named(GIVES, ("+", "-"))
    )


def fuse(article: str) -> Symbol:
    """The fuse in its holder; what lies behind it gives power like a supply."""
    pins = (Pin("1", "in", PASSIVE), Pin("2", "out", GIVES))
    return Symbol(
        "fuse", article, "F", "Fuse:Fuseholder_Cylinder-5x20mm_Schurter_0031_8201_Horizontal_Open", pins
    )


SHIFTER: Final = Symbol(
    "74AHCT125",
    "shifter",
    "U",
    "Package_DIP:DIP-14_W7.62mm",
    (
        Pin("1", "1OE", IN),
        Pin("2", "1A", IN),
        Pin("3", "1Y", OUT),
        Pin("4", "2OE", IN),
        Pin("5", "2A", IN),
        Pin("6", "2Y", OUT),
        Pin("7", "GND", TAKES),
        Pin("8", "3Y", OUT),
        Pin("9", "3A", IN),
        Pin("10", "3OE", IN),
        Pin("11", "4Y", OUT),
        Pin("12", "4A", IN),
        Pin("13", "4OE", IN),
        Pin("14", "VCC", TAKES),
    ),
)

HC165: Final = Symbol(
    "74HC165",
    "hc165",
    "U",
    "Package_DIP:DIP-16_W7.62mm",
    (
        Pin("1", "SH/LD", IN),
        Pin("2", "CLK", IN),
        Pin("3", "E", IN),
        Pin("4", "F", IN),
        Pin("5", "G", IN),
        Pin("6", "H", IN),
        Pin("7", "/QH", OUT),
        Pin("8", "GND", TAKES),
        Pin("9", "QH", OUT),
        Pin("10", "SER", IN),
        Pin("11", "A", IN),
        Pin("12", "B", IN),
        Pin("13", "C", IN),
        Pin("14", "D", IN),
        Pin("15", "CLK INH", IN),
        Pin("16", "VCC", TAKES),
    ),
)

MUX: Final = Symbol(
    "CD74HC4067",
    "mux",
    "U",
    _PINS.format(24),
    (
        *named(PASSIVE, (f"C{number}" for number in range(16)), 1),
        Pin("17", "SIG", PASSIVE),
        Pin("18", "S3", IN),
        Pin("19", "S2", IN),
        Pin("20", "S1", IN),
        Pin("21", "S0", IN),
        Pin("22", "EN", IN),
        Pin("23", "VCC", TAKES),
        Pin("24", "GND", TAKES),
    ),
)
"""A breakout board; its pins are numbered in the order of its printed names."""

TCA: Final = Symbol(
    "TCA9548A", "tca", "U", _PINS.format(24),
    (
        Pin("1", "VIN", TAKES), Pin("2", "GND", TAKES), Pin("3", "SDA", BOTH), Pin("4", "SCL", IN),
        Pin("5", "RST", IN), Pin("6", "A0", IN), Pin("7", "A1", IN), Pin("8", "A2", IN),
        *(
            Pin(str(9 + 2 * port + line), f"{name}{port}", BOTH)
            for port in range(8)
            for line, name in enumerate(("SD", "SC"))
        ),
    ),
)  # fmt: skip

TCS: Final = Symbol(
    "TCS34725", "tcs", "U", _PINS.format(7),
    (
        Pin("1", "LED", IN), Pin("2", "INT", Use.OPEN_DRAIN), Pin("3", "SDA", BOTH), Pin("4", "SCL", IN),
        Pin("5", "3V3", PASSIVE), Pin("6", "GND", TAKES), Pin("7", "VIN", TAKES),
    ),
)  # fmt: skip

RC522: Final = Symbol(
    "RC522", "rc522", "U", _PINS.format(8),
    (
        Pin("1", "SDA", IN), Pin("2", "SCK", IN), Pin("3", "MOSI", IN), Pin("4", "MISO", Use.TRISTATE),
        Pin("5", "IRQ", OUT), Pin("6", "GND", TAKES), Pin("7", "RST", IN), Pin("8", "3.3V", TAKES),
    ),
)  # fmt: skip


def regulator(article: str) -> Symbol:
    """A 3.3 V step-down converter, three pins."""
    return Symbol(
        "3.3 V regulator",
        article,
        "U",
        "Converter_DCDC:Converter_DCDC_TRACO_TSR-1_THT",
        (Pin("1", "VIN", TAKES), Pin("2", "GND", TAKES), Pin("3", "VOUT", GIVES)),
    )


def pixel(article: str) -> Symbol:
    """One WS2812B with its four wires."""
    pins = (Pin("1", "5V", TAKES), Pin("2", "DIN", IN), Pin("3", "DOUT", OUT), Pin("4", "GND", TAKES))
    return Symbol("WS2812B", article, "D", _PINS.format(4), pins)


_TO92: Final = "Package_TO_SOT_THT:TO-92_Inline"

MICRO: Final = Symbol("microswitch", "micro", "S", _PINS.format(3), named(PASSIVE, ("COM", "NO", "NC")))
HALL_SWITCH: Final = Symbol(
    "DRV5023", "hall-switch", "S", _TO92,
    (Pin("1", "VCC", TAKES), Pin("2", "GND", TAKES), Pin("3", "OUT", Use.OPEN_DRAIN)),
)  # fmt: skip
HALL_LINEAR: Final = Symbol(
    "DRV5055", "hall-linear", "S", _TO92,
    (Pin("1", "VCC", TAKES), Pin("2", "GND", TAKES), Pin("3", "OUT", OUT)),
)  # fmt: skip
CONTACT: Final = _two("contacts", "contact", "X", _PINS.format(2), ("read", "ground"))
BUTTON: Final = _two("button", "button", "B", "Button_Switch_THT:SW_PUSH-12mm")
OPTO: Final = Symbol(
    "TCST2103", "opto", "E", "OptoDevice:Vishay_TCST2103",
    (
        Pin("1", "anode", PASSIVE), Pin("2", "cathode", PASSIVE), Pin("3", "collector", Use.OPEN_DRAIN),
        Pin("4", "emitter", PASSIVE),
    ),
)  # fmt: skip
"""Lamp and transistor are printed on its sides (arrow and diode); turned by 180 degrees it stays dark."""

INDEX: Final = _two("index switch", "index", "E", _PINS.format(2))
"""A reed switch: either wire to either side."""


def _network(name: str, article: str) -> Symbol:
    pins = (Pin("1", "common", PASSIVE), *named(PASSIVE, (f"R{number}" for number in range(1, 9)), 2))
    return Symbol(name, article, "R", "Resistor_THT:R_Array_SIP9", pins)


NETWORK: Final = _network("8 x 10 kΩ", "rn10k")
"""Pull-ups of eight switches."""
PULL_DOWN: Final = _network("8 x 4.7 kΩ", "rn4k7")
"""Pull-downs of eight Hall sensors."""


def resistor(article: str) -> Symbol:
    """A single resistor."""
    return _two("resistor", article, "R", _AXIAL)


C1000: Final = Symbol(
    "1000 µF", "c1000", "C", "Capacitor_THT:CP_Radial_D8.0mm_P3.50mm", named(PASSIVE, ("+", "-"))
)
C100N: Final = _two("100 nF", "c100n", "C", "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm")
