"""The games that are over: one file each, the newest kept, bounded by count and by bytes.

A game's number orders it; wall time does not (a clock may restart in the past after a power cut).
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from triboard.store.atomic import REAL_FILES, FileOps

KEEP_GAMES: Final = 1000
"""Games kept; about half a year of an exhibit that plays six a day."""

KEEP_BYTES: Final = 64 << 20
"""Bytes kept; a long game has 50 000, so that the count is what bounds in practice."""

_SEGMENT: Final = re.compile(r"game-(\d{6,18})\.journal", re.ASCII)
_TAKEN: Final = re.compile(r"game-(\d{6,18})\.journal(\.damaged-.*)?", re.ASCII)


def segment_name(game: int) -> str:
    """Name of the file of game number `game`."""
    return f"game-{game:06}.journal"


def game_numbers(names: Iterable[str]) -> list[int]:
    """Numbers of the games among file names, lowest first."""
    found = (_SEGMENT.fullmatch(name) for name in names)
    return sorted(int(match[1]) for match in found if match and match[0] == segment_name(int(match[1])))


def highest_number(names: Iterable[str]) -> int:
    """Highest number in use among file names, damaged ones included; 0 when there is none."""
    return max((int(match[1]) for name in names if (match := _TAKEN.fullmatch(name))), default=0)


class Archive:
    """The folder of finished games."""

    def __init__(
        self,
        folder: Path,
        *,
        files: FileOps = REAL_FILES,
        keep_games: int = KEEP_GAMES,
        keep_bytes: int = KEEP_BYTES,
    ) -> None:
        self.folder = folder
        self._files = files
        self._keep_games = keep_games
        self._keep_bytes = keep_bytes

    def games(self) -> list[int]:
        """Numbers of the games kept, oldest first; none when the folder cannot be read."""
        try:
            return game_numbers(self._files.names(self.folder))
        except OSError:
            return []

    def path(self, game: int) -> Path:
        """File of a game, for `read_segment`."""
        return self.folder / segment_name(game)

    def admit(self, segment: Path, game: int) -> Path:
        """Move the file of a finished game here; when this returns, the move outlives a power cut.

        Replaces no game: a number that is taken (somebody copied files) yields to the next free one.
        Raises `OSError`; the file is then where it was, or here.
        """
        taken = self._files.names(self.folder)
        while segment_name(game) in taken:
            game = highest_number(taken) + 1
        target = self.path(game)
        self._files.rename(segment, target)
        self._files.sync_folder(self.folder)  # the new name first, so that no cut can lose both
        self._files.sync_folder(segment.parent)
        self.prune()
        return target

    def prune(self) -> None:
        """Remove the oldest games beyond the bounds; the newest one always stays.

        What cannot be removed now goes with a later game; no game is lost by waiting.
        """
        total = 0
        for count, game in enumerate(reversed(self.games())):
            with suppress(OSError):
                total += self._files.size(self.path(game))
                if count and (count >= self._keep_games or total > self._keep_bytes):
                    self._files.remove(self.path(game))
