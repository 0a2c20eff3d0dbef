"""The link to the controller in the world: opens the port, re-opens it for ever, feeds `HostLink`.

`LinkPump` is synchronous and takes the time as an argument: the loop gives it real time and waits on its
port's descriptor, a harness drives it on virtual time.
"""

import logging
from collections.abc import Callable
from typing import Final, Protocol

from triboard.errors import BoardNotFoundError, LinkLostError
from triboard.ports import SerialPort
from triboard.protocol.host import HostLink, Stage
from triboard.protocol.host_events import Down, LinkEvent, LinkQuality, Refused, Searching, Trouble, Up
from triboard.protocol.messages import Hello
from triboard.units import Instant, after, millis

RETRIES: Final = (millis(500), millis(1000), millis(2000), millis(4000), millis(4500))
"""Waits between attempts to open; the last repeats for ever, and with a handshake it stays within 5 s."""


class LinkPort(SerialPort, Protocol):
    """A serial port that counts bytes since it was opened."""

    @property
    def sent(self) -> int: ...
    @property
    def received(self) -> int: ...


_log = logging.getLogger(__name__)


class LinkPump:
    """Brings bytes, time and a port to a `HostLink`. Call `poll` when bytes came or time is due.

    `opener` opens the port or raises `LinkLostError`. `closing` is told before a port is closed.
    """

    def __init__(
        self,
        link: HostLink,
        opener: Callable[[], LinkPort],
        *,
        closing: Callable[[LinkPort], None] | None = None,
    ) -> None:
        self.port: LinkPort | None = None
        self._link = link
        self._opener = opener
        self._closing = closing
        self._attempts = 0
        self._retry_at = Instant(0)
        self._searching = False
        self._broken: str | None = None
        self._polled = Instant(0)
        self._refusal = ""

    @property
    def up(self) -> bool:
        """Whether a controller is there and agreed."""
        return self.port is not None and self._link.stage is Stage.UP

    @property
    def hello(self) -> Hello | None:
        """What the controller last said of itself."""
        return self._link.hello

    @property
    def heard_at(self) -> Instant:
        """When the controller last said anything."""
        return self._link.heard_at

    @property
    def stage(self) -> Stage:
        """How far the controller and this program have agreed."""
        return self._link.stage

    @property
    def refusal(self) -> str:
        """Why the controller that answers is not driven; empty where it is."""
        return self._refusal if self._link.stage is Stage.REFUSED else ""

    @property
    def pixel_epoch(self) -> int:
        """Grows whenever the controller's pixels may have gone dark by themselves."""
        return self._link.pixel_epoch

    @property
    def pixels_stuck(self) -> bool:
        """Whether the controller does not acknowledge its pixels."""
        return self._link.pixels_stuck

    @property
    def quality(self) -> LinkQuality:
        """Counts of what went wrong and healed."""
        return self._link.quality

    def poll(self, now: Instant) -> list[LinkEvent]:
        """Open, read, do what is due, write; the events in order. Never raises `LinkLostError`."""
        events: list[LinkEvent] = []
        self._polled = now
        if self.port is None and now >= self._retry_at:
            events += self._open(now)
        if self.port is not None:
            try:
                self._pass(self.port, now, events)
            except LinkLostError as error:
                self._close()
                self._plan_retry(now)
                events += self._link.lost(str(error))
                if isinstance(error, BoardNotFoundError):
                    events += self._search(str(error))
        for event in events:
            self._note(event)
        return events

    def next_deadline(self) -> Instant:
        """When `poll` is needed though no byte came."""
        if self._broken is not None:
            return Instant(0)
        deadline = None if self.port is None else self._link.next_deadline()
        return self._retry_at if deadline is None else deadline

    def show(self, rgb: bytes, now: Instant | None = None, *, keep: bool = True) -> None:
        """Pixels for the controller; they leave at once, or when the link is up again. Without `now` it is
        the instant of the last `poll`. `keep`: see `HostLink.show`."""
        self._link.show(rgb, self._polled if now is None else now, keep=keep)
        self._flush()

    def darken(self) -> None:
        """Dark pixels at once, whatever is under way; for the moment before `close`."""
        self._link.darken()
        self._flush()

    def poke(self) -> None:
        """Something says that the device appeared: try with the next `poll`."""
        self._attempts = 0
        self._retry_at = Instant(0)

    def close(self) -> None:
        """Let the port go; a later `poll` would open it again."""
        self._close()
        self._link.lost("closed")
        self.poke()

    def _open(self, now: Instant) -> list[LinkEvent]:
        try:
            self.port = self._opener()
        except LinkLostError as error:
            if isinstance(error, BoardNotFoundError):
                self._attempts = min(self._attempts, 1)  # another search may hold them for a moment
            self._plan_retry(now)
            return self._search(str(error))
        return self._link.opened(now)

    def _pass(self, port: LinkPort, now: Instant, events: list[LinkEvent]) -> None:
        """What happened before a failure is in `events` all the same."""
        if self._broken is not None:
            raise LinkLostError(self._broken)
        if data := port.read():
            events += self._link.feed(data, now)
        events += self._link.tick(now)
        if out := self._link.outgoing():
            port.write(out)

    def _flush(self) -> None:
        """Write at once; a port that breaks at it is told of by the next `poll`."""
        if self.port is None or not (out := self._link.outgoing()):
            return
        try:
            self.port.write(out)
        except LinkLostError as error:
            self._broken = str(error)

    def _plan_retry(self, now: Instant) -> None:
        wait = RETRIES[min(self._attempts, len(RETRIES) - 1)]
        self._attempts += 1
        self._retry_at = after(now, wait)

    def _search(self, reason: str) -> list[LinkEvent]:
        """One event for each search, not one for each attempt."""
        already, self._searching = self._searching, True
        return [] if already else [Searching(reason)]

    def _close(self) -> None:
        port, self.port, self._broken = self.port, None, None
        if port is not None:
            if self._closing is not None:
                self._closing(port)
            port.close()

    def _note(self, event: LinkEvent) -> None:
        """One log line a change of state."""
        match event:
            case Up(hello):
                self._attempts, self._searching = 0, False
                boot = f"{hello.boot_id:08x}, started by {hello.reset.name.lower().replace('_', ' ')}"
                _log.info("board up: unit %s, firmware %s, boot %s", hello.unit, hello.firmware, boot)
            case Down(reason):
                self._searching = False
                _log.warning("board lost: %s; quality %s", reason, self.quality)
            case Searching(reason):
                _log.warning("searching for the board: %s", reason)
            case Refused(error):
                self._refusal = str(error)
                _log.error("board refused: %s", error)
            case Trouble(text):
                _log.warning("board: %s", text)
