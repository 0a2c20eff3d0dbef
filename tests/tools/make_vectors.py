"""Renews what follows from the board files in `tests/vectors/protocol.json`: every board's configuration.

    python -m tests.tools.make_vectors

Only a change of a board file or of the configuration format may change its output.
"""

import json
import re
from pathlib import Path
from typing import Any, Final

from triboard.board.load import load_board, shipped_boards
from triboard.board.wiring import config_of
from triboard.protocol.config import ControllerConfig
from triboard.units import Duration

FILE: Final = Path(__file__).parents[1] / "vectors" / "protocol.json"

_NUMBERS: Final = re.compile(r"\[\s+(\d+(?:,\s+\d+)*)\s+\]")

SIZES: Final = {"trike": (7, 19), "trike-presence": (7, 19)}
"""Sizes of the boards that are laid out by size."""


def boards() -> list[dict[str, Any]]:
    """Bytes and CRC of what the host tells the controller of each shipped board."""
    found = []
    for name in shipped_boards():
        for size in SIZES.get(name, (None,)):
            config = config_of(load_board(name, size))
            found.append({"board": name, "size": size, "bytes": config.encode().hex(), "crc": config.crc})
    return found


def _without_parts(fields: dict[str, Any]) -> dict[str, Any]:
    config = ControllerConfig(**{**fields, "scan_period": Duration(fields["scan_period"])})
    return {"fields": fields, "bytes": config.encode().hex(), "crc": config.crc}


def main() -> None:
    """Rewrite the file."""
    vectors = json.loads(FILE.read_text(encoding="utf-8"))
    vectors["about"] = vectors["about"].replace("protocol 1.1", "protocol 1.2")
    vectors["configurations"] = [_without_parts(one["fields"]) for one in vectors["configurations"]]
    vectors["boards"] = boards()
    text = json.dumps(vectors, indent=1, ensure_ascii=False)
    FILE.write_text(_NUMBERS.sub(_on_one_line, text) + "\n", encoding="utf-8")


def _on_one_line(numbers: re.Match[str]) -> str:
    return f"[{', '.join(numbers[1].split())}]".replace(",,", ",")


if __name__ == "__main__":
    main()
