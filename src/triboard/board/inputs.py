"""The `[controller]` table of a board file: which part on which pins of the Pico reads which channels."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from triboard.board.definition import RimDefinition, Segment
from triboard.board.pico import Pins, Role
from triboard.fields import Fields
from triboard.protocol.parts import (
    NO_PIN,
    RIM_COUNT_BITS,
    ColourSensors,
    Input,
    Multiplexers,
    Part,
    PixelChain,
    PixelRun,
    Quadrature,
    ShiftChain,
    Span,
    TagReaders,
)

PARTS: Final = ("74HC165", "CD74HC4067", "TCS34725", "MFRC522")

GAINS: Final = (1, 4, 16, 60)
"""Of the TCS34725, in the order of the register's codes."""

CYCLE_MS: Final = 2.4
"""Integration of the TCS34725 goes in steps of this."""

CYCLE_FULL: Final = 1024
"""The most that one cycle counts."""

_MUX_PORTS: Final = 8  # of a TCA9548A
_COLOURS: Final = 3
_FIRST_LINES: Final = 4  # select lines of the multiplexers next to the sensors


def read_controller(
    fields: Fields, channels: int, bits: int, rims: Sequence[RimDefinition], strips: Sequence[Segment]
) -> tuple[Part, ...]:
    """The parts on the controller's pins; nothing without the table.

    `channels`: those of the levels. Notes every channel that no part reads, or several do.
    """
    pins = Pins()
    parts: list[Part] = []
    if fields.has("controller"):
        table = fields.table("controller")
        inputs = [_input(entry, channels, bits, pins) for entry in table.tables("inputs")]
        _check_cover(table, inputs, channels)
        parts += inputs
        if table.has("pixels"):
            entry = table.table("pixels")
            parts.append(
                PixelChain(pins.take(entry, "pin"), tuple(PixelRun(s.count, s.order) for s in strips))
            )
            entry.close()
        table.close()
    first = channels
    for rim in rims:
        if rim.on_controller:
            entry = Fields({"track_a": rim.track_a, "track_b": rim.track_b, "index": rim.index},
                           f"{fields.place}rims.{rim.rim}.", fields.mistakes)  # fmt: skip
            track_a, track_b, index = (pins.take(entry, key) for key in ("track_a", "track_b", "index"))
            span = Span(first, rim_channels(bits))
            parts.append(Quadrature(span, track_a, track_b, index, rim.reverse, 4 * rim.edges_per_detent))
            first += span.count
    return tuple(parts)


def rim_channels(bits: int) -> int:
    """Channels of a rim on the controller: its count, and whether it is located."""
    return -(-RIM_COUNT_BITS // bits) + 1


def _check_cover(fields: Fields, inputs: Sequence[Input], channels: int) -> None:
    read = Counter(channel for part in inputs for channel in part.span.channels)
    beyond = [channel for channel in read if channel >= channels]
    if beyond:
        fields.note("inputs", f"read channel {min(beyond)}", f"The sites have channels 0 to {channels - 1}.")
    missing = [channel for channel in range(channels) if channel not in read]
    if missing:
        fields.note("inputs", f"leave channel {missing[0]} without a part", "Name each channel in one input.")
    double = [channel for channel, count in read.items() if count > 1]
    if double:
        fields.note("inputs", f"read channel {min(double)} twice", "Name each channel in one input.")


def _input(fields: Fields, channels: int, bits: int, pins: Pins) -> Input:
    match fields.choice("part", PARTS):
        case "CD74HC4067":
            found: Input = _multiplexers(fields, channels, bits, pins)
        case "TCS34725":
            found = _colour(fields, channels, bits, pins)
        case "MFRC522":
            found = _tags(fields, pins)
        case _:
            found = _shift(fields, channels, pins)
    fields.close()
    return found


def _span(fields: Fields, channels: int, *, stepping: bool = True) -> Span:
    """The channels of an input; without `count` all that remain."""
    first = fields.whole("first", 0, 65535)
    step = fields.whole("step", 1, 255, 1) if stepping else 1
    rest = max(1, len(range(first, channels, step)))
    return Span(first, fields.whole("count", 1, 65535, rest), step)


def _shift(fields: Fields, channels: int, pins: Pins) -> ShiftChain:
    span = _span(fields, channels)
    bus = pins.bus(fields, "spi")
    tail = fields.whole("tail", 0, 255, 0xA5)
    if tail in (0, 255):
        fields.note(
            "tail", f"is {tail}", "Mix ones and zeros (0xA5): a dead line shows only the one or the other."
        )
    return ShiftChain(
        span=span,
        spi=bus,
        sck=pins.take(fields, "sck", Role.SCK, bus),
        mosi=pins.take(fields, "mosi", Role.MOSI, bus),
        miso=pins.take(fields, "miso", Role.MISO, bus),
        load=pins.take(fields, "load"),
        tail=tail,
        invert=fields.flag("invert", default=True),
        baud=fields.whole("baud", 10_000, 10_000_000, 1_000_000),
    )


def _multiplexers(fields: Fields, channels: int, bits: int, pins: Pins) -> Multiplexers:
    span = _span(fields, channels)
    adc = pins.take(fields, "adc", Role.ADC)
    select = pins.take_list(fields, "select", least=1, most=8, shared=True)
    ports = 1 << min(len(select), _FIRST_LINES)
    used = fields.whole("used", 1, ports, ports)
    most = used << max(0, len(select) - _FIRST_LINES)
    if span.count > most:
        fields.note(
            "count", f"is {span.count}; {len(select)} select lines reach {most}", "Add lines or another ADC."
        )
    if bits == 1:
        fields.note("part", "is analogue, but scan.bits is 1", "Choose 8 or 12 bits, or a 74HC165.")
    return Multiplexers(span, adc, used, fields.whole("settle_us", 0, 1000, 5), select)


def _colour(fields: Fields, channels: int, bits: int, pins: Pins) -> ColourSensors:
    span = _span(fields, channels, stepping=False)
    bus = pins.bus(fields, "i2c")
    muxes = tuple(int(address) for address in fields.numbers("muxes", None, 0x70, 0x77))
    cycles = round(fields.number("integration_ms", CYCLE_MS, 256 * CYCLE_MS, 10 * CYCLE_MS) / CYCLE_MS)
    gain = int(fields.number("gain", 1, 60, 4))
    if gain not in GAINS:
        fields.note("gain", f"is {gain}", f"Choose one of {', '.join(map(str, GAINS))}.")
    if span.count % _COLOURS:
        fields.note("count", f"is {span.count}", "A sensor has three channels: red, green, blue.")
    if span.count > len(muxes) * _MUX_PORTS * _COLOURS:
        sensors = -(-span.count // _COLOURS)
        fields.note("muxes", f"have {len(muxes) * _MUX_PORTS} ports for {sensors} sensors", "Add an address.")
    if len(set(muxes)) != len(muxes):
        fields.note("muxes", "name an address twice", "Give each TCA9548A its own address (A0 to A2).")
    if bits == 1:
        fields.note("part", "reads colours, but scan.bits is 1", "Choose 8 bits.")
    return ColourSensors(
        span=span,
        i2c=bus,
        sda=pins.take(fields, "sda", Role.SDA, bus),
        scl=pins.take(fields, "scl", Role.SCL, bus),
        lamp=pins.take(fields, "lamp") if fields.has("lamp") else NO_PIN,
        baud=fields.whole("baud", 10_000, 1_000_000, 400_000),
        cycles=cycles,
        gain=GAINS.index(gain) if gain in GAINS else 0,
        full=fields.whole("full", 1, 65535, min(65535, cycles * CYCLE_FULL)),
        muxes=muxes,
    )


def _tags(fields: Fields, pins: Pins) -> TagReaders:
    bus = pins.bus(fields, "spi")
    select = pins.take_list(fields, "select", least=1, most=16)
    tags = []
    for text in fields.texts("tags"):
        try:
            uid = bytes.fromhex(text)
        except ValueError:
            uid = b""
        if len(uid) != 4:
            fields.note(
                "tags", f"'{text}' is no number of a tag", 'Write 4 bytes in hexadecimal: "04a1b2c3".'
            )
        tags.append(uid)
    if len(set(tags)) != len(tags):
        fields.note("tags", "name a tag twice", "Give each piece a tag of its own.")
    if not 1 <= len(tags) <= 64:
        fields.note("tags", f"are {len(tags)}", "Name 1 to 64 tags.")
    first = fields.whole("first", 0, 65535)
    count = fields.whole("count", 1, 65535, max(1, len(select) * len(tags)))
    if count != len(select) * len(tags):
        fields.note(
            "count", f"is {count}", f"{len(select)} readers with {len(tags)} tags need as many channels."
        )
    return TagReaders(
        span=Span(first, count),
        spi=bus,
        sck=pins.take(fields, "sck", Role.SCK, bus),
        mosi=pins.take(fields, "mosi", Role.MOSI, bus),
        miso=pins.take(fields, "miso", Role.MISO, bus),
        reset=pins.take(fields, "reset"),
        baud=fields.whole("baud", 10_000, 10_000_000, 4_000_000),
        select=select,
        tags=tuple(tags),
    )
