"""Netlists in KiCad's format: how a board was really wired, compared with how it should be.

Whoever draws a circuit board or wires by hand can export what is joined, and have it judged.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final, TypeAlias

from triboard.errors import ConfigurationError, Mistake
from triboard.hardware.circuit import UNUSED, Circuit, Node

Tree: TypeAlias = "str | list[Tree]"

_TOKEN: Final = re.compile(r'\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+))')
_OPEN: Final = "\0"  # no name of a net begins like this

MOST_NAMED: Final = 4
"""Pins that a mistake names; of more it says how many."""


def parse_netlist(text: str, origin: str) -> dict[str, tuple[Node, ...]]:
    """The nets of a KiCad netlist; raises `ConfigurationError` for a text that is none."""
    nets: dict[str, tuple[Node, ...]] = {}
    for entry in _find(_tree(text, origin), "nets"):
        for net in _find(entry, "net"):
            name = _text(net, "name")
            nodes = tuple(Node(_text(node, "ref"), _text(node, "pin")) for node in _find(net, "node"))
            nets[name] = nets.get(name, ()) + nodes
    if not nets:
        raise ConfigurationError(Mistake(origin, "has no nets", "Export a netlist in KiCad's format."))
    return nets


def as_wired(
    circuit: Circuit, nets: dict[str, tuple[Node, ...]], origin: str
) -> tuple[Circuit, list[Mistake]]:
    """The circuit as a netlist wires it, and where it differs from the one that the board file asks for.

    Pins of components that the board file does not know are left alone, as are names of nets.
    """
    known = {Node(one.name, pin.number) for one in circuit.components.values() for pin in one.symbol.pins}
    wired = {name: tuple(node for node in nodes if node in known) for name, nodes in nets.items()}
    wired = {name: nodes for name, nodes in wired.items() if nodes}
    there = {node: name for name, nodes in wired.items() for node in nodes}
    mistakes = []
    asked = {node: name for name, nodes in circuit.nets.items() if name != UNUSED for node in nodes}
    for name, nodes in wired.items():
        joined = sorted({asked[node] for node in nodes if node in asked})
        if len(joined) > 1:
            mistakes.append(
                Mistake(
                    f"{origin}: net {name}", f"joins {_listed(joined)}", "Part them: they are different nets."
                )
            )
        stray = [node for node in nodes if node not in asked]
        if stray and len(nodes) > 1:
            mistakes.append(
                Mistake(f"{origin}: net {name}", f"reaches {_pins(circuit, stray)}", "These pins stay free.")
            )
    for name, nodes in circuit.nets.items():
        if name == UNUSED or len(nodes) < 2:
            continue
        parts: dict[str, list[Node]] = defaultdict(list)
        for node in nodes:
            parts[there.get(node, f"{_OPEN}{node.component} {node.number}")].append(node)
        if len(parts) > 1:
            # The largest piece is the net; of equal ones a piece that is joined to something.
            order = sorted(parts, key=lambda key: (len(parts[key]), not key.startswith(_OPEN)))
            apart = [node for key in order[:-1] for node in parts[key]]
            mistakes.append(
                Mistake(
                    f"{origin}: {name}",
                    f"does not reach {_pins(circuit, apart)}",
                    "Join them to the rest of it.",
                )
            )
    free = tuple(node for node in known if node not in there)
    return Circuit(circuit.components, {**wired, UNUSED: tuple(sorted(free))}), mistakes


def _pins(circuit: Circuit, nodes: list[Node]) -> str:
    return _listed(
        [
            f"{one.component} {circuit.components[one.component].pin(one.number).name} ({one.number})"
            for one in nodes
        ]
    )


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    return shown if len(names) <= MOST_NAMED else f"{shown} and {len(names) - MOST_NAMED} more"


def _tree(text: str, origin: str) -> Tree:
    stack: list[list[Tree]] = [[]]
    place = 0
    text = text.strip()
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            break
        place = found.end()
        bracket, quoted, plain = found.groups()
        if bracket == "(":
            stack.append([])
        elif bracket == ")" and len(stack) > 1:
            done = stack.pop()
            stack[-1].append(done)
        elif bracket is None:
            stack[-1].append(plain if quoted is None else quoted.replace('\\"', '"'))
        else:
            break
    if place < len(text) or len(stack) != 1 or len(stack[0]) != 1:
        line = text.count("\n", 0, place) + 1
        raise ConfigurationError(
            Mistake(f"{origin}: line {line}", "is no netlist", "Export a netlist in KiCad's format.")
        )
    return stack[0][0]


def _find(tree: Tree, name: str) -> Iterator[list[Tree]]:
    if isinstance(tree, list):
        for one in tree:
            if isinstance(one, list) and one and one[0] == name:
                yield one


def _text(tree: Tree, name: str) -> str:
    for one in _find(tree, name):
        if len(one) > 1 and isinstance(one[1], str):
            return one[1]
    return ""
