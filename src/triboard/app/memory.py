"""Keeps what was entered by hand over a restart: `entered.json` in the state folder.

It is no part of a game's journal: a dead sensor outlives games. A sensor that can be read again tells more
than the file, which is then written without it.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from triboard.board.definition import Board
from triboard.errors import StorageError
from triboard.store.atomic import REAL_FILES, FileOps, read_checked, write_checked
from triboard.units import Piece, Site

NAME: Final = "entered.json"

Said = Mapping[Site, tuple[Piece, ...]]
"""What people said that stands at each sensor, bottom first."""


class Memory:
    """Reads the file once; writes it when what is said has changed, on a thread of its own if `threaded`."""

    def __init__(
        self,
        board: Board,
        folder: Path,
        *,
        log: Callable[[str], None] = lambda _: None,
        files: FileOps = REAL_FILES,
        threaded: bool = False,
    ) -> None:
        self._board = board.name
        self._path = folder / NAME
        self._log = log
        self._files = files
        self._pool = ThreadPoolExecutor(1, "entered") if threaded else None
        self._failed = False
        self._said: Said = {}

    def recall(self) -> Said:
        """What the file tells of this board; nothing where there is none, or none that is whole."""
        found = read_checked(self._path, files=self._files)
        for damage in found.damage:
            self._log(f"What was entered by hand: {damage}")
        content = found.content or {}
        stacks = content.get("stacks")
        if content.get("board") != self._board or not isinstance(stacks, dict):
            return {}
        said = {Site(site): tuple(map(Piece, stack)) for site, stack in stacks.items() if _is_stack(stack)}
        self._said = said
        return said

    def keep(self, said: Said) -> None:
        """Write it if it is not what the file tells. A disk that fails is told once, and stops nothing."""
        if said == self._said:
            return
        self._said = dict(said)
        content = {
            "board": self._board,
            "stacks": {site: list(stack) for site, stack in sorted(said.items())},
        }
        if self._pool is None:
            self._write(content)
        else:
            self._pool.submit(self._write, content)

    def close(self) -> None:
        """Wait until the last change is written."""
        if self._pool is not None:
            self._pool.shutdown()

    def _write(self, content: Mapping[str, object]) -> None:
        try:
            write_checked(self._path, content, files=self._files)
        except StorageError as error:
            if not self._failed:
                self._log(f"What was entered by hand is not kept: {error}")
            self._failed = True
        else:
            self._failed = False


def _is_stack(stack: object) -> bool:
    return isinstance(stack, list) and all(isinstance(piece, str) for piece in stack)
