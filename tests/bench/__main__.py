"""Benches of the whole product: `python -m tests.bench [--short] [NAME ...]`, names as in `main`.

They report, never judge. Speed claims are ratios of figures measured in one run; absolute times are
printed for the eye.
"""

import sys

from tests.bench import census, compiled, firmware, latency, lateness, light, opponents, start
from tests.bench.rules import bench as rules

SLOW = frozenset({"opponents", "lateness", "compiled"})
"""Only by name, or in the full run: games of the strongest grade, balls at the pace of hands, a compiler."""


def main(arguments: list[str]) -> None:
    """Run the benches that are named, or all."""
    short = "--short" in arguments
    names = [argument for argument in arguments if not argument.startswith("-")]
    benches = {
        "latency": latency.report,
        "start": start.report,
        "rules": rules.report,
        "census": census.report,
        "light": light.report,
        "firmware": firmware.report,
        "opponents": opponents.report,
        "lateness": lateness.report,
        "compiled": compiled.report,
    }
    for name, report in benches.items():
        if name in names or not (names or (short and name in SLOW)):
            report(rounds=3 if short else 30)


if __name__ == "__main__":
    main(sys.argv[1:])
