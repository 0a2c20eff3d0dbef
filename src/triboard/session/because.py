"""Why a hint is good, in terms of the rules: what it makes at once, what others could do otherwise, what it
leaves; the engine's own reason where that says more, or nothing of these is so."""

from collections.abc import Sequence
from typing import Any, Final

from triboard.errors import IllegalMoveError
from triboard.lessons.goals import mover, reaches
from triboard.lessons.verdict import refutation
from triboard.phrases import Said, sentences
from triboard.rules import trioker
from triboard.session import gate
from triboard.session.merits import merit
from triboard.session.state import SessionState
from triboard.session.tutor import threat
from triboard.words import say

SAMPLE: Final = 4
"""Other moves, spread over all, after which a reply is looked for: what most of them leave shows there."""

AT_MOST: Final = 90
"""Other moves on which a reply is tried, spread over all: every one but where Pair-Impair is widest. All
of it takes four milliseconds at most on a desk machine; the loop that asks renders light as well."""

OPINIONS: Final = frozenset(
    {"", *(f"because-{code}" for code in ("any", "search", "lead", "holds", "alone", "book"))}
)
"""What engines say that is no rule: a merit says more."""

PROOFS: Final = frozenset({"because-forces", "because-solved"})
"""What goes beyond any merit, and does not say how."""


def reason_of(state: SessionState, move: Any, why: Said, code: str) -> Said:
    """The reason for a move of the side on turn; `why` is the engine's, by its `code`."""
    game, rules = state.game, state.manners.game
    after = rules.play(game, move)
    if not isinstance(game, trioker.TableState | trioker.PuzzleState):
        if reaches(rules.name, game, after):
            return say(_aim(state, after), {})
        if refutation(rules.name, game, after) is None:
            others = [other for other in gate.worth_a_thought(state) if other != move]
            if (told := _otherwise(state, others)) is not None:
                return told
        elif rules.name in ("troika", "trike"):
            return why  # the game may be lost, so nothing is promised
    if code not in OPINIONS | PROOFS:
        return why
    found = merit(state.manners, game, move)
    if found is None:
        return why
    return sentences([found, why]) if code in PROOFS else found


def _aim(state: SessionState, after: Any) -> str:
    """What a move has reached: the game's aim, or the end of the game in another way."""
    name, outcome = state.manners.game.name, state.manners.game.outcome(after)
    ends = outcome is not None and outcome.reason not in ("troika", "trapped", "full")
    return "because-wins" if ends else f"aim-{name}"


def _otherwise(state: SessionState, others: Sequence[Any]) -> Said | None:
    """What whoever is next could do after most other moves, one and the same."""
    rules, tried = state.manners.game, list[Any]()
    for other in spread(others, SAMPLE):
        then = rules.play(state.game, other)
        reply = refutation(rules.name, state.game, then)
        if reply is None or reply in tried:
            continue
        if stays(state, reply, others):
            return say("otherwise", {"threat": threat(state, then, reply).words})
        tried.append(reply)
    return None


def spread(moves: Sequence[Any], number: int) -> Sequence[Any]:
    """So many of some moves, or all, in even steps."""
    if len(moves) <= number:
        return moves
    return [moves[step * len(moves) // number] for step in range(number)]


def stays(state: SessionState, reply: Any, others: Sequence[Any]) -> bool:
    """Whether a reply is possible and reaches the aim after two of three of these moves at least."""
    some = spread(others, AT_MOST)
    left = len(some) // 3  # moves that may be without it
    for other in some:
        if not _answers(state, other, reply):
            if not left:
                return False
            left -= 1
    return True


def _answers(state: SessionState, move: Any, reply: Any) -> bool:
    rules = state.manners.game
    then = rules.play(state.game, move)
    if mover(rules.name, then) in (None, mover(rules.name, state.game)):
        return False
    try:
        return reaches(rules.name, then, rules.play(then, reply))
    except IllegalMoveError:
        return False
