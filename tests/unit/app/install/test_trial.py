"""The judge: what makes a new version good, on a clock of its own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from triboard.app.install.trial import (
    MOST_BEGINNINGS,
    PATIENCE,
    SERVED_FOR,
    Look,
    Trial,
    Verdict,
    begin_trial,
    end_trial,
    judge,
    write_trial,
)

NEW = "2.0-new"


def judged(
    look: Callable[[float], Look], *, board: bool = False, beginnings: int = 1
) -> tuple[Verdict, str, float]:
    """Verdict, reason and seconds, for a service that looks so at each instant."""
    now = [0.0]

    def sleep(seconds: float) -> None:
        now[0] += seconds

    trial = Trial(NEW, "1.0-old", board=board, beginnings=beginnings)
    found = judge(trial, lambda: look(now[0]), lambda: now[0], sleep)
    return found.verdict, found.reason, now[0]


def serving(_: float) -> Look:
    return Look("100", NEW, scanned=False)


def test_a_minute_of_service_is_good() -> None:
    """Law: served for a minute by one process: good, as soon as that is so."""
    assert judged(serving) == (Verdict.GOOD, "the page was served", SERVED_FOR)


def test_a_slow_start_is_no_failure() -> None:
    """Law: the minute counts from the first answer; a Pi Zero takes its time."""
    verdict, _, seconds = judged(lambda now: Look("100", NEW if now >= 90 else None, scanned=False))
    assert (verdict, seconds) == (Verdict.GOOD, 90 + SERVED_FOR)


def test_a_version_that_restarts_within_every_minute_is_bad() -> None:
    """Law: a page that always answers proves nothing if the process behind it keeps dying."""
    verdict, reason, seconds = judged(lambda now: Look(str(now // 50), NEW, scanned=True))
    assert (verdict, seconds) == (Verdict.BAD, PATIENCE)
    assert "without a restart" in reason


def test_a_page_that_goes_away_begins_anew() -> None:
    """Law: a minute with a gap is no minute."""
    verdict, *_ = judged(lambda now: Look("100", None if now % 40 == 39 else NEW, scanned=True))
    assert verdict is Verdict.BAD


def test_the_board_may_come_late_but_must_come() -> None:
    """Law: where one was attached before, it is waited for until the patience ends."""
    late = judged(lambda now: Look("100", NEW, scanned=now > 150), board=True)
    assert late[0] is Verdict.GOOD
    verdict, reason, _ = judged(serving, board=True)
    assert (verdict, "not seen again" in reason) == (Verdict.BAD, True)


def test_a_trial_outlives_the_power_and_is_counted(tmp_path: Path) -> None:
    """Law: begun and never judged too often is lost at once; judged is over; garbage is no trial."""
    path = tmp_path / "trial.json"
    write_trial(path, Trial(NEW, "1.0-old", board=True))
    counts = []
    for _ in range(MOST_BEGINNINGS + 1):
        trial = begin_trial(path)
        assert trial is not None
        counts.append(trial.beginnings)
    assert counts == [1, 2, 3, 4]
    assert judged(serving, beginnings=counts[-1])[0] is Verdict.BAD
    end_trial(path)
    end_trial(path)
    assert begin_trial(path) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"candidate": "x"}', "\0\0\0"])
def test_garbage_is_no_trial(text: str, tmp_path: Path) -> None:
    """Law: a file that a dying card left stops nothing."""
    path = tmp_path / "trial.json"
    path.write_text(text)
    assert begin_trial(path) is None
