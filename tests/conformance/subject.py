"""What the conformance suite asks of a controller under test, and the controllers that it tests.

A subject is one controller at the far end of a wire in memory, with the sensors and pixels that hang on it.
Time is virtual and comes from the suite.
"""

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Protocol

from triboard.board.definition import Board
from triboard.board.load import load_board
from triboard.board.wiring import config_of
from triboard.protocol.config import ControllerConfig
from triboard.protocol.messages import ResetReason
from triboard.protocol.version import MAJOR, MINOR
from triboard.sim.controller import SimulatedController
from triboard.sim.virtual_pico import VirtualPico
from triboard.sim.wire import MemoryWire
from triboard.units import Channel, Instant

UNIT: Final = "bench-1"

FIRMWARE: Final = Path(__file__).parents[2] / "firmware"


class Subject(Protocol):
    """A controller with hands on its sensors and eyes on its pixels."""

    board: Board
    wanted: ControllerConfig
    """The configuration of its board, which the host tells it."""
    wire: MemoryWire

    def set_raw(self, channel: Channel, value: int, now: Instant) -> None:
        """The sensor of a channel shows `value` from `now` on."""
        ...

    def set_unread(self, channels: frozenset[int], now: Instant) -> None:
        """Only these channels cannot be read from `now` on; a whole bus or chip each."""
        ...

    def reset(self, reason: ResetReason, now: Instant) -> None:
        """It starts anew."""
        ...

    @property
    def pixels(self) -> bytes:
        """Red, green, blue of each pixel, as they shine."""
        ...

    def advance(self, now: Instant) -> None:
        """Do all that is due up to `now`."""
        ...

    def next_deadline(self) -> Instant | None:
        """When `advance` has something to do by itself."""
        ...

    def run_ahead(self, limit: Instant) -> None:
        """Until `limit` nothing will be done to it: it may work ahead as far as it is silent."""
        ...

    def close(self) -> None:
        """Let everything go."""
        ...


class BuiltIn(SimulatedController):
    """The built-in simulated controller as a subject."""

    def __init__(self, board: Board, unit: str, version: tuple[int, int]) -> None:
        self.board = board
        self.wire = MemoryWire()
        self.wanted = config_of(board)
        major, minor = version
        super().__init__(self.wire, random.Random(board.name), unit=unit, major=major, minor=minor)

    def close(self) -> None:
        """Nothing is open."""
        self.wire.close()


class Firmware(VirtualPico):
    """The files of `firmware/` in MicroPython's virtual machine as a subject."""

    def __init__(self, board: Board, unit: str, version: tuple[int, int]) -> None:
        self.board = board
        self.wanted = config_of(board)
        self.wire = MemoryWire()
        super().__init__(board, self.wire, random.Random(board.name), FIRMWARE, unit=unit)
        if version != (MAJOR, MINOR):
            self.stand_in(None, version, Instant(0))


Maker = Callable[[Board, str, tuple[int, int]], Subject]

SUBJECTS: Final[Mapping[str, Maker]] = {"built-in": BuiltIn, "firmware": Firmware}


def make_subject(
    name: str, board: str = "trike-presence", *, unit: str = UNIT, version: tuple[int, int] = (MAJOR, MINOR)
) -> Subject:
    """A fresh subject that was never configured, wired for a shipped board."""
    return SUBJECTS[name](load_board(board), unit, version)
