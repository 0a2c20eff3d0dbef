"""What an event is worth a sound: the few changes of a session that people should hear as well as see."""

from enum import Enum

from triboard.session.state import Phase, SessionState


class Cue(Enum):
    """One kind of announcement, in the order in which several are told."""

    OVER = "over"  # the game has ended
    LINE = "line"  # the move scored
    ACCEPTED = "accepted"  # the move counts
    WRONG = "wrong"  # something must be put right, and has not been for a while
    TURN = "turn"  # another seat is on turn
    IDLE = "idle"  # the board will soon be set back


def cues_of(before: SessionState, after: SessionState) -> tuple[Cue, ...]:
    """What happened between two states, the most important first; nothing for what lights alone may say.

    A game that was taken up again or begun anew is no announcement, nor is a move that was taken back.
    """
    found: list[Cue] = []
    if after.visit.warned and not before.visit.warned:
        found.append(Cue.IDLE)
    if after.serial != before.serial:
        return tuple(found)
    if after.ply > before.ply:
        over = after.phase is Phase.FINISHED and before.phase is not Phase.FINISHED
        scored = any(not line.missed for line in after.manners.lines(after.game, after.before))
        found.append(Cue.OVER if over else Cue.LINE if scored else Cue.ACCEPTED)
        if not over and after.on_turn != before.on_turn:
            found.append(Cue.TURN)
    if _spoken(after) and not _spoken(before):
        found.append(Cue.WRONG)
    return tuple(found)


def _spoken(state: SessionState) -> bool:
    """Whether the board asks for something to be put right, in words; set-up asks so all the time."""
    return state.phase is Phase.CORRECTION and state.correction is not None and state.correction.spoken
