"""The daemon: one turn takes in what came, reduces it, performs the effects and renders the light.

It knows no real clock and starts nothing: the loop (`app.loop`) or the simulation on virtual time
(`app.lockstep`) calls `turn(now)` whenever something may have come or `next` has been reached.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol, assert_never

from triboard.app.care_desk import CareDesk
from triboard.app.senses import Inputs, Senses, earliest
from triboard.board.definition import Board
from triboard.care.round import Kind, Round
from triboard.errors import ControllerError, LinkLostError
from triboard.light.compose import scene_of
from triboard.light.compose_care import scene_of_care
from triboard.light.palette import DEFAULT, Palette
from triboard.light.render import Renderer, unsent
from triboard.light.scene import DARK
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
from triboard.session.effects import Archive, Effect, LocateRim, Record, Throw
from triboard.session.events import Event, Kept, LinkLost, LinkUp, StorageFailed, StorageSlow, Thrown, Tick
from triboard.session.reducer import reduce
from triboard.session.state import LinkState, Saving, SessionState
from triboard.store.writer import EntryWriter
from triboard.units import SECOND, Duration, Instant, Piece, Site, after, millis

SAVING_DEADLINE: Final = millis(500)
"""An entry that waits longer is shown as *seen* with a sign (physical-play 20)."""

PIXEL_RETRY: Final = SECOND
STORAGE_RETRY: Final = SECOND

PIXEL_REPEAT: Final = Duration(5 * SECOND)
"""After which an unchanged picture is sent again: nobody tells us that LEDs did not take a frame."""

PIXEL_REPEATS: Final = 2
"""How often: then the picture counts as taken, and an idle board sends no more frames."""


class Link(Protocol):
    """The host's end of the link, opened and reopened by itself."""

    def poll(self, now: Instant) -> list[LinkEvent]: ...
    def next_deadline(self) -> Instant | None: ...
    def close(self) -> None: ...
    @property
    def quality(self) -> LinkQuality: ...


@dataclass(frozen=True, slots=True)
class LightHealth:
    """How the LEDs fare: the error that stops them, how far the budget dims them, whether a frame waits."""

    fault: str | None = None
    scale: float = 1.0
    held: bool = False

    @property
    def text(self) -> str:
        """For a status line; empty while all is well."""
        if self.fault is not None:
            return self.fault
        return "" if self.scale == 1 else f"Limited by the power budget to {round(100 * self.scale)} %."


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
    ) -> None:
        self.board = board
        self.state = session
        self.senses = Senses(board, inputs)
        self.desk = CareDesk(board, self.senses)
        self.senses.on_pin = self.desk.pin
        self.light = LightHealth()
        self.trend = LinkTrend()
        self._link = link
        self._inputs = inputs
        self._pixels = pixels
        self._writer = writer
        self._log = log
        self._below = below
        self._inbox: deque[Event] = deque()
        self._renderer = Renderer(board, palette, brightness=brightness)
        self._render_state = self._renderer.start(now)
        self._render_due: Instant | None = now
        self._repeat_due: Instant | None = None
        self._repeats = 0
        self._scene_state: SessionState | Round | None = None
        self._scene = DARK
        self._pixels_after = now
        self._dark_told = False
        self._storage_retry: Instant | None = None
        self.turns = 0
        self._scans = 0
        self._flickering: tuple[Site, ...] = ()
        self.frame = b""
        """The newest frame for the LEDs, whether or not they take it."""

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
        self._take(self.desk.turn(now))
        self._name_flickering()
        self._drain()
        deadline = self.state.deadline
        if deadline is not None and now >= deadline:
            self._reduce(Tick(now))
            self._drain()
        self._watch_storage(now)
        self._show(now)
        self.turns += 1
        return earliest(
            (
                self._link.next_deadline(),
                self.desk.deadline,
                self.senses.next_deadline(),
                self.state.deadline,
                self._storage_deadline(),
                self._render_due,
                self._repeat_due,
            )
        )

    def close(self) -> None:
        """Darken the pixels first, then let everything go; the game stays as the journal has it."""
        try:
            self._pixels.close()
        except ControllerError as error:
            self._log(str(error))
        self._link.close()
        self._inputs.close()
        if not self._writer.close(timeout=5.0):
            self._log("The journal's disk did not answer within 5 s; the last move may not be kept.")

    # Events

    def _hear(self, event: LinkEvent, now: Instant) -> None:
        match event:
            case Up():
                self.senses.forget()
                self.desk.unit, self.desk.adoptable = event.hello.unit, None
                self._pixels_after = self._render_due = now  # LEDs at the controller need not wait longer
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
        if self.desk.takes(event):
            return
        step = reduce(self.state, event)
        self.state = step.state
        for effect in step.effects:
            self._perform(effect, event.at)

    # Effects

    def _perform(self, effect: Effect, at: Instant) -> None:
        match effect:
            case Record(game, entries, content):
                self._writer.submit(content, lambda _, error: self._kept(at, game, entries, error))
            case Archive():
                self._writer.finish(lambda _, error: self._archived(at, error))
            case Throw(count):
                self.post(Thrown(at, self._below(count)))
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

    def use_light(self, palette: Palette, brightness: float = 1.0) -> None:
        """Show everything in another palette from the next turn on; the flash limit goes on counting."""
        self._renderer = Renderer(self.board, palette, brightness=brightness)
        self._scene_state = None
        self.woken()

    def _show(self, now: Instant) -> None:
        """Render if the state has changed or an animation is due; a failing chain never stops the game."""
        trouble = self._pixels.trouble()
        if trouble is not None and self.light.fault is None:
            self._darkened(trouble, now)
        if self._pixels.dark():
            self._render_state = unsent(self._render_state, now)
            self._render_due = now
        care = self.desk.care
        if (care or self.state) is not self._scene_state:
            self._scene_state = care or self.state
            self._scene = scene_of(self.state) if care is None else scene_of_care(care)
        elif self._render_due is None or now < self._render_due:
            if self._repeat_due is not None and now >= self._repeat_due:
                self._repeats -= 1
                self._send(self.frame, now)
            return
        if now < self._pixels_after:
            self._render_due = self._pixels_after
            return
        rendered = self._renderer.step(self._render_state, self._scene, now)
        self._render_state, self._render_due = rendered.state, rendered.due
        self.light = replace(self.light, scale=rendered.scale, held=rendered.held)
        if rendered.frame is None:
            return
        self.frame = rendered.frame
        self._repeats = PIXEL_REPEATS
        self._send(rendered.frame, now)

    def _send(self, frame: bytes, now: Instant) -> None:
        self._repeat_due = after(now, PIXEL_REPEAT) if self._repeats > 0 else None
        try:
            self._pixels.show(frame)
        except LinkLostError as error:  # told by the link already
            self._darkened(str(error), now, tell=False)
        except ControllerError as error:
            self._darkened(str(error), now)
        else:
            self._lit(now)

    def _darkened(self, why: str, now: Instant, *, tell: bool = True) -> None:
        """The LEDs cannot be reached: try again in a while, and say it once."""
        if tell and not self._dark_told:
            self._dark_told = True
            self._log(f"{why} The game goes on without lights.")
        self.light = replace(self.light, fault=why)
        self._render_state = unsent(self._render_state, now)
        self._pixels_after = self._render_due = after(now, PIXEL_RETRY)
        self._repeat_due = None

    def _lit(self, now: Instant) -> None:
        """A frame was taken; whether it is shown is known at once or by the next try."""
        trouble = self._pixels.trouble()
        if trouble is not None:
            self._darkened(trouble, now)
            return
        if self._dark_told:
            self._dark_told = False
            self._log("The lights answer again.")
        if self.light.fault is not None:
            self.light = replace(self.light, fault=None)
