"""The fault list: everything that a simulated board can have, by name, for scripts, tests and the page.

One registry serves all three, and docs/faults.md is made from it: `python -m triboard.sim.faults`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from triboard.errors import PlayerError
from triboard.fields import nearest
from triboard.sim.bench import SimulatedBench
from triboard.sim.computer_faults import COMPUTER_FAULTS
from triboard.sim.fault import Fault, Part
from triboard.sim.link_faults import LINK_FAULTS
from triboard.sim.sensor_faults import SENSOR_FAULTS
from triboard.units import Instant

FAULTS: Final[Mapping[str, Fault]] = {
    one.name: one for one in (*SENSOR_FAULTS, *LINK_FAULTS, *COMPUTER_FAULTS)
}
"""By name, in the order of the docs."""

ELSEWHERE: Final = (
    ("power cut at every byte of what is not yet on the disk", "tests/unit/store/test_power_cuts*.py"),
    ("I/O errors of single disk operations", "tests/unit/store/test_journal_faults.py"),
    ("an engine's own process killed, stopped and replaced", "tests/journeys/test_engine_process.py"),
)
"""Entries of the list of hardware facts that live where a bench cannot reach."""


def inflict(bench: SimulatedBench, name: str, words: Sequence[str], now: Instant) -> None:
    """Break something now and note it in the bench's log; raises `PlayerError` with the remedy."""
    if name not in FAULTS:
        raise PlayerError(f"'{name}' is no fault. {nearest(name, FAULTS)}")
    found = FAULTS[name]
    values = found.verb.read(words)
    bench.note(now, (name, *words))
    found.act(bench, now, *values)


def catalogue() -> list[dict[str, Any]]:
    """The list for the page's workbench: name, part, arguments (label, default or null), what it does."""
    return [
        {
            "fault": one.name,
            "part": one.part.value,
            "arguments": [
                {"name": argument.label, "default": argument.default} for argument in one.verb.arguments
            ],
            "about": one.verb.about,
        }
        for one in FAULTS.values()
    ]


def table() -> str:
    """The list in Markdown."""
    lines: list[str] = []
    for part in Part:
        lines += [f"### {part.value}", "", "| verb | what happens |", "|---|---|"]
        lines += [f"| `{one.verb.usage}` | {one.verb.about} |" for one in FAULTS.values() if one.part is part]
        lines.append("")
    lines += ["### Elsewhere", "", "| of the list | where |", "|---|---|"]
    lines += [f"| {what} | {where} |" for what, where in ELSEWHERE]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(table(), end="")  # noqa: T201 (its output is the table)
