"""The writers: answers after the disk, in order; the loop never waits."""

import errno
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.unit.store.disk import Disk

from triboard.errors import InternalError, StorageError
from triboard.store.journal import Journal
from triboard.store.writer import EntryWriter, InlineWriter, JournalWriter
from triboard.units import Instant

STATE = Path("/state")
PATIENCE = 30
"""Seconds until a hanging test is given up; no test waits that long otherwise."""


class Clock:
    """A clock that goes when told to."""

    def __init__(self) -> None:
        self.now = Instant(0)

    def __call__(self) -> Instant:
        return self.now


class Gate:
    """Holds each sync of a disk until it is opened."""

    def __init__(self, disk: Disk) -> None:
        self._open = threading.Event()
        self._reached = threading.Event()
        disk.on_sync = self._pass

    def _pass(self) -> None:
        self._reached.set()
        assert self._open.wait(PATIENCE)

    def await_sync(self) -> None:
        assert self._reached.wait(PATIENCE)

    def open(self) -> None:
        self._open.set()


class Answers:
    """What came back, in order."""

    def __init__(self) -> None:
        self.got: list[tuple[int, str | None]] = []

    def __call__(self, number: int, error: Exception | None) -> None:
        self.got.append((number, None if error is None else type(error).__name__))


def threaded(journal: Journal) -> EntryWriter:
    return JournalWriter(journal, Clock())


@pytest.mark.parametrize("make", [InlineWriter, threaded])
def test_entries_are_kept_and_answered_in_order(make: Callable[[Journal], EntryWriter]) -> None:
    """Law: both writers answer each entry once, with its number, after it is on disk."""
    disk = Disk()
    answers = Answers()
    archived: list[Path | None] = []
    writer = make(Journal.open(STATE, files=disk))
    for ply in range(3):
        writer.submit({"ply": ply}, answers)
    writer.finish(lambda path, error: archived.append(path))
    writer.submit({"ply": 0}, answers)
    writer.retry(answers)
    assert writer.close(PATIENCE)
    assert writer.close(PATIENCE)
    assert answers.got == [(0, None), (1, None), (2, None), (0, None), (0, None)]
    assert archived == [STATE / "archive" / "game-000001.journal"]
    assert writer.oldest_pending_since is None
    assert Journal.open(STATE, files=disk.after_power_cut(0)).entries == ({"ply": 0},)


@pytest.mark.parametrize("make", [InlineWriter, threaded])
def test_a_refusing_disk_is_answered_and_a_retry_keeps_all(make: Callable[[Journal], EntryWriter]) -> None:
    """Law: errors come back by the answer, the game goes on, `retry` brings everything to disk."""
    disk = Disk()
    journal = Journal.open(STATE, files=disk)
    answered = threading.Semaphore(0)
    answers = Answers()

    def on_kept(number: int, error: Exception | None) -> None:
        answers(number, error)
        answered.release()

    disk.space = 0
    writer = make(journal)
    for ply in range(2):
        writer.submit({"ply": ply}, on_kept)
        assert answered.acquire(timeout=PATIENCE)
    disk.mend()
    writer.retry(on_kept)
    assert writer.close(PATIENCE)
    assert answers.got == [(0, "StorageError"), (1, "StorageError"), (1, None)]
    assert len(Journal.open(STATE, files=disk.after_power_cut(0)).entries) == 2


@pytest.mark.parametrize("make", [InlineWriter, threaded])
def test_a_closed_writer_and_a_wrong_entry_are_our_mistakes(make: Callable[[Journal], EntryWriter]) -> None:
    """Law: both raise at the caller, where the mistake is, and nothing is answered."""
    answers = Answers()
    writer = make(Journal.open(STATE, files=Disk()))
    with pytest.raises(InternalError, match="no form in JSON"):
        writer.submit({"x": object()}, answers)
    writer.close(PATIENCE)
    with pytest.raises(InternalError, match="closed"):
        writer.submit({"x": 1}, answers)
    assert answers.got == []


def test_a_slow_disk_delays_the_answer_and_not_the_caller() -> None:
    """Law: while a sync takes its time, `submit` returns, the oldest request's age is known, and
    everything is kept in the end; what waited together needs one more sync (exhibit 10)."""
    disk, clock, answers = Disk(), Clock(), Answers()
    journal = Journal.open(STATE, files=disk)
    gate = Gate(disk)
    writer = JournalWriter(journal, clock)
    clock.now = Instant(1_000_000)
    writer.submit({"ply": 0}, answers)
    gate.await_sync()
    clock.now = Instant(1_700_000)
    for ply in range(1, 20):
        writer.submit({"ply": ply}, answers)
    assert answers.got == []
    ages = [writer.oldest_pending_since]
    assert not writer.close(0)
    syncs: list[int] = []
    disk.on_sync = lambda: syncs.append(1)
    gate.open()
    assert writer.close(PATIENCE)
    ages.append(writer.oldest_pending_since)
    assert ages == [Instant(1_000_000), None]
    assert answers.got == [(ply, None) for ply in range(20)]
    assert len(syncs) == 1
    assert len(Journal.open(STATE, files=disk.after_power_cut(0)).entries) == 20


def test_the_age_is_gone_before_the_answer_comes() -> None:
    """Law: an answer that looks at `oldest_pending_since` does not find itself."""
    seen: list[Instant | None] = []
    writer = JournalWriter(Journal.open(STATE, files=Disk()), Clock())
    writer.submit({"ply": 0}, lambda number, error: seen.append(writer.oldest_pending_since))
    assert writer.close(PATIENCE)
    assert seen == [None]


def test_an_answer_that_raises_stops_no_later_entry() -> None:
    """Law: the entries behind it are kept and answered; `close` reports it."""
    disk, answers = Disk(), Answers()

    def broken(number: int, error: Exception | None) -> None:
        raise ValueError("no")

    writer = JournalWriter(Journal.open(STATE, files=disk), Clock())
    writer.submit({"ply": 0}, broken)
    writer.submit({"ply": 1}, answers)
    with pytest.raises(InternalError, match="ValueError"):
        writer.close(PATIENCE)
    assert writer.close(PATIENCE)
    assert answers.got == [(1, None)]
    assert len(Journal.open(STATE, files=disk).entries) == 2


def test_a_finish_that_fails_is_answered() -> None:
    """Law: the reason comes by the answer and the next game begins."""
    disk = Disk()
    journal = Journal.open(STATE, files=disk)
    answers = Answers()
    errors: list[Exception | None] = []
    disk.fail("rename", errno.EIO)
    writer = JournalWriter(journal, Clock())
    writer.submit({"ply": 0}, answers)
    writer.finish(lambda path, error: errors.append(error))
    assert writer.close(PATIENCE)
    assert answers.got == [(0, "StorageError")]
    assert isinstance(errors[0], StorageError)
    assert journal.length == 0
