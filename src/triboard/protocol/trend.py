"""The trend of a link: troubles that heal are counted, and their rise is told before the link fails.

A cable, hub or supply that dies is heard for minutes in packets damaged, missed and sent again.
"""

from dataclasses import dataclass
from typing import Final

from triboard.protocol.host_events import LinkQuality
from triboard.units import SECOND, Duration, Instant, after

MINUTE: Final = Duration(60 * SECOND)

PAST: Final = Duration(10 * MINUTE)
"""How far back the last minute is compared."""

FEW: Final = 6
"""Troubles in a minute that any link may have: somebody touched the cable."""

FACTOR: Final = 4
"""How many times as many as in the minutes before make a rise."""


@dataclass(frozen=True, slots=True)
class LinkTrend:
    """Troubles since the start, at the instants at which they were counted; the oldest first."""

    marks: tuple[tuple[Instant, LinkQuality], ...] = ()

    @property
    def told(self) -> str:
        """What has become more, for a sentence; empty while nothing has."""
        if len(self.marks) < 2:
            return ""
        (start, oldest), (now, newest) = self.marks[0], self.marks[-1]
        before = next((quality for at, quality in reversed(self.marks) if now >= after(at, MINUTE)), oldest)
        last = _troubles(newest) - _troubles(before)
        minutes = max(1.0, (now - start) / MINUTE - 1)
        usual = (_troubles(before) - _troubles(oldest)) / minutes
        if last <= FEW or last <= FACTOR * usual:
            return ""
        return (
            f"{newest.damaged - before.damaged} packets damaged, {newest.missed - before.missed} missed, "
            f"{newest.resends - before.resends} sent again"
        )


def noted(trend: LinkTrend, quality: LinkQuality, at: Instant) -> LinkTrend:
    """Take in the counts of an instant; what is older than `PAST` is forgotten."""
    kept = tuple(mark for mark in trend.marks if at < after(mark[0], PAST))
    return LinkTrend((*kept, (at, quality)))


def _troubles(quality: LinkQuality) -> int:
    return quality.damaged + quality.missed + quality.resends
