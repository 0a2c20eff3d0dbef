"""The daemon: one turn takes in what came, reduces it, performs the effects and renders the light.

It knows no real clock and starts nothing: the loop (`app.loop`) or the simulation on virtual time
(`app.lockstep`) calls `turn(now)` whenever something may have come or `next` has been reached.
"""

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Protocol, assert_never

from triboard.app.care_desk import CareDesk
from triboard.app.engines import Engines
from triboard.app.lamps import Lamps, LightHealth
from triboard.app.senses import Inputs, Senses, earliest
from triboard.app.shutter import Face, Shutter
from triboard.board.definition import Board
from triboard.care.round import Kind
from triboard.lessons.library import tasks_of
from triboard.light.compose import scene_of
from triboard.light.compose_care import scene_of_care
from triboard.light.compose_shut import scene_of_closed, scene_of_cross
from triboard.light.palette import DEFAULT, Palette
from triboard.light.scene import Scene
from triboard.ports import PixelPort
from triboard.protocol.host_events import (
    Down,
    Frame,
    LinkEvent,
    LinkQuality,
    QualityReport,
    Refused,
    Searching,
    Trouble,
    Up,
)
from triboard.protocol.trend import LinkTrend, noted
from triboard.session.effects import (
    Archive,
    AskOpponent,
    CancelOpponent,
    CountWays,
    Effect,
    LocateRim,
    Record,
    Throw,
    VisitorsGone,
)
from triboard.session.events import Event, Kept, LinkLost, LinkUp, StorageFailed, StorageSlow, Thrown, Tick
from triboard.session.reducer import reduce
from triboard.session.state import LinkState, Saving, SessionState
from triboard.store.writer import EntryWriter
from triboard.units import SECOND, Instant, Piece, Site, after, millis

SAVING_DEADLINE: Final = millis(500)
"""An entry that waits longer is shown as *seen* with a sign (physical-play 20)."""

STORAGE_RETRY: Final = SECOND


class Link(Protocol):
    """The host's end of the link, opened and reopened by itself."""

    def poll(self, now: Instant) -> list[LinkEvent]: ...
    def next_deadline(self) -> Instant | None: ...
    def close(self) -> None: ...
    @property
    def quality(self) -> LinkQuality: ...


class Memory(Protocol):
    """What was entered by hand, over a restart."""

    def recall(self) -> Mapping[Site, tuple[Piece, ...]]: ...
    def keep(self, said: Mapping[Site, tuple[Piece, ...]]) -> None: ...
    def close(self) -> None: ...


Witness = Callable[[SessionState, Event, SessionState], None]
"""Told of each event that the session heard, with the states before and after; must return at once."""


class Daemon:
    """The whole board, game and light between the wires' ends that it is given."""

    def __init__(
        self,
        board: Board,
        session: SessionState,
        *,
        link: Link,
        inputs: Inputs,
        pixels: PixelPort,
        writer: EntryWriter,
        now: Instant,
        below: Callable[[int], int] = lambda _: 0,
        log: Callable[[str], None] = lambda _: None,
        palette: Palette = DEFAULT,
        brightness: float = 1.0,
        engines: Engines,
        memory: Memory | None = None,
    ) -> None:
        self.board = board
        self.state = session
        self.senses = Senses(board, inputs)
        self.desk = CareDesk(board, self.senses)
        self.senses.on_pin = self.desk.pin
        self.shutter = Shutter()
        self.witnesses: list[Witness] = []
        self._memory = memory
        if memory is not None:
            self.senses.recall(memory.recall())
        self.lamps = Lamps(board, pixels, palette, brightness=brightness, now=now, log=log)
        self.trend = LinkTrend()
        self.when_visitors_are_gone: list[Callable[[], None]] = []
        """What puts back what visitors chose beside the game (a language, a volume), in the loop's thread."""
        self._link = link
        self._inputs = inputs
        self._writer = writer
        self._log = log
        self._below = below
        self._engines = engines
        tasks_of(board.game)  # read now: when a lesson begins, no light waits for the disk
        self._inbox: deque[Event] = deque()
        self._storage_retry: Instant | None = None
        self.turns = 0
        self._scans = 0
        self._flickering: tuple[Site, ...] = ()

    def post(self, event: Event) -> None:
        """Queue an event for the next turn. Thread-safe; wake the loop afterwards."""
        self._inbox.append(event)

    def enter(self, site: Site, pieces: Sequence[Piece], now: Instant) -> None:
        """Somebody says what stands on a site that no sensor tells of; raises `PlayerError` where one does.
        Between turns, on their thread; wake the loop afterwards."""
        self._take(self.senses.entered(site, pieces, now))
        self._log(f"Entered by hand: {', '.join(pieces) or 'nothing'} on {site}.")

    def lend(self, kind: Kind, now: Instant, *, steps: Sequence[int] = (), interrupt: bool = False) -> None:
        """Somebody takes care of the board; raises `PlayerError`. Between turns, as `enter`."""
        self._take(self.desk.begin(kind, self.state, now, steps=steps, interrupt=interrupt))
        self._log(f"The {kind.value} begins; the game waits.")

    def take_back(self, now: Instant) -> None:
        """The board is a game's again; raises `PlayerError`. Between turns, as `enter`."""
        self._take(self.desk.stop(now))

    def show_face(self, face: Face, now: Instant) -> None:
        """Open the board, close it, or call it out of order. Between turns, as `enter`."""
        self._take(self.shutter.turn_to(face, self.senses, now))

    def bypass(self, sites: Collection[Site], now: Instant) -> None:
        """Play without the sensors of these sites, and with all others. Between turns, as `enter`."""
        self._take(self.senses.bypass(sites, now))

    @property
    def health(self) -> tuple[bool, str]:
        """Whether a scan has ever been seen, and the reason if not. A link that is lost later is no illness
        of the daemon: restarting it would not bring the cable back."""
        if self._scans:
            return True, ""
        return False, self.state.link_reason or "no scan has arrived yet"

    def turn(self, now: Instant) -> Instant | None:
        """Take in everything that came by `now`; when to call again at the latest."""
        for link_event in self._link.poll(now):
            self._hear(link_event, now)
        self._take(self.senses.pins_changed(now))
        self._take(self.senses.due(now))
        for answer in self._engines.poll(now):
            self._reduce(answer)
        self._take(self.desk.turn(now))
        self._name_flickering()
        self._drain()
        deadline = self.state.deadline
        if deadline is not None and now >= deadline:
            self._reduce(Tick(now))
            self._drain()
        self._watch_storage(now)
        if self._memory is not None and self.senses.seen:
            self._memory.keep(self.senses.said)
        self.lamps.show(self._lit_by(), self._scene, now)
        self.turns += 1
        return earliest(
            (
                self._link.next_deadline(),
                self.desk.deadline,
                self.senses.next_deadline(),
                self.state.deadline,
                self._storage_deadline(),
                self._engines.next_deadline(),
                self.lamps.due,
            )
        )

    def close(self) -> None:
        """Darken the pixels first, then let everything go; the game stays as the journal has it."""
        self.lamps.close()
        self._engines.close()
        self._link.close()
        self._inputs.close()
        if self._memory is not None:
            self._memory.close()
        if not self._writer.close(timeout=5.0):
            self._log("The journal's disk did not answer within 5 s; the last move may not be kept.")

    # Events

    def _hear(self, event: LinkEvent, now: Instant) -> None:
        match event:
            case Up():
                self.senses.forget()
                self.desk.unit, self.desk.adoptable = event.hello.unit, None
                self.lamps.try_now(now)  # LEDs at the controller need not wait longer
                self._log(f"Board connected: {event.hello.unit}.")
                self._reduce(LinkUp(now, rebooted=event.new_boot and not event.first))
            case Frame():
                self._scans += 1
                self._take(self.senses.scanned(event.values, min(event.at, now), event.unread))
                self.desk.scanned(self.senses.newest(now, event.unread))
            case Down(reason) | Searching(reason):
                self._lose(reason, now)
            case Refused(error, stranger):
                self.desk.adoptable = stranger
                self._lose(str(error), now)
            case Trouble(text):
                self._log(text)
            case QualityReport():
                self._take(self.senses.chattered(event.toggles, now))
                self._watch_link(now)
            case _:
                assert_never(event)

    def _watch_link(self, now: Instant) -> None:
        """One line in the log when the link begins to get worse."""
        before, self.trend = self.trend.told, noted(self.trend, self._link.quality, now)
        if self.trend.told and not before:
            self._log(f"The link to the board gets worse: {self.trend.told} in the last minute.")

    def _lose(self, reason: str, now: Instant) -> None:
        if (self.state.link, self.state.link_reason) == (LinkState.LOST, reason):
            return
        self.senses.forget()
        self._log(f"Board not connected: {reason}.")
        self._reduce(LinkLost(now, reason))

    def _name_flickering(self) -> None:
        """One line in the log when a sensor goes into quarantine, and one when it is believed again."""
        before, self._flickering = self._flickering, self.senses.quarantined
        for site in self._flickering:
            if site not in before:
                self._log(f"The sensor of {site} flickers; it is not believed until it is calm.")
        for site in before:
            if site not in self._flickering:
                self._log(f"The sensor of {site} is calm again.")

    def _drain(self) -> None:
        while self._inbox:
            self._reduce(self._inbox.popleft())

    def _take(self, events: list[Event]) -> None:
        for event in events:
            self._reduce(event)

    def _reduce(self, event: Event) -> None:
        if self.desk.takes(event) or self.shutter.takes(event):
            return
        before, step = self.state, reduce(self.state, event)
        self.state = step.state
        for effect in step.effects:
            self._perform(effect, event.at)
        for witness in self.witnesses:
            witness(before, event, self.state)

    # Effects

    def _perform(self, effect: Effect, at: Instant) -> None:
        match effect:
            case Record(game, entries, content):
                self._writer.submit(content, lambda _, error: self._kept(at, game, entries, error))
            case Archive():
                self._writer.finish(lambda _, error: self._archived(at, error))
            case Throw(count):
                self.post(Thrown(at, self._below(count)))
            case AskOpponent() | CountWays():
                self._engines.ask(effect, at)
            case CancelOpponent(request):
                self._engines.cancel(request)
            case VisitorsGone():
                for go_back in self.when_visitors_are_gone:
                    go_back()
            case LocateRim(rim, detent):
                self._log(f"Rim {self.board.rims[rim].rim} located at {90 * detent} degrees by its pieces.")
                self._take(self.senses.located(rim, detent, at))
            case _:
                assert_never(effect)

    def _kept(self, at: Instant, game: int, entries: int, error: Exception | None) -> None:
        """Answer of the writer, perhaps on its thread."""
        if error is None:
            self.post(Kept(at, game, entries))
        else:
            self.post(StorageFailed(at, str(error)))
        self.woken()

    def _archived(self, at: Instant, error: Exception | None) -> None:
        if error is not None:
            self.post(StorageFailed(at, str(error)))
            self.woken()

    woken: Callable[[], None] = staticmethod(lambda: None)
    """Called after something was posted from another thread; the loop puts its waker here."""

    def _watch_storage(self, now: Instant) -> None:
        pending = self._writer.oldest_pending_since
        late = pending is not None and now >= after(pending, SAVING_DEADLINE)
        if late and self.state.saving is Saving.WELL:
            self._reduce(StorageSlow(now))
        if self.state.saving is not Saving.FAILED or pending is not None:
            return
        if self._storage_retry is None:
            self._storage_retry = after(now, STORAGE_RETRY)
            self._log(f"Not saved: {self.state.saving_reason}")
        elif now >= self._storage_retry:
            self._storage_retry = None
            game, entries = self.state.serial, self.state.recorded
            self._writer.retry(lambda _, error: self._kept(now, game, entries, error))

    def _storage_deadline(self) -> Instant | None:
        pending = self._writer.oldest_pending_since
        late = after(pending, SAVING_DEADLINE) if pending is not None else None
        return self._storage_retry if late is None or self.state.saving is not Saving.WELL else late

    # Light

    @property
    def light(self) -> LightHealth:
        """How the LEDs fare."""
        return self.lamps.health

    @property
    def frame(self) -> bytes:
        """The newest frame for the LEDs, whether or not they take it."""
        return self.lamps.frame

    def use_light(self, palette: Palette, brightness: float = 1.0) -> None:
        """Show everything in another palette from the next turn on; the flash limit goes on counting."""
        self.lamps.use(palette, brightness)
        self.woken()

    def _lit_by(self) -> object:
        """What the lights show; with another one, or another state of the same, they change."""
        return self.desk.care or (self.state if self.shutter.open else self.shutter.face)

    def _scene(self) -> Scene:
        if (care := self.desk.care) is not None:
            return scene_of_care(care)
        match self.shutter.face:
            case Face.OPEN:
                return scene_of(self.state)
            case Face.CLOSED:
                return scene_of_closed()
            case Face.OUT_OF_ORDER:
                return scene_of_cross(self.board)
