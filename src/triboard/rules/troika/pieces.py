"""Pyramids, fields and lines of Troika, by name and by number.

Numbers keep the engine quick: a pyramid is `side * 9 + size * 3 + colour`, so the pyramids of one side
and size are three neighbouring bits of a hand. A field is `row * 3 + column`, `a1` first.
"""

from enum import IntEnum
from typing import Final, NewType

from triboard import piece_words
from triboard.errors import NotationError
from triboard.phrases import Words
from triboard.units import Piece, Side, Site

Pyramid = NewType("Pyramid", int)
"""One of the 18 pyramids: `side * 9 + size * 3 + colour within the side`."""

Field = NewType("Field", int)
"""One of the nine fields: `row * 3 + column`, both from 0."""

LIGHT: Final = Side(0)
DARK: Final = Side(1)
SIDES: Final = ("light", "dark")
"""Names of the sides, by number."""


class Colour(IntEnum):
    """Three colours each, Light's first (troika §1)."""

    WHITE = 0
    YELLOW = 1
    RED = 2
    GREEN = 3
    BLUE = 4
    BLACK = 5


class Size(IntEnum):
    """Sizes in steps of one (troika §4)."""

    SMALL = 0
    MEDIUM = 1
    LARGE = 2


COLOUR_LETTERS: Final = "WYRGBK"
SIZE_LETTERS: Final = "sml"
PYRAMIDS: Final = tuple(Pyramid(number) for number in range(18))
FIELDS: Final = tuple(Field(number) for number in range(9))
SITES: Final = tuple(Site(column + row) for row in "123" for column in "abc")
"""Names of the fields, by number."""

LINES: Final = (
    *((Field(3 * row), Field(3 * row + 1), Field(3 * row + 2)) for row in range(3)),
    *((Field(column), Field(column + 3), Field(column + 6)) for column in range(3)),
    (Field(0), Field(4), Field(8)),
    (Field(2), Field(4), Field(6)),
)
"""Three rows, three columns, the diagonal from `a1`, the diagonal from `c1` (troika §6)."""


def line_through(first: Field, second: Field) -> tuple[Field, Field, Field] | None:
    """The line that two different fields lie on, if any; there is never more than one."""
    for line in LINES:
        if first in line and second in line and first != second:
            return line
    return None


def side_of(pyramid: int) -> Side:
    return Side(pyramid // 9)


def colour_of(pyramid: int) -> Colour:
    return Colour(pyramid // 9 * 3 + pyramid % 3)


def size_of(pyramid: int) -> Size:
    return Size(pyramid % 9 // 3)


def pyramid_of(colour: Colour, size: Size) -> Pyramid:
    return Pyramid(colour // 3 * 9 + size * 3 + colour % 3)


def piece_of(pyramid: int) -> Piece:
    """Short name, as in positions and moves: `Wl` is the large white pyramid."""
    return PIECES[pyramid] if 0 <= pyramid < len(PIECES) else Piece(f"#{pyramid}")


def site_of(field: int) -> Site:
    """Name of a field; a number without a name is shown as such."""
    return SITES[field] if 0 <= field < len(SITES) else Site(f"#{field}")


PIECES: Final = tuple(
    Piece(COLOUR_LETTERS[colour_of(pyramid)] + SIZE_LETTERS[size_of(pyramid)]) for pyramid in PYRAMIDS
)
"""Short names of the pyramids, by number."""


def pyramid_named(piece: str) -> Pyramid:
    """Inverse of `piece_of`; raises `NotationError`."""
    if piece in PIECES:
        return PYRAMIDS[PIECES.index(Piece(piece))]
    raise NotationError(
        f"“{piece}” is no pyramid. A pyramid is a colour (W Y R light, G B K dark) and a size (s m l),"
        " for example Rl."
    )


def field_named(site: str) -> Field:
    """Inverse of `site_of`; raises `NotationError`."""
    if site in SITES:
        return FIELDS[SITES.index(Site(site))]
    raise NotationError(
        f"“{site}” is no field. A field is a column (a b c) and a row (1 2 3), for example b2."
    )


def describe(pyramid: int) -> Words:
    """Words for a pyramid: `large red pyramid`."""
    return piece_words.pyramid(size_of(pyramid).name.lower(), colour_of(pyramid).name.lower())


def third(first: int, second: int) -> Pyramid | None:
    """The one pyramid that makes a troika with these two; `None` for two sides or twice the same (§6).

    Colours and sizes, each counted 0 to 2, add up to a multiple of 3 in a troika: all the same or all
    different.
    """
    if first == second or side_of(first) != side_of(second):
        return None
    size = -(size_of(first) + size_of(second)) % 3
    colour = -(first + second) % 3
    return Pyramid(side_of(first) * 9 + size * 3 + colour)


NOTHING: Final = len(PYRAMIDS)
"""Stands for the top of an empty field in `COMPLETED_BY`."""

COMPLETED_BY: Final = tuple(
    tuple(
        -1 if NOTHING in (first, second) or (found := third(first, second)) is None else int(found)
        for second in range(NOTHING + 1)
    )
    for first in range(NOTHING + 1)
)
"""`third` as a table over tops; -1 when no pyramid completes the two."""

PARTNERS: Final = tuple(
    tuple(
        (1 << number, *(other for other in line if other != field))
        for number, line in enumerate(LINES)
        if field in line
    )
    for field in FIELDS
)
"""For each field: (the line's bit, the two other fields) of every line through it."""

FIELDS_IN: Final = tuple(tuple(field for field in range(9) if mask >> field & 1) for mask in range(512))
"""Fields of a set (bit n = field n), rising."""
