"""The generated parts of firmware/README.md: pin maps and times of a scan.

`python -m tests.tools.firmware_readme` writes them anew; with `--measure` also the figures that come out of
MicroPython's virtual machine. A test compares.
"""

import re
import sys
from pathlib import Path
from typing import Final, assert_never

from tests.conformance.subject import make_subject
from tests.conformance.table import Joined

from triboard.board.definition import Board
from triboard.board.load import load_board, shipped_boards
from triboard.board.pin_map import pin_table
from triboard.hardware.timing import on_the_bus
from triboard.protocol.host_events import QualityReport
from triboard.protocol.parts import (
    ColourSensors,
    Input,
    Multiplexers,
    PixelChain,
    Quadrature,
    ShiftChain,
    TagReaders,
)
from triboard.units import SECOND, Duration

README: Final = Path(__file__).parents[2] / "firmware/README.md"


def named(part: Input) -> str:
    """What a part is, for people."""
    match part:
        case ShiftChain(span=span):
            return f"{span.count} inputs of 74HC165"
        case Multiplexers(span=span):
            return f"{span.count} analogue inputs of CD74HC4067"
        case ColourSensors(span=span):
            return f"{span.count // 3} TCS34725"
        case TagReaders(select=select):
            return f"one of {len(select)} MFRC522 a scan"
        case Quadrature():
            return "a rim, by interrupts"
        case _:
            assert_never(part)


def inputs_of(board: Board) -> list[Input]:
    """The parts that a scan reads."""
    return [part for part in board.parts if not isinstance(part, PixelChain)]


def measured(name: str) -> int:
    """Microseconds of the longest scan that the firmware reports, in the virtual machine in lock step."""
    subject = make_subject("firmware", name)
    joined = Joined(subject)
    try:
        joined.run(Duration(8 * SECOND))
    finally:
        subject.close()
    return max(event.loop_us for event in joined.events if isinstance(event, QualityReport))


def times(known: dict[str, str]) -> str:
    """The table of times; `known` are measured figures by board."""
    rows = [
        "| board | a scan reads | bus [calc] | the firmware's scan [vm] | period | stable after [calc] |",
        "|---|---|---|---|---|---|",
    ]
    for name in shipped_boards():
        board = load_board(name)
        parts = inputs_of(board)
        if not parts:
            continue
        bus = sum(on_the_bus(part) for part in parts) / 1000
        stable = board.scan.period * (board.scan.stable_scans - 0.5) / 1000
        texts = ", ".join(dict.fromkeys(named(part) for part in parts))
        rows.append(
            f"| {name} | {texts} | {bus:.2f} ms | {known.get(name, '?')} ms"
            f" | {board.scan.period / 1000:.0f} ms | {stable:.1f} ms |"
        )
    return "\n".join(rows) + "\n"


def known_figures(text: str) -> dict[str, str]:
    """The measured figures that stand in the README."""
    found = re.findall(r"^\| ([\w-]+) \|[^|]*\| [\d.]+ ms \| ([\d.]+) ms \|", text, re.MULTILINE)
    return dict(found)


def generated(text: str, figures: dict[str, str]) -> str:
    """The README with its generated parts as they ought to be."""
    parts = {"times": times(figures)}
    for name in shipped_boards():
        board = load_board(name)
        if board.parts:
            parts[f"pins {name}"] = f"`triboard firmware pins {name}`\n\n{pin_table(board)}"
    listed = "".join(f"### {key[5:]}\n\n{body}\n" for key, body in parts.items() if key.startswith("pins "))
    for key, body in (("times", parts["times"]), ("pins", listed)):
        begin, end = f"<!-- {key}: generated -->\n", f"<!-- end of {key} -->"
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n{body.strip()}\n\n{end}{rest.partition(end)[2]}"
    return text


if __name__ == "__main__":
    now = README.read_text()
    found = known_figures(now)
    if "--measure" in sys.argv:
        for one in shipped_boards():
            if load_board(one).parts:
                found[one] = f"{measured(one) / 1000:.2f}"
                print(one, found[one])
    README.write_text(generated(now, found))
