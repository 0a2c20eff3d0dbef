"""The electrical side of a board: which nodes of its parts show the raw values of its channels.

A *node* is one number that a part in the virtual machine reads: a level, a voltage, an amount of light (kinds
as in `micropython/_parts.py`). What the firmware makes of it again is the raw value that hands have set.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final, NamedTuple

from triboard.protocol import parts as p
from triboard.units import Channel

MOST_STEPS: Final = 12
"""Bits of the converter."""

WHOLE: Final = 0xFFFFFFFF
"""Every bit of a chain comes through."""

PINS: Final = 30
_PORTS: Final = 8
_CHIP: Final = 8


class Kind(IntEnum):
    """Kinds of nodes; the numbers travel to the virtual machine."""

    BITS = 0
    VOLTS = 1
    LIGHT = 2
    LEVELS = 3
    CHAINS = 4
    SILENT = 5
    BUSES = 6
    TAGS = 7


class Node(NamedTuple):
    """A node and what it shows."""

    kind: Kind
    number: int
    value: int


@dataclass(slots=True)
class Circuit:
    """The nodes of a board's parts. `description` is what the virtual machine builds its parts from."""

    bits: int
    description: dict[str, Any] = field(default_factory=dict)
    nodes: list[list[int]] = field(default_factory=lambda: [[] for _ in Kind])
    shows: dict[int, Callable[[int], list[Node]]] = field(default_factory=dict)
    """By channel: the nodes that show a raw value of it."""
    lost: list[Callable[[frozenset[int]], list[Node]]] = field(default_factory=list)
    """By part: what it shows when these channels of the board cannot be read."""
    analogue: set[int] = field(default_factory=set)
    """Channels of a converter, which never says that it cannot read."""

    @property
    def highest(self) -> int:
        """The largest raw value."""
        return (1 << self.bits) - 1

    def show(self, channel: Channel, value: int) -> list[Node]:
        """Nodes that make the firmware read `value`; none for a channel that is wired to nothing."""
        return self.shows[channel](value) if channel in self.shows else []

    def lose(self, channels: frozenset[int]) -> list[Node]:
        """Nodes of every part when just these channels cannot be read."""
        return [node for part in self.lost for node in part(channels)]

    def keep(self, nodes: Iterable[Node]) -> list[Node]:
        """Remember what nodes show; those that have changed."""
        changed = [one for one in nodes if self.nodes[one.kind][one.number] != one.value]
        for kind, number, value in changed:
            self.nodes[kind][number] = value
        return changed

    def add(self, kind: Kind, count: int, value: int = 0) -> int:
        """New nodes; the index of the first."""
        first = len(self.nodes[kind])
        self.nodes[kind] += [value] * count
        return first


def circuit_of(parts: Iterable[p.Part], bits: int) -> Circuit:
    """The circuit that a board's parts make."""
    circuit = Circuit(bits)
    circuit.add(Kind.LEVELS, PINS, 1)  # pulled up
    circuit.description |= {"chains": [], "multiplexers": [], "buses": [], "readers": []}
    for part in parts:
        match part:
            case p.ShiftChain():
                _add_chain(circuit, part)
            case p.Multiplexers():
                _add_multiplexers(circuit, part)
            case p.ColourSensors():
                _add_sensors(circuit, part)
            case p.TagReaders():
                _add_readers(circuit, part)
            case p.Quadrature() | p.PixelChain():
                pass  # hands move the tracks; pixels are told as they are written
    return circuit


def _add_chain(circuit: Circuit, part: p.ShiftChain) -> None:
    chips = -(-part.span.count // _CHIP)
    first = circuit.add(Kind.BITS, chips * _CHIP, int(part.invert))
    number = circuit.add(Kind.CHAINS, 1, WHOLE)
    circuit.description["chains"].append(
        {
            "spi": part.spi,
            "sck": part.sck,
            "miso": part.miso,
            "load": part.load,
            "first": first,
            "count": chips * _CHIP,
            "pattern": [part.tail],
        }
    )
    half = circuit.highest / 2

    def shows(index: int) -> Callable[[int], list[Node]]:
        chip, place = divmod(index, _CHIP)
        node = first + chip * _CHIP + 7 - place  # H comes out first
        return lambda value: [Node(Kind.BITS, node, int((value > half) != part.invert))]

    def lost(channels: frozenset[int]) -> list[Node]:
        gone = [index for index, channel in enumerate(part.span.channels) if channel in channels]
        passes = min(gone) // _CHIP * _CHIP if gone else WHOLE  # what a dead chip does not pass on
        return [Node(Kind.CHAINS, number, passes)]

    circuit.shows |= {channel: shows(index) for index, channel in enumerate(part.span.channels)}
    circuit.lost.append(lost)


def _add_multiplexers(circuit: Circuit, part: p.Multiplexers) -> None:
    count = 1 << len(part.select)
    first = circuit.add(Kind.VOLTS, count)
    circuit.description["multiplexers"].append(
        {
            "adc": part.adc,
            "select": list(part.select),
            "first": first,
            "count": count,
            "settle": part.settle,
        }
    )
    shift = MOST_STEPS - circuit.bits
    half = (1 << shift) >> 1  # in the middle of a step, so that the last bit's noise does not show

    def shows(index: int) -> Callable[[int], list[Node]]:
        node = first + (index // part.used << 4 | index % part.used)
        return lambda value: [Node(Kind.VOLTS, node, value << shift | half)]

    circuit.shows |= {channel: shows(index) for index, channel in enumerate(part.span.channels)}
    circuit.analogue |= set(part.span.channels)


def _add_sensors(circuit: Circuit, part: p.ColourSensors) -> None:
    count = -(-part.span.count // 3)
    first = circuit.add(Kind.LIGHT, 4 * count)
    sensors = circuit.add(Kind.SILENT, count)
    muxes = circuit.add(Kind.SILENT, len(part.muxes))
    circuit.add(Kind.BUSES, 1)
    circuit.description["buses"].append(
        {
            "i2c": part.i2c,
            "sda": part.sda,
            "scl": part.scl,
            "steps": part.cycles,
            "gain": part.gain,
            "lamp": None if part.lamp == p.NO_PIN else part.lamp,
            "multiplexers": [
                {
                    "address": address,
                    "silent": muxes + number,
                    "ports": [
                        {"port": port, "silent": sensors + number * _PORTS + port}
                        for port in range(min(_PORTS, count - number * _PORTS))
                    ],
                }
                for number, address in enumerate(part.muxes)
            ],
        }
    )
    channels = list(part.span.channels)

    def shows(index: int) -> Callable[[int], list[Node]]:
        node = first + index // 3 * 4 + index % 3
        return lambda value: [Node(Kind.LIGHT, node, (value * part.full + part.full // 2) // circuit.highest)]

    def lost(gone: frozenset[int]) -> list[Node]:
        return [
            Node(Kind.SILENT, sensors + number, int(bool(gone & set(channels[3 * number : 3 * number + 3]))))
            for number in range(count)
        ]

    circuit.shows |= {channel: shows(index) for index, channel in enumerate(channels)}
    circuit.lost.append(lost)


def _add_readers(circuit: Circuit, part: p.TagReaders) -> None:
    tags = len(part.tags)
    first = circuit.add(Kind.TAGS, len(part.select) * tags)
    silent = circuit.add(Kind.SILENT, len(part.select))
    circuit.description["readers"].append(
        {
            "spi": part.spi,
            "sck": part.sck,
            "mosi": part.mosi,
            "miso": part.miso,
            "reset": part.reset,
            "select": list(part.select),
            "silent": silent,
            "first": first,
            "tags": [list(tag) for tag in part.tags],
        }
    )
    half = circuit.highest / 2
    channels = list(part.span.channels)

    def shows(index: int) -> Callable[[int], list[Node]]:
        return lambda value: [Node(Kind.TAGS, first + index, int(value > half))]

    def lost(gone: frozenset[int]) -> list[Node]:
        return [
            Node(
                Kind.SILENT,
                silent + number,
                int(bool(gone & set(channels[number * tags : (number + 1) * tags]))),
            )
            for number in range(len(part.select))
        ]

    circuit.shows |= {channel: shows(index) for index, channel in enumerate(channels)}
    circuit.lost.append(lost)
