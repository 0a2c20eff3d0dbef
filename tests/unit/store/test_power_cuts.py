"""The power goes at every operation and at every byte of a write; the disk is a model."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.unit.store.disk import Disk, PowerCutError

from triboard.store.atomic import read_checked, write_atomically, write_checked
from triboard.store.journal import Journal, read_segment

STATE = Path("/state")
SHARES = (0.0, 0.5, 1.0)


def cuts(start: Callable[[], Disk], work: Callable[[Disk], None]) -> Iterator[tuple[Disk, float]]:
    """The disk at the next start, for a cut at every step of `work` and each share that survives."""
    rehearsal = start()
    work(rehearsal)
    for step in range(rehearsal.steps + 1):
        for share in SHARES:
            disk = start()
            disk.cut_at = step
            with suppress(PowerCutError):
                work(disk)
            yield disk.after_power_cut(share), share


def test_a_cut_at_any_instant_of_a_game_loses_no_kept_move() -> None:
    """Law: the next start finds every entry whose `append` had returned, at most one more, in order,
    reports no damage, and goes on; a finished game is in the archive or still unfinished, never gone."""
    kept: list[int] = []
    finished: list[int] = []

    def play(disk: Disk) -> None:
        kept.clear()
        finished.clear()
        journal = Journal.open(STATE, files=disk)
        for ply in range(3):
            journal.append({"ply": ply})
            kept.append(ply)
        journal.close()
        journal = Journal.open(STATE, files=disk)
        journal.append({"ply": 3})
        kept.append(3)
        journal.append({"ply": 4})
        kept.append(4)
        journal.finish()
        finished.append(1)
        journal.append({"ply": 0})
        finished.append(2)

    for disk, _ in cuts(Disk, play):
        journal = Journal.open(STATE, files=disk)
        assert (journal.damage, journal.problem) == ((), None)
        found = [entry["ply"] for entry in journal.entries]
        if finished:
            assert len(read_segment(journal.archive.path(1), files=disk).entries) == 5
            assert found == [0] or (found == [] and len(finished) == 1)
        elif journal.archive.games():
            assert (len(kept), found) == (5, [])
        else:
            assert found == list(range(len(found)))
            assert len(kept) <= len(found) <= len(kept) + 1
        journal.append({"ply": 99})
        after = Journal.open(STATE, files=disk.after_power_cut(0))
        assert [entry["ply"] for entry in after.entries] == [*found, 99]


def test_a_cut_while_a_task_is_forgotten_brings_back_nothing_old() -> None:
    """Law: after a game that is not kept comes the next one or nothing; the archive has the one before."""
    done: list[str] = []

    def play(disk: Disk) -> None:
        done.clear()
        journal = Journal.open(STATE, files=disk, keeps=lambda entries: "task" not in entries[0])
        journal.append({"game": 1})
        journal.finish()
        done.append("game")
        journal.append({"task": 1})
        done.append("task")
        journal.finish()
        done.append("forgotten")
        journal.append({"game": 2})
        done.append("next")

    for disk, _ in cuts(Disk, play):
        journal = Journal.open(STATE, files=disk)
        assert (journal.damage, journal.problem) == ((), None)
        assert not done or [len(read_segment(journal.archive.path(1), files=disk).entries)] == [1]
        found = list(journal.entries)
        match len(done):
            case 1:
                assert found in ([], [{"task": 1}])
            case 2:
                assert found in ([], [{"task": 1}])
            case 3:
                assert found in ([], [{"game": 2}])
            case 4:
                assert found == [{"game": 2}]
        assert "task" not in str(
            [read_segment(journal.archive.path(n), files=disk) for n in journal.archive.games()]
        )


def test_a_cut_while_a_damaged_game_is_taken_up_keeps_game_and_evidence() -> None:
    """Law: whenever the cut comes, the good beginning and the damaged file are both still there."""
    whole = Disk()
    journal = Journal.open(STATE, files=whole)
    for ply in range(3):
        journal.append({"ply": ply})
    path = journal.path
    bad = whole.get(path).replace(b'"ply": 2', b'"ply": 7')

    def start() -> Disk:
        disk = Disk()
        disk.put(path, bad)
        disk.put(STATE / "archive" / "readme", b"")
        return disk

    for disk, _ in cuts(start, lambda disk: Journal.open(STATE, files=disk).append({"ply": 2})):
        journal = Journal.open(STATE, files=disk)
        assert [entry["ply"] for entry in journal.entries] in ([0, 1], [0, 1, 2])
        evidence = [name for name, content in disk.seen[path.parent].items() if content.seen == bad]
        assert len(evidence) == 1
        assert ".damaged-" in evidence[0]


@pytest.mark.parametrize("chunk", [1, 7, 1 << 20])
def test_a_cut_while_a_small_file_is_replaced_leaves_the_old_or_the_new(chunk: int) -> None:
    """Law: never a mixture; the new one once `write_atomically` has returned."""
    path = STATE / "hours"
    done: list[bool] = []

    def start() -> Disk:
        disk = Disk()
        disk.put(path, b"old content")
        disk.chunk = chunk
        return disk

    def work(disk: Disk) -> None:
        done.clear()
        write_atomically(path, b"new content, longer", files=disk)
        done.append(True)

    for disk, _ in cuts(start, work):
        assert disk.get(path) in (
            [b"new content, longer"] if done else [b"old content", b"new content, longer"]
        )


def test_a_cut_while_settings_change_leaves_settings_that_were_written() -> None:
    """Law: `read_checked` gives the content before or after the change, without damage (exhibit 2)."""
    path = STATE / "settings.json"
    done: list[bool] = []

    def start() -> Disk:
        disk = Disk()
        disk.make_folder(STATE)
        for value in (1, 2):
            write_checked(path, {"brightness": value}, files=disk)
        disk.steps = 0
        return disk

    def work(disk: Disk) -> None:
        done.clear()
        write_checked(path, {"brightness": 3}, files=disk)
        done.append(True)

    for disk, _ in cuts(start, work):
        found = read_checked(path, files=disk)
        assert found.damage == ()
        assert found.content is not None
        assert found.content["brightness"] in ([3] if done else [2, 3])
