"""Pair-Impair: two players, all tiles face up, hexagons give extra turns (trioker §7 to §12)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from triboard.phrases import phrase
from triboard.piece_words import player
from triboard.rules.game import Outcome
from triboard.rules.trioker.dealing import DUEL_HANDS
from triboard.rules.trioker.field import (
    Field,
    check_beside,
    empty_field,
    hexagons,
    located,
    name_of_lay,
    placeable,
    placements,
    refuse,
    with_tile,
)
from triboard.rules.trioker.moves import Challenge, Move, Pass, Place
from triboard.rules.trioker.options import Terms
from triboard.rules.trioker.tiles import NO_OPENERS, TILE_OF_LAY, lays_of
from triboard.units import Seat, Side

PAIR_SIDE: Final = 0
IMPAIR_SIDE: Final = 1
NAMES: Final = ("Pair", "Impair")


@dataclass(frozen=True, slots=True)
class DuelState:
    """A game of Pair-Impair between two plies."""

    field: Field
    hands: tuple[int, int]
    """Sets of the tiles that Pair and Impair still hold."""
    turn: int
    extra: int = 0
    """Extra turns that the player to move has earned; the present one counted."""
    honour: bool = False
    passes: int = 0
    """Passes in a row just before this point."""
    wrong: int = -1
    """-1, or after a wrong pass the extra turns that the passer let go with it."""
    challenged: bool = False
    """The player to move passed wrongly, was challenged and must place."""
    over: str = ""
    """Reason of the end, or empty."""


def start(terms: Terms) -> DuelState:
    return DuelState(empty_field(terms.board), DUEL_HANDS, PAIR_SIDE, honour=terms.honour)


def opening(state: DuelState) -> bool:
    return state.field.filled == 0


def cells_to_play(state: DuelState) -> int:
    return 1 << state.field.board.centre if opening(state) else state.field.edge


def lays_to_play(state: DuelState) -> int:
    hand = state.hands[state.turn]
    return lays_of(hand & ~NO_OPENERS if opening(state) else hand)


def can_place(state: DuelState) -> bool:
    """Whether the player to move has a legal placement."""
    return placeable(state.field, cells_to_play(state), lays_to_play(state))


def legal_moves(state: DuelState) -> Iterator[Move]:
    if state.over:
        return
    able = False
    if state.passes < 2:
        for place in placements(state.field, cells_to_play(state), lays_to_play(state)):
            able = True
            yield place
    if _may_pass(state, able=able):
        yield Pass()
    if state.wrong >= 0:
        yield Challenge()


def _may_pass(state: DuelState, *, able: bool) -> bool:
    if not able:
        return True
    return state.honour and not state.challenged and not opening(state)


def play(state: DuelState, move: Move) -> DuelState:
    if state.over:
        refuse("over", 12, phrase("The game is over."))
    match move:
        case Place():
            return _place(state, move)
        case Pass():
            return _pass(state)
        case Challenge():
            return _challenge(state)
        case _:
            return refuse("wrong-mode", 29, phrase("There is no such move in Pair-Impair."))


def _place(state: DuelState, move: Place) -> DuelState:
    if state.passes == 2:
        refuse("two-passes", 11, phrase("Both passed: challenge the pass or pass to end the game."))
    cell, lay = located(state.field, move)
    tile = TILE_OF_LAY[lay]
    side = state.turn
    if not state.hands[side] >> tile & 1:
        _refuse_tile(state, name_of_lay(lay), tile)
    if opening(state):
        if cell != state.field.board.centre:
            refuse("opening-cell", 9, phrase("The first tile goes to the centre, U3,3."))
        if NO_OPENERS >> tile & 1:
            refuse(
                "opening-tile",
                9,
                phrase(
                    "Pair may open with any own tile but 000 and 222, not with {tile}.", tile=name_of_lay(lay)
                ),
            )
    else:
        check_beside(state.field, cell)
    field = with_tile(state.field, cell, lay)
    left = state.hands[side] & ~(1 << tile)
    hands = (left, state.hands[1]) if side == PAIR_SIDE else (state.hands[0], left)
    extra = max(state.extra - 1, 0) + hexagons(field, cell)
    return _turned(state, field, hands, extra)


def _turned(state: DuelState, field: Field, hands: tuple[int, int], extra: int) -> DuelState:
    """The state after a placement: whose turn it is, or the end."""
    side, other = state.turn, 1 - state.turn
    able = [placeable(field, field.edge, lays_of(hand)) for hand in hands]
    over = "last-tile" if not hands[side] else "" if any(able) else "fewest"
    if not able[side]:
        extra = 0
    turn = side if extra else other
    return DuelState(field, hands, turn, 0 if over else extra, honour=state.honour, over=over)


def _refuse_tile(state: DuelState, name: str, tile: int) -> None:
    side = state.turn
    if state.hands[1 - side] >> tile & 1:
        refuse(
            "not-yours",
            7,
            phrase("The tile {name} belongs to {owner}.", name=name, owner=player([NAMES[1 - side].lower()])),
        )
    refuse("played-already", 7, phrase("The tile {name} lies on the board already.", name=name))


def _pass(state: DuelState) -> DuelState:
    accepting = state.passes == 2
    able = not accepting and can_place(state)
    if able and not _may_pass(state, able=True):
        if state.challenged:
            refuse("must-place", 11, phrase("You passed although a tile fits. Now you must place one."))
        if opening(state):
            refuse("must-play", 9, phrase("Pair must open the game."))
        refuse(
            "must-play",
            11,
            phrase(
                "{player} still has a tile that fits, so passing is not allowed.",
                player=player([NAMES[state.turn].lower()]),
            ),
        )
    ends = accepting or (state.passes == 1 and not able)
    return DuelState(
        state.field,
        state.hands,
        1 - state.turn,
        honour=state.honour,
        passes=state.passes + 1,
        wrong=state.extra if able else -1,
        over="fewest" if ends else "",
    )


def _challenge(state: DuelState) -> DuelState:
    if state.wrong < 0:
        refuse(
            "no-challenge",
            11,
            phrase("Only a pass just made by somebody with a tile that fits can be challenged."),
        )
    return DuelState(
        state.field, state.hands, 1 - state.turn, state.wrong, honour=state.honour, challenged=True
    )


def outcome(state: DuelState) -> Outcome | None:
    """The first without tiles, else who has fewer; equal is a draw, to be replayed with roles exchanged."""
    if not state.over:
        return None
    counts = [hand.bit_count() for hand in state.hands]
    winners = [side for side in (PAIR_SIDE, IMPAIR_SIDE) if counts[side] < counts[1 - side]]
    return Outcome(tuple(map(Side, winners)), tuple(map(Seat, winners)), state.over)
