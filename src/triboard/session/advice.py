"""Guidance in words: the next step of a correction as a notice."""

from triboard.board.guidance import MovePiece, Put, Remove, TurnRim, next_step
from triboard.session.notices import Notice, wrong
from triboard.session.state import SessionState
from triboard.words import say

HALF_TURN = 2  # detents


def advice(state: SessionState) -> Notice | None:
    """What to do next to put the board right; `None` where nothing is wrong."""
    if state.correction is None:
        return None
    kind = say(state.manners.kind, {})
    match next_step(state.correction.contradiction):
        case MovePiece(piece, source, target):
            return wrong(
                "move-piece", source, target, piece=say(piece, {}), kind=kind, source=source, target=target
            )
        case Remove(site, None):
            return wrong("remove-something", site, site=site)
        case Remove(site, str() as piece):
            return wrong("remove-piece", site, piece=say(piece, {}), kind=kind, site=site)
        case Put(site, piece):
            return wrong("put-piece", site, piece=say(piece, {}), kind=kind, site=site)
        case TurnRim(rim, detents):
            return wrong(
                "turn-rim",
                rim=state.board.rims[rim].rim,
                times=say("twice" if abs(detents) == HALF_TURN else "once", {}),
                way=say("clockwise" if detents > 0 else "counter-clockwise", {}),
            )
        case _:
            return None
