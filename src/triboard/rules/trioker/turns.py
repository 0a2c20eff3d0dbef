"""Carrying out a move of Rapid, Original or Simple: placing, drawing, passing, actions, reveals."""

from dataclasses import replace
from typing import Final, NoReturn, assert_never

from triboard.phrases import phrase
from triboard.rules.trioker.actions import resolve
from triboard.rules.trioker.field import check_beside, located, name_of_lay, placeable_lays, refuse, with_tile
from triboard.rules.trioker.moves import Challenge, Coin, Colour, Draw, Move, Pass, Place, Remove, Reveal
from triboard.rules.trioker.purse import without_coin
from triboard.rules.trioker.table import (
    Claim,
    Hand,
    TableState,
    cells_to_play,
    chain_error,
    finished,
    must_place,
    opening,
    tiles_to_play,
    to_reveal,
)
from triboard.rules.trioker.tiles import (
    ALL_LAYS,
    TILE_INDEX,
    TILE_OF_LAY,
    TILES,
    bits,
    lays_of,
    mask_of,
    tiles_in,
)

_NO_COIN: Final = {
    Colour.RED: phrase("You have no red coin."),
    Colour.BLACK: phrase("You have no black coin."),
}


def play(state: TableState, move: Move) -> TableState:
    if isinstance(move, Reveal):
        return _reveal(state, move)
    if isinstance(move, Challenge | Remove):
        refuse("wrong-mode", 29, phrase("There is no such move in the mode {mode}.", mode=state.mode))
    if finished(state):
        if to_reveal(state):
            refuse(
                "reveal-first", 28, phrase("The game is over; now the others show the tiles they have left.")
            )
        refuse("over", 18, phrase("The game is over."))
    if isinstance(move, Coin):
        return _give(state, move)
    if state.coin_due:
        refuse("coin-due", 16, phrase("First give one coin to the bank: a red one or a black one."))
    match move:
        case Place():
            return _place(state, move)
        case Draw():
            return _draw(state, move)
        case Pass():
            return _pass(state)
        case _:
            assert_never(move)


def _place(state: TableState, move: Place) -> TableState:
    cell, lay = located(state.field, move)
    tile = TILE_OF_LAY[lay]
    _check_tile(state, tile, name_of_lay(lay))
    if opening(state):
        if cell != state.field.board.centre:
            refuse("opening-cell", 14, phrase("The first tile goes to GO, U3,3."))
    else:
        check_beside(state.field, cell)
    if state.mode == "simple":
        error = chain_error(state, state.field.board.beside[cell] & state.field.filled)
        if error:
            refuse("chain", 23, error)
    hands, pool = _taken(state, tile)
    placed = replace(
        state,
        field=with_tile(state.field, cell, lay),
        hands=hands,
        pool=pool,
        passed=0,
        ply=state.ply + 1,
        claims=_witnessed(state, state.turn, 1 << tile),
    )
    label = state.field.board.labels[cell]
    acted = resolve(placed, label)
    return acted if acted.coin_due else _after_placing(acted, again=label == "H1")


def _check_tile(state: TableState, tile: int, name: str) -> None:
    """Refuses a tile that the player to move cannot have, or may not open with."""
    if tiles_to_play(state) >> tile & 1:
        return
    hand = state.hands[state.turn]
    if hand.known >> tile & 1:
        best = " or ".join(TILES[other] for other in bits(tiles_to_play(state)))
        refuse(
            "opening-tile",
            14,
            phrase(
                "The game opens with 333, else with the highest tile: play {best}, not {name}.",
                best=best,
                name=name,
            ),
        )
    if any(TILE_OF_LAY[lay] == tile for lay in state.field.placed if lay >= 0):
        refuse("played-already", 6, phrase("The tile {name} lies on the board already.", name=name))
    refuse("not-yours", 15, phrase("You do not have the tile {name}.", name=name))


def _taken(state: TableState, tile: int) -> tuple[tuple[Hand, ...], int]:
    """Hands and pool after the player to move has let go of `tile`."""
    hand = state.hands[state.turn]
    if hand.known >> tile & 1:
        return _with_hand(state, state.turn, Hand(hand.known & ~(1 << tile), hand.hidden)), state.pool
    return _with_hand(state, state.turn, Hand(hand.known, hand.hidden - 1)), state.pool & ~(1 << tile)


def _with_hand(state: TableState, seat: int, hand: Hand) -> tuple[Hand, ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _after_placing(state: TableState, *, again: bool) -> TableState:
    """Ends the game of an empty hand, else gives the turn on, or to the same player again."""
    if state.hands[state.turn].size == 0:
        return replace(state, out=state.turn, drawn=False)
    return replace(state, drawn=False) if again else _next_turn(state)


def _next_turn(state: TableState) -> TableState:
    """Gives the turn on clockwise; who landed on B1 is left out once."""
    seat, lost = (state.turn + 1) % len(state.hands), state.lost
    while lost >> seat & 1:
        lost &= ~(1 << seat)
        seat = (seat + 1) % len(state.hands)
    return replace(state, turn=seat, lost=lost, drawn=False)


def _give(state: TableState, move: Coin) -> TableState:
    if not state.coin_due:
        refuse("no-coin-due", 16, phrase("A coin is given only after a tile was laid on J1."))
    purse = state.purses[state.turn]
    held = purse.red if move.colour.name == "RED" else purse.black
    if not held:
        refuse("no-such-coin", 16, _NO_COIN[move.colour])
    purses = list(state.purses)
    purses[state.turn] = without_coin(purse, move.colour)
    given = replace(state, purses=tuple(purses), coin_due=False, ply=state.ply + 1)
    return _after_placing(given, again=False)


def _draw(state: TableState, move: Draw) -> TableState:
    if opening(state):
        refuse("must-open", 14, phrase("The game must be opened with a tile on GO."))
    if must_place(state):
        refuse("must-play", 15, phrase("You have a tile that fits, so you must play it."))
    if state.drawn:
        refuse("drawn-already", 15, phrase("You have drawn a tile in this turn already."))
    if not state.bank:
        refuse("bank-empty", 15, phrase("There is no tile left in the bank."))
    hand = state.hands[state.turn]
    drawn = replace(
        state,
        bank=state.bank - 1,
        drawn=True,
        passed=0,
        ply=state.ply + 1,
        lacking=_lacking(state, state.lacking[state.turn]),
    )
    if hand.hidden:
        if move.tile is not None:
            refuse(
                "hidden-hand",
                28,
                phrase("Nobody but its owner sees the tile drawn: write draw without a tile."),
            )
        hands = _with_hand(state, state.turn, Hand(hand.known, hand.hidden + 1))
        claims = tuple(
            claim._replace(drawn=claim.drawn + 1) if claim.seat == state.turn else claim
            for claim in _claimed(state)
        )
        return replace(drawn, hands=hands, claims=claims)
    if move.tile is None:
        refuse("known-hand", 28, phrase("Say which tile was drawn, like draw:012."))
    tile = TILE_INDEX.get(move.tile, len(TILES))
    if not state.pool >> tile & 1:
        refuse("not-in-bank", 15, phrase("The tile {tile} is not in the bank.", tile=move.tile))
    known = Hand(hand.known | 1 << tile, 0)
    return replace(drawn, hands=_with_hand(state, state.turn, known), pool=state.pool & ~(1 << tile))


def _pass(state: TableState) -> TableState:
    if opening(state):
        refuse("must-open", 14, phrase("The game must be opened with a tile on GO."))
    if must_place(state):
        refuse("must-play", 15, phrase("You have a tile that fits, so you must play it."))
    if state.bank and not state.drawn:
        refuse("must-draw", 15, phrase("Draw a tile from the bank before you pass."))
    passed = state.passed | 1 << state.turn
    everybody = passed == (1 << len(state.hands)) - 1
    earlier = 0 if state.drawn else state.lacking[state.turn]
    after = replace(
        state,
        passed=passed,
        ply=state.ply + 1,
        claims=_claimed(state),
        lacking=_lacking(state, earlier),
    )
    return replace(after, blocked=True, drawn=False) if everybody and not state.bank else _next_turn(after)


def _lacking(state: TableState, earlier: int) -> tuple[int, ...]:
    """What everybody lacks, now that the player to move has shown that nothing fits.

    A tile just drawn may be one that was lacking earlier: who keeps it shows only what does not fit now, and
    who lays it still lacks the rest.
    """
    fitting = tiles_in(placeable_lays(state.field, cells_to_play(state), ALL_LAYS))
    seat = state.turn
    return (*state.lacking[:seat], earlier | fitting, *state.lacking[seat + 1 :])


def _claimed(state: TableState) -> tuple[Claim, ...]:
    """The claims with one more when a hidden hand says that it has no tile that fits."""
    if not state.hands[state.turn].hidden:
        return state.claims
    lays = placeable_lays(state.field, cells_to_play(state), lays_of(state.pool))
    fitting = tiles_in(lays)
    return (*state.claims, Claim(state.turn, state.ply, fitting, 0, 0)) if fitting else state.claims


def _witnessed(state: TableState, seat: int, tiles: int) -> tuple[Claim, ...]:
    """The claims after it is seen that `seat` had `tiles`."""
    return tuple(
        claim._replace(held=claim.held + (claim.fitting & tiles).bit_count()) if claim.seat == seat else claim
        for claim in state.claims
    )


def _reveal(state: TableState, move: Reveal) -> TableState:
    pending = to_reveal(state) if finished(state) else ()
    if move.side not in pending:
        _refuse_reveal(state, move)
    tiles = mask_of(name for name in move.tiles if name in TILE_INDEX)
    hidden = state.hands[move.side].hidden
    if len(move.tiles) != hidden or tiles.bit_count() != hidden:
        refuse(
            "reveal-count",
            28,
            phrase("Seat {side} has {hidden} tiles to show, each once.", side=move.side, hidden=hidden),
        )
    if tiles & ~state.pool:
        wrong = ", ".join(TILES[tile] for tile in bits(tiles & ~state.pool))
        refuse(
            "reveal-seen",
            28,
            phrase(
                "Seat {side} cannot have {wrong}: that tile was seen elsewhere.", side=move.side, wrong=wrong
            ),
        )
    if move.tiles != tuple(TILES[tile] for tile in bits(tiles)):
        refuse("reveal-order", 29, phrase("The tiles are named in the order of the rules, 000 first."))
    hand = state.hands[move.side]
    return replace(
        state,
        hands=_with_hand(state, move.side, Hand(hand.known | tiles, 0)),
        pool=state.pool & ~tiles,
        ply=state.ply + 1,
        claims=_witnessed(state, move.side, tiles),
    )


def _refuse_reveal(state: TableState, move: Reveal) -> NoReturn:
    if not finished(state):
        refuse("reveal-early", 28, phrase("Tiles are shown only at the end of the game."))
    refuse("nothing-to-reveal", 28, phrase("Seat {side} has no tiles to show.", side=move.side))


def wrong_passes(state: TableState) -> tuple[tuple[int, int], ...]:
    """(seat, ply) of each pass or draw by a hidden hand that is now known to have been wrong.

    Known means: of the tiles that fitted then, the seat had more than it can have drawn since. It
    is recorded, never undone (trioker §28).
    """
    return tuple((claim.seat, claim.ply) for claim in state.claims if claim.held > claim.drawn)
