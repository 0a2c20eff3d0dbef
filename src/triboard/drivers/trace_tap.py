"""A port whose bytes are told to whoever records them; costs nothing while nobody does."""

from collections.abc import Callable

from triboard.drivers.link import LinkPort
from triboard.errors import LinkLostError
from triboard.protocol.trace import Chunk, Sender
from triboard.units import Instant

Tell = Callable[[Chunk], None]


class TappedPort:
    """Passes everything on to a port. Satisfies `LinkPort`."""

    def __init__(self, port: LinkPort, clock: Callable[[], Instant], tell: Tell) -> None:
        self._port = port
        self._clock = clock
        self._tell = tell
        tell(Chunk(clock(), Sender.OPENED))

    @property
    def sent(self) -> int:
        """Bytes since it was opened."""
        return self._port.sent

    @property
    def received(self) -> int:
        """Bytes since it was opened."""
        return self._port.received

    def fileno(self) -> int:
        """Descriptor to wait on."""
        return self._port.fileno()

    def read(self) -> bytes:
        """All bytes that have arrived."""
        try:
            data = self._port.read()
        except LinkLostError:
            self._tell(Chunk(self._clock(), Sender.LOST))
            raise
        if data:
            self._tell(Chunk(self._clock(), Sender.CONTROLLER, data))
        return data

    def write(self, data: bytes) -> None:
        """Send all of `data`."""
        self._tell(Chunk(self._clock(), Sender.HOST, data))
        self._port.write(data)

    def close(self) -> None:
        """Let the port go."""
        self._port.close()


def tapped(
    opener: Callable[[], LinkPort], clock: Callable[[], Instant], tell: Tell
) -> Callable[[], TappedPort]:
    """An opener whose ports tell what passes."""
    return lambda: TappedPort(opener(), clock, tell)
