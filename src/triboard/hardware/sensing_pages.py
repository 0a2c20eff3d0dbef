"""The tables of `hardware/sensing/*.md`, written from the numbers that simulator and trials use.

A page is written by hand but for what stands between `<!-- table NAME -->` and `<!-- end -->`.
"""

import hashlib
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import dist
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from triboard.board.definition import Board, Sensing, SensingKind
from triboard.board.load import load_board
from triboard.hardware import ladder, sensing_colour, sensing_converter, sensing_hall, sensing_resistor
from triboard.hardware.sensing_trial import Trial, analogue, trial
from triboard.hardware.timing import on_the_bus
from triboard.protocol.parts import PixelChain

FOLDER: Final = Path("sensing")
TRIALS: Final = "trials.json"
BOARDS: Final = ("ttt3d", "troika", "trike", "trioker")
LONG_RUN: Final = 1_000_000
SEED: Final = 7

_BLOCK: Final = re.compile(r"(<!-- table (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_MODULES: Final = (ladder, sensing_colour, sensing_converter, sensing_hall, sensing_resistor)
_UNITS: Final = ("raw values", "ohms", "pF", "µA", "mV", "mm", "lux")
"""How an entry ends that is no share of a whole."""
_LIMITS: Final[Mapping[ModuleType, Mapping[str, str]]] = {
    sensing_converter: {
        "NOISE": "noise of a reading, standard deviation, raw values",
        "ERROR": "offset, reference and non-linearity, raw values",
        "MULTIPLEXER_OHMS": "one closed switch of a CD74HC4067, ohms",
        "MULTIPLEXER_PICOFARADS": "common pin of one CD74HC4067, pF",
        "STRAY_PICOFARADS": "wires and pins, pF",
    },
    sensing_resistor: {
        "TOLERANCE": "each resistor",
        "DRIFT": "each resistor over 20 K",
        "CONTACT": "one worn contact, of two, ohms",
        "LEAKAGE": "leakage of an input, µA",
    },
    sensing_hall: {
        "SENSITIVITY_OFF": "sensitivity of the sensor",
        "QUIESCENT_OFF": "output without a field, mV",
        "QUIESCENT_DRIFT": "the same over 20 K and the years, mV",
        "REMANENCE_OFF": "remanence of the magnet",
        "TEMPERATURE_OFF": "sensitivity and magnet over 20 K, compensated",
        "PRINT_OFF": "each of floor, membrane and seat, mm",
        "SIDEWAYS": "magnet beside the sensor's axis, mm",
        "TILT": "cosine of the most that a magnet leans",
    },
    sensing_colour: {
        "LAMP_OFF": "lamp, one and another (calibrated)",
        "RESPONSE_OFF": "sensor, one and another (calibrated)",
        "CHANNEL_OFF": "red, green, blue against each other (calibrated)",
        "BORE_OFF": "grey of a bore",
        "BALL_OFF": "one ball of a colour and another",
        "SEAT_OFF": "height of a ball in its seat",
        "WARMTH_OFF": "lamp, cold and warm",
        "NOISE": "noise, standard deviation, raw values",
        "LUX": "light of the room on an open hole, lux",
        "LUX_CALIBRATION": "the same while calibrating, lux",
        "LEAK": "part of it that passes a ball",
    },
}


def fingerprint(board: Board) -> str:
    """Hash of all numbers that a trial of this board rests on."""
    found = hashlib.sha256()
    for module in _MODULES:
        for name in sorted(vars(module)):
            value = getattr(module, name)
            if name.isupper() and not callable(value):
                found.update(f"{module.__name__}.{name} {value!r}\n".encode())
    for sensing in analogue(board):
        found.update(repr(sensing).encode())
    return found.hexdigest()[:16]


def tables() -> dict[str, str]:
    """Every table by its name."""
    boards = {name: load_board(name) for name in BOARDS}
    corners = analogue(boards["trioker"])[0]
    checker = next(one for one in analogue(boards["trike"]) if one.kind is SensingKind.BANDS)
    return {
        "converter": _limits(sensing_converter),
        "resistor_limits": _limits(sensing_resistor),
        "resistor": _resistors(analogue(boards["troika"])[0]),
        "hall_limits": _limits(sensing_hall),
        "hall": _magnets(checker, sensing_hall.CHECKERS),
        "corners": _magnets(corners, sensing_hall.CORNERS),
        "colour_limits": _limits(sensing_colour),
        "colour": _colours(analogue(boards["ttt3d"])[0]),
        "scan": _scans(boards),
    }


def filled(page: str, found: Mapping[str, str]) -> str:
    """A page with its tables written anew."""
    return _BLOCK.sub(lambda match: f"{match[1]}{found[match[2]]}{match[3]}", page)


def write_pages(root: Path) -> tuple[Path, ...]:
    """Write the tables of all pages below `root`, the folder `hardware`; returns what changed."""
    found = tables() | {"trials": trials_table(read_trials(root))}
    changed = []
    for path in sorted((root / FOLDER).glob("*.md")):
        old = path.read_text(encoding="utf-8")
        if (new := filled(old, found)) != old:
            path.write_text(new, encoding="utf-8")
            changed.append(path)
    return tuple(changed)


def read_trials(root: Path) -> dict[str, Any]:
    """The figures of the last long run, by board."""
    path = root / FOLDER / TRIALS
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def run_trials(root: Path, names: Sequence[str] = BOARDS, reads: int = LONG_RUN) -> None:
    """The long run of every board whose numbers have changed since the last one, and its figures into the
    folder."""
    for name in names:
        board = load_board(name)
        if read_trials(root).get(name, {}).get("numbers") != fingerprint(board):
            result = as_json(trial(board, reads, SEED), fingerprint(board))
            found = read_trials(root) | {name: result}
            text = json.dumps({one: found[one] for one in BOARDS if one in found}, indent=2) + "\n"
            (root / FOLDER / TRIALS).write_text(text, encoding="utf-8")


def as_json(found: Trial, numbers: str) -> dict[str, Any]:
    """Figures of one trial, and the hash of the numbers that it rests on."""
    return {
        "reads": found.reads,
        "wrong": found.wrong,
        "unknown": found.unknown,
        "seed": SEED,
        "numbers": numbers,
    }


def trials_table(found: Mapping[str, Any]) -> str:
    """The figures of the long run."""
    rows = [
        (name, f"{one['reads']:,}", str(one["wrong"]), str(one["unknown"])) for name, one in found.items()
    ]
    return _table(("board", "reads", "wrong", "unknown"), rows)


def _limits(module: ModuleType) -> str:
    rows = []
    for name, about in _LIMITS[module].items():
        value = getattr(module, name)
        plain = about.endswith(_UNITS) or name == "TILT"
        rows.append((about, f"{value:g}" if plain else f"{value * 100:g} %"))
    return _table(("what may be off, at most either way", ""), rows)


def _bands(
    sensing: Sensing,
    rows: Mapping[str | None, tuple[str, ...]],
    worst: Callable[[str | None], tuple[float, float]],
) -> list[tuple[str, ...]]:
    """Rows of bands in their order on the scale, each with its worst case and what is left to the band's
    ends."""
    found = []
    for band in sorted(sensing.bands, key=lambda one: one.low):
        low, high = worst(band.symbol)
        left = min(low - band.low, band.high - high)
        found.append(
            (
                band.symbol or "empty",
                *rows[band.symbol],
                f"{low:.0f} to {high:.0f}",
                f"{band.low} to {band.high}",
                f"{left:.0f}",
            )
        )
    return found


def _resistors(sensing: Sensing) -> str:
    inside = sensing_resistor.resistors_of(sensing)
    rows = {
        band.symbol: (
            f"{inside[band.symbol]:.10g}" if band.symbol else "none",
            f"{sensing_resistor.nominal(sensing, band.symbol):.0f}",
        )
        for band in sensing.bands
    }
    head = ("piece", "ohms", "nominal", "all limits at once", "band", "left")
    return _table(head, _bands(sensing, rows, lambda piece: sensing_resistor.worst(sensing, piece)))


def _magnets(sensing: Sensing, magnets: sensing_hall.Magnets) -> str:
    rows: dict[str | None, tuple[str, ...]] = {None: ("", "0", f"{sensing_hall.nominal(magnets, None):.0f}")}
    for symbol, pole in magnets.poles.items():
        facing = "south" if pole.sign > 0 else "north"
        discs = "" if pole.discs == 1 else f", {pole.discs} discs"
        rows[symbol] = (
            f"{facing} down, {pole.stack.distance:.1f} mm{discs}",
            f"{magnets.field(symbol):.1f}",
            f"{sensing_hall.nominal(magnets, symbol):.0f}",
        )
    head = ("symbol", "magnet, face to element", "mT", "nominal", "all limits at once", "band", "left")
    return _table(head, _bands(sensing, rows, lambda symbol: sensing_hall.worst(magnets, symbol)))


def _colours(sensing: Sensing) -> str:
    rows = []
    for one in sensing.signatures:
        others = [other for other in sensing.signatures if other is not one]
        nearest = min(others, key=lambda other: dist(other.values, one.values))
        apart = dist(nearest.values, one.values)
        rows.append(
            (
                one.piece or "empty",
                " ".join(map(str, one.values)),
                nearest.piece or "empty",
                f"{apart:.0f}",
                f"{(apart - sensing.margin) / 2:.0f}",
                f"{sensing.reach:g}",
            )
        )
    return _table(("ball", "red green blue", "nearest", "apart", "free towards it", "reach"), rows)


def _scans(boards: Mapping[str, Board]) -> str:
    rows = []
    for name, board in boards.items():
        bus = sum(on_the_bus(part) for part in board.parts if not isinstance(part, PixelChain)) / 1000
        settle = sorted({part.settle for part in board.parts if hasattr(part, "settle")})
        rows.append(
            (
                name,
                str(board.level_channels),
                str(board.scan.bits),
                "/".join(str(one) for one in settle) or "-",
                f"{bus:.2f}",
                f"{board.scan.period / 1000:g}",
                f"{(board.scan.stable_scans - 0.5) * board.scan.period / 1000:g}",
                str(board.scan.dead_band),
            )
        )
    head = (
        "board", "channels", "bits", "settle µs", "scan on the bus ms", "period ms", "stable after ms",
        "dead band",
    )  # fmt: skip
    return _table(head, rows)


def gaps(sensing: Sensing) -> int:
    """The narrowest gap between two bands."""
    ordered = sorted(sensing.bands, key=lambda band: band.low)
    return min(high.low - low.high for low, high in pairwise(ordered))


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


if __name__ == "__main__":
    hardware = Path(sys.argv[1] if len(sys.argv) > 1 else "hardware")
    if "--trials" in sys.argv:
        run_trials(hardware, sys.argv[3:] or BOARDS)
    for written in write_pages(hardware):
        sys.stdout.write(f"{written}\n")
