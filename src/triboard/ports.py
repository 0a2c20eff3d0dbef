"""The ends that the daemon talks to; `drivers` and `sim` implement them, `app` wires them."""

import time
from typing import Protocol

from triboard.units import Instant


def monotonic() -> Instant:
    """Microseconds of the system's monotonic clock; never the wall clock, which people and networks set."""
    return Instant(time.monotonic_ns() // 1000)


class PixelPort(Protocol):
    """A chain of LEDs."""

    def show(self, rgb: bytes) -> None:
        """Send one frame: red, green, blue of each pixel in index order, gamma and limits applied.

        Raises `ControllerError` when the chain cannot be reached; the caller goes on without light.
        """
        ...

    def trouble(self) -> str | None:
        """What keeps frames that were taken from being shown, on routes that learn of it later."""
        ...

    def dark(self) -> bool:
        """Whether the LEDs went dark by themselves since the last frame and can take one again."""
        ...

    def close(self) -> None:
        """Darken every pixel and let the bus go; safe to call twice."""
        ...


class SerialPort(Protocol):
    """An open byte stream to the controller, non-blocking."""

    def fileno(self) -> int:
        """Descriptor to wait on for reading."""
        ...

    def read(self) -> bytes:
        """All bytes that have arrived, maybe none; raises `LinkLostError`."""
        ...

    def write(self, data: bytes) -> None:
        """Send all of `data`; raises `LinkLostError`."""
        ...

    def close(self) -> None: ...
