"""A host in the hands of a test: says one message at a time and notes what it hears, with its instant."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from tests.conformance.subject import Subject

from triboard.protocol import messages as m
from triboard.protocol.codec import CONFIGURE_BYTES
from triboard.protocol.connection import Connection, NeedData, Role, WireEvent
from triboard.protocol.framing import DELIMITER, Damaged
from triboard.protocol.version import MAJOR, MINOR
from triboard.units import SECOND, Channel, Duration, Instant, after, millis

SETTLED: Final = millis(300)
"""Long enough for the slowest debouncing of a shipped board."""

MOMENT: Final = millis(50)
"""In which a controller answers whatever needs no scan: its loop finishes the scan that it is in."""

BOOTED: Final = Duration(SECOND)
"""In which a controller starts and says its banner."""


class Heard(NamedTuple):
    """A message of the controller and when it came."""

    at: Instant
    message: WireEvent


EARLY: Final = millis(15)
LATE: Final = millis(25)
"""How far something periodic may be off: what was said before it was short, or a scan had to end first."""

BYTE: Final = Duration(100)
"""A byte on the slowest line, 115200 baud, and a little: that bytes take time is nobody's fault."""


def bulk(count: int) -> Duration:
    """In which this many bytes arrive and are answered."""
    return Duration(MOMENT + count * BYTE)


MessageT = TypeVar("MessageT")


class Probe:
    """Speaks to a subject through its wire."""

    def __init__(self, subject: Subject) -> None:
        self.now = Instant(0)
        self.subject = subject
        self.connection = Connection(Role.HOST)
        self._port = subject.wire.open()
        self.heard: list[Heard] = []
        self._beat_at: Instant | None = None
        self._acking = False
        self.wait(BOOTED)
        self.heard.clear()

    def write(self, data: bytes) -> None:
        """Bytes as they are."""
        self._port.write(data)

    def say(self, *messages: m.HostMessage) -> None:
        """Messages in one piece."""
        self.write(b"".join(self.connection.send(message) for message in messages))

    def wait(self, duration: Duration) -> list[Heard]:
        """What is heard in this time."""
        before, end = len(self.heard), after(self.now, duration)
        self._turn()
        while True:
            self.subject.run_ahead(end if self._beat_at is None else min(end, self._beat_at))
            due = [self.subject.next_deadline(), self._beat_at]
            moment = min((one for one in due if one is not None), default=end)
            if moment > end:
                break
            self.now = max(self.now, moment)
            if self._beat_at is not None and self.now >= self._beat_at:
                self._beat_at = after(self.now, SECOND)
                self.say(m.Heartbeat())
            self._turn()
            if moment == end:
                break
        self.now = end
        self._turn()
        return self.heard[before:]

    def live(self, duration: Duration, *, acks: bool = True) -> list[Heard]:
        """As `wait`, with a heartbeat each second, and an ack for each frame."""
        self._beat_at, self._acking = self.now, acks
        heard = self.wait(duration)
        self._beat_at, self._acking = None, False
        return heard

    def ask(self, message: m.HostMessage, kind: type[MessageT]) -> MessageT:
        """The one answer of a kind to a message."""
        self.say(message)
        (answer,) = only(kind, self.wait(MOMENT))
        return answer

    def configure(self, data: bytes | None = None, *, size: int = CONFIGURE_BYTES) -> None:
        """Send a configuration, the board's own by default, in pieces."""
        data = self.subject.wanted.encode() if data is None else data
        for offset in range(0, len(data), size):
            self.say(m.Configure(offset, len(data), data[offset : offset + size]))

    def bring_up(self) -> m.Snapshot:
        """Greeting, configuration, first snapshot, as a host does it; what was heard is forgotten."""
        self.write(DELIMITER)
        self.say(m.HelloRequest(MAJOR, MINOR))
        self.wait(MOMENT)
        self.configure()
        self.live(SETTLED)
        snapshot = self.ask(m.SnapshotRequest(), m.Snapshot)
        self.heard.clear()
        return snapshot

    def touch(self, *values: int) -> None:
        """The first channels show these values from now on."""
        for channel, value in enumerate(values):
            self.subject.set_raw(Channel(channel), value, self.now)

    def _turn(self) -> None:
        self.subject.advance(self.now)
        self._read()
        self.subject.advance(self.now)
        self._read()

    def _read(self) -> None:
        self.connection.receive_data(self._port.read())
        while not isinstance(event := self.connection.next_event(), NeedData):
            self.heard.append(Heard(self.now, event))
            if self._acking and isinstance(event, m.SensorFrame | m.Snapshot):
                self.say(m.Ack(event.counter))


def only(kind: type[MessageT], heard: Sequence[Heard]) -> list[MessageT]:
    """The messages of a kind."""
    return [message for _, message in heard if isinstance(message, kind)]


def times(kind: type[object], heard: Sequence[Heard]) -> list[Instant]:
    """When messages of a kind came."""
    return [at for at, message in heard if isinstance(message, kind)]


def damaged(heard: Sequence[Heard]) -> list[Damaged]:
    """Stretches that were no message."""
    return only(Damaged, heard)
