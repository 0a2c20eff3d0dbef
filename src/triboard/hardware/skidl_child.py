"""The process in which SKiDL runs: a circuit as JSON on standard input, its verdict as JSON on standard
output."""

import contextlib
import io
import json
import logging
import re
import sys
import warnings
from typing import Any

QUIET = ("_SYMBOL_DIR environment variable", "fp-lib-table", "Missing tag on  ")


class _Said(logging.Handler):
    """Keeps what the electrical rules say."""

    def __init__(self) -> None:
        super().__init__()
        self.errors: list[str] = []
        self.warnings: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.levelno >= logging.ERROR:
            self.errors.append(text)
        elif record.levelno == logging.WARNING:
            self.warnings.append(text)


def run(given: dict[str, Any]) -> dict[str, Any]:
    """Build the circuit in SKiDL, check it, and write its netlist."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its search for KiCad's libraries, which are not needed
        import skidl
        from skidl.logger import active_logger, erc_logger
        from skidl.pin import pin_types
    said = _Said()
    circuit = skidl.Circuit()
    templates: dict[str, Any] = {}
    parts: dict[str, Any] = {}
    for one in given["components"]:
        kind = f"{one['kind']} {one['footprint']}"
        if kind not in templates:
            templates[kind] = skidl.Part(
                name=one["kind"],
                tool=skidl.SKIDL,
                dest=skidl.TEMPLATE,
                ref_prefix=one["letter"],
                footprint=one["footprint"],
                tag=kind,
                pins=[
                    skidl.Pin(num=number, name=name, func=getattr(pin_types, use))
                    for number, name, use in one["pins"]
                ],
            )
        made = templates[kind](ref=one["name"], tag=one["name"], value=one["value"], circuit=circuit)
        made.description = one["place"]
        parts[one["name"]] = made
    # Pins are taken by their number; their names may stand on several.
    pins = {(name, str(pin.num)): pin for name, part in parts.items() for pin in part.pins}
    active_logger.addHandler(said)
    erc_logger.addHandler(said)
    for name, nodes in given["nets"].items():
        net = skidl.Net(name, circuit=circuit)
        net += [pins[component, number] for component, number in nodes]
    free = [pins[component, number] for component, number in given["unused"]]
    if free:
        circuit.NC += free
    circuit.ERC()
    netlist = circuit.generate_netlist(tool=skidl.KICAD8, track_src=False, file_=io.StringIO())
    return {
        "errors": said.errors,
        "warnings": [text for text in said.warnings if not any(quiet in text for quiet in QUIET)],
        "netlist": steady(netlist, given["title"]),
    }


def steady(netlist: str, title: str) -> str:
    """The netlist without what differs from day to day and machine to machine, a component or net a line."""
    text = re.sub(r'\(date "[^"]*"\)', '(date "")', netlist)
    text = re.sub(r'\(source "[^"]*"\)', f'(source "{title}")', text)
    text = re.sub(r'\(tool "[^"]*"\)', '(tool "SKiDL")', text)
    text = re.sub(r"\s*\(comment\s+\(number \"\d\"\)\s+\(value \"\"\)\)", "", text)
    text = re.sub(r'\s*\(field\s+\(name "(Description|Footprint|Datasheet|SKiDL Tag)"\)[^()]*\)', "", text)
    text = re.sub(r"\s*\(fields\)", "", text)
    text = re.sub(r"\n {5,}", " ", text)
    return text.rstrip() + "\n"


def main() -> None:
    """Read, run, answer; whatever else SKiDL prints goes to standard error."""
    given = json.load(sys.stdin)
    with contextlib.redirect_stdout(sys.stderr):
        answer = run(given)
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
