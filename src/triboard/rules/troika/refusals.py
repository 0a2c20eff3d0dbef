"""Why a move of Troika is refused, in words that a child understands."""

from typing import NoReturn

from triboard.errors import IllegalMoveError
from triboard.rules.troika.moves import Lay
from triboard.rules.troika.pieces import (
    SIDES,
    Size,
    colour_of,
    describe,
    side_of,
    site_of,
    size_of,
)
from triboard.rules.troika.state import HANDS, MEDIUMS, State, side_on_turn


def refuse_throw(state: State) -> NoReturn:
    """The die is thrown once, before the first pyramid (troika §2)."""
    if state.goal is not None:
        raise IllegalMoveError("no-die", "troika §11", "The training needs no die.")
    raise IllegalMoveError("die-twice", "troika §2", "It is settled who starts; the die is not thrown again.")


def refuse(state: State, move: Lay) -> NoReturn:
    """Called only when the placement breaks a rule; the first broken rule is named."""
    pyramid, field = move.pyramid, move.field
    if not 0 <= pyramid < 18:
        raise IllegalMoveError("no-such-pyramid", "troika §1", f"There is no pyramid number {pyramid}.")
    if not 0 <= field < 9:
        raise IllegalMoveError("off-board", "troika §1", f"There is no field number {field}.")
    side = side_on_turn(state)
    if side is None:
        raise IllegalMoveError(
            "die-first", "troika §2", "Throw the colour die first: the owner of that colour starts."
        )
    if state.troikas:
        raise IllegalMoveError("game-over", "troika §7", "The game is over: there is a troika.")
    if state.goal is not None:
        _refuse_answer(state, move, state.goal)
    if not state.hand:
        raise IllegalMoveError("game-over", "troika §9", "The game is over: all pyramids are laid.")
    if _is_stuck(state, side):
        raise IllegalMoveError(
            "game-over", "troika §8", f"The game is over: {SIDES[side].title()} cannot lay any pyramid."
        )
    if side_of(pyramid) != side:
        raise IllegalMoveError(
            "not-yours",
            "troika §3",
            f"It is {SIDES[side].title()}'s turn, and the {describe(pyramid)}"
            f" belongs to {SIDES[1 - side].title()}.",
        )
    if not state.hand >> pyramid & 1:
        raise IllegalMoveError(
            "laid-already", "troika §3", f"The {describe(pyramid)} is on the board already and stays there."
        )
    _refuse_size(pyramid, state.stacks[field][-1])


def _is_stuck(state: State, side: int) -> bool:
    """Only mediums fit anywhere and none is in hand (troika §8)."""
    hand = state.hand >> 9 * side & HANDS[0]
    return hand != 0 and not hand & MEDIUMS and not state.for_others


def _refuse_size(pyramid: int, top: int) -> NoReturn:
    """Sizes of neighbours in a stack differ by exactly one (troika §4)."""
    upper, lower = size_of(pyramid), size_of(top)
    if upper is lower:
        raise IllegalMoveError(
            "same-size",
            "troika §4",
            f"The {describe(pyramid)} cannot stand on the {describe(top)}: they have the same size.",
        )
    small, large = Size.SMALL.name.lower(), Size.LARGE.name.lower()
    one, other = (small, large) if upper is Size.SMALL else (large, small)
    raise IllegalMoveError(
        "two-sizes-apart",
        "troika §4",
        f"The {describe(pyramid)} cannot stand on the {describe(top)}:"
        f" a {one} pyramid cannot stand on a {other} one, only on a medium one.",
    )


def _refuse_answer(state: State, move: Lay, goal: Lay) -> NoReturn:
    """Hints at what is wrong with the answer without giving the right one away (troika §11)."""
    pyramid, shown = move.pyramid, [stack[0] for stack in state.stacks if stack]
    if state.stacks[move.field]:
        raise IllegalMoveError(
            "training-field",
            "troika §11",
            f"A pyramid is shown on {site_of(move.field)}; find the free field.",
        )
    if pyramid in shown:
        raise IllegalMoveError(
            "training-pyramid", "troika §11", f"The {describe(pyramid)} is shown on the board already."
        )
    if side_of(pyramid) != side_of(goal.pyramid):
        raise IllegalMoveError(
            "training-pyramid", "troika §11", "All three pyramids of a troika belong to the same player."
        )
    if pyramid != goal.pyramid:
        wrong = [
            name
            for name, of in (("colours", colour_of), ("sizes", size_of))
            if of(pyramid) != of(goal.pyramid)
        ]
        raise IllegalMoveError(
            "training-pyramid",
            "troika §11",
            f"With the {describe(pyramid)} the {' and the '.join(wrong)} would be neither all the same"
            " nor all different.",
        )
    raise IllegalMoveError(
        "training-field", "troika §11", f"{site_of(move.field)} is not on the line of the two pyramids."
    )
