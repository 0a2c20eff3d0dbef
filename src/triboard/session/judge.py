"""Which positions an observation may show, and the verdict on it (physical-play 2 to 7)."""

from collections.abc import Iterator
from typing import Any

from triboard.board.readings import Observation, RimState
from triboard.board.reconcile import (
    Ambiguous,
    Candidate,
    Contradicts,
    Standing,
    Suggests,
    Verdict,
    leads_through,
    reconcile,
    shows_part,
)
from triboard.session.state import Moves, SessionState, TakeBack
from triboard.units import Ply


def judge(state: SessionState, observed: Observation) -> Verdict:
    """Compare the observation with the expected position, then with the candidates, nearest first.

    Two plies within one settle window, and a piece that was taken back and put elsewhere, are looked for
    only when nothing simpler fits.
    """
    expected = state.expected
    verdict = _reconcile(state, expected, observed, [legal(state), earlier(state)])
    if isinstance(verdict, Contradicts):
        deeper = _reconcile(state, expected, observed, [two_plies(state, observed), replaced(state)])
        if isinstance(deeper, Suggests | Ambiguous):
            return deeper
    return verdict


def _reconcile(
    state: SessionState, expected: Standing, observed: Observation, ranks: list[list[Candidate]]
) -> Verdict:
    allowed = [[candidate for candidate in rank if not _barred(state, candidate.standing)] for rank in ranks]
    return reconcile(expected, observed, allowed, rims=state.board.rims, base=state.base)


def _barred(state: SessionState, stands: Standing) -> bool:
    return stands in state.barred


def onward(state: SessionState, game: Any) -> tuple[tuple[Any, ...], Any]:
    """Silent moves that acting now implies, and the game after them."""
    moves: tuple[Any, ...] = ()
    tally = state.tally if game is state.game else {}
    while (move := state.manners.implied(game, tally)) is not None:
        game = state.manners.game.play(game, move)
        moves = (*moves, move)
    return moves, game


def next_plies(state: SessionState, game: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Each way to go on from a game by one ply that shows on the board: its moves and the game after it."""
    rules = state.manners.game
    if rules.outcome(game) is not None:
        return
    silent, later = onward(state, game)
    starts = [((), game), (silent, later)] if silent else [((), game)]
    for before, start in starts:
        for move in rules.legal_moves(start):
            if not state.manners.silent(move):
                yield (*before, move), rules.play(start, move)


def legal(state: SessionState) -> list[Candidate]:
    """What one ply can lead to."""
    return [Candidate(Moves(moves), state.standing_of(game)) for moves, game in next_plies(state, state.game)]


def earlier(state: SessionState) -> list[Candidate]:
    """Earlier positions of this game, each by the latest ply that shows it.

    An empty board is not among them once there is more than one piece to lose: clearing the board must not
    silently wipe an unfinished game (physical-play 20).
    """
    found: list[Candidate] = []
    several = sum(map(len, state.expected.slots.values())) > 1
    for ply in range(len(state.states) - 2, -1, -1):
        stands = state.standing_of(state.states[ply])
        if several and not stands.slots:
            continue
        if all(stands != candidate.standing for candidate in found):
            found.append(Candidate(TakeBack(Ply(ply)), stands))
    return found


def two_plies(state: SessionState, observed: Observation) -> list[Candidate]:
    """What two plies can lead to; the first one must already show in the observation."""
    found = []
    for first, game in next_plies(state, state.game):
        stands = state.standing_of(game)
        if _barred(state, stands):
            continue
        if shows_part(state.expected, stands, observed, rims=state.board.rims, base=state.base):
            found += [
                Candidate(Moves((*first, *second)), state.standing_of(after))
                for second, after in next_plies(state, game)
            ]
    return found


def replaced(state: SessionState) -> list[Candidate]:
    """The last ply taken back and another one made instead: a ball put into another hole."""
    here = state.expected
    for ply in range(len(state.states) - 2, -1, -1):
        game = state.states[ply]
        if state.standing_of(game) != here:
            return [
                Candidate(TakeBack(Ply(ply), moves), state.standing_of(after))
                for moves, after in next_plies(state, game)
            ]
    return []


def may_go_on(state: SessionState, candidate: Candidate) -> bool:
    """Whether hands could still turn a candidate into another move, so that it must wait (physical-play 4).

    A rim may turn further, a piece that was lifted may be put down again, a stack may still grow.
    """
    expected = state.expected
    if candidate.standing.rims != expected.rims:
        return True
    if isinstance(candidate.path, TakeBack) and not candidate.path.moves:
        return True
    return any(leads_through(expected, candidate.standing, other.standing) for other in legal(state))


def rims_at_rest(observed: Observation) -> bool:
    """Whether every rim rests on a known detent."""
    return all(rim.state is RimState.REST for rim in observed.rims)


def rims_in_play(state: SessionState) -> frozenset[int]:
    """Rims that a legal ply or a takeback may turn now, so that turning them means something."""
    here = state.expected.rims
    standings = [candidate.standing for candidate in (*legal(state), *earlier(state))]
    return frozenset(
        number
        for number, detent in enumerate(here)
        if any(stands.rims[number] != detent for stands in standings)
    )
