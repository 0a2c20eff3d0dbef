"""The journal on a disk that is full, read-only, broken or takes its writes in pieces."""

import errno
from contextlib import suppress
from pathlib import Path

import pytest
from tests.unit.store.disk import EVER, Disk, PowerCutError

from triboard.errors import StorageError
from triboard.store.journal import Journal, read_segment

STATE = Path("/state")


def opened(disk: Disk, *, moves: int = 0) -> Journal:
    journal = Journal.open(STATE, files=disk)
    for ply in range(moves):
        journal.append({"ply": ply})
    return journal


def plies(journal: Journal) -> list[int]:
    return [entry["ply"] for entry in journal.entries]


def test_a_failed_fsync_gives_the_descriptor_up_and_writes_the_game_anew() -> None:
    """Law: after an error of fdatasync success is only reported for a new file with all entries.

    The disk lies on every later sync of the old file, as Linux does."""
    disk = Disk()
    journal = opened(disk, moves=3)
    old = disk.seen[STATE / "journal"]["game-000001.journal"]
    disk.fail("sync", errno.EIO, times=1)
    journal.append({"ply": 3})
    new = disk.seen[STATE / "journal"]["game-000001.journal"]
    assert new is not old
    assert journal.problem is None
    assert plies(Journal.open(STATE, files=disk.after_power_cut(0))) == [0, 1, 2, 3]


def test_lines_that_a_killed_process_left_in_memory_are_safe_after_the_next_start() -> None:
    """Law: what `open` gives as kept outlives a power cut, though nobody had synced it."""
    disk = Disk()
    journal = opened(disk, moves=2)
    disk.on_sync = lambda: setattr(disk, "cut_at", disk.steps)
    with pytest.raises(PowerCutError):
        journal.append({"ply": 2})
    disk.on_sync, disk.cut_at = lambda: None, EVER
    assert plies(opened(disk)) == [0, 1, 2]
    assert plies(opened(disk.after_power_cut(0))) == [0, 1, 2]


def test_when_every_fsync_fails_each_try_takes_a_new_file() -> None:
    """Law: no descriptor is synced again after an error; what was kept before stays kept."""
    disk = Disk()
    journal = opened(disk, moves=2)
    disk.fail("sync", errno.EIO)
    for ply in (2, 3):
        with pytest.raises(StorageError, match="the card or disk reports an error"):
            journal.append({"ply": ply})
    assert (journal.kept, journal.length) == (2, 4)
    assert plies(Journal.open(STATE, files=disk.after_power_cut(0))) == [0, 1]
    disk.mend()
    journal.append({"ply": 4})
    assert (journal.kept, journal.problem) == (5, None)
    assert plies(Journal.open(STATE, files=disk.after_power_cut(0))) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("share", [0.0, 1.0])
@pytest.mark.parametrize("room", range(0, 90, 3))
def test_a_full_disk_keeps_what_was_kept_and_recovers_by_itself(room: int, share: float) -> None:
    """Law: with any number of bytes left, kept entries stay, the game goes on unsaved with words,
    and the first success after room was made keeps everything (exhibit 16)."""
    disk = Disk()
    journal = opened(disk, moves=2)
    disk.space = room
    for ply in range(2, 6):
        with suppress(StorageError):
            journal.append({"ply": ply})
    assert "no space is left on this disk. Free some space" in str(journal.problem)
    kept = journal.kept
    restarted = Journal.open(STATE, files=disk.after_power_cut(share))
    assert plies(restarted)[:kept] == list(range(kept))
    assert restarted.damage == ()
    disk.mend()
    journal.save()
    assert plies(Journal.open(STATE, files=disk.after_power_cut(0))) == [0, 1, 2, 3, 4, 5]


def test_short_writes_are_continued() -> None:
    """Law: a disk that takes three bytes at a time loses none of them."""
    disk = Disk()
    disk.chunk = 3
    opened(disk, moves=4)
    assert plies(Journal.open(STATE, files=disk.after_power_cut(0))) == [0, 1, 2, 3]


def test_a_disk_that_takes_no_byte_is_an_error_and_no_endless_loop() -> None:
    """Law: a write of length 0 ends in `StorageError`."""
    disk = Disk()
    journal = opened(disk, moves=1)
    disk.chunk = 0
    with pytest.raises(StorageError):
        journal.append({"ply": 1})


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EROFS, "mounted read-only"),
        (errno.EACCES, "this user may not write here"),
        (errno.EIO, "put in a new card"),
        (errno.ELOOP, "See docs/storage.md"),
    ],
)
def test_a_folder_that_refuses_writes_still_gives_its_game(number: int, words: str) -> None:
    """Law: on such a disk the unfinished game is offered, the problem is known at once, play goes on,
    and all of it is kept as soon as the disk allows (exhibit 6, 12)."""
    disk = Disk()
    opened(disk, moves=2)
    disk = disk.after_power_cut(0)
    disk.fail_writing(number)
    journal = opened(disk)
    assert plies(journal) == [0, 1]
    assert words in str(journal.problem)
    with pytest.raises(StorageError, match=words):
        journal.append({"ply": 2})
    disk.mend()
    journal.save()
    assert journal.problem is None
    assert plies(Journal.open(STATE, files=disk.after_power_cut(0))) == [0, 1, 2]


def test_a_problem_is_gone_when_the_probe_succeeds_again() -> None:
    """Law: `save` with nothing missing asks the disk again, so that the sign on the page can go."""
    disk = Disk()
    disk.fail_writing(errno.EROFS)
    journal = opened(disk)
    with pytest.raises(StorageError):
        journal.save()
    disk.mend()
    journal.save()
    assert journal.problem is None


def test_a_disk_that_comes_late_loses_no_game_to_ours() -> None:
    """Law: a game begun without a disk takes a free number on the disk that then appears."""
    disk = Disk()
    opened(disk, moves=2)
    there = disk.seen.pop(STATE / "journal")
    disk.fail_writing(errno.EROFS)
    journal = opened(disk)
    with pytest.raises(StorageError):
        journal.append({"ply": 0})
    disk.seen[STATE / "journal"] = there
    disk.mend()
    journal.append({"ply": 1})
    segments = [f"{STATE}/journal/game-00000{number}.journal" for number in (1, 2)]
    assert [file for file in disk.files() if "journal/" in file] == segments
    assert len(read_segment(Path(segments[0]), files=disk).entries) == 2


def test_a_game_that_could_not_be_finished_on_disk_goes_to_the_archive_later() -> None:
    """Law: `finish` reports, the next game begins all the same, and a later start tidies up."""
    disk = Disk()
    journal = opened(disk, moves=2)
    disk.fail("rename", errno.EIO, times=1)
    with pytest.raises(StorageError, match="archive"):
        journal.finish()
    assert (journal.entries, journal.game) == ((), 2)
    journal.append({"ply": 0})
    again = opened(disk.after_power_cut(0))
    assert (plies(again), again.game, again.archive.games()) == ([0], 2, [1])


def test_what_cannot_be_removed_is_told_and_stops_nothing() -> None:
    """Law: the next game begins all the same, under a number of its own, and is kept."""
    disk = Disk()
    journal = Journal.open(STATE, files=disk, keeps=lambda entries: len(entries) > 1)
    journal.append({"ply": 7})
    disk.fail("remove", errno.EIO, times=1)
    with pytest.raises(StorageError):
        journal.finish()
    assert journal.problem is not None
    journal.append({"ply": 0})
    journal.append({"ply": 1})
    assert plies(Journal.open(STATE, files=disk.after_power_cut(0))) == [0, 1]


def test_finishing_an_unsaved_game_reports_and_archives_what_is_there() -> None:
    """Law: the archive gets the kept beginning of a game whose end the disk refused."""
    disk = Disk()
    journal = opened(disk, moves=2)
    disk.space = 0
    with pytest.raises(StorageError):
        journal.append({"ply": 2})
    with pytest.raises(StorageError, match="no space"):
        journal.finish()
    assert journal.archive.games() == [1]
    assert len(read_segment(journal.archive.path(1), files=disk).entries) == 2
    assert journal.length == 0


def test_a_damaged_file_is_put_aside_even_without_hard_links() -> None:
    """Law: on a file system without links the damaged file keeps its content under another name."""
    disk = Disk()
    path = opened(disk, moves=3).path
    bad = disk.get(path).replace(b'"ply": 1', b'"ply": 9')
    disk.put(path, bad)
    disk.fail("link", errno.EPERM)
    journal = opened(disk)
    assert plies(journal) == [0]
    assert journal.damage[0].kept_as is not None
    assert disk.get(journal.damage[0].kept_as) == bad


def test_bytes_written_are_counted() -> None:
    """Law: the metric counts what was handed to the disk, the write probe apart (exhibit 7)."""
    disk = Disk()
    journal = opened(disk)
    before = disk.written
    for ply in range(5):
        journal.append({"ply": ply})
    assert journal.bytes_written == disk.written - before == len(disk.get(journal.path))
