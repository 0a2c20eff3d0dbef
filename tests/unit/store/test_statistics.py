"""Counts on disk: durable, bounded, and never in the way."""

import sqlite3
from datetime import date, timedelta
from pathlib import Path

import pytest

from triboard.errors import StorageError
from triboard.store.statistics import KEPT_DAYS, NAME, NO_HOUR, UNKNOWN_DAY, Row, StatisticsFile


def row(day: str = "2026-06-10", hour: int = 9, number: int = 1) -> Row:
    return Row(day, hour, "ttt3d", "started", "", number)


def test_counts_add_up_over_openings(tmp_path: Path) -> None:
    """Law: the same hour is one row, whoever opens the file."""
    StatisticsFile(tmp_path).add([row(number=2), row(number=3)])
    StatisticsFile(tmp_path).add([row(number=4), row(hour=10)])
    assert StatisticsFile(tmp_path).rows() == [row(number=9), row(hour=10)]
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600


def test_the_file_is_written_ahead_and_in_full(tmp_path: Path) -> None:
    """Law (E-pragma): a connection of ours reports WAL and FULL, and waits 5 s for others."""
    file = StatisticsFile(tmp_path)
    database = file._open()
    assert database.execute("pragma journal_mode").fetchone() == ("wal",)
    assert database.execute("pragma synchronous").fetchone() == (2,)
    assert database.execute("pragma busy_timeout").fetchone() == (5000,)
    database.close()


def test_no_more_than_400_days_are_kept(tmp_path: Path) -> None:
    """Law: the ring drops the oldest day; what has no day stays."""
    file, first = StatisticsFile(tmp_path), date(2026, 1, 1)
    file.add([row(UNKNOWN_DAY, NO_HOUR)])
    file.add([row((first + timedelta(number)).isoformat()) for number in range(KEPT_DAYS + 20)])
    days = [one.day for one in file.rows()]
    assert len(days) == KEPT_DAYS + 1
    assert days[:2] == [UNKNOWN_DAY, (first + timedelta(20)).isoformat()]


@pytest.mark.parametrize("garbage", [b"garbage" * 1000, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_garbage_is_moved_aside_and_counting_goes_on(garbage: bytes, tmp_path: Path) -> None:
    """Law (E-store-garbage): nothing is lost but the old counts, which lie beside."""
    file = StatisticsFile(tmp_path)
    file.path.write_bytes(garbage)
    file.add([row()])
    assert file.rows() == [row()]
    assert "kept as" in file.damage
    assert (tmp_path / f"{NAME}.damaged").read_bytes() == garbage


def test_a_folder_that_takes_nothing_is_a_storage_error(tmp_path: Path) -> None:
    """Law: the reason and nothing half written; nothing where there is no file."""
    file = StatisticsFile(tmp_path / "missing")
    assert file.rows() == []
    with pytest.raises(StorageError):
        file.add([row()])
    StatisticsFile(tmp_path).add([row()])
    with sqlite3.connect(tmp_path / NAME, timeout=0) as held:
        held.execute("begin exclusive")
        quick = StatisticsFile(tmp_path)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("triboard.store.statistics.PATIENCE", 0.05)
            with pytest.raises(StorageError, match="locked"):
                quick.add([row()])
    held.close()
    assert StatisticsFile(tmp_path).rows() == [row()]
