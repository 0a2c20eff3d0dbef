"""What a picture of the light must show, as a list that a program runs through."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import dist
from typing import Final, NamedTuple

from triboard.board.definition import Board
from triboard.preview.drawing import GROUND, OUTLINE, PANEL, Drawing, Lamp, Ring, Spot, View, contrast

LEAST_CONTRAST: Final = 3.0
"""Outlines against the ground (WCAG 2.2, 1.4.11)."""

LEAST_TEXT_CONTRAST: Final = 4.5
"""Words against the ground (WCAG 2.2, 1.4.3)."""

TOUCH: Final = 0.5  # pixels by which round shapes may come closer than they should: rounding


def flaws(drawing: Drawing, board: Board, roles: Iterable[str]) -> list[str]:
    """What is wrong with a picture of `board` whose lights are `roles`; empty when nothing is."""
    views = [view for view in drawing.views if view.rings]
    found = [] if views else ["shows no board"]
    for number, view in enumerate(views):
        found += [f"view {number}: {flaw}" for flaw in _missing(view, board)]
        found += [f"view {number}: {flaw}" for flaw in _outside(view, drawing)]
        found += [f"view {number}: {flaw}" for flaw in _touching(view)]
    found += _pale(drawing)
    found += [f"the legend has no {role!r}" for role in roles if role not in drawing.legend]
    return found


def _missing(view: View, board: Board) -> list[str]:
    shown = {ring.name for ring in view.rings}
    lit = {lamp.name for lamp in view.lamps}
    sites = [f"site {site.site} is not shown" for site in board.sites if site.site not in shown]
    return sites + [f"light {pixel.target} is missing" for pixel in board.pixels if pixel.target not in lit]


def _outside(view: View, drawing: Drawing) -> list[str]:
    return [
        f"{shape.name} lies outside"
        for shape in [*_rounds(view.rings), *_rounds(view.lamps)]
        if not (shape.radius <= shape.at.x <= drawing.width - shape.radius)
        or not (shape.radius <= shape.at.y <= drawing.height - shape.radius)
    ]


def _touching(view: View) -> list[str]:
    found = [f"outlines of {a.name} and {b.name} overlap" for a, b in _near(view.rings)]
    found += [f"lights of {a.name} and {b.name} overlap" for a, b in _near(view.lamps)]
    for lamp in view.lamps:
        for ring in view.rings:
            apart = dist(lamp.at, ring.at)
            if apart < ring.radius + lamp.radius - TOUCH and apart > ring.radius - lamp.radius + TOUCH:
                found.append(f"the light of {lamp.name} lies across the outline of {ring.name}")
    return found


class _Round(NamedTuple):
    """An outline or a light: what both have."""

    at: Spot
    radius: float
    name: str


def _rounds(shapes: Sequence[Ring] | Sequence[Lamp]) -> list[_Round]:
    return [_Round(shape.at, shape.radius, shape.name) for shape in shapes]


def _near(shapes: Sequence[Ring] | Sequence[Lamp]) -> list[tuple[_Round, _Round]]:
    return [
        (one, other)
        for one, other in combinations(_rounds(shapes), 2)
        if dist(one.at, other.at) < one.radius + other.radius - TOUCH
    ]


def _pale(drawing: Drawing) -> list[str]:
    grounds = (GROUND, PANEL)
    found = []
    if any(contrast(OUTLINE, ground) < LEAST_CONTRAST for ground in grounds):
        found.append("outlines are too faint")
    words = [*drawing.words, *(words for view in drawing.views for words in view.words)]
    for colour in {one.colour for one in words}:
        if any(contrast(colour, ground) < LEAST_TEXT_CONTRAST for ground in grounds):
            found.append(f"words in {tuple(colour)} are too faint")
    return found
