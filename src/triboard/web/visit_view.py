"""What the page knows of an exhibit: the show, the visit, an offered opponent, what was left behind."""

from typing import Any

from triboard.board.readings import top
from triboard.session.house import STEP
from triboard.session.notices import Notice, ask, info
from triboard.session.show import shown
from triboard.session.state import SessionState
from triboard.units import Duration, Instant

View = dict[str, Any]

MILLISECOND = 1000
"""Microseconds."""


def visit_view(state: SessionState, now: Instant | None) -> View:
    """`attract`: the show (`ply` of `plies`, its position and lines; `null` while it pauses to invite);
    `visit`: milliseconds until the board is made ready for others, as of `now`; `leftovers`: by site."""
    house, visit = state.house, state.visit
    left = None
    if house is not None and visit.since is not None and visit.here and now is not None:
        left = max(0, visit.since + house.idle - now) // MILLISECOND
    return {
        "exhibit": house is not None,
        "attract": _attract(state),
        "visit": {
            "here": visit.here,
            "warned": visit.warned,
            "left": left,
            "resets": visit.resets,
            "offer": None if visit.offer is None else visit.offer.seat,
        },
        "leftovers": {
            site: top(taken.raw).text
            for site, taken in sorted(state.leftovers.sites.items())
            if taken.raw != taken.as_if
        },
    }


def _attract(state: SessionState) -> View:
    house, step = state.house, state.visit.step
    if house is None or step is None:
        return {"running": False, "ply": None, "plies": 0, "step_ms": STEP // MILLISECOND, "picture": None}
    picture = shown(state)
    at = step % house.cycle
    return {
        "running": True,
        "ply": None if picture is None else min(at, len(house.show) - 1) + 1,
        "plies": len(house.show),
        "step_ms": STEP // MILLISECOND,
        "picture": None
        if picture is None
        else {
            "pieces": dict(sorted(picture.pieces.items())),
            "new": sorted(picture.new),
            "lines": sorted(picture.lines),
        },
    }


def visit_words(state: SessionState) -> Notice | None:
    """What is said of the visit, before all else; `None` where there is nothing to say."""
    visit, house = state.visit, state.house
    if house is None:
        return None
    if visit.warned:
        return info("idle-soon", seconds=seconds_of(house.warning))
    if visit.offer is not None:
        return ask("offer-opponent", name=state.manners.name(state.game, visit.offer.seat))
    return None


def seconds_of(wait: Duration) -> int:
    """Whole seconds."""
    return round(wait / 1_000_000)
