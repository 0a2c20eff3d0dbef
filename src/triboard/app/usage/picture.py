"""Statistics as the small charts of the staff page show them: by hour of the day, by day, by site."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

from triboard.app.usage.counts import Count
from triboard.store.statistics import UNKNOWN_DAY, Row

SHOWN_DAYS: Final = 30
SHOWN_SITES: Final = 12


def charts(rows: Iterable[Row]) -> Mapping[str, Any]:
    """Games by the hour of the day and by day over the last days that have any; sites with most wrong
    placements; totals by game. Sums over many days, so that no hour of one day can be told."""
    found = list(rows)
    days = sorted({row.day for row in found if row.day != UNKNOWN_DAY})[-SHOWN_DAYS:]
    recent = [row for row in found if row.day in days or row.day == UNKNOWN_DAY]
    hours: dict[int, int] = defaultdict(int)
    by_day: dict[str, int] = dict.fromkeys(days, 0)
    sites: dict[str, int] = defaultdict(int)
    games: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in recent:
        if row.what == Count.STARTED and row.day != UNKNOWN_DAY:
            hours[row.hour] += row.number
            by_day[row.day] += row.number
        if row.what == Count.ILLEGAL and row.site:
            sites[f"{row.game} {row.site}"] += row.number
        games[row.game][row.what] += row.number
    whole = games.pop("", {})
    return {
        "days": len(days),
        "hours": [{"hour": hour, "started": hours[hour]} for hour in range(24)] if days else [],
        "by_day": [{"day": day, "started": number} for day, number in by_day.items()],
        "sites": [
            {"site": site, "illegal": number}
            for site, number in sorted(sites.items(), key=lambda one: (-one[1], one[0]))[:SHOWN_SITES]
        ],
        "games": [_game(game, numbers) for game, numbers in sorted(games.items())],
        "restarts": whole.get(Count.RESTARTS, 0),
        "out_of_order_minutes": round(whole.get(Count.OUT_OF_ORDER, 0) / 60),
    }


def _game(game: str, numbers: Mapping[str, int]) -> dict[str, Any]:
    def mean(total: Count, over: Count) -> int | None:
        return round(numbers.get(total, 0) / numbers[over]) if numbers.get(over) else None

    plain = (Count.STARTED, Count.FINISHED, Count.ABANDONED, Count.VISITS, Count.HINTS, Count.ILLEGAL)
    return {
        "game": game,
        **{count.value: numbers.get(count, 0) for count in plain},
        "dwell_seconds": mean(Count.DWELL, Count.VISITS),
        "first_move_seconds": mean(Count.FIRST_MOVE, Count.FIRST_MOVES),
    }
