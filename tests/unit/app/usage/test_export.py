"""Tables and charts of statistics: small numbers of an hour are hidden, and cannot be worked out."""

import csv
from io import StringIO

from hypothesis import given
from hypothesis import strategies as st

from triboard.app.usage.export import COLUMNS, FEWEST, HIDDEN, as_csv, by_hour
from triboard.app.usage.picture import charts
from triboard.store.statistics import NO_HOUR, UNKNOWN_DAY, Row


def started(hour: int, number: int, day: str = "2026-06-10", what: str = "started") -> Row:
    return Row(day, hour, "ttt3d", what, "", number)


def shown(rows: list[Row], column: str = "started") -> dict[str, str]:
    return {line["hour"]: line[column] for line in by_hour(rows)}


def test_numbers_under_five_are_hidden_by_hour_and_whole_by_day() -> None:
    """Law: `<5` for the hour; the next smallest goes with a single one, else the day would tell it."""
    assert shown([started(9, 3), started(10, 4), started(11, 20)]) == {
        "09": HIDDEN, "10": HIDDEN, "11": "20", "all": "27",
    }  # fmt: skip
    assert shown([started(9, 3), started(10, 7), started(11, 20)]) == {
        "09": HIDDEN, "10": HIDDEN, "11": "20", "all": "30",
    }  # fmt: skip
    assert shown([started(9, 3)]) == {"09": HIDDEN, "all": HIDDEN}
    assert shown([started(9, 5), started(10, 6)]) == {"09": "5", "10": "6", "all": "11"}


@given(st.dictionaries(st.integers(0, 23), st.integers(1, 12), min_size=1))
def test_no_hour_under_five_can_be_worked_out(hours: dict[int, int]) -> None:
    """Law: never is exactly one hour of a day hidden whose whole is told."""
    found = shown([started(hour, number) for hour, number in hours.items()])
    whole = found.pop("all")
    hidden = [hour for hour, text in found.items() if text == HIDDEN]
    for hour, number in hours.items():
        assert number >= FEWEST or f"{hour:02}" in hidden
    if whole != HIDDEN:
        assert whole == str(sum(hours.values()))
        assert len(hidden) != 1


def test_means_are_told_with_their_count_only() -> None:
    """Law: the mean of few visits is as telling as their number."""
    rows = [
        started(9, 2, what="visits"), started(9, 100, what="dwell_seconds"),
        started(10, 3, what="visits"), started(10, 90, what="dwell_seconds"),
        started(11, 10, what="visits"), started(11, 600, what="dwell_seconds"),
    ]  # fmt: skip
    assert shown(rows, "dwell_mean_seconds") == {"09": "", "10": "", "11": "60", "all": "53"}


def test_the_table_reads_back() -> None:
    """Law: a spreadsheet's CSV with the columns of the docs; what has no day has one line."""
    rows = [started(9, 8), started(NO_HOUR, 2, UNKNOWN_DAY)]
    lines = list(csv.DictReader(StringIO(as_csv(by_hour(rows)))))
    assert tuple(lines[0]) == COLUMNS
    assert [(line["day"], line["hour"], line["started"]) for line in lines] == [
        ("unknown", "all", "2"), ("2026-06-10", "09", "8"), ("2026-06-10", "all", "8"),
    ]  # fmt: skip


def test_charts_add_up_what_was_counted() -> None:
    """Law: by hour of the day over all days shown, by day, by site with the most first, by game."""
    rows = [started(9, 8), started(9, 2, "2026-06-11"), started(NO_HOUR, 5, UNKNOWN_DAY)]
    rows += [
        Row("2026-06-11", 10, "ttt3d", "illegal", site, number) for site, number in (("Ab2", 1), ("Cc3", 4))
    ]
    rows.append(Row("2026-06-11", 10, "", "out_of_order_seconds", "", 150))
    found = charts(rows)
    assert found["days"] == 2
    assert found["hours"][9] == {"hour": 9, "started": 10}
    assert found["by_day"] == [{"day": "2026-06-10", "started": 8}, {"day": "2026-06-11", "started": 2}]
    assert [one["site"] for one in found["sites"]] == ["ttt3d Cc3", "ttt3d Ab2"]
    assert found["games"][0]["started"] == 15
    assert found["out_of_order_minutes"] == 2
    assert charts([])["hours"] == []
