"""The serial driver on a real pty: every failure is one `LinkLostError`."""

import os
import select
from collections.abc import Iterator

import pytest
import serial

from triboard.drivers import serial_port
from triboard.drivers.serial_port import BACKLOG, Dtr, open_serial
from triboard.errors import ConfigurationError, LinkLostError
from triboard.sim.wire_kernel import PtyWire, SocketWire


@pytest.fixture
def wire() -> Iterator[PtyWire]:
    made = PtyWire()
    yield made
    made.close()


def await_bytes(descriptor: int) -> None:
    assert select.select([descriptor], [], [], 2)[0]


def test_bytes_pass_both_ways_unchanged(wire: PtyWire) -> None:
    """Every byte value, also those that a terminal would eat."""
    port = open_serial(wire.path)
    assert port.read() == b""
    everything = bytes(range(256))
    wire.write(everything)
    await_bytes(port.fileno())
    assert wire.settle_wire(2, port)
    assert port.read() == everything
    port.write(everything)
    assert wire.settle_wire(2, port)
    assert wire.read() == everything
    assert (port.sent, port.received) == (256, 256)
    port.close()


def test_a_second_open_is_refused(wire: PtyWire) -> None:
    """Two daemons never share a board."""
    port = open_serial(wire.path)
    with pytest.raises(LinkLostError, match="exclusively lock"):
        open_serial(wire.path)
    port.close()
    open_serial(wire.path).close()


def test_an_absent_device_is_a_lost_link() -> None:
    """It may appear later."""
    with pytest.raises(LinkLostError, match="No such file"):
        open_serial("/dev/no-such-device")


def test_a_file_that_is_no_terminal_is_a_lost_link() -> None:
    """A node that exists but is not usable yet raises termios errors (field report 69)."""
    with pytest.raises(LinkLostError):
        open_serial("/dev/null")


def test_a_url_that_pyserial_does_not_know_is_a_mistake_in_the_configuration() -> None:
    """Trying again would not help."""
    with pytest.raises(ConfigurationError, match="by-id"):
        open_serial("nonsense://board")


def test_a_hang_up_while_reading_is_a_lost_link(wire: PtyWire) -> None:
    """The cable is pulled in the middle."""
    port = open_serial(wire.path)
    wire.unplug()
    with pytest.raises(LinkLostError):
        port.read()
    port.close()
    port.close()


def test_a_hang_up_while_writing_is_a_lost_link(wire: PtyWire) -> None:
    """Errno 5."""
    port = open_serial(wire.path)
    wire.unplug()
    with pytest.raises(LinkLostError):
        port.write(b"\0")
    port.close()


def test_a_controller_that_does_not_read_never_blocks_us(wire: PtyWire) -> None:
    """What the system does not take is kept in order, then the link counts as lost."""
    port = open_serial(wire.path)
    sent = b""
    while port.sent == len(sent):
        piece = os.urandom(4096)
        sent += piece
        port.write(piece)
    received = b""
    while len(received) < len(sent):
        received += wire.read()
        assert port.read() == b""
    assert received == sent
    with pytest.raises(LinkLostError, match="does not read"):
        port.write(bytes(3 * BACKLOG))
    port.close()


@pytest.mark.parametrize("policy", list(Dtr))
def test_dtr_and_rts_are_set_before_the_port_opens(
    wire: PtyWire, monkeypatch: pytest.MonkeyPatch, policy: Dtr
) -> None:
    """T-dtr: no edge after opening, which would reset some boards (field report 64)."""
    states: list[tuple[bool, bool, bool]] = []
    really_open = serial.Serial.open

    def observed(port: serial.Serial) -> None:
        states.append((port.is_open, port.dtr, port.rts))
        really_open(port)

    monkeypatch.setattr(serial.Serial, "open", observed)
    open_serial(wire.path, dtr=policy).close()
    assert states == [(False, policy.value, policy.value)]


def test_a_socket_serves_where_there_is_no_pty() -> None:
    """`socket://` behaves the same: bytes, hang-up, refusal, no left-over socket."""
    wire = SocketWire()
    port = open_serial(wire.path)
    port.write(b"up\0")
    assert wire.settle_wire(2, port)
    assert wire.read() == b"up\0"
    wire.write(b"down\0")
    await_bytes(port.fileno())
    assert port.read() == b"down\0"
    wire.unplug()
    await_bytes(port.fileno())
    with pytest.raises(LinkLostError):
        port.read()
    port.close()
    with pytest.raises(LinkLostError):
        open_serial(wire.path)
    wire.close()


def test_all_three_families_of_failure_are_known() -> None:
    """`SerialException` is an `OSError`; `termios.error` is not."""
    assert issubclass(serial.SerialException, OSError)
    assert any(not issubclass(family, OSError) for family in serial_port._LOST)
