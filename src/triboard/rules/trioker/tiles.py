"""The 25 tiles, every way to lay them, and bit masks over both (trioker §1 to §3, §7).

A *tile* is an index 0 to 24 in `TILES`; a set of tiles is a bit mask. A *lay* is an index 0 to 66
in `LAYS`: one text of three corners in the corner order of a cell. A tile has three lays, a triple
one. Sets of lays are bit masks too, so that "which lays fit here" is two `&` and no loop.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

WILD: Final = "*"

ORDINARY: Final = (
    *("000", "001", "002", "003", "012", "021"),
    *("111", "112", "113", "110", "123", "132"),
    *("222", "223", "220", "221", "230", "203"),
    *("333", "330", "331", "332", "301", "310"),
)
JOKER: Final = "*12"
"""Read counter-clockwise: wild, 1, 2."""

TILES: Final[tuple[str, ...]] = (*ORDINARY, JOKER)
TILE_INDEX: Final = {name: index for index, name in enumerate(TILES)}
ALL_ORDINARY: Final = (1 << 24) - 1
JOKER_TILE: Final = 24
JOKER_BIT: Final = 1 << JOKER_TILE
ALL_TILES: Final = ALL_ORDINARY | JOKER_BIT

FREE: Final = 4
"""Value of a vertex at which no ordinary corner stands; also the value of the wild corner."""


def rotations(text: str) -> tuple[str, ...]:
    """Distinct texts of one tile, as it is turned by thirds."""
    return tuple(dict.fromkeys(text[turn:] + text[:turn] for turn in range(3)))


LAYS: Final[tuple[str, ...]] = tuple(lay for name in TILES for lay in rotations(name))
LAY_INDEX: Final = {text: index for index, text in enumerate(LAYS)}
ALL_LAYS: Final = (1 << len(LAYS)) - 1
TILE_OF_LAY: Final = tuple(index for index, name in enumerate(TILES) for _ in rotations(name))
VALUES_OF_LAY: Final[tuple[tuple[int, int, int], ...]] = tuple(
    (values[0], values[1], values[2])
    for values in ([FREE if corner == WILD else int(corner) for corner in text] for text in LAYS)
)
"""Corner values of a lay; `FREE` for the wild corner."""

LAYS_OF_TILE: Final = tuple(sum(1 << LAY_INDEX[text] for text in rotations(name)) for name in TILES)


def _corner_masks(corner: int) -> tuple[int, ...]:
    fitting = [
        sum(1 << lay for lay, values in enumerate(VALUES_OF_LAY) if values[corner] in (value, FREE))
        for value in range(4)
    ]
    return (*fitting, ALL_LAYS)


FITTING: Final = tuple(_corner_masks(corner) for corner in range(3))
"""`FITTING[corner][value]`: lays that may stand with that corner at a vertex of that value."""

PIPS: Final = tuple(sum(int(corner) for corner in name if corner != WILD) for name in TILES)
"""Pip sum of each tile; the wild corner counts 0 (trioker §3)."""


def mask_of(names: Iterable[str]) -> int:
    """Set of the named tiles."""
    mask = 0
    for name in names:
        mask |= 1 << TILE_INDEX[name]
    return mask


def bits(mask: int) -> Iterator[int]:
    """Members of a set, smallest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def names_of(mask: int) -> tuple[str, ...]:
    """Names of the tiles of a set, in the order of paragraph 1."""
    return tuple(TILES[tile] for tile in bits(mask))


def lays_of(mask: int) -> int:
    """Every lay of every tile of a set."""
    lays = 0
    while mask:
        low = mask & -mask
        lays |= LAYS_OF_TILE[low.bit_length() - 1]
        mask ^= low
    return lays


def tiles_in(lays: int) -> int:
    """Set of the tiles that a set of lays belongs to."""
    return sum(1 << tile for tile, own in enumerate(LAYS_OF_TILE) if own & lays)


def pips_of(mask: int) -> int:
    """Pips on all tiles of a set."""
    return sum(PIPS[tile] for tile in bits(mask))


PAIR: Final = mask_of(["000", "222", "001", "002", "110", "220", "223", "332", "012", "132", "230", "310"])
IMPAIR: Final = mask_of(["111", "333", "003", "112", "113", "221", "330", "331", "021", "123", "203", "301"])
NO_OPENERS: Final = mask_of(("000", "222"))
"""Pair tiles that may not open (trioker §9)."""

TRIPLE_THREE: Final = TILE_INDEX["333"]


def text_of_readings(readings: Sequence[str | None]) -> str | None:
    """Corner text that three corner sensors see, or `None` when they show no tile.

    A reading is `0` to `3`, `*` or `None` for a dark sensor. One dark corner makes no tile: it is
    a fault or a badly seated tile, never a guess (trioker §27).
    """
    text = "".join(reading or " " for reading in readings)
    return text if text in LAY_INDEX else None


def tile_named(text: str) -> str | None:
    """Paragraph 1's spelling of the tile that shows `text`, or `None` when there is no such tile."""
    lay = LAY_INDEX.get(text)
    return None if lay is None else TILES[TILE_OF_LAY[lay]]
