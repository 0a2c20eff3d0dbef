"""Replays a trace: what the two ends said, and what the host's link and the board layer make of it.

The recorded bytes of the controller go to a fresh link at their recorded instants; what that link would say
is thrown away, for the recorded answers are there. So the same trace gives the same events for ever.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from enum import Enum
from typing import Any, Final, TypeAlias

from triboard.app.senses import Level, Senses
from triboard.board.definition import Board
from triboard.board.readings import Observation
from triboard.protocol.connection import Connection, NeedData, Role
from triboard.protocol.framing import Damaged
from triboard.protocol.host import HostLink
from triboard.protocol.host_events import Down, Frame, LinkEvent, QualityReport, Up
from triboard.protocol.messages import Hello, Message, ResetReason
from triboard.protocol.trace import Chunk, Sender, Trace
from triboard.protocol.version import MAJOR, MINOR
from triboard.session.events import BoardSettled, BoardTouched, Event
from triboard.units import SECOND, Duration, Instant, after

AFTERWARDS: Final = Duration(2 * SECOND)
"""What is still awaited after the last bytes: that the board lies still."""

Happening: TypeAlias = Message | Damaged | LinkEvent | Event


class NoPins:
    """Pins of a Pi that nobody touches: its buttons and rims are not in a trace."""

    def __init__(self, board: Board) -> None:
        tracks = [pin for rim in board.rims for pin in (rim.track_a, rim.track_b, rim.index)]
        self._pins = [*(button.pin for button in board.buttons), *tracks]

    def drain(self) -> Sequence[Level]:
        """No edges."""
        return ()

    def levels(self) -> dict[int, bool]:
        """All at rest."""
        return dict.fromkeys(self._pins, False)

    def close(self) -> None:
        """Nothing is open."""


class Replay:
    """One pass over a trace for a board; iterate over it for (instant, who, what)."""

    def __init__(self, trace: Trace, board: Board) -> None:
        self.senses = Senses(board, NoPins(board))
        self.link = HostLink(trace.header.config, adopt=True)
        self._trace = trace
        self._ends = {Sender.HOST: Connection(Role.CONTROLLER), Sender.CONTROLLER: Connection(Role.HOST)}

    def __iter__(self) -> Iterator[tuple[Instant, str, Happening]]:
        last = self._trace.header.started
        self._join_in()
        for chunk in self._trace.chunks:
            yield from self._until(chunk.at)
            yield from self._said(chunk)
            yield from self._heard(chunk)
            last = chunk.at
        yield from self._until(after(last, AFTERWARDS))

    def _join_in(self) -> None:
        """A trace that begins in mid-session lacks the hello: its header holds what that said."""
        header, chunks = self._trace.header, self._trace.chunks
        if not chunks or chunks[0].sender is Sender.OPENED:
            return
        self.link.opened(header.started)
        config = header.config
        hello = Hello(
            MAJOR, MINOR, header.firmware, header.board, header.unit, config.channels, config.pixels,
            config.crc, header.boot_id, ResetReason.UNKNOWN,
        )  # fmt: skip
        self.link.feed(Connection(Role.CONTROLLER).send(hello), header.started)
        self.link.outgoing()

    def _until(self, at: Instant) -> Iterator[tuple[Instant, str, Happening]]:
        """What is due before the bytes of this instant."""
        passed = Instant(-1)
        while (due := self._due()) is not None and due < at:
            due = max(due, Instant(passed + 1))  # however a deadline is kept, time goes on
            passed = due
            yield from self._through(self.link.tick(due), due)
            self.link.outgoing()
            for event in (*self.senses.pins_changed(due), *self.senses.due(due)):
                yield due, "board", event

    def _due(self) -> Instant | None:
        times = (self.link.next_deadline(), self.senses.next_deadline())
        return min((time for time in times if time is not None), default=None)

    def _said(self, chunk: Chunk) -> Iterator[tuple[Instant, str, Happening]]:
        end = self._ends.get(chunk.sender)
        if end is None:
            return
        end.receive_data(chunk.data)
        while not isinstance(event := end.next_event(), NeedData):
            yield chunk.at, chunk.sender.value, event

    def _heard(self, chunk: Chunk) -> Iterator[tuple[Instant, str, Happening]]:
        match chunk.sender:
            case Sender.OPENED:
                self.link.opened(chunk.at)
            case Sender.LOST:
                yield from self._through(self.link.lost("the port broke"), chunk.at)
            case Sender.CONTROLLER:
                yield from self._through(self.link.feed(chunk.data, chunk.at), chunk.at)
            case Sender.HOST:
                pass
        self.link.outgoing()

    def _through(self, events: list[LinkEvent], at: Instant) -> Iterator[tuple[Instant, str, Happening]]:
        """Link events, and what the senses make of them, as in the daemon."""
        for event in events:
            yield at, "link", event
            made: list[Event] = []
            match event:
                case Up() | Down():
                    self.senses.forget()
                case Frame(values=values, unread=unread):
                    made = self.senses.scanned(values, min(event.at, at), unread)
                case QualityReport(toggles=toggles):
                    made = self.senses.chattered(toggles, at)
                case _:
                    pass
            yield from ((at, "board", one) for one in made)


def as_json(what: object) -> Any:
    """A happening as JSON values, with the name of its kind."""
    if isinstance(what, BoardTouched | BoardSettled):
        return {"event": type(what).__name__, "sites": occupied(what.observation)}
    if isinstance(what, Enum):
        return what.name
    if isinstance(what, bytes):
        return what.hex()
    if isinstance(what, Exception):
        return str(what)
    if isinstance(what, frozenset):
        return sorted(what)
    if isinstance(what, tuple | list):
        return [as_json(one) for one in what]
    if hasattr(what, "__dataclass_fields__"):
        names = [one.name for one in fields(what)]  # type: ignore[arg-type]  # it is a dataclass
        return {"event": type(what).__name__, **{name: as_json(getattr(what, name)) for name in names}}
    return what


def occupied(observation: Observation) -> dict[str, list[str]]:
    """The sites at which something is seen, bottom first."""
    stacks = {site: [level.text for level in levels] for site, levels in observation.sites.items()}
    return {
        site: levels for site, levels in stacks.items() if any(text not in ("", "empty") for text in levels)
    }
