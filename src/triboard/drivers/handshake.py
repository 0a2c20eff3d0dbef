"""Asks what hangs on a serial port: the controller's hello, the way to its prompt. Waits in real time.

For commands and for the search of ports; the daemon's own link is `drivers.link`.
"""

import errno
import select
import time
from collections.abc import Callable
from typing import Final

from triboard.drivers.serial_port import Dtr, PySerialPort, open_serial
from triboard.errors import ControllerError, LinkLostError
from triboard.protocol.connection import Connection, NeedData, Role
from triboard.protocol.framing import DELIMITER
from triboard.protocol.messages import Hello, HelloRequest
from triboard.protocol.version import MAJOR, MINOR

ESCAPE: Final = DELIMITER + b"triboard:repl" + DELIMITER
"""Between two delimiters: no COBS, so damaged for every version, but this firmware then frees its prompt."""

ASK_AGAIN: Final = 0.5  # seconds, as in the protocol
HELLO_PATIENCE: Final = 3.0  # seconds: a board that restarts when its port is opened takes up to 2
PROMPT_PATIENCE: Final = 15.0  # seconds: 3 until the firmware sees that no host is there, then a restart


def open_alone(path: str, *, dtr: Dtr = Dtr.RAISED) -> PySerialPort:
    """Open a port that nobody else may hold; raises `ControllerError` that says what to do about it."""
    try:
        return open_serial(path, dtr=dtr)
    except LinkLostError as error:
        cause = error.__cause__
        number = cause.errno if isinstance(cause, OSError) else None
        raise ControllerError(_why(path, number, str(error))) from error


def _why(path: str, number: int | None, text: str) -> str:
    if number in (errno.EAGAIN, errno.EBUSY):
        return (
            f"{path} is in use by another program. Stop the daemon first"
            " (systemctl stop triboard), and close any terminal on it."
        )
    if number == errno.ENOENT:
        return f"There is no port {path}. Plug the controller in, or name its port with --port."
    if number in (errno.EACCES, errno.EPERM):
        return f"{path} may not be opened by this user. Join the group that owns it (see ls -l {path})."
    return (
        f"{path} cannot be opened: {text}. Is it a serial port?"
        " A Pico is one of ls /dev/serial/by-id; name it with --port."
    )


def ask_hello(port: PySerialPort, patience: float = HELLO_PATIENCE) -> Hello | None:
    """The controller's hello; `None` when nothing of ours answers in time. Raises `LinkLostError`."""
    connection = Connection(Role.HOST)
    port.write(DELIMITER)
    deadline, ask_at = time.monotonic() + patience, 0.0
    while (now := time.monotonic()) < deadline:
        if now >= ask_at:
            port.write(connection.send(HelloRequest(MAJOR, MINOR)))
            ask_at = now + ASK_AGAIN
        select.select([port.fileno()], [], [], min(deadline, ask_at) - now)
        connection.receive_data(port.read())
        while not isinstance(event := connection.next_event(), NeedData):
            if isinstance(event, Hello):
                return event
    return None


def free_prompt(path: str, *, reopened: Callable[[], None] = lambda: None) -> None:
    """Make the firmware at a port restart into MicroPython's prompt, and wait until it answers there.

    Nothing happens to a prompt that answers already. The port may vanish and return, as USB does; it must
    return under `path`. Raises `ControllerError` when no prompt answers in time.
    """
    deadline = time.monotonic() + PROMPT_PATIENCE
    while time.monotonic() < deadline:
        try:
            port = open_serial(path)
        except LinkLostError:
            time.sleep(0.2)  # it restarts
            continue
        try:
            if _prompt_answers(port, deadline):
                return
        except LinkLostError:
            reopened()
        finally:
            port.close()
    raise ControllerError(
        f"Neither Triboard's firmware nor a MicroPython prompt answers at {path}. If the Pico has no"
        " MicroPython yet, hold BOOTSEL while plugging it in and copy MicroPython's .uf2 file to it"
        " (firmware/README.md says how)."
    )


def _prompt_answers(port: PySerialPort, deadline: float) -> bool:
    """Escape and interrupt in turn until a prompt shows."""
    heard = b""
    while time.monotonic() < deadline:
        port.write(ESCAPE + b"\r\x03\x03\x02")  # interrupt twice, leave a raw prompt that somebody left
        until = min(deadline, time.monotonic() + ASK_AGAIN)
        while (left := until - time.monotonic()) > 0:
            select.select([port.fileno()], [], [], left)
            heard = (heard + port.read())[-64:]
            if heard.endswith(b"\n>>> "):
                return True
    return False
