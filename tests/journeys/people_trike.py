"""People who play Trike: the pawn and its checker in any order, slides, slips and takebacks."""

from collections.abc import Callable

from tests.journeys.people_base import People, Verb, drop, lift

from triboard.board.definition import SensingKind
from triboard.rules import trike
from triboard.units import SECOND, Piece, Site


class TrikePeople(People):
    """Plays one random game of Trike; `states` and `moves` as in `People`."""

    @property
    def home(self) -> Site | None:
        """Cell of the pawn; `None` before the opening."""
        pawn = self.state.pawn
        return None if pawn is None else trike.site_of(pawn)

    @property
    def checker(self) -> Piece:
        """Checker of the side on turn."""
        side = self.game.to_move(self.state)
        assert side is not None
        return Piece(trike.SIDES[side])

    @property
    def tells_colours(self) -> bool:
        """Whether the board can tell black from white."""
        return self.table.board.sites[0].levels[0].sensing.kind is not SensingKind.DIGITAL

    def turn(self) -> None:
        """A swap, a move, or now and then two moves in one go."""
        if trike.SWAP in self.game.legal_moves(self.state) and self.chance.random() < 0.4:
            self.table.press("SWAP")
            self.meant(trike.SWAP)
            return
        # Without colours two moves in one go look like one and a half: there the next player waits.
        self.move(self.choose(), hurry=self.tells_colours and self.chance.random() < 0.15)

    def choose(self) -> Site:
        """A cell that the pawn reaches."""
        return self.chance.choice(self.reached())

    def reached(self) -> list[Site]:
        """Cells that the pawn reaches."""
        moves = (move for move in self.game.legal_moves(self.state) if isinstance(move, trike.Place))
        return [trike.site_of(move.cell) for move in moves]

    def move(self, cell: Site, *, hurry: bool = False) -> None:
        """One move in one of its ways; in a hurry the next player does not wait."""
        self.chance.choice([self.pawn_first, self.checker_first, self.slide, self.two_hands])(
            cell, 0 if hurry else SECOND
        )
        self.meant(trike.Place(trike.cell_of(cell)))
        if hurry:
            self.wait(SECOND) if self.over else self.move(self.choose())

    def up(self) -> list[Verb]:
        """The pawn comes off the board; before the opening it is in the hand already."""
        return [] if self.home is None else [lift(self.home)]

    def pawn_first(self, cell: Site, wait: int) -> None:
        """The pawn is lifted, the checker laid, the pawn put on it."""
        self.do(*self.up(), drop(cell, self.checker), drop(cell, trike.PAWN), wait=wait)

    def checker_first(self, cell: Site, wait: int) -> None:
        """The checker lies there before the pawn leaves."""
        self.do(drop(cell, self.checker), *self.up(), drop(cell, trike.PAWN), wait=wait)

    def slide(self, cell: Site, wait: int) -> None:
        """The pawn slides, resting on bare cells on its way; then its checker is put under it."""
        on_the_way = self.chance.sample(self.reached(), min(2, len(self.reached())))
        verbs = self.up()
        for rest in (*on_the_way, cell):
            verbs += [drop(rest, trike.PAWN), lift(rest)]
        self.do(*verbs, drop(cell, self.checker), drop(cell, trike.PAWN), wait=wait)

    def two_hands(self, cell: Site, wait: int) -> None:
        """One hand lifts the pawn while the other lays the checker."""
        self.both(self.up(), [drop(cell, self.checker)], self.pause())
        self.do(drop(cell, trike.PAWN), wait=wait)

    # Slips

    def mischief(self) -> list[Callable[[], None]]:
        """What can go wrong now."""
        found = [*super().mischief(), self.other_cell, self.stray_checker]
        if self.home is not None:
            found += [self.pawn_astray, self.pawn_astray, self.whole_move_astray, self.useless_swap]
            found += [self.pawn_put_back, self.checker_put_back, self.take_back, self.undo]
        if self.tells_colours:
            found += [self.wrong_colour]
        return found

    def empty(self) -> list[Site]:
        """Cells on which nothing stands."""
        taken = self.table.world.holes()
        return [cell for cell in trike.cells(self.state.size) if cell not in taken]

    def other_cell(self) -> None:
        """A checker laid on another cell than was meant, and withdrawn."""
        cell = self.choose()
        self.do(drop(cell, self.checker), lift(cell))
        self.put_away()

    def stray_checker(self) -> None:
        """A checker on a cell that the pawn does not reach."""
        cell = self.chance.choice(self.empty())
        self.do(drop(cell, self.checker), lift(cell))
        self.put_away()

    def wrong_colour(self) -> None:
        """The other player's checker, with or without the pawn on it."""
        cell = self.choose()
        other = Piece(trike.SIDES[1 - trike.SIDES.index(self.checker)])
        if self.chance.random() < 0.5:
            self.do(drop(cell, other), lift(cell))
        else:
            back = [] if self.home is None else [drop(self.home, trike.PAWN)]
            self.do(*self.up(), drop(cell, other), drop(cell, trike.PAWN), lift(cell), lift(cell), *back)
        self.put_away()

    def pawn_astray(self) -> None:
        """The pawn is put on some bare cell, near or far, and back."""
        assert self.home is not None
        cell = self.chance.choice(self.empty())
        self.do(lift(self.home), drop(cell, trike.PAWN), lift(cell), drop(self.home, trike.PAWN))

    def whole_move_astray(self) -> None:
        """Checker and pawn on a cell that the pawn does not reach, and back again in some order."""
        assert self.home is not None
        far = [cell for cell in self.empty() if cell not in self.reached()]
        if not far:
            return
        cell = self.chance.choice(far)
        self.do(lift(self.home), drop(cell, self.checker), drop(cell, trike.PAWN), lift(cell))
        self.do(*self.shuffled(drop(self.home, trike.PAWN), lift(cell)))
        self.put_away()

    def shuffled(self, *verbs: Verb) -> list[Verb]:
        """In any order."""
        return self.chance.sample(verbs, len(verbs))

    def useless_swap(self) -> None:
        """SWAP when nobody may swap."""
        if trike.SWAP not in self.game.legal_moves(self.state):
            self.table.press("SWAP")

    def pawn_put_back(self) -> None:
        """The pawn is lifted and put back where it was."""
        assert self.home is not None
        self.do(lift(self.home), drop(self.home, trike.PAWN))

    def checker_put_back(self) -> None:
        """Some checker is lifted and put back."""
        cells = [cell for cell, stack in self.table.world.holes().items() if len(stack) == 1]
        if cells:
            cell = self.chance.choice(sorted(cells))
            piece = self.table.world.standing(cell)[0]
            self.do(lift(cell), drop(cell, piece))

    def take_back(self, *, by_hands: bool = True) -> None:
        """The last move that shows is taken back by hands: the pawn first or the checker first."""
        before = self.before()
        pawn = self.states[before].pawn
        back = [] if pawn is None else [drop(trike.site_of(pawn), trike.PAWN)]
        assert self.home is not None
        self.do(lift(self.home), *self.shuffled(lift(self.home), *back), wait=2 * SECOND)
        self.put_away()
        self.back_to(before, by_hands=by_hands)

    def undo(self) -> None:
        """UNDO, and the hands follow."""
        self.table.press("UNDO")
        self.take_back(by_hands=False)

    def before(self) -> int:
        """Number of plies before the last one that shows on the board."""
        return max(ply for ply in range(len(self.moves)) if self.moves[ply] != trike.SWAP)
