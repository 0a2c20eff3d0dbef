"""Writes traces: of a port that nobody else holds, or of a running daemon by a socket in its state folder."""

import contextlib
import errno
import logging
import select
import socket
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TextIO

from triboard import __version__
from triboard.app.realtime import monotonic
from triboard.board.definition import Board
from triboard.board.wiring import config_of
from triboard.drivers.handshake import open_alone
from triboard.drivers.link import LinkPump
from triboard.drivers.trace_tap import tapped
from triboard.errors import ConfigurationError, ControllerError, Mistake, StorageError
from triboard.protocol.codec import KINDS, decode
from triboard.protocol.framing import DELIMITER, Packet, unseal
from triboard.protocol.host import HostLink
from triboard.protocol.host_events import Refused
from triboard.protocol.messages import Hello
from triboard.protocol.trace import Chunk, Header, Sender, chunk_line, header_line
from triboard.units import Instant

_log = logging.getLogger("triboard.app")

SOCKET: Final = "trace.sock"
"""In the state folder; whoever may read that folder may listen."""

_KEPT: Final = 2048  # bytes of an unfinished packet
_BEHIND: Final = 1 << 20  # bytes that a listener may be behind before it is let go

Until = Callable[[], bool]


def header_of(board: Board, started: Instant, hello: Hello | None = None) -> Header:
    """A header for a recording that begins now."""
    header = Header(
        board.name,
        config_of(board),
        started,
        recorded=datetime.now(UTC).isoformat(timespec="seconds"),
        program=f"triboard {__version__}",
    )
    if hello is None:
        return header
    return replace(header, firmware=hello.firmware, unit=hello.unit, boot_id=hello.boot_id)


class LastHello:
    """Notes the newest hello in what a controller says."""

    def __init__(self) -> None:
        self.hello: Hello | None = None
        self._partial = b""

    def take(self, chunk: Chunk) -> None:
        """Bytes of either end."""
        if chunk.sender is not Sender.CONTROLLER:
            return
        *whole, rest = (self._partial + chunk.data).split(DELIMITER)
        self._partial = rest[-_KEPT:]
        for encoded in whole:
            packet = unseal(encoded) if encoded else None
            if isinstance(packet, Packet) and packet.kind == KINDS[Hello]:
                with contextlib.suppress(ValueError):
                    message = decode(packet.kind, packet.payload)
                    self.hello = message if isinstance(message, Hello) else self.hello


def record_port(path: str, board: Board, out: TextIO, until: Until) -> int:
    """Play the host at a port, and write what passes until `until` says so; how many lines of bytes.

    The controller is configured for the board if it belongs to none. Raises `ControllerError` when the port
    cannot be had, or what answers is refused.
    """
    open_alone(path).close()  # so that the reason is in plain words
    header, count = header_of(board, monotonic()), 0

    def tell(chunk: Chunk) -> None:
        nonlocal count
        count += 1
        out.write(chunk_line(header, chunk) + "\n")

    out.write(header_line(header) + "\n")
    link = HostLink(config_of(board))
    pump = LinkPump(link, tapped(lambda: open_alone(path), monotonic, tell))
    try:
        while not until():
            now = monotonic()
            for event in pump.poll(now):
                if isinstance(event, Refused):
                    raise event.error
            out.flush()
            wait = min(0.2, max(0.001, (pump.next_deadline() - monotonic()) / 1e6))
            if pump.port is None:
                time.sleep(wait)
            else:
                select.select([pump.port.fileno()], [], [], wait)
    finally:
        pump.close()
    if link.hello is None:
        _log.warning(
            "Nothing at %s answered as a controller does. Does it run the firmware?"
            " See: triboard firmware status --port %s",
            path,
            path,
        )
    return count


def record_daemon(folder: Path, out: TextIO, until: Until) -> int:
    """Write what passes between a running daemon and its controller until `until` says so."""
    path, count = folder / SOCKET, 0
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        try:
            line.connect(str(path))
        except OSError as error:
            raise ControllerError(
                f"No daemon listens at {path} ({error.strerror or error}). Start one with triboard run, name"
                " its state folder with --state-dir, or record a port with --port."
            ) from error
        line.settimeout(0.2)
        pending = b""
        while not until():
            try:
                data = line.recv(65536)
            except TimeoutError:
                continue
            if not data:
                raise ControllerError("The daemon has ended; what it told until then is in the file.")
            *lines, pending = (pending + data).split(b"\n")
            for one in lines:
                out.write(one.decode() + "\n")
                count += 1
            out.flush()
    return max(0, count - 1)


class TraceSocket:
    """Tells whoever connects what passes at the daemon's port. Never blocks, never raises once it is open.

    A listener that does not keep up is let go: the game comes first.
    """

    def __init__(self, folder: Path, board: Board) -> None:
        self._board = board
        self._last = LastHello()
        self._listeners: dict[socket.socket, tuple[Header, bytearray]] = {}
        self._path = folder / SOCKET
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._server.setblocking(False)  # noqa: FBT003 (socket's own signature)
        try:
            self._path.unlink(missing_ok=True)  # of a daemon that was killed: the state lock keeps out others
            self._server.bind(str(self._path))
            self._path.chmod(0o600)
            self._server.listen(2)
        except OSError as error:
            self._server.close()
            raise StorageError(f"{self._path}: {error.strerror or error}") from error

    def tell(self, chunk: Chunk) -> None:
        """What passed, and who has come to hear it."""
        self._last.take(chunk)
        self._accept(chunk.at)
        for listener, (header, backlog) in list(self._listeners.items()):
            backlog += chunk_line(header, chunk).encode() + b"\n"
            self._send(listener, backlog)

    def close(self) -> None:
        """Let all listeners go."""
        for listener in self._listeners:
            listener.close()
        self._listeners.clear()
        self._server.close()
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _accept(self, now: Instant) -> None:
        with contextlib.suppress(OSError):
            listener, _ = self._server.accept()
            listener.setblocking(False)  # noqa: FBT003 (socket's own signature)
            header = header_of(self._board, now, self._last.hello)
            self._listeners[listener] = (header, bytearray(header_line(header).encode() + b"\n"))

    def _send(self, listener: socket.socket, backlog: bytearray) -> None:
        try:
            while backlog:
                del backlog[: listener.send(backlog)]
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EWOULDBLOCK) and len(backlog) <= _BEHIND:
                return
            listener.close()
            del self._listeners[listener]


def open_file(path: Path) -> TextIO:
    """A new file for a trace; one that is there is not written over."""
    try:
        return path.open("x", encoding="ascii")
    except FileExistsError as error:
        raise ConfigurationError(Mistake(str(path), "is there already", "Name another file.")) from error
    except OSError as error:
        raise ConfigurationError(
            Mistake(str(path), f"cannot be written ({error.strerror})", "Check the path.")
        ) from error
