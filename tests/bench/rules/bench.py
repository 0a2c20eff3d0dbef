"""Speed of the rules as ratios: engine and playouts of every game beside a plain program.

`python -m tests.bench [--short] rules`. Prints one line a game:

- `api`: random games through `legal_moves`, `play`, `outcome`, over the plain program's rate; aim: 1 or more.
- `playout`: the game's `playout` over the plain program's rate; aim: 2 or more.
- `required`: `playout` over 0.6 x the speed table of the design notes, scaled by `calibration.py`; aim: 1
  or more; `-` where the table has no figure.
- `perft`: sequences counted per second through the engine over the plain program's; aim: 1 or more.
- `bare`: `playout` over `api`, which is what doing without states and moves buys.

Then what single tricks buy, see `tricks.py`. Rates are the best of slices taken in turn, so that a busy
moment hits every candidate alike.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tests.bench import calibration
from tests.bench.rules import baseline_trike, baseline_trioker, baseline_troika, baseline_ttt3d, tricks
from tests.bench.rules.clock import best

from triboard.rules import trike, trioker, troika, ttt3d
from triboard.rules.game import Game

SHARE: Final = 0.6


@dataclass(frozen=True, slots=True)
class Contest:
    """One game's candidates, and its playouts per second in the speed table, where that has them."""

    name: str
    table: float | None
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
    required: float | None
    perft: float

    @property
    def bare(self) -> float:
        """What doing without states and moves buys."""
        return self.playout / self.api


def contests() -> list[Contest]:
    """Every game; Trike on a small and a middle board, the others with their defaults."""
    return [
        _ttt3d(),
        _troika(),
        _trike(size=7, table=65_000, depth=4),
        _trike(size=13, table=22_000, depth=3),
        _trioker(),
    ]


def measure(contest: Contest, seconds: float, machine: float) -> Ratios:
    """Ratios of one game in about `seconds`; `machine` is this machine's speed over the reference's."""
    plain, api, playout = best([contest.plain, contest.api, contest.playout], seconds * 3 / 5)
    plain_perft, perft = best([contest.plain_perft, contest.perft], seconds * 2 / 5, batch=1)
    required = None if contest.table is None else playout / (SHARE * contest.table * machine)
    return Ratios(api / plain, playout / plain, required, perft / plain_perft)


def through_the_engine(game: Game[Any, Any], start: Any, choice: Callable[[Any], Any]) -> None:
    """One random game by the seam that boards and sessions use."""
    state = start
    while game.outcome(state) is None:
        state = game.play(state, choice(tuple(game.legal_moves(state))))


def perft(game: Game[Any, Any], state: Any, depth: int) -> int:
    """Sequences of exactly `depth` moves; the last ply is counted, not played, as in the plain programs."""
    moves = tuple(game.legal_moves(state))
    if depth <= 1:
        return len(moves) if depth else 1
    return sum(perft(game, game.play(state, move), depth - 1) for move in moves)


def _ttt3d() -> Contest:
    game, random_source = ttt3d.GAME, random.Random(1)
    start, draw = game.start({"players": 3}), random_source.random
    return Contest(
        "ttt3d",
        44_000,
        plain=lambda: baseline_ttt3d.playout(3),
        api=lambda: through_the_engine(game, start, random_source.choice),
        playout=lambda: ttt3d.playout(start, lambda count: int(draw() * count)),
        plain_perft=lambda: baseline_ttt3d.perft(baseline_ttt3d.empty_board(), [0] * 3, 0, 3),
        perft=lambda: perft(game, start, 3),
    )


def _trioker() -> Contest:
    game, random_source = trioker.GAME, random.Random(1)
    start, draw = game.start({"mode": "pair-impair"}), random_source.random
    assert isinstance(start, trioker.DuelState)
    return Contest(
        "trioker",
        None,
        plain=baseline_trioker.playout,
        api=lambda: through_the_engine(game, start, random_source.choice),
        playout=lambda: trioker.playout(start, lambda count: int(draw() * count)),
        plain_perft=lambda: baseline_trioker.perft(baseline_trioker.Board(), 2),
        perft=lambda: perft(game, start, 2),
    )


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


def report(*, rounds: int) -> None:
    """Print the ratios of all games and of the tricks; `rounds` tenths of a second a game, 10 at least."""
    seconds = max(rounds, 10) / 10
    machine = calibration.rate(seconds=0.5) / calibration.REFERENCE
    print(f"rules, as ratios; this machine is {machine:.2f} x the reference")
    print(f"  {'game':<10}{'api':>8}{'playout':>9}{'required':>10}{'perft':>8}{'bare':>8}")
    for contest in contests():
        found = measure(contest, seconds, machine)
        required = "-" if found.required is None else f"{found.required:.2f}"
        print(
            f"  {contest.name:<10}{found.api:>8.2f}{found.playout:>9.2f}{required:>10}"
            f"{found.perft:>8.2f}{found.bare:>8.2f}"
        )
    tricks.report(seconds=seconds / 5)
