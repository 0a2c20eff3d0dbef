"""What hangs on the controller's pins, part by part, down to each sensor."""

from math import ceil
from typing import assert_never

from triboard.board.build import AnalogueKind, SwitchKind
from triboard.board.definition import Board, Sensing
from triboard.hardware import symbols
from triboard.hardware.circuit import Component, Draft
from triboard.hardware.ladder import PULL_UP, ladders, own_resistor
from triboard.hardware.rails import GROUND, PICO_3V3, Rails
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

DATA = ("A", "B", "C", "D", "E", "F", "G", "H")
PORTS = 16  # of a CD74HC4067


def add_inputs(draft: Draft, board: Board, pico: Component, rails: Rails, shifter: Component) -> None:
    """Every input of the board file, its sensors and what they need beside them."""
    labels = channel_labels(board)
    gate = lamp_gate(board)
    for part in board.parts:
        match part:
            case ShiftChain():
                _shift(draft, board, part, labels, pico, rails)
            case Multiplexers():
                _multiplexers(draft, board, part, labels, pico, rails)
            case ColourSensors():
                _colours(draft, part, labels, pico, rails)
                if part.lamp != NO_PIN:
                    draft.join("lamp 3V3", (pico, f"GP{part.lamp}"), (shifter, f"{gate}A"))
                    draft.join("lamp", (shifter, f"{gate}Y"))
            case TagReaders():
                _tags(draft, part, labels, pico, rails)
            case Quadrature() | PixelChain():
                pass
            case _:
                assert_never(part)


def channel_labels(board: Board) -> dict[int, str]:
    """What each channel reads, for people: `Ab2`, `a1 level 2`, `U3,3 corner 1`."""
    found: dict[int, str] = {}
    for site in (*board.sites, *board.aside):
        for number, level in enumerate(site.levels):
            for place, channel in enumerate(level.channels):
                text = str(site.site)
                if len(site.levels) > 1:
                    text += f" {_level(level.sensing, number)}"
                if level.sensing.kind.value == "corners":
                    text += f" corner {place}"
                found[channel] = text
    return found


def _level(sensing: Sensing, number: int) -> str:
    return f"{sensing.name} {number}" if sensing.name not in ("checker", "pawn") else sensing.name


def _bypass(draft: Draft, rail: str, place: str) -> None:
    capacitor = draft.add(symbols.C100N, place=place)
    draft.join(rail, (capacitor, "1"))
    draft.join(GROUND, (capacitor, "2"))


def _shift(
    draft: Draft, board: Board, part: ShiftChain, labels: dict[int, str], pico: Component, rails: Rails
) -> None:
    bus = f"SPI{part.spi}"
    draft.join(f"{bus} SCK", (pico, f"GP{part.sck}"))
    draft.join(f"{bus} load", (pico, f"GP{part.load}"))
    chips = ceil(part.span.count / 8)
    serial: tuple[str, Component, str] = (f"{bus} RX", pico, f"GP{part.miso}")
    channels = part.span.channels
    for number in range(chips + 1):
        last = number == chips
        place = "the last: proves the chain alive" if last else f"chip {number}"
        chip = draft.add(symbols.HC165, place=place)
        _bypass(draft, PICO_3V3, f"at {chip.name}")
        draft.join(PICO_3V3, (chip, "VCC"))
        draft.join(GROUND, (chip, "GND"), (chip, "CLK INH"))
        draft.join(f"{bus} SCK", (chip, "CLK"))
        draft.join(f"{bus} load", (chip, "SH/LD"))
        net, sink, pin = serial
        draft.join(net, (sink, pin), (chip, "QH"))
        serial = (f"{bus} chain {number + 1}", chip, "SER")
        if last:
            for bit, name in enumerate(DATA):
                draft.join(PICO_3V3 if part.tail >> bit & 1 else GROUND, (chip, name))
            draft.join(GROUND, (chip, "SER"))
            continue
        network = draft.add(symbols.NETWORK, place=f"at {chip.name}")
        draft.join(PICO_3V3, (network, "common"))
        for bit, name in enumerate(DATA):
            index = 8 * number + bit
            label = labels[channels[index]] if index < len(channels) else f"{chip.name} free {name}"
            draft.join(label, (network, f"R{bit + 1}"), (chip, name))
            if index < len(channels):
                _switch(draft, board, label, rails.of(index, len(channels)))


def _switch(draft: Draft, board: Board, label: str, rail: str) -> None:
    if board.build.switch is SwitchKind.HALL:
        hall = draft.add(symbols.HALL_SWITCH, label, place=label)
        draft.join(rail, (hall, "VCC"))
        draft.join(GROUND, (hall, "GND"))
        _bypass(draft, rail, f"at {hall.name}")
        draft.join(label, (hall, "OUT"))
    else:
        micro = draft.add(symbols.MICRO, label, place=label)
        draft.join(GROUND, (micro, "COM"))
        draft.join(label, (micro, "NO"))


def _multiplexers(
    draft: Draft, board: Board, part: Multiplexers, labels: dict[int, str], pico: Component, rails: Rails
) -> None:
    adc = f"ADC{part.adc - 26}"
    first, second = part.select[:4], part.select[4:]
    chips = ceil(part.span.count / part.used)
    series = draft.add(symbols.resistor("r1k"), "1 kΩ", place=f"at GP{part.adc}")
    draft.join(adc, (series, "2"), (pico, f"GP{part.adc}"))
    end = f"{adc} common"
    draft.join(end, (series, "1"))
    joint = None
    if second:
        joint = draft.add(symbols.MUX, place=f"before {adc}")
        _feed_mux(draft, joint, rails.names[0])
        _select(draft, joint, second, pico)
        draft.join(end, (joint, "SIG"))
        for free in range(chips, PORTS):
            draft.join(GROUND, (joint, f"C{free}"))
    channels = part.span.channels
    sensings = _ladder_channels(board)
    for number in range(chips):
        rail = rails.of(number, chips)
        chip = draft.add(symbols.MUX, place=f"chip {number} of {adc}")
        _feed_mux(draft, chip, rail)
        _select(draft, chip, first, pico)
        if joint is None:
            draft.join(end, (chip, "SIG"))
        else:
            draft.join(f"{adc} mux {number}", (chip, "SIG"), (joint, f"C{number}"))
        for port in range(PORTS):
            index = number * part.used + port
            if port < part.used and index < len(channels):
                label = labels[channels[index]]
                draft.join(label, (chip, f"C{port}"))
                _analogue(draft, sensings.get(channels[index]), label, rail)
            else:
                draft.join(GROUND, (chip, f"C{port}"))
        if board.build.analogue is AnalogueKind.HALL:
            read = channels[number * part.used : (number + 1) * part.used]
            _pull_downs(draft, chip, [labels[channel] for channel in read])


def _pull_downs(draft: Draft, chip: Component, inputs: list[str]) -> None:
    """A broken wire must not show what was read before: at the multiplexer, so that no current of theirs
    passes its switches. A DRV5055 drives 1 mA."""
    for first in range(0, len(inputs), 8):
        network = draft.add(symbols.PULL_DOWN, place=f"at {chip.name}")
        draft.join(GROUND, (network, "common"))
        for place, label in enumerate(inputs[first : first + 8], 1):
            draft.join(label, (network, f"R{place}"))


def _ladder_channels(board: Board) -> dict[int, Sensing]:
    """How each channel that reads a piece's resistor is sensed; none where Hall sensors read the pieces."""
    if board.build.analogue is AnalogueKind.HALL:
        return {}
    kinds = ladders(board)
    return {
        channel: level.sensing
        for site in (*board.sites, *board.aside)
        for level in site.levels
        for channel in level.channels
        if level.sensing in kinds
    }


def _feed_mux(draft: Draft, chip: Component, rail: str) -> None:
    _bypass(draft, rail, f"at {chip.name}")
    draft.join(rail, (chip, "VCC"))
    draft.join(GROUND, (chip, "GND"), (chip, "EN"))


def _select(draft: Draft, chip: Component, lines: tuple[int, ...], pico: Component) -> None:
    for line in range(4):
        if line < len(lines):
            draft.join(f"select GP{lines[line]}", (pico, f"GP{lines[line]}"), (chip, f"S{line}"))
        else:
            draft.join(GROUND, (chip, f"S{line}"))


def _analogue(draft: Draft, sensing: Sensing | None, label: str, rail: str) -> None:
    """One level: a linear Hall sensor, or with `sensing` contacts for a piece's resistor and its ladder."""
    if sensing is None:
        hall = draft.add(symbols.HALL_LINEAR, label, place=label)
        draft.join(rail, (hall, "VCC"))
        draft.join(GROUND, (hall, "GND"))
        draft.join(label, (hall, "OUT"))
        _bypass(draft, rail, f"at {hall.name}")
        return
    up = draft.add(symbols.resistor("ladder-up"), f"{PULL_UP / 1000:g} kΩ", place=label)
    contact = draft.add(symbols.CONTACT, label, place=label)
    draft.join(rail, (up, "1"))
    draft.join(label, (up, "2"), (contact, "read"))
    draft.join(GROUND, (contact, "ground"))
    own = draft.add(symbols.resistor("ladder-own"), f"{own_resistor(sensing) / 1000:g} kΩ", place=label)
    draft.join(label, (own, "1"))
    draft.join(GROUND, (own, "2"))


def _colours(
    draft: Draft, part: ColourSensors, labels: dict[int, str], pico: Component, rails: Rails
) -> None:
    bus = f"I2C{part.i2c}"
    lines = {"SDA": part.sda, "SCL": part.scl}
    for name, pin in lines.items():
        pull_up = draft.add(symbols.resistor("r2k2"), "2.2 kΩ", place=f"at GP{pin}")
        draft.join(PICO_3V3, (pull_up, "1"))
        draft.join(f"{bus} {name}", (pico, f"GP{pin}"), (pull_up, "2"))
    sensors = part.span.count // 3
    for number, address in enumerate(part.muxes):
        mux = draft.add(symbols.TCA, f"TCA9548A 0x{address:02x}", place=f"address 0x{address:02x}")
        draft.join(PICO_3V3, (mux, "VIN"), (mux, "RST"))
        draft.join(GROUND, (mux, "GND"))
        for line in range(3):
            draft.join(PICO_3V3 if (address - 0x70) >> line & 1 else GROUND, (mux, f"A{line}"))
        draft.join(f"{bus} SDA", (mux, "SDA"))
        draft.join(f"{bus} SCL", (mux, "SCL"))
        for port in range(8):
            index = 8 * number + port
            if index >= sensors:
                continue
            label = labels[part.span.channels[3 * index]]
            sensor = draft.add(symbols.TCS, label, place=label)
            draft.join(rails.of(index, sensors), (sensor, "VIN"))
            draft.join(GROUND, (sensor, "GND"))
            draft.join(f"{label} SDA", (mux, f"SD{port}"), (sensor, "SDA"))
            draft.join(f"{label} SCL", (mux, f"SC{port}"), (sensor, "SCL"))
            if part.lamp != NO_PIN:
                draft.join("lamp", (sensor, "LED"))


def _tags(draft: Draft, part: TagReaders, labels: dict[int, str], pico: Component, rails: Rails) -> None:
    bus = f"SPI{part.spi}"
    shared = {"SCK": ("SCK", part.sck), "TX": ("MOSI", part.mosi), "RX": ("MISO", part.miso)}
    for name, (_, pin) in shared.items():
        draft.join(f"{bus} {name}", (pico, f"GP{pin}"))
    draft.join("readers reset", (pico, f"GP{part.reset}"))
    for number, pin in enumerate(part.select):
        label = labels[part.span.channels[number * len(part.tags)]]
        reader = draft.add(symbols.RC522, label, place=label)
        rail = rails.of(number, len(part.select))
        draft.join(rail, (reader, "3.3V"))
        draft.join(GROUND, (reader, "GND"))
        for name, (printed, _) in shared.items():
            draft.join(f"{bus} {name}", (reader, printed))
        draft.join("readers reset", (reader, "RST"))
        pull_up = draft.add(symbols.resistor("r10k"), "10 kΩ", place=label)
        draft.join(rail, (pull_up, "1"))
        draft.join(f"reader {number} select", (pico, f"GP{pin}"), (reader, "SDA"), (pull_up, "2"))


def lamp_gate(board: Board) -> int:
    """Which gate of the level shifter drives the sensors' lamps."""
    return len({segment.bus for segment in board.strips}) + 1


def inputs_of(board: Board) -> list[Input]:
    """The parts that read channels."""
    return [part for part in board.parts if not isinstance(part, PixelChain)]
