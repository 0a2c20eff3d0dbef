"""What racks should hold in a game, for those who compare it with what the racks show."""

from typing import Any

from triboard.board.racks import Holdings, rack_places
from triboard.session.manners import Racked
from triboard.session.state import SessionState


def holdings(state: SessionState, game: Any) -> Holdings:
    """What should lie in each rack in a state of this game; empty where racks say nothing of it."""
    manners: object = state.manners
    if not rack_places(state.board.aside) or not isinstance(manners, Racked):  # the quick one first
        return {}
    return manners.racks(game)
