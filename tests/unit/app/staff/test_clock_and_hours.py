"""Values by the hour, and whom we believe about the time."""

from pathlib import Path

import pytest

from triboard.app.staff import clock_trust
from triboard.app.staff.by_hour import point_of, value_at
from triboard.app.staff.clock_trust import ASK_EVERY, ClockTrust
from triboard.drivers.kernel_clock import MOST_ERROR, TIME_ERROR, judged, kernel_synchronised
from triboard.errors import ConfigurationError
from triboard.units import Instant, after


@pytest.mark.parametrize(
    ("minute", "expected"), [(0, 0.2), (479, 0.2), (480, 1.0), (1199, 1.0), (1200, 0.2), (1439, 0.2)]
)
def test_the_point_before_now_holds_over_midnight(minute: int, expected: float) -> None:
    """Law: each point holds until the next one, the last one into the next day; the order of writing is
    free."""
    assert value_at(["20:00 20 %", "8:00 100 %"], minute) == expected


def test_without_points_nothing_is_said() -> None:
    assert value_at([], 600) is None


@pytest.mark.parametrize("text", ["20:00", "20:00 30", "25:00 30 %", "20:00 130 %", "8 30 %"])
def test_a_wrong_point_is_named(text: str) -> None:
    """Law: the text and how it is written."""
    with pytest.raises(ConfigurationError, match="Write"):
        point_of(text)
    with pytest.raises(ConfigurationError, match="2 %"):
        point_of("20:00 1 %", low=0.02)


def test_the_kernel_is_asked_and_never_set() -> None:
    """Law: the call works here and answers; a clock in error, with a large error, or that we may not read is
    not believed."""
    assert kernel_synchronised() in (True, False, None)
    assert judged(0, 1000) is True
    assert judged(TIME_ERROR, 1000) is False
    assert judged(0, MOST_ERROR) is False
    assert judged(-1, 0, errno=1) is None


def test_a_clock_that_was_set_once_stays_trusted() -> None:
    """Law: nobody's word is enough until somebody says yes; it is asked again every half minute, and after a
    yes no more."""
    answers = iter([None, False, True])
    trust = ClockTrust((lambda: next(answers),), slow=())
    now = Instant(0)
    for expected in (False, False, True, True):
        trust.turn(now)
        trust.turn(now)  # too soon to ask again
        assert trust.trusted is expected
        now = after(now, ASK_EVERY)


def test_who_does_not_answer_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: no bus, no file, an answer that is not ours: cannot tell."""
    monkeypatch.setenv("PATH", "/nowhere")
    assert clock_trust.by_bus() is None
    monkeypatch.setattr(clock_trust, "SYNCHRONISED", Path("/nowhere/synchronized"))
    assert clock_trust.by_file() is None
