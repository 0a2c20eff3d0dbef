"""Random games of Rapid, Original and Simple to the end, fast: plain lists of masks (for opponents).

What is rare is left to the rules themselves: actions, coins, the count at the end.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from triboard.rules.trioker.actions import resolve
from triboard.rules.trioker.field import fitting
from triboard.rules.trioker.purse import Purse, colours_in, without_coin
from triboard.rules.trioker.scoring import outcome
from triboard.rules.trioker.table import Hand, TableState, cells_to_play, finished, opening, tiles_to_play
from triboard.rules.trioker.tiles import FITTING, FREE, LAYS_OF_TILE, TILE_OF_LAY, VALUES_OF_LAY, lays_of


def table_playout(state: TableState, below: Callable[[int], int]) -> tuple[int, ...]:
    """Seats that win a game played on at random, none where it ends without a winner.

    All tiles must be known. `below(n)` gives a number from 0 to n - 1; it is asked once a ply and numbers
    the legal moves in their order, so that the rules with the same numbers play the same game.
    """
    if finished(state):
        return _winners(state)
    board = state.field.board
    corners, beside, incident, labels = board.corners, board.beside, board.incident, board.labels
    chains, paths, centre = state.mode == "simple", state.paths, board.centre
    values = list(state.field.corners)
    fits = [fitting(state.field, cell) for cell in range(len(board.cells))]
    filled, edge = state.field.filled, state.field.edge
    tiles = [hand.known for hand in state.hands]
    lays = [lays_of(hand) for hand in tiles]
    pool, bank, side, drawn = state.pool, state.bank, state.turn, state.drawn
    passed, lost, purses = state.passed, state.lost, state.purses
    seats, first = len(tiles), opening(state)
    if state.coin_due:
        purses = _coin_given(purses, side, below)
        if not tiles[side]:
            return _winners(_ended(state, tiles, purses, out=side))
        side, lost = _next(side, lost, seats)
    while True:
        edges, mine = edge, lays[side]
        if first:
            edges, mine, first = cells_to_play(state), lays_of(tiles_to_play(state)), False
        options: list[tuple[int, int]] = []
        total, rest = 0, edges
        while rest:
            low = rest & -rest
            rest ^= low
            cell = low.bit_length() - 1
            here = fits[cell] & mine
            if here and chains:
                touched = beside[cell] & filled
                if touched & (touched - 1):
                    continue
                end = touched.bit_length() - 1
                if (beside[end] & filled).bit_count() > (paths - 1 if end == centre else 1):
                    continue
            if here:
                total += here.bit_count()
                options.append((cell, here))
        if not total:
            if bank and not drawn:
                tile = _member(pool, below(bank))
                pool ^= 1 << tile
                bank -= 1
                tiles[side] |= 1 << tile
                lays[side] |= LAYS_OF_TILE[tile]
                drawn, passed = True, 0
                continue
            below(1)
            passed |= 1 << side
            if not bank and passed == (1 << seats) - 1:
                return _winners(_ended(state, tiles, purses, blocked=True))
            side, lost = _next(side, lost, seats)
            drawn = False
            continue
        pick = below(total)
        for cell, here in options:  # noqa: B007 (the cell found is used below)
            size = here.bit_count()
            if pick < size:
                break
            pick -= size
        lay = _member(here, pick)
        tile = TILE_OF_LAY[lay]
        filled |= 1 << cell
        edge = (edge | beside[cell]) & ~filled
        tiles[side] ^= 1 << tile
        lays[side] &= ~LAYS_OF_TILE[tile]
        passed, drawn = 0, False
        for vertex, value in zip(corners[cell], VALUES_OF_LAY[lay], strict=True):
            if value != FREE and values[vertex] == FREE:
                values[vertex] = value
                for other, corner in incident[vertex]:
                    fits[other] &= FITTING[corner][value]
        label = labels[cell]
        if label and purses:
            acted = resolve(replace(state, turn=side, purses=purses, lost=lost), label)
            purses, lost = acted.purses, acted.lost
            if acted.coin_due:
                purses = _coin_given(purses, side, below)
        if not tiles[side]:
            return _winners(_ended(state, tiles, purses, out=side))
        if label != "H1":
            side, lost = _next(side, lost, seats)


def _member(mask: int, number: int) -> int:
    """Member of a set by its number, the smallest first."""
    for _ in range(number):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def _next(side: int, lost: int, seats: int) -> tuple[int, int]:
    """The next seat clockwise that does not lose its turn, and who still will."""
    side = (side + 1) % seats
    while lost >> side & 1:
        lost &= ~(1 << side)
        side = (side + 1) % seats
    return side, lost


def _coin_given(purses: Sequence[Purse], side: int, below: Callable[[int], int]) -> tuple[Purse, ...]:
    """The purses after one coin of any colour was given to the bank (J1)."""
    colours = colours_in(purses[side])
    left = without_coin(purses[side], colours[below(len(colours))])
    return (*purses[:side], left, *purses[side + 1 :])


def _ended(
    state: TableState,
    tiles: Sequence[int],
    purses: tuple[Purse, ...],
    *,
    out: int = -1,
    blocked: bool = False,
) -> TableState:
    hands = tuple(Hand(known, 0) for known in tiles)
    return replace(state, hands=hands, purses=purses, out=out, blocked=blocked)


def _winners(state: TableState) -> tuple[int, ...]:
    found = outcome(state)
    assert found is not None, "nothing is hidden"
    return tuple(found.seats)
