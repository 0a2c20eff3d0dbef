"""What opponents cost: the slowest answer of each game by the estimate for a Pi 4, and how late light comes
while one thinks. (Playouts a second beside the demanded rate: `python -m tests.bench rules`, column
`required`.)
"""

import os
import statistics
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.bench import calibration
from tests.journeys.table import Table

from triboard.app.engine_forms import SeededChance
from triboard.app.engines import WorkerEngines
from triboard.opponents.engine import Grade
from triboard.opponents.games import INSIGHTS
from triboard.opponents.registry import choose
from triboard.rules import ttt3d
from triboard.rules.chance import dealt
from triboard.rules.registry import GAMES
from triboard.session.effects import AskOpponent
from triboard.units import Piece, millis

PI: Final = 5
"""A Pi 4 takes so many times as long (docs/opponents.md)."""

GOAL: Final = 3.0
"""Seconds on a Pi 4 within which the slowest grade is to answer."""

KINDS: Final[tuple[tuple[str, Mapping[str, Any]], ...]] = (
    ("ttt3d", {"players": 2}),
    ("ttt3d", {"players": 5, "rims": True}),
    ("troika", {"starter": "light"}),
    ("trike", {"size": 7}),
    ("trike", {"size": 13}),
    ("trioker", {}),
    ("trioker", {"mode": "rapid", "players": 2}),
    ("trioker", {"mode": "original", "players": 4}),
    ("trioker", {"mode": "simple", "players": 2}),
)


def report(*, rounds: int) -> None:
    """Print the slowest of the first `2 * rounds` answers of a game, and the delay of light."""
    machine = calibration.rate(seconds=0.5) / calibration.REFERENCE
    print(
        f"opponents, slowest answer of a Master against itself; this machine is {machine:.2f} x the reference"
    )
    for name, options in KINDS:
        seconds = _slowest(name, options, answers=2 * rounds)
        said = ", ".join(f"{key} {value}" for key, value in options.items())
        verdict = "within" if PI * seconds <= GOAL else "OVER"
        print(
            f"  {name} {said}: {seconds:.2f} s here, {PI * seconds:.1f} s on a Pi 4, {verdict} {GOAL:.0f} s"
        )
    _report_light(rounds)


def _slowest(name: str, options: Mapping[str, Any], *, answers: int) -> float:
    """Processor seconds of the slowest of the first answers in a game of masters."""
    game, insight, chance = GAMES[name], INSIGHTS[name], SeededChance(1)
    state = game.start(dealt(game, options, chance.below))
    slowest = 0.0
    while game.outcome(state) is None and answers:
        if insight.by_chance(state):
            moves = insight.moves(state)
            state = game.play(state, moves[chance.below(len(moves))])
            continue
        begun = time.process_time()
        choice = choose(game, state, grade=Grade.MASTER, chance=chance)
        answers -= 1
        slowest = max(slowest, time.process_time() - begun)
        state = game.play(state, choice.move)
    return slowest


def _report_light(rounds: int) -> None:
    """Real time that the daemon takes from a touched hole to the frame that answers it, without and with an
    engine that thinks in its process; all on one core, which is harder than any Pi has it."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        idle, busy = _touches(rounds, thinking=False), _touches(rounds, thinking=True)
    finally:
        os.sched_setaffinity(0, cores)
    later = statistics.median(busy) - statistics.median(idle)
    print(
        f"  light on one shared core, {len(idle)} touches: median {statistics.median(idle):.1f} ms, while an"
        f" engine thinks {statistics.median(busy):.1f} ms ({later:+.1f}), slowest {max(idle):.1f} and"
        f" {max(busy):.1f} ms; goal: no more than 20 ms later"
    )


def _touches(rounds: int, *, thinking: bool) -> list[float]:
    """Milliseconds of real time for each of some balls; the waiting of the board itself is virtual."""
    found = []
    with TemporaryDirectory() as folder:
        engines = WorkerEngines(1, lambda: None)
        table = Table(Path(folder), {"players": 3}, engines=engines)
        try:
            for number in range(min(rounds, 26)):
                site = next(site for site in ttt3d.geometry.HOLES if site not in table.world.holes())
                due = ttt3d.due_colour(table.state.game)
                assert due is not None
                if thinking:
                    question = AskOpponent(number + 1, "trike", {"size": 13}, ("g4", "swap"), Grade.MASTER)
                    engines.ask(question, table.run.now)
                    time.sleep(0.5)  # till it thinks
                table.frames.clear()
                begun = time.perf_counter()
                table.bench.hands.drop(site, Piece(due), table.run.now)
                while not table.frames:
                    table.run.run_for(millis(1))
                found.append(1000 * (time.perf_counter() - begun))
                table.run.run_for(millis(1500))
        finally:
            table.close()
            engines.close()
    return found
