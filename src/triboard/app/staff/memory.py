"""What staff have decided that outlasts a restart: the pause and the sensors that are bypassed
(`staff.json`).

A board that was called out of order stays so over restarts and power cuts, until staff end it: a watchdog
must not put a broken board back in front of visitors.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from triboard.store.atomic import REAL_FILES, FileOps, read_checked, write_checked
from triboard.units import Site

NAME: Final = "staff.json"


@dataclass(frozen=True, slots=True)
class Decided:
    """`bypassed` are sensors of the board `board`."""

    paused: bool = False
    board: str = ""
    bypassed: tuple[Site, ...] = ()

    def of(self, board: str) -> tuple[Site, ...]:
        """The sensors that are bypassed on this board."""
        return self.bypassed if self.board == board else ()

    def without(self, board: str, sites: tuple[Site, ...]) -> "Decided":
        """The same with other sensors bypassed."""
        return replace(self, board=board, bypassed=sites)

    def as_json(self) -> dict[str, Any]:
        """As the file holds it."""
        return {"paused": self.paused, "board": self.board, "bypassed": list(self.bypassed)}


def recall(folder: Path, log: Callable[[str], None], *, files: FileOps = REAL_FILES) -> Decided:
    """What the file says; whatever is wrong with it, the board plays and it is said."""
    found = read_checked(folder / NAME, files=files)
    for damage in found.damage:
        log(f"What staff decided: {damage}")
    content = found.content or {}
    sites = content.get("bypassed", [])
    if not isinstance(sites, list) or not all(isinstance(site, str) for site in sites):
        sites = []
    return Decided(content.get("paused") is True, str(content.get("board", "")), tuple(map(Site, sites)))


def keep(folder: Path, decided: Decided, *, files: FileOps = REAL_FILES) -> None:
    """Write it; waits. Raises `StorageError`."""
    write_checked(folder / NAME, decided.as_json(), files=files)
