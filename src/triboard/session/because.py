"""Why a hint is good, in terms of the rules: what it makes at once, or what others could do otherwise.

The engine's own reason stands where neither is so, and where hands are hidden, which tell nothing.
"""

from typing import Any, Final

from triboard.lessons.goals import reaches
from triboard.lessons.verdict import refutation
from triboard.phrases import Said
from triboard.rules import trioker
from triboard.session import gate
from triboard.session.state import SessionState
from triboard.session.tutor import threat
from triboard.words import say

SAMPLE: Final = 4
"""Other moves that are looked at: a threat is answered by few moves, so nearly any other one shows it; all of
them would hold up a light on a small machine."""


def reason_of(state: SessionState, move: Any, why: Said) -> Said:
    """The reason for a move of the side on turn; `why` is the engine's."""
    game = state.game
    if isinstance(game, trioker.TableState | trioker.PuzzleState):
        return why
    rules = state.manners.game
    after = rules.play(game, move)
    if reaches(rules.name, game, after):
        code = f"aim-{rules.name}"
        return say(code, {})
    if refutation(rules.name, game, after) is not None:
        return why  # it does not stop everything, so nothing is promised
    others = [other for other in gate.worth_a_thought(state) if other != move]
    for other in others[:SAMPLE]:
        then = rules.play(game, other)
        reply = refutation(rules.name, game, then)
        if reply is not None:
            return say("otherwise", {"threat": threat(state, then, reply).words})
    return why
