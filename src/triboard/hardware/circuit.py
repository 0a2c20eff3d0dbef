"""A circuit: components with pins, and the nets that join them. Everything that is generated starts here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

from triboard.errors import InternalError


class Use(Enum):
    """What a pin does electrically, in the words of SKiDL's electrical rules."""

    INPUT = "INPUT"
    OUTPUT = "OUTPUT"
    BOTH = "BIDIR"
    TRISTATE = "TRISTATE"
    OPEN_DRAIN = "OPENCOLL"
    PASSIVE = "PASSIVE"
    TAKES_POWER = "PWRIN"
    GIVES_POWER = "PWROUT"


class Pin(NamedTuple):
    """One pin: its number, its name as it is printed on the part, and its use."""

    number: str
    name: str
    use: Use


@dataclass(frozen=True, slots=True)
class Symbol:
    """A kind of component. `letter` begins its names; `footprint` is one of KiCad's libraries."""

    name: str
    article: str
    letter: str
    footprint: str
    pins: tuple[Pin, ...]


@dataclass(frozen=True, slots=True)
class Component:
    """One part of a circuit. `value` stands beside its name, `place` says where it goes."""

    name: str
    symbol: Symbol
    value: str
    place: str

    def pin(self, number: str) -> Pin:
        """The pin with this number."""
        return next(pin for pin in self.symbol.pins if pin.number == number)


class Node(NamedTuple):
    """One pin of one component."""

    component: str
    number: str


UNUSED: Final = "unused"
"""Name of the net of pins that stay free on purpose; its pins are not joined."""


@dataclass(frozen=True, slots=True)
class Circuit:
    """Components by name, nets by name; `UNUSED` holds what stays free."""

    components: Mapping[str, Component]
    nets: Mapping[str, tuple[Node, ...]]

    def net_of(self) -> dict[Node, str]:
        """The net of each pin; the first one, where a pin is in several."""
        found: dict[Node, str] = {}
        for name, nodes in self.nets.items():
            for node in nodes:
                found.setdefault(node, name)
        return found


@dataclass(slots=True)
class Draft:
    """A circuit in the making."""

    components: dict[str, Component] = field(default_factory=dict)
    nets: dict[str, list[Node]] = field(default_factory=dict)
    _counts: dict[str, int] = field(default_factory=dict)

    def add(self, symbol: Symbol, value: str = "", *, place: str = "") -> Component:
        """A new component with the next free name of its letter."""
        number = self._counts.get(symbol.letter, 0) + 1
        self._counts[symbol.letter] = number
        made = Component(f"{symbol.letter}{number}", symbol, value or symbol.name, place)
        self.components[made.name] = made
        return made

    def join(self, net: str, *ends: tuple[Component, str]) -> None:
        """Put pins, by their printed names, on a net; a name that several pins have joins all of them."""
        for component, name in ends:
            pins = [pin for pin in component.symbol.pins if pin.name == name]
            if not pins:
                raise InternalError(f"{component.symbol.name} has no pin {name}")
            nodes = self.nets.setdefault(net, [])
            nodes += [node for pin in pins if (node := Node(component.name, pin.number)) not in nodes]

    def drop_lonely(self, net: str) -> None:
        """Take away a net that turned out to join nothing; its one pin stays free."""
        if len(self.nets.get(net, ())) == 1:
            del self.nets[net]

    def finish(self) -> Circuit:
        """The circuit; every pin that is on no net stays free."""
        taken = {node for nodes in self.nets.values() for node in nodes}
        free = [
            Node(component.name, pin.number)
            for component in self.components.values()
            for pin in component.symbol.pins
            if Node(component.name, pin.number) not in taken
        ]
        nets = {name: tuple(nodes) for name, nodes in self.nets.items()}
        return Circuit(dict(self.components), {**nets, UNUSED: tuple(free)} if free else nets)


def named(use: Use, names: Iterable[str], first: int = 1) -> tuple[Pin, ...]:
    """Pins of one use, numbered one after the other."""
    return tuple(Pin(str(number), name, use) for number, name in enumerate(names, first))
