"""What opponents cost: the slowest answer of each game by the estimate for a Pi 4.

How late light comes while one thinks: `lateness`. Playouts a second beside the demanded rate: `rules`, column
`required`.
"""

import time
from collections.abc import Mapping
from typing import Any, Final

from tests.bench import calibration

from triboard.app.engine_forms import SeededChance
from triboard.opponents.engine import Grade
from triboard.opponents.games import INSIGHTS
from triboard.opponents.registry import choose
from triboard.rules.chance import dealt
from triboard.rules.registry import GAMES

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
    """Print the slowest of the first `2 * rounds` answers of a game."""
    machine = calibration.rate(seconds=0.5) / calibration.REFERENCE
    print(
        f"opponents, slowest answer of a Master against itself; this machine is {machine:.2f} x the reference"
    )
    for name, options in KINDS:
        seconds = max(spent for _, spent in answers(name, options, 2 * rounds))
        said = ", ".join(f"{key} {value}" for key, value in options.items())
        verdict = "within" if PI * seconds <= GOAL else "OVER"
        print(
            f"  {name} {said}: {seconds:.2f} s here, {PI * seconds:.1f} s on a Pi 4, {verdict} {GOAL:.0f} s"
        )


def answers(name: str, options: Mapping[str, Any], most: int) -> list[tuple[int, float]]:
    """Nodes and processor seconds of each of the first answers in a game of masters."""
    game, insight, chance = GAMES[name], INSIGHTS[name], SeededChance(1)
    state = game.start(dealt(game, options, chance.below))
    found: list[tuple[int, float]] = []
    while game.outcome(state) is None and len(found) < most:
        if insight.by_chance(state):
            moves = insight.moves(state)
            state = game.play(state, moves[chance.below(len(moves))])
            continue
        begun = time.process_time()
        choice = choose(game, state, grade=Grade.MASTER, chance=chance)
        found.append((choice.nodes, time.process_time() - begun))
        state = game.play(state, choice.move)
    return found
