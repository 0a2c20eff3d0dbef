"""Gate 2: three days of a daemon, and as many snapshots of its page, at full speed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DAY = 86_400
MEGABYTE = 1 << 20


def live(folder: Path, *, periods: int, seconds: int, games: int, timeout: float) -> list[dict[str, int]]:
    """What `tests.journeys.soak` measures after each period, in a process of its own."""
    command = [
        sys.executable,
        "-m",
        "tests.journeys.soak",
        str(folder),
        str(periods),
        str(seconds),
        str(games),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def slope(measured: list[dict[str, int]], name: str) -> float:
    """Growth a day, by least squares."""
    times = [one["seconds"] / DAY for one in measured]
    values = [one[name] for one in measured]
    middle, mean = sum(times) / len(times), sum(values) / len(values)
    above = sum((time - middle) * (value - mean) for time, value in zip(times, values, strict=True))
    return above / sum((time - middle) ** 2 for time in times)


def check(measured: list[dict[str, int]]) -> None:
    """What holds for a life of any length: open files are as many as at the start, the log is bounded."""
    assert len({one["fds"] for one in measured}) == 1
    lived = measured[-1]["seconds"]
    assert measured[-1]["log"] < MEGABYTE * max(1, lived / DAY)
    assert measured[-1]["views"] > lived / 2


@pytest.mark.timeout(240)
def test_a_dozen_games_leave_nothing_behind(tmp_path: Path) -> None:
    """Law: after the caches are full (a dozen games) memory stands still, and open files never grow."""
    measured = live(tmp_path, periods=6, seconds=200, games=2, timeout=200)
    check(measured)
    assert measured[-1]["rss"] - measured[-2]["rss"] < MEGABYTE


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_three_days_leave_nothing_behind(tmp_path: Path) -> None:
    """Law (gate 2): 72 h with a game, a pulled cable and 3600 snapshots an hour: memory grows by less than
    1 MB a day once the caches are full, open files not at all, the log by less than 1 MB a day."""
    measured = live(tmp_path, periods=72, seconds=3600, games=1, timeout=3500)
    check(measured)
    assert measured[-1]["seconds"] >= 3 * DAY
    assert slope(measured[24:], "rss") < MEGABYTE
