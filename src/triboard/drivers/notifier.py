"""Messages to the service manager that started us, and the sockets that it hands over.

The protocol is a datagram of `KEY=value` lines to the socket named in `$NOTIFY_SOCKET`, and descriptors from
3 on, counted in `$LISTEN_FDS` (`man 3 sd_notify`, `sd_listen_fds`). The one library for it, sdnotify, is
unmaintained since 2017.
"""

import fcntl
import os
import socket
from collections.abc import MutableMapping
from typing import Final

FIRST_DESCRIPTOR: Final = 3
LONGEST_STATUS: Final = 300
"""Characters of a status line; the manager shows it in one line."""


class Notifier:
    """Tells the service manager how we are; without one, tells nobody. Never blocks and never raises."""

    def __init__(self, address: str | None = None) -> None:
        self._address = address
        self._socket: socket.socket | None = None
        self._status = ""
        if address is not None:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
            self._socket.settimeout(0)

    @property
    def heard(self) -> bool:
        """Whether there is anybody to tell."""
        return self._socket is not None

    def ready(self) -> None:
        """The page is bound and the first scan was attempted."""
        self._tell("READY=1")

    def alive(self) -> None:
        """A turn was completed: feeds the watchdog."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """We were asked to end, and are about to."""
        self._tell("STOPPING=1")

    def status(self, text: str) -> None:
        """One line for `systemctl status`; sent when it differs from the last one."""
        line = " ".join(text.split())[:LONGEST_STATUS]
        if line != self._status:
            self._status = line
            self._tell(f"STATUS={line}")

    def close(self) -> None:
        """Say no more; safe to call twice."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _tell(self, message: str) -> None:
        if self._socket is None or self._address is None:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            self._socket.sendto(message.encode(), address)
        except OSError:
            return  # a manager that is busy or restarting; the next turn says it again


def notifier_of(environ: MutableMapping[str, str]) -> Notifier:
    """The notifier of this process; taken out of the environment, so that no child speaks for us."""
    return Notifier(environ.pop("NOTIFY_SOCKET", None) or None)


def watchdog_seconds(environ: MutableMapping[str, str]) -> float | None:
    """How often the manager wants to hear that we are alive, at the latest; `None`: never."""
    wanted, pid = environ.pop("WATCHDOG_USEC", ""), environ.pop("WATCHDOG_PID", "")
    if not wanted.isdecimal() or pid not in ("", str(os.getpid())):
        return None
    return int(wanted) / 1e6 or None


def inherited_sockets(
    environ: MutableMapping[str, str], *, first: int = FIRST_DESCRIPTOR
) -> tuple[socket.socket, ...]:
    """Listening sockets that the manager opened for this process; none where it opened none.

    They are not inherited any further. Closing them leaves the manager's own copies open, so requests wait
    while we restart.
    """
    count, pid = environ.pop("LISTEN_FDS", ""), environ.pop("LISTEN_PID", "")
    environ.pop("LISTEN_FDNAMES", None)
    if not count.isdecimal() or pid != str(os.getpid()):
        return ()
    found = []
    for descriptor in range(first, first + int(count)):
        given = socket.socket(fileno=descriptor)
        fcntl.fcntl(descriptor, fcntl.F_SETFD, fcntl.FD_CLOEXEC)
        found.append(given)
    return tuple(found)
