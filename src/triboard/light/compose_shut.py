"""The light of a board that does not play: dark when it is closed, a cross when it is out of order."""

from triboard.board.definition import Board
from triboard.light.scene import DARK, Glow, Role, Scene, Target

BREADTH = 0.18
"""How far from a diagonal a site may lie to be part of the cross, of half the board's width."""


def scene_of_closed() -> Scene:
    """Nothing shines."""
    return DARK


def scene_of_cross(board: Board) -> Scene:
    """A cross over the field, waiting, and every seat with it: nothing can be played, wherever one looks
    from.

    On a board of shelves it lies on the topmost one.
    """
    top = max((site.place.z for site in board.sites), default=0.0)
    flat = [site for site in board.sites if site.place.z == top]
    xs, ys = [site.place.x for site in flat], [site.place.y for site in flat]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    half = (max(xs) - middle[0] or 1.0, max(ys) - middle[1] or 1.0)
    glows = {Target(f"seat:{seat}"): Glow(Role.WAITING) for seat in board.seats}
    for site in flat:
        across, along = abs(site.place.x - middle[0]) / half[0], abs(site.place.y - middle[1]) / half[1]
        if abs(across - along) <= BREADTH:
            glows[Target(site.site)] = Glow(Role.WAITING)
    return Scene(glows)
