"""Gate 5: the wall clock jumps, the time zone changes, summer comes and goes. Nothing visible happens."""

import ast
import datetime
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from tests.journeys.people import Ttt3dPeople
from tests.journeys.simulator import Simulator
from tests.journeys.table import Table
from tests.journeys.test_kill_real import PATIENCE, Watcher
from websockets import Origin
from websockets.sync.client import connect

from triboard.units import SECOND, Duration, Instant

SOURCE = Path(__file__).parents[2] / "src" / "triboard"
OPTIONS = {"players": 2}
YEAR = 365.25 * 86_400

WALL = {
    "time": {"time", "time_ns", "localtime", "gmtime", "strftime", "ctime", "asctime", "mktime", "tzset"},
    "datetime": {"datetime", "date", "timezone"},
    "zoneinfo": {"ZoneInfo"},
}
"""What would read the wall clock, by module."""


READERS = {
    "care_desk.py: datetime.datetime",  # the date on a report of the opening check and on a calibration
    "trace_record.py: datetime.datetime",  # when a trace was recorded
    "diary.py: datetime.datetime",  # the date of an entry in the maintenance log
    "housekeeping.py: time.time",  # given to the house, which asks first whether this clock is trusted
    "recorder.py: datetime.datetime",  # the hour of a count
    "schedule.py: datetime.date",  # opening hours hold while the clock is trusted; no game is timed by them
    "schedule.py: datetime.datetime",
    "schedule.py: time.localtime",
    "schedule.py: time.tzset",
    "statistics.py: datetime.date",  # the day of a count
    "steward.py: datetime.datetime",  # when the house opens, in words
    "wall_clock.py: time.time",  # the simulator's fault that shifts it
    "wall_clock.py: time.time_ns",
}
"""Who may read it (`file.py: module.name`): dates are shown to people and open the
house; no game is timed by them."""


def readers() -> Iterator[str]:
    """Places in the program that could read the wall clock."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module in WALL:
                names = {alias.name for alias in node.names} & WALL[node.module]
                yield from (f"{path.name}: {node.module}.{name}" for name in sorted(names))
            if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
                continue
            if node.attr in WALL.get(node.value.id, ()):
                yield f"{path.name}: {node.value.id}.{node.attr}"


def test_no_part_of_the_program_reads_the_wall_clock() -> None:
    """Law (gates 3, 5): order and time-outs come from numbers and the monotonic clock; dates decorate."""
    assert set(readers()) == READERS


class WallClock:
    """A wall clock that jumps at every look: ten years, and through summer time."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        base = 1_774_746_000.0  # 29 March 2026: Europe's clocks go forward
        jumps = (0.0, 3600.0, 10 * YEAR, -10 * YEAR, 18_748_800.0, -base)  # also back in October, and 1970
        return base + jumps[self.looks % len(jumps)]


def game(folder: Path, disturb: Callable[[], None]) -> list[object]:
    """The whole history of a random game: every frame of light with its instant, moves, log, journal."""
    table = Table(folder, OPTIONS, seed=8)
    turn = table.daemon.turn

    def turned(now: Instant) -> Instant | None:
        disturb()
        return turn(now)

    table.daemon.turn = turned  # type: ignore[method-assign]  # the loop's place
    Ttt3dPeople(table, OPTIONS, Random(8), clumsy=0.3).play_game()
    table.run.run_for(Duration(60 * SECOND))
    history = [*table.frames, *table.moves, *table.log, table.journal.entries, table.run.now]
    table.close()
    return history


def test_a_game_under_a_mad_wall_clock_is_the_same_to_the_last_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law (E-clock-step): jumps of ten years, time zones and summer time at every turn change no frame, no
    instant, no word and no byte."""
    calm = game(tmp_path / "calm", lambda: None)
    clock = WallClock()
    zones = ["UTC", "Europe/Berlin", "Pacific/Kiritimati", "America/Los_Angeles"]

    class Jumping(datetime.datetime):
        """The date as the mad clock has it."""

        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> "Jumping":
            return cls.fromtimestamp(clock(), tz)

    monkeypatch.setattr(time, "time", clock)
    monkeypatch.setattr(time, "time_ns", lambda: int(clock() * 1e9))
    monkeypatch.setattr(datetime, "datetime", Jumping)

    def disturb() -> None:
        clock()
        if clock.looks % 50 == 0:  # the zone's file is read each time
            monkeypatch.setenv("TZ", zones[clock.looks // 50 % len(zones)])
            time.tzset()

    mad = game(tmp_path / "mad", disturb)
    monkeypatch.undo()
    time.tzset()
    assert clock.looks > 1000
    assert mad == calm


@pytest.mark.long
def test_the_product_plays_on_while_its_wall_clock_is_set(tmp_path: Path) -> None:
    """Law: the real process, its wall clock set ten years forth and back under it (libfaketime), accepts
    moves, keeps its page alive and keeps its games."""
    library = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
    if library is None and shutil.which("faketime") is None:
        pytest.skip("setting the clock of one process needs libfaketime (apt install faketime)")
    clock = tmp_path / "clock"
    clock.write_text("+0")
    environment = {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }
    probe = subprocess.run(
        [sys.executable, "-c", "import time; print(time.time())"],
        env={**os.environ, **environment, "FAKETIME": "+10y"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert float(probe.stdout) > 0
    simulator = Simulator(tmp_path / "state", "--players", "3", environment=environment).start()
    holes = ("Aa1", "Ab2", "Ac3", "Ba1", "Bb2", "Bc3")
    try:
        with connect(
            simulator.url.replace("http", "ws") + "ws", origin=Origin(simulator.url.rstrip("/"))
        ) as socket:
            watcher = Watcher(socket)
            watcher.until_playable()
            for number, hole in enumerate(holes, start=1):
                clock.write_text("+10y" if number % 2 else "-10y")
                watcher.drop(hole, ("white", "black", "red")[(number - 1) % 3])
                deadline = time.monotonic() + PATIENCE
                while len(watcher.view["moves"]) < number or not watcher.view["saved"]:
                    assert time.monotonic() < deadline, watcher.view["message"]
                    watcher.watch(time.monotonic() + 0.05)
    finally:
        assert simulator.stop() == 0
