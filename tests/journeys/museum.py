"""A day at the museum: `python -m tests.journeys.museum BOARD HOURS SEED` prints what happened.

Visitors come and go by a seed: families, people alone, a class, vandals. A sensor dies, somebody stumbles
over the cable, the power goes. Nobody of the house ever does anything.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.journeys.houses import in_a_house
from tests.journeys.museum_watch import ShownTable, Watch
from tests.journeys.newcomer import newcomer
from tests.journeys.vandals import Vandal

from triboard.light.scene import Role
from triboard.session.state import Phase
from triboard.units import SECOND, Instant, millis


class Day:
    """Lives through a day. `faults` are what happens to the board itself, each at its second."""

    def __init__(self, folder: Path, board: str, seconds: int, seed: int) -> None:
        self.table = in_a_house(ShownTable, folder, board, seed=seed)
        self.chance = Random(f"museum {board} {seed}")
        self.begun = self.table.run.now
        self.seconds = seconds
        self.watch = Watch(self.table)
        self.dead = self.chance.choice(self.table.board.sites).site
        thirds = [(part * seconds) // 4 for part in (1, 2, 3)]
        self.faults: list[tuple[int, str, Callable[[], None]]] = [
            (thirds[0], "sensor dies", lambda: self.table.suffer("stuck-low", self.dead)),
            (thirds[1], "cable out", self.table.bench.unplug),
            (thirds[1] + 100, "cable", self.table.bench.plug),
            (thirds[2], "power cut", self.cut),
        ]

    def cut(self) -> None:
        self.table.cut_power()
        self.watch.join()

    @property
    def now(self) -> float:
        """Seconds since the doors opened."""
        return (self.table.run.now - self.begun) / SECOND

    @property
    def over(self) -> bool:
        """Whether the doors are closing."""
        return self.now >= self.seconds

    def wait(self, seconds: float) -> None:
        """Time passes, and faults come when they come."""
        end = Instant(self.table.run.now + millis(1000 * seconds))
        while self.table.run.now < end:
            self.table.run.run_until(min(end, Instant(self.table.run.now + SECOND)))
            self._suffer()
            self.watch.look()

    def _suffer(self) -> None:
        while self.faults and self.now >= self.faults[0][0]:
            _, what, happen = self.faults.pop(0)
            happen()
            if what != "cable out":
                self.watch.touch()  # somebody has put it in again, or power has come back
                self.watch.disturb(what)

    # Visitors

    def live(self) -> None:
        """One visit after the other till the doors close, then three minutes for the last deed to heal."""
        visits = [self.family, self.family, self.family, self.alone, self.alone, self.a_class, self.vandals]
        first = [self.family, self.alone, self.a_class, self.vandals]  # whatever the seed, each comes once
        self.chance.shuffle(first)
        while not self.over:
            visit = first.pop() if first else self.chance.choice(visits)
            self.watch.count[visit.__name__] += 1
            visit()
            self.wait(self.chance.choice([3, 20, 60, 150, 300]))
        self.wait(180)
        self.watch.look()

    def follow(self, steps: int, slowest: float, slips: float = 0.0) -> None:
        """Somebody does what the light says, more or less."""
        somebody, vandal = newcomer(self.table, self.chance), Vandal(self.table, self.chance)
        idle = 0
        for _ in range(steps):
            if self.over or idle > 6 or self.table.phase() is Phase.FINISHED:
                return
            if self.chance.random() < slips:
                vandal.done.append("")
                self.chance.choice([vandal.drop, vandal.lift])()
                self.watch.touch()
                self.watch.slip()
            elif somebody.step():
                idle = 0
                self.watch.touch()
            else:
                idle += 1
            self.wait(self.chance.uniform(0.3, slowest))

    def family(self) -> None:
        """Two to four people who take their time, slip, and now and then put the pieces away."""
        self.follow(self.chance.randrange(4, 50), 6.0, slips=0.1)
        self.leave()

    def alone(self) -> None:
        """Somebody who has nobody to play with and waits for the opponent that the board offers."""
        self.follow(1, 2.0)
        self.wait(self.chance.choice([12, 23, 23]))
        self.follow(self.chance.randrange(3, 40), 4.0)
        self.leave()

    def a_class(self) -> None:
        """Twenty children in a hurry; a few of them do as they like."""
        for _ in range(self.chance.randrange(5, 12)):
            self.follow(self.chance.randrange(2, 9), 1.0, slips=0.25)
            self.wait(1)
        self.leave()

    def vandals(self) -> None:
        """Everything at once."""
        vandal = Vandal(self.table, self.chance)
        vandal.live(self.chance.randrange(5, 25))
        self.watch.touch()
        self.watch.disturb("vandals")
        self.watch.look()

    def leave(self) -> None:
        """Some put the pieces away, most just go."""
        hands, run = self.table.bench.hands, self.table.run
        if self.chance.random() < 0.3 or self.table.lit(Role.WRONG):
            for site in sorted(self.table.world.holes()):
                while self.table.world.standing(site):
                    run.run_until(hands.lift(site, run.now))
                run.run_until(hands.put_away(run.now))
        run.run_until(hands.put_away(run.now))
        self.watch.touch()

    def report(self) -> str:
        """What happened, in lines."""
        watch, table = self.watch, self.table
        count = dict(sorted(watch.count.items()))
        longest: dict[str, float] = {}
        for what, seconds in watch.healed:
            longest[what] = max(longest.get(what, 0.0), seconds)
        lines = [
            f"{table.board.name}: {self.now / 3600:.2f} h simulated, seed {table.bench.seed}",
            f"games begun {len(watch.recorded)}, moves kept {watch.moves}; "
            + ", ".join(f"{name} {number}" for name, number in count.items()),
            "longest time to heal, s: "
            + ", ".join(f"{what} {seconds:.0f}" for what, seconds in sorted(longest.items())),
            f"longest time ill without a touch, s: {watch.untouched_ill / SECOND:.0f}",
            f"show {watch.showing / SECOND:.0f} s, frames {watch.frames}",
            f"most opposing changes of light in a second: {watch.worst_chain} of 3 allowed",
            f"lines of log {len(table.log)}, bytes written since the cut {table.journal.bytes_written}",
        ]
        return "\n".join(lines)

    def judge(self) -> None:
        """No illegal record, no lost move, nothing that did not heal, no flash."""
        self.watch.judge()
        assert not self.faults, "the day was too short for its faults"
        lived = {"family", "a_class", "vandals", "slips", "sensor dies", "cable", "power cut"}
        assert lived <= set(self.watch.count), "the seed has left something out"
        assert self.watch.disturbed is None, self.watch.disturbed
        assert max(seconds for _, seconds in self.watch.healed) <= 180, self.watch.healed
        assert self.watch.untouched_ill <= 180 * SECOND
        self.table.close()


def main(board: str, hours: float, seed: int) -> None:
    """Live through a day and say what happened."""
    with TemporaryDirectory() as folder:
        day = Day(Path(folder), board, round(3600 * hours), seed)
        day.live()
        print(day.report(), flush=True)
        day.judge()


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
