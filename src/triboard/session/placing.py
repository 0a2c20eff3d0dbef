"""What a settled board means in each phase: set-up, moves, takebacks, correction, clearing."""

from dataclasses import replace
from typing import Any, assert_never

from triboard.board.readings import ReadingKind, RimState
from triboard.board.reconcile import (
    Agrees,
    Ambiguous,
    Candidate,
    Contradicts,
    OnTheWay,
    Suggests,
    possible_detents,
    reconcile,
)
from triboard.session import judge
from triboard.session.effects import Archive, LocateRim
from triboard.session.entries import base_entry, fresh, move_entry, start_entry, takeback_entry
from triboard.session.notices import Notice, ask, info, wrong
from triboard.session.state import (
    GRACE,
    Correction,
    Match,
    Moves,
    Path,
    Pending,
    Phase,
    Question,
    SessionState,
    TakeBack,
    slide_end,
)
from triboard.session.step import Step, record
from triboard.units import Detent, Instant, Ply, after
from triboard.words import say


def settled(state: SessionState, at: Instant) -> Step:
    """Decide what `state.settled` means."""
    located = _locate_rims(state)
    if located.effects:
        return located  # the corrected rims come back as a new observation
    state = located.state
    match state.phase:
        case Phase.SETUP:
            return _set_up(state, at)
        case Phase.PLAY | Phase.CORRECTION:
            return _play(state, at)
        case Phase.FINISHED:
            return _finished(state, at)
        case _:
            assert_never(state.phase)


def ticked(state: SessionState, at: Instant) -> Step:
    """Play a move that has waited long enough; put a lasting contradiction into words."""
    if state.pending is not None and at >= state.pending.due:
        return _commit(replace(state, pending=None), state.pending.candidate, at)
    correction = state.correction
    if correction is not None and not correction.spoken and at >= after(correction.since, GRACE):
        return Step(replace(state, correction=replace(correction, spoken=True)))
    return Step(state)


# Rims whose angle is lost, or contradicts the pieces on them


def _locate_rims(state: SessionState) -> Step:
    """Find lost angles from the pieces; pieces win over a count that is off by whole detents (§16, §17)."""
    observed = state.settled
    if observed is None or any(rim.state is RimState.BETWEEN for rim in observed.rims):
        return Step(state)
    expected = state.expected
    effects = []
    for number, (rim, reading) in enumerate(zip(state.board.rims, observed.rims, strict=True)):
        bare = not any(slot in expected.slots for slot in rim.ring)
        if bare:
            continue
        possible = possible_detents(expected, observed, number, rims=state.board.rims, base=state.base)
        lost = reading.state is RimState.UNKNOWN
        if len(possible) == 1 and (lost or (reading.detent not in possible and _off_by_count(state, number))):
            effects.append(LocateRim(number, possible[0]))
    return Step(state, tuple(effects))


def _off_by_count(state: SessionState, number: int) -> bool:
    """Whether the pieces of a rim all stand as expected although the encoder says it was turned.

    A hand that turned the rim would have carried them along, so the encoder is wrong.
    """
    observed = state.settled
    assert observed is not None
    standing_still = state.expected.rims[number]
    return standing_still in possible_detents(
        state.expected, observed, number, rims=state.board.rims, base=state.base
    )


def _lost_rim(state: SessionState) -> str | None:
    """A rim that is part of the game and whose angle is not known."""
    observed = state.settled
    if observed is None or not state.manners.rims_turn(state.game):
        return None
    for rim, reading in zip(state.board.rims, observed.rims, strict=True):
        if reading.state is RimState.UNKNOWN:
            return rim.rim
    return None


def _rebased(state: SessionState) -> SessionState:
    """Bare rims that nobody may turn now take their resting place as the new start."""
    observed = state.settled
    assert observed is not None
    base = list(state.base)
    expected = state.expected
    in_play = judge.rims_in_play(state)
    for number, (rim, reading) in enumerate(zip(state.board.rims, observed.rims, strict=True)):
        bare = not any(slot in expected.slots for slot in rim.ring)
        if bare and number not in in_play and reading.detent is not None:
            turned = reading.detent - expected.rims[number]
            base[number] = Detent((base[number] + turned) % 4)
    return replace(state, base=tuple(base))


# Set-up


def _set_up(state: SessionState, at: Instant) -> Step:
    observed = state.settled
    assert observed is not None
    state = _rebased(state)
    verdict = reconcile(state.expected, observed, [], rims=state.board.rims, base=state.base)
    match verdict:
        case Agrees():
            if (rim := _lost_rim(state)) is not None:
                return Step(replace(state, correction=None, notice=wrong("rim-lost", rim=rim)))
            ready = info("ready", due=_due(state))
            state = replace(state, phase=Phase.PLAY, correction=None, notice=ready, changed=at)
            return record(state, start_entry(state))
        case Contradicts():
            reason = info("clear-board", kind=say(state.manners.kind, {}))
            correction = Correction(verdict, at, spoken=True, reason=reason)
            return Step(replace(state, correction=correction, notice=reason))
        case _:
            return Step(_between(state))


def _due(state: SessionState) -> str:
    side = state.side
    if side is None:
        return ""
    return state.manners.name(state.game, state.manners.game.seat_of(state.game, side))


# Play


def _play(state: SessionState, at: Instant) -> Step:
    assert state.settled is not None
    if (rim := _lost_rim(state)) is not None:
        return Step(replace(state, notice=wrong("rim-lost", rim=rim)))
    rebased = _rebased(state)
    step = record(rebased, base_entry(rebased.base)) if rebased.base != state.base else Step(state)
    return step.then(_judged(step.state, at))


def _judged(state: SessionState, at: Instant) -> Step:
    assert state.settled is not None
    calm = replace(state, between=False, choices=(), pending=None)
    verdict = judge.judge(calm, state.settled)
    match verdict:
        case Agrees():
            return Step(_agreed(calm))
        case Suggests(candidate):
            if judge.may_go_on(calm, candidate):
                return Step(replace(calm, pending=Pending(candidate, slide_end(state, at))))
            return _commit(calm, candidate, at)
        case Ambiguous(candidates):
            choices = tuple(sorted({site for one in candidates for site in _new_sites(calm, one)}))
            return Step(replace(calm, choices=choices, notice=wrong("several-moves", *choices)))
        case OnTheWay():
            return Step(_between(calm))
        case Contradicts():
            return _contradicted(calm, verdict, at)
        case _:
            assert_never(verdict)


def _between(state: SessionState) -> SessionState:
    """Hands are not done: a rim between detents, a compound move half made."""
    assert state.settled is not None
    for rim, reading in zip(state.board.rims, state.settled.rims, strict=True):
        if reading.state is RimState.BETWEEN:
            return replace(state, between=True, notice=wrong("rim-between", rim=rim.rim))
    return replace(state, between=True)


def _new_sites(state: SessionState, candidate: Candidate) -> set[Any]:
    here = state.expected.slots
    return {slot for slot, stack in candidate.standing.slots.items() if here.get(slot) != stack}


def _agreed(state: SessionState) -> SessionState:
    """The board is as the game says; something that was lifted or wrong has been put right."""
    put_back = state.phase is Phase.CORRECTION
    question = None if state.question is Question.CLEARED else state.question
    notice = state.manners.prompt(state.game) if question is None else state.notice
    return replace(
        state,
        phase=Phase.PLAY,
        correction=None,
        barred=(),
        question=question,
        notice=notice,
        put_backs=state.put_backs + put_back,
    )


def _contradicted(state: SessionState, verdict: Contradicts, at: Instant) -> Step:
    assert state.settled is not None
    bare = all(
        reading.kind is ReadingKind.EMPTY for levels in state.settled.sites.values() for reading in levels
    )
    since, spoken, reason = at, False, _reason(state, verdict)
    if state.correction is not None:
        since, spoken = state.correction.since, state.correction.spoken
        if reason is None:
            reason = state.correction.reason
    correction = Correction(verdict, since, spoken, reason)
    state = replace(state, phase=Phase.CORRECTION, correction=correction)
    if bare:
        question = ask("ask-cleared", kind=say(state.manners.kind, {}))
        return Step(replace(state, question=Question.CLEARED, notice=question))
    if state.question is Question.CLEARED:
        state = replace(state, question=None)
    return Step(replace(state, notice=reason if reason is not None else state.notice))


def _reason(state: SessionState, verdict: Contradicts) -> Notice | None:
    """Why the board is wrong, where a rule says it: a piece that is not due."""
    targets = state.manners.targets(judge.onward(state, state.game)[1])
    for misfit in verdict.misfits:
        if misfit.expected or not misfit.observed:
            continue
        reading = misfit.observed[0]
        if reading.kind is ReadingKind.UNKNOWN:
            return wrong("unknown-reading", misfit.site, site=misfit.site)
        due = targets.get(misfit.site)
        if reading.piece is not None and due is not None and reading.piece != due:
            piece, kind = say(reading.piece, {}), say(state.manners.kind, {})
            return wrong("not-yours", misfit.site, due=_due(state), piece=piece, kind=kind)
    return None


# Committing


def _commit(state: SessionState, candidate: Candidate, at: Instant) -> Step:
    path = candidate.path
    assert isinstance(path, Moves | TakeBack)
    step = Step(replace(state, phase=Phase.PLAY, correction=None, barred=(), question=None, pending=None))
    return step.then(follow_path(step.state, path, at))


def follow_path(state: SessionState, path: Path, at: Instant) -> Step:
    """Go back if the path says so, then play its moves, each with its journal entry."""
    step = Step(state)
    if isinstance(path, TakeBack):
        step = take_back(state, path.ply, at)
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
        tally={},
        changed=at,
    )
    over = game.outcome(played.game) is not None
    notice = info("finished") if over else state.manners.prompt(played.game)
    phase = Phase.FINISHED if over else Phase.PLAY
    return record(replace(played, phase=phase, notice=notice), move_entry(state.ply, game.format_move(move)))


def take_back(state: SessionState, ply: Ply, at: Instant) -> Step:
    """Back to the state before a ply."""
    back = replace(
        state,
        states=state.states[: ply + 1],
        moves=state.moves[:ply],
        tally={},
        changed=at,
        phase=Phase.PLAY,
        notice=info("taken-back", ply=ply),
    )
    return record(back, takeback_entry(ply))


# The end


def _finished(state: SessionState, at: Instant) -> Step:
    """A finished game stays as it is while visitors clear the board; bare, the next one begins."""
    assert state.settled is not None
    bare = all(
        reading.kind is ReadingKind.EMPTY for levels in state.settled.sites.values() for reading in levels
    )
    return next_game(state, at) if bare else Step(state)


def next_game(state: SessionState, at: Instant) -> Step:
    """Close this game and set up the next one of the match, with the change of turn (ttt3d §5)."""
    scores = state.manners.game.scores(state.game) or ()
    totals = state.match.totals or (0,) * len(scores)
    match = Match(
        state.match.games + 1, tuple(total + score for total, score in zip(totals, scores, strict=True))
    )
    return new_game(state, dict(state.manners.next_options(state.options)), match, at)


def new_game(state: SessionState, options: dict[str, Any], match: Match | None, at: Instant) -> Step:
    """Set up a game with these options; the old journal goes to the archive."""
    begun = fresh(state.board, state.manners, options, match)
    begun = replace(
        begun,
        serial=state.serial + 1,
        base=state.base,
        settled=state.settled,
        touched=state.touched,
        link=state.link,
        saving=state.saving,
        saving_reason=state.saving_reason,
        put_backs=state.put_backs,
        changed=at,
    )
    step = Step(begun, (Archive(),))
    return step if begun.settled is None else step.then(_set_up(begun, at))
