"""The steps of a calibration, what each learns from those before it, and the profile that comes of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from triboard.board.definition import Board
from triboard.board.profile import FORMAT
from triboard.care.baseline import Baseline
from triboard.care.colour_order import ColourOrder
from triboard.care.full_turn import FullTurns
from triboard.care.mapping import TouchMap
from triboard.care.parts import Part, Result, Step
from triboard.care.pieces import Pieces
from triboard.units import Site

CALIBRATION: Final[Mapping[str, Callable[[Board], Step]]] = {
    "colours": ColourOrder,
    "baseline": Baseline,
    "map": TouchMap,
    "pieces": Pieces,
    "rims": FullTurns,
}
"""In their order; `--step N` counts them from 0."""

_KEYS: Final = {
    "colours": ("orders",),
    "baseline": ("empty", "noise"),
    "map": ("sensors", "margins", "skipped"),
    "pieces": ("pieces",),
    "rims": ("rims",),
}


def needed(steps: Sequence[int]) -> tuple[int, ...]:
    """The steps asked for, with the baseline before those that compare with it."""
    names = list(CALIBRATION)
    wanted = set(steps)
    if wanted & {names.index("map"), names.index("pieces")}:
        wanted.add(names.index("baseline"))
    return tuple(sorted(wanted))


def informed(step: Step, done: Sequence[Step]) -> Step:
    """A step with what the steps before it have found."""
    baseline = next((one for one in done if isinstance(one, Baseline)), None)
    touches = next((one for one in done if isinstance(one, TouchMap)), None)
    match step:
        case TouchMap() if baseline is not None:
            return step.after(baseline)
        case Pieces():
            return step.after(baseline, touches)
        case _:
            return step


def profile_of(
    board: Board,
    done: Sequence[Step],
    parts: Sequence[Part],
    *,
    last: Mapping[str, Any] | None,
    unit: str | None,
    date: str,
) -> dict[str, Any]:
    """The profile as JSON: what was learned now over what the last profile of this board says."""
    learned: dict[str, Any] = {}
    if last is not None and last.get("board") == board.name and last.get("format") == FORMAT:
        kept = ("adopted", *(key for keys in _KEYS.values() for key in keys))
        learned = {key: last[key] for key in kept if key in last}
    names = {step.name for step in done}
    for step in done:
        for key in _KEYS[step.name]:
            learned.pop(key, None)
        learned |= step.learned()
    if "sensors" in learned:
        learned["sensors"] = _completed(board, learned["sensors"])
    older = [] if last is None else last.get("report", {}).get("parts", [])
    told = [part for part in older if part["step"] not in names]
    by_step = {part.part: step.name for step in done for part in step.parts()}
    told += [
        {**part.as_json(), "step": by_step[part.part], "date": date} for part in parts if part.part in by_step
    ]
    faults = [part for part in told if part["result"] == Result.FAILED.value]
    report = {"date": date, "parts": told, "faults": faults}
    return {
        "format": FORMAT,
        "board": board.name,
        "unit": unit or "",
        "date": date,
        **learned,
        "report": report,
    }


def _completed(board: Board, sensors: Mapping[str, str]) -> dict[str, str]:
    """Sites that nobody touched keep their sensors; where another site has taken it they get one that
    is left."""
    taken = set(sensors.values())
    found: dict[str, str] = dict(sensors)
    rest: list[Site] = []
    for site in (one.site for one in board.sites):
        if site in found:
            continue
        if site in taken:
            rest.append(site)
        else:
            found[site] = site
            taken.add(site)
    free = [one.site for one in board.sites if one.site not in taken]
    found |= dict(zip(rest, free, strict=True))
    return {site: sensor for site, sensor in found.items() if site != sensor}
