"""The controller's clock seen from the host, by pings (after NTP's clock filter, RFC 5905 §10)."""

from collections import deque
from typing import Final

from triboard.protocol.messages import McuTime
from triboard.units import Instant

SAMPLES: Final = 8
"""Pings kept, one a second: short enough to follow a crystal's drift, long enough to find a quick one."""


class ClockSync:
    """Keeps the offset of the quickest of the last pings; its error is at most half that round trip."""

    def __init__(self) -> None:
        self._samples: deque[tuple[int, int]] = deque(maxlen=SAMPLES)  # (round trip, offset)
        self._offset: int | None = None

    def pong(self, sent: Instant, mcu: McuTime, now: Instant) -> None:
        """A ping that left at `sent` came back at `now` with the controller's time."""
        round_trip = now - sent
        if round_trip < 0:
            return  # an answer to somebody else's ping
        self._samples.append((round_trip, sent + round_trip // 2 - mcu))
        self._offset = min(self._samples)[1]

    def instant(self, mcu: McuTime, now: Instant) -> Instant:
        """Host time of a controller time; never in the future; `now` when no ping came back yet."""
        if self._offset is None:
            return now
        return Instant(min(now, mcu + self._offset))

    def clear(self) -> None:
        """The controller rebooted: its clock began anew."""
        self._samples.clear()
        self._offset = None
