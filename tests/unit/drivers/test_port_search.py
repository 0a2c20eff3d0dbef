"""Controllers at ports whose names mean nothing: real ptys, real pyserial, simulated controllers."""

import os
import random
import select
from collections.abc import Callable
from pathlib import Path

import pytest

from triboard.app.config import Config
from triboard.app.tables import port_search
from triboard.drivers.link import LinkPump
from triboard.drivers.port_search import candidates, is_pattern
from triboard.drivers.serial_port import open_serial
from triboard.protocol.config import ControllerConfig
from triboard.protocol.host import HostLink, Stage
from triboard.protocol.host_events import Frame, LinkEvent, Refused, Searching, Up
from triboard.sim.controller import SimulatedController
from triboard.sim.wire_kernel import PtyWire
from triboard.units import Channel, Instant, millis

ONE = ControllerConfig("one", 8, 4, millis(10), 3, 4, 2)
TWO = ControllerConfig("two", 8, 6, millis(10), 3, 4, 2)
STEP = millis(20)
KERNEL = 0.05  # seconds at most that one turn waits for the kernel to move bytes that are under way


class Room:
    """Controllers at ptys, hosts that look for them, and a virtual clock for all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = Instant(0)
        self.wires: dict[str, PtyWire] = {}
        self.controllers: dict[str, SimulatedController] = {}
        self.hosts: list[Seeker] = []
        self._everyone: list[SimulatedController] = []

    def plug(self, port: str, unit: str, config: ControllerConfig | None) -> SimulatedController:
        """A controller appears at a port."""
        wire = PtyWire(self.folder / port)
        controller = SimulatedController(wire, random.Random(unit), now=self.now, config=config, unit=unit)
        self.wires[port], self.controllers[unit] = wire, controller
        self._everyone.append(controller)
        return controller

    def stranger(self, port: str) -> PtyWire:
        """Something else appears at a port, and says nothing."""
        self.wires[port] = PtyWire(self.folder / port)
        return self.wires[port]

    def unplug(self, port: str) -> None:
        """It is gone."""
        self.wires.pop(port).close()

    def seek(self, config: ControllerConfig, unit: str | None = None) -> "Seeker":
        """A host that looks for its board."""
        self.hosts.append(Seeker(self, config, unit))
        return self.hosts[-1]

    def run(self, seconds: float) -> None:
        """Time passes; bytes under way arrive before the next step."""
        for _ in range(round(seconds * 1_000_000 / STEP)):
            self.now = Instant(self.now + STEP)
            for _ in range(20):
                if not self._turn():
                    break

    def _turn(self) -> bool:
        before = [wire.to_host + wire.from_host for wire in self.wires.values()]
        sent = sum(host.pump.port.sent for host in self.hosts if host.pump.port is not None)
        for controller in self._everyone:
            controller.advance(self.now)
        for host in self.hosts:
            host.events += host.pump.poll(self.now)
        moved = before != [wire.to_host + wire.from_host for wire in self.wires.values()]
        moved |= sent != sum(host.pump.port.sent for host in self.hosts if host.pump.port is not None)
        if moved:
            ends = [host.pump.port.fileno() for host in self.hosts if host.pump.port is not None]
            ends += [wire.descriptor for wire in self.wires.values() if wire.descriptor is not None]
            select.select(ends, [], [], KERNEL)
        return moved

    def close(self) -> None:
        """Everything goes."""
        for host in self.hosts:
            host.pump.close()
        for wire in self.wires.values():
            wire.close()


class Seeker:
    """A host's link with the search that `triboard run` uses."""

    def __init__(self, room: Room, config: ControllerConfig, unit: str | None) -> None:
        self.link = HostLink(config, unit=unit)
        settings = Config(serial=str(room.folder / "tty*"), unit=unit)
        self.pump = LinkPump(self.link, port_search(settings)(self.link.fits))
        self.events: list[LinkEvent] = []

    @property
    def unit(self) -> str | None:
        """The unit that it drives now."""
        ups = [event for event in self.events if isinstance(event, Up)]
        return ups[-1].hello.unit if ups and self.link.stage is Stage.UP else None

    @property
    def values(self) -> tuple[int, ...]:
        """The newest state that it heard."""
        return [event.values for event in self.events if isinstance(event, Frame)][-1]


@pytest.fixture
def room(tmp_path: Path) -> object:
    made = Room(tmp_path)
    yield made
    made.close()


def test_each_host_finds_its_own_board(room: Room) -> None:
    """Law: the board is known by what it says; the order of the ports means nothing."""
    room.plug("ttyACM0", "u2", TWO)
    room.plug("ttyACM1", "u1", ONE)
    one, two = room.seek(ONE), room.seek(TWO)
    room.run(3)
    assert (one.unit, two.unit) == ("u1", "u2")


def test_boards_that_swap_their_names_in_mid_game_are_found_again(room: Room) -> None:
    """Law: after both cables were pulled and the names exchanged each host goes on with its own board, within
    six seconds, and nothing of the other's state is ever believed."""
    first, second = room.plug("ttyACM0", "u1", ONE), room.plug("ttyACM1", "u2", TWO)
    one, two = room.seek(ONE), room.seek(TWO)
    room.run(3)
    first.set_raw(Channel(0), 90, room.now)
    second.set_raw(Channel(5), 70, room.now)
    room.run(1)
    names = ["ttyACM0", "ttyACM1"]
    for _ in range(2):
        for port in list(room.wires):
            room.unplug(port)
        room.run(1)
        names.reverse()
        room.plug(names[0], "u1", ONE)
        room.plug(names[1], "u2", TWO)
        room.controllers["u1"].set_raw(Channel(0), 91, room.now)
        room.controllers["u2"].set_raw(Channel(5), 71, room.now)
        room.run(6)
        assert (one.unit, two.unit) == ("u1", "u2")
        assert one.values == (91, 0, 0, 0)
        assert two.values == (0, 0, 0, 0, 0, 71)
    assert not [event for event in (*one.events, *two.events) if isinstance(event, Refused)]


def test_a_board_that_changes_behind_an_open_port_is_let_go(room: Room) -> None:
    """Law: a restart as another controller, without the port going away, starts the search anew."""
    controller = room.plug("ttyACM0", "u1", ONE)
    one = room.seek(ONE, unit="u1")
    room.run(2)
    controller.stand_in("other", None, room.now)
    room.plug("ttyACM1", "u1", ONE)
    room.run(8)
    assert one.unit == "u1"


def test_a_port_that_falls_silent_is_given_up_for_one_that_answers(room: Room) -> None:
    """Law: a controller that hangs keeps nobody from finding the board elsewhere."""
    controller = room.plug("ttyACM0", "u1", ONE)
    one = room.seek(ONE)
    room.run(2)
    controller.stall(Instant(10**12))
    room.plug("ttyACM1", "u1", ONE)
    room.run(8)
    assert one.unit == "u1"


def test_a_renumbered_port_is_found(room: Room) -> None:
    """Law: the same board under another name goes on within six seconds."""
    room.plug("ttyACM0", "u1", ONE)
    one = room.seek(ONE)
    room.run(2)
    for number in range(1, 4):
        room.unplug(f"ttyACM{number - 1}")
        room.run(0.5)
        room.plug(f"ttyACM{number}", "u1", ONE)
        room.run(6)
        assert one.unit == "u1"


def test_a_board_that_comes_late_is_found_beside_strangers(room: Room) -> None:
    """Law: silent and chatty devices cost nothing; a port that appears is greeted within a second."""
    room.stranger("ttyACM0")
    chatty = room.stranger("ttyUSB0")
    one = room.seek(ONE)
    for _ in range(20):
        chatty.write(b"$GPGGA,1,2,3*\r\n\0" * 50)
        room.run(0.3)
    assert one.unit is None
    room.plug("ttyACM1", "u1", ONE)
    room.run(1.5)
    assert one.unit == "u1"


def test_the_named_unit_is_taken_among_equal_boards(room: Room) -> None:
    """Law: of two boards of one kind each host drives the one that it names."""
    room.plug("ttyACM0", "left", ONE)
    room.plug("ttyACM1", "right", ONE)
    right, left = room.seek(ONE, "right"), room.seek(ONE, "left")
    room.run(3)
    assert (left.unit, right.unit) == ("left", "right")


def test_without_a_name_the_board_that_was_driven_last_is_preferred(room: Room) -> None:
    """Law: a second board of the same kind that appears during an outage is not mistaken for the first."""
    room.plug("ttyACM1", "first", ONE)
    one = room.seek(ONE)
    room.run(2)
    room.unplug("ttyACM1")
    room.run(0.2)
    room.plug("ttyACM0", "newcomer", ONE)
    room.plug("ttyACM2", "first", ONE)
    room.run(6)
    assert one.unit == "first"


def test_a_configured_board_is_preferred_to_a_new_one_and_a_new_one_is_taken_alone(room: Room) -> None:
    """Law: a blank controller is configured only where no board of ours answers."""
    room.plug("ttyACM0", "blank", None)
    room.plug("ttyACM1", "u1", ONE)
    one = room.seek(ONE)
    room.run(3)
    assert one.unit == "u1"
    two = room.seek(TWO)
    room.run(3)
    assert two.unit == "blank"


def test_several_new_controllers_are_not_guessed_between(room: Room) -> None:
    """Law: the search says which answer and asks for a name; none is configured."""
    for number in range(2):
        room.plug(f"ttyACM{number}", f"new-{number}", None)
    one = room.seek(ONE)
    room.run(8)
    assert one.unit is None
    assert any("new-0" in str(event) and "new-1" in str(event) for event in one.events)
    assert [controller.config for controller in room.controllers.values()] == [None, None]


def test_only_a_wrong_board_is_refused_in_words(room: Room) -> None:
    """Law: the reason is the misfit's, not silence; and the right one is taken as soon as it comes."""
    room.plug("ttyACM0", "u2", TWO)
    one = room.seek(ONE)
    room.run(4)
    (refused,) = [event for event in one.events if isinstance(event, Refused)]
    assert "'two'" in str(refused.error)
    assert room.controllers["u2"].config == TWO
    room.plug("ttyACM1", "u1", ONE)
    room.run(6)
    assert one.unit == "u1"


def test_no_port_at_all_is_searching(room: Room) -> None:
    """Law: told once, tried for ever."""
    one = room.seek(ONE)
    room.run(20)
    assert one.events == [Searching("no serial port is there")]


def test_a_port_in_use_is_named(room: Room) -> None:
    """Law: exclusive opening stays: nobody's port is shared."""
    wire = room.stranger("ttyACM0")
    holder = open_serial(wire.path)
    one = room.seek(ONE)
    room.run(2)
    assert isinstance(one.events[0], Searching)
    assert "ttyACM0" in one.events[0].reason
    holder.close()


def test_two_names_of_one_device_are_one_candidate(tmp_path: Path) -> None:
    """Law: a link and the device behind it are opened once, by the first pattern that names it."""
    (tmp_path / "ttyX").touch()
    (tmp_path / "ttyA").symlink_to(tmp_path / "ttyX")
    assert candidates(str(tmp_path / "tty*")) == [str(tmp_path / "ttyA")]
    assert is_pattern("auto")
    assert is_pattern("/dev/serial/by-id/*Pico*")
    assert not is_pattern("/dev/ttyACM0")


def test_its_descriptor_wakes_a_loop_for_every_port(room: Room) -> None:
    """Law: bytes of any candidate, and of the chosen one later, make the one descriptor readable."""
    stranger = room.stranger("ttyACM0")
    one = room.seek(ONE)
    one.pump.poll(room.now)
    assert one.pump.port is not None
    readable: Callable[[], bool] = lambda: bool(  # noqa: E731 (used twice below)
        select.select([one.pump.port.fileno() if one.pump.port else -1], [], [], 1)[0]
    )
    stranger.write(b"hello")
    assert readable()
    room.plug("ttyACM1", "u1", ONE)
    room.run(2)
    assert one.unit == "u1"
    os.write(room.wires["ttyACM1"].descriptor or -1, b"\0")
    assert readable()
