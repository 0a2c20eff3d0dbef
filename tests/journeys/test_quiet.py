"""An idle board writes nothing, and a sensor gone mad writes little."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from tests.journeys.table import Table

from triboard.app.logbook import LogBook
from triboard.store.atomic import RealFiles
from triboard.units import SECOND, Channel, Duration, Instant, millis

HOUR = Duration(3600 * SECOND)
OPTIONS = {"players": 3}


class CountedFiles(RealFiles):
    """Real files; every operation that a card feels is counted."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()

    def make_folder(self, folder: Path) -> None:
        self.count["make_folder"] += 1
        super().make_folder(folder)

    def create(self, path: Path) -> int:
        self.count["create"] += 1
        return super().create(path)

    def write(self, descriptor: int, data: bytes) -> int:
        self.count["write"] += 1
        return super().write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        self.count["sync"] += 1
        super().sync(descriptor)

    def sync_file(self, path: Path) -> None:
        self.count["sync"] += 1
        super().sync_file(path)

    def sync_folder(self, folder: Path) -> None:
        self.count["sync"] += 1
        super().sync_folder(folder)

    def rename(self, old: Path, new: Path) -> None:
        self.count["rename"] += 1
        super().rename(old, new)

    def link(self, old: Path, new: Path) -> None:
        self.count["link"] += 1
        super().link(old, new)

    def remove(self, path: Path) -> None:
        self.count["remove"] += 1
        super().remove(path)


def snapshot(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file with its size and the instant of its last change."""
    found = {str(path): path.stat() for path in folder.rglob("*")}
    return {name: (stat.st_size, stat.st_mtime_ns) for name, stat in found.items()}


def test_an_idle_hour_writes_nothing_to_the_card(tmp_path: Path) -> None:
    """Law (E-idle-no-write): in the middle of a game, with the board connected and with it unplugged: an
    hour in which nobody plays writes no byte, makes no file and syncs nothing."""
    files = CountedFiles()
    table = Table(tmp_path, OPTIONS, files=files)
    table.drop("Ab2", "white")
    assert files.count["write"]
    for unplugged in (False, True):
        if unplugged:
            table.bench.unplug()
            table.run.run_for(Duration(SECOND))
        before, seen, lines = files.count.copy(), snapshot(tmp_path), len(table.log)
        table.run.run_for(HOUR)
        assert files.count == before
        assert snapshot(tmp_path) == seen
        assert len(table.log) - lines <= 1
    table.close()


def test_a_move_costs_one_line_and_one_sync(tmp_path: Path) -> None:
    """Law (E-write-budget): nothing else is written for a move: a day of play stays far below 50 MB."""
    files = CountedFiles()
    table = Table(tmp_path, OPTIONS, files=files)
    table.drop("Ab2", "white")
    before, bytes_before = files.count.copy(), table.journal.bytes_written
    table.drop("Ac1", "black")
    assert files.count - before == Counter(write=1, sync=1)
    assert table.journal.bytes_written - bytes_before < 200
    table.close()


def test_a_sensor_that_flaps_at_1_khz_makes_fewer_than_ten_lines_a_minute(tmp_path: Path) -> None:
    """Law (E-log-storm): a mad sensor, in and out of quarantine again and again; the rest plays on."""
    table = Table(tmp_path, OPTIONS)
    book = LogBook(lambda: table.run.now)
    table.daemon._log = book.note
    [empty, white] = [one.values for one in table.board.sites[0].levels[0].sensing.signatures[:2]]
    begun, chance = table.run.now, Random(1)
    for _ in range(7):
        flap(table, chance, white, empty)
        table.run.run_for(Duration(9 * SECOND))  # calm enough to be believed again
    minutes = (table.run.now - begun) / (60 * SECOND)
    assert minutes > 1
    assert 1 <= len(book.lines) < 10 * minutes
    for line in book.lines:
        assert sum(abs(one.at - line.at) < 30 * SECOND for one in book.lines) < 10
    table.drop("Ab2", "white")
    assert table.moves == ["w@Ab2"]
    table.close()


def flap(table: Table, chance: Random, one: Any, other: Any) -> None:
    """For a second the first sensor reads one or the other, anew each millisecond."""
    for _ in range(1000):
        for channel, value in enumerate(chance.choice((one, other))):
            table.bench.controller.set_raw(Channel(channel), value, table.run.now)
        table.run.run_until(Instant(table.run.now + millis(1)))
