"""Positions of Troika that are alike: one name for all that differ only in how the board lies, which colour
is which, whether small is called large, and who of the two is called Light.

Eight ways to lay the board, six orders of colours a side, small and large exchanged: 576 positions for one
name (docs/opponents.md). Buried pyramids count only as no longer in hand.
"""

from dataclasses import dataclass
from typing import Any, Final

from triboard.opponents.troika_force import Move
from triboard.rules.troika.pieces import NOTHING
from triboard.rules.troika.state import tops

_LETTERS: Final = "abcdefghijklmnopqr."
"""Pyramids in a name, by number; a dot for an empty field."""


def _turned(field: int, quarters: int, *, mirrored: bool) -> int:
    row, column = divmod(field, 3)
    if mirrored:
        row, column = column, row
    for _ in range(quarters):
        row, column = column, 2 - row
    return row * 3 + column


_BOARDS: Final = tuple(
    tuple(_turned(field, quarters, mirrored=mirrored) for field in range(9))
    for quarters in range(4)
    for mirrored in (False, True)
)
"""Ways to lay the board: the field that comes to each place."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The name of a position, and how to get back from it."""

    name: str
    fields: tuple[int, ...]
    """The field of the position by field of the name."""
    pyramids: tuple[int, ...]
    """The pyramid of the position by pyramid of the name."""

    def back(self, move: Move) -> Move:
        """A placement in the position for one that the name knows."""
        return self.pyramids[move[0]], self.fields[move[1]]


def shape_of(state: Any) -> Shape:
    """The name is that of the starter's pyramids as Light's, the least of all ways to write it."""
    top, hand, starter = tops(state), state.hand, int(state.starter)
    return min(
        (
            _written(top, hand, starter, board, swapped=swapped)
            for board in _BOARDS
            for swapped in (False, True)
        ),
        key=lambda shape: shape.name,
    )


def _written(top: list[int], hand: int, starter: int, board: tuple[int, ...], *, swapped: bool) -> Shape:
    """The position in one way to lay the board; colours are numbered as they are met, those not on top
    by what is left of them in hand."""
    order: tuple[list[int], list[int]] = ([], [])
    for field in board:
        if top[field] != NOTHING:
            side, colour = top[field] // 9, top[field] % 3
            if colour not in order[side]:
                order[side].append(colour)
    for side in (0, 1):
        rest = [
            (_left(hand, side, colour, swapped=swapped), colour)
            for colour in range(3)
            if colour not in order[side]
        ]
        order[side].extend(colour for _, colour in sorted(rest))
    pyramids = tuple(
        9 * side + 3 * (2 - size if swapped else size) + colour
        for side in (starter, 1 - starter)
        for size in range(3)
        for colour in order[side]
    )
    number = {pyramid: new for new, pyramid in enumerate(pyramids)} | {NOTHING: NOTHING}
    held = sum(1 << new for pyramid, new in number.items() if pyramid != NOTHING and hand >> pyramid & 1)
    name = "".join(_LETTERS[number[top[field]]] for field in board)
    return Shape(f"{name}{held:05x}", board, pyramids)


def _left(hand: int, side: int, colour: int, *, swapped: bool) -> tuple[int, ...]:
    """Which sizes of a colour are in hand."""
    sizes = (2, 1, 0) if swapped else (0, 1, 2)
    return tuple(hand >> (9 * side + 3 * size + colour) & 1 for size in sizes)
