"""Electrical rule check and netlist by SKiDL, in a process of its own.

SKiDL keeps its state in globals, writes files into the current folder and warns about KiCad's libraries,
which are not needed: parts come from `symbols`. So it runs in a child, in a folder that goes away, with its
answer as JSON.
"""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Final

from triboard.errors import MachineError
from triboard.hardware.circuit import UNUSED, Circuit

CHILD: Final = "triboard.hardware.skidl_child"
LIMIT: Final = 300
"""Seconds after which SKiDL is given up; the largest board takes a few."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What SKiDL says: errors and warnings of its rules, and the netlist in KiCad's format."""

    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    netlist: str


def installed() -> bool:
    """Whether SKiDL can be run."""
    return find_spec("skidl") is not None


def examine(circuit: Circuit, title: str) -> Verdict:
    """Run SKiDL's electrical rules over a circuit and write its netlist.

    Raises `MachineError` where SKiDL is missing or fails.
    """
    if not installed():
        raise MachineError("SKiDL is not installed. Install it with: pip install 'triboard[hardware]'")
    with tempfile.TemporaryDirectory(prefix="triboard-erc-") as folder:
        environ = {key: value for key, value in os.environ.items() if not key.startswith("KICAD")}
        environ["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        try:
            done = subprocess.run(
                [sys.executable, "-m", CHILD],
                input=json.dumps(as_json(circuit, title)),
                capture_output=True,
                text=True,
                cwd=folder,
                env=environ,
                timeout=LIMIT,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise MachineError(f"SKiDL did not end within {LIMIT} seconds.") from error
    if done.returncode != 0:
        raise MachineError(f"SKiDL failed: {done.stderr.strip().splitlines()[-1:]}")
    answer = json.loads(done.stdout)
    return Verdict(tuple(answer["errors"]), tuple(answer["warnings"]), answer["netlist"])


def as_json(circuit: Circuit, title: str) -> dict[str, Any]:
    """The circuit as plain values."""
    return {
        "title": title,
        "components": [
            {
                "name": one.name,
                "kind": one.symbol.name,
                "value": one.value,
                "place": one.place,
                "letter": one.symbol.letter,
                "footprint": one.symbol.footprint,
                "pins": [[pin.number, pin.name, pin.use.value] for pin in one.symbol.pins],
            }
            for one in circuit.components.values()
        ],
        "nets": {
            name: [[node.component, node.number] for node in nodes]
            for name, nodes in circuit.nets.items()
            if name != UNUSED
        },
        "unused": [[node.component, node.number] for node in circuit.nets.get(UNUSED, ())],
    }
