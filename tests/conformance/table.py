"""The real host's link and a subject, joined by a line that may be bad."""

import random
from collections.abc import Callable

from tests.conformance.subject import Subject

from triboard.drivers.link import LinkPump
from triboard.protocol.config import ControllerConfig
from triboard.protocol.framing import DELIMITER
from triboard.protocol.host import HostLink
from triboard.protocol.host_events import Frame, LinkEvent
from triboard.sim.lockstep import LockStep
from triboard.sim.wire import MemoryPort
from triboard.units import Duration, Instant

Fate = Callable[[bytes, "random.Random"], bytes]
"""What a line makes of one packet: nothing, itself, itself twice, something damaged."""


def whole(packet: bytes, chance: random.Random) -> bytes:
    """A good line."""
    del chance
    return packet


def losing(share: float) -> Fate:
    """A line that loses this share of the packets."""
    return lambda packet, chance: b"" if chance.random() < share else packet


def mean(packet: bytes, chance: random.Random) -> bytes:
    """A line that does all that lines do, each now and then: lose, double, flip, cut, add noise."""
    match chance.randrange(20):
        case 0 | 1 | 2:
            return b""
        case 3:
            return packet * 2
        case 4:
            damaged = bytearray(packet)
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
            return bytes(damaged)
        case 5:
            return packet[: chance.randrange(len(packet))]
        case 6:
            return chance.randbytes(chance.randrange(1, 40)) + packet
        case _:
            return packet


class BadPort:
    """The host's end of the wire; each packet of either direction meets its fate."""

    def __init__(self, port: MemoryPort, line: "Line", chance: random.Random) -> None:
        self._port = port
        self._line = line
        self._chance = chance
        self._up = self._down = b""

    @property
    def sent(self) -> int:
        """Bytes that left, for the lock step."""
        return self._port.sent

    @property
    def received(self) -> int:
        """Bytes that came."""
        return self._port.received

    def fileno(self) -> int:
        """There is nothing to wait on."""
        return self._port.fileno()

    def read(self) -> bytes:
        """What the line leaves of the controller's packets."""
        passed, self._up = self._fate(self._up + self._port.read())
        return passed

    def write(self, data: bytes) -> None:
        """What the line leaves of the host's packets."""
        passed, self._down = self._fate(self._down + data)
        self._port.write(passed)

    def close(self) -> None:
        """Let go."""
        self._port.close()

    def _fate(self, data: bytes) -> tuple[bytes, bytes]:
        *packets, rest = data.split(DELIMITER)
        return b"".join(self._line.fate(packet + DELIMITER, self._chance) for packet in packets), rest


class Line:
    """A line whose fate may be changed while it is in use."""

    def __init__(self) -> None:
        self.fate: Fate = whole


class Joined:
    """A host's link that watches a subject, and everything that it heard."""

    def __init__(
        self,
        subject: Subject,
        *,
        seed: int = 1,
        unit: str | None = None,
        config: ControllerConfig | None = None,
        now: Instant = Instant(0),  # noqa: B008 (a number)
    ) -> None:
        self.subject = subject
        self.line = Line()
        self.events: list[LinkEvent] = []
        self.link = HostLink(config or subject.wanted, unit=unit)
        self._chance = random.Random(f"line {seed}")
        self.pump = LinkPump(self.link, self._open)
        self.steps = LockStep[LinkEvent](self.pump, subject, subject.wire, now)

    def _open(self) -> BadPort:
        return BadPort(self.subject.wire.open(), self.line, self._chance)

    @property
    def now(self) -> Instant:
        """The instant of both ends."""
        return self.steps.now

    def run(self, duration: Duration) -> list[LinkEvent]:
        """What the host learns in this time."""
        events = self.steps.run_for(duration)
        self.events += events
        return events

    @property
    def last(self) -> Frame:
        """The newest state that the host holds."""
        return next(event for event in reversed(self.events) if isinstance(event, Frame))
