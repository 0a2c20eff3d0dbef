"""The log: bounded output, and the last lines in memory.

Nothing may fill a card: the same line comes at most once a minute, and all together at most a few. What was
left out is counted and said. The last 500 lines stay in memory for the page and the support bundle, also when
the system's log has stopped.
"""

import logging
import re
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from triboard.units import SECOND, Duration, Instant, after

LINES_KEPT: Final = 500
LONGEST_LINE: Final = 400
"""Characters; the rest of a line is cut off."""

SAME_EVERY: Final = Duration(60 * SECOND)
"""Between two lines that say the same."""

AT_ONCE: Final = 8192
"""Bytes that a start or a fault may make together."""
A_SECOND: Final = 11
"""Bytes for ever after that: a line every ten seconds, and less than a megabyte a day whatever happens."""

SAME_KNOWN: Final = 256

_NUMBER: Final = re.compile(r"(?<![A-Za-z])\d+(\.\d+)?")  # not that of a place: Ab1 is not Ab2


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log and when it came."""

    at: Instant
    text: str


class LogBook(logging.Handler):
    """Keeps the last lines, and lets through to `out` what the bounds allow."""

    def __init__(
        self,
        clock: Callable[[], Instant],
        out: TextIO | None = None,
        *,
        tidy: Callable[[str], str] = lambda text: text,
    ) -> None:
        """`tidy` takes out of a line what belongs in no log."""
        super().__init__(logging.INFO)
        self._tidy = tidy
        self._clock = clock
        self._out = out
        self._lines: deque[Line] = deque(maxlen=LINES_KEPT)
        self._same: OrderedDict[str, tuple[Instant, int]] = OrderedDict()
        self._left = float(AT_ONCE)
        self._filled = clock()
        self._dropped = 0

    @property
    def lines(self) -> tuple[Line, ...]:
        """The last lines, the oldest first."""
        return tuple(self._lines)

    def emit(self, record: logging.LogRecord) -> None:
        """Take in one record; thread-safe by the lock of `logging`."""
        try:
            text = record.getMessage()
        except Exception:  # a wrong format of ours must not stop a game
            text = str(record.msg)
        if record.exc_info and (error := record.exc_info[1]) is not None:
            text = f"{text} ({type(error).__name__}{_place(error)}: {error})"
        self.note(" ".join(self._tidy(text).split())[:LONGEST_LINE])

    def note(self, text: str) -> None:
        """Keep and print one line, if it is not one too many."""
        now = self._clock()
        kind = _NUMBER.sub("#", text)  # `3 times` and `4 times` say the same
        since, held = self._same.pop(kind, (None, 0))
        if since is not None and now < after(since, SAME_EVERY):
            self._same[kind] = (since, held + 1)
            return
        if held:
            text = f"{text} (and {held} more like it)"
        if self._dropped:
            text = f"{text} ({self._dropped} other lines were left out)"
        if not self._take(len(text.encode()) + 1, now):
            self._dropped += 1
            return
        self._dropped = 0
        self._same[kind] = (now, 0)
        while len(self._same) > SAME_KNOWN:
            self._same.popitem(last=False)
        self._lines.append(Line(now, text))
        if self._out is not None:
            try:
                self._out.write(text + "\n")
                self._out.flush()
            except (OSError, ValueError):  # nobody listens any more
                self._out = None

    def _take(self, size: int, now: Instant) -> bool:
        self._left = min(AT_ONCE, self._left + (now - self._filled) * A_SECOND / SECOND)
        self._filled = now
        if self._left < size:
            return False
        self._left -= size
        return True


def _place(error: BaseException) -> str:
    """Where an exception was raised, as ` in file.py:12`: one line instead of a screen."""
    trace = error.__traceback__
    if trace is None:
        return ""
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f" in {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
