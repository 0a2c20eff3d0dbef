"""Gate 6: disk full, read-only, slow, failing. Play goes on and says so; nothing that can be kept is lost."""

import errno
import os
from pathlib import Path

import pytest
from tests.journeys.table import Table

from triboard.app.health import Part, Shape, parts_of
from triboard.app.status import Surroundings, status_of
from triboard.sim.disk import DiskTrouble
from triboard.store.atomic import RealFiles
from triboard.store.journal import Journal
from triboard.store.place import Mount, mounts, volatile
from triboard.units import SECOND, Duration, Instant, millis
from triboard.web.view import view_of

OPTIONS = {"players": 3}
BALLS = [
    ("Ab2", "white"),
    ("Ac1", "black"),
    ("Bb2", "red"),
    ("Cb2", "white"),
    ("Ba1", "black"),
    ("Ca1", "red"),
]
EVERYTHING = ("make_folder", "create", "write", "sync", "rename", "link", "remove", "sync_folder")


class BadFiles(RealFiles):
    """Real files on which chosen operations fail with `number` while it is set."""

    def __init__(self, operations: tuple[str, ...] = EVERYTHING) -> None:
        self.number: int | None = None
        self._operations = operations

    def _fail(self, operation: str) -> None:
        if self.number is not None and operation in self._operations:
            raise OSError(self.number, os.strerror(self.number))

    def make_folder(self, folder: Path) -> None:
        self._fail("make_folder")
        super().make_folder(folder)

    def create(self, path: Path) -> int:
        self._fail("create")
        return super().create(path)

    def write(self, descriptor: int, data: bytes) -> int:
        self._fail("write")
        return super().write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        self._fail("sync")
        super().sync(descriptor)

    def rename(self, old: Path, new: Path) -> None:
        self._fail("rename")
        super().rename(old, new)

    def link(self, old: Path, new: Path) -> None:
        self._fail("link")
        super().link(old, new)

    def remove(self, path: Path) -> None:
        self._fail("remove")
        super().remove(path)

    def sync_folder(self, folder: Path) -> None:
        self._fail("sync_folder")
        super().sync_folder(folder)


def saving(table: Table) -> Part:
    """What the page of care says of saving."""
    parts = parts_of(status_of(table.daemon, table.link, table.run.now))
    return next(part for part in parts if part.part == "Saving")


def kept(folder: Path) -> list[str]:
    """The moves that a power cut now would leave."""
    return [entry["text"] for entry in Journal.open(folder).entries if entry["event"] == "move"]


def play(table: Table, count: int) -> None:
    """So many more balls, each of which must be understood."""
    for hole, colour in BALLS[len(table.moves) : len(table.moves) + count]:
        before = len(table.moves)
        table.drop(hole, colour)
        assert len(table.moves) == before + 1, table.state.notice


@pytest.mark.parametrize(
    ("number", "operations", "words"),
    [
        (errno.ENOSPC, EVERYTHING, "no space is left on this disk"),
        (errno.EDQUOT, ("write",), "no space is left on this disk"),
        (errno.EROFS, EVERYTHING, "mounted read-only"),
        (errno.EACCES, EVERYTHING, "may not write here"),
        (errno.EIO, EVERYTHING, "the card or disk reports an error"),
        (errno.EIO, ("sync",), "the card or disk reports an error"),
        (errno.EIO, ("sync_folder", "rename"), "the card or disk reports an error"),
    ],
)
def test_a_disk_that_fails_during_play_stops_nothing_and_is_told(
    number: int, operations: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    """Law (E-disk-full): every move is accepted, page and care say that nothing is saved and why; when the
    disk is well again, all of it is kept within seconds and without a restart."""
    files = BadFiles(operations)
    table = Table(tmp_path, OPTIONS, files=files)
    play(table, 2)
    assert kept(tmp_path) == table.moves
    files.number = number
    play(table, 1)
    if operations == ("sync_folder", "rename"):
        table.journal._descriptor = None  # a segment that is open needs no names: let it begin anew
    play(table, 2)
    view = view_of(table.state)
    assert view["saved"] is False
    assert words in str(view["message"]["text"])
    assert saving(table).state is Shape.FAILED
    assert words in str(saving(table).text)
    assert sum("Not saved" in line for line in table.log) >= 1
    files.number = None
    table.run.run_for(Duration(5 * SECOND))
    assert view_of(table.state)["saved"] is True
    well = Part("Saving", Shape.WELL, "Every move is on disk.")
    assert saving(table).as_json() == well.as_json()
    assert kept(tmp_path) == table.moves
    play(table, 1)
    assert kept(tmp_path) == table.moves
    table.close()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EACCES])
def test_a_disk_that_fails_before_the_start_stops_no_game(number: int, tmp_path: Path) -> None:
    """Law: the daemon comes up, plays, says so, and keeps everything as soon as the disk allows."""
    files = BadFiles()
    files.number = number
    table = Table(tmp_path, OPTIONS, files=files)
    play(table, 3)
    assert view_of(table.state)["saved"] is False
    assert saving(table).state is Shape.FAILED
    files.number = None
    table.run.run_for(Duration(5 * SECOND))
    assert kept(tmp_path) == table.moves
    table.close()


def test_a_disk_that_takes_two_seconds_delays_no_light_and_loses_nothing(tmp_path: Path) -> None:
    """Law (E-slow-disk): the light answers a move as quickly as on a good disk; after 500 ms the page says
    `not saved yet`; in the end every move is kept."""
    reactions: dict[str, list[Duration]] = {}
    for name in ("good", "slow"):
        trouble = DiskTrouble()
        folder = tmp_path / name
        table = Table(folder, OPTIONS, disk=trouble)
        if name == "slow":
            trouble.delay, trouble.slow_until = Duration(2 * SECOND), Instant(10**12)
        for hole, colour in BALLS:
            moves, seen = len(table.moves), len(table.frames)
            end = table.bench.hands.drop(hole, colour, table.run.now)  # type: ignore[arg-type]  # plain texts
            table.run.run_until(end)
            landed = table.run.now
            while len(table.moves) == moves:
                table.run.run_for(millis(10))
            while len(table.frames) == seen:
                table.run.run_for(millis(10))
            reactions.setdefault(name, []).append(Duration(table.frames[-1][0] - landed))
            table.run.run_for(Duration(SECOND))
            if name == "slow":
                assert view_of(table.state)["saved"] is False
                assert "not saved yet" in str(saving(table).text)
            table.run.run_for(Duration(SECOND * 5 // 4))
        table.run.run_for(Duration(3 * SECOND))
        assert view_of(table.state)["saved"] is True
        assert kept(folder) == table.moves
        table.close()
    assert reactions["slow"] == reactions["good"]


TABLE = """\
22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/mmcblk0p2 rw
23 22 0:21 / /tmp rw shared:2 - tmpfs tmpfs rw,size=1024k
24 22 0:22 / /with\\040blank rw - tmpfs tmpfs rw
25 22 254:3 / /data ro,noatime - ext4 /dev/mmcblk0p3 rw
"""
OVERLAY = """\
22 1 0:30 / / rw - overlay overlayroot rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay,workdir=/x
23 22 0:31 / /media/root-rw rw - tmpfs tmpfs-root rw
24 22 254:3 / /data rw - ext4 /dev/mmcblk0p3 rw
"""


@pytest.mark.parametrize(
    ("text", "folder", "words"),
    [
        (TABLE, "/var/lib/triboard", None),
        (TABLE, "/tmp/triboard", "memory (tmpfs on /tmp)"),
        (TABLE, "/with blank/x", "memory (tmpfs on /with blank)"),
        (TABLE, "/data/triboard", None),
        (OVERLAY, "/var/lib/triboard", "overlay in memory (/)"),
        (OVERLAY, "/data/triboard", None),
        ("nonsense\n\n", "/x", None),
    ],
)
def test_what_the_mount_table_says_decides_whether_games_outlive_a_reboot(
    text: str, folder: str, words: str | None, tmp_path: Path
) -> None:
    """Law (E-data-on-tmpfs-warns, exhibit 12, 13): an overlay or memory is told, a data partition is not."""
    file = tmp_path / "mountinfo"
    file.write_text(text)
    found = volatile(Path(folder), mounts(file))
    assert found is None if words is None else words in str(found)


def test_a_state_folder_in_memory_is_told_on_the_page(tmp_path: Path) -> None:
    """Law: moves are saved, and not beyond the next start; with the remedy."""
    table = Table(tmp_path, OPTIONS)
    why = volatile(tmp_path, (Mount(Path("/"), "tmpfs", None, read_only=False),))
    status = status_of(table.daemon, table.link, table.run.now, Surroundings(volatile=why))
    part = next(part for part in parts_of(status) if part.part == "Saving")
    assert part.state is Shape.AILING
    assert "not beyond the next start" in str(part.text)
    assert "state_dir" in str(part.fix)
    table.close()
