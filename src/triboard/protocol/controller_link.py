"""The controller's end of the link, sans-IO: only what a small controller does.

It speaks while a host was heard within `PATIENCE`; it keeps scanning without one. The MicroPython
firmware does the same and is tested with the same byte vectors.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final, TypeAlias

from triboard.protocol import messages as m
from triboard.protocol.codec import QUALITY_CHANNELS
from triboard.protocol.config import MOST_CONFIG, ControllerConfig
from triboard.protocol.connection import Connection, NeedData, Role
from triboard.protocol.framing import DELIMITER, Damage, Damaged
from triboard.protocol.unread import ranges_of
from triboard.protocol.values import state_crc
from triboard.protocol.version import MAJOR, MINOR
from triboard.units import SECOND, Duration, Instant, after, millis

RING: Final = 32
"""Unacked frames kept; more changes than this in one outage are healed by a snapshot."""

RESEND: Final = millis(100)
SNAPSHOT: Final = SECOND
QUALITY: Final = Duration(5 * SECOND)

PATIENCE: Final = Duration(3 * SECOND)
"""Pixels go dark this long after the last heartbeat, and sending stops this long after the last packet."""

_COUNTERS: Final = 1 << 32


@dataclass(frozen=True, slots=True)
class Identity:
    """What the controller says of itself in `Hello`; a boot id is new at each start."""

    firmware: str
    unit: str
    boot_id: int
    reset: m.ResetReason
    major: int = MAJOR
    minor: int = MINOR


@dataclass(frozen=True, slots=True)
class Reconfigured:
    """The host sent another configuration: keep it in flash, scan by it."""

    config: ControllerConfig


@dataclass(frozen=True, slots=True)
class PixelsShown:
    """The pixels show this now: red, green, blue of each."""

    rgb: bytes


ControllerEvent: TypeAlias = Reconfigured | PixelsShown


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One packet to write, and what it says (faults choose by it)."""

    message: m.ControllerMessage
    packet: bytes


class ControllerLink:
    """Answers the host, reports changes until they are acked, darkens pixels without a heartbeat."""

    def __init__(self, identity: Identity, config: ControllerConfig | None, *, booted: Instant) -> None:
        self.config = config
        self.identity = identity
        self._booted = booted
        self._connection = Connection(Role.CONTROLLER)
        self._out: list[Outgoing] = []
        self._frame = m.SensorFrame(m.Counter(0), m.McuTime(0), 8, ())
        self._ring: deque[m.SensorFrame] = deque(maxlen=RING)
        self._arriving = bytearray()  # configuration chunks
        self._set = bytearray()  # pixels set but not shown
        self._toggles: list[int] = []
        self._noise: list[int] = []
        self._crc_errors = 0
        self._heard: Instant | None = None
        self._dark_at: Instant | None = None
        self._resend_at = self._snapshot_at = self._quality_at = booted
        self._attach()
        self._send(self._hello())  # a banner; the host asks anyway, but hears of a restart at once

    def begin(self, values: tuple[int, ...], unread: frozenset[int] = frozenset()) -> None:
        """The first stable reading after a start or a new configuration; nothing is sent for it."""
        if self.config is not None:
            counter, at_us = self._frame.counter, self._frame.at_us
            self._frame = m.SensorFrame(counter, at_us, self.config.bits, values, ranges_of(unread))

    def report(self, values: tuple[int, ...], at: Instant, unread: frozenset[int] = frozenset()) -> None:
        """The stable reading changed at `at`: send it and keep it until it is acked.

        `unread` are channels that cannot be read now (a bus that does not answer): their values mean nothing,
        and a channel that joins or leaves them is a change as well.
        """
        if self.config is None:
            return
        counter = m.Counter((self._frame.counter + 1) % _COUNTERS)
        bits = self.config.bits
        self._frame = m.SensorFrame(counter, self._mcu(at), bits, values, ranges_of(unread))
        if not self._listening(at):
            return
        if not self._ring:
            self._resend_at = after(at, RESEND)
        self._ring.append(self._frame)
        self._send(self._frame)

    def count_toggle(self, channel: int) -> None:
        """The raw level of a channel changed; the host judges flicker by it."""
        self._toggles[channel] = min(0xFFFF, self._toggles[channel] + 1)

    def note_noise(self, channel: int, distance: int) -> None:
        """A settled channel shows something so far from its stable value, within the dead band."""
        self._noise[channel] = max(self._noise[channel], distance)

    def feed(self, data: bytes, now: Instant) -> list[ControllerEvent]:
        """Bytes as they came, cut anywhere."""
        self._connection.receive_data(data)
        events: list[ControllerEvent] = []
        while not isinstance(event := self._connection.next_event(), NeedData):
            if isinstance(event, Damaged):
                self._crc_errors += event.damage is not Damage.UNKNOWN_TYPE
                continue
            if not self._listening(now):
                self._resume(now)
            self._heard = now
            events += self._obey(event, now)
        return events

    def tick(self, now: Instant) -> list[ControllerEvent]:
        """Does what is due at `now`."""
        if self._listening(now):
            if self._ring and now >= self._resend_at:
                for frame in self._ring:
                    self._send(frame)
                self._resend_at = after(now, RESEND)
            if now >= self._snapshot_at:
                self._send_snapshot(now)
            if now >= self._quality_at:
                self._send_quality(now)
        if self._dark_at is not None and now >= self._dark_at:
            self._dark_at = None
            self._set[:] = bytes(len(self._set))
            return [PixelsShown(bytes(self._set))]
        return []

    def next_deadline(self, now: Instant) -> Instant | None:
        """When `tick` has something to do; `None` when only the host can change that."""
        due = [] if self._dark_at is None else [self._dark_at]
        if self._listening(now) and self.config is not None:
            due += [self._snapshot_at, self._quality_at]
            if self._ring:
                due.append(self._resend_at)
        return min(due, default=None)

    def outgoing(self) -> list[Outgoing]:
        """Packets to write now; they are handed out once."""
        packets, self._out = self._out, []
        return packets

    def _obey(self, message: m.Message, now: Instant) -> list[ControllerEvent]:
        match message:
            case m.HelloRequest():
                self._ring.clear()  # a new host begins with a snapshot
                self._send(self._hello())
            case m.Configure():
                return self._configure(message)
            case m.Ack(counter):
                while self._ring and (counter - self._ring[0].counter) % _COUNTERS < _COUNTERS // 2:
                    self._ring.popleft()
                self._resend_at = after(now, RESEND)
            case m.SnapshotRequest():
                self._send_snapshot(now)
            case m.Ping(host_us):
                self._send(m.Pong(host_us, self._mcu(now), self.identity.boot_id))
            case m.Heartbeat():
                if self._dark_at is not None:
                    self._dark_at = after(now, PATIENCE)
            case m.SetPixels(first, rgb):
                if 3 * first + len(rgb) <= len(self._set):
                    self._set[3 * first : 3 * first + len(rgb)] = rgb
            case m.ShowPixels(frame):
                self._dark_at = after(now, PATIENCE)
                self._send(m.ShowAck(frame))
                return [PixelsShown(bytes(self._set))]
            case _:
                pass  # `Connection` lets no message of our own role through
        return []

    def _configure(self, chunk: m.Configure) -> list[ControllerEvent]:
        if chunk.offset == 0:
            self._arriving.clear()
            if chunk.total > MOST_CONFIG:
                self._send(m.Fault(f"configuration refused: {chunk.total} bytes, at most {MOST_CONFIG} fit"))
        if max(chunk.total, chunk.offset + len(chunk.data)) > MOST_CONFIG:
            return []
        if chunk.offset != len(self._arriving):
            return []  # a chunk is missing; the host sends all again
        self._arriving += chunk.data
        if len(self._arriving) < chunk.total:
            return []
        try:
            config = ControllerConfig.decode(bytes(self._arriving))
        except ValueError as error:
            self._send(m.Fault(f"configuration refused: {error}"))
            return []
        changed = config != self.config
        self.config = config
        if changed:
            self._ring.clear()
            self._attach()
        self._send(m.Configured(config.crc))
        return [Reconfigured(config)] if changed else []

    def _attach(self) -> None:
        if self.config is not None:
            self._set = bytearray(3 * self.config.pixels)
            self._toggles = [0] * self.config.channels
            self._noise = [0] * self.config.channels
            self.begin((0,) * self.config.channels)

    def _hello(self) -> m.Hello:
        config, who = self.config, self.identity
        return m.Hello(
            major=who.major,
            minor=who.minor,
            firmware=who.firmware,
            board=config.board if config else "",
            unit=who.unit,
            channels=config.channels if config else 0,
            pixels=config.pixels if config else 0,
            config_crc=config.crc if config else 0,
            boot_id=who.boot_id,
            reset=who.reset,
        )

    def _send_snapshot(self, now: Instant) -> None:
        self._snapshot_at = after(now, SNAPSHOT)
        if self.config is None:
            return
        frame = self._frame
        crc = state_crc(frame.values, frame.bits)
        self._send(m.Snapshot(frame.counter, frame.at_us, frame.bits, frame.values, crc, frame.unread))

    def _send_quality(self, now: Instant) -> None:
        self._quality_at = after(now, QUALITY)
        if self.config is None:
            return
        for first in range(0, len(self._toggles), QUALITY_CHANNELS):
            toggles = tuple(self._toggles[first : first + QUALITY_CHANNELS])
            noise = self._noise[first : first + QUALITY_CHANNELS]
            band = self.config.dead_band
            margins = tuple(band - min(band, one) for one in noise) if self.config.bits > 1 else None
            loop = self.config.scan_period
            self._send(m.Quality(loop, self._crc_errors, None, first, toggles, margins))
        self._toggles = [0] * len(self._toggles)
        self._noise = [0] * len(self._noise)

    def _resume(self, now: Instant) -> None:
        """A host is heard after a silence."""
        self._ring.clear()
        self._snapshot_at = after(now, SNAPSHOT)
        self._quality_at = after(now, QUALITY)

    def _listening(self, now: Instant) -> bool:
        return self._heard is not None and now < after(self._heard, PATIENCE)

    def _mcu(self, now: Instant) -> m.McuTime:
        return m.McuTime(now - self._booted)

    def _send(self, message: m.ControllerMessage) -> None:
        packet = self._connection.send(message)
        if isinstance(message, m.Hello):
            packet = DELIMITER + packet  # ends boot text or half a packet from before a reset
        self._out.append(Outgoing(message, packet))
