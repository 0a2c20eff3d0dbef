"""A newcomer: hands that know nothing but to put a piece where it glows, and to take one off where it blinks.

Eyes see which places glow, in what colour, and which of them pulse or blink. They read no word and know no
rule. Of what glows a pulsing place is tried first.
"""

from random import Random
from typing import Final

from tests.field_reports.common import Played

from triboard.board.aside import tray_places
from triboard.light.compose import scene_of
from triboard.light.scene import Glow, Role
from triboard.session.state import SessionState
from triboard.units import Duration, Piece, Site, millis

LOOK: Final = millis(250)
"""Time to see what has changed."""

PUT: Final = (Role.OPPONENT, Role.WANTED, Role.CHOICE, Role.SOURCE, Role.TARGET, Role.ATTRACT)
"""Lights at which somebody puts a piece, the most striking first; `source` only where nothing stands."""


class Newcomer:
    """Follows the light, one step at a time; tries another piece where one was wrong."""

    def __init__(self, table: Played, chance: Random) -> None:
        self.table = table
        self.chance = chance
        self.tried: set[tuple[str, Piece]] = set()
        self.done: list[str] = []

    @property
    def glows(self) -> dict[str, Glow]:
        """What glows now, by place."""
        return {str(target): glow for target, glow in scene_of(self.table.state).glows.items()}

    def standing(self, site: str) -> tuple[Piece, ...]:
        """What stands there, as eyes see it."""
        return self.table.world.standing(Site(site))

    def step(self) -> bool:
        """One deed; whether there was anything to do."""
        ply = self.table.state.ply
        if self.take_off() or self.put():
            self.table.run.run_for(Duration(LOOK))
            if self.table.state.ply != ply:
                self.tried.clear()
            return True
        return False

    def take_off(self) -> bool:
        """Whatever stands where it blinks as wrong, or where an opponent's move starts."""
        for place, glow in self.glows.items():
            goes = glow.role is Role.WRONG or (glow.role is Role.OPPONENT and glow.piece is None)
            if goes and place in self.sites and self.standing(place):
                self.done.append(f"off {place}")
                self.table.run.run_until(self.table.bench.hands.lift(Site(place), self.table.run.now))
                self.table.run.run_until(self.table.bench.hands.put_away(self.table.run.now))
                return True
        return False

    @property
    def sites(self) -> frozenset[str]:
        """Places of the board itself."""
        return frozenset(str(site.site) for site in self.table.board.sites)

    def put(self) -> bool:
        """A piece of its colour where it glows, the most striking place first."""
        glows = self.glows
        held = self.from_tray(glows)
        if held is not None:
            glows = self.glows  # the light follows the hand
        for role in PUT:
            places = [place for place, glow in glows.items() if glow.role is role and place in self.sites]
            for place in self.chance.sample(places, len(places)):
                if role is Role.SOURCE and self.standing(place):
                    continue
                piece = held or self.piece_for(place, glows[place])
                if piece is None or (place, piece) in self.tried:
                    continue
                self.tried.add((place, piece))
                self.done.append(f"put {place} {piece}")
                self.drop(place, piece)
                return True
        return False

    def drop(self, place: str, piece: Piece) -> None:
        """Put it there, with whatever else always goes with it."""
        hands = self.table.bench.hands
        self.table.run.run_until(hands.drop(Site(place), piece, self.table.run.now))

    def from_tray(self, glows: dict[str, Glow]) -> Piece | None:
        """The pyramid that glows in its tray, the pulsing one first."""
        trays = tray_places(self.table.board.aside)
        lit = [place for place in trays if str(place) in glows and self.standing(str(place))]
        if not lit:
            return None
        place = min(lit, key=lambda one: PUT.index(glows[str(one)].role))
        self.table.run.run_until(self.table.bench.hands.take(trays[place], self.table.run.now))
        self.table.run.run_for(Duration(LOOK))
        return trays[place]

    def piece_for(self, place: str, glow: Glow) -> Piece | None:
        """A piece that is at hand and has the colour of the light; any, where the light has none."""
        left = [piece for piece, count in self.table.world.tray().items() if count]
        shapes = {tray.piece: tray.shapes for tray in self.table.board.trays}
        some = [glow.piece] if glow.piece is not None else self.chance.sample(left, len(left))
        for piece in some:
            for shape in (piece, *shapes.get(piece, ())):
                if (place, shape) not in self.tried:
                    return shape
        return None


class TrikeNewcomer(Newcomer):
    """Sees that there is one pawn and that it stands on top of a checker: it is set on each new one."""

    def drop(self, place: str, piece: Piece) -> None:
        super().drop(place, piece)
        pawn, hands = Piece("pawn"), self.table.bench.hands
        homes = [site for site, stack in self.table.world.holes().items() if pawn in stack]
        if piece == pawn or glow_is_opponents(self.table.state):
            return
        for home in homes:
            self.table.run.run_until(hands.lift(home, self.table.run.now))
        self.table.run.run_until(hands.drop(Site(place), pawn, self.table.run.now))


def glow_is_opponents(state: SessionState) -> bool:
    """Whether the light asks for somebody else's move, piece by piece."""
    return any(
        glow.role is Role.OPPONENT and glow.piece is not None for glow in scene_of(state).glows.values()
    )


def newcomer(table: Played, chance: Random) -> Newcomer:
    """Somebody who has never seen this board."""
    return (TrikeNewcomer if table.board.game == "trike" else Newcomer)(table, chance)
