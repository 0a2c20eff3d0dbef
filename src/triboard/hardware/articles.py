"""What there is to buy: part numbers, alternatives, rough prices.

Prices are estimates in euros with tax, one piece out of a small pack, as `PRICED` says; no shop was asked. Part
numbers are those of the makers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

PRICED: Final = "2026-11-30"
"""Day of the estimate."""


@dataclass(frozen=True, slots=True)
class Article:
    """One kind of part. `others` may be used in its place; `unit` is what a quantity counts."""

    key: str
    title: str
    number: str
    others: str
    price: float
    unit: str = "piece"


_ALL: Final = (
    # Computers and their supplies
    Article("pico", "controller, with header", "Raspberry Pi Pico H (SC0917)", "Pico with a soldered header; Pico 2 (SC1631)", 5.50),
    Article("zero2w", "computer", "Raspberry Pi Zero 2 W, with header", "Pi 3, 4 or 5: `--set computer=pi4`", 20.00),
    Article("pi4", "computer", "Raspberry Pi 4 Model B, 2 GB", "Pi Zero 2 W, Pi 5", 45.00),
    Article("pi5", "computer", "Raspberry Pi 5, 2 GB (SC1110)", "Pi Zero 2 W, Pi 4", 55.00),
    Article("zero2w-supply", "supply of the computer", "Raspberry Pi 12.5 W Micro USB supply", "5 V 2.5 A, Micro USB", 9.00),
    Article("pi4-supply", "supply of the computer", "Raspberry Pi 15 W USB-C supply", "5.1 V 3 A, USB-C", 9.00),
    Article("pi5-supply", "supply of the computer", "Raspberry Pi 27 W USB-C supply", "5.1 V 5 A, USB-C PD", 13.00),
    Article("sd", "memory card", "microSD 32 GB, class A1", "any of a known maker", 8.00),
    Article("usb", "cable to the controller", "USB A to Micro USB, with data lines", "for a Zero 2 W: Micro USB OTG to Micro USB", 3.00),
    # Power
    Article("psu-3", "5 V supply", "Mean Well GST18E05-P1J (3 A)", "any isolated 5 V supply of 3 A, plug 5.5 x 2.1 mm, plus inside", 12.00),
    Article("psu-4", "5 V supply", "Mean Well GST25E05-P1J (4 A)", "any isolated 5 V supply of 4 A, plug 5.5 x 2.1 mm, plus inside", 14.00),
    Article("psu-6", "5 V supply", "Mean Well GST60A05-P1J (6 A)", "any isolated 5 V supply of 6 A, plug 5.5 x 2.1 mm, plus inside", 20.00),
    Article("psu-10", "5 V supply", "closed desktop supply, 5 V 10 A, isolated", "two smaller ones, each with its own fuse and feeds", 25.00),
    Article("jack", "socket for the supply", "panel socket 5.5 x 2.1 mm", "screw terminal", 1.00),
    Article("fuseholder", "fuse holder", "5 x 20 mm, for the panel or in line", "", 0.80),
    Article("fuse-T2", "fuse", "Littelfuse 218 series, T 2 A, 5 x 20 mm", "any T 2 A, 5 x 20 mm", 0.30),
    Article("fuse-T3.15", "fuse", "Littelfuse 218 series, T 3.15 A, 5 x 20 mm", "any T 3.15 A, 5 x 20 mm", 0.30),
    Article("fuse-T5", "fuse", "Littelfuse 218 series, T 5 A, 5 x 20 mm", "any T 5 A, 5 x 20 mm", 0.30),
    Article("regulator-1", "3.3 V for the sensors", "Traco TSR 1-2433 (1 A)", "Pololu D24V10F3; any 3.3 V step-down module of 1 A", 6.50),
    Article("regulator-2", "3.3 V for the sensors", "Pololu D24V22F3 (2.6 A)", "any 3.3 V step-down module of 2.5 A for 5 V input", 12.00),
    Article("regulator-5", "3.3 V for the sensors", "Pololu D24V50F3 (5 A)", "any 3.3 V step-down module of 4 A or more for 5 V input", 18.00),
    Article("c1000", "capacitor", "1000 µF, 10 V or more, electrolytic (Panasonic EEU-FR1A102)", "470 to 2200 µF", 0.40),
    Article("c100n", "capacitor", "100 nF, ceramic, X7R", "", 0.04),
    # Chips
    Article("shifter", "level shifter", "TI SN74AHCT125N, DIP-14", "SN74HCT125N; a module with 74AHCT125", 0.70),
    Article("hc165", "switches in, 8 each", "TI SN74HC165N, DIP-16", "CD74HC165E, MC74HC165AN", 0.45),
    Article("mux", "analogue multiplexer, 16 inputs", "board with a CD74HC4067, 16 channels", "SparkFun BOB-09056; the names of its pins are the same", 2.00),
    Article("tca", "I2C multiplexer, 8 ports", "Adafruit 2717 (TCA9548A)", "any TCA9548A board with A0 to A2", 6.00),
    Article("tcs", "colour sensor with white LED", "Adafruit 1334 (TCS34725)", "any TCS34725 board with a pin LED", 7.00),
    Article("rc522", "tag reader", "RC522 board (NXP MFRC522), antenna 40 x 60 mm", "", 3.00),
    Article("tag", "tag of a pyramid", "MIFARE Classic 1K sticker, 25 mm, 4-byte number", "NTAG has 7 bytes and does not fit", 0.40),
    # Sensors and hands
    Article("micro", "microswitch, long hinge lever", "KW12-3 with lever of 28 mm", "Omron SS-01GL-E (dearer); it must close under the lightest piece", 0.45),
    Article("hall-switch", "Hall switch, open drain", "TI DRV5023BIQLPG, TO-92", "any unipolar Hall switch for 3.3 V with open drain that closes at 25 mT and opens at 3 mT", 0.90),
    Article("hall-linear", "linear Hall sensor", "TI DRV5055A3QLPG, TO-92", "only with an A3: other versions need other bands (hardware/sensing)", 1.20),
    Article("contact", "contacts of one level", "phosphor bronze spring wire 0.5 mm, two pieces of 40 mm", "brass spring wire 0.5 mm, which tires sooner", 0.10),
    Article("button", "push button", "Omron B3F-4055, 12 x 12 mm, with cap", "any momentary button; arcade: Sanwa OBSF-24", 0.80),
    Article("opto", "slotted optical switch", "Vishay TCST2103", "TCST1103, ITR9606: another holder", 0.90),
    Article("index", "index switch of a rim", "reed switch, glass of 14 mm, normally open, 10 to 20 AT (Standex KSK-1A66-1020)", "any such reed switch; a unipolar Hall switch for 3.3 V with open drain", 1.00),
    # Light
    Article("string", "LED on a string of wires", "WS2812B, 5 V, 12 mA a colour, pitch 100 mm", "WS2812B boards of 10 mm, wired by hand", 0.26, "LED"),
    Article("led", "LED on a board of its own", "WS2812B-V5 on a round board of 10 mm", "a string of WS2812B with a long pitch", 0.22, "LED"),
    # Small parts
    Article("r330", "resistor", "330 Ω, 0.25 W, 1 %", "300 to 500 Ω", 0.03),
    Article("r270", "resistor", "270 Ω, 0.25 W, 5 %", "220 to 330 Ω", 0.03),
    Article("r2k2", "resistor", "2.2 kΩ, 0.25 W, 1 %", "", 0.03),
    Article("r10k", "resistor", "10 kΩ, 0.25 W, 1 %", "", 0.03),
    Article("r1k", "resistor", "1 kΩ, 0.25 W, 1 %", "", 0.03),
    Article("ladder-up", "resistor, pull-up of a level", "see value, 0.25 W, 1 %, 50 ppm/K", "0.1 %", 0.03),
    Article("ladder-own", "resistor, a level's own", "see value, 0.25 W, 1 %, 50 ppm/K", "0.1 %", 0.03),
    Article("piece-r", "resistor in a piece", "see value, 0.25 W, 1 %, 50 ppm/K", "0.1 %", 0.03),
    Article("rn10k", "resistor network, eight to one common", "Bourns 4609X-101-103LF (10 kΩ)", "eight single resistors of 10 kΩ", 0.35),
    Article("rn4k7", "resistor network, eight to one common", "Bourns 4609X-101-472LF (4.7 kΩ)", "eight single resistors of 4.7 kΩ", 0.35),
    Article("perfboard", "board for the chips", "stripboard 100 x 160 mm", "", 3.00),
    Article("sockets", "sockets and pin headers", "DIP sockets, 2.54 mm headers, as needed", "", 2.00, "set"),
    Article("wire", "wire", "0.25 mm², ten colours, 10 m each; the 5 V wires thicker, see power.md", "ribbon cable", 6.00, "set"),
)  # fmt: skip

ARTICLES: Final[Mapping[str, Article]] = {article.key: article for article in _ALL}
"""By key."""
