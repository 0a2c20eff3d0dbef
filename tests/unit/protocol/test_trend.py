"""The trend of a link: told while it rises, not for a cable that somebody touched."""

from triboard.protocol.host_events import LinkQuality
from triboard.protocol.trend import FEW, LinkTrend, noted
from triboard.units import SECOND, Instant


def after_minutes(*troubles: int) -> LinkTrend:
    """The trend after minutes with so many damaged packets each, a report every 5 s."""
    trend, damaged, now = LinkTrend(), 0, 0
    for count in troubles:
        for step in range(12):
            now += 5 * SECOND
            damaged += count // 12 + (step < count % 12)
            trend = noted(trend, LinkQuality(damaged=damaged), Instant(now))
    return trend


def test_a_quiet_link_says_nothing() -> None:
    """Law: no troubles, or few, are no trend."""
    assert after_minutes(0, 0, 0).told == ""
    assert after_minutes(0, 0, FEW).told == ""


def test_a_sudden_rise_is_told_with_its_counts() -> None:
    """Law: more than four times as many as in the minutes before."""
    assert after_minutes(0, 0, 12).told == "12 packets damaged, 0 missed, 0 sent again"
    assert after_minutes(2, 2, 24).told.startswith("24 packets")


def test_a_link_that_was_always_bad_does_not_rise() -> None:
    """Law: a steady rate is told by the share of lost packets, not here."""
    assert after_minutes(24, 24, 24, 24).told == ""


def test_the_rise_ends_and_the_past_is_forgotten() -> None:
    """Law: a calm minute ends the warning; marks older than ten minutes take no room."""
    assert after_minutes(0, 24, 0).told == ""
    assert len(after_minutes(*[0] * 30).marks) <= 121
