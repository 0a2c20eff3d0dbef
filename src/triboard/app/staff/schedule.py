"""Opening hours: whether the board is open now, computed from now alone, so that no jump of the clock can
skip or repeat an edge.

Spans are local time of a weekday; one that ends before it begins lasts over midnight and belongs to the day
on which it begins. A span's two ends become instants first and are compared as such: on a night in which the
clock goes back it happens once, on one in which it goes forward it is shorter.
"""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final

from triboard.errors import ConfigurationError, Mistake
from triboard.fields import nearest

DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY_MINUTES: Final = 1440
LOOK_AHEAD: Final = 62
"""Days within which the next opening is looked for."""

LOCALTIME: Final = Path("/etc/localtime")

_TIME: Final = re.compile(r"([01]?\d|2[0-4])[:.]([0-5]\d)", re.ASCII)
_SPAN: Final = re.compile(r"(\S+?)\s+(\d\d?[:.]\d\d)\s*-\s*(\d\d?[:.]\d\d)", re.ASCII)
_DATE: Final = re.compile(r"(?:(\d{4})-)?(\d{2})-(\d{2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Span:
    """From `opens` to `closes`, minutes after midnight, on some weekdays (0 is Monday); `closes` is later
    than `opens` and above a day's minutes where the span lasts over midnight."""

    days: frozenset[int]
    opens: int
    closes: int


@dataclass(frozen=True, slots=True)
class ClosedDays:
    """Dates from `first` to `last`; without a year they come every year."""

    first: tuple[int, int, int]
    last: tuple[int, int, int]

    def holds(self, day: date) -> bool:
        """Whether a date is one of them."""
        here = (day.year, day.month, day.day)
        if self.first[0]:
            return self.first <= here <= self.last
        first, last, now = self.first[1:], self.last[1:], here[1:]
        return first <= now <= last if first <= last else now >= first or now <= last


@dataclass(frozen=True, slots=True)
class Zone:
    """Local time: of a stamp (seconds since 1970), and back. `name` as a person knows it."""

    local: Callable[[float], datetime]
    stamp: Callable[[datetime], float]
    name: Callable[[], str] = lambda: ""


@dataclass(frozen=True, slots=True)
class Schedule:
    """Weekly spans and closed dates. Without spans it is open on all days that are not closed."""

    spans: Sequence[Span] = ()
    closed: Sequence[ClosedDays] = ()

    @property
    def empty(self) -> bool:
        """Whether it says nothing."""
        return not self.spans and not self.closed

    def open_at(self, stamp: float, zone: Zone) -> bool:
        """Whether the board is open at an instant."""
        today = zone.local(stamp).date()
        return any(
            begins <= stamp < ends
            for day in (today - timedelta(1), today)
            for begins, ends in self._on(day, zone)
        )

    def next_change(self, stamp: float, zone: Zone) -> float | None:
        """When it opens or closes next; `None`: not within two months."""
        today, now = zone.local(stamp).date(), self.open_at(stamp, zone)
        edges = {
            edge
            for ahead in range(-1, LOOK_AHEAD)
            for span in self._on(today + timedelta(ahead), zone)
            for edge in span
            if edge > stamp
        }
        return next((edge for edge in sorted(edges) if self.open_at(edge, zone) is not now), None)

    def _on(self, day: date, zone: Zone) -> Iterator[tuple[float, float]]:
        """The spans that begin on a day, as instants."""
        if any(closed.holds(day) for closed in self.closed):
            return
        midnight = datetime(day.year, day.month, day.day)  # noqa: DTZ001 (local time, as people write it)
        for span in self.spans or (Span(frozenset(range(7)), 0, DAY_MINUTES),):
            if day.weekday() in span.days:
                begins, ends = (midnight + timedelta(minutes=one) for one in (span.opens, span.closes))
                yield zone.stamp(begins), zone.stamp(ends)


def span_of(text: str) -> Span:
    """`mon-fri 09:30-17:00`, `sat,sun 10:00-02:00` or `daily 8:00-24:00`; raises `ConfigurationError`."""
    match = _SPAN.fullmatch(text.strip().lower())
    if match is None:
        raise _mistake(text, "is no opening time", 'Write days and times like "mon-fri 09:30-17:00".')
    opens, closes = minutes_of(match[2], text), minutes_of(match[3], text)
    if opens in (closes, DAY_MINUTES):
        raise _mistake(text, "is no span of time", 'Write when it opens and closes: "09:30-17:00".')
    return Span(_days(match[1], text), opens, closes if closes > opens else closes + DAY_MINUTES)


def closed_of(text: str) -> ClosedDays:
    """`2026-12-25`, `12-25` for every year, or a span `2026-12-24..2027-01-02`; raises
    `ConfigurationError`."""
    first, dots, last = text.strip().partition("..")
    begins = _date(first.strip(), text)
    ends = _date(last.strip(), text) if dots else begins
    if bool(begins[0]) != bool(ends[0]) or (begins[0] and ends < begins):
        raise _mistake(text, "does not end after it begins", 'Write "2026-12-24..2027-01-02".')
    return ClosedDays(begins, ends)


def schedule_of(spans: Sequence[str], closed: Sequence[str] = ()) -> Schedule:
    """A schedule from its texts; raises `ConfigurationError`."""
    return Schedule(tuple(map(span_of, spans)), tuple(map(closed_of, closed)))


def minutes_of(text: str, whole: str = "") -> int:
    """Minutes after midnight of `09:30`; raises `ConfigurationError`."""
    match = _TIME.fullmatch(text)
    found = 60 * int(match[1]) + int(match[2]) if match else DAY_MINUTES + 1
    if found > DAY_MINUTES:
        raise _mistake(
            whole or text, f"has no time {text}", "Write hours and minutes like 09:30, up to 24:00."
        )
    return found


def system_zone() -> Zone:
    """The time zone of this machine, asked anew each time: it may be changed while we run."""

    def local(stamp: float) -> datetime:
        time.tzset()
        return datetime.fromtimestamp(stamp)  # noqa: DTZ006 (local time is what people write)

    def name() -> str:
        time.tzset()
        try:
            place = LOCALTIME.resolve(strict=True).as_posix().rpartition("zoneinfo/")[2]
        except OSError:
            place = ""
        short = time.tzname[time.localtime().tm_isdst > 0]
        return short if not place or place.startswith("/") else f"{place} ({short})"

    return Zone(local, datetime.timestamp, name)


def _days(text: str, whole: str) -> frozenset[int]:
    if text == "daily":
        return frozenset(range(7))
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        begins = _day(first, whole)
        ends = _day(last, whole) if dash else begins
        found.update((begins + ahead) % 7 for ahead in range((ends - begins) % 7 + 1))
    return frozenset(found)


def _day(text: str, whole: str) -> int:
    if text not in DAYS:
        raise _mistake(whole, f"has no day '{text}'", nearest(text, (*DAYS, "daily")))
    return DAYS.index(text)


def _date(text: str, whole: str) -> tuple[int, int, int]:
    match = _DATE.fullmatch(text)
    if match is not None:
        year, month, day = int(match[1] or 0), int(match[2]), int(match[3])
        try:
            date(year or 2000, month, day)  # a leap year: 29 February may be closed every time it comes
        except ValueError:
            pass
        else:
            return year, month, day
    raise _mistake(whole, "is no date", 'Write "2026-12-25", "12-25" for every year, or "FIRST..LAST".')


def _mistake(text: str, problem: str, remedy: str) -> ConfigurationError:
    return ConfigurationError(Mistake("", f"{text!r} {problem}", remedy))
