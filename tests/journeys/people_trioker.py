"""People who play Trioker: tiles laid and turned, slips, draws and passes, hands shown at the end."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.journeys.people_base import People, drop, lift
from tests.journeys.table import Table

from triboard.errors import IllegalMoveError
from triboard.rules import trioker
from triboard.rules.trioker.boards import CELLS_73
from triboard.rules.trioker.tiles import LAYS, names_of, rotations
from triboard.session.manners import Dice
from triboard.session.trioker import COINS, MANNERS
from triboard.units import SECOND, Piece, Side, Site, millis

GAME = trioker.GAME
HURRY = 60  # plies after which nobody passes for fun any more
SITES = tuple(cell.site for cell in sorted(CELLS_73))
BUTTONS = ("DRAW", "PASS", "RED", "BLACK", "CHALLENGE")


class TriokerPeople(People):
    """`truths` are the games as one who sees every hand knows them; `deal` is what the table is not told."""

    def __init__(
        self, table: Table, options: dict[str, Any], chance: Random, *, clumsy: float, deal: dict[str, Any]
    ) -> None:
        super().__init__(table, chance, clumsy=clumsy)
        self.truths: list[trioker.State] = [GAME.start({**options, **deal})]
        self.left_truths: list[trioker.State] = []
        self.owing = False  # a pass that going on will say
        self.solution: dict[trioker.Cell, str] = {}
        if options.get("mode") == "puzzle":
            found = next(iter(trioker.solve(options["outline"], joker=options.get("joker", False))))
            self.solution = {place.cell: place.text for place in found}

    @property
    def truth(self) -> trioker.State:
        """What is so."""
        return self.truths[-1]

    def set_up(self) -> None:
        """Follow the board until it is ready."""
        for site, stack in GAME.position(self.state).pieces.items():
            assert self.table.state.phase.value == "setup"
            self.do(drop(site, stack[0]))

    def expect(self) -> None:
        """A pass that going on will say is not in the record yet."""
        if not self.owing:
            super().expect()

    def meant(self, move: Any) -> None:
        """Who sees all hands knows which tile was drawn; the board may not."""
        hidden = isinstance(move, trioker.Draw) and self.state != self.truth
        self.truths.append(self.truth if isinstance(move, trioker.Reveal) else GAME.play(self.truth, move))
        super().meant(trioker.Draw() if hidden else move)
        if len(self.states) > len(self.truths):  # what was taken back with this tile is so again
            self.truths = self.left_truths[: len(self.states)]
        self.owing = self.owing and isinstance(move, trioker.Pass)

    def back_to(self, ply: int, *, by_hands: bool = True) -> None:
        """Back before a ply."""
        if self.left is None:
            self.left_truths = self.truths[:]
        super().back_to(ply, by_hands=by_hands)
        del self.truths[ply + 1 :]

    # Moves

    def turn(self) -> None:
        """One move; sometimes two tiles at once, or one that is turned where it lies."""
        move = self.choose()
        if isinstance(move, trioker.Place) and self.chance.random() < 0.2 and self.two_hands(move):
            return
        if isinstance(move, trioker.Remove) and self.chance.random() < 0.5 and self.turn_round(move):
            return
        self.play(move)

    def choose(self) -> trioker.Move:
        """A move that is legal with the tiles that the player really has."""
        if isinstance(self.truth, trioker.PuzzleState):
            return self.choose_in_puzzle(self.truth)
        if pending := self.revealing():
            assert isinstance(self.truth, trioker.TableState)
            return trioker.Reveal(Side(pending[0]), names_of(self.truth.hands[pending[0]].known))
        legal = list(GAME.legal_moves(self.truth))
        places = [move for move in legal if isinstance(move, trioker.Place)]
        others = [move for move in legal if not isinstance(move, trioker.Place)]
        if self.owing:
            return self.chance.choice(places)  # which is what says the pass
        seldom = 0.3 if len(self.moves) < HURRY else 0.05
        return self.chance.choice(
            others if others and (not places or self.chance.random() < seldom) else places
        )

    def choose_in_puzzle(self, state: trioker.PuzzleState) -> trioker.Move:
        """Mostly towards the solution, with wrong tiles in between that have to be taken out again."""
        laid = {trioker.parse_cell(site): stack[0] for site, stack in GAME.position(state).pieces.items()}
        if self.chance.random() < 0.25:
            return self.chance.choice(list(GAME.legal_moves(state)))
        wrong = [cell for cell, text in laid.items() if self.solution[cell] != text]
        if wrong:
            return trioker.Remove(self.chance.choice(wrong))
        right = [trioker.Place(cell, text) for cell, text in self.solution.items() if cell not in laid]
        return self.chance.choice(right)

    def play(self, move: trioker.Move) -> None:
        """Carry out one move with hands."""
        match move:
            case trioker.Place(cell, text):
                self.place(cell.site, text)
            case trioker.Remove(cell):
                self.take_away(cell.site)
            case trioker.Draw(str() as tile) if self.state == self.truth:
                self.draw(tile)
                return
            case trioker.Draw():
                self.press("DRAW")
            case trioker.Pass():
                self.pass_on()
            case trioker.Challenge():
                self.press("CHALLENGE")
            case trioker.Coin(colour):
                self.press(next(button for button, one in COINS.items() if one is colour))
            case trioker.Reveal(_, tiles):
                self.show_hand(tiles)
        self.meant(move)

    def press(self, button: str) -> None:
        """Press a button."""
        self.table.press(button)

    def take_away(self, site: Site, wait: int = 2 * SECOND) -> None:
        """Take a tile off and lay it aside."""
        self.do(lift(site), wait=wait)
        self.put_away()

    def pass_on(self) -> None:
        """Press PASS, or let the next player say it by going on."""
        follows = GAME.play(self.truth, trioker.Pass())
        goes_on = any(isinstance(move, trioker.Place) for move in GAME.legal_moves(follows))
        if goes_on and MANNERS.implied(self.state, {}) is not None and self.chance.random() < 0.5:
            self.owing = True
            return
        self.press(self.chance.choice(["PASS", "OK"]) if MANNERS.confirmed(self.state, {}) else "PASS")

    def draw(self, tile: str) -> None:
        """With open hands: press DRAW and take the tile that the board names, or lay one at once."""
        drawn = GAME.play(self.truth, trioker.Draw(tile))
        places = [move for move in GAME.legal_moves(drawn) if isinstance(move, trioker.Place)]
        if places and self.chance.random() < 0.5:
            place = self.chance.choice(places)
            self.place(place.cell.site, place.text)
            self.meant(trioker.Draw(tile))
            self.meant(place)
            return
        self.press("DRAW")
        [named] = self.table.state.moves[len(self.moves) :]
        assert named in list(GAME.legal_moves(self.state))
        self.meant(named)

    def place(self, site: Site, text: str) -> None:
        """Lay a tile, sometimes the wrong way round or on another cell first."""
        if self.chance.random() < self.clumsy / 2:
            for shape in self.chance.sample([*rotations(text), text], len(rotations(text)) + 1):
                where = site if shape != text else self.chance.choice(SITES)
                if self.is_wrong(where, shape):
                    self.do(drop(where, Piece(shape)), lift(where), wait=self.pause())
                    break
        self.do(drop(site, Piece(text)))
        self.put_away()

    def two_hands(self, first: trioker.Place) -> bool:
        """Two tiles at once, where only one order is legal or the order does not matter."""
        after = GAME.play(self.truth, first)
        if self.owing or self.state != self.truth or isinstance(self.truth, trioker.TableState):
            return False  # with hidden hands the board cannot know who laid which
        places = [move for move in GAME.legal_moves(after) if isinstance(move, trioker.Place)]
        if not places:
            return False
        second = self.chance.choice(places)
        puzzle = isinstance(self.truth, trioker.PuzzleState)
        if not puzzle and self.may_follow(second, first):
            return False
        if self.seen_before(GAME.play(after, second)) is not None:
            return False  # that would be a takeback
        left, right = ([drop(move.cell.site, Piece(move.text))] for move in (first, second))
        self.both(left, right)
        moves = [first, second]
        if puzzle and self.table.moves[-2:] == [GAME.format_move(move) for move in moves[::-1]]:
            moves.reverse()
        for move in moves:
            self.meant(move)
        return True

    def may_follow(self, first: trioker.Move, second: trioker.Move) -> bool:
        """Whether two moves are possible in this order, perhaps with a pass in between that nobody said."""
        if not _accepts(self.truth, first):
            return False
        after = GAME.play(self.truth, first)
        passed = MANNERS.implied(after, {})
        return _accepts(after, second) or (passed is not None and _accepts(GAME.play(after, passed), second))

    def turn_round(self, move: trioker.Remove) -> bool:
        """A tile of a puzzle is lifted, turned and put back: two plies, or back to an earlier one."""
        piece = GAME.position(self.state).pieces[move.cell.site][0]
        lifted = GAME.play(self.truth, move)
        for text in rotations(piece)[1:]:
            again = trioker.Place(move.cell, text)
            if _accepts(lifted, again):
                self.do(lift(move.cell.site), wait=0)
                self.do(drop(move.cell.site, Piece(text)))
                earlier = self.seen_before(GAME.play(lifted, again))
                if earlier is not None:
                    self.back_to(earlier)
                    return True
                self.meant(move)
                self.meant(again)
                return True
        return False

    def seen_before(self, state: trioker.State) -> int | None:
        """The latest ply before which the tiles lay as they do in a state."""
        goal = GAME.position(state)
        plies = range(len(self.states) - 1, -1, -1)
        return next((ply for ply in plies if GAME.position(self.states[ply]) == goal), None)

    def show_hand(self, tiles: tuple[str, ...]) -> None:
        """Lay the tiles on empty cells; what was shown before may lie on or be taken away."""
        shown = [site for site in self.table.world.holes() if site not in GAME.position(self.state).pieces]
        if self.chance.random() < 0.5:
            for site in shown:
                self.take_away(site, wait=self.pause())
        for tile in tiles:
            if tile != tiles[0] and self.chance.random() < self.clumsy / 4:
                self.put_back()
            free = [site for site in SITES if site not in self.table.world.holes()]
            piece = Piece(self.chance.choice(rotations(tile)))
            self.do(drop(self.chance.choice(free), piece), wait=self.pause())
        self.wait(2 * SECOND)

    # Mischief

    def revealing(self) -> tuple[int, ...]:
        """Seats that have to show their tiles, so that tiles may be laid anywhere."""
        return trioker.to_reveal(self.state) if isinstance(self.state, trioker.TableState) else ()

    def is_wrong(self, site: Site, text: str) -> bool:
        """Whether laying this is neither a move now nor after silent moves that it may imply."""
        if site in self.table.world.holes() or self.revealing():
            return False
        states = [self.state]
        while (silent := MANNERS.implied(states[-1], {})) is not None:
            states.append(GAME.play(states[-1], silent))
        states += [GAME.play(self.state, move) for move in MANNERS.alternatives(self.state)]
        return not any(_accepts(state, trioker.Place(trioker.parse_cell(site), text)) for state in states)

    def mischief(self) -> list[Callable[[], None]]:
        """What can go wrong now."""
        if self.owing:
            return [self.bad_cable]
        found = [*super().mischief(), self.wrong_tile, self.wrong_tile, self.idle_button, self.regret]
        if self.table.world.holes():
            found += [self.put_back, self.put_back, self.bad_seat, self.bad_seat]
        return found

    def wrong_tile(self) -> None:
        """A tile that does not fit there, taken off again."""
        tray = self.table.world.tray()
        for _ in range(20):
            text, site = self.chance.choice(LAYS), self.chance.choice(SITES)
            name = trioker.tile_named(text)
            if name and tray[Piece(name)] and self.is_wrong(site, text):
                self.do(drop(site, Piece(text)), lift(site), wait=self.pause())
                self.put_away()
                return

    def put_back(self) -> None:
        """Some tile is lifted and put back, at once or after so long that its move was taken back meanwhile;
        in a puzzle at once, because taking out is a move there."""
        site = self.chance.choice(sorted(self.table.world.holes()))
        piece = self.table.world.standing(site)[0]
        self.do(lift(site), wait=0 if self.solution else self.pause())
        self.do(drop(site, piece))

    def bad_seat(self) -> None:
        """A corner of a tile loses contact for a while."""
        site = self.chance.choice(sorted(self.table.world.holes()))
        [level] = next(one for one in self.table.board.sites if one.site == site).levels
        controller, channel = self.table.bench.controller, self.chance.choice(level.channels)
        value = controller.raw(channel)
        dark = next(band.middle for band in level.sensing.bands if band.symbol is None)
        controller.set_raw(channel, dark, self.table.run.now)
        self.wait(millis(self.chance.uniform(20, 6000)))
        controller.set_raw(channel, value, self.table.run.now)

    def idle_button(self) -> None:
        """A button whose move the rules forbid now, or that means nothing."""
        for button in self.chance.sample(BUTTONS, len(BUTTONS)):
            move = MANNERS.direct(self.state, button)
            if move is None or not _accepts(self.state, move):
                self.press(button)
                return

    def regret(self) -> None:
        """Take the last tile back, by hand or with UNDO. In a puzzle taking out is a move."""
        here = GAME.position(self.state).pieces
        for ply in range(len(self.states) - 2, -1, -1):
            before = GAME.position(self.states[ply]).pieces
            if before != here and not self.revealing() and not self.solution:
                [site] = set(here) - set(before)
                if undo := self.chance.random() < 0.5:
                    self.press("UNDO")
                self.take_away(site)
                self.back_to(ply, by_hands=not undo)
                return


def _accepts(state: trioker.State, move: Any) -> bool:
    """Whether the rules take a move; a throw is one."""
    if isinstance(move, Dice):
        return True
    try:
        GAME.play(state, move)
    except IllegalMoveError:
        return False
    return True
