"""`scene_of(state)`: the light that a session shows, as roles. Colours and rhythms come later."""

from collections.abc import Mapping

from triboard.board.aside import tray_places
from triboard.board.guidance import MovePiece, Put, Remove, TurnRim, excess, lack, next_step, shapes
from triboard.board.racks import LookAt, OutOfRack, ToRack
from triboard.board.readings import Observation, RimState, fits, top
from triboard.board.reconcile import Contradicts, in_room
from triboard.lessons.task import Rung
from triboard.light.compose_exhibit import led, seats_that_invite, show_scene, undisturbed
from triboard.light.compose_lesson import raised, seat_of_task, to_lift, verdict_of
from triboard.light.scene import Glow, Role, Run, Scene, Target
from triboard.session import counting, gate, hints, racks
from triboard.session.angles import moving
from triboard.session.leaving import held_by_visitors
from triboard.session.lesson import Lesson
from triboard.session.manners import Mapped, Measured
from triboard.session.pressing import invited
from triboard.session.showing import left_to_do
from triboard.session.state import Correction, LinkState, Phase, Question, SessionState
from triboard.session.teaching import changed_sites
from triboard.session.tutor import brings
from triboard.units import Piece, Seat, Site

Stacks = Mapping[Site, tuple[Piece, ...]]


def scene_of(state: SessionState) -> Scene:
    """The scene of a session. It shows what is known and never decides anything."""
    if state.link is not LinkState.UP:
        return Scene({_seat(seat): Glow(Role.WAITING) for seat in state.manners.seats(state.game)})
    if (show := show_scene(state)) is not None:
        return show
    glows: dict[Target, Glow] = {}
    runs: tuple[Run, ...] = ()
    if state.correction is not None and state.phase is not Phase.PLAY:  # in play hands may still be busy
        glows |= _corrections(state, state.correction)
    elif (lesson := _judging(state)) is not None:
        told = lesson.told
        glows, runs = (to_lift(state), ()) if told is None else verdict_of(state, lesson, told)
        glows |= _hint(state)
    elif state.phase in (Phase.PLAY, Phase.FINISHED):
        held: dict[Target, Glow] | None = None
        hinted: dict[Target, Glow] = {}
        if state.phase is Phase.PLAY and gate.closed(state, state.game):
            pass  # nobody may put a piece anywhere but where the opponent wants it
        elif state.phase is Phase.PLAY and (not state.between or _half_made(state)):
            held = _for_held(state)
            glows |= undisturbed(state, _targets(state) if held is None else held)
            glows |= led(state, glows)
            hinted = _hint(state)
        last = _last_move(state)
        glows |= {at: glow for at, glow in last.items() if glow.role is Role.SEEN or at not in (held or {})}
        glows |= hinted  # also where the last piece was laid: it may be the one to take out
        runs = _runs(state)
        glows |= _missed(state)
        if state.choices:
            glows |= {Target(site): Glow(Role.CHOICE) for site in state.choices}
        glows |= _touched(state) | _astray(state)
        glows |= _opponents_move(state) | _blunder(state)
    glows |= raised(state) | _waiting_rims(state)
    glows |= _seats(state) | seats_that_invite(state)
    glows |= {Target(f"button:{button}"): Glow(Role.TURN) for button in invited(state)}
    return Scene(glows, runs, state.changed)


def _judging(state: SessionState) -> Lesson | None:
    """The lesson, while a verdict is shown or something is to be pointed at: then nothing is to be put."""
    lesson = state.lesson
    if lesson is None or state.phase is Phase.SETUP:
        return None
    return lesson if lesson.told is not None or lesson.rung is Rung.SEE else None


def _seat(seat: Seat) -> Target:
    return Target(f"seat:{seat}")


def _half_made(state: SessionState) -> bool:
    """Whether hands are in the middle of a move of several parts, so that targets go on showing."""
    return not state.choices and state.correction is None and moving(state) is None


def _targets(state: SessionState) -> dict[Target, Glow]:
    """Where a piece may be put, in its colour (boards without trays that read show this all the time)."""
    if state.question is Question.CLEARED:
        return {}
    targets = state.manners.targets(racks.public_game(state))
    if counting.hopeless(state):
        return {Target(site): Glow(Role.MISSED) for site in free_sites(state)}
    manners: object = state.manners
    beats = manners.beats(state.game) if isinstance(manners, Measured) else {}
    return {
        Target(site): Glow(Role.TARGET, piece, () if piece is not None else beats.get(site, ()))
        for site, piece in targets.items()
    }


def free_sites(state: SessionState) -> tuple[Site, ...]:
    """Empty sites of the part of the board that is played on."""
    manners: object = state.manners
    standing = state.manners.game.position(state.game).pieces
    field = manners.field(state.game) if isinstance(manners, Mapped) else ()
    return tuple(site for site in field if site not in standing)


def _opponents_move(state: SessionState) -> dict[Target, Glow]:
    """What hands still have to do for an opponent: where a piece goes, in its colour, and where one leaves or
    a rim turns, in turn with it. A site is dark as soon as it is right."""
    left = left_to_do(state)
    if left is None:
        return {}
    glows = {
        Target(site): Glow(Role.OPPONENT) for number, _ in left.rims for site in state.board.rims[number].ring
    }
    for misfit in left.misfits:
        glows[Target(misfit.site)] = Glow(Role.OPPONENT, lack(misfit))
    return glows


def _blunder(state: SessionState) -> dict[Target, Glow]:
    """A losing move pulses until it is lifted back or played on; the reply for whoever asks why."""
    blunder = state.blunder
    if blunder is None or state.before is None:
        return {}
    sites = changed_sites(state, state.before, state.moves[-1])
    glows = {Target(site): Glow(Role.CHOICE) for site in sites}
    if blunder.shown:
        site, piece = brings(state, state.game, blunder.reply)
        glows[Target(site)] = Glow(Role.OPPONENT, piece)
    return glows


def _hint(state: SessionState) -> dict[Target, Glow]:
    """Sites of a hint, which move while the other targets are steady."""
    lit = hints.sites(state)
    if not lit:
        return {}
    kinds = state.manners.targets(state.game)
    return {Target(site): Glow(Role.CHOICE, kinds.get(site)) for site in lit}


def _for_held(state: SessionState) -> dict[Target, Glow] | None:
    """Where trays are read, where the pieces in hands may be put; where several may, in no piece's colour.
    With nothing in a hand, what may be taken. `None` where the trays do not tell."""
    if state.touched is None or state.question is Question.CLEARED:
        return None
    held = racks.in_hand(state) or held_by_visitors(state)
    if held is None:
        return None
    if not held:
        return _in_trays(state, state.touched)
    glows: dict[Target, Glow] = {}
    for piece in held:
        for site in state.manners.targets_for(state.game, piece):
            target = Target(site)
            glows[target] = Glow(Role.TARGET, None if target in glows else piece)
    return glows


def _in_trays(state: SessionState, observed: Observation) -> dict[Target, Glow]:
    """Pieces that may be taken out of their trays now: those that may be laid somewhere."""
    return {
        Target(site): Glow(Role.SOURCE, piece)
        for site, piece in tray_places(state.board.aside).items()
        if any(reading.piece == piece for reading in observed.aside[site])
        and any(True for _ in state.manners.targets_for(state.game, piece))
    }


def _last_move(state: SessionState) -> dict[Target, Glow]:
    """The sites that the last ply changed: *seen* till the journal has it, then *kept* (physical-play 20).

    A move that is understood and still waits (`pending`) is seen as well.
    """
    pending = state.pending
    if pending is not None:
        there = in_room(pending.candidate.standing, state.board.rims, state.base)
        changed = _changed(state.manners.game.position(state.game).pieces, there)
        return {Target(site): Glow(Role.SEEN, piece) for site, piece in changed.items()}
    role = Role.SOURCE if state.saved else Role.SEEN
    for ply in range(len(state.states) - 2, state.floor - 1, -1):
        before = state.manners.game.position(state.states[ply]).pieces
        changed = _changed(before, state.manners.game.position(state.game).pieces)
        if changed:
            return {Target(site): Glow(role, piece) for site, piece in changed.items()}
    return {}


def _changed(before: Stacks, after: Stacks) -> dict[Site, Piece]:
    """Sites on which something is new, with the piece on top; where a piece only left nothing is."""
    return {
        site: stack[-1]
        for site, stack in after.items()
        if stack and before.get(site, ())[: len(stack)] != stack
    }


def _runs(state: SessionState) -> tuple[Run, ...]:
    """Lines of the last turn, one after another; missed ones blink instead and are in no run."""
    return tuple(
        Run(tuple(Target(site) for site in line.sites), line.piece)
        for line in state.manners.lines(state.game, state.before)
        if not line.missed
    )


def _missed(state: SessionState) -> dict[Target, Glow]:
    """Lines whose points nobody called (strict calling, after the window)."""
    lost = [line for line in state.manners.lines(state.game, state.before) if line.missed]
    return {Target(site): Glow(Role.MISSED, line.piece) for line in lost for site in line.sites}


def _corrections(state: SessionState, correction: Correction) -> dict[Target, Glow]:
    """At once every offending site; in words (after the grace time) one step at a time."""
    contradiction = correction.contradiction
    if correction.spoken and state.phase is not Phase.SETUP:
        return _step(state, contradiction)
    glows: dict[Target, Glow] = {}
    for misfit in contradiction.misfits:
        if excess(misfit) is not None:
            glows[Target(misfit.site)] = Glow(Role.WRONG)
        elif (piece := lack(misfit)) is not None:
            glows[Target(misfit.site)] = Glow(Role.WANTED, piece)
    for number, _ in contradiction.rims:
        glows |= {Target(site): Glow(Role.WAITING) for site in state.board.rims[number].ring}
    return glows


def _astray(state: SessionState) -> dict[Target, Glow]:
    """The next step at the racks, on places that have a light."""
    match racks.step_of(state):
        case LookAt(sites):
            return {Target(site): Glow(Role.WRONG) for site in sites}
        case ToRack(site, _) | OutOfRack(site):
            return {Target(site): Glow(Role.WRONG)}
        case _:
            return {}


def _step(state: SessionState, contradiction: Contradicts) -> dict[Target, Glow]:
    match next_step(contradiction, shapes(state.board)):
        case MovePiece(piece, source, target):
            return {Target(source): Glow(Role.WRONG), Target(target): Glow(Role.WANTED, piece)}
        case Remove(site, _):
            return {Target(site): Glow(Role.WRONG)}
        case Put(site, piece):
            return {Target(site): Glow(Role.WANTED, piece)}
        case TurnRim(rim, _):
            return {Target(site): Glow(Role.WAITING) for site in state.board.rims[rim].ring}
        case None:
            return {}


def _touched(state: SessionState) -> dict[Target, Glow]:
    """What hands have just changed is *seen* at once, before it has settled and before it means anything."""
    observed = state.touched
    if observed is None or observed is state.settled:
        return {}
    expected = state.manners.game.position(state.game).pieces
    return {
        Target(site): Glow(Role.SEEN, top(levels).piece)
        for site, levels in observed.sites.items()
        if not fits(expected.get(site, ()), levels)
    }


def _waiting_rims(state: SessionState) -> dict[Target, Glow]:
    """The holes of a rim wait while it stands between detents, or for the full turn that tells its angle."""
    observed = state.touched
    if observed is None:
        return {}
    waits = {RimState.BETWEEN}
    if state.manners.rims_turn(state.game) and state.phase is not Phase.FINISHED:
        waits.add(RimState.UNKNOWN)
    return {
        Target(site): Glow(Role.WAITING)
        for rim, reading in zip(state.board.rims, observed.rims, strict=True)
        if reading.state in waits
        for site in rim.ring
    }


def _seats(state: SessionState) -> dict[Target, Glow]:
    """Whose turn it is, or who has won, in the colour of the seat."""
    if state.lesson is not None and state.lesson.task is not None and state.phase is not Phase.SETUP:
        return seat_of_task(state, state.lesson)
    game = state.manners.game
    outcome = game.outcome(state.game)
    if outcome is not None:
        return {
            _seat(seat): Glow(Role.WINNER, state.manners.seat_pieces(state.game, seat)[0])
            for seat in outcome.seats
        }
    if state.phase is Phase.SETUP:
        return {}
    due = next(iter(state.manners.targets(state.game).values()), None)
    return {
        _seat(seat): Glow(Role.TURN, due or state.manners.seat_pieces(state.game, seat)[0])
        for seat in state.on_turn
    }
