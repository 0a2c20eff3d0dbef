"""Collects counts in memory and hands them to the disk once an hour, in a thread of its own.

An hour in which nobody comes writes nothing. Hours are those of local time; while the clock is not trusted
everything goes into one bucket without day and hour.
"""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Final

from triboard.app.usage.counts import Count, Counts, Key, Watch
from triboard.errors import StorageError
from triboard.session.events import Event
from triboard.session.state import SessionState
from triboard.store.statistics import NO_HOUR, UNKNOWN_DAY, Row, StatisticsFile
from triboard.units import SECOND, Duration, Instant, after

FLUSH_EVERY: Final = Duration(3600 * SECOND)
"""The longest that counts stay in memory where no hour is known."""

Hour = tuple[str, int]
UNKNOWN: Final[Hour] = (UNKNOWN_DAY, NO_HOUR)


class Recorder:
    """A witness of the session (`Daemon.witnesses`); `turn` is called now and then."""

    def __init__(
        self,
        folder: Path,
        *,
        local: Callable[[], datetime | None],
        log: Callable[[str], None],
        threaded: bool = True,
    ) -> None:
        """`local`: what a clock on the wall shows; `None` while nobody knows."""
        self.trouble = ""
        self._file = StatisticsFile(folder)
        self._local, self._log = local, log
        self._watch = Watch()
        self._game = ""
        self._waiting: dict[Hour, Counts] = {}
        self._hour: Hour = UNKNOWN
        self._flush_at: Instant | None = None
        self._down_since: Instant | None = None
        self._pool = ThreadPoolExecutor(1, "statistics") if threaded else None

    def witness(self, before: SessionState, event: Event, after_it: SessionState) -> None:
        """Count what an event means."""
        self._game = after_it.manners.game.name
        self._add(self._watch.witness(before, event, after_it))

    def restarted(self, game: str) -> None:
        """The program has started."""
        self._game = game
        self._add(Counter({Key(Count.RESTARTS): 1}))

    def turn(self, now: Instant, *, out_of_order: bool) -> None:
        """Time passes: visits end, minutes out of order add up, a finished hour goes to the disk."""
        self._add(self._watch.passed(now, self._game))
        if self._down_since is not None:
            seconds = (now - self._down_since) // SECOND
            if seconds >= 60 or not out_of_order:
                self._add(Counter({Key(Count.OUT_OF_ORDER): seconds} if seconds else {}))
                self._down_since = None
        if out_of_order and self._down_since is None:
            self._down_since = now
        if self._flush_at is None:
            self._flush_at = after(now, FLUSH_EVERY)
        hour = self._now()
        if hour != self._hour or now >= self._flush_at:
            self._hour, self._flush_at = hour, after(now, FLUSH_EVERY)
            self.flush()

    def flush(self) -> None:
        """Hand everything to the disk; nothing where nothing was counted."""
        waiting, self._waiting = self._waiting, {}
        rows = [
            Row(day, hour, key.game, key.count.value, key.site, number)
            for (day, hour), counts in waiting.items()
            for key, number in counts.items()
            if number
        ]
        if not rows:
            return
        if self._pool is None:
            self._write(rows)
        else:
            self._pool.submit(self._write, rows)

    def rows(self) -> list[Row]:
        """All that is kept and what is still in memory; waits, call it beside the loop. Raises
        `StorageError`."""
        waiting = [
            Row(day, hour, key.game, key.count.value, key.site, number)
            for (day, hour), counts in list(self._waiting.items())
            for key, number in list(counts.items())
        ]
        if self._pool is None:
            return summed([*self._file.rows(), *waiting])
        return summed([*self._pool.submit(self._file.rows).result(), *waiting])

    def close(self) -> None:
        """Keep what was counted; waits for the disk, not for ever."""
        self.flush()
        if self._pool is not None:
            self._pool.shutdown()

    def _add(self, counts: Counts) -> None:
        if counts:
            self._waiting.setdefault(self._now(), Counter()).update(counts)

    def _now(self) -> Hour:
        local = self._local()
        return UNKNOWN if local is None else (local.date().isoformat(), local.hour)

    def _write(self, rows: list[Row]) -> None:
        try:
            self._file.add(rows)
        except StorageError as error:
            if not self.trouble:
                self._log(f"Statistics are not kept: {error}")
            self.trouble = str(error)
        else:
            self.trouble = self._file.damage


def summed(rows: list[Row]) -> list[Row]:
    """Rows of the same hour, game, count and site as one."""
    total: Counter[tuple[str, int, str, str, str]] = Counter()
    for row in rows:
        total[row[:5]] += row.number
    return [Row(*key, number) for key, number in sorted(total.items())]
