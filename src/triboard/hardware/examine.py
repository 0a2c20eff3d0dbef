"""All that `triboard hardware check` does: the board file's mistakes, the circuit's, and SKiDL's verdict."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from triboard.board.definition import Board
from triboard.errors import Mistake
from triboard.hardware.checks import check_hardware
from triboard.hardware.circuit import Circuit, Node
from triboard.hardware.design import design
from triboard.hardware.erc import Verdict, examine
from triboard.hardware.netlist import as_wired
from triboard.hardware.power import plan_power
from triboard.hardware.timing import edges_a_second, frame_ms, scan_ms


class Wired(NamedTuple):
    """How a board was really wired: its nets, and the file that says so."""

    nets: dict[str, tuple[Node, ...]]
    origin: str


@dataclass(frozen=True, slots=True)
class Examined:
    """A board's mistakes; its circuit and SKiDL's verdict where they were asked for and could be made."""

    board: Board
    mistakes: tuple[Mistake, ...]
    circuit: Circuit | None = None
    verdict: Verdict | None = None

    def as_json(self) -> dict[str, Any]:
        """For programs; figures in milliamperes, volts and milliseconds."""
        return {
            "board": self.board.name,
            "ok": not self.mistakes,
            "mistakes": [
                {"place": one.place, "problem": one.problem, "remedy": one.remedy} for one in self.mistakes
            ],
            "erc": None
            if self.verdict is None
            else {"errors": list(self.verdict.errors), "warnings": list(self.verdict.warnings)},
            **figures(self.board),
        }


def figures(board: Board) -> dict[str, Any]:
    """What the checks compare with their limits."""
    plan = plan_power(board)
    rims = {"pi": False, "controller": True}
    return {
        "power": {
            "pixels": plan.pixels,
            "leds_ma": round(plan.budget),
            "full_white_ma": round(plan.full_white),
            "sensors_ma": [round(plan.sensors.typical), round(plan.sensors.most)],
            "pico_3v3_ma": [round(plan.pico.typical), round(plan.pico.most)],
            "regulators": list(plan.regulators),
            "five_volts_ma": round(plan.five_volts),
            "supply_ma": round(plan.supply),
            "farthest_led_v": round(plan.farthest, 2),
        },
        "times": {
            "scan_ms": round(scan_ms(board), 2),
            "period_ms": board.scan.period / 1000,
            "frame_ms": round(frame_ms(board), 2),
            "edges_a_second": {
                where: round(edges_a_second(tuple(r for r in board.rims if r.on_controller is on)))
                for where, on in rims.items()
            },
        },
    }


def examine_board(
    board: Board, found: Iterable[Mistake], origin: str, *, rules: bool, wired: Wired | None = None
) -> Examined:
    """Check a board; `found` are the mistakes of its file. With `rules` SKiDL judges the circuit, if the
    file has no mistakes that would spoil it. `wired`: how it was really wired; differences are mistakes,
    and SKiDL judges that.

    Raises `MachineError` where SKiDL is wanted and missing.
    """
    mistakes = list(found)
    known = {str(one) for one in mistakes}
    for one in check_hardware(board):
        placed = Mistake(f"{origin}: {one.place}", one.problem, one.remedy)
        if str(placed) not in known:
            mistakes.append(placed)
    if mistakes:
        return Examined(board, tuple(mistakes))
    circuit = design(board)
    place = f"{origin}: circuit"
    if wired is not None:
        circuit, differences = as_wired(circuit, wired.nets, wired.origin)
        mistakes += differences
        place = wired.origin
    verdict = examine(circuit, board.name) if rules else None
    if verdict is not None:
        mistakes += [
            Mistake(place, text.rstrip("."), "Part these pins; netlist.net says what belongs together.")
            for text in verdict.errors
        ]
    return Examined(board, tuple(mistakes), circuit, verdict)
