"""Wires through the kernel: a real pty for the real pyserial driver, TCP where there is no pty."""

import contextlib
import os
import select
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from triboard.sim.wire import CountedPort

_CHUNK: Final = 65536


def _keep() -> None:
    """What nobody reads stays where it is."""


class _KernelWire:
    """What wires through the kernel share: a buffer of what arrived and counts to settle by.

    `fetch` moves what has arrived into the buffer (`_note`). `readable` tells how many bytes the host could
    read now, very many when that cannot be known. `discard` throws away what was sent while no host had the
    port open, as USB does.
    """

    def __init__(
        self,
        fetch: Callable[[], None],
        readable: Callable[[CountedPort | None], int],
        discard: Callable[[], None] = _keep,
    ) -> None:
        self._fetch, self._readable, self._discard_unread = fetch, readable, discard
        self.to_host = self.from_host = 0
        self._arrived = bytearray()
        self._port: CountedPort | None = None
        self._broken: CountedPort | None = None  # port of the last cable pulled; nothing reaches it
        self._base = (0, 0)  # to the host, from the host: counts when the present port was opened
        self._settled = (0, 0)

    def read(self) -> bytes:
        """All bytes from the host that have arrived."""
        self._fetch()
        data = bytes(self._arrived)
        self._arrived.clear()
        return data

    def settle_wire(self, timeout: float, port: CountedPort | None) -> bool:
        """See `Wire`. Call it before and after each turn of the host, always with its present port.

        Bytes sent before a port was opened are flushed by opening it, so each port has its own base.
        """
        if port is self._broken:
            port = None
        if port is not self._port:
            self._port, self._base = port, self._settled
        deadline = time.monotonic() + timeout
        while not self._is_settled():
            if time.monotonic() > deadline:
                return False
            time.sleep(0)  # let the kernel's worker move the bytes
        self._settled = (self.to_host, self.from_host)
        if port is None:
            self._discard_unread()
        return True

    def _is_settled(self) -> bool:
        self._fetch()
        if self._port is None:
            return self._readable(None) >= self.to_host - self._settled[0]
        to_host, from_host = self._base
        if self.from_host - from_host < self._port.sent:
            return False
        return self._readable(self._port) >= self.to_host - to_host - self._port.received

    def _note(self, data: bytes) -> None:
        self._arrived += data
        self.from_host += len(data)

    def _forget(self) -> None:
        self._arrived.clear()
        self._settled = (self.to_host, self.from_host)
        self._broken, self._port = self._port, None


if sys.platform != "win32":
    import fcntl
    import pty
    import struct
    import termios
    import tty

    _QUEUE = 4095  # bytes the line discipline shows at most; more waits behind it

    class PtyWire(_KernelWire):
        """A real pty: pyserial opens its slave, the simulated controller holds its master.

        `link` is a path that always points at the present slave, as `/dev/serial/by-id` does; each
        plugging gives the slave a new name, as a renumbered `ttyACM` has.
        """

        def __init__(self, link: Path | None = None) -> None:
            super().__init__(self._drain_master, self._queued, self._flush_slave)
            self._link = link
            self._master = self._slave = -1
            self._name = ""
            self.plug()

        @property
        def plugged(self) -> bool:
            return self._master >= 0

        @property
        def descriptor(self) -> int | None:
            """The master; another one after each plugging."""
            return self._master if self.plugged else None

        @property
        def path(self) -> str:
            """What pyserial opens."""
            return str(self._link) if self._link else self._name

        @property
        def name(self) -> str:
            """The present slave's own name."""
            return self._name

        def plug(self) -> None:
            """Make a pty under a name that is not the last one."""
            if self.plugged:
                return
            master, slave = pty.openpty()
            if os.ttyname(slave) == self._name:
                stale = (master, slave)
                master, slave = pty.openpty()
                for descriptor in stale:
                    os.close(descriptor)
            tty.setraw(slave)  # the slave stays open here: else the master sees a hang-up between two hosts
            os.set_blocking(master, False)
            self._master, self._slave, self._name = master, slave, os.ttyname(slave)
            if self._link:
                fresh = self._link.with_name(self._link.name + ".new")
                fresh.unlink(missing_ok=True)
                fresh.symlink_to(self._name)
                fresh.replace(self._link)

        def move(self, link: Path) -> None:
            """It will appear under another name: a plug put into another socket. Only while unplugged."""
            self._link = link

        def unplug(self) -> None:
            """Close both ends: a host that holds the slave sees a hang-up, the link is gone."""
            if not self.plugged:
                return
            self._forget()
            if self._link:
                self._link.unlink(missing_ok=True)
            os.close(self._master)
            os.close(self._slave)
            self._master = self._slave = -1

        def close(self) -> None:
            """Same as pulling the cable."""
            self.unplug()

        def write(self, data: bytes) -> None:
            """Send to the host."""
            if self.plugged:
                with contextlib.suppress(BlockingIOError):  # nobody reads: lost, as on a full USB endpoint
                    self.to_host += os.write(self._master, data)

        def _drain_master(self) -> None:
            while self.plugged:
                try:
                    data = os.read(self._master, _CHUNK)
                except BlockingIOError:
                    return
                self._note(data)

        def _queued(self, port: CountedPort | None) -> int:  # noqa: ARG002 - our slave shows the same queue
            if not self.plugged:
                return _CHUNK
            answer = fcntl.ioctl(self._slave, termios.FIONREAD, b"\0\0\0\0")
            count: int = struct.unpack("i", answer)[0]
            return _CHUNK if count >= _QUEUE else count

        def _flush_slave(self) -> None:
            if self.plugged:
                termios.tcflush(self._slave, termios.TCIFLUSH)


class SocketWire(_KernelWire):
    """Where the platform has no pty: a TCP listener on the loopback that pyserial opens as `socket://`."""

    def __init__(self) -> None:
        super().__init__(self._receive, self._waiting)
        self._number = 0  # the port stays the same over pluggings, so that `path` does
        self._listener: socket.socket | None = None
        self._peer: socket.socket | None = None
        self.plug()

    @property
    def plugged(self) -> bool:
        return self._listener is not None

    @property
    def descriptor(self) -> int | None:
        """The connection, or the listener while there is none."""
        end = self._peer or self._listener
        return None if end is None else end.fileno()

    @property
    def path(self) -> str:
        """What pyserial opens."""
        return f"socket://127.0.0.1:{self._number}"

    def plug(self) -> None:
        """Listen."""
        if self._listener is None:
            self._listener = socket.create_server(("127.0.0.1", self._number))
            self._listener.settimeout(0)
            self._number = self._listener.getsockname()[1]

    def unplug(self) -> None:
        """Close the connection and refuse others."""
        if not self.plugged:
            return
        self._forget()
        self._drop_peer()
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def close(self) -> None:
        """Same as pulling the cable."""
        self.unplug()

    def write(self, data: bytes) -> None:
        """Send to the host; without one the bytes are lost."""
        self._accept()
        if self._peer is not None:
            with contextlib.suppress(OSError):
                self.to_host += self._peer.send(data)

    def _receive(self) -> None:
        self._accept()
        while self._peer is not None:
            try:
                data = self._peer.recv(_CHUNK)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self._drop_peer()
            self._note(data)

    def _waiting(self, port: CountedPort | None) -> int:
        if not self.plugged or port is None:
            return _CHUNK
        return _CHUNK if select.select([port.fileno()], [], [], 0)[0] else 0

    def _accept(self) -> None:
        if self._peer is None and self._listener is not None:
            with contextlib.suppress(BlockingIOError):
                self._peer, _ = self._listener.accept()
                self._peer.settimeout(0)
                self._peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else 40 ms a packet

    def _drop_peer(self) -> None:
        if self._peer is not None:
            self._peer.close()
            self._peer = None


def real_wire(link: Path | None = None) -> "PtyWire | SocketWire":
    """The best wire that this platform has; `link` is honoured where there is a pty."""
    if sys.platform == "win32":
        return SocketWire()
    return PtyWire(link)
