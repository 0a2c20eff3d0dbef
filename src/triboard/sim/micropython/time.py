"""MicroPython's `time` on the bench's clock; counts wrap as on a Pico, and do so soon after the start."""

import _bench
from utime import gmtime, localtime, mktime

_PERIOD = 1 << 30
_AHEAD = _PERIOD - 20_000_000  # ticks_us wraps after 20 s, ticks_ms after 33 min, each again and again
_SHORT = 1000  # microseconds of a pause in which nothing that has been said need be delivered
_CALL = 6  # microseconds that a pause takes beyond its own
_TICK = 2  # microseconds that asking for the time takes


def ticks_us():
    """Microseconds, wrapping."""
    _bench.spend(_TICK)
    return (_bench.now() + _AHEAD) & (_PERIOD - 1)


def ticks_ms():
    """Milliseconds, wrapping."""
    _bench.spend(_TICK)
    return ((_bench.now() + 1000 * _AHEAD) // 1000) & (_PERIOD - 1)


ticks_cpu = ticks_us


def ticks_add(ticks, delta):
    """As on a Pico."""
    return (ticks + delta) & (_PERIOD - 1)


def ticks_diff(end, start):
    """As on a Pico: right for spans of less than half the period."""
    return ((end - start + _PERIOD // 2) & (_PERIOD - 1)) - _PERIOD // 2


def sleep_us(microseconds):
    """Wait."""
    if microseconds >= _SHORT:
        _bench.wait(_bench.now() + microseconds, None)
        return
    _bench.spend(microseconds + _CALL)
    if _bench.real_time:
        end = _bench.now() + microseconds
        while _bench.now() < end:
            pass  # the system's own timer is ten times slower than a part that settles


def sleep_ms(milliseconds):
    """Wait."""
    sleep_us(1000 * milliseconds)


def sleep(seconds):
    """Wait."""
    sleep_us(int(1_000_000 * seconds))


def time_ns():
    """A Pico without a clock of its own counts from its start."""
    return 1000 * _bench.now()


def time():
    """Seconds."""
    return _bench.now() // 1_000_000
