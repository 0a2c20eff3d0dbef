"""A Pico on a pty: MicroPython's real virtual machine, its real prompt, and a real littlefs for flash.

Only the chip is played: `machine.reset()` ends the process and the port vanishes, as USB does, and returns
under another device name behind the same link. Power cuts hit the flash chip in the middle of a write.
"""

import contextlib
import os
import pty
import select
import subprocess
import threading
import tty
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from triboard.sim.vm_process import interpreter
from triboard.sim.wire_kernel import PtyWire

POWER_ON: Final = Path(__file__).with_name("power_on.upy")
BLOCKS: Final = 352
"""Blocks of 4096 bytes of flash that MicroPython leaves to files on a Pico."""

NEVER: Final = -1
_PWRON, _WDT = 1, 3
_INSTALLERS: Final = 2


@dataclass(frozen=True, slots=True)
class Chip:
    """What the prompt says of the machine. `budget`: writes of flash before the power goes, in the second
    start, which is the installer's."""

    name: str = "Raspberry Pi Pico with RP2040"
    platform: str = "rp2"
    version: str = "1.28.0"
    budget: int = NEVER
    blocks: int = BLOCKS


class PicoOnPty:
    """Powered from the beginning; `close` pulls the plug for good. `starts` counts its starts."""

    def __init__(self, folder: Path, chip: Chip = Chip()) -> None:
        self.chip = chip
        self.starts = 0
        self._flash = folder / "flash.bin"
        if not self._flash.exists():
            self._flash.write_bytes(b"\xff" * 4096 * chip.blocks)
        self._wire = PtyWire(folder / "usb-MicroPython-if00")
        self._stopping = threading.Event()
        self._wake, self._waker = os.pipe()
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    @property
    def path(self) -> str:
        """Its port under a name that stays."""
        return self._wire.path

    def close(self) -> None:
        """Off."""
        self._stopping.set()
        os.write(self._waker, b"x")
        self._thread.join(20)
        assert not self._thread.is_alive()
        self._wire.close()
        os.close(self._wake)
        os.close(self._waker)

    def _live(self) -> None:
        cause = _PWRON
        while not self._stopping.is_set():
            self._wire.plug()
            self.starts += 1
            self._run(cause)
            if not self._stopping.is_set():
                self._wire.unplug()
            cause = _PWRON if self._cuts() else _WDT

    def _cuts(self) -> bool:
        return self.starts == _INSTALLERS and self.chip.budget != NEVER

    def _run(self, cause: int) -> None:
        """From power-on to reset: passes bytes between the port and the machine."""
        master, slave = pty.openpty()
        tty.setraw(slave)
        chip = self.chip
        budget = chip.budget if self._cuts() else NEVER
        settings = [self._flash, chip.blocks, budget, chip.name, chip.platform, chip.version, cause]
        command = [*interpreter(), "-X", "heapsize=1M", "-i", POWER_ON, *settings]
        with subprocess.Popen(
            [str(word) for word in command], stdin=slave, stdout=slave, stderr=slave
        ) as machine:
            os.close(slave)
            os.set_blocking(master, False)
            with contextlib.suppress(OSError):  # the machine has ended
                self._pass_bytes(master)
            machine.kill()
        os.close(master)

    def _pass_bytes(self, master: int) -> None:
        port = self._wire.descriptor
        assert port is not None
        while not self._stopping.is_set():
            ready, _, _ = select.select([port, master, self._wake], [], [])
            if port in ready:
                os.write(master, self._wire.read())
            if master in ready:
                data = os.read(master, 4096)
                if not data:
                    return
                self._wire.write(data)
