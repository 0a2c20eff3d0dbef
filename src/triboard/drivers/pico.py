"""A Pico's MicroPython prompt, by mpremote: run code, write and check files, start anew.

mpremote is used as a library because one port then stays open, exclusively, from the first question to the
last. Everything that can go wrong with it is one `ControllerError` in plain words.
"""

import ast
import contextlib
import io
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Final

from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from triboard.drivers.serial_port import BAUD
from triboard.errors import ControllerError

ANSWER: Final = 5.0
"""Seconds that the prompt may take to a byte that is due; hashing the largest file takes a tenth of one."""

CHUNK: Final = 512
"""Bytes of a file in one piece of code: the Pico compiles it, so it must stay small."""

_BROKEN: Final = (TransportError, OSError, struct.error, ValueError, SyntaxError, IndexError)
"""What mpremote lets through when a port breaks or answers nonsense; `SerialException` is an `OSError`."""

_HASH: Final = """
import hashlib
def _sha256(name):
    h = hashlib.sha256()
    buf = memoryview(bytearray(512))
    with open(name, 'rb') as f:
        while True:
            n = f.readinto(buf)
            if not n:
                return h.digest()
            h.update(buf[:n])
"""


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
        self._hashing = False

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
        found = self.value(
            "(__import__('sys').implementation[0] if isinstance(__import__('sys').implementation, tuple)"
            " else __import__('sys').implementation.name,"
            " tuple(p for p in __import__('sys').implementation.version if isinstance(p, int)),"
            " __import__('sys').platform, getattr(__import__('sys').implementation, '_machine', ''))"
        )
        name, version, platform, board = found
        return Machine(str(name), tuple(version), str(platform), str(board))

    def files(self, folder: str = "") -> list[str]:
        """Names of the files in a folder of its flash; empty where there is no such folder."""
        code = (
            "import os\n"
            f"try:\n r = [e[0] for e in os.ilistdir({folder!r}) if e[1] != 0x4000]\n"
            "except OSError:\n r = []\n"
        )
        self.run(code)
        return sorted(self.value("r"))

    def sha256(self, name: str) -> bytes | None:
        """The hash of a file in its flash, computed there; `None` where there is no such file."""
        if not self._hashing:
            self.run(_HASH)
            self._hashing = True
        found = self.value(f"_sha256({name!r}) if {_exists(name)} else None")
        return None if found is None else bytes(found)

    def read(self, name: str) -> bytes | None:
        """A small file; `None` where there is no such file."""
        found = self.value(f"open({name!r}, 'rb').read() if {_exists(name)} else None")
        return None if found is None else bytes(found)

    def write(self, name: str, data: bytes) -> None:
        """A file in its flash, closed when this returns. Its folder is made if it is missing."""
        folder = str(PurePosixPath(name).parent)
        if folder not in (".", "/"):
            self.run(f"import os\ntry:\n os.mkdir({folder!r})\nexcept OSError:\n pass\n")
        self.run(f"f = open({name!r}, 'wb')\n")
        for start in range(0, len(data), CHUNK):
            self.run(f"f.write({data[start : start + CHUNK]!r})\n")
        self.run("f.close()\nimport os\nif hasattr(os, 'sync'):\n os.sync()\n")

    def remove(self, name: str) -> None:
        """Take a file away; nothing where there is none."""
        self.run(f"import os\ntry:\n os.remove({name!r})\nexcept OSError:\n pass\n")

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
    return Prompt(transport)


def _exists(name: str) -> str:
    folder, _, last = name.rpartition("/")
    return f"{last!r} in __import__('os').listdir({folder!r})"


@contextlib.contextmanager
def _plain_words() -> Iterator[None]:
    """mpremote's many exceptions as ours; and what it prints on the way is not for our standard output."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    except _BROKEN as error:
        last = str(error).strip().splitlines()[-1:] or [type(error).__name__]
        raise ControllerError(f"MicroPython's prompt: {last[0]}") from error
