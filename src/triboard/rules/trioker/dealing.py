"""Who gets which tiles: decks, hand sizes, a shuffled order turned into the option `hands` (trioker §13)."""

from collections.abc import Sequence
from typing import Final

from triboard.errors import ConfigurationError, Mistake
from triboard.rules.trioker.tiles import (
    ALL_ORDINARY,
    ALL_TILES,
    IMPAIR,
    PAIR,
    TRIPLE_THREE,
    bits,
    names_of,
    pips_of,
)

HAND_SIZES: Final = {2: 10, 3: 7, 4: 6}
SIMPLE_HAND_SIZES: Final = {2: 10, 3: 7, 4: 5}
"""As Rapid; with four players five each, for 24 tiles without 333 are one too few for six (a ruling)."""

RED_COINS: Final = {2: 5, 3: 5, 4: 4}
BLACK_COINS: Final = {2: 5, 3: 5, 4: 5}

COIN_MODES: Final = ("rapid", "original")
HAND_MODES: Final = (*COIN_MODES, "simple")


def deck_mask(mode: str) -> int:
    """Tiles that are dealt in a mode."""
    if mode in COIN_MODES:
        return ALL_TILES
    return ALL_ORDINARY & ~(1 << TRIPLE_THREE) if mode == "simple" else 0


def deck(mode: str) -> tuple[str, ...]:
    """Names of the tiles that a caller shuffles before `deal`; empty where nothing is dealt."""
    return names_of(deck_mask(mode))


def hand_size(mode: str, players: int) -> int:
    return (SIMPLE_HAND_SIZES if mode == "simple" else HAND_SIZES)[players]


def deal(order: Sequence[str], players: int, mode: str) -> list[list[str]]:
    """The option `hands` for a shuffled deck: the first tiles to seat 0, the next to seat 1, and so on."""
    if sorted(order) != sorted(deck(mode)):
        raise ConfigurationError(
            Mistake("hands", f"the order to deal is not the deck of {mode}", "Shuffle trioker.deck(mode).")
        )
    size = hand_size(mode, players)
    return [sorted(order[seat * size : (seat + 1) * size]) for seat in range(players)]


def highest(hand: int) -> int:
    """Tiles of a hand that may open a game with coins: 333, else those with most pips (trioker §14).

    The joker never decides.
    """
    if hand >> TRIPLE_THREE & 1:
        return 1 << TRIPLE_THREE
    most = best_sum(hand)
    return sum(1 << tile for tile in bits(hand & ALL_ORDINARY) if pips_of(1 << tile) == most)


def best_sum(hand: int) -> int:
    """Most pips on one ordinary tile of a hand."""
    return max((pips_of(1 << tile) for tile in bits(hand & ALL_ORDINARY)), default=-1)


def opener(hands: Sequence[int]) -> int:
    """Seat that opens when all hands are known: the holder of 333, else of the highest sum; the lowest."""
    return max(range(len(hands)), key=lambda seat: (best_sum(hands[seat]), -seat))


DUEL_HANDS: Final = (PAIR, IMPAIR)
