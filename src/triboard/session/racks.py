"""Racks that are read, during a game: drawn pieces, pieces in hands, and what lies astray there.

A draw is a move that shows in a rack only: a piece of the bank that newly lies in the rack whose player may
draw it is that draw. Everything else that racks show is told beside the game and never stops it.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from triboard.board.racks import (
    IntoRack,
    LookAt,
    OutOfRack,
    RackStep,
    ToRack,
    added,
    arrived,
    astray,
    next_rack_step,
    rack_places,
    seen,
)
from triboard.board.readings import Observation
from triboard.phrases import Said
from triboard.session import judge
from triboard.session.holding import holdings
from triboard.session.manners import Dice, Racked
from triboard.session.notices import Notice, info, wrong
from triboard.session.state import Phase, RackTrouble, SessionState
from triboard.session.step import Step
from triboard.units import Instant, Piece, Seat


def private(state: SessionState) -> bool:
    """Whether racks hold hands that only their owners may see, also while they are filled."""
    manners: object = state.manners
    racks = rack_places(state.board.aside)
    return bool(racks) and isinstance(manners, Racked) and manners.private(state.game)


def public_game(state: SessionState) -> Any:
    """The game as everybody may see it."""
    manners: object = state.manners
    return manners.public(state.game) if isinstance(manners, Racked) and private(state) else state.game


def public_moves(state: SessionState) -> tuple[Any, ...]:
    """The moves of the game as everybody may see them."""
    manners: object = state.manners
    if not isinstance(manners, Racked) or not private(state):
        return state.moves
    return tuple(map(manners.public_move, state.moves))


# Draws


def drawn(state: SessionState, observed: Observation) -> tuple[Any, ...]:
    """The moves that the racks show and the game does not know yet: one draw, with the silent moves that it
    implies. None where nothing has arrived, or more than one piece that may be the drawn one."""
    before = holdings(state, state.game)
    if not before:
        return ()
    ways = list(_draws(state))
    found = arrived(state.board, before, observed, [holdings(state, way.game) for way in ways])
    return ways[found[0]].moves if len(found) == 1 else ()


def _draws(state: SessionState) -> Iterator[judge.Way]:
    """Each way to go on by one move that shows in a rack."""
    here = judge.Way((), state.game, state.tally)
    later = judge.onward(state.manners, state.game, state.tally)
    for way in (here, later) if later.moves else (here,):
        for silent in state.manners.alternatives(way.game):
            yield judge.going_on(state.manners, way, silent)


def told_by_rack(state: SessionState, dice: Dice) -> Notice | None:
    """What to ask for in place of a throw: the rack in which each of these moves would show. `None` where
    no rack, or one with a place that has failed or with none that is free, would tell."""
    before, observed = holdings(state, state.game), state.settled
    if not before or observed is None:
        return None
    afterwards = [holdings(state, state.manners.game.play(state.game, move)) for move in dice.moves]
    seats = {seat for after in afterwards for seat, _ in added(before, after)}
    if len(seats) != 1 or seats & seen(state.board, observed).blind:
        return None
    return info("draw-to-rack", player=state.manners.name(state.game, seats.pop()))


# In hands


def in_hand(state: SessionState) -> tuple[Piece, ...]:
    """Kinds of pieces that the player on turn has taken out of the rack and not laid down; unsettled."""
    observed, side = state.touched, state.side
    if observed is None or side is None or not (wanted := holdings(state, state.game)):
        return ()
    seat = state.manners.game.seat_of(state.game, side)
    missing = astray(state.board, wanted, observed).missing
    return tuple(piece for owner, piece in missing if owner == seat)


# What is astray


def watched(step: Step, at: Instant) -> Step:
    """The step, with what is astray in the racks now that it is done; said after the time of grace."""
    state = step.state
    found = _trouble(state, at)
    return step if found == state.astray else Step(replace(state, astray=found), step.effects)


def _trouble(state: SessionState, at: Instant) -> RackTrouble | None:
    """One piece of the player on turn that is missing is in the hand that is about to lay it."""
    calm = state.phase is Phase.PLAY and not state.between and state.correction is None
    if state.settled is None or not calm or not (wanted := holdings(state, state.game)):
        return None
    found = astray(state.board, wanted, state.settled)
    side = state.side
    due = None if side is None else state.manners.game.seat_of(state.game, side)
    if sum(seat == due for seat, _ in found.missing) == 1:
        found = replace(found, missing=tuple(one for one in found.missing if one[0] != due))
    if not found:
        return None
    before = state.astray
    return RackTrouble(found, at) if before is None else replace(before, found=found)


def step_of(state: SessionState) -> RackStep | None:
    """The next thing to put right in the racks, once it is put into words."""
    trouble = state.astray
    return next_rack_step(trouble.found) if trouble is not None and trouble.spoken else None


def advice(state: SessionState) -> Notice | None:
    """The same in words. They never tell which piece: everybody reads them."""
    match step_of(state):
        case LookAt(sites):
            return wrong("rack-twice", *sites, sites=", ".join(sites))
        case ToRack(site, seat):
            return wrong("to-rack", site, site=site, player=_name(state, seat))
        case OutOfRack(site):
            return wrong("out-of-rack", site, site=site)
        case IntoRack(seat):
            return wrong("into-rack", player=_name(state, seat))
        case None:
            return None


def _name(state: SessionState, seat: Seat) -> Said:
    return state.manners.name(state.game, seat)
