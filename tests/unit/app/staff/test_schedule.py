"""Opening hours: how they are written, and when a board is open, on nights when clocks change, too."""

from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from tests.journeys.house import stamp_of, zone_of

from triboard.app.staff.schedule import Schedule, closed_of, schedule_of, span_of, system_zone
from triboard.errors import ConfigurationError

PARIS = ZoneInfo("Europe/Paris")
LONDON = ZoneInfo("Europe/London")
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")  # its clock goes by half an hour

WEEK = schedule_of(["mon-fri 09:30-17:00", "sat 10:00-02:00"], ["2026-12-24..2026-12-26", "05-01"])


def open_at(schedule: Schedule, text: str, zone: ZoneInfo = PARIS) -> bool:
    return schedule.open_at(stamp_of(text, zone), zone_of(zone))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-06-10 09:29:59", False),  # a Wednesday
        ("2026-06-10 09:30", True),
        ("2026-06-10 16:59:59", True),
        ("2026-06-10 17:00", False),
        ("2026-06-13 23:59", True),  # Saturday goes on after midnight
        ("2026-06-14 01:59", True),
        ("2026-06-14 02:00", False),
        ("2026-06-14 12:00", False),
        ("2026-12-25 12:00", False),  # a Friday, closed
        ("2026-12-27 01:00", False),  # the Saturday before was closed, and so its night
        ("2026-05-01 12:00", False),
        ("2037-05-01 12:00", False),
    ],
)
def test_a_board_is_open_in_its_spans_and_on_no_closed_day(text: str, *, expected: bool) -> None:
    """Law: spans begin and end to the second; a night belongs to the day on which it begins."""
    assert open_at(WEEK, text) is expected


@pytest.mark.parametrize(
    ("day", "zone"),
    [("2026-03-28", PARIS), ("2026-10-24", PARIS), ("2026-10-03", LORD_HOWE), ("2026-04-04", LORD_HOWE)],
)
@pytest.mark.parametrize("span", ["daily 22:00-02:30", "daily 02:30-09:00", "daily 01:45-03:15"])
def test_on_nights_when_the_clock_changes_each_span_happens_once(day: str, zone: ZoneInfo, span: str) -> None:
    """Law (DST): whatever the clock shows twice or never, a span opens once and closes once in a day, and
    what `next_change` says is when it does."""
    schedule, begin = schedule_of([span]), stamp_of(f"{day} 12:00", zone)
    minutes = [begin + 60 * minute for minute in range(24 * 60)]
    states = [schedule.open_at(stamp, zone_of(zone)) for stamp in minutes]
    edges = [number for number, (old, new) in enumerate(pairwise(states), start=1) if old != new]
    assert len(edges) == 2
    told = schedule.next_change(begin, zone_of(zone))
    assert told == minutes[edges[0]]


def test_without_spans_it_is_open_but_for_closed_days() -> None:
    """Law: closed days alone close the board all day."""
    schedule = schedule_of([], ["2026-06-10"])
    assert [open_at(schedule, f"2026-06-{day} 00:00") for day in ("09", "10", "11")] == [True, False, True]
    assert Schedule().empty
    assert Schedule().next_change(0, zone_of(PARIS)) is None


def test_closed_days_may_lie_over_new_year() -> None:
    """Law: a yearly span that ends before it begins lasts over the turn of the year."""
    days = closed_of("12-24..01-02")
    found = [
        days.holds(datetime.fromisoformat(text).date())
        for text in ("2026-12-23", "2026-12-31", "2027-01-02", "2027-01-03")
    ]
    assert found == [False, True, True, False]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mon-fry 9:00-10:00", "has no day 'fry'. Did you mean 'fri'?"),
        ("mon 9-10", "is no opening time"),
        ("mon 24:30-25:00", "has no time"),
        ("mon 10:00-10:00", "is no span of time"),
        ("10:00-12:00", "is no opening time"),
    ],
)
def test_a_wrong_span_is_named_with_its_remedy(text: str, said: str) -> None:
    """Law: the text, what is wrong, and how it is written."""
    with pytest.raises(ConfigurationError, match=said):
        span_of(text)


@pytest.mark.parametrize("text", ["2026-02-30", "christmas", "2026-12-26..2026-12-24", "12-24..2026-12-26"])
def test_a_wrong_date_is_named(text: str) -> None:
    """Law: as above."""
    with pytest.raises(ConfigurationError, match="Write"):
        closed_of(text)


def test_days_may_be_lists_and_go_round_the_week() -> None:
    """Law: `fri-mon` is a long weekend."""
    assert span_of("FRI-mon, 10:00-12:00".replace(",", "")).days == {4, 5, 6, 0}
    assert span_of("mon,wed 10:00-12:00").days == {0, 2}


def test_the_zone_of_this_machine_goes_there_and_back() -> None:
    """Law: local time of a stamp is the stamp of that local time."""
    zone = system_zone()
    noon = datetime(2026, 6, 10, 12)  # noqa: DTZ001 (local time on purpose)
    assert zone.local(zone.stamp(noon)) == noon
    assert zone.local(zone.stamp(noon + timedelta(1))) == noon + timedelta(1)
    assert zone.name()
