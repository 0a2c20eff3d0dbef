"""What happens in Troika: the throw of the die, then one pyramid after the other."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from triboard.errors import NotationError
from triboard.rules.troika.pieces import (
    FIELDS,
    FIELDS_IN,
    PYRAMIDS,
    Colour,
    Field,
    Pyramid,
    field_named,
    piece_of,
    pyramid_named,
    site_of,
)

EXAMPLE: Final = "Write a pyramid and a field, for example Rl@b2, or the throw, for example die:red"


@dataclass(frozen=True, slots=True)
class Die:
    """The colour die shows `colour`: its owner starts (troika §2)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Lay:
    """`pyramid` is laid on `field` (troika §3)."""

    pyramid: Pyramid
    field: Field


Move = Die | Lay

THROWS: Final = tuple(Die(colour) for colour in Colour)
LAYS: Final = tuple(tuple(Lay(pyramid, field) for field in FIELDS) for pyramid in PYRAMIDS)
"""Every placement by pyramid and field, made once: making moves anew would cost more than finding them."""


@cache
def lays(first: int, in_hand: int, fields: int) -> tuple[Lay, ...]:
    """Placements of up to three pyramids of one size on a set of fields.

    `first` is the number of the first of the three, `in_hand` their three bits, `fields` a set of fields.
    There are 6 * 8 * 512 answers, kept as they come up: the legal moves of a state are three look-ups.
    """
    return tuple(
        LAYS[first + number][field]
        for number in range(3)
        if in_hand >> number & 1
        for field in FIELDS_IN[fields]
    )


def format_move(move: Move) -> str:
    """Move text of the rules page (troika §12)."""
    if isinstance(move, Die):
        return f"die:{move.colour.name.lower()}"
    return f"{piece_of(move.pyramid)}@{site_of(move.field)}"


def parse_move(text: str) -> Move:
    """Inverse of `format_move`; raises `NotationError`."""
    try:
        if text.startswith("die:"):
            return _THROWS_BY_TEXT[text]
        return parse_lay(text)
    except (KeyError, NotationError) as error:
        raise NotationError(f"“{text}” is no move of Troika. {EXAMPLE}.") from error


def parse_lay(text: str) -> Lay:
    """A placement; raises `NotationError` that says which half is wrong."""
    piece, at, site = text.partition("@")
    if not at:
        raise NotationError(f"“{text}” is no placement. {EXAMPLE}.")
    return LAYS[pyramid_named(piece)][field_named(site)]


_THROWS_BY_TEXT: Final = {format_move(throw): throw for throw in THROWS}
