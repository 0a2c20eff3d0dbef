"""Speed of the rules of Troika and Trike as ratios: engine and playouts beside a plain program.

Run from the checkout: `python -m tests.bench.rules.bench [SECONDS]`. Prints one line a game:

- `api`: random games through `legal_moves`, `play`, `outcome`, over the plain program's rate; aim: 1 or more.
- `playout`: the game's `playout` over the plain program's rate; aim: 2 or more.
- `required`: `playout` over 0.6 x the table of `TABLE`, scaled by `calibration.py`; aim: 1
  or more.
- `perft`: sequences counted per second through the engine over the plain program's; aim: 1 or more.

Rates are the best of slices taken in turn, so that a busy moment hits every candidate alike.
"""

import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tests.bench import calibration
from tests.bench.rules import baseline_trike, baseline_troika

from triboard.rules import trike, troika
from triboard.rules.game import Game

SHARE: Final = 0.6
SLICES: Final = 7
BATCH: Final = 20
"""Games between two looks at the clock, so that looking costs nothing beside playing."""


@dataclass(frozen=True, slots=True)
class Contest:
    """One game's candidates, and its playouts per second in the table of `TABLE`."""

    name: str
    table: float
    plain: Callable[[], object]
    api: Callable[[], object]
    playout: Callable[[], object]
    plain_perft: Callable[[], int]
    perft: Callable[[], int]


@dataclass(frozen=True, slots=True)
class Ratios:
    """What `measure` found; see the module's first lines."""

    api: float
    playout: float
    required: float
    perft: float


def contests() -> list[Contest]:
    """Troika, and Trike on a small and a middle board."""
    return [_troika(), _trike(size=7, table=65_000, depth=4), _trike(size=13, table=22_000, depth=3)]


def measure(contest: Contest, seconds: float, machine: float) -> Ratios:
    """Ratios of one game in about `seconds`; `machine` is this machine's speed over the reference's."""
    slice_seconds = seconds / SLICES / 5
    plain, api, playout = _best([contest.plain, contest.api, contest.playout], slice_seconds)
    plain_perft, perft = _best([contest.plain_perft, contest.perft], slice_seconds, batch=1)
    required = SHARE * contest.table * machine
    return Ratios(api / plain, playout / plain, playout / required, perft / plain_perft)


def through_the_engine(game: Game[Any, Any], start: Any, choice: Callable[[Any], Any]) -> None:
    """One random game by the seam that boards and sessions use."""
    state = start
    while game.outcome(state) is None:
        state = game.play(state, choice(game.legal_moves(state)))


def perft(game: Game[Any, Any], state: Any, depth: int) -> int:
    """Sequences of exactly `depth` moves; the last ply is counted, not played, as in the plain programs."""
    moves = tuple(game.legal_moves(state))
    if depth <= 1:
        return len(moves) if depth else 1
    return sum(perft(game, game.play(state, move), depth - 1) for move in moves)


def _troika() -> Contest:
    game, random_source = troika.GAME, random.Random(1)
    start, draw = game.start({"starter": "light"}), random_source.random
    return Contest(
        "troika",
        57_000,
        plain=baseline_troika.playout,
        api=lambda: through_the_engine(game, start, random_source.choice),
        playout=lambda: troika.playout(start, lambda count: int(draw() * count)),
        plain_perft=lambda: baseline_troika.perft(
            baseline_troika.empty_board(), [baseline_troika.full_hand(side) for side in (0, 1)], 0, 3
        ),
        perft=lambda: perft(game, start, 3),
    )


def _trike(*, size: int, table: float, depth: int) -> Contest:
    game, random_source = trike.GAME, random.Random(1)
    start, draw = game.start({"size": size, "swap": False}), random_source.random
    return Contest(
        f"trike {size}",
        table,
        plain=lambda: baseline_trike.playout(size),
        api=lambda: through_the_engine(game, start, random_source.choice),
        playout=lambda: trike.playout(start, lambda count: int(draw() * count)),
        plain_perft=lambda: baseline_trike.perft(baseline_trike.empty_board(size), None, 0, depth),
        perft=lambda: perft(game, start, depth),
    )


def _best(candidates: list[Callable[[], object]], slice_seconds: float, batch: int = BATCH) -> list[float]:
    """Best rate of each candidate, per second of processor time."""
    best = [0.0] * len(candidates)
    for _ in range(SLICES):
        for number, candidate in enumerate(candidates):
            start, runs = time.process_time(), 0
            while time.process_time() - start < slice_seconds:
                for _ in range(batch):
                    candidate()
                runs += batch
            best[number] = max(best[number], runs / (time.process_time() - start))
    return best


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    machine = calibration.rate() / calibration.REFERENCE
    print(f"machine: {machine:.2f} x reference")
    print(f"{'game':<10}{'api':>8}{'playout':>9}{'required':>10}{'perft':>8}")
    for contest in contests():
        found = measure(contest, seconds, machine)
        print(
            f"{contest.name:<10}{found.api:>8.2f}{found.playout:>9.2f}{found.required:>10.2f}{found.perft:>8.2f}"
        )


if __name__ == "__main__":
    main()
