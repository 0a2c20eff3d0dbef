"""One good place for somebody who knows nothing: it pulses till the first line is made (docs/exhibit.md)."""

from collections.abc import Set
from functools import lru_cache
from typing import Any, Final, Protocol, runtime_checkable

from triboard.session import gate
from triboard.session.state import LinkState, Phase, SessionState
from triboard.units import Piece, Site

MOST_PLIES: Final = 12
"""Of a game; after these nobody is led any more."""


@runtime_checkable
class Leading(Protocol):
    """Manners of a game whose lines can be shown to be made."""

    def lead(self, state: Any, avoid: Set[Site]) -> tuple[Site, Piece] | None:
        """A site and the piece for it that bring the next line nearest, whoever makes it; none of `avoid`."""
        ...


def lead(state: SessionState) -> tuple[Site, Piece] | None:
    """Where whoever is there is led; `None` at home, after the first line, and where nothing may be put."""
    manners: Any = state.manners
    knows: object = manners
    if state.house is None or not state.house.lead or not state.visit.here:
        return None
    if not isinstance(knows, Leading):
        return None
    stands = (
        state.phase is Phase.PLAY
        and state.lesson is None
        and not state.between
        and state.link is LinkState.UP
    )
    if not stands or state.ply > MOST_PLIES or gate.closed(state, state.game):
        return None
    if any(_line_made(manners, state.states[ply + 1], state.states[ply]) for ply in range(state.ply)):
        return None
    return knows.lead(state.game, state.leftovers.sites.keys())


@lru_cache(maxsize=4 * MOST_PLIES)
def _line_made(manners: Any, after: Any, before: Any) -> bool:
    return bool(manners.lines(after, before))
