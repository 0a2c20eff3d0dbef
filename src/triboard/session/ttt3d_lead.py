"""The next ball of the nearest line of 3D tic-tac-toe, as all seats together make it (ttt3d §7)."""

from collections.abc import Iterator, Set
from dataclasses import replace
from typing import Final

from triboard.rules import ttt3d
from triboard.rules.ttt3d.geometry import HOLES, LINES
from triboard.units import Piece, Side, Site

LINE: Final = 3


def lead(state: ttt3d.State, avoid: Set[Site]) -> tuple[Site, Piece] | None:
    """The first empty hole of the line that scores soonest, and the ball that is due; `None` where none
    is, or no line can score any more by the next balls alone."""
    coming = list(_coming(state))
    found: list[tuple[int, int]] = []
    for line in LINES:
        empty = [hole for hole in line if state.balls[hole] is None]
        balls = [ball for hole in line if (ball := state.balls[hole]) is not None]
        if not empty or len(empty) > len(coming) or any(HOLES[hole] in avoid for hole in empty):
            continue
        if len({*balls, *coming[: len(empty)]}) in (1, LINE):  # one colour or three
            found.append((len(empty), empty[0]))
    return (HOLES[min(found)[1]], coming[0]) if found else None


def _coming(state: ttt3d.State) -> Iterator[Piece]:
    """Colours of the next balls, one a turn."""
    placed = list(state.placed)
    side = state.side
    for _ in range(LINE):
        due = ttt3d.due_colour(replace(state, side=side, placed=tuple(placed)))
        if due is None:
            return
        yield due
        placed[side] += 1
        side = Side((side + 1) % state.setup.players)
