"""What the service manager hears and hands over, with the test in the manager's place."""

import os
import socket
from pathlib import Path

import pytest

from triboard.drivers.notifier import Notifier, inherited_sockets, notifier_of, watchdog_seconds


class ManagerEnd:
    """The socket of a service manager."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self._socket.settimeout(0)

    def heard(self) -> list[str]:
        """Every message that has come, oldest first."""
        found = []
        while True:
            try:
                found.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return found

    def leave(self) -> None:
        self._socket.close()


@pytest.mark.parametrize("kind", ["path", "abstract"])
def test_the_manager_hears_each_message_once(kind: str, tmp_path: Path) -> None:
    """Law: ready, alive, stopping and each new status are one datagram each, by either kind of address."""
    address = f"@triboard-{os.getpid()}" if kind == "abstract" else str(tmp_path / "notify")
    manager = ManagerEnd(address)
    notifier = Notifier(address)
    notifier.ready()
    notifier.status("play,\nply 3")
    notifier.status("play, ply 3")
    notifier.alive()
    notifier.stopping()
    assert manager.heard() == ["READY=1", "STATUS=play, ply 3", "WATCHDOG=1", "STOPPING=1"]
    notifier.close()
    notifier.alive()
    assert manager.heard() == []
    manager.leave()


def test_a_manager_that_is_gone_or_full_stops_nothing(tmp_path: Path) -> None:
    """Law: no message blocks or raises, whatever becomes of the other end."""
    manager = ManagerEnd(str(tmp_path / "notify"))
    notifier = Notifier(str(tmp_path / "notify"))
    for _ in range(5000):  # far more than a socket holds
        notifier.alive()
    manager.leave()
    notifier.alive()
    notifier.close()


def test_without_a_manager_nobody_is_told() -> None:
    """Law: a command typed by a person says nothing to anybody."""
    notifier = notifier_of({})
    notifier.ready()
    assert not notifier.heard


def test_what_the_manager_says_is_taken_out_of_the_environment(tmp_path: Path) -> None:
    """Law: no child can speak for us, feed our watchdog or take our sockets."""
    mine = str(os.getpid())
    environ = {
        "NOTIFY_SOCKET": str(tmp_path / "n"), "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": mine,
        "LISTEN_FDS": "0", "LISTEN_PID": mine, "LISTEN_FDNAMES": "x", "HOME": "/",
    }  # fmt: skip
    notifier = notifier_of(environ)
    assert notifier.heard
    assert watchdog_seconds(environ) == 20.0
    assert inherited_sockets(environ) == ()
    assert environ == {"HOME": "/"}
    notifier.close()


@pytest.mark.parametrize(
    "environ",
    [{}, {"WATCHDOG_USEC": "x"}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "9", "WATCHDOG_PID": "1"}],
)
def test_a_watchdog_for_nobody_or_for_another_process_is_none(environ: dict[str, str]) -> None:
    """Law: only a whole number of microseconds for this very process asks for feeding."""
    assert watchdog_seconds(environ) is None


def test_sockets_are_those_from_the_first_descriptor_on() -> None:
    """Law: a listening socket that was handed over serves, and is not inherited any further."""
    listening = socket.create_server(("127.0.0.1", 0))
    descriptor = listening.detach()
    environ = {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
    (given,) = inherited_sockets(environ, first=descriptor)
    assert not given.get_inheritable()
    with socket.create_connection(given.getsockname(), timeout=5) as caller:
        answer, _ = given.accept()
        answer.sendall(b"x")
        assert caller.recv(1) == b"x"
        answer.close()
    given.close()


def test_sockets_of_another_process_are_left_alone() -> None:
    """Law: variables that a parent forgot to remove mean nothing."""
    assert inherited_sockets({"LISTEN_FDS": "1", "LISTEN_PID": "1"}) == ()
