"""A program that fails over and over: for ever, more and more patiently, and quietly (gate 4)."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from triboard.app.crash_memory import (
    FILE,
    LONGEST_WAIT,
    TOLD_FOR,
    Crashes,
    CrashMemory,
    crashed,
    fault_of,
    patient,
    wait_of,
)
from triboard.errors import BAD_INPUT, FAILED, ConfigurationError, Mistake, exit_code

RESTART = 2.0
"""Seconds until the service manager starts us again."""


class Clock:
    """Monotonic time that passes when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def fail(kind: int) -> None:
    """Two mistakes of ours, each always at the same place with other numbers."""
    if kind % 2:
        raise ZeroDivisionError(f"number {kind}")
    raise KeyError(kind)


def starts(clock: Clock, path: Path, count: int, kinds: int) -> tuple[list[float], list[float]]:
    """When a program that fails at once was started, and when it said why."""
    began: list[float] = []
    said: list[float] = []
    codes: set[object] = {FAILED}
    for number in range(count):
        memory = CrashMemory(path, clock=clock)
        try:
            with patient(memory, exit_code, sleep=clock.sleep):
                began.append(clock.now)
                fail(number % kinds)
        except (ZeroDivisionError, KeyError):
            said.append(clock.now)
        except SystemExit as ended:
            codes.add(ended.code)
        clock.sleep(RESTART)
    assert codes == {FAILED}
    return began, said


@pytest.mark.parametrize("kinds", [1, 2])
def test_a_thousand_crashes_in_a_row_and_still_starting(kinds: int, tmp_path: Path) -> None:
    """Law (gate 4): each start is tried, no later than a minute after the one before, and one fault is logged
    once a minute at most, also when two take turns."""
    clock = Clock()
    began, said = starts(clock, tmp_path, 1000, kinds)
    assert len(began) == 1000
    gaps = [later - earlier for earlier, later in pairwise(began)]
    assert gaps[:7] == [2, 2, 4, 8, 16, 32, 60]
    assert max(gaps) <= LONGEST_WAIT
    assert sum(gaps) > 900 * LONGEST_WAIT
    each = said[::kinds]
    assert all(later - earlier >= TOLD_FOR for earlier, later in pairwise(each))
    assert len(said) > 400


def test_what_was_not_said_is_counted(tmp_path: Path) -> None:
    """Law: the next line tells how often the same came meanwhile."""
    crashes = Crashes()
    lines = []
    for second in (0, 1, 2, 61):
        crashes, line = crashed(crashes, "fault", second)
        lines.append(line)
    assert lines == ["fault", None, None, "fault (and 2 times since it was last said)"]


def test_a_program_that_is_killed_is_remembered_by_the_next(tmp_path: Path) -> None:
    """Law: SIGKILL, a crash in C and an empty memory leave no word; the next start says it, and waits too."""
    clock, path = Clock(), tmp_path
    CrashMemory(path, clock=clock).started()  # and killed
    waits = []
    for _ in range(4):
        memory = CrashMemory(path, clock=clock)
        wait, line = memory.begin()
        waits.append((wait, line is not None))
        memory.started()
        clock.sleep(RESTART)
    assert waits == [(0.0, True), (2.0, False), (4.0, False), (8.0, False)]


def test_a_clean_end_and_a_long_run_begin_anew(tmp_path: Path) -> None:
    """Law: neither `systemctl restart` nor a failure after a good hour makes the next start wait."""
    clock, path = Clock(), tmp_path
    starts(clock, path, 10, 1)
    memory = CrashMemory(path, clock=clock)
    memory.well()
    assert (memory.count, memory.begin()[0]) == (0, 0.0)
    starts(clock, path, 10, 1)
    memory = CrashMemory(path, clock=clock)
    memory.started()
    memory.ended()
    assert CrashMemory(path, clock=clock).begin() == (0.0, None)


def test_wrong_settings_fail_with_their_own_exit_code(tmp_path: Path) -> None:
    """Law: 2 for a mistake of the person, said or not, so that the manager shows the same status."""
    clock, path = Clock(), tmp_path
    error = ConfigurationError(Mistake("file", "is wrong", "Mend it."))
    with (
        pytest.raises(ConfigurationError),
        patient(CrashMemory(path, clock=clock), exit_code, sleep=clock.sleep),
    ):
        raise error
    with (
        pytest.raises(SystemExit) as ended,
        patient(CrashMemory(path, clock=clock), exit_code, sleep=clock.sleep),
    ):
        raise error
    assert ended.value.code == BAD_INPUT


@pytest.mark.parametrize("content", ["", "{", "[]", '{"count": "x"}', "\0" * 100, json.dumps({"count": 3})])
def test_a_memory_that_cannot_be_read_is_an_empty_one(content: str, tmp_path: Path) -> None:
    """Law: memory is a kindness; garbage in it keeps nothing from starting."""
    (tmp_path / FILE).write_text(content)
    assert CrashMemory(tmp_path).begin() == (0.0, None)


def test_a_memory_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    """Law: no folder, no file, no memory; and no error."""
    memory = CrashMemory(tmp_path / "nowhere")
    memory.started()
    assert memory.failed(ValueError("x"))
    memory.ended()


def test_a_person_at_a_terminal_has_no_memory_to_wait_for() -> None:
    """Law: without a service manager nothing is kept, said twice or waited for."""
    memory = CrashMemory(None)
    assert memory.begin() == (0.0, None)
    memory.started()
    assert CrashMemory(None).begin() == (0.0, None)


def test_a_clock_that_began_anew_waits_no_longer_than_the_longest() -> None:
    """Law: a memory from before a reboot, if it ever survived one, cannot delay a start for hours."""
    assert wait_of(Crashes(count=50, at=1e9), 10.0) <= LONGEST_WAIT


def test_a_fault_is_named_by_what_and_where() -> None:
    """Law: other numbers in the message are the same fault; another place is another."""
    names = set()
    for number in (1, 3, 5, 2):
        try:
            fail(number)
        except (ZeroDivisionError, KeyError) as error:
            names.add(fault_of(error))
    assert len(names) == 2
