"""Which port a command means: the only controller, the only Pico, or a question back."""

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from triboard.app import firmware_ports
from triboard.app.firmware_ports import the_port
from triboard.app.realtime import monotonic
from triboard.drivers.handshake import ask_hello, open_alone
from triboard.drivers.serial_port import open_serial
from triboard.errors import ConfigurationError, ControllerError
from triboard.protocol.config import ControllerConfig
from triboard.sim.controller import SimulatedController
from triboard.sim.wire_kernel import PtyWire
from triboard.units import millis

pytestmark = pytest.mark.timeout(60)

CONFIG = ControllerConfig("trike", 8, 4, millis(10), 3, 4, 2)


class Shelf:
    """Controllers at ptys that live in real time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.micropython: list[str] = []
        self._living: list[SimulatedController] = []
        self._wires: list[PtyWire] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    def controller(self, port: str, unit: str) -> str:
        """One with our firmware."""
        path = self.stranger(port)
        self._living.append(
            SimulatedController(self._wires[-1], Random(unit), now=monotonic(), config=CONFIG, unit=unit)
        )
        return path

    def stranger(self, port: str) -> str:
        """Something that says nothing."""
        self._wires.append(PtyWire(self.folder / port))
        return self._wires[-1].path

    def ports(self) -> list[str]:
        """What stands under /dev."""
        return [wire.path for wire in self._wires]

    def _live(self) -> None:
        while not self._over.wait(0.005):
            for controller in list(self._living):
                controller.advance(monotonic())

    def close(self) -> None:
        """Everything off."""
        self._over.set()
        self._thread.join(10)
        for wire in self._wires:
            wire.close()


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    made = Shelf(tmp_path)
    monkeypatch.setattr(firmware_ports, "candidates", lambda _: made.ports())
    monkeypatch.setattr(firmware_ports, "micropython_ports", lambda: made.micropython)
    monkeypatch.setattr(firmware_ports, "BRIEFLY", 0.6)
    yield made
    made.close()


def test_a_port_that_is_named_is_taken_as_it_is(shelf: Shelf) -> None:
    """Law: nothing is opened for it."""
    assert the_port("/dev/ttyACM9", None) == "/dev/ttyACM9"


def test_the_only_controller_is_taken_beside_strangers(shelf: Shelf) -> None:
    """Law: what answers as ours is it; silent devices do not count."""
    shelf.stranger("ttyUSB0")
    path = shelf.controller("ttyACM0", "u1")
    assert the_port(None, None) == path


def test_a_new_pico_is_known_by_its_usb_name(shelf: Shelf) -> None:
    """Law: a Pico that runs only MicroPython says no hello, but its USB identity is MicroPython's."""
    shelf.stranger("ttyUSB0")
    shelf.micropython.append(shelf.stranger("ttyACM0"))
    assert the_port(None, None) == shelf.micropython[0]


def test_several_are_listed_and_a_unit_decides(shelf: Shelf) -> None:
    """Law: nothing is guessed; the mistake lists what is there."""
    shelf.controller("ttyACM0", "left")
    path = shelf.controller("ttyACM1", "right")
    with pytest.raises(ConfigurationError, match=r"several .*unit left, board trike.*unit right"):
        the_port(None, None)
    assert the_port(None, "right") == path


def test_none_at_all_says_how_to_begin(shelf: Shelf) -> None:
    """Law: the way to MicroPython is named."""
    with pytest.raises(ConfigurationError, match="BOOTSEL"):
        the_port(None, None)


def test_a_port_in_use_is_the_reason_where_nothing_else_is_there(shelf: Shelf) -> None:
    """Law: a daemon that holds the only port is named, not "no Pico"."""
    path = shelf.controller("ttyACM0", "u1")
    holder = open_serial(path)
    with pytest.raises(ControllerError, match="in use"):
        the_port(None, None)
    holder.close()


def test_hello_comes_through_noise(shelf: Shelf) -> None:
    """Law: asking finds the hello among other bytes, and gives up where there is none."""
    port = open_alone(shelf.controller("ttyACM0", "u1"))
    hello = ask_hello(port)
    assert hello is not None
    assert hello.unit == "u1"
    port.close()
    silent = open_alone(shelf.stranger("ttyACM1"))
    assert ask_hello(silent, 0.3) is None
    silent.close()
