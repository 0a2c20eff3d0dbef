"""Counts by hour on disk: one table of SQLite, apart from games and settings.

Written at most once an hour and only when something was counted, in WAL mode with FULL syncs; a power cut
loses the hour that is under way and nothing else. A file that is no database of ours is moved aside and a new
one begun: statistics never stop the board.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from datetime import date, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from triboard.errors import StorageError
from triboard.store.atomic import storage_error

NAME: Final = "statistics.sqlite"
KEPT_DAYS: Final = 400
"""Days that are kept: a year and the month to compare it with."""

UNKNOWN_DAY: Final = ""
"""Day of what was counted while the clock could not be trusted; it is never dropped and has no hour."""

NO_HOUR: Final = -1

PATIENCE: Final = 5.0
"""Seconds to wait for another reader."""

_TABLE: Final = """
create table if not exists counts (
  day text not null, hour integer not null, game text not null, what text not null, site text not null,
  number integer not null, primary key (day, hour, game, what, site)
) without rowid
"""


class Row(NamedTuple):
    """How often something was counted in an hour of a day (local time); `site` is empty for most."""

    day: str
    hour: int
    game: str
    what: str
    site: str
    number: int


class StatisticsFile:
    """The file in a state folder. Every method waits for the disk and raises `StorageError`; one thread at a
    time."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.damage: str = ""
        """What was found wrong with the file, in words."""

    def add(self, rows: Iterable[Row]) -> None:
        """Add to what is there, and drop what is too old."""
        found = list(rows)
        try:
            self._add(found)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise StorageError(f"{self.path}: {error}.") from error
            self._set_aside(error)
            try:
                self._add(found)
            except sqlite3.Error as again:
                raise StorageError(f"{self.path}: {again}.") from again

    def rows(self) -> list[Row]:
        """All that is kept, the oldest day first; nothing where there is no file yet."""
        if not self.path.exists():
            return []
        try:
            with closing(self._open()) as database:
                return list(
                    map(
                        Row._make,
                        database.execute("select * from counts order by day, hour, game, what, site"),
                    )
                )
        except sqlite3.Error as error:
            raise StorageError(f"{self.path}: {error}. The next count begins a new file.") from error

    def _add(self, rows: list[Row]) -> None:
        with closing(self._open()) as database, database:
            database.execute(_TABLE)
            database.executemany(
                "insert into counts values (?, ?, ?, ?, ?, ?) "
                "on conflict do update set number = number + excluded.number",
                rows,
            )
            for newest in _days(rows):
                oldest = (date.fromisoformat(newest) - timedelta(KEPT_DAYS - 1)).isoformat()
                database.execute("delete from counts where day != ? and day < ?", (UNKNOWN_DAY, oldest))

    def _open(self) -> sqlite3.Connection:
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))  # for its owner alone
        except OSError as error:
            raise storage_error(error, self.path) from error
        database = sqlite3.connect(self.path, timeout=PATIENCE)
        try:
            database.execute("pragma journal_mode = wal")
            database.execute("pragma synchronous = full")
        except sqlite3.Error:
            database.close()
            raise
        return database

    def _set_aside(self, error: sqlite3.Error) -> None:
        """Keep a file that cannot be read for whoever looks for the cause; the last such."""
        aside = self.path.with_name(f"{NAME}.damaged")
        try:
            self.path.replace(aside)
        except OSError as trouble:
            raise StorageError(f"{self.path}: {error}, and it cannot be moved aside.") from trouble
        for left in ("-wal", "-shm"):
            with suppress(OSError):
                self.path.with_name(NAME + left).unlink()
        self.damage = f"{NAME} could not be read ({error}) and is kept as {aside.name}; a new one has begun."


def _days(rows: Iterable[Row]) -> Iterator[str]:
    """The newest day of some rows, if they have one."""
    newest = max((row.day for row in rows), default=UNKNOWN_DAY)
    if newest != UNKNOWN_DAY:
        yield newest
