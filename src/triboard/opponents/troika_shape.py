"""Positions of Troika that are alike: one name for all that differ only in how the board lies, which colour
is which, whether small is called large, and who of the two is called Light.

Eight ways to lay the board, six orders of colours a side, small and large exchanged: 576 positions for one
name (docs/opponents.md). Buried pyramids count only as no longer in hand.
"""

from dataclasses import dataclass
from typing import Any, Final

from triboard.opponents.troika_lines import Move
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
    """The name of a position, and how to get back from it.

    The name: by field its top, as a letter or a dot; then by side and colour the sizes in hand, as a digit.
    """

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
    return shape_from(tops(state), state.hand, int(state.starter))


def shape_from(top: list[int], hand: int, starter: int) -> Shape:
    """As `shape_of`, from the tops of the fields (`NOTHING` for none), the hands and who began."""
    best, name = None, ""
    for swapped in (0, 1):
        held = tuple(_held(hand, side, swapped) for side in (0, 1))
        for board in _BOARDS:
            order: tuple[list[int], list[int]] = ([], [])
            written = []
            for field in board:
                pyramid = top[field]
                if pyramid == NOTHING:
                    written.append(NOTHING)
                    continue
                side, colour = pyramid // 9, pyramid % 3
                colours = order[side]
                if colour not in colours:
                    colours.append(colour)
                size = pyramid % 9 // 3
                written.append(
                    9 * (side ^ starter) + 3 * (2 - size if swapped else size) + colours.index(colour)
                )
            for side in (0, 1):
                rest = [colour for colour in range(3) if colour not in order[side]]
                order[side].extend(sorted(rest, key=held[side].__getitem__))
            hands = "".join(
                str(held[side][colour]) for side in (starter, 1 - starter) for colour in order[side]
            )
            text = "".join([_LETTERS[number] for number in written]) + hands
            if best is None or text < name:
                best, name = (swapped, board, order), text
    assert best is not None
    swapped, board, order = best
    pyramids = tuple(
        9 * side + 3 * (2 - size if swapped else size) + colour
        for side in (starter, 1 - starter)
        for size in range(3)
        for colour in order[side]
    )
    return Shape(name, board, pyramids)


def _held(hand: int, side: int, swapped: int) -> list[int]:
    """By colour, the sizes that are in hand, as a digit from 0 to 7."""
    sizes = (2, 1, 0) if swapped else (0, 1, 2)
    return [
        sum((hand >> (9 * side + 3 * size + colour) & 1) << bit for bit, size in enumerate(sizes))
        for colour in range(3)
    ]
