"""Why a move of Troika is refused, in words that a child understands."""

from typing import Final, NoReturn

from triboard.errors import IllegalMoveError
from triboard.phrases import Words, phrase
from triboard.piece_words import player
from triboard.rules.troika.moves import Lay
from triboard.rules.troika.pieces import (
    SIDES,
    colour_of,
    describe,
    side_of,
    site_of,
    size_of,
)
from triboard.rules.troika.state import HANDS, MEDIUMS, State, side_on_turn

_COLOURS_WRONG: Final = "With the {pyramid} the colours would be neither all the same nor all different."
_SIZES_WRONG: Final = "With the {pyramid} the sizes would be neither all the same nor all different."
_BOTH_WRONG: Final = (
    "With the {pyramid} the colours and the sizes would be neither all the same nor all different."
)
"""Training (troika §11)."""


def refuse_throw(state: State) -> NoReturn:
    """The die is thrown once, before the first pyramid (troika §2)."""
    if state.goal is not None:
        raise IllegalMoveError("no-die", "troika §11", phrase("The training needs no die."))
    raise IllegalMoveError(
        "die-twice", "troika §2", phrase("It is settled who starts; the die is not thrown again.")
    )


def refuse(state: State, move: Lay) -> NoReturn:
    """Called only when the placement breaks a rule; the first broken rule is named."""
    pyramid, field = move.pyramid, move.field
    if not 0 <= pyramid < 18:
        raise IllegalMoveError(
            "no-such-pyramid", "troika §1", phrase("There is no pyramid number {pyramid}.", pyramid=pyramid)
        )
    if not 0 <= field < 9:
        raise IllegalMoveError(
            "off-board", "troika §1", phrase("There is no field number {field}.", field=field)
        )
    side = side_on_turn(state)
    if side is None:
        raise IllegalMoveError(
            "die-first", "troika §2", phrase("Throw the colour die first: the owner of that colour starts.")
        )
    if state.troikas:
        raise IllegalMoveError("game-over", "troika §7", phrase("The game is over: there is a troika."))
    if state.goal is not None:
        _refuse_answer(state, move, state.goal)
    if not state.hand:
        raise IllegalMoveError("game-over", "troika §9", phrase("The game is over: all pyramids are laid."))
    if _is_stuck(state, side):
        raise IllegalMoveError(
            "game-over",
            "troika §8",
            phrase("The game is over: {name} cannot lay any pyramid.", name=player([SIDES[side]])),
        )
    if side_of(pyramid) != side:
        raise IllegalMoveError(
            "not-yours",
            "troika §3",
            phrase(
                "It is {name}'s turn, and the {pyramid} belongs to {other}.",
                name=player([SIDES[side]]),
                pyramid=describe(pyramid),
                other=player([SIDES[1 - side]]),
            ),
        )
    if not state.hand >> pyramid & 1:
        raise IllegalMoveError(
            "laid-already",
            "troika §3",
            phrase("The {pyramid} is on the board already and stays there.", pyramid=describe(pyramid)),
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
            phrase(
                "The {pyramid} cannot stand on the {top}: they have the same size.",
                pyramid=describe(pyramid),
                top=describe(top),
            ),
        )
    raise IllegalMoveError(
        "two-sizes-apart",
        "troika §4",
        phrase(
            "The {pyramid} cannot stand on the {top}: small and large do not stand on each other.",
            pyramid=describe(pyramid),
            top=describe(top),
        ),
    )


def _refuse_answer(state: State, move: Lay, goal: Lay) -> NoReturn:
    """Hints at what is wrong with the answer without giving the right one away (troika §11)."""
    pyramid, shown = move.pyramid, [stack[0] for stack in state.stacks if stack]
    if state.stacks[move.field]:
        raise IllegalMoveError(
            "training-field",
            "troika §11",
            phrase("A pyramid is shown on {site}; find the free field.", site=site_of(move.field)),
        )
    if pyramid in shown:
        raise IllegalMoveError(
            "training-pyramid",
            "troika §11",
            phrase("The {pyramid} is shown on the board already.", pyramid=describe(pyramid)),
        )
    if side_of(pyramid) != side_of(goal.pyramid):
        raise IllegalMoveError(
            "training-pyramid",
            "troika §11",
            phrase("All three pyramids of a troika belong to the same player."),
        )
    if pyramid != goal.pyramid:
        colours = colour_of(pyramid) != colour_of(goal.pyramid)
        sizes = size_of(pyramid) != size_of(goal.pyramid)
        text = _BOTH_WRONG if colours and sizes else _COLOURS_WRONG if colours else _SIZES_WRONG
        raise IllegalMoveError("training-pyramid", "troika §11", Words(text, {"pyramid": describe(pyramid)}))
    raise IllegalMoveError(
        "training-field",
        "troika §11",
        phrase("{site} is not on the line of the two pyramids.", site=site_of(move.field)),
    )
