"""HINT: help for the person on turn in three steps, each on request: region, site, site with the reason.

The engine is asked once; the steps only tell more of its answer. One hint a turn: whoever presses on is told
so, so that nobody plays by the button alone.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from triboard.board.definition import Place
from triboard.board.readings import Observation
from triboard.board.reconcile import Contradicts, reconcile
from triboard.lessons.task import Rung, Task
from triboard.opponents.engine import HELPER
from triboard.opponents.games import deciding
from triboard.session import gate, probing, teaching
from triboard.session.advice import step_words
from triboard.session.because import reason_of
from triboard.session.events import OpponentChose, OpponentFailed
from triboard.session.help_levels import Help
from triboard.session.notices import Notice, answer, info, wrong
from triboard.session.opposing import ask, legal_move
from triboard.session.rivals import PATIENCE, Hint
from triboard.session.state import Phase, SessionState
from triboard.session.step import Step
from triboard.units import Instant, Site, after
from triboard.words import say

STEPS: Final = 3


def possible(state: SessionState) -> bool:
    """Whether a person is on turn who could be helped."""
    if state.lesson is not None and gate.tasked(state):
        return state.phase is Phase.PLAY and state.lesson.told is None
    if state.phase is not Phase.PLAY or gate.closed(state, state.game):
        return False
    return deciding(state.manners.game.name, state.game) is not None and probing.gift(state).steps > 0


def spent(state: SessionState) -> bool:
    """Whether the hint of this turn has told all."""
    hint = state.hint
    return hint is not None and hint.game == state.game and hint.step == STEPS


def _judging(state: SessionState) -> bool:
    return state.lesson is not None and state.lesson.told is not None


def _refused(state: SessionState) -> SessionState:
    """Why there is no hint, unless the board asks hands for something or tells what an answer was worth."""
    if state.phase in (Phase.SETUP, Phase.CORRECTION) or _judging(state):
        return state
    seat = None if state.side is None else state.manners.game.seat_of(state.game, state.side)
    if seat is None or gate.closed(state, state.game) or state.terms.help_of(seat) is not Help.NONE:
        return replace(state, notice=answer(info("no-hint-now")))
    return replace(state, notice=answer(info("no-help", name=state.manners.name(state.game, seat))))


def pressed(state: SessionState, at: Instant) -> Step:
    """The next step of the hint; the first press asks an engine."""
    if not possible(state):
        return Step(_refused(state))
    hint = state.hint
    if hint is None and state.lesson is not None and state.lesson.task is not None:
        return Step(replace(state, hint=_of_task(state, state.lesson.task, at)))
    if hint is None:
        asked, question = ask(state, HELPER)
        hint = Hint(question.request, state.game, after(at, PATIENCE))
        return Step(replace(asked, hint=hint), (question,))
    if hint.move is None:
        return Step(replace(state, hint=replace(hint, step=max(1, hint.step))))
    if spent(state):
        return Step(replace(state, notice=answer(info("one-hint-a-turn"))))
    told = replace(state, hint=replace(hint, step=hint.step + 1))
    return Step(teaching.with_help(told) if hint.step + 1 == STEPS else told)


def live(state: SessionState, at: Instant) -> Step:
    """Ask when the first piece of a turn is lifted, and count those that are: at a seat that is helped much
    the best place of a piece shines while it is held. Who touches everything is answered no more."""
    if not state.terms.help or gate.tasked(state):
        return Step(state)
    most = probing.gift(state).pieces
    if not most or not possible(state) or not (pieces := probing.held(state)):
        return Step(state)
    hint = state.hint
    if hint is None:
        asked, question = ask(state, HELPER)
        waiting = Hint(question.request, state.game, after(at, PATIENCE), step=0, probed=pieces)
        return Step(replace(asked, hint=waiting), (question,))
    more = hint.probed | pieces
    if more == hint.probed or len(more) > most:
        return Step(state)
    return Step(replace(state, hint=replace(hint, probed=more)))


def _of_task(state: SessionState, task: Task, at: Instant) -> Hint:
    """A hint to a task: its answer is known, and why."""
    code = f"idea-{task.tag}"
    why = say(code, {})
    answer, until = task.solution[0], after(at, PATIENCE)
    if task.rung is Rung.SEE:
        return Hint(0, state.game, until, move=answer, why=why, sites=(Site(answer),))
    return Hint(0, state.game, until, move=state.manners.game.parse_move(answer), why=why)


def follow(state: SessionState, at: Instant) -> Step:
    """A hint is for one position; waiting for it ends some time."""
    hint = state.hint
    if hint is None:
        return Step(state)
    over = hint.game != state.game or state.phase not in (Phase.PLAY, Phase.CORRECTION)
    if not over and (hint.due is None or at < hint.due):
        return Step(state)
    return Step(replace(state, hint=None, notice=state.notice if over else answer(wrong("no-hint"))))


def chose(state: SessionState, event: OpponentChose) -> Step:
    """The engine's answer; no hint is better than a wrong one."""
    if state.hint is None or state.hint.request != event.request or state.hint.move is not None:
        return Step(state)
    move = legal_move(state, event.move)
    if move is None:
        return Step(replace(state, hint=None, notice=answer(wrong("no-hint"))))
    why = reason_of(state, move, event.why, event.code)
    return Step(replace(state, hint=replace(state.hint, move=move, why=why)))


def failed(state: SessionState, event: OpponentFailed) -> Step:
    """There is no hint to be had; play goes on."""
    if state.hint is None or state.hint.request != event.request:
        return Step(state)
    return Step(replace(state, hint=None, notice=answer(wrong("no-hint"))))


def sites(state: SessionState) -> tuple[Site, ...]:
    """Sites that the hint lights: a region among those where a piece may go, then the one."""
    hint = state.hint
    if hint is None or hint.move is None or hint.game != state.game:
        return ()
    meant = _meant(state, hint)
    if hint.step == 0 and not probing.about_held(state, hint):
        return ()
    exact = hint.step > 1 or (hint.step == 0 and probing.gift(state).exact)
    if exact or not meant:
        return meant
    targets = tuple(state.manners.targets(state.game))
    if meant[0] not in targets:
        targets = tuple(state.manners.game.position(state.game).pieces)
    at = {site.site: site.place for site in state.board.sites}
    region = tuple(site for site in targets if _part(at, site, targets) == _part(at, meant[0], targets))
    return region or meant


def _meant(state: SessionState, hint: Hint) -> tuple[Site, ...]:
    """Sites on which something is new after the move, or at which a hint points; else what is taken out."""
    sites = hint.sites or teaching.changed_sites(state, state.game, hint.move)
    if sites:
        return sites
    rules = state.manners.game
    here, there = rules.position(state.game).pieces, rules.position(rules.play(state.game, hint.move)).pieces
    return tuple(site for site in here if site not in there)


def _part(at: Mapping[Site, Place], site: Site, among: tuple[Site, ...]) -> tuple[Any, ...]:
    """The storey of a site where the board has several, else its quarter of the field."""
    if len({at[one].z for one in among}) > 1:
        return (at[site].z,)
    middle = [sum(part) / len(among) for part in zip(*((at[one].x, at[one].y) for one in among), strict=True)]
    return at[site].x > middle[0], at[site].y > middle[1]


def says(state: SessionState) -> Notice | None:
    """The hint in words, as far as it was asked for."""
    hint = state.hint
    if hint is None or hint.game != state.game:
        return None
    if hint.step == 0:
        return None  # the light alone, and only while the piece is held
    if hint.move is None:
        return info("hint-wait")
    lit = sites(state)
    if not lit:
        text = state.manners.game.format_move(hint.move)
        how = info("hint-button") if hint.step == 1 else info("hint-move", move=text)
    elif hint.step == 1:
        how = info("hint-region", *lit, count=len(lit))
    else:
        step = _first_step(state, hint)
        how = step or info("hint-site", *lit, site=lit[0])
    return how if hint.step < STEPS else info("two-sentences", *how.sites, first=how.words, second=hint.why)


def _first_step(state: SessionState, hint: Hint) -> Notice | None:
    """The move as the first thing that a hand would do."""
    observed: Observation | None = state.touched
    if observed is None or hint.sites:
        return None
    wanted = state.standing_of(state.manners.game.play(state.game, hint.move))
    verdict = reconcile(wanted, observed, [], rims=state.board.rims, base=state.base)
    step = step_words(state, verdict) if isinstance(verdict, Contradicts) else None
    return None if step is None else replace(step, tone=info("hint-wait").tone)
