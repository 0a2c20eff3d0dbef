"""Going back, and forth again: what hands take away and put back with no other change is no move.

A piece that is away for longer than the board waits (`slide`) is a takeback, whether a hand thinks, a ball
rolls off or a sensor fails for a second. Putting it back makes all plies again that went with it, the silent
ones as well, and gives back what was counted and the clock (physical-play 8). After UNDO the pieces that come
back are new moves.
"""

from dataclasses import replace
from typing import Any

from triboard.board.racks import added, seen
from triboard.board.readings import Observation
from triboard.board.reconcile import Candidate
from triboard.session import clock as clocks
from triboard.session import gate, timing
from triboard.session.entries import move_entry, takeback_entry
from triboard.session.holding import holdings
from triboard.session.notices import info
from triboard.session.state import Phase, PutBack, SessionState, Undone
from triboard.session.step import Step, record
from triboard.units import Instant, Ply


def take_back(state: SessionState, ply: Ply, at: Instant, line: Undone | None = None) -> Step:
    """Back to the state before a ply. `line`: what hands may put back, where it was they who took it away."""
    back = replace(
        state,
        states=state.states[: ply + 1],
        moves=state.moves[:ply],
        tally={},
        undone=line,
        changed=at,
        phase=Phase.PLAY,
        notice=info("taken-back", ply=ply),
    )
    return record(timing.taken_back(back, ply), takeback_entry(ply, by_hands=line is not None))


def left_by_hands(state: SessionState, at: Instant) -> Undone:
    """What may be put back once hands have taken plies back from this state, those taken before among it."""
    if state.undone is not None:
        return state.undone
    clock = None if state.clock is None else clocks.run(state.clock, None, at)
    return Undone(state.states, state.moves, state.tally, clock)


def put_backs(state: SessionState, observed: Observation | None = None) -> list[list[Candidate]]:
    """Ranks of the positions that hands have taken back and may put back, the latest ply first.

    They come before the legal moves, which would leave out the silent plies (a call, a swap) and take rims
    turned to and fro for never turned. What has been drawn into a rack must lie there in the observation.
    While an opponent is on turn there are none before it shows the next of them again (physical-play 14).
    """
    line = state.undone
    if line is None:
        return []
    if gate.closed(state, state.game) and gate.shown_move(state, state.game) != line.moves[state.ply]:
        return []
    plies = range(len(line.moves), state.ply, -1)
    return [
        [Candidate(PutBack(Ply(ply)), state.standing_of(line.states[ply]))]
        for ply in plies
        if observed is None or _in_racks(state, line.states[ply], observed)
    ]


def _in_racks(state: SessionState, game: Any, observed: Observation) -> bool:
    """Whether everything lies in the racks that this game has there and the game now has not."""
    drawn = added(holdings(state, state.game), holdings(state, game))
    shown = seen(state.board, observed) if drawn else None
    return shown is None or all(
        seat in shown.blind or shown.in_rack(state.board, piece, seat) for seat, piece in drawn
    )


def put_back(state: SessionState, ply: Ply, at: Instant) -> Step:
    """Forth to a ply that hands had taken back, each ply on the way with its journal entry."""
    line, manners = state.undone, state.manners
    assert line is not None, "only what was taken back is put back"
    whole = ply == len(line.moves)
    step = Step(
        replace(
            state,
            states=line.states[: ply + 1],
            moves=line.moves[:ply],
            tally=line.tally if whole else {},
            undone=None if whole else line,
            changed=at,
            phase=Phase.PLAY,
            notice=manners.prompt(line.states[ply]),
        )
    )
    for number in range(state.ply, ply):
        shown = None if line.clock is None else clocks.back(line.clock, number + 1)
        text = manners.game.format_move(line.moves[number])
        step = step.then(record(step.state, move_entry(number, text, shown)))
    if line.clock is None:
        return step
    clock = line.clock if whole else clocks.back(line.clock, ply)
    return Step(replace(step.state, clock=clock), step.effects)
