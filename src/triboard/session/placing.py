"""What a settled board means in each phase: set-up, moves, takebacks, correction, clearing."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, assert_never

from triboard.board.guidance import lack
from triboard.board.readings import EMPTY, Observation, ReadingKind, RimState, top
from triboard.board.reconcile import (
    Agrees,
    Ambiguous,
    Candidate,
    Contradicts,
    Misfit,
    OnTheWay,
    Suggests,
    Verdict,
    in_room,
    reconcile,
)
from triboard.errors import IllegalMoveError
from triboard.session import angles, judge
from triboard.session.advice import question
from triboard.session.effects import Archive
from triboard.session.entries import base_entry, fresh, move_entry, start_entry, takeback_entry
from triboard.session.notices import Notice, info, named, wrong
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
from triboard.units import Instant, Piece, Ply, Site, after
from triboard.words import say


def touched(state: SessionState, observed: Observation) -> Step:
    """Unsettled: lights may follow the hand; a move that waited is not sure any more."""
    lifted = state.lifted
    if state.phase in (Phase.PLAY, Phase.CORRECTION):
        lifted |= _lifted(state, observed)
    return Step(replace(state, touched=observed, pending=None, lifted=lifted))


def _lifted(state: SessionState, observed: Observation) -> set[Site]:
    """Sites whose piece is not seen any more, as far as their rim rests where it should."""
    aside: set[Site] = set()
    for rim, reading, detent in zip(state.board.rims, observed.rims, state.expected.rims, strict=True):
        if reading.detent != detent:
            aside.update(rim.ring)
    pieces = state.manners.game.position(state.game).pieces
    return {site for site in pieces if site not in aside and EMPTY in observed.sites[site]}


def settled(state: SessionState, at: Instant) -> Step:
    """Decide what `state.settled` means."""
    observed = state.settled
    if observed is None:
        return Step(state)
    if corrected := angles.located(state, observed):
        return Step(state, corrected)  # the corrected rims come back as a new observation
    match state.phase:
        case Phase.SETUP:
            return _set_up(state, observed, at)
        case Phase.PLAY | Phase.CORRECTION:
            return _play(state, observed, at)
        case Phase.FINISHED:
            return next_game(state, at) if _bare(observed) else Step(state)
        case _:
            assert_never(state.phase)


def _bare(observed: Observation) -> bool:
    """Whether no piece is seen anywhere. Failed readings are outvoted; a moving rim hides its pieces."""
    kinds = Counter(reading.kind for levels in observed.sites.values() for reading in levels)
    return (
        not kinds[ReadingKind.PIECE]
        and not kinds[ReadingKind.SOMETHING]
        and kinds[ReadingKind.EMPTY] > kinds[ReadingKind.UNKNOWN]
        and all(rim.state is not RimState.BETWEEN for rim in observed.rims)
    )


def ticked(state: SessionState, at: Instant) -> Step:
    """Play a move that has waited long enough; put a lasting contradiction into words."""
    if state.pending is not None and at >= state.pending.due:
        return confirm(state, at)
    correction = state.correction
    if correction is not None and not correction.spoken and at >= after(correction.since, GRACE):
        phase = Phase.CORRECTION if state.phase is Phase.PLAY else state.phase
        return Step(replace(state, phase=phase, correction=replace(correction, spoken=True)))
    return Step(state)


# Set-up


def _set_up(state: SessionState, observed: Observation, at: Instant) -> Step:
    state = replace(angles.rebased(state, observed), between=False)
    verdict = _bare_verdict(state, observed)
    match verdict:
        case Agrees(unverified):
            if (rim := angles.lost(state, observed)) is not None:
                return Step(_turn_round(state, rim))
            notice = _unseen(unverified) or info("ready", due=_due(state))
            state = replace(state, phase=Phase.PLAY, correction=None, notice=notice, changed=at)
            return record(state, start_entry(state))
        case Contradicts():
            reason = info("clear-board", kind=say(state.manners.kind, {}))
            correction = Correction(verdict, at, spoken=True, reason=reason)
            return Step(replace(state, correction=correction, notice=reason))
        case _:
            return Step(_between(replace(state, correction=None)))


def _bare_verdict(state: SessionState, observed: Observation) -> Verdict:
    """What is wrong, whatever move or takeback it may lead to."""
    return reconcile(state.expected, observed, [], rims=state.board.rims, base=state.base)


def _due(state: SessionState) -> str:
    side = state.side
    if side is None:
        return ""
    return state.manners.name(state.game, state.manners.game.seat_of(state.game, side))


def _unseen(unverified: tuple[Site, ...]) -> Notice | None:
    """Name the first site that cannot be read; the game goes on without it."""
    return wrong("unknown-reading", unverified[0], site=unverified[0]) if unverified else None


# Play


def _play(state: SessionState, observed: Observation, at: Instant) -> Step:
    if (rim := angles.lost(state, observed)) is not None:
        return Step(replace(_turn_round(state, rim), phase=Phase.PLAY))
    rebased = angles.rebased(state, observed)
    step = record(rebased, base_entry(rebased.base)) if rebased.base != state.base else Step(state)
    return step.then(_judged(step.state, observed, at))


def _turn_round(state: SessionState, rim: str) -> SessionState:
    """Nothing can be said before the angle of this rim is known."""
    return replace(state, between=True, choices=(), correction=None, notice=wrong("rim-lost", rim=rim))


def _judged(state: SessionState, observed: Observation, at: Instant) -> Step:
    calm = replace(state, between=False, choices=(), pending=None)
    if state.question is Question.CLEARED and not _bare(observed):
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
        case OnTheWay():
            return Step(_on_the_way(calm, observed, at))
        case Contradicts():
            return _contradicted(calm, observed, verdict, at)
        case _:
            assert_never(verdict)


def _on_the_way(state: SessionState, observed: Observation, at: Instant) -> SessionState:
    """Hands are not done. What is left half done is asked for once the time of grace is over.

    A correction that is under way goes on. A rim between detents is named at once, unless the correction
    has just asked to turn it.
    """
    before = state.correction if state.phase is Phase.CORRECTION else None
    if angles.moving(state) is not None:
        asked = before is not None and bool(before.contradiction.rims)
        return _between(state if asked else replace(state, phase=Phase.PLAY, correction=None))
    verdict = _bare_verdict(state, observed)
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
    return {hole for hole, stack in there.items() if here.get(hole) != stack}


def _agreed(state: SessionState, unverified: tuple[Site, ...]) -> SessionState:
    """The board is as the game says; something that was lifted or wrong has been put right."""
    notice = question(state.question, state.manners)
    if notice is None and state.notice is not None and state.notice.code == "resumed":
        notice = state.notice  # said till the next move
    return replace(
        state,
        phase=Phase.PLAY,
        correction=None,
        barred=(),
        notice=notice or _unseen(unverified) or state.manners.prompt(state.game),
        lifted=frozenset(),
        put_backs=_counted(state.put_backs, state.lifted),
    )


def _counted(counts: Mapping[Site, int], lifted: frozenset[Site]) -> Mapping[Site, int]:
    """A piece that left its site and came back with no other change says something about the sensor."""
    return {**counts, **{site: counts.get(site, 0) + 1 for site in lifted}}


def _contradicted(state: SessionState, observed: Observation, verdict: Contradicts, at: Instant) -> Step:
    bare = _bare(observed)
    if bare and (closed := _closed(state, at)) is not None:
        return closed
    since, spoken, reason = at, False, _reason(state, verdict)
    if state.correction is not None:
        since, spoken = state.correction.since, state.correction.spoken
        before = state.correction.reason
        wrong_sites = {misfit.site for misfit in verdict.misfits}
        if reason is None and before is not None and wrong_sites.issuperset(before.sites):
            reason = before
    correction = Correction(verdict, since, spoken, reason)
    state = replace(state, phase=Phase.CORRECTION, correction=correction)
    if bare:
        cleared = question(Question.CLEARED, state.manners)
        return Step(replace(_guarded(state), question=Question.CLEARED, notice=cleared))
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
    return step.then(next_game(step.state, at))


def _reason(state: SessionState, verdict: Contradicts) -> Notice | None:
    """Why the board is wrong, where a rule says it: a piece more that is not due."""
    game = judge.onward(state.manners, state.game, state.tally).game
    targets = state.manners.targets(game)
    gone = {lack(misfit) for misfit in verdict.misfits}
    for misfit in verdict.misfits:
        piece, due = top(misfit.observed).piece, targets.get(misfit.site)
        more = len(misfit.observed) if piece is None else _height(misfit) - len(misfit.expected)
        if piece is None or piece in gone or more != 1:
            continue
        if due is not None and piece != due and not misfit.expected:
            kind = say(state.manners.kind, {})
            return wrong("not-yours", misfit.site, due=named(due), piece=named(piece), kind=kind)
        if (text := _refusal(state, game, misfit.site, piece)) is not None:
            return wrong("rule", misfit.site, text=text)
    return None


def _height(misfit: Misfit) -> int:
    """How many levels of a site are not empty."""
    return sum(reading.kind is not ReadingKind.EMPTY for reading in misfit.observed)


def _refusal(state: SessionState, game: Any, site: Site, piece: Piece) -> str | None:
    """What the rules say to putting this piece here."""
    move = state.manners.placing(game, site, piece)
    if move is None:
        return None
    try:
        state.manners.game.play(game, move)
    except IllegalMoveError as error:
        return error.args[0] if error.args else str(error)
    return None


# Committing


def confirm(state: SessionState, at: Instant) -> Step:
    """Play the move that waits, if one does."""
    if state.pending is None:
        return Step(state)
    return _commit(state, state.pending.candidate, at)


def _commit(state: SessionState, candidate: Candidate, at: Instant) -> Step:
    path = candidate.path
    assert isinstance(path, Moves | TakeBack)
    calm = replace(state, phase=Phase.PLAY, correction=None, barred=(), question=None, pending=None)
    return follow_path(replace(calm, lifted=frozenset()), path, at)


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
        tally=state.manners.carry(state.game, state.tally),
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
    begun = fresh(state.board, state.manners, options, match)
    begun = replace(
        begun,
        serial=state.serial + 1,
        base=state.base,
        settled=state.settled,
        touched=state.touched,
        link=state.link,
        link_reason=state.link_reason,
        saving=state.saving,
        saving_reason=state.saving_reason,
        put_backs=state.put_backs,
        changed=at,
    )
    step = Step(begun, (Archive(),))
    return step if begun.settled is None else step.then(_set_up(begun, begun.settled, at))
