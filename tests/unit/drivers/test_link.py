"""The link in the world: back-off, one log line a change of state, asyncio on a real pty."""

import itertools
import logging
import random

import pytest

from triboard.drivers.link import RETRIES, LinkPump
from triboard.errors import LinkLostError
from triboard.protocol.config import ControllerConfig
from triboard.protocol.host import HostLink
from triboard.protocol.host_events import Down, Frame, LinkEvent, Searching
from triboard.sim.controller import SimulatedController
from triboard.sim.lockstep import LockStep
from triboard.sim.wire import MemoryPort, MemoryWire
from triboard.units import SECOND, Channel, Duration, Instant, millis

CONFIG = ControllerConfig("b", 8, 4, millis(10), 3, 4, 2)
ZERO = Instant(0)


def absent() -> MemoryPort:
    raise LinkLostError("no such port")


def test_attempts_back_off_and_never_end() -> None:
    """0.5, 1, 2, 4, 4.5, 4.5 ... seconds between attempts; one event for the whole search."""
    tried: list[Instant] = []
    pump = LinkPump(HostLink(CONFIG), absent)
    now, events = ZERO, list[LinkEvent]()
    for _ in range(20):
        tried.append(now)
        events += pump.poll(now)
        now = pump.next_deadline()
    waits = [later - earlier for earlier, later in itertools.pairwise(tried)]
    assert waits == [*RETRIES, *[RETRIES[-1]] * 14]
    assert events == [Searching("no such port")]


def test_nothing_is_tried_before_its_time_unless_poked() -> None:
    """A udev event shortens the wait."""
    attempts: list[int] = []

    def count() -> MemoryPort:
        attempts.append(1)
        return absent()

    pump = LinkPump(HostLink(CONFIG), count)
    for moment in range(0, 400_000, 100_000):
        pump.poll(Instant(moment))
    assert len(attempts) == 1
    pump.poke()
    pump.poll(Instant(400_000))
    assert len(attempts) == 2


def test_a_port_that_opens_and_breaks_at_once_is_not_hammered() -> None:
    """Only a link that came up starts the waits anew (field report 69)."""
    wire = MemoryWire()

    def broken() -> MemoryPort:
        port = wire.open()
        wire.unplug()
        wire.plug()
        return port

    pump = LinkPump(HostLink(CONFIG), broken)
    now, waits = ZERO, list[int]()
    for _ in range(7):
        assert pump.poll(now) == []
        waits.append(pump.next_deadline() - now)
        now = pump.next_deadline()
    assert waits == [*RETRIES, RETRIES[-1], RETRIES[-1]]


def test_each_change_of_state_is_one_log_line(caplog: pytest.LogCaptureFixture) -> None:
    """Ten minutes without a board are one line; so is each loss and each return."""
    caplog.set_level(logging.INFO, "triboard.drivers.link")
    wire = MemoryWire()
    board = SimulatedController(wire, random.Random(1), config=CONFIG)
    steps = LockStep[LinkEvent](LinkPump(HostLink(CONFIG), wire.open), board, wire, ZERO)
    steps.run_for(Duration(SECOND))
    wire.unplug()
    steps.run_for(Duration(600 * SECOND))
    wire.plug()
    steps.run_for(Duration(10 * SECOND))
    lines = [record.getMessage().split(":")[0] for record in caplog.records]
    assert lines == ["board up", "board lost", "searching for the board", "board up"]


def test_what_was_heard_before_a_failure_is_not_lost() -> None:
    """A frame and a hang-up in one turn give both events."""
    wire = MemoryWire()
    board = SimulatedController(wire, random.Random(1), config=CONFIG)
    pump = LinkPump(HostLink(CONFIG), wire.open)
    steps = LockStep[LinkEvent](pump, board, wire, ZERO)
    steps.run_for(millis(1))
    board.set_raw(Channel(0), 99, steps.now)
    board.advance(Instant(millis(30)))
    port = pump.port
    assert isinstance(port, MemoryPort)
    heard = port.read()

    class LastWords(MemoryPort):
        def read(self) -> bytes:
            return heard

        def write(self, data: bytes) -> None:
            raise LinkLostError("gone")

    pump.port = LastWords(wire)
    assert [type(event) for event in pump.poll(Instant(millis(30)))] == [Frame, Down]


def test_closing_frees_the_port() -> None:
    """The next program can open it."""
    wire = MemoryWire()
    pump = LinkPump(HostLink(CONFIG), wire.open)
    pump.poll(ZERO)
    pump.close()
    pump.close()
    wire.open()
