"""The rules of Trike, paragraph by paragraph (docs/games/trike.md)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NoReturn, assert_never

from triboard.errors import IllegalMoveError, NotationError
from triboard.phrases import Words, phrase
from triboard.piece_words import checker
from triboard.rules.game import Option, OptionValue, Outcome, Position
from triboard.rules.trike.geometry import cell_at, cell_of, members, site_of, spot_of
from triboard.rules.trike.moves import SWAP, Move, Place, Swap
from triboard.rules.trike.options import OPTIONS, read_options
from triboard.rules.trike.state import (
    BLACK,
    SIDES,
    Offer,
    State,
    new_object,
    points,
    result,
    set_black,
    set_filled,
    set_offer,
    set_spot,
)
from triboard.units import Piece, Seat, Side

PAWN: Final = Piece("pawn")

# Bound to names of this module: reaching through the Enum class costs more than the test it serves.
_AHEAD: Final = Offer.AHEAD
_OPEN: Final = Offer.OPEN
_CLOSED: Final = Offer.CLOSED
_TAKEN: Final = Offer.TAKEN


class Trike:
    """Trike as a `Game[State, Move]`."""

    name: Final = "trike"
    modes: Final[tuple[str, ...]] = ()
    options: Final[Mapping[str, Option]] = OPTIONS

    def start(self, options: Mapping[str, OptionValue] = {}) -> State:
        """Empty board, Black to open."""
        size, swap = read_options(options)
        return State(spot_of(size, None), 0, 0, _AHEAD if swap else _CLOSED)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """The swap if possible, then cells by direction, nearest first; empty when the pawn is trapped."""
        filled = state.filled
        # Written out: a loop over six rays takes a third longer. `x & -x` is the lowest bit of x alone.
        ray1, to1, ray2, to2, ray3, to3, ray4, to4, ray5, to5, ray6, to6 = state.spot.rays
        places = (
            *to1[(filled & ray1).bit_length()],
            *to2[(filled & ray2).bit_length()],
            *to3[(filled & ray3).bit_length()],
            *to4[(hit := filled & ray4) & -hit],
            *to5[(hit := filled & ray5) & -hit],
            *to6[(hit := filled & ray6) & -hit],
        )
        return (SWAP, *places) if state.offer is _OPEN and places else places

    def play(self, state: State, move: Move) -> State:
        """A checker of the mover's colour and the pawn on it, or the swap (trike §4, §5)."""
        if isinstance(move, Swap):
            return _swap(state)
        cell, filled, offer = move.cell, state.filled, state.offer
        try:
            path, spot = state.spot.onward[cell]
        except KeyError:
            _refuse(state, cell)
        if path & filled:
            _refuse(state, cell)
        bit, whites_turn = 1 << cell, filled.bit_count() & 1
        # `State(...)` in half the time, see there.
        after = new_object(State)
        set_spot(after, spot)
        set_filled(after, filled | bit)
        set_black(after, state.black if whites_turn else state.black | bit)
        set_offer(after, _CLOSED if offer is _OPEN else _OPEN if offer is _AHEAD else offer)
        return after

    def outcome(self, state: State) -> Outcome | None:
        """The end comes when every cell next to the pawn is filled (trike §6)."""
        near = state.spot.near
        if state.filled & near != near:
            return None
        return result(state.spot, state.filled, state.black, state.offer)

    def position(self, state: State) -> Position:
        """Checkers, and the pawn as the upper piece of its cell."""
        pieces = {}
        for cell in members(state.filled):
            checker = Piece(SIDES[0 if state.black >> cell & 1 else 1])
            pieces[site_of(cell)] = (checker, PAWN) if cell == state.pawn else (checker,)
        return Position(pieces)

    def to_move(self, state: State) -> Side | None:
        """Black and White place in turn; after a swap White places, from the other seat (trike §4)."""
        return None if self.outcome(state) else Side(state.filled.bit_count() & 1)

    def seat_of(self, state: State, side: Side) -> Seat:
        """Seat 0 opened the game; a swap crosses seats and sides."""
        return Seat(side ^ 1 if state.offer is _TAKEN else side)

    def scores(self, state: State) -> tuple[int, ...]:
        """Points of Black and White if the game ended here (trike §6, §7)."""
        return points(state.spot, state.filled, state.black)

    def format_move(self, move: Move) -> str:
        match move:
            case Place():
                return site_of(move.cell)
            case Swap():
                return "swap"
            case _:
                assert_never(move)

    def parse_move(self, text: str) -> Move:
        """A cell or `swap`; whether the board has the cell is seen by `play`."""
        if text == "swap":
            return SWAP
        try:
            return Place(cell_of(text))
        except NotationError as error:
            raise NotationError(
                f"“{text}” is no move of Trike. Write a cell, for example d2, or swap."
            ) from error


GAME: Final = Trike()


def _swap(state: State) -> State:
    """State after White took Black's side (trike §4)."""
    if GAME.outcome(state):
        _refuse_at_end()
    if state.offer is _TAKEN:
        raise IllegalMoveError("swap-twice", "trike §4", phrase("The players have swapped sides already."))
    if state.offer is _CLOSED:
        raise IllegalMoveError(
            "swap-closed",
            "trike §4",
            phrase("Swapping is possible only right after the first checker, and only if that was agreed."),
        )
    if state.offer is _AHEAD:
        raise IllegalMoveError(
            "swap-early", "trike §4", phrase("Black lays the first checker; then White may swap sides.")
        )
    return replace(state, offer=_TAKEN)


def _refuse_at_end() -> NoReturn:
    raise IllegalMoveError("game-over", "trike §6", phrase("The game is over: the pawn is trapped."))


def _refuse(state: State, cell: int) -> NoReturn:
    """Says why the pawn cannot go to `cell`; called only when it cannot."""
    spot, pawn, target = state.spot, state.pawn, site_of(cell)
    if GAME.outcome(state):
        _refuse_at_end()
    if not 0 <= cell < cell_at(state.size, 0):
        raise IllegalMoveError(
            "off-board",
            "trike §1",
            phrase("There is no cell {target} on a board of side {size}.", target=target, size=state.size),
        )
    assert pawn is not None, "the first checker may go to any cell of the board"
    if cell == pawn:
        raise IllegalMoveError(
            "pawn-stays", "trike §5", phrase("The pawn stands on {target}; it must move away.", target=target)
        )
    if state.filled >> cell & 1:
        raise IllegalMoveError(
            "filled",
            "trike §5",
            phrase(
                "The {thing} lies on {target}; choose an empty cell.",
                thing=_checker(state, cell),
                target=target,
            ),
        )
    if cell not in spot.onward:
        raise IllegalMoveError(
            "not-in-line",
            "trike §5",
            phrase(
                "The pawn moves in a straight line, and {target} is not in line with {pawn}.",
                target=target,
                pawn=site_of(pawn),
            ),
        )
    between = members(spot.onward[cell][0] & state.filled)
    nearest = between[0] if cell > pawn else between[-1]
    raise IllegalMoveError(
        "blocked",
        "trike §5",
        phrase(
            "The pawn cannot jump over the {thing} on {nearest}.",
            thing=_checker(state, nearest),
            nearest=site_of(nearest),
        ),
    )


def _checker(state: State, cell: int) -> Words:
    return checker(Piece(SIDES[BLACK if state.black >> cell & 1 else 1]))
