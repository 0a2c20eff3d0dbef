"""One random game to its end, as fast as plain Python allows: for search and statistics."""

from collections.abc import Callable
from typing import Final

from triboard.rules.game import Outcome
from triboard.rules.troika.pieces import COMPLETED_BY, FIELDS_IN, PARTNERS
from triboard.rules.troika.state import HANDS, MEDIUMS, OUTCOMES, State, tops

_SPLIT: Final = tuple(
    tuple(
        tuple(
            tuple(9 * side + n for n in range(9) if half >> n & 1 and (MEDIUMS >> n & 1) == medium)
            for medium in (0, 1)
        )
        for half in range(512)
    )
    for side in (0, 1)
)
"""By side and its nine bits of the hand: (smalls and larges, mediums)."""

_PAIRS: Final = tuple(tuple((one, two) for _, one, two in partners) for partners in PARTNERS)


def playout(state: State, below: Callable[[int], int]) -> Outcome:
    """Outcome after random legal moves from `state`; `below(n)` gives 0 to n-1, each equally likely.

    Draws the throw if it is still due. Does not change `state`. No move is built: the legal moves are
    (smalls and larges in hand) x (fields for them) and (mediums in hand) x (fields for them), two
    products, so one number picks a move and a division tells which.
    """
    starter = below(6) // 3 if state.starter is None else state.starter
    if state.troikas:
        return OUTCOMES["troika"][starter ^ (state.hand.bit_count() & 1) ^ 1]
    if state.goal is not None:
        return OUTCOMES["troika"][starter]
    hand = state.hand
    halves = (hand & HANDS[0], hand >> 9)
    others = tuple(list(split[half][0]) for split, half in zip(_SPLIT, halves, strict=True))
    mediums = tuple(list(split[half][1]) for split, half in zip(_SPLIT, halves, strict=True))
    top, for_medium, for_others = tops(state), state.for_medium, state.for_others
    side = starter ^ (hand.bit_count() & 1)
    completed_by, pairs, fields_in = COMPLETED_BY, _PAIRS, FIELDS_IN
    while True:
        my_others, my_mediums = others[side], mediums[side]
        fields = fields_in[for_others]
        width = len(fields)
        products = len(my_others) * width
        fields_for_medium = fields_in[for_medium]
        choices = products + len(my_mediums) * len(fields_for_medium)
        if not choices:
            break
        number = below(choices)
        if number < products:
            pyramid, field = my_others.pop(number // width), fields[number % width]
            bit = 1 << field
            for_others ^= bit
            for_medium |= bit
        else:
            number -= products
            width = len(fields_for_medium)
            pyramid, field = my_mediums.pop(number // width), fields_for_medium[number % width]
            bit = 1 << field
            for_medium ^= bit
            for_others |= bit
        for one, two in pairs[field]:
            if completed_by[top[one]][top[two]] == pyramid:
                return OUTCOMES["troika"][side]
        top[field] = pyramid
        side ^= 1
    # Out of choices: with pyramids left the side on turn is stuck (troika §8), else both ran out (§9).
    if my_others or my_mediums:
        return OUTCOMES["stuck"][side ^ 1]
    return OUTCOMES["exhausted"][starter ^ 1]
