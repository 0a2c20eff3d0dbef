"""Simulated hands: physical verbs that take a hand's time, with contact bounce, on any clock.

A verb becomes timed steps; each step changes raw sensor values or a pin level, just as copper would.
"""

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from triboard.board.aside import tray_places
from triboard.board.definition import Board, RimDefinition
from triboard.board.signals import site_signals
from triboard.errors import PlayerError
from triboard.hardware.sensing_models import BoardModel
from triboard.sim.world import QUARTER, ImpossibleError, World
from triboard.units import SECOND, Channel, Duration, Instant, Piece, Site, after, millis

REACH: Final = millis(350)  # from the tray to a hole; a quick hand
PRESS: Final = millis(120)  # a finger on a button
SHORTEST_PRESS: Final = millis(40)  # however fast the hands: no finger is quicker
TURNING: Final = 240.0  # degrees a second of a rim under a hand
CONTACT_BOUNCE: Final = millis(18)  # how long a ball rattles in its hole
SWITCH_BOUNCE: Final = millis(4)  # how long a button's contacts chatter
LEFT: Final = "left"  # in scripts before a verb of the second hand


class RawInputs(Protocol):
    """The sensors of the simulated controller."""

    def set_raw(self, channel: Channel, value: int, now: Instant) -> None: ...
    def set_level(self, pin: int, now: Instant, *, high: bool) -> None: ...


class Pins(Protocol):
    """Input pins of the Pi, by BCM number; `active` is a closed switch."""

    def drive(self, pin: int, *, active: bool) -> None: ...


@dataclass(frozen=True, slots=True)
class Refusal:
    """A verb that turned out to be impossible when the hand got there."""

    text: str
    tag: object


Step = Callable[[Instant], None]


class Hands:
    """Hands over a world. `do` queues verbs; `advance` carries them out; everything follows the seed."""

    def __init__(
        self,
        board: Board,
        world: World,
        sensors: RawInputs,
        pins: Pins,
        *,
        chance: Random,
        changed: Callable[[World], None] = lambda _: None,
        refused: Callable[[Refusal], None] = lambda _: None,
        speed: float = 1.0,
        note: Callable[[Instant, tuple[str, ...]], None] = lambda *_: None,
    ) -> None:
        self.board = board
        self.world = world
        self._sensors = sensors
        self._pins = pins
        self._chance = chance
        self.changed = changed
        self._refused = refused
        self._speed = speed
        self._note = note
        self.bounces = 1  # how many times as often as usual contacts chatter
        self._steps: list[tuple[Instant, int, Step]] = []
        self._count = 0
        self._free = [Instant(0), Instant(0)]
        self._carried: list[Piece] = []  # out of their trays and on their way to a hole
        self._shown: dict[Site, tuple[Piece, ...]] = {}
        self._sites = {site.site: site for site in (*board.sites, *board.aside)}
        self._trays = tuple(tray_places(board.aside))
        self._model = BoardModel(board, chance.getrandbits(32))
        self._a_quarter = [rim.edges_per_detent for rim in board.rims]  # what the encoders really give
        self._edges = [self._edge(number, world.angles[number]) for number in range(len(board.rims))]

    def settle_in(self, now: Instant) -> None:
        """Show the sensors and pins the world as it stands (power has just come on)."""
        for site in (*self.board.sites, *self.board.aside):
            self._show(site.site, self.world.standing(site.site), now)
        for number in range(len(self.board.rims)):
            self._drive_tracks(number, now)
        for button in self.board.buttons:
            self._pins.drive(button.pin, active=False)

    # Verbs. Each returns the instant at which the hand is done.

    def drop(self, site: Site, piece: Piece, now: Instant, *, hand: int = 0, tag: object = None) -> Instant:
        """Put a piece into a hole; it leaves its tray as soon as the hand sets out."""
        self._record(now, hand, "drop", site, piece)
        self._at(max(now, self._free[hand]), lambda at: self._set_out(piece, at))
        start = self._reach(now, hand)
        self._at(start, lambda at: self._try(lambda: self._put(site, piece, at), tag))
        return self._busy(hand, after(start, CONTACT_BOUNCE))

    def lift(self, site: Site, now: Instant, *, hand: int = 0, tag: object = None) -> Instant:
        """Take the top piece out of a hole; it stays in the hand."""
        self._record(now, hand, "lift", site)
        start = self._reach(now, hand)
        self._at(start, lambda at: self._try(lambda: self._take(site, at), tag))
        return self._busy(hand, after(start, CONTACT_BOUNCE))

    def take(self, piece: Piece, now: Instant, *, hand: int = 0) -> Instant:
        """Take a piece out of a tray that is read, and hold it; without such a tray nothing happens."""
        self._record(now, hand, "take", piece)
        start = max(now, self._free[hand])
        self._at(start, lambda at: self._pick_up(piece, at))
        return self._busy(hand, start)

    def put_away(self, now: Instant, *, hand: int = 0) -> Instant:
        """Lay what the hands hold into the trays."""
        self._record(now, hand, "put")
        start = self._reach(now, hand)
        self._at(start, self._put_away)
        return self._busy(hand, start)

    def turn(self, rim: str, degrees: float, now: Instant, *, hand: int = 0, tag: object = None) -> Instant:
        """Turn a rim by an angle, clockwise positive, edge by edge; it stays where it is left."""
        names = [one.rim for one in self.board.rims]
        if rim not in names:
            raise ImpossibleError(f"There is no rim {rim}; rims: {', '.join(names) or 'none'}.")
        del tag  # turning is always possible
        self._record(now, hand, "turn", rim, f"{degrees:+}")
        number = names.index(rim)
        start = max(now, self._free[hand])
        return self._busy(hand, self._plan_turn(number, degrees, start))

    def press(
        self,
        button: str,
        now: Instant,
        *,
        hand: int = 0,
        tag: object = None,
        held: Duration | None = None,
    ) -> Instant:
        """Press a button and let it go, at once or when it was `held` for so long."""
        del tag
        pins = {one.button: one.pin for one in self.board.buttons}
        if button not in pins:
            raise ImpossibleError(f"There is no button {button}; buttons: {', '.join(pins) or 'none'}.")
        self._record(now, hand, "press", button, *(() if held is None else (f"{held / SECOND:g}",)))
        start = max(now, self._free[hand])
        release = after(start, max(SHORTEST_PRESS, self._scaled(PRESS) if held is None else held))
        self._chatter(pins[button], start, active=True)
        self._chatter(pins[button], release, active=False)
        return self._busy(hand, after(release, SWITCH_BOUNCE))

    def set_edges(self, rim: str, edges: int, now: Instant) -> None:
        """A rim's encoder gives so many edges a quarter turn, whatever the board file says."""
        number = [one.rim for one in self.board.rims].index(rim)
        if self._a_quarter[number] == edges:
            return
        self._a_quarter[number] = edges
        self._edges[number] = self._edge(number, self.world.angles[number])
        self._drive_tracks(number, now)

    def _record(self, now: Instant, hand: int, *words: str) -> None:
        self._note(now, words if hand == 0 else (LEFT, *words))

    @property
    def held(self) -> tuple[Piece, ...]:
        """Pieces lifted and not on their way from a tray to a hole."""
        held = list(self.world.hand)
        for piece in self._carried:
            if piece in held:
                held.remove(piece)
        return tuple(held)

    # Time

    @property
    def free_at(self) -> Instant:
        """When the first hand will have done what it was asked to do."""
        return self._free[0]

    def next_deadline(self) -> Instant | None:
        """When the next step is due."""
        return self._steps[0][0] if self._steps else None

    def advance(self, now: Instant) -> None:
        """Carry out all steps due by `now`, in order."""
        while self._steps and self._steps[0][0] <= now:
            at, _, step = heapq.heappop(self._steps)
            step(at)

    def _at(self, at: Instant, step: Step) -> None:
        self._count += 1
        heapq.heappush(self._steps, (at, self._count, step))

    def _reach(self, now: Instant, hand: int) -> Instant:
        jitter = self._chance.uniform(0.7, 1.3)
        return after(max(now, self._free[hand]), self._scaled(Duration(round(REACH * jitter))))

    def _scaled(self, wait: Duration) -> Duration:
        return Duration(round(wait / self._speed))

    def _busy(self, hand: int, until: Instant) -> Instant:
        self._free[hand] = until
        return until

    def _try(self, action: Callable[[], None], tag: object) -> None:
        try:
            action()
        except PlayerError as error:
            self._refused(Refusal(str(error), tag))

    # Pieces

    def _set_out(self, piece: Piece, at: Instant) -> None:
        if not self.world.take(piece):
            return
        self._carried.append(piece)
        self._show_trays(at)
        self.changed(self.world)

    def _put(self, site: Site, piece: Piece, at: Instant) -> None:
        carried = piece in self._carried
        if carried:
            self._carried.remove(piece)
        try:
            self.world.drop(site, piece)
        except ImpossibleError:
            if carried:
                self.world.give_back(piece)
                self._show_trays(at)
                self.changed(self.world)
            raise
        self._rattle(site, at)
        self._show_trays(at)
        self.changed(self.world)

    def _take(self, site: Site, at: Instant) -> None:
        self.world.lift(site)
        self._rattle(site, at)
        self.changed(self.world)

    def _pick_up(self, piece: Piece, at: Instant) -> None:
        if self.world.take(piece):
            self._show_trays(at)
            self.changed(self.world)

    def _put_away(self, at: Instant) -> None:
        self.world.put_away()
        self._show_trays(at)
        self.changed(self.world)

    def _show_trays(self, at: Instant) -> None:
        """The contacts of tray places whose pieces have come or gone."""
        for place in self._trays:
            if self.world.standing(place) != self._shown.get(place, ()):
                self._rattle(place, at)

    def _rattle(self, site: Site, at: Instant) -> None:
        """The contact is made and broken a few times before it holds."""
        before, stack = self._shown.get(site, ()), self.world.standing(site)
        moment = at
        for _ in range(self._chance.randrange(3 * self.bounces)):
            self._at(moment, lambda now: self._show(site, stack, now))
            moment = after(moment, Duration(self._chance.randrange(1000, CONTACT_BOUNCE // 5)))
            self._at(moment, lambda now: self._show(site, before, now))
            moment = after(moment, Duration(self._chance.randrange(1000, CONTACT_BOUNCE // 5)))
        self._at(moment, lambda now: self._show(site, self.world.standing(site), now))

    def _show(self, site: Site, stack: tuple[Piece, ...], now: Instant) -> None:
        self._shown[site] = stack
        for channel, value in site_signals(self._sites[site], stack, self._model.show).items():
            self._sensors.set_raw(channel, value, now)

    # Rims

    def _edge(self, number: int, angle: float) -> int:
        """The encoder edge nearest to an angle; a whole number of edges makes a quarter turn."""
        return round(angle / QUARTER * self._a_quarter[number])

    def _plan_turn(self, number: int, degrees: float, start: Instant) -> Instant:
        """Small steps of angle, each at its time; the tracks follow edge by edge."""
        step = QUARTER / self._a_quarter[number] / 2
        steps = max(1, round(abs(degrees) / step))
        moment = start
        for _ in range(steps):
            moment = after(moment, self._scaled(Duration(round(abs(degrees) / steps / TURNING * 1_000_000))))
            self._at(moment, lambda at: self._nudge(number, degrees / steps, at))
        self._at(moment, lambda at: self._come_to_rest(number, at))
        return moment

    def _nudge(self, number: int, degrees: float, at: Instant) -> None:
        rim = self.board.rims[number]
        covered = self.world.detent(number)
        self.world.angles[number] += degrees
        self._follow_edges(number, at)
        if self.world.detent(number) != covered:
            for hole in rim.ring:
                self._show(hole, self.world.standing(hole), at)

    def _follow_edges(self, number: int, at: Instant) -> None:
        edge = self._edge(number, self.world.angles[number])
        while self._edges[number] != edge:
            self._edges[number] += 1 if edge > self._edges[number] else -1
            self._drive_tracks(number, at)

    def _come_to_rest(self, number: int, at: Instant) -> None:
        """Rounding errors of many small steps are not angles of a rim; full turns are forgotten."""
        self.world.angles[number] = round(self.world.angles[number], 3)
        self._follow_edges(number, at)
        self.world.angles[number] %= 360
        self._edges[number] = self._edge(number, self.world.angles[number])
        self.changed(self.world)

    def _drive_tracks(self, number: int, at: Instant) -> None:
        rim = self.board.rims[number]
        edge = self._edges[number]
        phase = (-edge if rim.reverse else edge) % 4
        self._close(rim, rim.track_a, at, active=phase in (1, 2))
        self._close(rim, rim.track_b, at, active=phase in (2, 3))
        self._close(rim, rim.index, at, active=edge % (4 * self._a_quarter[number]) == 0)

    def _close(self, rim: RimDefinition, pin: int, at: Instant, *, active: bool) -> None:
        """A switch of a rim pulls its pin low, on the Pi or on the controller."""
        if rim.on_controller:
            self._sensors.set_level(pin, at, high=not active)
        else:
            self._pins.drive(pin, active=active)

    # Buttons

    def _chatter(self, pin: int, at: Instant, *, active: bool) -> None:
        moment = at
        for _ in range(self._chance.randrange(4 * self.bounces)):
            self._at(moment, lambda _: self._pins.drive(pin, active=active))
            moment = after(moment, Duration(self._chance.randrange(100, SWITCH_BOUNCE // 8)))
            self._at(moment, lambda _: self._pins.drive(pin, active=not active))
            moment = after(moment, Duration(self._chance.randrange(100, SWITCH_BOUNCE // 8)))
        self._at(moment, lambda _: self._pins.drive(pin, active=active))
