"""What the kernel knows of its wall clock: adjtimex(2), read only."""

import ctypes
from typing import Final

TIME_ERROR: Final = 5
"""State of a clock that nobody disciplines."""

MOST_ERROR: Final = 16_000_000
"""Microseconds of possible error from which the kernel gives up on its own claim; systemd's limit too."""

_ROOM: Final = 256
"""Bytes beyond the fields that are read here: the struct is 208 long on 64 bit, less on 32."""


class _Timex(ctypes.Structure):
    """The beginning of `struct timex`; all zero asks and changes nothing."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_char * _ROOM),
    )


def kernel_synchronised() -> bool | None:
    """Whether something keeps the clock right; `None` where we may not ask: a unit with ProtectClock=yes may
    not even read (EPERM)."""
    try:
        adjtimex = ctypes.CDLL(None, use_errno=True).adjtimex
    except (OSError, AttributeError):
        return None
    found = _Timex()
    state = adjtimex(ctypes.byref(found))
    return judged(state, found.maxerror, ctypes.get_errno() if state < 0 else 0)


def judged(state: int, maxerror: int, errno: int = 0) -> bool | None:
    """What an answer means."""
    if state < 0 or errno:
        return None
    return state != TIME_ERROR and maxerror < MOST_ERROR
