"""The rules of Troika, paragraph by paragraph (docs/games/troika.md)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from triboard.rules.game import Option, OptionValue, Outcome, Position
from triboard.rules.troika import moves
from triboard.rules.troika.moves import THROWS, Die, Lay, Move, lays
from triboard.rules.troika.options import MODES, OPTIONS, goal_of, read_options
from triboard.rules.troika.pieces import (
    COMPLETED_BY,
    PARTNERS,
    PIECES,
    PYRAMIDS,
    SITES,
    Size,
    side_of,
    size_of,
)
from triboard.rules.troika.refusals import refuse, refuse_throw
from triboard.rules.troika.state import (
    ALL_FIELDS,
    HANDS,
    MEDIUMS,
    OUTCOMES,
    State,
    new_object,
    set_for_medium,
    set_for_others,
    set_goal,
    set_hand,
    set_stacks,
    set_starter,
    set_troikas,
    side_on_turn,
)
from triboard.units import Seat, Side

_EMPTY: Final = State(None, None, ((),) * 9, HANDS[0] | HANDS[1], ALL_FIELDS, ALL_FIELDS, 0)
_IS_MEDIUM: Final = tuple(size_of(pyramid) is Size.MEDIUM for pyramid in PYRAMIDS)


class Troika:
    """Troika as a `Game[State, Move]`."""

    name: Final = "troika"
    modes: Final = MODES
    options: Final[Mapping[str, Option]] = OPTIONS

    def start(self, options: Mapping[str, OptionValue] = {}) -> State:
        """Empty board, before the throw or with a starter; in a training, two pyramids of a troika."""
        starter, task = read_options(options)
        if task is None:
            return replace(_EMPTY, starter=starter)
        state = replace(_EMPTY, starter=side_of(task[0].pyramid))
        for shown in task:
            state = _laid(state, shown)
        return replace(state, goal=goal_of(task))

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """Six throws, or placements: smalls, mediums, larges, by colour, then field."""
        starter, hand = state.starter, state.hand
        if starter is None:
            return THROWS
        if state.troikas:
            return ()
        if state.goal is not None:
            return (state.goal,)
        for_others = state.for_others
        first = 9 if starter ^ (hand.bit_count() & 1) else 0
        return (
            *lays(first, hand >> first & 0b111, for_others),
            *lays(first + 3, hand >> first + 3 & 0b111, state.for_medium),
            *lays(first + 6, hand >> first + 6 & 0b111, for_others),
        )

    def play(self, state: State, move: Move) -> State:
        """The throw, or one pyramid laid (troika §2, §3)."""
        if isinstance(move, Die):
            if state.starter is not None:
                refuse_throw(state)
            return replace(state, starter=Side(move.colour // 3))
        pyramid, field, hand, starter = move.pyramid, move.field, state.hand, state.starter
        if (
            starter is None
            or state.troikas
            or not 0 <= field < 9
            or not 0 <= pyramid < 18
            # In hand and of the side on turn, in one test.
            or not hand & HANDS[starter ^ (hand.bit_count() & 1)] & 1 << pyramid
            or not (state.for_medium if _IS_MEDIUM[pyramid] else state.for_others) & 1 << field
            or (state.goal is not None and move != state.goal)
        ):
            refuse(state, move)
        return _laid(state, move)

    def outcome(self, state: State) -> Outcome | None:
        """A troika wins at once; then whoever has pyramids left but can lay none loses; then §9."""
        starter, hand = state.starter, state.hand
        if starter is None:
            return None
        side = starter ^ (hand.bit_count() & 1)
        if state.troikas:
            return OUTCOMES["troika"][side ^ 1]
        # A medium always finds a field: six mediums cannot top all nine (troika §8).
        mine = hand >> 9 * side
        if mine & MEDIUMS or (state.for_others and mine & HANDS[0]):
            return None
        if not hand:
            return OUTCOMES["exhausted"][starter ^ 1]
        return OUTCOMES["stuck"][side ^ 1]

    def position(self, state: State) -> Position:
        """Stacks, bottom first."""
        return Position(
            {
                site: tuple(PIECES[pyramid] for pyramid in stack)
                for site, stack in zip(SITES, state.stacks, strict=True)
                if stack
            }
        )

    def to_move(self, state: State) -> Side | None:
        """Side whose turn it is; Light before the throw, since then it is nobody's or everybody's.

        A board that must know asks `state.starter is None`.
        """
        if self.outcome(state):
            return None
        side = side_on_turn(state)
        return Side(0) if side is None else side

    def seat_of(self, state: State, side: Side) -> Seat:  # noqa: ARG002 - the seam of all games
        """Light sits at seat 0, Dark at seat 1, whoever starts."""
        return Seat(side)

    def scores(self, state: State) -> None:
        """Troika has no points."""

    def format_move(self, move: Move) -> str:
        return moves.format_move(move)

    def parse_move(self, text: str) -> Move:
        return moves.parse_move(text)


GAME: Final = Troika()


def _laid(state: State, move: Lay) -> State:
    """State after a placement that is known to be legal."""
    pyramid, field, stacks = move.pyramid, move.field, state.stacks
    bit = 1 << field
    troikas = 0
    for line, one, two in PARTNERS[field]:
        stack, other = stacks[one], stacks[two]
        # Only the mover's tops can be completed by the mover's pyramid: own lines need no test of their own.
        if stack and other and COMPLETED_BY[stack[-1]][other[-1]] == pyramid:
            troikas |= line
    # `State(...)` in half the time, see there.
    after = new_object(State)
    set_starter(after, state.starter)
    set_goal(after, state.goal)
    set_stacks(after, (*stacks[:field], (*stacks[field], pyramid), *stacks[field + 1 :]))
    set_hand(after, state.hand ^ 1 << pyramid)
    if _IS_MEDIUM[pyramid]:
        set_for_medium(after, state.for_medium & ~bit)
        set_for_others(after, state.for_others | bit)
    else:
        set_for_medium(after, state.for_medium | bit)
        set_for_others(after, state.for_others & ~bit)
    set_troikas(after, troikas)
    return after
