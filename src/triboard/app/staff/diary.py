"""The maintenance log: what was done to the board and when, by staff in words and by the board itself.

Bounded, kept beside the settings, asked for no name. An entry of the board is a code with details, so that
each reader gets it in words of their own language.
"""

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from threading import Lock
from typing import Any, Final

from triboard.phrases import Detail, Words
from triboard.store.atomic import REAL_FILES, FileOps, read_checked, write_checked
from triboard.words import say

NAME: Final = "maintenance.json"
MOST_ENTRIES: Final = 500
"""The oldest go first; at one a day more than a year."""

LONGEST_NOTE: Final = 280
"""Characters of a note."""

NOTE: Final = "staff-note"


@dataclass(frozen=True, slots=True)
class Entry:
    """`date`: UTC to the minute; empty where the clock could not be trusted."""

    date: str
    code: str
    details: Mapping[str, Detail] = field(default_factory=dict)

    @property
    def words(self) -> Words:
        """What it says."""
        return say(self.code, self.details)

    @property
    def text(self) -> str:
        """The same in English."""
        return str(self.words)


class Diary:
    """Read once; each entry is written at once, by whoever calls `write` beside the loop."""

    def __init__(
        self,
        folder: Path,
        *,
        now: Callable[[], float | None],
        log: Callable[[str], None],
        files: FileOps = REAL_FILES,
    ) -> None:
        """`now`: seconds since 1970, `None` while the clock is not trusted."""
        self._path, self._now, self._log, self._files = folder / NAME, now, log, files
        self._writing = Lock()
        self.entries: list[Entry] = self._read()

    def add(self, code: str, **details: Detail) -> Entry:
        """One more entry, in memory; `write` keeps it."""
        stamp = self._now()
        date = "" if stamp is None else f"{datetime.fromtimestamp(stamp, UTC):%Y-%m-%d %H:%M}"
        entry = Entry(date, code, details)
        self.entries = [*self.entries, entry][-MOST_ENTRIES:]
        return entry

    def write(self) -> None:
        """Keep all entries; waits, one thread at a time. Raises `StorageError`."""
        with self._writing:
            entries = [
                {"date": one.date, "code": one.code, "details": dict(one.details)} for one in self.entries
            ]
            write_checked(self._path, {"entries": entries}, files=self._files)

    def _read(self) -> list[Entry]:
        found = read_checked(self._path, files=self._files)
        for damage in found.damage:
            self._log(f"Maintenance log: {damage}")
        entries = (found.content or {}).get("entries", [])
        return [one for one in map(_entry, entries if isinstance(entries, list) else []) if one is not None]


def as_csv(entries: Sequence[Entry]) -> str:
    """For a spreadsheet, the oldest first. What a person typed never becomes a formula."""
    table = StringIO()
    rows = csv.writer(table, lineterminator="\r\n")
    rows.writerow(("date (UTC)", "kind", "text"))
    rows.writerows((one.date or "unknown", one.code, harmless(one.text)) for one in entries)
    return table.getvalue()


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def _entry(content: Any) -> Entry | None:
    """An entry of the file, if its words are still known."""
    try:
        entry = Entry(str(content["date"]), str(content["code"]), dict(content["details"]))
        return entry if entry.text else None
    except (KeyError, TypeError, ValueError, IndexError):
        return None
