"""People who play Troika: the die or the first pyramid, stacks, slips, takebacks, two hands at once."""

from collections.abc import Callable

from tests.journeys.people_base import People, drop, lift

from triboard.rules import troika
from triboard.units import SECOND, Piece, Site, millis

QUICK = millis(250)  # shorter than the slide time: not yet a takeback


class TroikaPeople(People):
    """Plays one random game of Troika; `states` and `moves` as in `People`."""

    def turn(self) -> None:
        """The throw, a pyramid, or now and then two of them at once."""
        if self.state.starter is None:
            self.throw()
            return
        move = self.choose()
        if self.chance.random() < 0.15 and self.lay_two(move):
            return
        self.lay(move)

    def throw(self) -> None:
        """The electronic die; or a real one, told by whose pyramid is laid first."""
        if self.chance.random() < 0.5:
            self.table.press("DIE")
            [throw] = self.table.state.moves
            self.meant(throw)
            return
        side = self.chance.choice([troika.LIGHT, troika.DARK])
        self.meant(troika.Die(troika.Colour(3 * side)))
        self.lay(self.choose())

    def choose(self) -> troika.Lay:
        """A placement; where one would end the game, mostly another one, so that stacks grow."""
        legal = [move for move in self.game.legal_moves(self.state) if isinstance(move, troika.Lay)]
        quiet = [move for move in legal if not self.game.play(self.state, move).troikas]
        return self.chance.choice(quiet if quiet and self.chance.random() < 0.95 else legal)

    def lay(self, move: troika.Lay, wait: int = SECOND) -> None:
        """Lay a pyramid, sometimes on another field first."""
        piece, site = troika.piece_of(move.pyramid), troika.site_of(move.field)
        other = self.elsewhere(move)
        if other is not None and self.chance.random() < self.clumsy / 2:
            self.do(drop(other, piece), lift(other), drop(site, piece), wait=wait)
        else:
            self.do(drop(site, piece), wait=wait)
        self.meant(move)

    def elsewhere(self, move: troika.Lay) -> Site | None:
        """Another field on which the pyramid would not end the game."""
        moves = [
            other
            for other in self.game.legal_moves(self.state)
            if isinstance(other, troika.Lay)
            and other.pyramid == move.pyramid
            and other.field != move.field
            and self.game.outcome(self.game.play(self.state, other)) is None
        ]
        return troika.site_of(self.chance.choice(moves).field) if moves else None

    def lay_two(self, first: troika.Lay) -> bool:
        """This move and the answer in one go: both hands at once where the fields differ."""
        after = self.game.play(self.state, first)
        answers = [move for move in self.game.legal_moves(after) if isinstance(move, troika.Lay)]
        if self.game.outcome(after) is not None or not answers:
            return False
        on_it = [move for move in answers if move.field == first.field]
        second = self.chance.choice(on_it if on_it and self.chance.random() < 0.5 else answers)
        verbs = [drop(troika.site_of(move.field), troika.piece_of(move.pyramid)) for move in (first, second)]
        if first.field == second.field:
            self.do(verbs[0], wait=0)
            self.do(verbs[1])
        else:
            hands = self.chance.sample(verbs, 2)
            self.both(hands[:1], hands[1:])
        self.meant(first)
        self.meant(second)
        return True

    # Slips

    def mischief(self) -> list[Callable[[], None]]:
        """What can go wrong now."""
        found = [*super().mischief()]
        if self.state.starter is not None:
            found += [self.refused, self.refused, self.second_throw]
        if self.table.world.holes():
            found += [self.put_back, self.put_back, self.take_back, self.take_back, self.undo, self.old_one]
        return found

    def refused(self) -> None:
        """A pyramid that a rule forbids: of the other side, or of a wrong size; it is taken off again."""
        laid = {piece for stack in self.table.world.holes().values() for piece in stack}
        legal = {
            (troika.piece_of(move.pyramid), troika.site_of(move.field))
            for move in self.game.legal_moves(self.state)
            if isinstance(move, troika.Lay)
        }
        tries = [
            (tray.piece, site)
            for tray in self.table.board.trays
            for site in troika.SITES
            if tray.piece not in laid and (tray.piece, site) not in legal
        ]
        if not tries:
            return
        piece, site = self.chance.choice(tries)
        self.do(drop(site, piece), lift(site))
        self.put_away()

    def second_throw(self) -> None:
        """DIE when it is settled who starts."""
        self.table.press("DIE")

    def put_back(self) -> None:
        """Some top pyramid is lifted and put back, at once or after so long that its move was taken back."""
        site, piece = self.some_top()
        self.do(lift(site), wait=self.pause())
        self.do(drop(site, piece))

    def old_one(self) -> None:
        """A top that is not the last one laid is lifted for as long as anybody likes."""
        last = self.moves[-1]
        assert isinstance(last, troika.Lay)
        others = [site for site in self.table.world.holes() if site != troika.site_of(last.field)]
        if others:
            site = self.chance.choice(sorted(others))
            piece = self.table.world.standing(site)[-1]
            self.do(lift(site), drop(site, piece))

    def some_top(self) -> tuple[Site, Piece]:
        """A field and the pyramid on top of its stack."""
        site = self.chance.choice(sorted(self.table.world.holes()))
        return site, self.table.world.standing(site)[-1]

    def take_back(self) -> None:
        """The last pyramids are lifted again, the newest first."""
        laid = [ply for ply, move in enumerate(self.moves) if isinstance(move, troika.Lay)]
        depth = self.chance.randint(1, min(3, len(laid)))
        if depth == len(laid) > 1:
            depth -= 1  # a bare board is asked about
        for ply in reversed(laid[-depth:]):
            self.do(lift(troika.site_of(self.moves[ply].field)), wait=self.pause())
        self.wait(2 * SECOND)
        self.put_away()
        self.back_to(laid[-depth])

    def undo(self) -> None:
        """UNDO once or twice, and the hands follow in any possible order."""
        laid = [ply for ply, move in enumerate(self.moves) if isinstance(move, troika.Lay)]
        depth = self.chance.randint(1, min(2, len(laid)))
        for _ in range(depth):
            self.table.press("UNDO")
        fields = [troika.site_of(self.moves[ply].field) for ply in laid[-depth:]]
        self.do(*(lift(site) for site in self.chance.sample(fields, depth)), wait=2 * SECOND)
        self.put_away()
        self.back_to(laid[-depth], by_hands=False)
