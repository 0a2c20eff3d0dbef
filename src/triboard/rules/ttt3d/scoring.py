"""Which lines a ball or a rim forms and what they are worth to the mover (ttt3d §7 to §9, §16, §17)."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from triboard.rules.ttt3d.geometry import (
    LINES_OF_RIM,
    LINES_THROUGH,
    Hole,
    Line,
    Rims,
    Shelf,
    Triple,
    is_interplanar,
    slots_of,
)
from triboard.rules.ttt3d.state import Balls, FormedLine, Worth
from triboard.units import Piece


class Crossing(NamedTuple):
    """A line as seen from one of its holes: the other two, and the line with each worth it can have.

    The formed lines are made here once; a ball that completes lines picks them and builds none.
    """

    one: Hole
    two: Hole
    nothing: FormedLine
    single: FormedLine
    five: FormedLine
    foreign: FormedLine


def _crossing(line: Line, hole: int) -> Crossing:
    one, two = (other for other in line if other != hole)
    worths = (Worth.NOTHING, Worth.ONE, Worth.FIVE, Worth.FOREIGN)
    return Crossing(one, two, *(FormedLine(line, worth) for worth in worths))


_CROSSINGS: Final = tuple(
    tuple(_crossing(line, hole) for line in lines) for hole, lines in enumerate(LINES_THROUGH)
)


def formed_by_ball(
    balls: Balls, hole: Hole, colour: Piece, palette: tuple[Piece, ...]
) -> tuple[FormedLine, ...]:
    """Lines that a ball of `colour` in `hole` completes for the owner of `palette` (ttt3d §7).

    Two colours of one player are two colours (ttt3d §8), and it does not matter who owns the balls
    of a line of three colours (ttt3d §9).
    """
    formed = []
    for at, other, nothing, single, five, foreign in _CROSSINGS[hole]:
        if (one := balls[at]) is not None and (two := balls[other]) is not None:
            if one == two:
                formed.append(nothing if one != colour else five if colour in palette else foreign)
            else:
                formed.append(nothing if one == colour or two == colour else single)
    return tuple(formed)


def formed_by_rim(
    balls: Balls, rims: Rims, shelf: Shelf, palette: tuple[Piece, ...], spent: frozenset[Triple]
) -> tuple[FormedLine, ...]:
    """Lines that the rim of `shelf` formed by coming to rest as it now stands (ttt3d §16, §17).

    Every full interplanar line through the rim is new: two balls fix such a line and its third hole,
    and the turn has changed either one ball or two of them.
    """
    formed = []
    for holes in LINES_OF_RIM[shelf]:
        a, b, c = (balls[at] for at in holes)
        if a is not None and b is not None and c is not None:
            again = slots_of(holes, rims) in spent
            formed.append(FormedLine(holes, Worth.SPENT if again else _worth(a, b, c, palette)))
    return tuple(formed)


def newly_spent(lines: Iterable[FormedLine], rims: Rims) -> set[Triple]:
    """Triples that may never score again (ttt3d §17), called or not.

    Triples within a shelf keep together whatever turns (ttt3d §13), so they need no mark.
    """
    return {slots_of(holes, rims) for holes, worth in lines if worth.points and is_interplanar(holes)}


def _worth(a: Piece, b: Piece, c: Piece, palette: tuple[Piece, ...]) -> Worth:
    """Worth of three balls that stand in a line for the first time in their order."""
    if a == b == c:
        return Worth.FIVE if a in palette else Worth.FOREIGN
    return Worth.ONE if a != b and b != c and a != c else Worth.NOTHING
