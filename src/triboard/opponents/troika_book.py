"""The opening book of Troika: what to lay where the search would need more nodes than it has.

A line a position: its name (`troika_shape`), the placement, who wins, within how many placements. It holds
all positions with two pyramids laid and the hard ones with three; `python -m tests.tools.troika_book` works
it out, and the long tests work it out again.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, NamedTuple

from triboard.opponents.troika_lines import Move
from triboard.opponents.troika_shape import shape_of

DEEPEST: Final = 3
"""Pyramids on the board in the last positions of the book."""

FILE: Final = "troika_book.txt"


class Entry(NamedTuple):
    """What the book knows of a position, by the pyramids and fields of its name."""

    move: Move
    won: bool
    """Whether the side on turn wins."""
    within: int
    """Placements within which it wins or loses, this one counted, with best play by both."""
    nodes: int = 0
    """What it took to find out; the file does not keep it."""


@cache
def book() -> Mapping[str, Entry]:
    """All entries by name."""
    text = (resources.files("triboard.opponents") / FILE).read_text(encoding="ascii")
    return read(text)


def look_up(state: Any) -> Entry | None:
    """The entry for a position, its placement as the position has it; `None` where the book is silent."""
    if 18 - state.hand.bit_count() > DEEPEST:
        return None
    shape = shape_of(state)
    entry = book().get(shape.name)
    return None if entry is None else entry._replace(move=shape.back(entry.move))


def write(entries: Mapping[str, Entry]) -> str:
    """The book as text."""
    return "".join(
        f"{name} {entry.move[0]}@{entry.move[1]} {'wins' if entry.won else 'loses'} {entry.within}\n"
        for name, entry in sorted(entries.items())
    )


def read(text: str) -> dict[str, Entry]:
    """Inverse of `write`."""
    found = {}
    for line in text.splitlines():
        name, move, ending, within = line.split()
        pyramid, _, field = move.partition("@")
        found[name] = Entry((int(pyramid), int(field)), ending == "wins", int(within))
    return found
