"""A puzzle's live count: in how many ways it can be finished from here, counted by the engines' process.

Counting is work for a search and never holds up a light. Each position is counted once, whenever nobody waits
for a hint. Where there is certainly no way, the board looks on for as long as the player has patience; then
the free cells blink as missed and it says so. It never forbids anything (trioker §24).
"""

from dataclasses import replace
from typing import Final

from triboard.rules import trioker
from triboard.session import gate
from triboard.session.effects import CountWays
from triboard.session.entries import patience_entry
from triboard.session.events import OpponentFailed, WaysCounted
from triboard.session.notices import Notice, info, wrong
from triboard.session.rivals import Ways
from triboard.session.state import Phase, SessionState
from triboard.session.step import Step, record
from triboard.units import Duration, Instant, after

MOST_WAYS: Final = 1000
"""Ways that are counted one by one; more are "more than" so many."""


def counts(state: SessionState) -> bool:
    """Whether a puzzle is under way."""
    return (
        isinstance(state.game, trioker.PuzzleState)
        and gate.playing(state)
        and state.manners.game.outcome(state.game) is None
    )


def follow(state: SessionState, at: Instant) -> Step:
    """Have a new position counted; warn when the time of patience is over."""
    ways = state.ways
    if not counts(state):
        return Step(state if ways is None else replace(state, ways=None))
    if state.hint is not None and state.hint.move is None:
        waits = ways is not None and ways.count is None  # one question at a time: counted anew later
        return Step(replace(state, ways=None) if waits else state)
    if ways is None or ways.game != state.game:
        return _asked(state)
    if ways.due is not None and at >= ways.due:
        return Step(replace(state, ways=replace(ways, warned=True)))
    return Step(state)


def _asked(state: SessionState) -> Step:
    rules, number = state.manners.game, state.requests + 1
    texts = tuple(rules.format_move(move) for move in state.moves)
    question = CountWays(number, rules.name, state.options, texts, MOST_WAYS)
    return Step(replace(state, requests=number, ways=Ways(number, state.game)), (question,))


def counted(state: SessionState, event: WaysCounted) -> Step:
    """An answer that somebody still waits for; one that cannot be told stays unknown."""
    ways = state.ways
    if ways is None or ways.request != event.request or ways.count is not None:
        return Step(state)
    known = replace(ways, count=event.count, exact=event.exact)
    if known.hopeless and state.terms.patience is not None:
        known = replace(known, until=after(event.at, state.terms.patience))
    return Step(replace(state, ways=known))


def failed(state: SessionState, event: OpponentFailed) -> Step:
    """Nobody counted: the number is not known, and nothing is warned of."""
    ways = state.ways
    if ways is None or ways.request != event.request:
        return Step(state)
    return Step(replace(state, ways=replace(ways, count=0, exact=False)))


def patience_asked(state: SessionState, patience: Duration | None, at: Instant) -> Step:
    """How long the board looks on from now on before it warns; `None`: it never does."""
    changed = replace(state, terms=replace(state.terms, patience=patience))
    ways = state.ways
    if ways is not None and ways.hopeless:
        until = None if patience is None else after(at, patience)
        changed = replace(changed, ways=replace(ways, until=until, warned=False))
    if state.phase in (Phase.PLAY, Phase.CORRECTION, Phase.FINISHED):
        return record(changed, patience_entry(patience))
    return Step(changed)


def hopeless(state: SessionState) -> bool:
    """Whether the board warns now that there is no way from here."""
    ways = state.ways
    return ways is not None and ways.warned and ways.game == state.game


def says(state: SessionState) -> Notice | None:
    """The warning, once it is due."""
    return wrong("puzzle-no-way") if hopeless(state) else None


def told(state: SessionState) -> Notice | None:
    """The count in words; `None` where there is none (yet)."""
    ways = state.ways
    if ways is None or ways.game != state.game or ways.count is None:
        return None
    if not ways.exact:
        return info("ways-more" if ways.count else "ways-unknown", count=ways.count)
    return info("ways", count=ways.count)
