"""The pin map of a board: which pin of the Pico goes where, and where each site's sensor hangs.

Computed from the board file alone, so that it is never another one. Names are those printed on the boards of
a CD74HC4067 (SparkFun BOB-09056; its chip calls C0 I0 and SIG common), a TCA9548A and an MFRC522; a 74HC165
is a bare chip, named and numbered as in its data sheet (TI SCLS116).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from triboard.board.definition import Board
from triboard.protocol.parts import (
    NO_PIN,
    ColourSensors,
    Input,
    Multiplexers,
    PixelChain,
    Quadrature,
    ShiftChain,
    TagReaders,
)
from triboard.units import Site

HEADER: Final[Mapping[int, int]] = dict(
    zip(
        (*range(23), 26, 27, 28),
        (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 31, 32, 34),
        strict=True,
    )
)
"""Place on the Pico's header of each GP pin (Raspberry Pi Pico datasheet, pinout; a Pico 2 has the same)."""

_SELECTS: Final = ("S0", "S1", "S2", "S3")
_DATA: Final = ("A (11)", "B (12)", "C (13)", "D (14)", "E (3)", "F (4)", "G (5)", "H (6)")


@dataclass(frozen=True, slots=True)
class Wire:
    """One pin of the Pico: GP number, place on the header, what it carries, where it goes."""

    gp: int
    header: int
    signal: str
    to: str


@dataclass(frozen=True, slots=True)
class Hook:
    """Where the sensors of one level hang."""

    site: Site
    level: int
    channels: tuple[int, ...]
    place: str


def wires(board: Board) -> tuple[Wire, ...]:
    """All pins in use, in GP order; lines that multiplexers share are one row."""
    found: dict[int, tuple[str, list[str]]] = {}
    for part in board.parts:
        for gp, signal, to in _lines(part):
            known = found.setdefault(gp, (signal, []))
            if to not in known[1]:
                known[1].append(to)
    return tuple(Wire(gp, HEADER[gp], signal, "; ".join(to)) for gp, (signal, to) in sorted(found.items()))


def hooks(board: Board) -> tuple[Hook, ...]:
    """Every level of every site, in the order of the board file."""
    inputs = [part for part in board.parts if not isinstance(part, PixelChain)]
    found = []
    for site in (*board.sites, *board.aside):
        for number, level in enumerate(site.levels):
            places = [_place(inputs, channel) for channel in level.channels]
            found.append(Hook(site.site, number, tuple(level.channels), ", ".join(dict.fromkeys(places))))
    return tuple(found)


def _lines(part: Input | PixelChain) -> Iterator[tuple[int, str, str]]:
    match part:
        case ShiftChain():
            chips = -(-part.span.count // 8) + 1
            yield part.load, "load", "SH/LD (1) of every 74HC165"
            yield part.sck, f"SPI{part.spi} SCK", "CLK (2) of every 74HC165"
            yield part.miso, f"SPI{part.spi} RX", f"QH (9) of the first of {chips} 74HC165"
            yield part.mosi, f"SPI{part.spi} TX", "nothing (MicroPython's SPI asks for a pin)"
        case Multiplexers():
            first, second = part.select[:4], part.select[4:]
            count = -(-part.span.count // part.used)
            for pin, select in zip(first, _SELECTS, strict=False):
                yield pin, "select", f"{select} of every CD74HC4067 at sensors"
            for pin, select in zip(second, _SELECTS, strict=False):
                yield pin, "select", f"{select} of every CD74HC4067 before an ADC pin"
            end = f"the CD74HC4067 that takes SIG of {count}" if second else "the CD74HC4067"
            yield part.adc, f"ADC{part.adc - 26}", f"SIG of {end}"
        case ColourSensors():
            yield part.sda, f"I2C{part.i2c} SDA", f"SDA of {len(part.muxes)} TCA9548A, pull-up 2.2 kΩ"
            yield part.scl, f"I2C{part.i2c} SCL", f"SCL of {len(part.muxes)} TCA9548A, pull-up 2.2 kΩ"
            if part.lamp != NO_PIN:
                yield part.lamp, "lamp", "a gate of the 74AHCT125 (2A), from there LED of every TCS34725"
        case Quadrature():
            yield part.track_a, "rim", "encoder track A, switch to ground"
            yield part.track_b, "rim", "encoder track B, switch to ground"
            yield part.index, "rim", "index switch to ground"
        case TagReaders():
            yield part.sck, f"SPI{part.spi} SCK", "SCK of every MFRC522"
            yield part.mosi, f"SPI{part.spi} TX", "MOSI of every MFRC522"
            yield part.miso, f"SPI{part.spi} RX", "MISO of every MFRC522"
            yield part.reset, "reset", "RST of every MFRC522"
            for number, pin in enumerate(part.select):
                yield pin, "select", f"SDA (NSS) of MFRC522 {number}"
        case PixelChain():
            yield part.pin, "NeoPixels", "74AHCT125, then DIN of the first pixel (light route controller)"
        case _:
            assert_never(part)


def _place(parts: list[Input], channel: int) -> str:
    for part in parts:
        if channel in part.span.channels:
            return _input(part, part.span.channels.index(channel))
    return "not wired"


def _input(part: Input, number: int) -> str:
    match part:
        case ShiftChain():
            return f"74HC165 {number // 8}, {_DATA[number % 8]}"
        case Multiplexers():
            chip, at = divmod(number, part.used)
            return f"ADC{part.adc - 26}: CD74HC4067 {chip}, C{at}"
        case ColourSensors():
            mux, port = divmod(number // 3, 8)
            return f"TCA9548A 0x{part.muxes[mux]:02x}, port {port}"
        case TagReaders():
            return f"MFRC522 {number // len(part.tags)}"
        case Quadrature():
            return "a rim"
        case _:
            assert_never(part)


def pin_table(board: Board) -> str:
    """The pins as a Markdown table."""
    rows = ["| GP | pin | carries | goes to |", "|---|---|---|---|"]
    rows += [f"| {wire.gp} | {wire.header} | {wire.signal} | {wire.to} |" for wire in wires(board)]
    return "\n".join(rows) + "\n"


def hook_table(board: Board) -> str:
    """The sensors as a Markdown table."""
    rows = ["| site | level | channels | hangs on |", "|---|---|---|---|"]
    for hook in hooks(board):
        channels = ", ".join(str(channel) for channel in hook.channels)
        rows.append(f"| {hook.site} | {hook.level} | {channels} | {hook.place} |")
    return "\n".join(rows) + "\n"
