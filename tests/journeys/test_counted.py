"""Statistics of played games: what is counted, when it is written, and that nothing is while nobody comes."""

from pathlib import Path

import pytest
from tests.journeys.house import House

from triboard.app.usage.export import by_hour, by_site
from triboard.session.events import NewGameAsked
from triboard.store.statistics import NAME, UNKNOWN_DAY
from triboard.units import SECOND, Duration


def counted(house: House) -> dict[str, int]:
    """All counts, whatever hour and site."""
    found: dict[str, int] = {}
    for row in house.keeping.recorder.rows():
        found[row.what] = found.get(row.what, 0) + row.number
    return found


def written(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file of the folder, with the time of its last change."""
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_visits_moves_mistakes_and_games_that_were_left_are_counted(tmp_path: Path) -> None:
    """Law: one visit from its first touch to its last; the time to its first move; wrong placements by site,
    once each; a game that somebody leaves for another is abandoned."""
    house = House(tmp_path)
    table = house.table
    house.wait(150)
    assert counted(house) == {}, "the board's own start is nobody's visit"
    table.drop("Ab2", "black")  # white begins: this is wrong
    house.wait(6)
    table.lift("Ab2")
    table.drop("Ab2", "white")
    house.wait(20)
    table.drop("Ac1", "black")
    house.wait(150)  # they have gone
    found = counted(house)
    assert (found["started"], found["visits"], found["first_moves"], found["illegal"]) == (1, 1, 1, 1)
    assert 25 <= found["dwell_seconds"] <= 45
    assert 5 <= found["first_move_seconds"] <= 15
    table.daemon.post(NewGameAsked(table.run.now, {"players": 2}))
    house.wait(1)
    table.press("OK")
    house.wait(2)
    assert counted(house)["abandoned"] == 1
    assert by_site(house.keeping.recorder.rows()) == [
        {"day": "2026-06-10", "game": "ttt3d", "site": "Ab2", "illegal": "1"}
    ]
    house.close()


def test_an_hour_is_written_when_it_is_over_and_an_idle_one_not_at_all(tmp_path: Path) -> None:
    """Law (E-idle-no-write, E-write-budget): what was counted lies on the disk once its hour is over; hours
    in which nobody comes change no byte of the state folder."""
    house = House(tmp_path, "2026-06-10 10:55")
    house.table.drop("Ab2", "white")
    assert not (tmp_path / NAME).exists()
    house.wait(310)
    assert (tmp_path / NAME).exists()
    size = (tmp_path / NAME).stat().st_size
    assert size < 50_000
    before = written(tmp_path)
    house.stamp += 3600
    for _ in range(60):  # two hours on the wall, ten minutes on the board's own clock
        house.table.run.run_for(Duration(10 * SECOND))
        house.stamp += 120
        house.keeping.turn(house.table.run.now)
    assert written(tmp_path) == before
    house.close()


def test_a_clock_that_nobody_set_has_a_bucket_of_its_own(tmp_path: Path) -> None:
    """Law: counts are kept without day and hour, and the next start adds to them."""
    house = House(tmp_path, synchronised=False)
    house.table.drop("Ab2", "white")
    house.keeping.recorder.restarted("ttt3d")
    house.restart()
    rows = house.keeping.recorder.rows()
    assert {(row.day, row.hour) for row in rows} == {(UNKNOWN_DAY, -1)}
    assert {row.what: row.number for row in rows}["started"] == 1
    assert [line["day"] for line in by_hour(rows)] == ["unknown"] * len(by_hour(rows))
    house.close()


def test_minutes_out_of_order_are_counted_by_pause_and_by_cable(tmp_path: Path) -> None:
    """Law: the pause of the staff and a board that cannot be reached count alike, once."""
    house = House(tmp_path)
    house.ask(house.keeping.desk.pause, on=True)
    house.wait(300)
    house.ask(house.keeping.desk.pause, on=False)
    assert counted(house)["out_of_order_seconds"] == pytest.approx(303, abs=5)
    house.table.bench.unplug()
    house.wait(130)  # minutes are added when they are over
    assert counted(house)["out_of_order_seconds"] == pytest.approx(423, abs=10)
    house.close()


def test_a_disk_that_takes_no_statistics_stops_no_game(tmp_path: Path) -> None:
    """Law: it is said once, on the page, and play goes on."""
    house = House(tmp_path, "2026-06-10 10:55")
    (tmp_path / NAME).mkdir()
    house.table.drop("Ab2", "white")
    house.wait(400)
    assert [part["part"] for part in house.keeping.desk.parts()] == ["Statistics"]
    assert sum("Statistics are not kept" in line for line in house.table.log) == 1
    house.table.drop("Ac1", "black")
    assert len(house.table.moves) == 2
    house.close()
