"""What a settled board means in each phase: set-up, moves, takebacks, correction, clearing."""

from collections import Counter
from collections.abc import Mapping, Set
from dataclasses import replace
from typing import Any, assert_never

from triboard.board.readings import Observation, ReadingKind, RimState, fits, lacks, same_field
from triboard.board.reconcile import (
    Agrees,
    Ambiguous,
    Candidate,
    Contradicts,
    OnTheWay,
    Suggests,
    Verdict,
    in_room,
    reconcile,
)
from triboard.session import angles, judge, racks, taking_back, timing
from triboard.session.advice import question
from triboard.session.effects import Archive
from triboard.session.entries import base_entry, dealt, fresh, move_entry, start_entry
from triboard.session.notices import Notice, info, wrong
from triboard.session.reasons import reason_of, seen_twice
from triboard.session.rivals import fitted
from triboard.session.state import (
    GRACE,
    Correction,
    Match,
    Moves,
    Path,
    Pending,
    Phase,
    PutBack,
    Question,
    SessionState,
    TakeBack,
    carried_over,
    slide_end,
    unasked,
)
from triboard.session.step import Step, record
from triboard.units import Instant, Site, after
from triboard.words import own


def touched(state: SessionState, observed: Observation) -> Step:
    """Unsettled: lights may follow the hand; a move that waited is not sure any more."""
    lifted = state.lifted
    if state.phase in (Phase.PLAY, Phase.CORRECTION):
        lifted |= _lifted(state, observed)
    pending = state.pending if same_field(state.touched, observed) else None
    return Step(replace(state, touched=observed, pending=pending, lifted=lifted))


def _lifted(state: SessionState, observed: Observation) -> set[Site]:
    """Sites whose piece is not seen any more, as far as their rim rests where it should."""
    aside: set[Site] = set()
    for rim, reading, detent in zip(state.board.rims, observed.rims, state.expected.rims, strict=True):
        if reading.detent != detent:
            aside.update(rim.ring)
    pieces = state.manners.game.position(state.game).pieces
    return {
        site for site, stack in pieces.items() if site not in aside and lacks(stack, observed.sites[site])
    }


def settled(state: SessionState, at: Instant) -> Step:
    """Decide what `state.settled` means."""
    observed = state.settled
    if observed is None:
        return Step(state)
    if corrected := angles.located(state, observed):
        return Step(state, corrected)  # the corrected rims come back as a new observation
    match state.phase:
        case Phase.SETUP:
            return set_up(state, observed, at)
        case Phase.PLAY | Phase.CORRECTION:
            return _play(state, observed, at)
        case Phase.FINISHED:
            return next_game(state, at) if cleared(state, observed) else Step(state)
        case _:
            assert_never(state.phase)


def nothing_stands(observed: Observation) -> bool:
    """Whether no piece is seen anywhere. Failed readings are outvoted; a moving rim hides its pieces."""
    kinds = Counter(reading.kind for levels in observed.sites.values() for reading in levels)
    return (
        not any(kinds[kind] for kind in (ReadingKind.PIECE, ReadingKind.SOMETHING, ReadingKind.SET))
        and kinds[ReadingKind.EMPTY] > kinds[ReadingKind.UNKNOWN]
        and all(rim.state is not RimState.BETWEEN for rim in observed.rims)
    )


def cleared(state: SessionState, observed: Observation) -> bool:
    """Whether the board is bare, or only the pieces are left that stand there before the first move."""
    first = state.standing_of(state.first).slots
    if not first or state.board.rims:
        return nothing_stands(observed)
    others = {site: levels for site, levels in observed.sites.items() if site not in first}
    return nothing_stands(replace(observed, sites=others)) and (
        nothing_stands(observed) or all(fits(stack, observed.sites[site]) for site, stack in first.items())
    )


def ticked(state: SessionState, at: Instant) -> Step:
    """Play a move that has waited long enough; put a lasting contradiction into words."""
    if state.pending is not None and at >= state.pending.due:
        return confirm(state, at)
    correction = state.correction
    if correction is not None and not correction.spoken and at >= after(correction.since, GRACE):
        phase = Phase.CORRECTION if state.phase is Phase.PLAY else state.phase
        return Step(replace(state, phase=phase, correction=replace(correction, spoken=True)))
    trouble = state.astray
    if trouble is not None and not trouble.spoken and at >= after(trouble.since, GRACE):
        return Step(replace(state, astray=replace(trouble, spoken=True)))
    return Step(state)


# Set-up


def set_up(state: SessionState, observed: Observation, at: Instant) -> Step:
    state = replace(angles.rebased(state, observed), between=False)
    verdict = bare_verdict(state, observed)
    match verdict:
        case Agrees(unverified):
            if (rim := angles.lost(state, observed)) is not None:
                return Step(_turn_round(state, rim))
            begun = dealt(state, observed)
            if isinstance(begun, Notice):
                return Step(replace(state, correction=None, notice=begun))
            state, notice = begun, _unseen(unverified) or _ready(begun)
            state = replace(state, phase=Phase.PLAY, correction=None, notice=notice, changed=at)
            return _opened(state)
        case Contradicts():
            bare = not state.expected.slots
            reason = info(own("clear-board", state.manners.kind) if bare else "set-up-board")
            correction = Correction(verdict, at, spoken=True, reason=reason)
            return Step(replace(state, correction=correction, notice=reason))
        case _:
            return Step(_between(replace(state, correction=None)))


def _opened(state: SessionState) -> Step:
    """The start of a game, and of a task the plies that lead to it, handed to the journal."""
    step = record(state, start_entry(state))
    for ply, move in enumerate(state.moves):
        step = step.then(record(step.state, move_entry(ply, state.manners.game.format_move(move))))
    return step


def bare_verdict(state: SessionState, observed: Observation) -> Verdict:
    """What is wrong, whatever move or takeback it may lead to."""
    return reconcile(state.expected, observed, [], rims=state.board.rims, base=state.base)


def _ready(state: SessionState) -> Notice:
    """Who begins; where that is not settled yet, or pieces stand there already, what to do."""
    side = state.side
    if side is None or state.expected.slots or state.manners.alternatives(state.game):
        return info("ready-for", prompt=state.manners.prompt(state.game).words)
    return info("ready", due=state.manners.name(state.game, state.manners.game.seat_of(state.game, side)))


def _unseen(unverified: tuple[Site, ...]) -> Notice | None:
    """Name the first site that cannot be read; the game goes on without it."""
    return info("unknown-reading", unverified[0], site=unverified[0]) if unverified else None


# Play


def _play(state: SessionState, observed: Observation, at: Instant) -> Step:
    if moves := racks.drawn(state, observed):
        step = follow_path(state, Moves(moves), at)
        return step.then(settled(step.state, at))
    if (rim := angles.lost(state, observed)) is not None:
        return Step(replace(_turn_round(state, rim), phase=Phase.PLAY))
    rebased = angles.rebased(state, observed)
    step = record(rebased, base_entry(rebased.base)) if rebased.base != state.base else Step(state)
    return step.then(_judged(step.state, observed, at))


def _turn_round(state: SessionState, rim: str) -> SessionState:
    """Nothing can be said before the angle of this rim is known."""
    return replace(state, between=True, choices=(), correction=None, notice=wrong("rim-lost", rim=rim))


def _judged(state: SessionState, observed: Observation, at: Instant) -> Step:
    calm = angles.unsaid(replace(state, between=False, choices=(), pending=None))
    if state.question is Question.CLEARED and not cleared(state, observed):
        calm = replace(calm, question=None, notice=info("kept-on"))  # a ball put back is an answer
    verdict = judge.judge(calm, observed)
    match verdict:
        case Agrees(unverified):
            return Step(_agreed(calm, unverified))
        case Suggests(candidate):
            if judge.may_go_on(calm, candidate):
                return Step(replace(calm, pending=Pending(candidate, slide_end(state, at))))
            return _commit(calm, candidate, at)
        case Ambiguous(candidates):
            choices = tuple(sorted({site for one in candidates for site in _new_sites(calm, one)}))
            calm = replace(calm, phase=Phase.PLAY, correction=None, between=True, choices=choices)
            return Step(replace(calm, notice=wrong("several-moves", *choices)))
        case OnTheWay(candidates):
            if angles.moving(calm) is None and any(isinstance(one.path, Moves) for one in candidates):
                return _half_made(calm, observed, at)
            return Step(_on_the_way(calm, observed, at))
        case Contradicts():
            return _contradicted(calm, observed, verdict, at)
        case _:
            assert_never(verdict)


def _half_made(state: SessionState, observed: Observation, at: Instant) -> Step:
    """A move of several parts (the pawn and its checker): hands may take their time (physical-play 5)."""
    verdict = bare_verdict(state, observed)
    if isinstance(verdict, Contradicts) and seen_twice(state, verdict) is not None:
        return _contradicted(state, observed, verdict, at)
    prompt = state.manners.prompt(state.game)
    return Step(replace(state, phase=Phase.PLAY, between=True, correction=None, notice=prompt))


def _on_the_way(state: SessionState, observed: Observation, at: Instant) -> SessionState:
    """Hands are not done. What is left half done is asked for once the time of grace is over.

    A correction that is under way goes on. A rim between detents is named at once, unless the correction
    has just asked to turn it.
    """
    before = state.correction if state.phase is Phase.CORRECTION else None
    if angles.moving(state) is not None:
        asked = before is not None and bool(before.contradiction.rims)
        return _between(state if asked else replace(state, phase=Phase.PLAY, correction=None))
    verdict = bare_verdict(state, observed)
    assert isinstance(verdict, Contradicts)  # without a moving rim a board that does not agree contradicts
    if before is not None:
        correction = Correction(verdict, before.since, before.spoken)
        return replace(state, between=True, correction=correction)
    return replace(state, phase=Phase.PLAY, between=True, correction=Correction(verdict, at))


def _between(state: SessionState) -> SessionState:
    """A rim stands between detents."""
    rim = angles.moving(state)
    notice = state.notice if rim is None else wrong("rim-between", rim=rim)
    return replace(state, between=True, notice=notice)


def _new_sites(state: SessionState, candidate: Candidate) -> set[Site]:
    """Holes in which something else would stand."""
    here = state.manners.game.position(state.game).pieces
    there = in_room(candidate.standing, state.board.rims, state.base)
    return {hole for hole, stack in there.items() if here.get(hole, ())[: len(stack)] != stack}


def _agreed(state: SessionState, unverified: tuple[Site, ...]) -> SessionState:
    """The board is as the game says; something that was lifted or wrong has been put right."""
    notice = question(state.question)
    if notice is None and state.notice is not None and state.notice.code == "resumed":
        notice = state.notice  # said till the next move
    return replace(
        state,
        phase=Phase.PLAY,
        correction=None,
        barred=(),
        unplayed=False,
        notice=notice or _unseen(unverified) or state.manners.prompt(state.game),
        lifted=frozenset(),
        put_backs=_counted(state.put_backs, state.lifted),
    )


def _counted(counts: Mapping[Site, int], lifted: Set[Site]) -> Mapping[Site, int]:
    """A piece that left its site and came back with no other change says something about the sensor."""
    return {**counts, **{site: counts.get(site, 0) + 1 for site in lifted}}


def _contradicted(state: SessionState, observed: Observation, verdict: Contradicts, at: Instant) -> Step:
    bare = cleared(state, observed) and state.expected != state.standing_of(state.first)
    if bare and (closed := _closed(state, at)) is not None:
        return closed
    since, spoken, reason = at, False, reason_of(state, verdict)
    if state.correction is not None:
        since, spoken = state.correction.since, state.correction.spoken
        before = state.correction.reason
        wrong_sites = {misfit.site for misfit in verdict.misfits}
        if reason is None and before is not None and wrong_sites.issuperset(before.sites):
            reason = before
    correction = Correction(verdict, since, spoken, reason)
    state = replace(state, phase=Phase.CORRECTION, correction=correction)
    if bare:
        asked = question(Question.CLEARED)
        return Step(replace(_guarded(state), question=Question.CLEARED, notice=asked))
    return Step(replace(state, notice=reason if reason is not None else state.notice))


def _guarded(state: SessionState) -> SessionState:
    """From a cleared board the pieces can come back in any order; none of the positions on the way is a
    takeback, or the board's own guidance would wipe the game (physical-play 20)."""
    earlier = [one.standing for one in judge.earlier(state) if one.standing not in state.barred]
    return replace(state, barred=(*state.barred, *earlier))


def _closed(state: SessionState, at: Instant) -> Step | None:
    """Clearing a full board closes a last call that is still open, and the game with it."""
    move = state.manners.confirmed(state.game, state.tally)
    if move is None or state.manners.game.outcome(state.manners.game.play(state.game, move)) is None:
        return None
    step = play_move(replace(state, question=None), move, at)
    if state.lesson is not None:
        return step  # it counts how the game ended, and goes on by itself
    return step.then(next_game(step.state, at))


# Committing


def confirm(state: SessionState, at: Instant) -> Step:
    """Play the move that waits, if one does."""
    if state.pending is None:
        return Step(state)
    return _commit(state, state.pending.candidate, at)


def _commit(state: SessionState, candidate: Candidate, at: Instant) -> Step:
    path = candidate.path
    assert isinstance(path, Moves | TakeBack | PutBack)
    calm = replace(unasked(state), phase=Phase.PLAY, correction=None, pending=None)
    calm = replace(calm, barred=(), unplayed=False)
    if isinstance(path, PutBack) and candidate.standing.rims == state.expected.rims:
        calm = replace(calm, put_backs=_counted(state.put_backs, _new_sites(state, candidate)))
    return follow_path(replace(calm, lifted=frozenset()), path, at)


def follow_path(state: SessionState, path: Path, at: Instant) -> Step:
    """Go back or forth again if the path says so, then play its moves, each with its journal entry."""
    if isinstance(path, PutBack):
        return taking_back.put_back(state, path.ply, at)
    step = Step(state)
    if isinstance(path, TakeBack):
        step = taking_back.take_back(state, path.ply, at, taking_back.left_by_hands(state, at))
    for move in path.moves:
        step = step.then(play_move(step.state, move, at))
    return step


def play_move(state: SessionState, move: Any, at: Instant) -> Step:
    """Play one move that the rules accept and hand it to the journal."""
    game = state.manners.game
    played = replace(
        state,
        states=(*state.states, game.play(state.game, move)),
        moves=(*state.moves, move),
        tally=state.manners.carry(state.game, state.tally),
        undone=None if state.undone is None else state.undone.after(state.ply, move),
        changed=at,
    )
    over = game.outcome(played.game) is not None
    notice = info("finished") if over else state.manners.prompt(played.game)
    phase = Phase.FINISHED if over else Phase.PLAY
    played = timing.moved(state, replace(played, phase=phase, notice=notice), at)
    return record(played, move_entry(state.ply, game.format_move(move), played.clock))


# The end


def next_game(state: SessionState, at: Instant) -> Step:
    """Close this game and set up the next one of the match, with the change of turn (ttt3d §5)."""
    return new_game(state, dict(state.manners.next_options(state.options)), match_so_far(state), at)


def match_so_far(state: SessionState) -> Match:
    """The match with this game's points, once it is over."""
    if state.manners.game.outcome(state.game) is None:
        return state.match
    scores = state.manners.match_points(state.game)
    totals = state.match.totals or (0,) * len(scores)
    return Match(
        state.match.games + 1, tuple(total + score for total, score in zip(totals, scores, strict=True))
    )


def new_game(state: SessionState, options: dict[str, Any], match: Match | None, at: Instant) -> Step:
    """Set up a game with these options; the old journal goes to the archive."""
    seats = list(state.manners.seats(state.manners.game.start(options)))
    terms = fitted(state.terms if state.wanted_terms is None else state.wanted_terms, seats)
    begun = fresh(state.board, state.manners, options, match, terms)
    begun = carried_over(state, begun, at)
    step = Step(begun, (Archive(),))
    return step if begun.settled is None else step.then(set_up(begun, begun.settled, at))
