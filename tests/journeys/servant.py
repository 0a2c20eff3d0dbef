"""A servant at a table: makes any move of any game by following the board's own guidance, step by step."""

from random import Random

from tests.field_reports.common import Played

from triboard.board.guidance import GuidanceStep, MovePiece, Put, Remove, TurnRim, next_step, shapes
from triboard.board.reconcile import Contradicts, reconcile
from triboard.opponents.games import INSIGHTS
from triboard.session import gate
from triboard.session.showing import left_to_do
from triboard.session.state import Phase
from triboard.units import Duration, millis

MOST_STEPS = 12
"""Of one move; a rim and a ball need two, a pawn and its checker three."""

PATIENCE = 600
"""Tenths of a second until an opponent must have moved."""


class Servant:
    """Plays a game for everybody: random moves for people, shown ones for opponents."""

    def __init__(self, game: Played, chance: Random) -> None:
        self.game = game
        self.chance = chance
        self.carried_out = 0

    def play_game(self, most: int = 400) -> None:
        """To the end, or for `most` turns."""
        for _ in range(most):
            if self.game.state.phase is Phase.FINISHED:
                return
            self.turn()

    def turn(self) -> None:
        """One turn of whoever is on turn."""
        state = self.game.state
        if gate.rival_of(state, state.game) is None:
            self.person()
        else:
            self.opponent()

    def person(self) -> None:
        """Any legal move, by hands or by button."""
        state = self.game.state
        moves = list(gate.worth_a_thought(state))
        move = self.chance.choice(moves)
        before = len(self.game.moves)
        text = state.manners.game.format_move(move)
        if state.manners.silent(move):
            self.press(text)
        else:
            wanted = state.standing_of(state.manners.game.play(state.game, move))
            for _ in range(MOST_STEPS):
                observed = self.game.state.touched
                assert observed is not None
                verdict = reconcile(wanted, observed, [], rims=state.board.rims, base=state.base)
                if not isinstance(verdict, Contradicts):
                    break
                self.step(next_step(verdict, shapes(state.board)))
            self.game.wait(1.2)
        made = self.game.moves[before:]
        if INSIGHTS[state.manners.game.name].by_chance(state.game):
            assert made, self.game.says  # which one it is, chance decides
        else:
            assert text in made, (text, made, self.game.says)

    def press(self, text: str) -> None:
        """The button of a silent move."""
        buttons = {"swap": "SWAP", "pass": "PASS", "decline": "OK", "-": "OK", "challenge": "CHALLENGE"}
        button = "DRAW" if text.startswith("draw") else buttons.get(text, "OK")
        if text.startswith("coin:"):
            button = text.removeprefix("coin:").upper()
        self.game.press(button)
        self.game.wait(0.5)

    def opponent(self) -> None:
        """Wait for the opponent's move and carry it out, as the board says."""
        ply, request = self.game.state.ply, self.game.state.requests
        for _ in range(PATIENCE):
            if self.game.state.ply != ply or self.game.state.phase is Phase.FINISHED:
                return  # it needed no hands
            if left_to_do(self.game.state) is not None:
                break
            self.game.wait(0.1)
        wanted = gate.shown_move(self.game.state, self.game.state.game)
        assert wanted is not None, (self.game.state.thought, self.game.says)
        text = self.game.state.manners.game.format_move(wanted)
        for _ in range(MOST_STEPS):
            left = left_to_do(self.game.state)
            if left is None:
                break
            self.step(next_step(left, shapes(self.game.board)))
            self.game.wait(0.3)
        self.game.wait(1.2)
        assert self.game.moves[ply] == text, (text, self.game.moves[ply:], self.game.says)
        assert self.game.state.requests <= request + 1 + len(self.game.moves) - ply
        self.carried_out += 1

    def step(self, step: GuidanceStep | None) -> None:
        """One thing that a hand does."""
        hands, now = self.game.bench.hands, self.game.run.now
        match step:
            case MovePiece(piece, source, target):
                self.game.run.run_until(hands.lift(source, now))
                self.game.run.run_until(hands.drop(target, piece, self.game.run.now))
            case Put(site, piece):
                self.game.run.run_until(hands.drop(site, piece, now))
            case Remove(site, _):
                self.game.run.run_until(hands.lift(site, now))
            case TurnRim(rim, detents):
                self.game.run.run_until(hands.turn(self.game.board.rims[rim].rim, 90.0 * detents, now))
            case None:
                raise AssertionError("the board has nothing to say")
        self.game.run.run_for(Duration(millis(self.chance.choice([100, 250, 500]))))
