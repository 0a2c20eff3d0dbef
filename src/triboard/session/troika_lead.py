"""The next pyramid of the nearest troika of the side on turn (troika §6)."""

from collections.abc import Set

from triboard.rules import troika
from triboard.rules.troika.state import HANDS, side_on_turn
from triboard.units import Piece, Site


def lead(state: troika.State, avoid: Set[Site]) -> tuple[Site, Piece] | None:
    """An empty field of the line in which this side has most, and a pyramid for it whose third is left;
    before the throw Light's. `None` in a training, and where no line is left to this side."""
    if state.goal is not None or troika.GAME.outcome(state) is not None:
        return None
    side = side_on_turn(state) or troika.LIGHT
    hand = state.hand & HANDS[side]
    mine = [pyramid for pyramid in range(hand.bit_length()) if hand >> pyramid & 1]
    best: tuple[int, Site, Piece] | None = None
    for line in troika.LINES:
        stacks = [state.stacks[field] for field in line]
        tops = [stack[-1] for stack in stacks if stack]
        empty = [troika.site_of(field) for field in line if not state.stacks[field]]
        foreign = any(troika.side_of(top) != side for top in tops)
        if foreign or not empty or any(site in avoid for site in empty):
            continue
        pyramid = _next(tops, mine)
        if pyramid is not None and (best is None or len(tops) > best[0]):
            best = (len(tops), empty[0], troika.piece_of(pyramid))
    return None if best is None else best[1:]


def _next(tops: list[troika.Pyramid], mine: list[int]) -> int | None:
    """A pyramid that goes on from these tops, so that what is lacking then is in hand as well."""
    if len(tops) == 2:
        last = troika.third(*tops)
        return last if last in mine else None
    for pyramid in mine:
        if not tops or troika.third(tops[0], pyramid) in mine:
            return pyramid
    return None
