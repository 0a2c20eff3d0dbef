"""Which picture of a show the lights play now, and the pictures of a game."""

from collections.abc import Iterable, Mapping
from typing import Any

from triboard.session.house import HELD, Picture, Show
from triboard.session.manners import Manners
from triboard.session.state import SessionState
from triboard.units import Piece, Site


def show_of(manners: Manners, options: Mapping[str, Any], moves: Iterable[str]) -> Show:
    """The pictures of a game, whose moves are texts; silent moves have none.

    Raises `TriboardError` for options or moves that the rules do not allow, and `ValueError` for a game that
    is not finished.
    """
    game = manners.game
    state = game.start(options)
    pictures: list[Picture] = []
    for text in moves:
        before, state = state, game.play(state, game.parse_move(text))
        old, pieces = _tops(manners, before), _tops(manners, state)
        lines = frozenset(site for line in manners.lines(state, before) for site in line.sites)
        if game.position(before) != game.position(state):
            new = frozenset(site for site, piece in pieces.items() if old.get(site) != piece)
            pictures.append(Picture(pieces, new, lines))
    if game.outcome(state) is None:
        raise ValueError("a show is a finished game")
    return tuple(pictures)


def _tops(manners: Manners, state: Any) -> dict[Site, Piece]:
    pieces = manners.game.position(state).pieces
    return {site: stack[-1] for site, stack in pieces.items() if stack}


def shown(state: SessionState) -> Picture | None:
    """The picture that the lights play now; `None` while they show the game, also between two shows."""
    house, step = state.house, state.visit.step
    if house is None or step is None:
        return None
    at = step % house.cycle
    return house.show[min(at, len(house.show) - 1)] if at < len(house.show) + HELD else None
