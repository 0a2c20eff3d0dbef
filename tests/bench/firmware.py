"""From a sensor to the host through the real virtual machine and a pty, against the debouncing floor.

Nothing is simulated in time here: the firmware runs by itself, its bytes pass through the kernel, pyserial
and the host's link. The floor is what sensing and debouncing ask for whatever the speed of everything else:
equal scans on a grid that a change meets at a random phase, and, for colours, a whole integration behind the
one that the change spoils.
"""

import random
import select
import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from triboard.app.packaged import firmware_files
from triboard.app.realtime import monotonic
from triboard.board.load import load_board
from triboard.board.wiring import config_of
from triboard.drivers.link import LinkPump
from triboard.drivers.serial_port import open_serial
from triboard.errors import InternalError
from triboard.protocol.host import HostLink
from triboard.protocol.host_events import Frame
from triboard.protocol.parts import ColourSensors
from triboard.sim.virtual_pico import VirtualPico
from triboard.sim.wire_kernel import real_wire
from triboard.units import Channel

BOARDS: Final = (("ttt3d-presence", None), ("trike", 7), ("ttt3d", None))
UP_SECONDS: Final = 8.0
LONGEST: Final = 2.0
CYCLE: Final = 2.4  # milliseconds, the unit of a colour sensor's integration


class _Line:
    """A controller and the host's link over a pty, turned whenever something has come."""

    def __init__(self, name: str, size: int | None, folder: Path) -> None:
        self.board = load_board(name, size)
        self.wire = real_wire(folder / "port")
        self.pico = VirtualPico(
            self.board, self.wire, random.Random(1), firmware_files(), now=monotonic(), real_time=True
        )
        path = self.wire.path
        self.pump = LinkPump(HostLink(config_of(self.board)), lambda: open_serial(path))

    def wait(self, seconds: float) -> float | None:
        """Until a frame is heard; the seconds that took, `None` when none came."""
        begun = time.monotonic()
        while (left := begun + seconds - time.monotonic()) > 0:
            self.pico.advance(monotonic())
            heard = [event for event in self.pump.poll(monotonic()) if isinstance(event, Frame)]
            if any(not frame.snapshot for frame in heard):
                return time.monotonic() - begun
            self.pico.advance(monotonic())
            ends = [self.wire.descriptor, self.pump.port and self.pump.port.fileno(), *self.pico.descriptors]
            due = [self.pump.next_deadline(), self.pico.next_deadline()]
            soonest = min(((one - monotonic()) / 1e6 for one in due if one is not None), default=left)
            select.select([end for end in ends if end is not None], [], [], max(0.0, min(left, soonest)))
        return None

    def close(self) -> None:
        """Take both ends down."""
        self.pump.close()
        self.pico.close()
        self.wire.close()


def report(*, rounds: int) -> None:
    """Print the latency of boards whose sensors are switches, Hall sensors and colour sensors."""
    print(f"firmware, {10 * rounds} changes a board, real time over a pty, milliseconds")
    for name, size in BOARDS:
        _report(name, size, 10 * rounds)


def _report(name: str, size: int | None, changes: int) -> None:
    chance = random.Random(name)
    with TemporaryDirectory(prefix="triboard-") as folder:
        line = _Line(name, size, Path(folder))
        try:
            deadline = time.monotonic() + UP_SECONDS
            while not line.pump.up and time.monotonic() < deadline:
                line.wait(0.1)
            if not line.pump.up:
                raise InternalError(f"the firmware does not answer: {line.pico.complaints}")
            taken = []
            channel, highest = Channel(0), (1 << line.board.scan.bits) - 1
            for number in range(changes):
                line.wait(0.05 + chance.random() * 0.05)
                line.pico.set_raw(channel, highest if number % 2 == 0 else 0, monotonic())
                if (seconds := line.wait(LONGEST)) is not None:
                    taken.append(1000 * seconds)
        finally:
            line.close()
    scan = line.board.scan
    integration = sum(CYCLE * part.cycles for part in line.board.parts if isinstance(part, ColourSensors))
    floor = scan.period * (scan.stable_scans - 0.5) / 1000 + 1.5 * integration
    median = statistics.median(taken)
    print(
        f"  {name}: floor {floor:.1f}, median {median:.1f}, {median / floor:.2f} of the floor;"
        f" worst {max(taken):.1f}; {len(taken)} of {changes} heard"
    )
