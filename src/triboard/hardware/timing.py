"""Times that follow from data sheets and the board file alone: scans, frames of light, edges of a rim.

What the firmware itself takes comes on top; firmware/README.md measures it in the virtual machine.
"""

from math import ceil
from typing import Final, assert_never

from triboard.board.definition import Board, RimDefinition
from triboard.protocol.parts import (
    ColourSensors,
    Input,
    Multiplexers,
    PixelChain,
    Quadrature,
    ShiftChain,
    TagReaders,
)

CONVERSION: Final = 2.0
"""Microseconds of one conversion: 96 clocks of 48 MHz (RP2040 datasheet, 4.9)."""

SELECTING: Final = 4.0
"""Microseconds that the select lines of a multiplexer take to be written: a few pins by viper."""

COLOUR_BYTES: Final = 14
"""On the bus for each sensor: 2 to turn the multiplexer, 12 to read status and four colours."""

ACK_BITS: Final = 9  # of a byte on I2C
TAG_EXCHANGE: Final = 2000.0  # microseconds after which a reader's own timer ends a request without an answer

PIXEL_US: Final = 1.25
"""Microseconds of one bit on a WS2812B's wire."""
RESET_US: Final = 300.0
FRAME_GOAL: Final = 40.0
"""Milliseconds a frame may take: 25 frames a second."""

FAST_TURN: Final = 3.0
"""Turns a second of a rim that somebody spins as fast as a hand can."""
EDGES_PI: Final = 1000.0
"""Edges a second of all rims that callbacks in Python carry beside everything else, at some 0.3 ms each on
a Zero 2 W. An estimate until it is measured on a Pi; hand-spun rims usually stay near 100."""
EDGES_PICO: Final = 5000.0
"""Edges a second of all rims that hard interrupts in MicroPython carry beside a scan, at some 20 µs each;
an estimate."""


def on_the_bus(part: Input) -> float:
    """Microseconds that one scan of a part takes at least, from the data sheets alone."""
    match part:
        case ShiftChain():
            return (ceil(part.span.count / 8) + 1) * 8 / part.baud * 1e6
        case Multiplexers():
            return part.span.count * (part.settle + CONVERSION + SELECTING)
        case ColourSensors():
            return part.span.count // 3 * COLOUR_BYTES * ACK_BITS / part.baud * 1e6
        case TagReaders():
            return TAG_EXCHANGE
        case Quadrature():
            return 0.0
        case _:
            assert_never(part)


def scan_ms(board: Board) -> float:
    """Milliseconds of one scan of all parts, on the buses alone."""
    return sum(on_the_bus(part) for part in board.parts if not isinstance(part, PixelChain)) / 1000


def frame_ms(board: Board) -> float:
    """Milliseconds of one frame of the longest chain of LEDs."""
    chains: dict[int, float] = {}
    for segment in board.strips:
        bits = 8 * len(segment.order) * segment.count
        chains[segment.bus] = chains.get(segment.bus, 0.0) + bits * PIXEL_US
    return (max(chains.values(), default=0.0) + RESET_US) / 1000


def edges_a_second(rims: tuple[RimDefinition, ...]) -> float:
    """Edges a second of some rims that are all spun at once."""
    return sum(FAST_TURN * 4 * rim.edges_per_detent for rim in rims)
