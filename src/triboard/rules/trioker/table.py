"""Rapid, Original and Simple, games with hands and a bank: state and legal moves (trioker §13 to §23).

One state type serves full and partial knowledge (§28): the tiles of a hand are known, or only their
number is and the tiles are somewhere in the `pool`, together with those of the bank. Who may see
what is decided by `knowledge`; turns are carried out by `turns`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from triboard.phrases import Words, phrase
from triboard.rules.trioker.dealing import BLACK_COINS, COIN_MODES, RED_COINS, deck_mask, highest
from triboard.rules.trioker.field import Field, empty_field, placeable, placements, with_tile
from triboard.rules.trioker.moves import Coin, Draw, Move, Pass, Reveal
from triboard.rules.trioker.options import Terms
from triboard.rules.trioker.purse import Purse, colours_in
from triboard.rules.trioker.tiles import LAY_INDEX, TILES, bits, lays_of, names_of
from triboard.units import Side


class Hand(NamedTuple):
    """Tiles of one player: a set of known ones, or the number of hidden ones."""

    known: int
    hidden: int

    @property
    def size(self) -> int:
        return self.known.bit_count() + self.hidden


class Claim(NamedTuple):
    """A pass or draw by a hidden hand, kept until the reveal shows whether it was right (trioker §28)."""

    seat: int
    ply: int
    fitting: int
    """Unseen tiles that could have been placed."""
    held: int
    """How many of those the seat turned out to have, then or later."""
    drawn: int
    """How many tiles it has drawn since; so many of the above may have come later."""


@dataclass(frozen=True, slots=True)
class TableState:
    """A game of Rapid, Original or Simple between two plies."""

    mode: str
    paths: int
    field: Field
    hands: tuple[Hand, ...]
    pool: int
    """Unseen tiles: those of the bank and of all hidden hands."""
    bank: int
    """Number of tiles in the bank."""
    turn: int
    drawn: bool
    """The player to move has drawn in this turn."""
    passed: int
    """Set of the seats that have passed since the last placement or draw."""
    lost: int
    """Set of the seats that lose their next normal turn (B1)."""
    coin_due: bool
    """The player to move must give the bank a coin (J1)."""
    purses: tuple[Purse, ...]
    out: int
    """Seat that went out, or -1."""
    blocked: bool
    ply: int
    claims: tuple[Claim, ...]
    lacking: tuple[int, ...]
    """For each seat the tiles that its draws and passes have shown it not to hold, if it keeps the rules."""


def start(terms: Terms) -> TableState:
    coins = terms.mode in COIN_MODES
    hands = tuple(Hand(known, hidden) for known, hidden in zip(terms.known, terms.hidden, strict=True))
    deck = deck_mask(terms.mode)
    field = empty_field(terms.board)
    if terms.mode == "simple":
        field = with_tile(field, terms.board.centre, LAY_INDEX["333"])
    purse = Purse(RED_COINS[terms.players], BLACK_COINS[terms.players])
    return TableState(
        mode=terms.mode,
        paths=terms.paths,
        field=field,
        hands=hands,
        pool=deck & ~sum(terms.known),
        bank=deck.bit_count() - sum(hand.size for hand in hands),
        turn=terms.start,
        drawn=False,
        passed=0,
        lost=0,
        coin_due=False,
        purses=(purse,) * terms.players if coins else (),
        out=-1,
        blocked=False,
        ply=0,
        claims=(),
        lacking=(0,) * terms.players,
    )


def opening(state: TableState) -> bool:
    return state.field.filled == 0


def tiles_to_play(state: TableState) -> int:
    """Tiles that the player to move may have in hand, as far as the rules let them be played now."""
    hand = state.hands[state.turn]
    if hand.hidden:
        return hand.known | state.pool
    return highest(hand.known) if opening(state) else hand.known


def cells_to_play(state: TableState) -> int:
    """Cells on which a tile may be laid, before corners are compared."""
    if opening(state):
        return 1 << state.field.board.centre
    return _chain_cells(state) if state.mode == "simple" else state.field.edge


def _chain_cells(state: TableState) -> int:
    """Cells that continue an open chain or start one, and touch no other tile by a side (trioker §23)."""
    board, filled = state.field.board, state.field.filled
    return sum(
        1 << cell
        for cell in bits(state.field.edge)
        if chain_error(state, board.beside[cell] & filled) is None
    )


def chain_error(state: TableState, touched: int) -> Words | None:
    """Why a tile that touches the set `touched` of tiles is no part of a chain; `None` when it is."""
    board, filled = state.field.board, state.field.filled
    if touched.bit_count() != 1:
        return phrase("A tile of a chain may touch only the end of its chain with a side.")
    neighbour = touched.bit_length() - 1
    taken = (board.beside[neighbour] & filled).bit_count()
    if neighbour == board.centre:
        return (
            None
            if taken < state.paths
            else phrase("Only {count} may leave 333: continue the open end of a chain.", count=state.paths)
        )
    return None if taken == 1 else phrase("That chain goes on elsewhere: continue at its open end.")


def can_place(state: TableState) -> bool:
    """Whether the player to move has, or with a hidden hand may have, a legal placement."""
    return placeable(state.field, cells_to_play(state), lays_of(tiles_to_play(state)))


def must_place(state: TableState) -> bool:
    """Whether the engine knows that the player to move has a legal placement."""
    return not state.hands[state.turn].hidden and can_place(state)


def finished(state: TableState) -> bool:
    """Play is over; tiles may still have to be revealed."""
    return state.out >= 0 or state.blocked


def to_reveal(state: TableState) -> tuple[int, ...]:
    """Seats whose hidden tiles the result depends on, clockwise after the one who went out."""
    if state.out >= 0:
        if state.mode == "simple":
            return ()
        seats = [(state.out + step) % len(state.hands) for step in range(1, len(state.hands))]
    elif state.blocked and state.mode == "simple":
        fewest = min(hand.size for hand in state.hands)
        seats = [seat for seat, hand in enumerate(state.hands) if hand.size == fewest]
        if len(seats) == 1:
            return ()
    else:
        return ()
    return tuple(seat for seat in seats if state.hands[seat].hidden)


def legal_moves(state: TableState) -> Iterator[Move]:
    if finished(state):
        yield from _reveals(state)
    elif state.coin_due:
        for colour in colours_in(state.purses[state.turn]):
            yield Coin(colour)
    else:
        yield from _turn_moves(state)


def _turn_moves(state: TableState) -> Iterator[Move]:
    able = False
    for place in placements(state.field, cells_to_play(state), lays_of(tiles_to_play(state))):
        able = True
        yield place
    hidden = state.hands[state.turn].hidden > 0
    if opening(state) or (able and not hidden):
        return
    if state.bank and not state.drawn:
        if hidden:
            yield Draw()
        else:
            yield from (Draw(TILES[tile]) for tile in bits(state.pool))
    else:
        yield Pass()


def _reveals(state: TableState) -> Iterator[Reveal]:
    names = names_of(state.pool)
    for seat in to_reveal(state):
        for tiles in combinations(names, state.hands[seat].hidden):
            yield Reveal(Side(seat), tiles)
