"""What an answer to a task is worth, and the exact search behind tasks and their tests."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import Any

from triboard.lessons.goals import finished, mover, reaches, reaching
from triboard.lessons.task import Rung, Task
from triboard.rules.registry import GAMES
from triboard.rules.replay import Replay, replay
from triboard.units import Site


class Worth(Enum):
    """The verdict on an answer."""

    SOLVED = "solved"
    ALSO = "also"
    SAFE = "safe"
    LOSES = "loses"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict; for one that loses the reply that shows it."""

    worth: Worth
    reply: Any | None = None

    @property
    def right(self) -> bool:
        """Whether the answer does what the task asks."""
        return self.worth in (Worth.SOLVED, Worth.ALSO)


def position_of(task: Task) -> Replay:
    """The task's position; raises `ConfigurationError` for a record that does not play."""
    return replay(GAMES[task.game], task.options, task.moves)


def judged(task: Task, state: Any, move: Any) -> Verdict:
    """The verdict on a move in the task's position `state`. Quick: what takes search stands in the task."""
    rules = GAMES[task.game]
    text = rules.format_move(move)
    if text in task.solution:
        return Verdict(Worth.SOLVED)
    if text in task.also:
        return Verdict(Worth.ALSO)
    reply = refutation(task.game, state, rules.play(state, move))
    return Verdict(Worth.SAFE) if reply is None else Verdict(Worth.LOSES, reply)


def pointed(task: Task, site: Site) -> Verdict:
    """The verdict on pointing at a site."""
    return Verdict(Worth.SOLVED if site in task.solution else Worth.SAFE)


def refutation(game: str, before: Any, after: Any) -> Any | None:
    """The first reply by which whoever is next reaches the aim at once, if it is another one's turn."""
    here, then = mover(game, before), mover(game, after)
    if then is None or then == here:
        return None
    return next(reaching(game, after), None)


def avoidable(game: str, state: Any) -> bool:
    """Whether some move ends the turn without letting the next player reach the aim at once."""
    return any(_stops(game, state, move) for move in _choices(game, state))


# Exact search


def answers(game: str, rung: Rung, state: Any) -> tuple[Any, ...]:
    """Every right answer on a rung, by exhaustive search; sites on `see`, else moves."""
    rules = GAMES[game]
    match rung:
        case Rung.SEE:
            return tuple(sorted(site for line in finished(game, state) for site in line))
        case Rung.COMPLETE:
            return tuple(reaching(game, state))
        case Rung.BLOCK:
            return tuple(move for move in _choices(game, state) if _stops(game, state, move))
        case _:
            return tuple(
                move for move in _choices(game, state) if forces(game, state, rules.play(state, move))
            )


def poses(game: str, rung: Rung, state: Any) -> bool:
    """Whether a position asks the question of its rung and no easier one: nothing can be completed before
    `block` and `two-threats`, and there the others threaten something or not."""
    if rung in (Rung.SEE, Rung.COMPLETE):
        return True
    if any(True for _ in reaching(game, state)):
        return False
    return rung is not Rung.BLOCK or any(not _stops(game, state, move) for move in _choices(game, state))


def _choices(game: str, state: Any) -> Collection[Any]:
    moves = GAMES[game].legal_moves(state)
    return moves if isinstance(moves, tuple) else tuple(moves)


def _stops(game: str, state: Any, move: Any) -> bool:
    """Whether nobody reaches the aim at once after a move. It must end the turn, or it answers nothing."""
    after = GAMES[game].play(state, move)
    then = mover(game, after)
    if then is None:
        return reaches(game, state, after)
    return then != mover(game, state) and next(reaching(game, after), None) is None


def forces(game: str, before: Any, after: Any) -> bool:
    """Whether whoever moved between two states reaches the aim with the next move, whatever the others do.

    The others, one after another, may neither reach it themselves nor keep the mover from it.
    """
    seat = mover(game, before)
    assert seat is not None, "somebody moved"
    if mover(game, after) == seat or GAMES[game].outcome(after) is not None:
        return False  # that is the easier rung: the aim itself, reached at once
    return _unstoppable(game, after, seat)


def _unstoppable(game: str, state: Any, seat: int) -> bool:
    here = mover(game, state)
    if here is None:
        outcome = GAMES[game].outcome(state)
        return outcome is not None and seat in outcome.seats
    if here == seat:
        return next(reaching(game, state), None) is not None
    if next(reaching(game, state), None) is not None:
        return False
    rules = GAMES[game]
    return all(_unstoppable(game, rules.play(state, reply), seat) for reply in _choices(game, state))
