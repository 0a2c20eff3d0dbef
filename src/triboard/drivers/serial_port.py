"""The serial port to the controller, by pyserial: never blocks, and every failure is `LinkLostError`.

pyserial fails in three families, by call and platform: `SerialException` (an `OSError`), plain `OSError`
and `termios.error`; measured on a pty whose other end was closed.
"""

import select
import socket
import sys
from collections.abc import Callable
from enum import Enum
from typing import Final, TypeVar

import serial

from triboard.errors import ConfigurationError, LinkLostError, Mistake

if sys.platform == "win32":
    _LOST: Final[tuple[type[Exception], ...]] = (OSError,)
else:
    import termios

    _LOST: Final[tuple[type[Exception], ...]] = (OSError, termios.error)

BAUD: Final = 115200
"""For boards behind a serial bridge chip; native USB ignores it."""

_T = TypeVar("_T")

_CHUNK: Final = 65536

BACKLOG: Final = 65536
"""Bytes held for a controller that does not read, about 5 s at `BAUD`; then the link counts as lost."""


class Dtr(Enum):
    """State of the DTR and RTS lines, set before the port is opened (field report 64)."""

    RAISED = True  # native USB boards talk only to a raised line
    LOWERED = False  # some bridge chips reset the controller by it


class PySerialPort:
    """An open port; satisfies `ports.SerialPort`. `sent` and `received` count bytes since opening."""

    def __init__(self, port: serial.SerialBase) -> None:
        self.sent = self.received = 0
        self._port = port
        self._backlog = bytearray()
        # The socket handler forgets to close a socket whose peer is gone, and sleeps when it closes one.
        self._socket: socket.socket | None = getattr(port, "_socket", None)

    def fileno(self) -> int:
        """Descriptor to wait on for reading."""
        descriptor: int = self._port.fileno()
        return descriptor

    def read(self) -> bytes:
        """All bytes that have arrived, maybe none; also sends what an earlier write had to keep."""
        self._drain()
        data = bytearray()
        while piece := self._guard(lambda: self._port.read(_CHUNK)):
            data += piece
        self.received += len(data)
        return bytes(data)

    def write(self, data: bytes) -> None:
        """Send all of `data`; what the system does not take yet is kept and sent by the next call."""
        self._backlog += data
        self._drain()
        if len(self._backlog) > BACKLOG:
            raise LinkLostError("the controller does not read")

    def close(self) -> None:
        """Let the port go; never raises, safe to call twice."""
        if self._socket is not None:
            self._socket.close()
            self._port.is_open = False
            return
        try:
            self._port.close()
        except _LOST:
            return  # it is gone already

    def _drain(self) -> None:
        while self._backlog and self._guard(self._takes_more):
            count = self._guard(lambda: self._port.write(bytes(self._backlog))) or 0
            self.sent += count
            del self._backlog[:count]

    def _takes_more(self) -> bool:
        """pyserial spins for ever on a full port with a write time-out of 0, so ask first."""
        return bool(select.select([], [self._port.fileno()], [], 0)[1])

    def _guard(self, action: Callable[[], _T]) -> _T:
        try:
            return action()
        except _LOST as error:
            raise LinkLostError(str(error)) from error


def open_serial(path: str, *, baud: int = BAUD, dtr: Dtr = Dtr.RAISED) -> PySerialPort:
    """Open a device path or a pyserial URL, exclusively; what had arrived before is thrown away.

    Raises `LinkLostError` when it is absent, in use or not ready yet, `ConfigurationError` for a URL
    that pyserial does not know.
    """
    try:
        port = serial.serial_for_url(
            path, do_not_open=True, baudrate=baud, timeout=0, write_timeout=0, exclusive=True
        )
        port.dtr = port.rts = dtr.value
        port.open()
    except _LOST as error:
        raise LinkLostError(str(error)) from error
    except ValueError as error:
        remedy = "Give a device such as /dev/serial/by-id/..., or socket://host:port"
        raise ConfigurationError(Mistake("port", f"{path}: {error}", remedy)) from error
    return PySerialPort(port)
