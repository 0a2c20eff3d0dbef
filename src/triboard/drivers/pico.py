"""A Pico's MicroPython prompt, by mpremote: run code, write and check files, start anew.

mpremote is used as a library because one port then stays open, exclusively, from the first question to the
last. Everything that can go wrong with it is one `ControllerError` in plain words.
"""

import ast
import contextlib
import io
import struct
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from triboard.drivers.serial_port import BAUD
from triboard.errors import ControllerError

ANSWER: Final = 5.0
"""Seconds that the prompt may take to a byte that is due; hashing all files takes less than one."""

CHUNK: Final = 1024
"""Bytes of a file in one piece of code: the Pico compiles it, so it must stay small."""

_BROKEN: Final = (TransportError, OSError, struct.error, ValueError, SyntaxError, IndexError)
"""What mpremote lets through when a port breaks or answers nonsense; `SerialException` is an `OSError`."""

_HELPERS: Final = """
import os, sys
def _there(name):
    try:
        return os.stat(name)[0] & 0x4000 == 0
    except OSError:
        return False
def _names():
    return [e[0] for e in os.ilistdir() if e[1] != 0x4000]
def _sha256(name):
    import hashlib
    h = hashlib.sha256()
    buf = memoryview(bytearray(512))
    with open(name, 'rb') as f:
        while True:
            n = f.readinto(buf)
            if not n:
                return h.digest()
            h.update(buf[:n])
def _read(name):
    if not _there(name):
        return None
    with open(name, 'rb') as f:
        return f.read()
def _sync():
    if hasattr(os, 'sync'):
        os.sync()
"""


class PromptError(ControllerError):
    """The prompt broke off or answered nonsense; the message ends with what it said."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What the prompt says of itself."""

    implementation: str
    version: tuple[int, ...]
    platform: str
    board: str

    @property
    def text(self) -> str:
        """For people."""
        number = ".".join(str(part) for part in self.version)
        return f"{self.implementation} {number} on {self.board}"


class Prompt:
    """MicroPython's raw prompt on an open port. Use `open_prompt`, and `close` it."""

    def __init__(self, transport: Any) -> None:
        self._transport = transport

    def run(self, code: str) -> str:
        """What the code prints; raises `ControllerError`, with the device's own words if it failed there."""
        with _plain_words():
            printed: bytes = self._transport.exec(code)
            return printed.decode("utf-8", "replace")

    def value(self, expression: str) -> Any:
        """What an expression is, as a Python literal."""
        with _plain_words():
            return ast.literal_eval(self.run(f"print(repr({expression}))").strip())

    def machine(self) -> Machine:
        """What answers."""
        name, version, platform, board = self.value(
            "(sys.implementation.name, tuple(sys.implementation.version)[:3], sys.platform,"
            " getattr(sys.implementation, '_machine', ''))"
        )
        return Machine(str(name), tuple(version), str(platform), str(board))

    def files(self) -> list[str]:
        """Names of the files in its flash."""
        return sorted(self.value("_names()"))

    def hashes(self, names: Iterable[str]) -> dict[str, bytes]:
        """SHA-256 of those of these files that are in its flash, computed there."""
        found = self.value(f"[(n, _sha256(n)) for n in {list(names)!r} if _there(n)]")
        return dict(found)

    def read(self, name: str) -> bytes | None:
        """A small file; `None` where there is no such file."""
        found: bytes | None = self.value(f"_read({name!r})")
        return found

    def room(self) -> int:
        """Bytes of flash that are free."""
        stat = self.value("os.statvfs('/')")
        return int(stat[0]) * int(stat[3])

    def write(self, name: str, data: bytes) -> None:
        """A file in its flash, closed when this returns."""
        self.run(f"f = open({name!r}, 'wb')")
        for start in range(0, len(data), CHUNK):
            self.run(f"n = f.write({data[start : start + CHUNK]!r})")
        self.run("f.close()\n_sync()")

    def rename(self, name: str, new: str) -> None:
        """A file under another name, in the place of one that had it."""
        self.run(f"os.rename({name!r}, {new!r})\n_sync()")

    def remove(self, name: str) -> None:
        """Take a file away; nothing where there is none."""
        self.run(f"if _there({name!r}):\n os.remove({name!r})")

    def reset(self) -> None:
        """Start anew, as by its reset pin; the port goes with it."""
        with contextlib.suppress(*_BROKEN):
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()\n")
        self.close()

    def close(self) -> None:
        """Let the port go; safe to call twice."""
        with contextlib.suppress(*_BROKEN):
            self._transport.serial.close()


def open_prompt(path: str) -> Prompt:
    """Interrupt whatever runs at a port and take MicroPython's raw prompt, exclusively.

    Raises `ControllerError` when the port cannot be opened, or when no prompt answers within seconds.
    """
    with _plain_words():
        transport = SerialTransport(path, baudrate=BAUD, timeout=ANSWER)
        try:
            transport.serial.write(b"\r\x03\x03")  # twice: the first may be swallowed by a running read
            time.sleep(0.1)
            transport.enter_raw_repl(soft_reset=False, timeout_overall=ANSWER)
        except BaseException:
            transport.serial.close()
            raise
    prompt = Prompt(transport)
    try:
        prompt.run(_HELPERS)
    except BaseException:
        prompt.close()
        raise
    return prompt


@contextlib.contextmanager
def _plain_words() -> Iterator[None]:
    """mpremote's many exceptions as ours; and what it prints on the way is not for our standard output."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    except _BROKEN as error:
        last = str(error).strip().splitlines()[-1:] or [type(error).__name__]
        raise PromptError(f"MicroPython's prompt: {last[0]}") from error
