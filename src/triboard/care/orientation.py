"""Whether the sensors stand turned against the lights: a cable plugged in the other way round."""

from collections.abc import Mapping
from math import cos, hypot, radians, sin
from typing import Final

from triboard.board.definition import Board, Place
from triboard.care.parts import Part, Result
from triboard.care.words import say
from triboard.units import Site

TURNS: Final = (60, 90, 120, 180, 240, 270, 300)
"""Degrees by which one of our fields may be turned onto itself."""

FEW: Final = 3
"""Sites that must agree before a turn is believed."""


def orientation(board: Board, misplaced: Mapping[Site, Site]) -> Part:
    """The part `orientation`, from the sites that were seen at other sites than those that were asked for."""
    if not misplaced:
        return Part("orientation", Result.PASSED)
    places = {site.site: site.place for site in board.sites}
    for degrees in TURNS:
        fitting = sum(_near(places[seen], _turned(places[site], degrees)) for site, seen in misplaced.items())
        if fitting == len(misplaced) >= FEW:
            return Part("orientation", Result.FAILED, say("turned", degrees=degrees))
    return Part("orientation", Result.FAILED, say("mixed", count=len(misplaced)))


def _turned(place: Place, degrees: float) -> Place:
    angle = radians(degrees)
    x = place.x * cos(angle) - place.y * sin(angle)
    y = place.x * sin(angle) + place.y * cos(angle)
    return Place(x, y, place.z)


def _near(one: Place, other: Place) -> bool:
    """Within two millimetres, on one height."""
    return hypot(one.x - other.x, one.y - other.y) < 2 and one.z == other.z
