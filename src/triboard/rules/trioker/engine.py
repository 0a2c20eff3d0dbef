"""The `Game` of Trioker: one value for all modes; each state knows its own."""

from collections.abc import Iterable, Mapping
from typing import Final

from triboard.rules.game import OptionValue, Outcome, Position
from triboard.rules.trioker import duel, moves, puzzle, scoring, table, turns
from triboard.rules.trioker.duel import DuelState
from triboard.rules.trioker.field import position_of
from triboard.rules.trioker.knowledge import State
from triboard.rules.trioker.moves import Move
from triboard.rules.trioker.options import MODES, OPTIONS, settle
from triboard.rules.trioker.puzzle import PuzzleState
from triboard.units import Seat, Side

NO_OPTIONS: Final[Mapping[str, OptionValue]] = {}


class Trioker:
    """Pair-Impair, Rapid, Original, Simple and puzzles."""

    name: Final = "trioker"
    modes: Final = MODES
    options: Final = OPTIONS

    def start(self, options: Mapping[str, OptionValue] = NO_OPTIONS) -> State:
        terms = settle(options)
        if terms.mode == "pair-impair":
            return duel.start(terms)
        return puzzle.start(terms) if terms.mode == "puzzle" else table.start(terms)

    def legal_moves(self, state: State) -> Iterable[Move]:
        if isinstance(state, DuelState):
            return duel.legal_moves(state)
        return puzzle.legal_moves(state) if isinstance(state, PuzzleState) else table.legal_moves(state)

    def play(self, state: State, move: Move) -> State:
        if isinstance(state, DuelState):
            return duel.play(state, move)
        return puzzle.play(state, move) if isinstance(state, PuzzleState) else turns.play(state, move)

    def outcome(self, state: State) -> Outcome | None:
        if isinstance(state, DuelState):
            return duel.outcome(state)
        return puzzle.outcome(state) if isinstance(state, PuzzleState) else scoring.outcome(state)

    def position(self, state: State) -> Position:
        """Corner text of the tile on each occupied cell, in the cell's corner order."""
        return position_of(state.field)

    def to_move(self, state: State) -> Side | None:
        """Side whose turn it is; at the end of hidden play the next one that shows its tiles."""
        if self.outcome(state) is not None:
            return None
        if isinstance(state, PuzzleState):
            return Side(0)
        if isinstance(state, DuelState):
            return Side(state.turn)
        pending = table.to_reveal(state)
        return Side(pending[0] if pending else state.turn)

    def seat_of(self, state: State, side: Side) -> Seat:  # noqa: ARG002 (sides never change seats here)
        return Seat(side)

    def scores(self, state: State) -> tuple[int, ...] | None:
        """Points in the purses of Rapid and Original; the other modes have none."""
        return scoring.scores(state) if isinstance(state, table.TableState) else None

    def format_move(self, move: Move) -> str:
        return moves.format_move(move)

    def parse_move(self, text: str) -> Move:
        return moves.parse_move(text)
