"""Visitors who do whatever comes to their minds: pieces anywhere, half games, hands in the way, cable out."""

from collections.abc import Callable
from random import Random

from tests.field_reports.common import Played
from tests.journeys.newcomer import newcomer

from triboard.board.signals import site_signals
from triboard.errors import PlayerError
from triboard.sim.hands import Hands
from triboard.units import Channel, Duration, Instant, Piece, millis


class Vandal:
    """Does random deeds at a table; nothing is put right again but the cable and the hand."""

    def __init__(self, table: Played, chance: Random) -> None:
        self.table = table
        self.chance = chance
        self.done: list[str] = []

    def live(self, deeds: int) -> None:
        """So many deeds, then hands off."""
        for _ in range(deeds):
            deed = self.chance.choice(self.deeds)
            self.done.append(deed.__name__)
            deed()
            self.wait(self.chance.choice([0.0, 0.05, 0.3, 1.0, 4.0]))
        self.do(lambda hands, now: hands.put_away(now))
        self.table.bench.plug()

    @property
    def deeds(self) -> list[Callable[[], None]]:
        """What may come to a mind; pieces anywhere above all."""
        found = [self.drop, self.drop, self.drop, self.lift, self.lift, self.press, self.follow_light]
        found += [self.both_hands, self.hand_in_the_way, self.pull_cable]
        return [*found, self.turn, self.turn] if self.table.board.rims else found

    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.table.run.run_for(millis(1000 * seconds))

    def do(self, verb: Callable[[Hands, Instant], Instant]) -> None:
        """A deed of the hands; what cannot be done is not done."""
        try:
            until = verb(self.table.bench.hands, self.table.run.now)
        except PlayerError:
            return
        self.table.run.run_until(until)

    def drop(self) -> None:
        """Any piece that is left, in any of its shapes, anywhere."""
        left = [piece for piece, count in self.table.world.tray().items() if count]
        if not left:
            return
        piece = self.chance.choice(left)
        shapes = {tray.piece: tray.shapes for tray in self.table.board.trays}
        shape = self.chance.choice([piece, *shapes.get(piece, ())])
        site = self.chance.choice(self.table.board.sites).site
        self.done[-1] += f" {site} {shape}"
        self.do(lambda hands, now: hands.drop(site, Piece(shape), now))

    def lift(self) -> None:
        """Any piece off the board, into the tray or into a pocket for a while."""
        standing = sorted(self.table.world.holes())
        if not standing:
            return
        site = self.chance.choice(standing)
        self.done[-1] += f" {site}"
        self.do(lambda hands, now: hands.lift(site, now))
        if self.chance.random() < 0.7:
            self.do(lambda hands, now: hands.put_away(now))

    def press(self) -> None:
        """Any button, now and then for a long time in a row."""
        button = self.chance.choice(self.table.board.buttons).button
        self.done[-1] += f" {button}"
        for _ in range(self.chance.choice([1, 1, 5])):
            self.do(lambda hands, now: hands.press(button, now))

    def turn(self) -> None:
        """Any rim by any angle: it is left wherever it is left."""
        rim = self.chance.choice(self.table.board.rims).rim
        degrees = self.chance.choice([30.0, 45.0, 90.0, 180.0, self.chance.uniform(-300, 300)])
        self.do(lambda hands, now: hands.turn(rim, degrees, now))

    def follow_light(self) -> None:
        """Half a game: some steps as the light says."""
        somebody = newcomer(self.table, self.chance)
        for _ in range(self.chance.randrange(1, 8)):
            try:
                somebody.step()
            except PlayerError:
                return

    def both_hands(self) -> None:
        """Two pieces at once."""
        left = [piece for piece, count in self.table.world.tray().items() if count]
        sites = self.table.board.sites
        hands, now = self.table.bench.hands, self.table.run.now
        until = now
        for hand, piece in enumerate(self.chance.sample(left, min(2, len(left)))):
            site = self.chance.choice(sites).site
            until = max(until, hands.drop(site, piece, now, hand=hand))
        self.table.run.run_until(until)

    def hand_in_the_way(self) -> None:
        """For a while sensors say something else than what stands there, now this, now that."""
        bench, chance = self.table.bench, self.chance
        covered = chance.sample(self.table.board.sites, min(4, len(self.table.board.sites)))
        some = [Piece(tray.piece) for tray in self.table.board.trays]
        for _ in range(chance.randrange(1, 12)):
            for site in covered:
                stack = chance.choice([(), (chance.choice(some),)])
                self._show(site_signals(site, stack))
            self.wait(chance.choice([0.02, 0.1, 0.5]))
        for site in covered:
            self._show(site_signals(site, bench.world.standing(site.site)))

    def _show(self, signals: dict[Channel, int]) -> None:
        for channel, value in signals.items():
            self.table.bench.controller.set_raw(channel, value, self.table.run.now)

    def pull_cable(self) -> None:
        """Somebody stumbles over the cable; it is put in again, or hangs out till the end."""
        self.table.bench.unplug()
        self.wait(self.chance.choice([0.2, 2.0, 20.0]))
        if self.chance.random() < 0.6:
            self.table.bench.plug()


HEALTHY_STEPS = 500
"""Deeds of a newcomer within which the game must go on: a board may have to be cleared first, and of 25 tiles
in three orientations each must perhaps be tried on three cells."""


def goes_on(table: Played, chance: Random) -> list[str]:
    """What a newcomer had to do until a piece was taken as a move; raises `AssertionError` if none was."""
    somebody = newcomer(table, chance)
    before = (table.state.serial, table.state.ply)
    for _ in range(HEALTHY_STEPS):
        if not somebody.step():
            table.run.run_for(Duration(millis(500)))
        serial, ply = table.state.serial, table.state.ply
        if ply and (serial, ply) > before:
            return somebody.done
    raise AssertionError((table.state.phase, table.says, table.view["leftovers"], somebody.done))
