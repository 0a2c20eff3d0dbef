"""Which positions an observation may show, and the verdict on it (physical-play 2 to 7)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from triboard.board.readings import Observation
from triboard.board.reconcile import (
    Ambiguous,
    Candidate,
    Contradicts,
    OnTheWay,
    Standing,
    Suggests,
    Verdict,
    leads_through,
    reconcile,
    shows_part,
)
from triboard.session.manners import Manners, Tally
from triboard.session.state import Moves, SessionState, TakeBack
from triboard.units import Ply


def judge(state: SessionState, observed: Observation) -> Verdict:
    """Compare the observation with the expected position, then with the candidates, nearest first.

    Two plies within one settle window, and a piece that was taken back and put elsewhere, are looked for
    only when nothing simpler fits.
    """
    expected = state.expected
    takebacks = [[candidate] for candidate in earlier(state)]  # the latest ply that fits (physical-play 2)
    verdict = _reconcile(state, expected, observed, [legal(state), *takebacks])
    if isinstance(verdict, Contradicts | OnTheWay):
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


@dataclass(frozen=True, slots=True)
class Way:
    """Plies from some game: their moves, the game after them, and what is then still counted."""

    moves: tuple[Any, ...]
    game: Any
    tally: Tally


def onward(manners: Manners, game: Any, tally: Tally) -> Way:
    """Silent moves that acting now implies, and the game after them."""
    way = Way((), game, tally)
    while (move := manners.implied(way.game, way.tally)) is not None:
        way = _with(manners, way, move)
    return way


def _with(manners: Manners, way: Way, move: Any) -> Way:
    left = manners.carry(way.game, way.tally)
    return Way((*way.moves, move), manners.game.play(way.game, move), left)


def next_plies(state: SessionState, game: Any, tally: Tally) -> Iterator[Way]:
    """Each way to go on from a game by one ply that shows on the board, after the silent moves it implies.

    A ply that is possible without them as well (a ball while points are counted) never drops them.
    """
    manners, rules = state.manners, state.manners.game
    if rules.outcome(game) is not None:
        return
    later = onward(manners, game, tally)
    after = [move for move in rules.legal_moves(later.game) if not manners.silent(move)]
    for move in after:
        yield _with(manners, later, move)
    if later.moves:
        for move in rules.legal_moves(game):
            if not manners.silent(move) and move not in after:
                yield _with(manners, Way((), game, tally), move)
    for silent in manners.alternatives(game):
        told = _with(manners, Way((), game, tally), silent)
        for move in rules.legal_moves(told.game):
            if not manners.silent(move):
                yield _with(manners, told, move)


def legal(state: SessionState) -> list[Candidate]:
    """What one ply can lead to."""
    ways = next_plies(state, state.game, state.tally)
    return [Candidate(Moves(way.moves), state.standing_of(way.game)) for way in ways]


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
    for first in next_plies(state, state.game, state.tally):
        stands = state.standing_of(first.game)
        if _barred(state, stands):
            continue
        if shows_part(state.expected, stands, observed, rims=state.board.rims, base=state.base):
            found += [
                Candidate(Moves((*first.moves, *second.moves)), state.standing_of(second.game))
                for second in next_plies(state, first.game, first.tally)
            ]
    return found


def replaced(state: SessionState) -> list[Candidate]:
    """The last ply taken back and another one made instead: a ball put into another hole."""
    here = state.expected
    for ply in range(len(state.states) - 2, -1, -1):
        game = state.states[ply]
        if state.standing_of(game) != here:
            return [
                Candidate(TakeBack(Ply(ply), way.moves), state.standing_of(way.game))
                for way in next_plies(state, game, {})
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


def rims_in_play(state: SessionState) -> frozenset[int]:
    """Rims that a legal ply or a takeback may turn now, so that turning them means something."""
    here = state.expected.rims
    standings = [candidate.standing for candidate in (*legal(state), *earlier(state))]
    return frozenset(
        number
        for number, detent in enumerate(here)
        if any(stands.rims[number] != detent for stands in standings)
    )
