"""Indices and units that cross package borders, so that no bare number does.

Time is a whole number of microseconds since an arbitrary origin (a monotonic clock's zero, or the
start of a simulation). Integers keep replays exact; microseconds hold the edges of a hand-spun rim.
"""

from typing import Final, NewType

Site = NewType("Site", str)
"""Name of a place on the board as the rules see it, e.g. `Ab2`."""

Piece = NewType("Piece", str)
"""Kind of a piece as it stands in a position, e.g. `white`, `Wl`, `pawn`, `012`."""

Side = NewType("Side", int)
"""A role in the rules, from 0."""

Seat = NewType("Seat", int)
"""A place at the board with its light, from 0; sides and seats differ after a swap in Trike."""

Ply = NewType("Ply", int)
"""Number of accepted moves before a point of a game, from 0."""

Channel = NewType("Channel", int)
"""One input number on the controller, from 0."""

Pixel = NewType("Pixel", int)
"""Place of one LED in the pixel buffer, from 0."""

Detent = NewType("Detent", int)
"""Quarter turns clockwise seen from above, 0 to 3."""

Instant = NewType("Instant", int)
"""Microseconds since the origin of the clock in use."""

Duration = NewType("Duration", int)
"""Microseconds."""

SECOND: Final = Duration(1_000_000)


def millis(count: float) -> Duration:
    """Duration of `count` milliseconds, to the nearest microsecond."""
    return Duration(round(count * 1000))


def after(instant: Instant, wait: Duration) -> Instant:
    """The instant that lies `wait` after `instant`."""
    return Instant(instant + wait)
