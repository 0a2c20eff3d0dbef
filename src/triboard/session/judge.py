"""Which positions an observation may show, and the verdict on it (physical-play 2 to 7)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from triboard.board.readings import Observation, ReadingKind, RimState, fits
from triboard.board.reconcile import (
    Agrees,
    Ambiguous,
    Candidate,
    Contradicts,
    OnTheWay,
    Standing,
    Suggests,
    Verdict,
    differing,
    in_room,
    leads_through,
    reconcile,
    shows_part,
)
from triboard.session import gate
from triboard.session.manners import Manners, Tally
from triboard.session.state import Moves, SessionState, TakeBack
from triboard.session.taking_back import put_backs
from triboard.units import Piece, Ply, Site

MOST_SITES: Final = 8
"""Sites that two plies can change between them, in any game; what differs in more is no two plies."""


def judge(state: SessionState, observed: Observation) -> Verdict:
    """Compare the observation with the expected position, then with the candidates, nearest first.

    Two plies within one settle window, and a piece that was taken back and put elsewhere, are looked for
    only when nothing simpler fits.
    """
    expected = state.expected
    if state.unplayed:
        return _reconcile(state, expected, observed, [])
    sites = changed(state, expected, observed)
    nearest = legal(state, sites)
    verdict = _reconcile(state, expected, observed, [*put_backs(state, observed), nearest])
    if not isinstance(verdict, Contradicts | OnTheWay):
        return verdict
    takebacks = [[candidate] for candidate in earlier(state)]  # the latest ply that fits (physical-play 2)
    verdict = _reconcile(state, expected, observed, [nearest, *takebacks])
    few = sites is None or len(sites) <= MOST_SITES
    turning = any(rim.state is RimState.BETWEEN for rim in observed.rims)  # nothing fits before it rests
    if few and not turning and isinstance(verdict, Contradicts | OnTheWay):
        deeper = _reconcile(
            state, expected, observed, [two_plies(state, observed), replaced(state, observed)]
        )
        done = _first_done(state, observed)
        if isinstance(deeper, Suggests) and done is not None:
            return Ambiguous((deeper.candidate, done))  # without colours: two plies, or one and a half
        if isinstance(deeper, Suggests | Ambiguous):
            return deeper
        if isinstance(verdict, Contradicts) and done is not None:
            return Suggests(done)
    return _laid_out(state, verdict) if isinstance(verdict, Contradicts) else verdict


def changed(state: SessionState, stands: Standing, observed: Observation) -> frozenset[Site] | None:
    """Sites that a move from `stands` must have changed; `None` where a rim does not rest as it should."""
    if any(rim.detent != detent for rim, detent in zip(observed.rims, stands.rims, strict=True)):
        return None
    room = in_room(stands, state.board.rims, state.base)
    return frozenset(site for site, levels in observed.sites.items() if not fits(room.get(site, ()), levels))


def _laid_out(state: SessionState, verdict: Contradicts) -> Verdict:
    """Pieces on bare sites that no candidate explains may still mean something to the game."""
    pieces: dict[Site, Piece] = {}
    for misfit in verdict.misfits:
        piece = misfit.observed[0].piece if misfit.observed else None
        if (
            misfit.expected
            or piece is None
            or any(reading.kind is not ReadingKind.EMPTY for reading in misfit.observed[1:])
        ):
            return verdict
        pieces[misfit.site] = piece
    meaning = False if verdict.rims else state.manners.laid_out(state.game, pieces)
    if isinstance(meaning, bool):
        return Agrees() if meaning else verdict
    return Suggests(Candidate(Moves((meaning,)), state.expected))


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
        way = going_on(manners, way, move)
    return way


def going_on(manners: Manners, way: Way, move: Any) -> Way:
    """The way with one more move."""
    left = manners.carry(way.game, way.tally)
    return Way((*way.moves, move), manners.game.play(way.game, move), left)


def next_plies(
    state: SessionState, game: Any, tally: Tally, sites: Collection[Site] | None = None
) -> Iterator[Way]:
    """Each way to go on from a game by one ply that shows on the board, after the silent moves it implies.

    A ply that is possible without them as well (a ball while points are counted) never drops them. `sites`:
    those that may differ, to spare plies that change another one. An opponent's turn has one ply at most: the
    one that it wants.
    """
    manners, rules = state.manners, state.manners.game
    if rules.outcome(game) is not None:
        return
    if gate.closed(state, game):
        called = onward(manners, game, tally) if any(tally.values()) else Way((), game, tally)
        if (move := gate.shown_move(state, game)) is not None and not manners.silent(move):
            yield going_on(manners, called, move)
        return
    later = onward(manners, game, tally)
    after = list(manners.showing(later.game, sites))
    for move in after:
        yield going_on(manners, later, move)
    if later.moves:
        for move in manners.showing(game, sites):
            if move not in after:
                yield going_on(manners, Way((), game, tally), move)
    for silent in manners.alternatives(game):
        told = going_on(manners, Way((), game, tally), silent)
        for move in manners.showing(told.game, sites):
            yield going_on(manners, told, move)


def legal(state: SessionState, sites: Collection[Site] | None = None) -> list[Candidate]:
    """What one ply can lead to, as far as `sites` may differ."""
    ways = next_plies(state, state.game, state.tally, sites)
    return [Candidate(Moves(way.moves), state.standing_of(way.game)) for way in ways]


def earlier(state: SessionState) -> list[Candidate]:
    """Earlier positions of this game, each by the latest ply that shows it.

    The start position is not among them once there is more than one piece to lose, unless one move laid them
    all: clearing the board must not silently wipe an unfinished game (physical-play 20). While an opponent's
    move waits for hands there are none: nothing else is accepted then (physical-play 14).
    """
    if gate.showing(state):
        return []
    found: list[Candidate] = []
    first = state.standing_of(state.first).slots
    here = state.expected.slots
    several = _pieces(here) - _pieces(first) > 1
    for ply in range(len(state.states) - 2, state.floor - 1, -1):
        stands = state.standing_of(state.states[ply])
        if several and stands.slots == first and any(one.standing.slots != here for one in found):
            continue
        if not found or stands != found[-1].standing:  # silent plies go with the ply before them
            found.append(Candidate(TakeBack(Ply(ply)), stands))
    return found


def _pieces(slots: Mapping[Site, tuple[Piece, ...]]) -> int:
    return sum(map(len, slots.values()))


def two_plies(state: SessionState, observed: Observation) -> list[Candidate]:
    """What two plies can lead to; the first one must already show in the observation.

    Where both orders of the same moves lead to the same game (two pieces taken out) they are one candidate.
    """
    sites = changed(state, state.expected, observed)
    shows = shows_part(state.expected, observed, rims=state.board.rims, base=state.base)
    found: dict[Any, Candidate] = {}
    for first in next_plies(state, state.game, state.tally, sites):
        stands = state.standing_of(first.game)
        if _barred(state, stands):
            continue
        if shows(stands):
            for second in next_plies(state, first.game, first.tally, sites):
                moves = Moves((*first.moves, *second.moves))
                key = (second.game, frozenset(moves.moves))
                found.setdefault(key, Candidate(moves, state.standing_of(second.game)))
    return list(found.values())


def _first_done(state: SessionState, observed: Observation) -> Candidate | None:
    """A ply that shows in full where the only other thing to see is the next one, half made (its checker lies
    there already). Where rims turn, a piece is a whole move."""
    if state.board.rims:
        return None
    sites = changed(state, state.expected, observed)
    for first in next_plies(state, state.game, state.tally, sites):
        stands = state.standing_of(first.game)
        slots = differing(state.expected, stands)
        if _barred(state, stands) or not _shown(stands, slots, observed):
            continue
        after = [
            Candidate(None, state.standing_of(second.game))
            for second in next_plies(state, first.game, first.tally, sites)
        ]
        if isinstance(_reconcile(state, stands, observed, [after]), OnTheWay):
            return Candidate(Moves(first.moves), stands)
    return None


def _shown(stands: Standing, slots: Collection[Site], observed: Observation) -> bool:
    """Whether these slots read just as they should."""
    return all(
        fits(stands.slots.get(slot, ()), observed.sites[slot])
        and all(reading.kind is not ReadingKind.UNKNOWN for reading in observed.sites[slot])
        for slot in slots
    )


def replaced(state: SessionState, observed: Observation) -> list[Candidate]:
    """The last ply taken back and another one made instead: a ball put into another hole."""
    here = state.expected
    if gate.closed(state, state.game):
        return []  # while an opponent is on turn nothing rewrites what led to it
    for ply in range(len(state.states) - 2, state.floor - 1, -1):
        game = state.states[ply]
        stands = state.standing_of(game)
        if stands != here:
            sites = changed(state, stands, observed)
            return [
                Candidate(TakeBack(Ply(ply), way.moves), state.standing_of(way.game))
                for way in next_plies(state, game, {}, sites)
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
    if _only_less(expected, candidate.standing):
        return True
    room = [Standing(in_room(one, state.board.rims, state.base)) for one in (expected, candidate.standing)]
    sites = differing(*room)
    return any(leads_through(expected, candidate.standing, other.standing) for other in legal(state, sites))


def _only_less(expected: Standing, stands: Standing) -> bool:
    """Whether something was lifted or nothing has moved at all, and hands may think better of it."""
    return all(stack == expected.slots.get(slot, ())[: len(stack)] for slot, stack in stands.slots.items())


def rims_in_play(state: SessionState) -> frozenset[int]:
    """Rims that a legal ply, a takeback or its opposite may turn now: turning them means something."""
    here = state.expected.rims
    candidates = (*legal(state), *earlier(state), *chain.from_iterable(put_backs(state)))
    standings = [candidate.standing for candidate in candidates]
    return frozenset(
        number
        for number, detent in enumerate(here)
        if any(stands.rims[number] != detent for stands in standings)
    )
