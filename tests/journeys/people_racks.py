"""People who play Trioker from racks that are read: tiles come from there, and draws are told there."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.journeys.people_base import drop, lift
from tests.journeys.people_trioker import GAME, TriokerPeople
from tests.journeys.table import Table

from triboard.board.racks import rack_places
from triboard.rules import trioker
from triboard.rules.trioker.tiles import names_of, rotations, tile_named
from triboard.units import SECOND, Piece, Site, millis


class RackPeople(TriokerPeople):
    """They fill the racks first; from then on the board knows all hands, as whoever plays does."""

    def __init__(self, table: Table, options: dict[str, Any], chance: Random, *, clumsy: float) -> None:
        super().__init__(table, options, chance, clumsy=clumsy, deal={})
        self.owners = rack_places(table.board.aside)
        self.outside: dict[str, int] = {}  # drawn tiles for which a full rack had no place, with their seats

    def set_up(self) -> None:
        """Deal: the field is set up, then tiles come into the racks, in any place and turned."""
        super().set_up()
        state = self.table.state.game
        assert isinstance(state, trioker.TableState)
        laid = {tile_named(stack[0]) for stack in GAME.position(state).pieces.values()}
        left = [name for name in trioker.deck(state.mode) if name not in laid]
        self.chance.shuffle(left)
        tiles = [(seat, left.pop()) for seat, hand in enumerate(state.hands) for _ in range(hand.size)]
        self.chance.shuffle(tiles)
        for seat, tile in tiles:
            self.do(drop(self.free(seat), self.turned(tile)), wait=0)
        self.wait(2 * SECOND)
        assert self.table.state.phase.value == "play", self.table.state.notice
        self.states = [self.table.state.game]
        self.truths = [self.table.state.game]

    # Racks

    def turned(self, tile: str) -> Piece:
        """A tile, some way round."""
        return Piece(self.chance.choice(rotations(tile)))

    def free(self, seat: int) -> Site:
        """A free place of a rack."""
        places = [site for site, owner in self.owners.items() if owner == seat]
        return self.chance.choice([site for site in places if not self.table.world.standing(site)])

    def has_room(self, seat: int) -> bool:
        """Whether another tile goes into a rack."""
        return any(
            not self.table.world.standing(site) for site, owner in self.owners.items() if owner == seat
        )

    def find(self, tile: str) -> Site | None:
        """Where in the racks a tile lies."""
        lying = self.table.world.racks().items()
        return next((site for site, stack in lying if tile_named(stack[0]) == tile), None)

    @property
    def seat(self) -> int:
        """Who is on turn."""
        assert isinstance(self.truth, trioker.TableState)
        return self.truth.turn

    # Moves

    def place(self, site: Site, text: str) -> None:
        """Take the tile out of the rack, perhaps think for a while, and lay it; or try it elsewhere first."""
        place = self.find(str(tile_named(text)))
        if place is not None:
            self.do(lift(place), wait=self.pause())
        self.outside.pop(str(tile_named(text)), None)
        super().place(site, text)
        for tile, seat in list(self.outside.items()):
            if self.has_room(seat):
                del self.outside[tile]
                self.do(drop(self.free(seat), self.turned(tile)))

    def draw(self, tile: str) -> None:
        """A tile of the bank comes into the rack, after DRAW or without; or is laid at once."""
        drawn = GAME.play(self.truth, trioker.Draw(tile))
        places = [move for move in GAME.legal_moves(drawn) if isinstance(move, trioker.Place)]
        if places and (not self.has_room(self.seat) or self.chance.random() < 0.3):
            place = self.chance.choice(places)
            super().place(place.cell.site, place.text)
            self.meant(trioker.Draw(tile))
            self.meant(place)
            return
        if not self.has_room(self.seat):
            seat = self.seat
            super().draw(tile)  # then the board throws
            if isinstance(named := self.moves[-1], trioker.Draw):
                self.outside[str(named.tile)] = seat
            return
        if self.chance.random() < 0.5:
            self.press("DRAW")
            self.expect()
        if self.chance.random() < self.clumsy:
            self.wrong_rack(tile)
        self.do(drop(self.free(self.seat), self.turned(tile)))
        self.meant(trioker.Draw(tile))

    def play(self, move: trioker.Move) -> None:
        """A draw is known to everybody here."""
        if isinstance(move, trioker.Draw):
            self.draw(str(move.tile))
        else:
            super().play(move)

    # Mischief

    def mischief(self) -> list[Callable[[], None]]:
        """Racks as well are not always as they should be."""
        found = super().mischief()
        return found if self.owing else [*found, self.sort, self.sort, self.swap_hands, self.look]

    def wrong_rack(self, tile: str) -> None:
        """What was drawn comes into another player's rack first, for some time."""
        assert isinstance(self.truth, trioker.TableState)
        others = [seat for seat in range(len(self.truth.hands)) if seat != self.seat and self.has_room(seat)]
        if others:
            place = self.free(self.chance.choice(others))
            self.do(drop(place, self.turned(tile)), lift(place), wait=self.pause())

    def sort(self) -> None:
        """A tile of a rack changes its place; in a full rack it is only turned."""
        site, stack = self.chance.choice(sorted(self.table.world.racks().items()))
        place = self.free(self.owners[site]) if self.has_room(self.owners[site]) else site
        self.do(lift(site), drop(place, self.turned(str(tile_named(stack[0])))))

    def swap_hands(self) -> None:
        """A tile lies in another player's rack for a while: the board says so, and play is not stopped."""
        site, stack = self.chance.choice(sorted(self.table.world.racks().items()))
        seats = {
            owner for owner in self.owners.values() if owner != self.owners[site] and self.has_room(owner)
        }
        if not seats:
            return
        other = self.free(self.chance.choice(sorted(seats)))
        self.do(lift(site), drop(other, stack[0]), wait=6 * SECOND)
        assert self.table.state.astray is not None
        self.do(lift(other), drop(site, stack[0]))
        assert self.table.state.astray is None

    def look(self) -> None:
        """Somebody takes a tile out, looks at it and puts it back."""
        site, stack = self.chance.choice(sorted(self.table.world.racks().items()))
        self.do(lift(site), wait=millis(self.chance.choice([0, 500, 6000])))
        self.do(drop(site, stack[0]))

    def wrong_tile(self) -> None:
        """A tile of the player on turn that does not fit there, put back into the rack."""
        lying = [item for item in self.table.world.racks().items() if self.owners[item[0]] == self.seat]
        if not lying:
            return
        place, stack = self.chance.choice(sorted(lying))
        for _ in range(20):
            text = self.chance.choice(rotations(stack[0]))
            cell = self.chance.choice(sorted(self.state.field.board.cells, key=str)).site
            if self.is_wrong(cell, text):
                self.do(lift(place), drop(cell, Piece(text)), lift(cell), wait=self.pause())
                self.do(drop(place, stack[0]))
                return

    def regret(self) -> None:
        """Take the last tile back, by hand or with UNDO; what was drawn since goes to the bank."""
        here = GAME.position(self.state).pieces
        for ply in range(len(self.states) - 2, -1, -1):
            before = GAME.position(self.states[ply]).pieces
            if before != here:
                [site] = set(here) - set(before)
                self.go_back(site, ply)
                return

    def go_back(self, site: Site, ply: int) -> None:
        """Carry out a takeback of the last tile."""
        owner, later = self.truths[ply], self.truth
        assert isinstance(owner, trioker.TableState)
        assert isinstance(later, trioker.TableState)
        for seat, hand in enumerate(later.hands):
            for tile in names_of(hand.known & ~owner.hands[seat].known):
                self.outside.pop(tile, None)
                if (place := self.find(tile)) is not None:
                    self.spare(place)
        tile = str(tile_named(self.table.world.standing(site)[0]))
        if undo := self.chance.random() < 0.5:
            self.press("UNDO")
        room = self.has_room(owner.turn)
        self.do(lift(site), wait=0)
        if room:
            self.do(drop(self.free(owner.turn), self.turned(tile)), wait=2 * SECOND)
        else:
            self.wait(2 * SECOND)
            self.put_away()
        self.back_to(ply, by_hands=not undo)

    def most_put_back(self) -> int:
        """A tile that was drawn and lies in the bank again is no part of it."""
        moves = [] if self.left is None else self.left[1]
        drawn = (ply for ply, move in enumerate(moves) if isinstance(move, trioker.Draw))
        return next((ply for ply in drawn if ply >= len(self.moves)), len(moves))

    def spare(self, place: Site) -> None:
        """A drawn tile that is not drawn any more goes back into the bank."""
        self.do(lift(place), wait=0)
        self.put_away()

    def expect(self) -> None:
        """Besides: racks hold what the game says, and nothing is said to be astray."""
        super().expect()
        assert self.table.state.astray is None, self.table.state.astray
