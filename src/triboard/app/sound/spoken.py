"""What is said of a cue: the sentences of the page, in its language."""

from triboard.phrases import Said
from triboard.session import racks
from triboard.session.advice import advice
from triboard.session.cues import Cue
from triboard.session.state import SessionState

ENGLISH = "en"


def words_of(cue: Cue, state: SessionState) -> tuple[str, str]:
    """The sentence of a cue and the code of its language."""
    return " ".join(map(str, _sentences(cue, state))), ENGLISH


def _sentences(cue: Cue, state: SessionState) -> list[Said]:
    match cue:
        case Cue.WRONG:
            step, why = advice(state), state.correction.reason if state.correction else None
            return [one.text for one in (why, step) if one is not None]
        case Cue.OVER:
            verdict = state.manners.verdict(state.game)
            return [] if verdict is None else [verdict.text]
        case Cue.ACCEPTED | Cue.LINE:
            told = racks.public_moves(state)[-1]  # everybody hears it
            last = state.manners.describe(state.states[-2], told)
            lines = state.manners.lines(state.game, state.before) if cue is Cue.LINE else ()
            return [last.text, *(line.text for line in lines), state.manners.prompt(state.game).text]
        case Cue.TURN | Cue.IDLE:
            return [] if state.notice is None else [state.notice.text]
