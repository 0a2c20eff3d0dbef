"""Whether a block holds: a learner who is told "Right." must not have lost all the same.

| game | after the block |
|---|---|
| troika | the other side wins by force within `FAR` placements in no way |
| trike | the game is won with best play (exact; there is no draw) |
| ttt3d | nobody can complete a line before the blocker lays again, whatever the others lay |
| trioker | the other side has no placement after which it completes a hexagon whatever the answer |
"""

from collections.abc import Iterable
from typing import Any, Final

from triboard.lessons.goals import mover, reaching
from triboard.lessons.task import Rung
from triboard.lessons.verdict import answers
from triboard.opponents.engine import OutOfNodesError
from triboard.opponents.trike_finish import REACH, Solver, in_reach, wins
from triboard.opponents.troika_force import Budget, Force
from triboard.rules.registry import GAMES
from triboard.units import Seat

FAR: Final = 8
"""Placements, the block counted."""

MOST_NODES: Final = 60_000
"""For all blocks of a position together; where they do not last, nothing is proved."""


def hold(game: str, state: Any, blocks: Iterable[Any]) -> bool:
    """Whether each of these moves, which stop what was threatened, is proved to hold."""
    try:
        match game:
            case "troika":
                force = Force(state, 1 - _on_turn(game, state), Budget(MOST_NODES))
                return not any(force.wins_by((move.pyramid, move.field), FAR) for move in blocks)
            case "trike":
                if in_reach(state.spot, state.filled).bit_count() > REACH:
                    return False
                solver = Solver(state.size, MOST_NODES)
                return all(wins(solver, state, move) for move in blocks)
            case _:
                return all(_quiet(game, state, move) for move in blocks)
    except OutOfNodesError:
        return False


def _on_turn(game: str, state: Any) -> Seat:
    """Seat of whoever blocks; at Troika that is the side."""
    seat = mover(game, state)
    assert seat is not None, "somebody blocks"
    return seat


def _quiet(game: str, state: Any, move: Any) -> bool:
    """Whether whoever is next can force nothing, and nobody completes anything meanwhile."""
    after = GAMES[game].play(state, move)
    return _nothing_before(game, after, _on_turn(game, state)) and not answers(game, Rung.TWO_THREATS, after)


def _nothing_before(game: str, state: Any, seat: Seat) -> bool:
    """Whether nobody reaches the aim until this seat is on turn again."""
    if mover(game, state) in (seat, None):
        return True
    if next(reaching(game, state), None) is not None:
        return False
    rules = GAMES[game]
    return all(_nothing_before(game, rules.play(state, reply), seat) for reply in rules.legal_moves(state))
