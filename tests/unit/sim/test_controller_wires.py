"""The wires that a simulated controller can hang on, joined with the real pyserial driver."""

import random
import select
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from triboard.drivers.link import LinkPort, LinkPump
from triboard.drivers.serial_port import open_serial
from triboard.errors import InternalError, LinkLostError
from triboard.protocol.config import ControllerConfig
from triboard.protocol.host import HostLink
from triboard.protocol.host_events import Down, Frame, LinkEvent, Searching, Up
from triboard.sim.controller import SimulatedController
from triboard.sim.lockstep import LockStep
from triboard.sim.wire import MemoryWire
from triboard.sim.wire_kernel import PtyWire, SocketWire, real_wire
from triboard.units import SECOND, Channel, Duration, Instant, millis

CONFIG = ControllerConfig("b", 8, 4, millis(10), 3, 4, 300)
ZERO = Instant(0)
RGB = bytes(range(225)) * 4

AnyWire = MemoryWire | PtyWire | SocketWire


def opener_of(wire: AnyWire) -> Callable[[], LinkPort]:
    if isinstance(wire, MemoryWire):
        return wire.open
    return lambda: open_serial(wire.path)


@pytest.fixture(params=["memory", "pty", "socket"])
def wire(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyWire]:
    made: AnyWire
    match request.param:
        case "memory":
            made = MemoryWire()
        case "pty":
            made = PtyWire(tmp_path / "board")
        case _:
            made = SocketWire()
    yield made
    made.close()


def history(wire: AnyWire) -> tuple[list[LinkEvent], bytes]:
    """Everything that a host hears in a scripted hour of mishaps, and the light at its end."""
    board = SimulatedController(wire, random.Random(3))
    pump = LinkPump(HostLink(CONFIG), opener_of(wire))
    steps = LockStep[LinkEvent](pump, board, wire, ZERO)
    events = steps.run_for(millis(100))
    board.set_raw(Channel(1), 90, steps.now)
    pump.show(RGB, steps.now)
    events += steps.run_for(millis(2500))
    board.drop_next_frames(2)
    board.set_raw(Channel(2), 90, steps.now)
    events += steps.run_for(millis(700))
    wire.unplug()
    events += steps.run_for(millis(2000))
    board.set_raw(Channel(3), 90, steps.now)
    wire.plug()
    events += steps.run_for(millis(7000))
    pump.close()
    return events, board.pixels


def test_every_wire_tells_the_same_story(wire: AnyWire) -> None:
    """A run on virtual time does not depend on what carries the bytes: equal events at equal instants."""
    events, light = history(wire)
    reasons = (Down, Searching)
    told = [type(event) if isinstance(event, reasons) else event for event in events]
    expected, same_light = history(MemoryWire())
    assert told == [type(event) if isinstance(event, reasons) else event for event in expected]
    assert light == same_light == RGB


def test_a_cable_pulled_and_put_back_gives_one_loss_and_a_full_state(wire: AnyWire) -> None:
    """T-replug-continue: one `Down`, one `Searching`, then `Up` and a frame with all changes since."""
    events, _ = history(wire)
    changes = [event for event in events if isinstance(event, Up | Down | Searching | Frame)]
    kinds = [type(event) for event in changes]
    assert kinds == [Up, Frame, Frame, Frame, Down, Searching, Up, Frame]
    assert isinstance(changes[-1], Frame)
    assert changes[-1].values == (0, 90, 90, 90)


def test_a_renumbered_device_is_found_by_its_stable_link(tmp_path: Path) -> None:
    """T-renumber: the pty returns under another name; the link by id leads to it within 5 s."""
    link = tmp_path / "by-id"
    wire = PtyWire(link)
    board = SimulatedController(wire, random.Random(1), config=CONFIG)
    pump = LinkPump(HostLink(CONFIG), lambda: open_serial(str(link)))
    steps = LockStep[LinkEvent](pump, board, wire, ZERO)
    steps.run_for(millis(100))
    before = wire.name
    wire.unplug()
    assert not link.is_symlink()
    steps.run_for(Duration(100 * SECOND))
    wire.plug()
    assert wire.name != before
    assert Up in {type(event) for event in steps.run_for(Duration(5 * SECOND))}
    pump.close()
    wire.close()


def test_a_device_that_appears_late_is_found() -> None:
    """T-late-device: the host searches first, the device comes after 60 s."""
    wire = PtyWire()
    wire.unplug()
    board = SimulatedController(wire, random.Random(1), config=CONFIG)
    pump = LinkPump(HostLink(CONFIG), lambda: open_serial(wire.path))
    steps = LockStep[LinkEvent](pump, board, wire, ZERO)
    (searching,) = steps.run_for(Duration(60 * SECOND))
    assert isinstance(searching, Searching)
    wire.plug()
    assert [type(event) for event in steps.run_for(Duration(5 * SECOND))] == [Up, Frame]
    pump.close()
    wire.close()


def test_bytes_sent_while_nobody_listens_are_lost(wire: AnyWire) -> None:
    """Neither a pulled cable nor a full buffer raises in the controller."""
    wire.unplug()
    wire.unplug()
    wire.write(b"lost")
    assert (wire.read(), wire.plugged) == (b"", False)
    wire.plug()
    wire.plug()
    assert wire.plugged
    if isinstance(wire, PtyWire):
        for _ in range(100):
            wire.write(bytes(4096))
        assert wire.to_host < 100 * 4096


def test_a_wire_that_does_not_deliver_is_told(wire: AnyWire) -> None:
    """`settle_wire` gives up; a lock step does not go on as if nothing were missing."""
    if isinstance(wire, MemoryWire):
        return

    class Liar:
        sent, received = 10, 0

        def fileno(self) -> int:
            return 0

    assert wire.settle_wire(0.01, None)
    assert not wire.settle_wire(0.01, Liar())


def test_a_wire_through_the_kernel_can_be_waited_on(wire: AnyWire) -> None:
    """Its descriptor turns readable when the host opens or writes; unplugged there is none."""
    if isinstance(wire, MemoryWire):
        assert wire.descriptor is None
        return
    port = opener_of(wire)()
    assert wire.settle_wire(2, port)
    port.write(b"up\0")
    assert wire.descriptor is not None
    assert select.select([wire.descriptor], [], [], 2)[0]
    assert wire.settle_wire(2, port)
    assert wire.read() == b"up\0"
    port.close()
    wire.unplug()
    assert wire.descriptor is None


def test_a_memory_wire_has_one_host_at_a_time_and_no_descriptor() -> None:
    """Like an exclusive port."""
    wire = MemoryWire()
    port = wire.open()
    with pytest.raises(LinkLostError, match="in use"):
        wire.open()
    with pytest.raises(InternalError):
        port.fileno()
    port.close()
    wire.open().close()


def test_the_platforms_best_wire_is_a_pty() -> None:
    """Where there is one; the same choice is made in simulation mode."""
    wire = real_wire()
    assert isinstance(wire, PtyWire)
    wire.close()
