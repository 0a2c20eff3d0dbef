"""The task files: package data in TOML, one a game, read once and checked (docs/lessons.md)."""

import json
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Final

from triboard.errors import ConfigurationError, Mistake
from triboard.fields import Fields, nearest
from triboard.lessons.task import Rung, Task, Wrong
from triboard.rules.registry import GAMES

_RUNGS: Final = {rung.word: rung for rung in Rung if not rung.played}
_MOST_SIDES: Final = 4


@cache
def tasks_of(game: str) -> tuple[Task, ...]:
    """All tasks of a game in the order of the ladder."""
    if game not in GAMES:
        raise ConfigurationError(Mistake("game", f"'{game}' is not a game", nearest(game, GAMES)))
    text = (files("triboard.lessons") / f"{game}.toml").read_text(encoding="utf-8")
    return read_tasks(text, f"{game}.toml")


@cache
def on_rung(game: str, rung: Rung) -> tuple[Task, ...]:
    """The tasks of one rung; none where whole games are played."""
    return tuple(task for task in tasks_of(game) if task.rung is rung)


def task_named(game: str, name: str) -> Task:
    """A task by its name; raises `ConfigurationError` that names the nearest one."""
    tasks = {task.name: task for task in tasks_of(game)}
    if name not in tasks:
        raise ConfigurationError(Mistake("task", f"'{name}' is no task of {game}", nearest(name, tasks)))
    return tasks[name]


def read_tasks(text: str, place: str) -> tuple[Task, ...]:
    """The tasks of a file; raises `ConfigurationError` with every mistake in its form.

    Whether a task is right is for the solver (`verdict.answers`)."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(Mistake(place, f"is not TOML: {error}", "Mend the line named.")) from error
    root = Fields(table, f"{place}: ")
    game = root.choice("game", GAMES)
    options = table.get("options", {}) if root.has("options") else {}
    tasks = tuple(_task(fields, game, options) for fields in root.tables("task"))
    names = [task.name for task in tasks]
    for name in {name for name in names if names.count(name) > 1}:
        root.note("task", f"has two tasks named {name}", "Give each a name of its own.")
    root.finish()
    return tasks


def _task(fields: Fields, game: str, options: dict[str, Any]) -> Task:
    task = Task(
        name=fields.text("name"),
        game=game,
        rung=_RUNGS[fields.choice("rung", _RUNGS)],
        tag=fields.text("tag"),
        options=options,
        moves=tuple(fields.text("moves").split()),
        side=fields.whole("side", 0, _MOST_SIDES),
        solution=fields.texts("solution"),
        also=fields.texts("also", []),
        wrong=tuple(
            Wrong(one.text("move"), one.text("reply") if one.has("reply") else None)
            for one in fields.tables("wrong", required=False)
        ),
    )
    fields.close()
    return task


def as_toml(tasks: Iterable[Task], header: str) -> str:
    """A task file; `read_tasks` gives the same tasks again."""
    tasks = list(tasks)
    lines = [*(f"# {line}" for line in header.splitlines()), f"game = {_text(tasks[0].game)}", ""]
    lines += ["[options]", *(f"{key} = {_text(value)}" for key, value in tasks[0].options.items())]
    for task in tasks:
        lines += ["", "[[task]]", f"name = {_text(task.name)}", f"rung = {_text(task.rung.word)}"]
        lines += [f"tag = {_text(task.tag)}", f"moves = {_text(' '.join(task.moves))}", f"side = {task.side}"]
        lines += [f"solution = {_text(list(task.solution))}"]
        if task.also:
            lines += [f"also = {_text(list(task.also))}"]
        if task.wrong:
            lines += ["wrong = [", *(f"  {_wrong(one)}," for one in task.wrong), "]"]
    return "\n".join(lines) + "\n"


def _wrong(wrong: Wrong) -> str:
    reply = "" if wrong.reply is None else f", reply = {_text(wrong.reply)}"
    return f"{{ move = {_text(wrong.move)}{reply} }}"


def _text(value: Any) -> str:
    """A value as TOML; of texts, numbers, booleans and lists JSON writes nothing else."""
    return json.dumps(value)
