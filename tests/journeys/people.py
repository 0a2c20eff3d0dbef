"""People who play: random legal games by hands, with slips, wrong tries, put-backs and bad cables."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.journeys.table import Table

from triboard.rules import ttt3d
from triboard.rules.ttt3d.moves import COLOURS
from triboard.units import SECOND, Duration, millis

MOST_PLIES = 80


class Ttt3dPeople:
    """Plays one random game of 3D tic-tac-toe at a table; `moves` is what was meant."""

    def __init__(self, table: Table, options: dict[str, Any], chance: Random, *, clumsy: float) -> None:
        self.table = table
        self.chance = chance
        self.clumsy = clumsy
        self.state = ttt3d.GAME.start(options)
        self.moves: list[str] = []

    def play_game(self) -> None:
        """Play to the end; after every ply the board must have understood exactly what was meant."""
        while ttt3d.GAME.outcome(self.state) is None and len(self.moves) < MOST_PLIES:
            if self.chance.random() < self.clumsy:
                self.misbehave()
                self.expect()
            self.play(self.choose())
            self.expect()

    def choose(self) -> ttt3d.Move:
        """A legal move; calls and declined rims are seldom chosen where there is much else."""
        legal = list(ttt3d.GAME.legal_moves(self.state))
        calls = [move for move in legal if isinstance(move, ttt3d.Call)]
        others = [move for move in legal if not isinstance(move, ttt3d.Call)]
        if calls and (not others or self.chance.random() < 0.4):
            return self.chance.choice([call for call in calls if call.fives + call.ones < 5])
        turns = [move for move in others if isinstance(move, ttt3d.Turn)]
        places = [move for move in others if isinstance(move, ttt3d.Place)]
        if turns and (not places or self.chance.random() < 0.25):
            return self.chance.choice(turns)
        return self.chance.choice(places or turns or others)

    def expect(self) -> None:
        """The record is what was played; nothing more, nothing less."""
        assert self.table.moves == self.moves, (self.table.state.phase, self.table.state.notice)
        assert not self.table.refusals, self.table.refusals
        assert ttt3d.GAME.position(self.table.state.game) == ttt3d.GAME.position(self.state)

    def play(self, move: ttt3d.Move) -> None:
        """Carry out one move with hands."""
        match move:
            case ttt3d.Place(colour, site):
                self.place(colour, site)
            case ttt3d.Turn(shelf, clockwise):
                self.turn("ABC"[shelf], 90.0 * clockwise)
            case ttt3d.Decline():
                self.table.press("OK")
            case ttt3d.Call(fives, ones):
                for button in ["FIVE"] * fives + ["ONE"] * ones:
                    self.table.press(button)
                self.table.press("OK")
        self.state = ttt3d.GAME.play(self.state, move)
        self.moves.append(ttt3d.GAME.format_move(move))

    def place(self, colour: Any, site: Any) -> None:
        """Drop a ball, sometimes into another hole first."""
        table = self.table
        if self.chance.random() < self.clumsy / 2:
            other = self.chance.choice(self.free())
            table.drop(other, colour, wait=self.pause())
            table.lift(other, wait=self.pause())
        table.drop(site, colour)

    def turn(self, rim: str, degrees: float) -> None:
        """Turn a rim, sometimes in pieces, there and back, or too far and back."""
        table = self.table
        if self.chance.random() < 0.5:
            part = self.chance.uniform(-60, 60)
            table.turn(rim, part, wait=self.pause())
            table.turn(rim, degrees - part, wait=Duration(2 * SECOND))
        else:
            table.turn(rim, degrees, wait=Duration(2 * SECOND))

    def misbehave(self) -> None:
        """Something that is no move, put right again."""
        self.chance.choice(self.mischief())()
        self.table.run.run_for(Duration(2 * SECOND))

    def mischief(self) -> list[Callable[[], None]]:
        """What can go wrong now."""
        found = [self.wrong_colour, self.wiggle_rim, self.bad_cable, self.pull_cable]
        if self.standing():
            found += [self.put_back, self.put_back]
        return found

    def wrong_colour(self) -> None:
        """A ball of a colour that is not due, taken out again."""
        state = self.state
        if state.stage is ttt3d.Stage.RIM:  # going on with a ball declines the rim: that would be a move
            state = ttt3d.GAME.play(state, ttt3d.Decline())
        due = ttt3d.due_colour(state)
        colour = self.chance.choice([colour for colour in COLOURS if colour != due])
        if not self.free():
            return
        site = self.chance.choice(self.free())
        self.table.drop(site, colour, wait=self.pause())
        self.table.lift(site, wait=self.pause())

    def put_back(self) -> None:
        """Some ball is lifted and put back, at once or after so long that it was a takeback meanwhile."""
        site = self.chance.choice(self.standing())
        colour = self.table.world.standing(site)[0]
        self.table.lift(site, wait=self.pause())
        self.table.drop(site, colour, wait=self.pause())

    def wiggle_rim(self) -> None:
        """A rim is turned a little and back."""
        rim = self.chance.choice("ABC")
        degrees = self.chance.uniform(-80, 80)
        self.table.turn(rim, degrees, wait=self.pause())
        self.table.turn(rim, -degrees, wait=self.pause())

    def bad_cable(self) -> None:
        """Packets are lost, doubled, bent and mixed with garbage."""
        controller = self.table.bench.controller
        faults: list[Callable[[], None]] = [
            lambda: controller.drop_next_frames(2),
            lambda: controller.duplicate_next(3),
            lambda: controller.flip_bit(),
            lambda: controller.truncate_next(4),
            lambda: controller.insert_garbage(self.chance.randbytes(40)),
        ]
        self.chance.choice(faults)()

    def pull_cable(self) -> None:
        """The cable is pulled and put in again."""
        self.table.bench.unplug()
        self.table.run.run_for(millis(self.chance.uniform(10, 3000)))
        self.table.bench.plug()
        self.table.run.run_for(Duration(8 * SECOND))

    def pause(self) -> Duration:
        """How long a person hesitates."""
        return millis(self.chance.choice([0, 50, 250, 500, 1500, 5000]))

    def free(self) -> list[Any]:
        """Holes without a ball."""
        taken = self.table.world.holes()
        return [site for site in ttt3d.geometry.HOLES if site not in taken]

    def standing(self) -> list[Any]:
        """Holes with a ball."""
        return sorted(self.table.world.holes())
