"""The take-back of a losing move, at seats that are helped much.

    (nothing) ──a move that lets the next player win or score, where another would not──► ASKED
        ▲                                                                                  │
        └── lifted back (the take-back) · played on, OK, or ten seconds (the refusal) ─────┘

The board waits without a sound: the piece pulses. HINT shows the reply that punishes. An opponent on turn is
asked only once this is over. Never with a clock, so never in matches.
"""

from dataclasses import replace
from typing import Any, Final

from triboard.lessons.verdict import avoidable, refutation
from triboard.rules import trioker
from triboard.session import gate
from triboard.session.help_levels import GIVES
from triboard.session.notices import Notice, info
from triboard.session.rivals import Blunder
from triboard.session.state import Phase, SessionState
from triboard.session.tutor import threat
from triboard.units import Instant, after, millis

REFUSED_AFTER: Final = millis(10_000)
"""Then an opponent goes on; people may still lift the piece as long as nobody has moved."""


def follow(before: SessionState, state: SessionState, at: Instant) -> SessionState:
    """Look at a move that has just been made; forget one that was taken back or played on."""
    blunder = state.blunder
    if state.moves != before.moves[: state.ply]:
        blunder = _found(state, at)
    elif blunder is not None and (blunder.game != state.game or at >= blunder.until):
        blunder = None
    return state if blunder is state.blunder else replace(state, blunder=blunder)


def _found(state: SessionState, at: Instant) -> Blunder | None:
    """The last move, if its player is helped so far and it loses what another move would have kept."""
    rules, earlier = state.manners.game, state.before
    in_lesson = state.lesson is not None and state.lesson.task is not None
    if state.clock is not None or in_lesson or state.phase is not Phase.PLAY or not _open(earlier):
        return None
    side = rules.to_move(earlier)
    if side is None or gate.rival_of(state, earlier) is not None:
        return None
    if not GIVES[state.terms.help_of(rules.seat_of(earlier, side))].take_back:
        return None
    reply = refutation(rules.name, earlier, state.game)
    if reply is None or not avoidable(rules.name, earlier):
        return None
    return Blunder(state.game, reply, after(at, REFUSED_AFTER))


def _open(game: Any) -> bool:
    """Whether all that matters lies open: hidden hands tell nobody what could be replied."""
    return game is not None and not isinstance(game, trioker.TableState | trioker.PuzzleState)


def pressed(state: SessionState, button: str) -> SessionState | None:
    """HINT shows why, OK plays on; other buttons mean what they always mean."""
    if state.blunder is None or state.question is not None:
        return None
    match button:
        case "HINT":
            return replace(state, blunder=replace(state.blunder, shown=True))
        case "OK":
            return replace(state, blunder=None)
        case _:
            return None


def says(state: SessionState) -> Notice | None:
    """What is said while the board waits; the reply only for whoever asks."""
    blunder = state.blunder
    if blunder is None or blunder.game != state.game or state.phase is not Phase.PLAY:
        return None
    if not blunder.shown:
        return info("blunder")
    told = threat(state, state.game, blunder.reply)
    return info("blunder-shown", *told.sites, threat=told.words)
