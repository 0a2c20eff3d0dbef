"""What is said of a cue: the sentences of the page, before they are put into a language."""

from triboard.languages import Language
from triboard.phrases import Said, sentence, sentences
from triboard.session import racks, showing
from triboard.session.advice import advice
from triboard.session.cues import Cue
from triboard.session.state import SessionState
from triboard.web.visit_view import visit_words


def words_of(cue: Cue, state: SessionState, language: Language) -> str:
    """The sentences of a cue, in a language."""
    return sentence(sentences(_sentences(cue, state)), language.catalogue)


def _sentences(cue: Cue, state: SessionState) -> list[Said]:
    match cue:
        case Cue.WRONG if (first := showing.first(state)) is not None:
            return [first.words]
        case Cue.WRONG:
            step, why = advice(state), state.correction.reason if state.correction else None
            return [one.words for one in (why, step) if one is not None]
        case Cue.OVER:
            verdict = state.manners.verdict(state.game)
            return [] if verdict is None else [verdict.words]
        case Cue.ACCEPTED | Cue.LINE:
            told = racks.public_moves(state)[-1]  # everybody hears it
            last = state.manners.describe(state.states[-2], told)
            lines = state.manners.lines(state.game, state.before) if cue is Cue.LINE else ()
            return [last.words, *(line.text for line in lines), state.manners.prompt(state.game).words]
        case Cue.IDLE:
            warning = visit_words(state)
            return [] if warning is None else [warning.words]
        case Cue.TURN:
            return []
