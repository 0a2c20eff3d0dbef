"""Tables for the search in Troika: which pyramid completes a line, and which placements threaten to.

A line is one number made of its three tops, `361 * first + 19 * second + third` with 18 for an empty field,
so that laying a pyramid adds a constant to the few lines through its field and one look-up says all about a
line. Sets of pyramids are bits of a hand (bit n stands for pyramid n).
"""

from typing import Final, NamedTuple

from triboard.rules.troika.pieces import COMPLETED_BY, LINES, NOTHING, Size, size_of
from triboard.rules.troika.state import HANDS, MEDIUMS

Move = tuple[int, int]
"""A pyramid and the field that it is laid on."""

WEIGHTS: Final = (361, 19, 1)
"""What the first, second and third top of a line count."""

NUMBERS: Final = 361 * 19
"""How many numbers lines have."""

ALL_MEDIUMS: Final = MEDIUMS | MEDIUMS << 9

EVERYWHERE: Final = 0b111_111_111
"""All fields."""

LINES_AT: Final = tuple(
    tuple((number, WEIGHTS[line.index(field)]) for number, line in enumerate(LINES) if field in line)
    for field in LINES[0] + LINES[1] + LINES[2]
)
"""By field: each line through it, and what its top counts there."""

FIELDS_OF: Final = tuple(sum(1 << field for field in line) for line in LINES)
"""The fields of each line, as a set."""


def _fits(pyramid: int, top: int) -> bool:
    return top == NOTHING or abs(size_of(pyramid) - size_of(top)) == 1


def _completing(one: int, two: int, three: int) -> int:
    found = 0
    for first, second, covered in ((one, two, three), (one, three, two), (two, three, one)):
        pyramid = COMPLETED_BY[first][second]
        if pyramid >= 0 and _fits(pyramid, covered):
            found |= 1 << pyramid
    return found


_TOPS: Final = range(NOTHING + 1)

COMPLETING: Final = tuple(_completing(one, two, three) for one in _TOPS for two in _TOPS for three in _TOPS)
"""By line: the pyramids, of either side, that make a troika of it and may be laid there (troika §4, §6)."""


class Threat(NamedTuple):
    """A placement on a line after which one of `then` completes it."""

    pyramid: int
    bit: int
    place: int
    """Which of the three fields of the line it is laid on."""
    then: int


_known: Final[tuple[list[tuple[Threat, ...] | None], ...]] = ([None] * NUMBERS, [None] * NUMBERS)


def threats(side: int, line: int) -> tuple[Threat, ...]:
    """All threats that a side can make on a line, whatever it has in hand; worked out when first asked."""
    found = _known[side][line]
    if found is None:
        found = _known[side][line] = tuple(_threats(side, line))
    return found


def _threats(side: int, line: int) -> list[Threat]:
    tops = (line // 361, line // 19 % 19, line % 19)
    found = []
    for place, top in enumerate(tops):
        for pyramid in range(9 * side, 9 * side + 9):
            if pyramid not in tops and _fits(pyramid, top):
                after = line + (pyramid - top) * WEIGHTS[place]
                then = COMPLETING[after] & HANDS[side] & ~(1 << pyramid)
                if then:
                    found.append(Threat(pyramid, 1 << pyramid, place, then))
    return found


_TRIPLES: Final = frozenset(
    1 << first | 1 << second | 1 << COMPLETED_BY[first][second]
    for first in range(9)
    for second in range(9)
    if first != second
)

HOPEFUL: Final = tuple(any(triple & left == triple for triple in _TRIPLES) for left in range(512))
"""By the pyramids of a side that are in hand or on top: whether any troika is left to it at all."""

IS_MEDIUM: Final = tuple(size_of(pyramid) is Size.MEDIUM for pyramid in range(18))
