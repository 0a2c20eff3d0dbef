"""Wiring diagrams as WireViz text, each a part of the circuit small enough to follow.

What joins two components is read from the circuit's nets, so a diagram cannot show a wire that the netlist
has not.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from triboard.hardware.circuit import UNUSED, Circuit, Component, Node
from triboard.hardware.rails import GROUND
from triboard.hardware.symbols import MUX

SIGNALS: Final = (
    "BU",
    "GN",
    "YE",
    "WH",
    "VT",
    "BN",
    "GY",
    "PK",
    "TQ",
    "BUWH",
    "GNWH",
    "YEBK",
    "WHRD",
    "VTWH",
)
"""Colours of wires that carry signals, in the order of a diagram's nets (IEC 60757)."""


ONE_GROUND: Final = frozenset({"Pico", "Raspberry Pi"})
"""Components whose pins of one name are joined inside: one wire is enough."""


PAD: Final = "\u2002"
"""Keeps labels off the lines beside them, where a viewer's letters are wider than Graphviz thought."""


@dataclass(slots=True)
class Harness:
    """One diagram in the making."""

    name: str
    title: str
    circuit: Circuit
    _shown: dict[str, Component] = field(default_factory=dict)
    _cables: dict[str, dict[str, Any]] = field(default_factory=dict)
    _joints: list[list[dict[str, list[Any]]]] = field(default_factory=list)
    _colours: dict[str, str] = field(default_factory=dict)
    _by_net: dict[str, dict[str, list[Node]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for net, nodes in self.circuit.nets.items():
            for node in nodes:
                if net != UNUSED:
                    self._by_net.setdefault(node.component, {}).setdefault(net, []).append(node)

    def link(
        self,
        one: Component,
        other: Component,
        *,
        nets: Iterable[str] | None = None,
        mm2: float = 0.25,
        once: bool = False,
    ) -> None:
        """Show the wires between two components: of the nets they share, or of some of them, to every pin
        of the other; with `once` to one pin for each net."""
        mine, theirs = self._given_by(one), self._by_net.get(other.name, {})
        wanted = None if nets is None else set(nets)
        shared = [net for net in mine if net in theirs and (wanted is None or net in wanted)]
        if not shared:
            return
        self._shown.setdefault(one.name, one)
        self._shown.setdefault(other.name, other)
        wires = [(net, mine[net][0], end) for net in shared for end in _ends(other, theirs[net], once=once)]
        cable = f"W{len(self._cables) + 1}"
        self._cables[cable] = {
            "category": "bundle",
            "colors": [self._colour(net) for net, _, _ in wires],
            "wirelabels": [f"{PAD}{net}{PAD}" for net, _, _ in wires],
            "gauge": f"{mm2:g} mm2",
        }
        self._joints.append(
            [
                {one.name: [int(start.number) for _, start, _ in wires]},
                {cable: list(range(1, len(wires) + 1))},
                {other.name: [int(end.number) for _, _, end in wires]},
            ]
        )

    def text(self) -> str:
        """The diagram as WireViz reads it; the same text for equal boards."""
        lines = [f"# {self.title}. Made by `triboard hardware build`; not edited by hand.", "connectors:"]
        for component in self._shown.values():
            entry = {
                "type": component.symbol.name,
                "subtype": _padded(
                    component.value if component.value != component.symbol.name else component.place
                ),
                "pins": [int(pin.number) for pin in component.symbol.pins],
                "pinlabels": [pin.name for pin in component.symbol.pins],
                "hide_disconnected_pins": True,
                "show_pincount": False,
            }
            if not entry["subtype"]:
                del entry["subtype"]
            lines.append(f"  {component.name}: {_flow(entry)}")
        lines.append("cables:")
        lines += [f"  {name}: {_flow(entry)}" for name, entry in self._cables.items()]
        lines.append("connections:")
        for joint in self._joints:
            lines.append("  -")
            lines += [f"    - {_flow(end)}" for end in joint]
        lines.append("options: {bgcolor: WH, fontname: DejaVu Sans}")
        return "\n".join(lines) + "\n"

    def _given_by(self, one: Component) -> dict[str, list[Node]]:
        """The nets of a component but for its reference, which feeds nobody."""
        return {
            net: nodes
            for net, nodes in self._by_net.get(one.name, {}).items()
            if one.pin(nodes[0].number).name != "ADC_VREF"
        }

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show."""
        return not self._cables

    def _colour(self, net: str) -> str:
        if net == GROUND:
            return "BK"
        if net.startswith("5V"):
            return "RD"
        if net.startswith("3V3"):
            return "OG"
        if net not in self._colours:
            self._colours[net] = SIGNALS[len(self._colours) % len(SIGNALS)]
        return self._colours[net]


def _padded(text: str) -> str:
    return f"{PAD}{text}{PAD}" if text else ""


def _ends(other: Component, nodes: list[Node], *, once: bool) -> list[Node]:
    """The pins of a net that a diagram shows; inputs of a multiplexer that nobody uses are left to the
    text."""
    if once or other.symbol.name in ONE_GROUND:
        return nodes[:1]
    shown = [
        node
        for node in nodes
        if not (other.symbol.name == MUX.name and other.pin(node.number).name[0] == "C")
    ]
    return shown or nodes


def _flow(value: Any) -> str:
    """A value in YAML's flow style, which JSON is."""
    return json.dumps(value, ensure_ascii=False)
