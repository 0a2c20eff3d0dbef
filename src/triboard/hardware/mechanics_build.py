"""Parameters, STL and pictures of the printed parts: `python -m triboard.hardware.mechanics_build hardware`.

OpenSCAD draws; without it only the parameters are written. A manifest beside the STL files has for each part
the hash of everything it was made from, so that what is old is found without drawing it again.
"""

import hashlib
import json
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from triboard.board.load import load_board
from triboard.errors import ConfigurationError, Mistake
from triboard.hardware.mechanics_page import parts_page
from triboard.hardware.mechanics_parts import PARTS, PrintedPart, parts_of
from triboard.hardware.mechanics_sizes import parameters

SOURCES: Final = Path("parts")
MANIFEST: Final = "manifest.json"
PARAMETERS: Final = "parameters.scad"
LIMIT: Final = 600
"""Seconds after which a drawing hangs."""

_REMEDY: Final = "Install it (apt install openscad), or take the STL files as they are."


def boards() -> tuple[str, ...]:
    """Boards that have printed parts."""
    return tuple(dict.fromkeys(part.board for part in PARTS))


def folder_of(root: Path, board: str) -> Path:
    """Where a board's parts lie; `root` is the folder `hardware`."""
    return root / board / "parts"


@cache
def texts_of(board: str) -> Mapping[str, str]:
    """What is written from a board file alone, by file name."""
    filed = load_board(board)
    return {PARAMETERS: parameters(filed), "README.md": parts_page(filed)}


def fingerprint(root: Path, part: PrintedPart) -> str:
    """Hash of all that a part is made from: its drawing, shared shapes, parameters, what is told to it."""
    found = hashlib.sha256()
    for path in (root / SOURCES / f"{part.source}.scad", root / SOURCES / "fits.scad"):
        found.update(path.read_bytes())
    found.update(texts_of(part.board)[PARAMETERS].encode())
    found.update(json.dumps(dict(part.defines), sort_keys=True).encode())
    return found.hexdigest()[:16]


def read_manifest(root: Path, board: str) -> dict[str, str]:
    """The hash that each STL was made with, by file name."""
    path = folder_of(root, board) / MANIFEST
    return dict(json.loads(path.read_text())) if path.exists() else {}


def stale(root: Path, board: str) -> tuple[PrintedPart, ...]:
    """Parts whose STL is missing or was made from something else."""
    made = read_manifest(root, board)
    return tuple(
        part
        for part in parts_of(board)
        if made.get(part.file) != fingerprint(root, part)
        or not (folder_of(root, board) / f"{part.file}.stl").exists()
    )


def draw(root: Path, part: PrintedPart, target: Path) -> None:
    """Let OpenSCAD write one STL; raises `ConfigurationError` with what it said."""
    program = shutil.which("openscad")
    if program is None:
        raise ConfigurationError(Mistake("openscad", "is not installed", _REMEDY))
    source = root / SOURCES / f"{part.source}.scad"
    scratch = target.with_suffix(".part.stl")
    told = [f"-D{name}={json.dumps(value)}" for name, value in part.defines.items()]
    try:
        done = subprocess.run(
            [program, "--hardwarnings", "-o", str(scratch), "--export-format", "binstl", *told, str(source)],
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=False,
        )
        if done.returncode or not scratch.exists():
            said = next((line for line in done.stderr.splitlines() if line.startswith(("WARN", "ERR"))), "")
            raise ConfigurationError(
                Mistake(f"{part.source}.scad", f"cannot be drawn: {said}", "Correct the drawing.")
            )
        target.write_bytes(_in_order(scratch.read_bytes()))
    finally:
        scratch.unlink(missing_ok=True)


def _in_order(stl: bytes) -> bytes:
    """The same triangles in one order, with a header that does not change."""
    (count,) = struct.unpack_from("<I", stl, 80)
    triangles = sorted(stl[84 + 50 * n : 134 + 50 * n] for n in range(count))
    return b"Triboard".ljust(80, b"\0") + struct.pack("<I", count) + b"".join(triangles)


def generate(root: Path, names: Iterable[str]) -> tuple[Path, ...]:
    """Bring parameters and STL files of these boards up to date; returns what was written."""
    written: list[Path] = []
    for board in names:
        folder_of(root, board).mkdir(parents=True, exist_ok=True)
        for name, text in texts_of(board).items():
            path = folder_of(root, board) / name
            if not path.exists() or path.read_text() != text:
                path.write_text(text)
                written.append(path)
        made = read_manifest(root, board)
        for part in stale(root, board):
            target = folder_of(root, board) / f"{part.file}.stl"
            draw(root, part, target)
            made[part.file] = fingerprint(root, part)
            _write_manifest(root, board, made)
            written.append(target)
        known = {part.file for part in parts_of(board)}
        for path in folder_of(root, board).glob("*.stl"):
            if path.stem not in known:
                path.unlink()
        _write_manifest(root, board, {name: made[name] for name in made if name in known})
    return tuple(written)


def _write_manifest(root: Path, board: str, made: dict[str, str]) -> None:
    path = folder_of(root, board) / MANIFEST
    path.write_text(json.dumps(dict(sorted(made.items())), indent=2) + "\n")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    for written_path in generate(Path(arguments[0] if arguments else "hardware"), arguments[1:] or boards()):
        sys.stdout.write(f"{written_path}\n")
