"""Statistics as tables: by hour, by day, by site, with the small numbers of an hour left out.

By hour a number under `FEWEST` could tell of single people, so it is written `<5`. The day has its whole
number, so that a single hidden hour could be found by subtraction: then the next smallest hour of that day is
hidden, too.
"""

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Final

from triboard.app.usage.counts import Count
from triboard.store.statistics import NO_HOUR, UNKNOWN_DAY, Row

FEWEST: Final = 5
HIDDEN: Final = f"<{FEWEST}"
WHOLE_DAY: Final = "all"
UNKNOWN: Final = "unknown"

SUMS: Final[Mapping[Count, Count]] = {Count.DWELL: Count.VISITS, Count.FIRST_MOVE: Count.FIRST_MOVES}
"""A sum, and the count over which it is a mean."""

PLAIN: Final = (
    Count.STARTED, Count.FINISHED, Count.ABANDONED, Count.VISITS, Count.FIRST_MOVES, Count.ILLEGAL,
    Count.HINTS,
)  # fmt: skip
"""Counts of what people did; of these the small ones are hidden."""

COLUMNS: Final = (
    "day", "hour", "game", *(count.value for count in PLAIN), "dwell_mean_seconds", "first_move_mean_seconds",
    "restarts", "out_of_order_minutes",
)  # fmt: skip

SITE_COLUMNS: Final = ("day", "game", "site", "illegal")

Cells = dict[tuple[str, int, str], dict[Count, int]]
"""Numbers by day, hour and game; sites added up."""


def by_hour(rows: Iterable[Row]) -> list[dict[str, str]]:
    """Lines of the table: of each day and game its hours, then the whole day (`all`)."""
    cells = _cells(rows)
    days: dict[tuple[str, str], dict[int, dict[Count, int]]] = defaultdict(dict)
    for (day, hour, game), numbers in cells.items():
        days[day, game][hour] = numbers
    lines = []
    for (day, game), hours in sorted(days.items()):
        hidden = {count: _hidden({hour: one.get(count, 0) for hour, one in hours.items()}) for count in PLAIN}
        if day != UNKNOWN_DAY:
            for hour, numbers in sorted(hours.items()):
                small = {count for count in PLAIN if hour in hidden[count]}
                lines.append(_line(day, f"{hour:02}", game, numbers, small))
        whole: dict[Count, int] = defaultdict(int)
        for numbers in hours.values():
            for count, number in numbers.items():
                whole[count] += number
        told = {count for count in PLAIN if len(hidden[count]) == 1}  # one hour alone is the day
        lines.append(_line(day or UNKNOWN, WHOLE_DAY, game, whole, told if day else set()))
    return lines


def by_site(rows: Iterable[Row]) -> list[dict[str, str]]:
    """Wrong placements of each day and site; never by hour."""
    found: dict[tuple[str, str, str], int] = defaultdict(int)
    for row in rows:
        if row.what == Count.ILLEGAL and row.site:
            found[row.day, row.game, row.site] += row.number
    return [
        {"day": day or UNKNOWN, "game": game, "site": site, "illegal": str(number)}
        for (day, game, site), number in sorted(found.items())
    ]


def as_csv(lines: Sequence[Mapping[str, str]], columns: Sequence[str] = COLUMNS) -> str:
    """For a spreadsheet."""
    table = StringIO()
    writer = csv.DictWriter(table, columns, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(lines)
    return table.getvalue()


def _cells(rows: Iterable[Row]) -> Cells:
    known = {count.value: count for count in Count}
    cells: Cells = defaultdict(lambda: defaultdict(int))
    for row in rows:
        if row.what in known:
            cells[row.day, row.hour if row.day else NO_HOUR, row.game][known[row.what]] += row.number
    return cells


def _hidden(hours: Mapping[int, int]) -> set[int]:
    """Hours whose number is not shown."""
    small = {hour for hour, number in hours.items() if 0 < number < FEWEST}
    if len(small) == 1:
        others = sorted((number, hour) for hour, number in hours.items() if number >= FEWEST)
        small |= {hour for _, hour in others[:1]}
    return small


def _line(day: str, hour: str, game: str, numbers: Mapping[Count, int], hidden: set[Count]) -> dict[str, str]:
    def shown(count: Count) -> str:
        return HIDDEN if count in hidden else str(numbers.get(count, 0))

    def mean(total: Count) -> str:
        over = SUMS[total]
        number = numbers.get(over, 0)
        return "" if over in hidden or not number else str(round(numbers.get(total, 0) / number))

    return {
        "day": day,
        "hour": hour,
        "game": game,
        **{count.value: shown(count) for count in PLAIN},
        "dwell_mean_seconds": mean(Count.DWELL),
        "first_move_mean_seconds": mean(Count.FIRST_MOVE),
        "restarts": str(numbers.get(Count.RESTARTS, 0)),
        "out_of_order_minutes": str(round(numbers.get(Count.OUT_OF_ORDER, 0) / 60)),
    }
