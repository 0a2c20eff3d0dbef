"""Options of Troika, checked all at once, and the tasks of the training."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Final

from triboard.errors import ConfigurationError, Mistake, NotationError
from triboard.rules.game import Option, OptionValue
from triboard.rules.troika.moves import LAYS, Lay, format_move, parse_lay
from triboard.rules.troika.pieces import LINES, SIDES, describe, line_through, side_of, site_of, third
from triboard.units import Side

MODES: Final = ("game", "training")
TASK_EXAMPLE: Final = '["Wl@a1", "Ym@b2"]'

OPTIONS: Final[Mapping[str, Option]] = {
    "starter": Option(None, (None, *SIDES), "Who lays first; without it the colour die decides."),
    "mode": Option("game", MODES, "A game, or the training: find the third pyramid of a troika."),
    "task": Option(
        None,
        f"two pyramids of one side on two fields of a line, for example {TASK_EXAMPLE}",
        "What a training shows; the session deals one where none is given.",
    ),
}


def read_options(options: Mapping[str, OptionValue]) -> tuple[Side | None, tuple[Lay, Lay] | None]:
    """Starter, and the task of a training; raises `ConfigurationError` with every mistake.

    `None` as a value means that the option is absent.
    """
    mistakes = [_unknown(key) for key in options if key not in OPTIONS]
    given = {key: value for key, value in options.items() if key in OPTIONS and value is not None}
    mode = given.get("mode", "game")
    if mode not in MODES:
        mistakes.append(_wrong("mode", mode, MODES))
    starter = given.get("starter")
    if starter is not None and starter not in SIDES:
        mistakes.append(_wrong("starter", starter, SIDES))
    elif starter is not None and mode == "training":
        mistakes.append(Mistake("starter", "a training has no starter", "Leave it out"))
    task = None
    if "task" in given:
        if mode == "game":
            mistakes.append(Mistake("task", "only a training has a task", "Add mode=training"))
        task = _read_task(given["task"], mistakes)
    elif mode == "training":
        mistakes.append(Mistake("task", "a training needs a task", f"Give two pyramids: {TASK_EXAMPLE}"))
    if mistakes:
        raise ConfigurationError(*mistakes)
    return None if starter is None else Side(SIDES.index(str(starter))), task


def goal_of(task: tuple[Lay, Lay]) -> Lay:
    """The one placement that answers a task (troika §11)."""
    first, second = task
    line = line_through(first.field, second.field)
    pyramid = third(first.pyramid, second.pyramid)
    assert line is not None, "read_options lets through fields of one line only"
    assert pyramid is not None, "read_options lets through two pyramids of one side only"
    (field,) = set(line) - {first.field, second.field}
    return LAYS[pyramid][field]


def deal_task(below: Callable[[int], int]) -> list[str]:
    """A value for the option `task`, each equally likely; `below(n)` gives 0 to n-1."""
    side = below(2) * 9
    first = below(9)
    second = (first + 1 + below(8)) % 9
    line = list(LINES[below(len(LINES))])
    one = line.pop(below(3))
    two = line[below(2)]
    return [format_move(LAYS[side + first][one]), format_move(LAYS[side + second][two])]


def _read_task(value: OptionValue, mistakes: list[Mistake]) -> tuple[Lay, Lay] | None:
    """Two placements from a list of two texts, or from one text with a comma (`--set task=Wl@a1,Ym@b2`)."""
    texts = value.split(",") if isinstance(value, str) else value
    if not isinstance(texts, list) or len(texts) != 2 or not all(isinstance(text, str) for text in texts):
        mistakes.append(Mistake("task", f"{value!r} does not show two pyramids", f"Write {TASK_EXAMPLE}"))
        return None
    try:
        first, second = parse_lay(texts[0].strip()), parse_lay(texts[1].strip())
    except NotationError as error:
        mistakes.append(Mistake("task", str(error).rstrip("."), f"Write {TASK_EXAMPLE}"))
        return None
    problems = []
    if first.pyramid == second.pyramid:
        problems.append((f"there is only one {describe(first.pyramid)}", "Choose another pyramid"))
    elif side_of(first.pyramid) != side_of(second.pyramid):
        remedy = "Choose both from white, yellow and red, or both from green, blue and black"
        problems.append(("a troika has three pyramids of one side", remedy))
    if line_through(first.field, second.field) is None:
        fields = f"{site_of(first.field)} and {site_of(second.field)}"
        remedy = "Choose two fields of a row, a column or a main diagonal"
        problems.append((f"{fields} are not two fields of a line", remedy))
    mistakes += [Mistake("task", problem, remedy) for problem, remedy in problems]
    return None if problems else (first, second)


def _wrong(key: str, value: OptionValue, choices: tuple[str, ...]) -> Mistake:
    near = get_close_matches(value, choices, n=1) if isinstance(value, str) else []
    remedy = f"Did you mean {near[0]}?" if near else f"Choose {' or '.join(choices)}"
    return Mistake(key, f"{value!r} is not possible", remedy)


def _unknown(key: str) -> Mistake:
    near = get_close_matches(key, OPTIONS, n=1)
    remedy = f"Did you mean {near[0]}?" if near else f"Options are {', '.join(OPTIONS)}"
    return Mistake(key, "Troika has no such option", remedy)
