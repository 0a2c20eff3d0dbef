"""What compiling the engines buys: their rates over those of their source, process by process in turn.

Playouts a second as in `rules`, and nodes a second of a Master's answers. Needs the extra `fast` and a C
compiler; what is compiled lies in a folder of the bench.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from triboard.app import compiled
from triboard.app.compiling import compile_engines
from triboard.errors import MachineError

TURNS: Final = 3
"""Processes of each kind; the best rate of each counts."""

ANSWERED: Final = 8
"""Answers of each Master, from the beginning of a game; the first ones may be quick."""


def report(*, rounds: int) -> None:
    """Print the ratios; `rounds` tenths of a second for the playouts of a game."""
    with TemporaryDirectory() as folder:
        begun = time.monotonic()
        try:
            compile_engines(Path(folder))
        except MachineError as error:
            print(f"compiled engines: {error}")
            return
        print(f"compiled engines over their source, ratios; compiled in {time.monotonic() - begun:.0f} s")
        pure: dict[str, float] = {}
        fast: dict[str, float] = {}
        for _ in range(TURNS):
            for rates, place in ((pure, ""), (fast, folder)):
                for name, rate in _measured(place, rounds / 10 / TURNS).items():
                    rates[name] = max(rate, rates.get(name, 0))
    for name, rate in fast.items():
        print(f"  {name:<50}{rate / pure[name]:>6.2f}")


def _measured(folder: str, seconds: float) -> dict[str, float]:
    """Rates of a process with the engines in a folder, by name."""
    command = [sys.executable, "-m", "tests.bench.compiled", str(seconds)]
    environment = {**os.environ, compiled.FOLDER: folder}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    rates: dict[str, float] = json.loads(done.stdout)
    return rates


def _rates(seconds: float) -> dict[str, float]:
    """Rates of this process by name, per second of processor time."""
    from tests.bench.opponents import KINDS, answers
    from tests.bench.rules.bench import contests
    from tests.bench.rules.clock import best

    found = {f"{one.name}: playouts": best([one.playout], seconds)[0] for one in contests()}
    for name, options in KINDS:
        nodes, spent = map(sum, zip(*answers(name, options, ANSWERED), strict=True))
        found[f"{name} {json.dumps(dict(options))}: nodes"] = nodes / spent
    return found


if __name__ == "__main__":
    compiled.use()
    json.dump(_rates(float(sys.argv[1])), sys.stdout)
