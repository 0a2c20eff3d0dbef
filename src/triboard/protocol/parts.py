"""What hangs on the controller's pins, part by part, as configuration format 2 carries it.

Pins are GP numbers. Input k of a part is channel `first + k * step`. A part's body is told by its length, so
that an end can pass over one that it does not know; nothing here checks what the board file has checked.
"""

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

NO_PIN: Final = 255
"""Stands for a pin that is not connected."""

RIM_COUNT_BITS: Final = 8
"""Bits of a rim's count: 64 edges a quarter turn make 256 a full one."""

_HEAD: Final = struct.Struct("<HHB")
_SHIFT: Final = struct.Struct("<BBBBBBBI")
_MULTIPLEXER: Final = struct.Struct("<BBHB")
_COLOUR: Final = struct.Struct("<BBBBIBBHB")
_QUADRATURE: Final = struct.Struct("<BBBBH")
_TAGS: Final = struct.Struct("<BBBBBIB")
_PIXELS: Final = struct.Struct("<BB")
_RUN: Final = struct.Struct("<H4s")


@dataclass(frozen=True, slots=True)
class Span:
    """The channels of a part: `first`, how many, and the distance between two of them."""

    first: int
    count: int
    step: int = 1

    @property
    def channels(self) -> range:
        """All of them, in the order of the part's inputs."""
        return range(self.first, self.first + self.count * self.step, self.step)


@dataclass(frozen=True, slots=True)
class ShiftChain:
    """74HC165 one after the other on SPI, the last wired to the bits of `tail`. `invert`: closed is low."""

    span: Span
    spi: int
    sck: int
    mosi: int
    miso: int
    load: int
    tail: int
    invert: bool
    baud: int


@dataclass(frozen=True, slots=True)
class Multiplexers:
    """CD74HC4067 in one or two levels on one ADC pin; `used` inputs of each first one; `settle` in us."""

    span: Span
    adc: int
    used: int
    settle: int
    select: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ColourSensors:
    """TCS34725 behind TCA9548A. `cycles` of 2.4 ms integrate one reading, `gain` is the register's code,
    `full` the raw count that reads as the highest value, `lamp` the pin of the sensors' light or `NO_PIN`."""

    span: Span
    i2c: int
    sda: int
    scl: int
    lamp: int
    baud: int
    cycles: int
    gain: int
    full: int
    muxes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Quadrature:
    """A rim's encoder and index switch; its channels are its count (modulo `turn` edges) and `located`."""

    span: Span
    track_a: int
    track_b: int
    index: int
    reverse: bool
    turn: int


@dataclass(frozen=True, slots=True)
class TagReaders:
    """MFRC522 on one SPI bus, one `select` pin each; a channel for each of the `tags` (4 bytes) a reader."""

    span: Span
    spi: int
    sck: int
    mosi: int
    miso: int
    reset: int
    baud: int
    select: tuple[int, ...]
    tags: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class PixelRun:
    """Pixels one after the other that take their channels in one order."""

    count: int
    order: str


@dataclass(frozen=True, slots=True)
class PixelChain:
    """NeoPixels on one pin."""

    pin: int
    runs: tuple[PixelRun, ...]


Input: TypeAlias = ShiftChain | Multiplexers | ColourSensors | Quadrature | TagReaders
Part: TypeAlias = Input | PixelChain

KINDS: Final[Mapping[type[Part], int]] = {
    ShiftChain: 1,
    Multiplexers: 2,
    ColourSensors: 3,
    Quadrature: 4,
    TagReaders: 5,
    PixelChain: 16,
}
"""Kind byte of each part; part of the wire format, never reused."""


def encode_parts(parts: tuple[Part, ...]) -> bytes:
    """Number of parts, then kind, length and body of each."""
    found = bytearray([len(parts)])
    for part in parts:
        body = _body(part)
        found += struct.pack("<BH", KINDS[type(part)], len(body)) + body
    return bytes(found)


def decode_parts(data: bytes) -> tuple[Part, ...]:
    """Inverse of `encode_parts`; what follows is ignored. Raises `ValueError` when the bytes are no parts."""
    if not data:
        raise ValueError("configuration is cut short")
    place = 1
    parts = []
    for _ in range(data[0]):
        if place + 3 > len(data):
            raise ValueError("configuration is cut short")
        kind, length = struct.unpack_from("<BH", data, place)
        body = data[place + 3 : place + 3 + length]
        place += 3 + length
        if kind not in _DECODERS:
            raise ValueError(f"part of kind {kind} is not known here")
        try:
            parts.append(_DECODERS[kind](body))
        except (struct.error, IndexError) as error:
            raise ValueError(f"part of kind {kind} is cut short") from error
    return tuple(parts)


def _body(part: Part) -> bytes:
    match part:
        case ShiftChain(span, spi, sck, mosi, miso, load, tail, invert, baud):
            return _head(span) + _SHIFT.pack(spi, sck, mosi, miso, load, tail, invert, baud)
        case Multiplexers(span, adc, used, settle, select):
            return _head(span) + _MULTIPLEXER.pack(adc, used, settle, len(select)) + bytes(select)
        case ColourSensors(span, i2c, sda, scl, lamp, baud, cycles, gain, full, muxes):
            fixed = _COLOUR.pack(i2c, sda, scl, lamp, baud, cycles, gain, full, len(muxes))
            return _head(span) + fixed + bytes(muxes)
        case Quadrature(span, track_a, track_b, index, reverse, turn):
            return _head(span) + _QUADRATURE.pack(track_a, track_b, index, reverse, turn)
        case TagReaders(span, spi, sck, mosi, miso, reset, baud, select, tags):
            fixed = _TAGS.pack(spi, sck, mosi, miso, reset, baud, len(select))
            return _head(span) + fixed + bytes(select) + bytes([len(tags)]) + b"".join(tags)
        case PixelChain(pin, runs):
            packed = (_RUN.pack(run.count, run.order.encode()) for run in runs)
            return _PIXELS.pack(pin, len(runs)) + b"".join(packed)
        case _:
            assert_never(part)


def _head(span: Span) -> bytes:
    return _HEAD.pack(span.first, span.count, span.step)


def _span(body: bytes) -> Span:
    return Span(*_HEAD.unpack_from(body))


def _counted(body: bytes, place: int, count: int) -> tuple[int, ...]:
    found = body[place : place + count]
    if len(found) != count:
        raise IndexError(count)
    return tuple(found)


def _decode_shift(body: bytes) -> ShiftChain:
    spi, sck, mosi, miso, load, tail, invert, baud = _SHIFT.unpack_from(body, _HEAD.size)
    return ShiftChain(_span(body), spi, sck, mosi, miso, load, tail, bool(invert), baud)


def _decode_multiplexers(body: bytes) -> Multiplexers:
    adc, used, settle, lines = _MULTIPLEXER.unpack_from(body, _HEAD.size)
    select = _counted(body, _HEAD.size + _MULTIPLEXER.size, lines)
    return Multiplexers(_span(body), adc, used, settle, select)


def _decode_colour(body: bytes) -> ColourSensors:
    i2c, sda, scl, lamp, baud, cycles, gain, full, count = _COLOUR.unpack_from(body, _HEAD.size)
    muxes = _counted(body, _HEAD.size + _COLOUR.size, count)
    return ColourSensors(_span(body), i2c, sda, scl, lamp, baud, cycles, gain, full, muxes)


def _decode_quadrature(body: bytes) -> Quadrature:
    track_a, track_b, index, reverse, turn = _QUADRATURE.unpack_from(body, _HEAD.size)
    return Quadrature(_span(body), track_a, track_b, index, bool(reverse), turn)


def _decode_tags(body: bytes) -> TagReaders:
    spi, sck, mosi, miso, reset, baud, readers = _TAGS.unpack_from(body, _HEAD.size)
    place = _HEAD.size + _TAGS.size
    select = _counted(body, place, readers)
    place += readers
    uids = bytes(_counted(body, place + 1, 4 * body[place]))
    tags = tuple(uids[start : start + 4] for start in range(0, len(uids), 4))
    return TagReaders(_span(body), spi, sck, mosi, miso, reset, baud, select, tags)


def _decode_pixels(body: bytes) -> PixelChain:
    pin, count = _PIXELS.unpack_from(body)
    runs = (_RUN.unpack_from(body, _PIXELS.size + number * _RUN.size) for number in range(count))
    return PixelChain(pin, tuple(PixelRun(pixels, order.rstrip(b"\0").decode()) for pixels, order in runs))


_DECODERS: Final[Mapping[int, Callable[[bytes], Part]]] = {
    1: _decode_shift,
    2: _decode_multiplexers,
    3: _decode_colour,
    4: _decode_quadrature,
    5: _decode_tags,
    16: _decode_pixels,
}
