"""`triboard lessons`: the tasks of the lessons, to look at and to make anew (docs/lessons.md)."""

from collections import Counter
from random import Random
from typing import Any

import click

from triboard.commands.files import print_json
from triboard.commands.numbers import Whole
from triboard.errors import ConfigurationError, Mistake
from triboard.lessons.library import as_toml, task_named, tasks_of
from triboard.lessons.making import gather
from triboard.lessons.task import Task
from triboard.lessons.verdict import answers, position_of
from triboard.rules.registry import GAMES, game_named, side_word
from triboard.units import Side


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def lessons() -> None:
    """List, show and make the tasks of the lessons."""


@lessons.command("list")
@click.argument("game", required=False)
def list_tasks(game: str | None) -> None:
    """List the tasks of GAME, or of all games, a line of JSON each."""
    for name in [game_named(game).name] if game else GAMES:
        for task in tasks_of(name):
            print_json({"game": name, "task": task.name, "rung": task.rung.word, "idea": task.tag})


@lessons.command("show")
@click.argument("game")
@click.argument("task")
@click.option("--check", is_flag=True, help="Search for the answers again and say whether they agree.")
def show_task(game: str, task: str, *, check: bool) -> None:
    """Show TASK of GAME: right answers, wrong ones with what refutes them, the position.

    `record` is the game that leads to it, as `rules replay` reads it.
    """
    found = task_named(game_named(game).name, task)
    print_json(_form(found, check=check))


def _form(task: Task, *, check: bool) -> dict[str, Any]:
    played = position_of(task)
    position = played.game.position(played.states[-1])
    form: dict[str, Any] = {
        "task": task.name,
        "record": {"game": task.game, "options": dict(task.options), "moves": list(task.moves)},
        "rung": task.rung.word,
        "idea": task.tag,
        "side": side_word(task.game, task.options, Side(task.side)),
        "position": {site: list(stack) for site, stack in position.pieces.items()},
        "solution": list(task.solution),
        "also": list(task.also),
        "wrong": [{"move": wrong.move, "reply": wrong.reply} for wrong in task.wrong],
    }
    if check:
        searched = {
            one if isinstance(one, str) else played.game.format_move(one)
            for one in answers(task.game, task.rung, played.states[-1])
        }
        form["agrees"] = searched == set(task.solution)
    return form


@lessons.command("make")
@click.argument("game")
@click.option("--games", type=Whole(min=1), default=200, help="Random games to look through.")
@click.option("--seed", type=int, default=0, help="The same seed makes the same tasks.")
def make_tasks(game: str, games: int, seed: int) -> None:
    """Make tasks of GAME out of random games and print them as a task file."""
    name = game_named(game).name
    tasks = gather(name, Random(seed).randrange, games)
    if not tasks:
        raise ConfigurationError(Mistake("--games", "yields no task", "Look through more games."))
    header = (
        f"Tasks of the lessons. Made by: triboard lessons make {name} --games {games} --seed {seed}\n"
        "Every answer in it is found by exhaustive search; the tests search again."
    )
    print(as_toml(tasks, header), end="")
    counted = Counter(task.tag for task in tasks)
    click.echo(
        f"{len(tasks)} tasks: {', '.join(f'{tag} {n}' for tag, n in sorted(counted.items()))}", err=True
    )
