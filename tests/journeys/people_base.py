"""What people of all games have in common: they play what they mean, slip, and suffer bad cables."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.journeys.table import Table

from triboard.board.signals import site_signals
from triboard.sim.hands import Hands
from triboard.store.journal import read_segment
from triboard.units import SECOND, Duration, Instant, Piece, Site, millis

Verb = Callable[[Hands, Instant, int], Instant]
"""Something that a hand (by number) begins now; when it will be done."""


def drop(site: Site, piece: Piece) -> Verb:
    """Put a piece down."""
    return lambda hands, now, hand: hands.drop(site, piece, now, hand=hand)


def lift(site: Site) -> Verb:
    """Take the top piece up and keep it in the hand."""
    return lambda hands, now, hand: hands.lift(site, now, hand=hand)


class People:
    """Plays one random game at a table. `moves` is what was meant, `states` the games that they led to."""

    def __init__(self, table: Table, chance: Random, *, clumsy: float) -> None:
        self.table = table
        self.chance = chance
        self.clumsy = clumsy
        self.game = table.state.manners.game
        self.states: list[Any] = [table.state.game]
        self.moves: list[Any] = []
        self.left: tuple[list[Any], list[Any]] | None = None
        """States and moves as they were before hands took some back; a piece put back makes them again."""

    @property
    def state(self) -> Any:
        """The game as the people see it."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome(self.state) is not None

    def play_game(self) -> None:
        """Play to the end; after every ply the board must have understood exactly what was meant."""
        while not self.over:
            if self.chance.random() < self.clumsy:
                self.chance.choice(self.mischief())()
                self.wait(2 * SECOND)
                self.expect()
            self.turn()
            self.expect()

    def turn(self) -> None:
        """Carry out one move, or two at once."""
        raise NotImplementedError

    def mischief(self) -> list[Callable[[], None]]:
        """What can go wrong now; after each the board must be as it should."""
        return [self.bad_cable, self.pull_cable, self.bump]

    def meant(self, move: Any) -> None:
        """Note a move that hands have made; a piece that they took away brings back what went with it."""
        here, after = self.game.position(self.state), self.game.play(self.state, move)
        self.states.append(after)
        self.moves.append(move)
        if self.left is None:
            return
        states, moves = self.left
        if (shown := self.game.position(after)) != here:
            plies = [ply for ply in range(self.most_put_back(), 0, -1) if ply >= len(self.moves)]
            for ply in plies:
                if self.game.position(states[ply]) == shown:
                    self.states, self.moves = states[: ply + 1], moves[:ply]
                    break
        if len(self.moves) >= len(moves) or self.moves != moves[: len(self.moves)]:
            self.left = None

    def most_put_back(self) -> int:
        """How many plies the game has if everything is put back that can be."""
        return 0 if self.left is None else len(self.left[1])

    def back_to(self, ply: int, *, by_hands: bool = True) -> None:
        """Note that the game went back to before a ply. After UNDO nothing is put back: it is a new move."""
        if not by_hands:
            self.left = None
        elif self.left is None:
            self.left = (self.states[:], self.moves[:])
        del self.states[ply + 1 :]
        del self.moves[ply:]

    def expect(self) -> None:
        """The record is what was played; nothing more, nothing less, and no light says wrong."""
        texts = [self.game.format_move(move) for move in self.moves]
        assert self.table.moves == texts, (
            self.table.state.phase,
            self.table.state.notice,
            self.table.world.stacks,
        )
        assert not self.table.refusals, self.table.refusals
        assert self.table.state.game == self.state
        assert self.table.state.phase.value == ("finished" if self.over else "play"), self.table.state.notice

    # Hands

    def do(self, *verbs: Verb, wait: int = SECOND) -> None:
        """One hand does one thing after another, with hesitation in between; then wait."""
        for number, verb in enumerate(verbs):
            if number:
                self.wait(self.pause())
            self.table.run.run_until(verb(self.table.bench.hands, self.table.run.now, 0))
        self.wait(wait)

    def both(self, left: Sequence[Verb], right: Sequence[Verb], wait: int = SECOND) -> None:
        """Two hands at once, each doing one thing after another."""
        now, hands = self.table.run.now, self.table.bench.hands
        ends = [now]
        for hand, verbs in enumerate((left, right)):
            ends += [verb(hands, now, hand) for verb in verbs]
        self.table.run.run_until(max(ends))
        self.wait(wait)

    def wait(self, duration: int) -> None:
        """Let time pass."""
        self.table.run.run_for(Duration(duration))

    def pause(self) -> int:
        """How long a person hesitates."""
        return millis(self.chance.choice([0, 0, 50, 250, 500, 1500, 5000]))

    def put_away(self) -> None:
        """What the hands hold goes back to its tray."""
        self.do(lambda hands, now, hand: hands.put_away(now, hand=hand), wait=0)

    # Accidents

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
        self.wait(millis(self.chance.uniform(10, 3000)))
        self.table.bench.plug()
        self.wait(8 * SECOND)

    def bump(self) -> None:
        """The table is knocked: some sites lose contact for a moment."""
        bench = self.table.bench
        shaken = self.chance.sample(self.table.board.sites, 3)
        for site in shaken:
            for channel, value in site_signals(site, ()).items():
                bench.controller.set_raw(channel, value, self.table.run.now)
        self.wait(millis(self.chance.choice([5, 30, 80, 150])))
        for site in shaken:
            for channel, value in site_signals(site, self.table.world.standing(site.site)).items():
                bench.controller.set_raw(channel, value, self.table.run.now)


def kept(table: Table) -> list[str]:
    """Texts of the moves in the journal on disk that were not taken back."""
    found: list[str] = []
    for entry in read_segment(table.journal.path).entries:
        if entry["event"] == "move":
            found.append(entry["text"])
        elif entry["event"] == "takeback":
            del found[entry["ply"] :]
    return found


def finish(table: Table, people: People) -> None:
    """The journal has what was meant, and with the daemon gone the pixels are dark."""
    assert kept(table) == [people.game.format_move(move) for move in people.moves]
    table.close()
    assert table.bench.bus.decode() == bytes(3 * len(table.board.pixels))


def written(table: Table) -> list[str]:
    """Everything that was ever committed: texts of moves, and `back to ply` for takebacks."""
    entries = read_segment(table.journal.path).entries
    return [
        entry["text"] if entry["event"] == "move" else f"back to {entry['ply']}"
        for entry in entries
        if entry["event"] in ("move", "takeback")
    ]
