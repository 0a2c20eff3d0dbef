"""How much anybody may ask: so much at once, so much a second, bodies of so many bytes."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from triboard.units import SECOND, Instant

LARGEST_BODY: Final = 16_384
"""Bytes; the longest honest body, all settings of the page, is under 1000."""

REQUESTS_AT_ONCE: Final = 300
"""For one device: the page is fifty files, and a class behind one address opens several."""
REQUESTS_A_SECOND: Final = 50

MESSAGES_AT_ONCE: Final = 60
"""From one page: a key held down sends thirty a second."""
MESSAGES_A_SECOND: Final = 40

MOST_DEVICES: Final = 256
"""Devices that are counted; the one that was quiet longest starts anew."""

Clock = Callable[[], Instant]


class Bucket:
    """Takes `size` at once and `rate` a second for ever."""

    def __init__(self, size: int, rate: int, now: Instant) -> None:
        self._size = size
        self._rate = rate
        self._left = float(size)
        self._at = now

    def take(self, now: Instant) -> bool:
        """Whether one more is allowed now."""
        self._left = min(self._size, self._left + (now - self._at) * self._rate / SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Rates:
    """A bucket for each device. Addresses are in memory only, and only while they ask."""

    def __init__(
        self, clock: Clock, *, at_once: int = REQUESTS_AT_ONCE, a_second: int = REQUESTS_A_SECOND
    ) -> None:
        self._clock = clock
        self._at_once = at_once
        self._a_second = a_second
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, device: str) -> bool:
        """Whether a device may ask once more now."""
        now = self._clock()
        bucket = self._buckets.pop(device, None) or Bucket(self._at_once, self._a_second, now)
        self._buckets[device] = bucket
        while len(self._buckets) > MOST_DEVICES:
            self._buckets.popitem(last=False)
        return bucket.take(now)
