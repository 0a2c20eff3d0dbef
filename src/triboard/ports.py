"""The ends that the daemon talks to; `drivers` and `sim` implement them, `app` wires them."""

from typing import Protocol


class PixelPort(Protocol):
    """A chain of LEDs."""

    def show(self, rgb: bytes) -> None:
        """Send one frame: red, green, blue of each pixel in index order, gamma and limits applied.

        Raises `ControllerError` when the chain cannot be reached; the caller goes on without light.
        """
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
