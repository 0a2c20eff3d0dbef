"""The host's end of the link: who answers, what it says, and how every loss heals. Sans-IO.

        opened                Hello            CRC differs
CLOSED ────────> GREETING ───────────┬────────────────────> CONFIGURING
   ^              ^  ^  ^            │ CRC equal                 │ Configured
   │ lost         │  │  │ 5 s        ├──────────> ASKING <───────┘
  (any)           │  │  └── REFUSED <┘ misfit       │ Snapshot
                  │  │                              v
                  │  └── new boot id (any) ──────── UP
                  └───── 3 s of silence (any) ──────┘

Instants come from the caller. After each call take `outgoing()` and plan the next `tick` by
`next_deadline()`.
"""

from dataclasses import replace
from enum import Enum, auto
from typing import Final

from triboard.errors import ControllerError, InternalError, ProtocolVersionError
from triboard.protocol import messages as m
from triboard.protocol.clock import ClockSync
from triboard.protocol.codec import CONFIGURE_BYTES
from triboard.protocol.config import ControllerConfig
from triboard.protocol.connection import Connection, NeedData, Role
from triboard.protocol.framing import DELIMITER, Damage, Damaged
from triboard.protocol.host_events import Down, LinkEvent, LinkQuality, Refused, Trouble, Up
from triboard.protocol.pixel_sender import PixelSender
from triboard.protocol.tracker import Tracker
from triboard.protocol.version import MAJOR, MINOR, Agreement, agree
from triboard.units import SECOND, Duration, Instant, after, millis

RETRY: Final = millis(500)
"""Between requests without an answer; a controller boots in 1.2 to 2 s (field report 63)."""

BEAT: Final = SECOND
"""Between heartbeats and pings; the controller darkens after `DARK_AFTER`."""

SILENCE: Final = Duration(3 * SECOND)
"""No packet for this long is a lost link; three snapshots are missing by then."""

DARK_AFTER: Final = Duration(3 * SECOND)
"""The controller's patience with a missing heartbeat."""

UNANSWERED: Final = Duration(5 * SECOND)
"""An open port that says nothing for this long is worth a word; a refused one is asked again."""


class Stage(Enum):
    """Where the link stands; see the drawing above."""

    CLOSED = auto()
    GREETING = auto()
    REFUSED = auto()
    CONFIGURING = auto()
    ASKING = auto()
    UP = auto()


_TALKING: Final = frozenset({Stage.CONFIGURING, Stage.ASKING, Stage.UP})


_MISSING: Final = {
    Stage.GREETING: "does not answer; is this port the board's, and does it run its firmware?",
    Stage.CONFIGURING: "does not take its configuration",
    Stage.ASKING: "sends no usable snapshot",
}


class HostLink:
    """Talks to one controller through whatever port it appears on.

    `unit` names the only controller that may be driven (`None`: any). `adopt` allows a controller that
    was configured for another board; without it such a one is refused, so that two boards whose ports
    are swapped are never confused.
    """

    def __init__(self, config: ControllerConfig, *, unit: str | None = None, adopt: bool = False) -> None:
        self.stage = Stage.CLOSED
        self._config = config
        self._unit = unit
        self._adopt = adopt
        self._counts = LinkQuality()
        self._connection = Connection(Role.HOST)
        self._clock = ClockSync()
        self._pixels = PixelSender()
        self._tracker = Tracker(config, self._clock)
        self._out = bytearray()
        self._hello: m.Hello | None = None
        self._agreement: Agreement | None = None
        self._announced = False  # `Up` was sent and no `Down` since
        self._ever = False
        self._last_up_boot: int | None = None
        self._retry_at = self._beat_at = self._heard_at = self._opened_at = self._worry_at = Instant(0)

    @property
    def hello(self) -> m.Hello | None:
        """What the controller last said of itself."""
        return self._hello

    @property
    def heard_at(self) -> Instant:
        """When the controller last said anything; its snapshot each second vouches for all channels."""
        return self._heard_at

    @property
    def quality(self) -> LinkQuality:
        """Counts of everything that went wrong or healed on this host's end."""
        return replace(
            self._counts,
            missed=self._counts.missed + self._connection.missed,
            duplicates=self._tracker.duplicates,
            gaps=self._tracker.gaps,
            healed=self._tracker.healed,
            resends=self._counts.resends + self._pixels.resends,
        )

    def opened(self, now: Instant) -> list[LinkEvent]:
        """A port is open; bytes from now on come from it."""
        self._counts = replace(self._counts, missed=self._counts.missed + self._connection.missed)
        self._connection = Connection(Role.HOST)
        self._opened_at = now
        self._out[:] = DELIMITER  # ends whatever half packet the other end may hold
        self._greet(now)
        return []

    def lost(self, reason: str) -> list[LinkEvent]:
        """The port broke or was closed."""
        self.stage = Stage.CLOSED
        self._out.clear()
        return self._down(reason)

    def feed(self, data: bytes, now: Instant) -> list[LinkEvent]:
        """Bytes as they came, cut anywhere."""
        if self.stage is Stage.CLOSED:
            return []
        self._connection.receive_data(data)
        events: list[LinkEvent] = []
        while not isinstance(event := self._connection.next_event(), NeedData):
            if isinstance(event, Damaged):
                self._count_damage(event)
            else:
                self._counts = replace(self._counts, received=self._counts.received + 1)
                self._heard_at = now
                events += self._hear(event, now)
        if (ack := self._tracker.take_ack()) is not None and self.stage is Stage.UP:
            self._send(ack)
        self._send_pixels(now)
        return events

    def tick(self, now: Instant) -> list[LinkEvent]:
        """Does what is due at `now`; harmless when nothing is."""
        if self.stage is Stage.CLOSED:
            return []
        events: list[LinkEvent] = []
        if self._listening() and now >= after(self._heard_at, SILENCE):
            events += self._down(f"no packet for {SILENCE // SECOND} s")
            self._greet(now)
        elif self.stage is not Stage.UP and now >= self._retry_at:
            events += self._retry(now)
        if self.stage in _TALKING and now >= self._beat_at:
            self._beat(now)
        self._send_pixels(now)
        return events

    def next_deadline(self) -> Instant | None:
        """When `tick` has something to do; `None` while the port is closed."""
        if self.stage is Stage.CLOSED:
            return None
        due = [] if self.stage is Stage.UP else [self._retry_at]
        if self._listening():
            due.append(after(self._heard_at, SILENCE))
        if self.stage in _TALKING:
            due.append(self._beat_at)
        if self.stage is Stage.UP and (resend := self._pixels.next_deadline()) is not None:
            due.append(resend)
        return min(due)

    def outgoing(self) -> bytes:
        """Bytes to write now; they are handed out once."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def show(self, rgb: bytes, now: Instant, *, keep: bool = True) -> None:
        """Red, green, blue of every pixel; sent again until the controller shows it, and with `keep` also
        when it went dark meanwhile (else `pixel_epoch` says that the caller must show again)."""
        if len(rgb) != 3 * self._config.pixels:
            raise InternalError(f"{len(rgb)} bytes for {self._config.pixels} pixels")
        self._pixels.want(rgb, keep=keep)
        self._send_pixels(now)

    def darken(self) -> None:
        """Ask for dark pixels at once, before the port is closed; without a link there is nobody to ask."""
        if self.stage is Stage.UP:
            for message in self._pixels.darkness(self._config.pixels):
                self._send(message)

    @property
    def pixel_epoch(self) -> int:
        """Grows whenever the controller's pixels may have gone dark by themselves."""
        return self._pixels.epoch

    @property
    def pixels_stuck(self) -> bool:
        """Whether a controller that answers otherwise does not acknowledge its pixels."""
        return self.stage is Stage.UP and self._pixels.stuck

    # what the other end says

    def _hear(self, message: m.Message, now: Instant) -> list[LinkEvent]:
        match message:
            case m.Hello():
                return self._hear_hello(message, now)
            case m.Pong(host_us, mcu_us, boot_id) if self.stage in _TALKING:
                if self._hello is not None and boot_id != self._hello.boot_id:
                    self._greet(now)  # it restarted and we missed its banner
                else:
                    self._clock.pong(host_us, mcu_us, now)
            case m.Configured(crc) if self.stage is Stage.CONFIGURING:
                if crc == self._config.crc:
                    self._ask(now)
            case m.Snapshot() if self.stage in (Stage.ASKING, Stage.UP):
                return self._hear_snapshot(message, now)
            case m.SensorFrame() if self.stage is Stage.UP:
                taken = self._tracker.frame(message, now)
                if taken.ask_snapshot:
                    self._send(m.SnapshotRequest())
                return taken.events
            case m.Quality() if self.stage is Stage.UP:
                return self._tracker.quality(message)
            case m.ShowAck(frame) if self.stage is Stage.UP:
                self._pixels.acked(frame, now)
            case m.Fault(text):
                return [Trouble(f"controller: {text}")]
            case _:
                pass  # said to an earlier stage, or to an earlier host
        return []

    def _hear_hello(self, hello: m.Hello, now: Instant) -> list[LinkEvent]:
        if self.stage in _TALKING:
            if self._hello is not None and hello.boot_id != self._hello.boot_id:
                self._greet(now)  # a banner: it restarted; the answer to this greeting counts
            return []
        if self.stage is Stage.REFUSED and hello == self._hello:
            return []
        self._hello = hello
        try:
            self._agreement = agree(hello.major, hello.minor)
            self._check_identity(hello)
        except ControllerError as error:
            self.stage = Stage.REFUSED
            self._retry_at = after(now, UNANSWERED)
            stranger = None if isinstance(error, ProtocolVersionError) else hello.unit
            return [*self._down(str(error)), Refused(error, stranger)]
        self._clock.clear()
        self._pixels.forget()
        self._worry_at = after(now, UNANSWERED)
        self._beat(now)  # the pong comes before the snapshot, so its instant is already right
        if hello.config_crc == self._config.crc:
            self._ask(now)
        else:
            self.stage = Stage.CONFIGURING
            self._send_config(now)
        return []

    def fits(self, hello: m.Hello) -> bool:
        """Whether this controller may be driven: version, unit and board."""
        try:
            agree(hello.major, hello.minor)
            self._check_identity(hello)
        except ControllerError:
            return False
        return True

    def _check_identity(self, hello: m.Hello) -> None:
        if self._unit is not None and hello.unit != self._unit:
            raise ControllerError(
                f"Unit {hello.unit!r} answers where {self._unit!r} belongs."
                " Swap the cables or adopt the unit."
            )
        if hello.board not in ("", self._config.board) and not self._adopt:
            raise ControllerError(
                f"The controller is set up for board {hello.board!r}, this program runs"
                f" {self._config.board!r}. Swap the cables or adopt the controller."
            )

    def _hear_snapshot(self, snapshot: m.Snapshot, now: Instant) -> list[LinkEvent]:
        first = self.stage is Stage.ASKING
        taken = self._tracker.snapshot(snapshot, now, first=first, not_before=self._opened_at)
        if not first or not taken.sound:
            return taken.events
        hello, agreement = self._hello, self._agreement
        if hello is None or agreement is None:
            raise InternalError("a snapshot was asked for before a hello")
        self.stage = Stage.UP
        new_boot = self._last_up_boot not in (None, hello.boot_id)
        up = Up(hello, agreement, not self._ever, new_boot)
        self._announced = self._ever = True
        self._last_up_boot = hello.boot_id
        self._counts = replace(self._counts, boots=self._counts.boots + new_boot)
        return [up, *taken.events]

    # what this end does

    def _greet(self, now: Instant) -> None:
        self.stage = Stage.GREETING
        self._worry_at = after(now, UNANSWERED)
        self._send(m.HelloRequest(MAJOR, MINOR))
        self._retry_at = after(now, RETRY)

    def _ask(self, now: Instant) -> None:
        self.stage = Stage.ASKING
        self._send(m.SnapshotRequest())
        self._retry_at = after(now, RETRY)

    def _send_config(self, now: Instant) -> None:
        data = self._config.encode()
        for offset in range(0, len(data), CONFIGURE_BYTES):
            self._send(m.Configure(offset, len(data), data[offset : offset + CONFIGURE_BYTES]))
        self._retry_at = after(now, RETRY)

    def _beat(self, now: Instant) -> None:
        if now >= after(self._beat_at, Duration(DARK_AFTER - BEAT)):
            self._pixels.forget()  # we were late; the controller may have gone dark
        self._send(m.Ping(now))
        if self.stage is Stage.UP:
            self._send(m.Heartbeat())
        self._beat_at = after(now, BEAT)

    def _retry(self, now: Instant) -> list[LinkEvent]:
        self._counts = replace(self._counts, resends=self._counts.resends + 1)
        match self.stage:
            case Stage.CONFIGURING:
                self._send_config(now)
            case Stage.ASKING:
                self._ask(now)
            case _:
                self._send(m.HelloRequest(MAJOR, MINOR))
                self._retry_at = after(now, UNANSWERED if self.stage is Stage.REFUSED else RETRY)
        if self.stage is Stage.REFUSED or now < self._worry_at:
            return []
        self._worry_at = Instant(now + 60 * SECOND)  # once a minute is enough to read
        missing = {Stage.CONFIGURING: "does not take its configuration", Stage.ASKING: "sends no snapshot"}
        what = missing.get(
            self.stage, "does not answer: is this port the board's, and does it run its firmware?"
        )
        return [Trouble(f"the controller {what}")]

    def _send(self, message: m.HostMessage) -> None:
        self._out += self._connection.send(message)

    def _send_pixels(self, now: Instant) -> None:
        if self.stage is Stage.UP:
            for message in self._pixels.messages(now):
                self._send(message)

    def _listening(self) -> bool:
        """Silence means something: the other end is expected to talk."""
        return self._announced or self.stage in _TALKING

    def _down(self, reason: str) -> list[LinkEvent]:
        announced, self._announced = self._announced, False
        return [Down(reason)] if announced else []

    def _count_damage(self, damaged: Damaged) -> None:
        if damaged.damage is Damage.UNKNOWN_TYPE:
            return  # a newer minor version says more than we know
        if self.stage in _TALKING:
            self._counts = replace(self._counts, damaged=self._counts.damaged + 1)
        else:
            self._counts = replace(self._counts, foreign=self._counts.foreign + 1)
