"""The bill of materials: counted from the circuit, priced from the articles."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Final

from triboard.board.build import AnalogueKind, Computer
from triboard.board.definition import Board
from triboard.hardware.articles import ARTICLES, PRICED, Article
from triboard.hardware.circuit import Circuit, Component
from triboard.hardware.ladder import ladders, piece_resistors
from triboard.protocol.parts import TagReaders

CHIPS_A_BOARD: Final = 8
"""Chips or multiplexer boards that fit on one stripboard of 100 x 160 mm."""

NAMES_SHOWN: Final = 6


@dataclass(frozen=True, slots=True)
class Row:
    """So many of one article. `names`: the components of the circuit; `value`: of resistors."""

    article: Article
    count: int
    names: tuple[str, ...]
    value: str = ""

    @property
    def total(self) -> float:
        """Euros."""
        return round(self.article.price * self.count, 2)

    @property
    def number(self) -> str:
        """What to order."""
        return self.article.number.replace("see value", self.value) if self.value else self.article.number


def bill(board: Board, circuit: Circuit) -> tuple[Row, ...]:
    """Everything but printed parts and magnets (hardware/*/parts lists those)."""
    groups: dict[tuple[str, str], list[str]] = {}
    for component in circuit.components.values():
        key = component.symbol.article
        value = component.value if key.startswith("ladder") else ""
        groups.setdefault((key, value), []).append(component.name)
    rows = [Row(ARTICLES[key], len(names), tuple(names), value) for (key, value), names in groups.items()]
    rows += [Row(ARTICLES[key], count, ()) for key, count in _beside(board, circuit) if count]
    rows += _piece_resistors(board)
    order = {key: place for place, key in enumerate(ARTICLES)}
    return tuple(sorted(rows, key=lambda row: (order[row.article.key], row.value)))


def total(rows: Iterable[Row]) -> float:
    """Euros of all rows."""
    return round(sum(row.total for row in rows), 2)


def _beside(board: Board, circuit: Circuit) -> Iterable[tuple[str, int]]:
    """What no net reaches: cables, holders, boards, the computer's own things."""
    parts = list(circuit.components.values())
    computer = board.build.computer
    if computer is not Computer.YOURS:
        yield f"{computer.value}-supply", 1
        yield "sd", 1
    yield "usb", 1
    yield "jack", 1
    yield "fuseholder", _count(parts, "fuse")
    chips = _count(parts, "74HC165", "CD74HC4067", "74AHCT125", "TCA9548A")
    yield "perfboard", max(1, ceil(chips / CHIPS_A_BOARD))
    yield "sockets", max(1, ceil(chips / CHIPS_A_BOARD))
    yield "wire", max(1, ceil(board.level_channels / 100))
    yield "tag", max((len(part.tags) for part in board.parts if isinstance(part, TagReaders)), default=0)


def _piece_resistors(board: Board) -> list[Row]:
    """One resistor for each kind of piece, where pieces are told by resistors; one a corner for tiles."""
    if board.build.analogue is not AnalogueKind.RESISTOR:
        return []
    found = []
    for sensing in ladders(board):
        for one in piece_resistors(sensing):
            if len(one.piece) > 1:
                count = sum(tray.stock for tray in board.trays if one.piece in tray.shapes)
            else:
                count = sum(tray.stock * str(tray.piece).count(one.piece) for tray in board.trays)
            found.append(Row(ARTICLES["piece-r"], count, (one.piece,), ohms(one.ohms)))
    return found


def ohms(value: float) -> str:
    """A resistance as it is printed: `127 Ω`, `2.2 kΩ`."""
    return f"{value:.4g} Ω" if value < 1000 else f"{value / 1000:.4g} kΩ"


def _count(parts: list[Component], *kinds: str) -> int:
    return sum(one.symbol.name in kinds for one in parts)


def as_csv(rows: Iterable[Row]) -> str:
    """For a spreadsheet or a shop."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["quantity", "part", "number", "alternatives", "names", "each EUR", "total EUR"])
    for row in rows:
        article = row.article
        writer.writerow(
            [
                row.count,
                article.title,
                row.number,
                article.others,
                " ".join(row.names),
                f"{article.price:.2f}",
                f"{row.total:.2f}",
            ]
        )
    writer.writerow(["", "", "", "", f"estimate of {PRICED}", "sum", f"{total(rows):.2f}"])
    return out.getvalue()


def as_markdown(rows: tuple[Row, ...]) -> str:
    """For people."""
    lines = [
        "| quantity | part | number | in its place | names | each | together |",
        "|---:|---|---|---|---|---:|---:|",
    ]
    for row in rows:
        unit = "" if row.article.unit == "piece" else f" {row.article.unit}{'s' if row.count > 1 else ''}"
        lines.append(
            f"| {row.count}{unit} | {row.article.title} | {row.number} | {row.article.others} |"
            f" {_names(row.names)} |"
            f" {row.article.price:.2f} € | {row.total:.2f} € |"
        )
    lines.append(f"| | **sum** | | | | | **{total(rows):.2f} €** |")
    return "\n".join(lines) + "\n"


def _names(names: tuple[str, ...]) -> str:
    if len(names) <= NAMES_SHOWN:
        return ", ".join(names)
    return f"{', '.join(names[:3])} … {names[-1]}"
