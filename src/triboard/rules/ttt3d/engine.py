"""The game of 3D tic-tac-toe as the `Game` protocol wants it; the rules themselves are functions."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from triboard.rules.game import Option, OptionValue, Position
from triboard.rules.ttt3d import moves, rules
from triboard.rules.ttt3d import state as states
from triboard.rules.ttt3d.moves import Move
from triboard.rules.ttt3d.options import OPTIONS, read_options
from triboard.rules.ttt3d.state import Stage, State
from triboard.units import Seat, Side

_NO_OPTIONS: Final[Mapping[str, OptionValue]] = MappingProxyType({})


class Ttt3d:
    """The one value of this class is `ttt3d.GAME`; it has no state of its own."""

    name: Final = "ttt3d"
    modes: Final[tuple[str, ...]] = ()
    options: Final[Mapping[str, Option]] = OPTIONS

    def start(self, options: Mapping[str, OptionValue] = _NO_OPTIONS) -> State:
        """Empty board; raises `ConfigurationError` listing every wrong option."""
        return states.opening(read_options(options))

    # These three are called for every ball of every game: the functions themselves, not calls of them.
    legal_moves = staticmethod(rules.legal_moves)
    play = staticmethod(rules.play)
    outcome = staticmethod(states.outcome)

    def position(self, state: State) -> Position:
        """Balls by the name of their hole in the room; `rims` always has three detents."""
        return states.position(state)

    def to_move(self, state: State) -> Side | None:
        """Side whose turn it is; a call for the turn before stays with the side that made it.

        After the 27th ball this is the side that may still call; `None` when the game is over.
        """
        return None if state.stage is Stage.OVER else state.side

    def seat_of(
        self,
        state: State,  # noqa: ARG002 - the protocol has it for games whose sides swap seats
        side: Side,
    ) -> Seat:
        """Each side keeps the seat of its number: colours stay with seats (ttt3d §20)."""
        return Seat(side)

    def scores(self, state: State) -> tuple[int, ...]:
        """Points of each side, without those still to be called (ttt3d §10)."""
        return state.scores

    def format_move(self, move: Move) -> str:
        """Text of a move (ttt3d §20)."""
        return moves.format_move(move)

    def parse_move(self, text: str) -> Move:
        """Move of a text; raises `NotationError`."""
        return moves.parse_move(text)
