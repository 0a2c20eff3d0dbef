"""Everything that `triboard hardware build` writes for one board, as texts by file name, and writing them.

Drawings are made by WireViz and Graphviz, whose versions draw differently. So only their texts are compared
with what lies in a folder; a drawing carries the hash of the text that it was made from, and is old when
that differs.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from triboard.board.definition import Board
from triboard.errors import ConfigurationError, MachineError, Mistake
from triboard.hardware.assembly import assembly_page
from triboard.hardware.bom import as_csv, as_markdown, bill
from triboard.hardware.circuit import Circuit, Component
from triboard.hardware.design import design
from triboard.hardware.diagrams import diagrams
from triboard.hardware.erc import as_json
from triboard.hardware.header_picture import pi_picture, pico_picture
from triboard.hardware.overview import overview_page
from triboard.hardware.tables import MADE, pins_page, power_page, sensors_page

FOLDERS: Final[Mapping[str, str]] = {"ttt3d-presence+starter": "starter"}
"""Folders whose names are not those of their boards."""

CHECKOUT: Final = Path(__file__).parents[3] / "hardware"
NETLIST: Final = "netlist.net"
DRAWING_LIMIT: Final = 120
"""Seconds after which WireViz is given up."""

_MARK: Final = "made from sha256:"


def folder_of(name: str, root: Path | None) -> Path:
    """Where the files of a board go: below `root`, or below `hardware/` of a checkout.

    Raises `ConfigurationError` where there is no checkout and no root.
    """
    if root is None:
        if not (CHECKOUT / "LICENSE").is_file():
            raise ConfigurationError(
                Mistake("--dir", "is missing, and this is no checkout", "Name a folder: --dir hardware.")
            )
        root = CHECKOUT
    return root / FOLDERS.get(name, Path(name).stem if "/" in name else name)


def texts_of(board: Board, name: str, variants: dict[str, str]) -> dict[str, str]:
    """All files but the netlist and the drawings, by name; equal for equal board files."""
    circuit = design(board)
    pico, header = _host(circuit, "Pico"), _host(circuit, "Raspberry Pi")
    assert pico is not None
    rows = bill(board, circuit)
    drawings = diagrams(board, circuit)
    files = {
        "README.md": overview_page(board, name, circuit, rows, drawings, variants),
        "assembly.md": assembly_page(board, name),
        "bom.csv": as_csv(rows),
        "bom.md": f"# {board.title}: bill of materials\n{MADE} Printed parts and magnets are listed"
        " beside their drawings.\n\n" + as_markdown(rows),
        "pins.md": pins_page(board, circuit, header),
        "sensors.md": sensors_page(board),
        "power.md": power_page(board),
        "pico.svg": pico_picture(circuit, pico, f"{board.title}: Pico, seen from above"),
    }
    if header is not None:
        files["pi.svg"] = pi_picture(circuit, header, f"{board.title}: header of the Pi")
    return files | {f"{harness.name}.yml": harness.text() for harness in drawings}


def circuit_hash(circuit: Circuit, title: str) -> str:
    """Stands in the netlist, so that one of another circuit is noticed without SKiDL."""
    return hashlib.sha256(repr(as_json(circuit, title)).encode()).hexdigest()[:16]


def netlist_title(board: Board, circuit: Circuit) -> str:
    """What the netlist says of where it comes from."""
    return f"{board.name} {circuit_hash(circuit, board.name)}"


def write(folder: Path, files: Mapping[str, str]) -> tuple[str, ...]:
    """Write what differs; the names of what was written."""
    changed = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            path = folder / name
            if not path.is_file() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                changed.append(name)
    except OSError as error:
        mistake = Mistake(str(folder), f"cannot be written ({error.strerror})", "Check --dir.")
        raise ConfigurationError(mistake) from error
    return tuple(changed)


def clear(folder: Path, keep: Mapping[str, str]) -> tuple[str, ...]:
    """Take away drawings that the board no longer has; the names of what went."""
    old = [path for path in sorted(folder.glob("wiring-*")) if f"{path.stem}.yml" not in keep]
    old += [path for path in (folder / "pi.svg",) if path.is_file() and path.name not in keep]
    for path in old:
        path.unlink()
    return tuple(path.name for path in old)


def drawn_from(svg: str) -> str:
    """The hash of the text that a drawing was made from; empty where it does not say."""
    found = re.search(f"{_MARK}([0-9a-f]+)", svg)
    return found.group(1) if found else ""


def text_hash(text: str) -> str:
    """The hash that a drawing carries."""
    return hashlib.sha256(text.encode()).hexdigest()


def old_drawings(folder: Path, files: Mapping[str, str]) -> tuple[str, ...]:
    """Names of drawings that are missing or were made from another text."""
    found = []
    for name, text in files.items():
        if name.endswith(".yml"):
            path = folder / name.replace(".yml", ".svg")
            if not path.is_file() or drawn_from(path.read_text(encoding="utf-8")) != text_hash(text):
                found.append(path.name)
    return tuple(found)


def draw(text: str) -> str:
    """A diagram's SVG, by WireViz; raises `MachineError` with the remedy where a tool is missing."""
    if find_spec("wireviz") is None:
        raise MachineError("WireViz is not installed. Install it with: pip install 'triboard[hardware]'")
    if shutil.which("dot") is None:
        raise MachineError("Graphviz is not installed. Install it with: apt install graphviz")
    with tempfile.TemporaryDirectory(prefix="triboard-draw-") as folder:
        source = Path(folder) / "diagram.yml"
        source.write_text(text, encoding="utf-8")
        # A program of its own: its licence is the GPL, and it prints.
        try:
            done = subprocess.run(
                [sys.executable, "-m", "wireviz.wv_cli", "-f", "s", str(source)],
                capture_output=True,
                text=True,
                timeout=DRAWING_LIMIT,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise MachineError(f"WireViz did not end within {DRAWING_LIMIT} seconds.") from error
        made = source.with_suffix(".svg")
        if done.returncode or not made.is_file():
            raise MachineError(f"WireViz failed: {done.stderr.strip().splitlines()[-1:]}")
        svg = made.read_text(encoding="utf-8")
    tidy = "\n".join(line.rstrip() for line in svg.splitlines())
    return tidy.replace("<svg ", f"<!-- {_MARK}{text_hash(text)} -->\n<svg ", 1) + "\n"


def _host(circuit: Circuit, kind: str) -> Component | None:
    return next((one for one in circuit.components.values() if one.symbol.name == kind), None)
