"""What a wire between a simulated controller and the host's driver is, and one in memory.

Every wire has the controller's end (`read`, `write`), a plug, and `settle_wire`, which a lock-step
harness calls so that bytes in the kernel's hands do not make a run on virtual time depend on real time.
Wires through the kernel are in `wire_kernel`.
"""

from typing import Protocol

from triboard.errors import InternalError, LinkLostError


class CountedPort(Protocol):
    """The host's end as far as a wire must know it: bytes since it was opened."""

    @property
    def sent(self) -> int: ...
    @property
    def received(self) -> int: ...
    def fileno(self) -> int: ...


class Wire(Protocol):
    """The controller's end of a wire. `to_host`, `from_host`: bytes since the wire was made."""

    to_host: int
    from_host: int

    @property
    def plugged(self) -> bool: ...
    @property
    def descriptor(self) -> int | None:
        """What to wait on for bytes from the host; `None` where there is nothing, as when unplugged."""
        ...

    def read(self) -> bytes:
        """All bytes from the host that have arrived, maybe none."""
        ...

    def write(self, data: bytes) -> None:
        """Send to the host; lost when unplugged or when nobody reads and the buffers are full."""
        ...

    def unplug(self) -> None:
        """Pull the cable: the host's port breaks, bytes under way are lost."""
        ...

    def plug(self) -> None:
        """Put the cable in again."""
        ...

    def settle_wire(self, timeout: float, port: CountedPort | None) -> bool:
        """Wait (real seconds) until each end can read all that the other sent; `False` on time-out."""
        ...

    def close(self) -> None: ...


class MemoryWire:
    """Two byte queues; `open` gives the host's end, one at a time, as an exclusive port would."""

    def __init__(self) -> None:
        self.to_host = self.from_host = 0
        self._up = bytearray()
        self._down = bytearray()
        self._port: MemoryPort | None = None
        self.plugged = True

    @property
    def descriptor(self) -> None:
        """There is nothing to wait on."""
        return

    def open(self) -> "MemoryPort":
        """The host's end; what came before is flushed, as pyserial does. Raises `LinkLostError`."""
        if not self.plugged:
            raise LinkLostError("no such port")
        if self._port is not None:
            raise LinkLostError("the port is in use")
        self._up.clear()
        self._port = MemoryPort(self)
        return self._port

    def read(self) -> bytes:
        """Bytes from the host."""
        data = bytes(self._down)
        self._down.clear()
        self.from_host += len(data)
        return data

    def write(self, data: bytes) -> None:
        """Bytes to the host."""
        if self.plugged:
            self.to_host += len(data)
            self._up += data

    def unplug(self) -> None:
        """Pull the cable."""
        self.plugged = False
        self._port = None
        self._up.clear()
        self._down.clear()

    def plug(self) -> None:
        """Put it in again."""
        self.plugged = True

    def settle_wire(self, timeout: float, port: CountedPort | None) -> bool:  # noqa: ARG002 - nothing to wait for
        """Memory is always settled."""
        return True

    def close(self) -> None:
        """Same as pulling the cable."""
        self.unplug()

    def take(self, port: "MemoryPort") -> bytes:
        """What the host's end reads."""
        self._must_be_open(port)
        data = bytes(self._up)
        self._up.clear()
        return data

    def give(self, port: "MemoryPort", data: bytes) -> None:
        """What the host's end writes."""
        self._must_be_open(port)
        self._down += data

    def leave(self, port: "MemoryPort") -> None:
        """The host closes its end."""
        if self._port is port:
            self._port = None

    def _must_be_open(self, port: "MemoryPort") -> None:
        if self._port is not port:
            raise LinkLostError("the cable was pulled")


class MemoryPort:
    """The host's end of a `MemoryWire`; satisfies `ports.SerialPort`."""

    def __init__(self, wire: MemoryWire) -> None:
        self.sent = self.received = 0
        self._wire = wire

    def fileno(self) -> int:
        """There is nothing to wait on."""
        raise InternalError("a wire in memory has no descriptor")

    def read(self) -> bytes:
        """All bytes that have arrived."""
        data = self._wire.take(self)
        self.received += len(data)
        return data

    def write(self, data: bytes) -> None:
        """Send."""
        self._wire.give(self, data)
        self.sent += len(data)

    def close(self) -> None:
        """Let go."""
        self._wire.leave(self)
