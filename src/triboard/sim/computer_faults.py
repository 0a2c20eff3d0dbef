"""Faults of the computer that runs the daemon: its opponents' engine and its wall clock."""

from typing import Final

from triboard.sim.bench import SimulatedBench
from triboard.sim.engine import EngineFault
from triboard.sim.fault import HOW_MANY, Fault, Part, fault
from triboard.sim.verbs import JUMP, Argument
from triboard.units import Instant


def _engine(kind: EngineFault, name: str, about: str) -> Fault:
    def act(bench: SimulatedBench, now: Instant, count: int) -> None:
        del now
        bench.engine.plan(kind, count)

    return fault(Part.COMPUTER, name, (HOW_MANY,), about, act)


def _jump(bench: SimulatedBench, now: Instant, seconds: float) -> None:
    del now
    bench.wall.jump(seconds)


COMPUTER_FAULTS: Final[tuple[Fault, ...]] = (
    _engine(EngineFault.HANG, "engine-hang", "The next COUNT questions to an opponent are never answered."),
    _engine(
        EngineFault.CRASH, "engine-crash", "At each of the next COUNT questions the opponent's process dies."
    ),
    _engine(EngineFault.GARBAGE, "engine-garbage", "The next COUNT answers of an opponent are nonsense."),
    _engine(EngineFault.ILLEGAL, "engine-illegal", "The next COUNT answers of an opponent break a rule."),
    fault(
        Part.COMPUTER,
        "clock-jump",
        (Argument("SECONDS", JUMP),),
        "The wall clock of this process jumps by SECONDS, forward or back, until it is mended.",
        _jump,
    ),
)
