"""A game of Rapid, Original or Simple that is played on in place, for searches: plain lists and masks.

All tiles must be known (or guessed). Draws and forced passes run by themselves, so that only placements are
chosen. One thing is simpler than the rules: purses are points, and J1 costs the two of a black coin, also
whoever has only red ones.
"""

from typing import Final

from triboard.rules.trioker.boards import Board
from triboard.rules.trioker.field import fitting
from triboard.rules.trioker.scoring import OUT_BONUS, TILE_PENALTY
from triboard.rules.trioker.table import TableState, cells_to_play, opening, tiles_to_play
from triboard.rules.trioker.tiles import (
    FITTING,
    FREE,
    LAYS_OF_TILE,
    TILE_OF_LAY,
    VALUES_OF_LAY,
    bits,
    lays_of,
    pips_of,
)

LAY_BITS: Final = 7
"""A placement is a number: the cell, and in the last seven bits the lay."""

LAY_MASK: Final = (1 << LAY_BITS) - 1

FIRST_NUMBERS: Final = 1 << 31
"""With so many different numbers the chance of a game can start."""

FACTOR: Final = 1_103_515_245
STEP: Final = 12_345
"""The linear congruence of ANSI C: quick, and good enough for random games, whose low bits are dropped."""

FEWER: Final = 1_000
"""One tile fewer counts more than all pips."""


class LightTable:
    """A game between two plies; it is over once somebody is `out` or it is `blocked`. Names are those of
    `TableState`, with lists by seat, by cell or by vertex in place of its tuples."""

    __slots__ = (
        "bank", "blocked", "board", "chains", "drawn", "edge", "filled", "fits", "lays", "lost", "near",
        "number", "out", "passed", "paths", "points", "pool", "seats", "tiles", "turn", "values",
    )  # fmt: skip
    board: Board
    seats: int
    chains: bool
    paths: int
    values: list[int]
    fits: list[int]
    """For each cell the lays that agree with what stands at its corners."""
    filled: int
    edge: list[int]
    """Cells on which a tile may be laid now, before corners are compared."""
    near: int
    """Cells that are filled or have been in `edge`."""
    tiles: list[int]
    lays: list[int]
    pool: int
    bank: int
    turn: int
    drawn: bool
    passed: int
    lost: int
    points: list[int]
    """Empty in Simple."""
    out: int
    blocked: bool
    number: int

    def __init__(self, source: "TableState | LightTable", number: int = 0) -> None:
        """What the rules hold, or a copy. `number`, 0 to 2**31 - 1, starts the chance of this game."""
        if isinstance(source, LightTable):
            self._copy(source)
        else:
            self._begin(source, number)

    def _copy(self, source: "LightTable") -> None:
        self.board, self.seats = source.board, source.seats
        self.chains, self.paths = source.chains, source.paths
        self.values, self.fits, self.edge = source.values[:], source.fits[:], source.edge[:]
        self.filled, self.near = source.filled, source.near
        self.tiles, self.lays, self.points = source.tiles[:], source.lays[:], source.points[:]
        self.pool, self.bank = source.pool, source.bank
        self.turn, self.drawn = source.turn, source.drawn
        self.passed, self.lost = source.passed, source.lost
        self.out, self.blocked, self.number = source.out, source.blocked, source.number

    def _begin(self, state: TableState, number: int) -> None:
        board = state.field.board
        self.board, self.seats = board, len(state.hands)
        self.chains, self.paths = state.mode == "simple", state.paths
        self.values = list(state.field.corners)
        self.fits = [fitting(state.field, cell) for cell in range(len(board.cells))]
        self.edge = list(bits(cells_to_play(state)))
        self.filled = state.field.filled
        self.near = self.filled | state.field.edge
        self.tiles = [hand.known for hand in state.hands]
        self.lays = [lays_of(hand) for hand in self.tiles]
        self.points = [purse.points for purse in state.purses]
        self.pool, self.bank = state.pool, state.bank
        self.turn, self.drawn = state.turn, state.drawn
        self.passed, self.lost = state.passed, state.lost
        self.out, self.blocked, self.number = state.out, state.blocked, number
        if opening(state):
            self.near = 1 << board.centre
            self.lays[self.turn] = lays_of(tiles_to_play(state))

    def below(self, limit: int) -> int:
        """0 to `limit` - 1, about equally likely."""
        self.number = (self.number * FACTOR + STEP) & (FIRST_NUMBERS - 1)
        return (self.number >> 8) % limit

    def settle(self) -> list[tuple[int, int]]:
        """Lets draws and forced passes run until somebody has a placement: cells, each with the set of lays
        that fit there. Empty once the game is over."""
        fits = self.fits
        while self.out < 0 and not self.blocked:
            mine = self.lays[self.turn]
            found = [(cell, fits[cell] & mine) for cell in self.edge if fits[cell] & mine]
            if found:
                return found
            if self.bank and not self.drawn:
                self.draw()
            else:
                self.pass_on()
        return []

    def draw(self) -> None:
        """Any tile of the bank, for the side on turn."""
        pool = self.pool
        for _ in range(self.below(self.bank)):
            pool &= pool - 1
        tile = (pool & -pool).bit_length() - 1
        self.pool ^= 1 << tile
        self.bank -= 1
        self.tiles[self.turn] |= 1 << tile
        self.lays[self.turn] |= LAYS_OF_TILE[tile]
        self.drawn, self.passed = True, 0

    def pass_on(self) -> None:
        """The side on turn passes."""
        self.passed |= 1 << self.turn
        self.drawn = False
        if not self.bank and self.passed == (1 << self.seats) - 1:
            self.blocked = True
        else:
            self.give_on()

    def give_on(self) -> None:
        """The next turn, clockwise; who landed on B1 is left out once."""
        side = self.turn + 1
        if side == self.seats:
            side = 0
        while self.lost >> side & 1:
            self.lost &= ~(1 << side)
            side = (side + 1) % self.seats
        self.turn = side

    def place(self, cell: int, lay: int) -> None:
        """A placement of the side on turn that `settle` offered."""
        board, side = self.board, self.turn
        tile = TILE_OF_LAY[lay]
        if not self.filled:
            self.lays[side] = lays_of(self.tiles[side])
        self.filled |= 1 << cell
        self.tiles[side] ^= 1 << tile
        self.lays[side] &= ~LAYS_OF_TILE[tile]
        self.passed, self.drawn = 0, False
        values, fits = self.values, self.fits
        wanted = VALUES_OF_LAY[lay]
        corners = board.corners[cell]
        for index in range(3):
            value, vertex = wanted[index], corners[index]
            if value != FREE and values[vertex] == FREE:
                values[vertex] = value
                for other, corner in board.incident[vertex]:
                    fits[other] &= FITTING[corner][value]
        if self.chains:
            self.lengthen(cell)
        else:
            self.edge.remove(cell)
            for other in board.neighbours[cell]:
                if not self.near >> other & 1:
                    self.near |= 1 << other
                    self.edge.append(other)
        label = board.labels[cell]
        if label and self.points:
            self.act(label)
        if not self.tiles[side]:
            self.out = side
        elif label != "H1":
            self.give_on()

    def lengthen(self, cell: int) -> None:
        """The free cells of the chains after one more tile of a chain."""
        board, filled = self.board, self.filled
        beside = board.beside
        before = (beside[cell] & filled).bit_length() - 1
        taken = (beside[before] & filled).bit_count()
        closed = beside[cell] | 1 << cell
        if taken >= (self.paths if before == board.centre else 2):
            closed |= beside[before]
        self.edge = [other for other in self.edge if not closed >> other & 1]
        for other in board.neighbours[cell]:
            if not filled >> other & 1 and beside[other] & filled == 1 << cell:
                self.edge.append(other)

    def act(self, label: str) -> None:
        """Actions on points (trioker §16, §21)."""
        side, points = self.turn, self.points
        if label == "B1":
            self.lost |= 1 << side
        elif label == "E2":
            for step in range(1, self.seats):
                self.move_points(side, (side + step) % self.seats, 2)
        elif label == "D2":
            self.move_points((side + 1) % self.seats, side, 2)
        elif label == "F5":
            self.move_points(side, (side + 1) % self.seats, 5)
        elif label in ("A2", "J1"):
            points[side] = max(0, points[side] - 2)
        elif label == "A5":
            points[side] = max(0, points[side] - 5)
        elif label == "C2":
            points[side] += 2
        elif label == "C5":
            points[side] += 5

    def move_points(self, payer: int, payee: int, amount: int) -> None:
        amount = min(amount, self.points[payer])
        self.points[payer] -= amount
        self.points[payee] += amount

    def random_to_end(self) -> None:
        """Any cell, and there any lay that fits."""
        while True:
            options = self.settle()
            if not options:
                return
            cell, here = options[self.below(len(options))]
            size = here.bit_count()
            if size > 1:
                for _ in range(self.below(size)):
                    here &= here - 1
            self.place(cell, (here & -here).bit_length() - 1)

    def shares(self) -> list[float]:
        """What each seat has won of a game that is over."""
        ranks = self.ranks()
        best = max(ranks)
        part = 1 / ranks.count(best)
        return [part if rank == best else 0.0 for rank in ranks]

    def ranks(self) -> list[int]:
        """A number for each seat of a game that is over; the highest wins (trioker §18, §19, §23)."""
        if self.blocked:
            return [self.chains * (-FEWER * hand.bit_count() - pips_of(hand)) for hand in self.tiles]
        if self.chains:
            return [int(seat == self.out) for seat in range(self.seats)]
        ranks = []
        for seat, owned in enumerate(self.points):
            hand = self.tiles[seat]
            cost = TILE_PENALTY * hand.bit_count() + pips_of(hand)
            ranks.append(owned + OUT_BONUS if seat == self.out else max(0, owned - cost))
        return ranks
