"""A point of a Troika game."""

from dataclasses import dataclass
from typing import Final

from triboard.rules.game import Outcome
from triboard.rules.troika.moves import Lay
from triboard.rules.troika.pieces import COMPLETED_BY, LINES, NOTHING, SITES, Pyramid, Size, size_of
from triboard.units import Seat, Side, Site

ALL_FIELDS: Final = 0b111_111_111
MEDIUMS: Final = 0b000_111_000
"""The mediums of one side's nine bits."""
HANDS: Final = (0b111_111_111, 0b111_111_111 << 9)
"""The nine bits of each side in `State.hand`."""


@dataclass(frozen=True, slots=True)
class State:
    """Stacks, pyramids in hand and what follows from them.

    A small and a large pyramid may be laid on exactly the same fields, the empty ones and those with a
    medium on top; a medium on all but those (troika §4). Two sets of fields therefore hold all that
    the laying rule asks.
    """

    starter: Side | None
    """Who lays first; `None` until the die is thrown. In a training, the side whose troika it is."""

    goal: Lay | None
    """Training: the placement that is asked for (troika §11)."""

    stacks: tuple[tuple[Pyramid, ...], ...]
    """Pyramids of each field, bottom first."""

    hand: int
    """Pyramids not yet laid: bit n stands for pyramid n. Their number says whose turn it is."""

    for_medium: int
    """Fields that take a medium: bit n stands for field n."""

    for_others: int
    """Fields that take a small or a large."""

    troikas: int
    """Lines that are troikas: bit n stands for line n of `LINES`."""


# A frozen class fills a new value through a guard that costs more than the move itself. `play` makes one
# state per move and sets its slots directly: half the time. Nothing else may use these.
new_object: Final = object.__new__
set_starter, set_goal, set_stacks, set_hand, set_for_medium, set_for_others, set_troikas = (
    State.__dict__[name].__set__
    for name in ("starter", "goal", "stacks", "hand", "for_medium", "for_others", "troikas")
)

OUTCOMES: Final = {
    reason: tuple(Outcome((side,), (Seat(side),), reason) for side in (Side(0), Side(1)))
    for reason in ("troika", "stuck", "exhausted")
}
"""Every possible end by reason and winner, made once: playouts return them without building any."""


def tops(state: State) -> list[int]:
    """The top pyramid of each field, `NOTHING` where none stands (troika §5)."""
    return [stack[-1] if stack else NOTHING for stack in state.stacks]


def side_on_turn(state: State) -> Side | None:
    """Whose turn it would be, were the game not over; `None` before the throw (troika §3)."""
    if state.starter is None:
        return None
    return Side(state.starter ^ (state.hand.bit_count() & 1))


def completed(state: State) -> tuple[tuple[Site, Site, Site], ...]:
    """Fields of every line whose tops are a troika now (troika §6); lights show them."""
    top = tops(state)
    return tuple(
        (SITES[a], SITES[b], SITES[c]) for a, b, c in LINES if COMPLETED_BY[top[a]][top[b]] == top[c]
    )


def open_fields(state: State, pyramid: Pyramid) -> tuple[Site, ...]:
    """Fields that take `pyramid`, whoever's turn it is (troika §4, §13)."""
    fields = state.for_medium if size_of(pyramid) is Size.MEDIUM else state.for_others
    return tuple(SITES[field] for field in range(9) if fields >> field & 1)
