"""`triboard opponents`: ask an opponent for a move, and let grades play matches (docs/opponents.md)."""

from itertools import combinations
from pathlib import Path

import click

from triboard.app import compiled
from triboard.app.compiling import compile_engines
from triboard.app.engine_forms import SeededChance
from triboard.commands.files import origin_of, print_json
from triboard.commands.numbers import Whole
from triboard.commands.record_files import one_record
from triboard.commands.settings import parse_settings
from triboard.errors import ConfigurationError, Mistake
from triboard.opponents import search
from triboard.opponents.engine import CannotPlayError, Chance, Grade
from triboard.opponents.match import RANDOM, match
from triboard.opponents.registry import choose
from triboard.rules.registry import game_named

BEST = int(max(Grade))


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def opponents() -> None:
    """Let the opponents choose a move, or play matches among their grades; compile them."""


@opponents.command("move")
@click.argument("file")
@click.option("--grade", type=Whole(1, BEST), default=BEST, help="1 (weakest) to 5 (default).")
@click.option("--seed", type=int, default=0, help="The same seed gives the same move.")
@click.option("--nodes", type=Whole(min=1), default=None, help="Budget instead of the grade's own.")
def move(file: str, grade: int, seed: int, nodes: int | None) -> None:
    """Choose a move after the game in FILE (- for standard input).

    FILE is {"game": ..., "options": {...}, "moves": [...]}, or a record as text.
    """
    played = one_record(file).played
    try:
        choice = choose(
            played.game, played.states[-1], grade=Grade(grade), chance=SeededChance(seed), nodes=nodes
        )
    except CannotPlayError as error:
        problem, _, remedy = str(error).partition(". ")
        remedy = remedy or "Give a game in which a player is on turn."
        raise ConfigurationError(Mistake(origin_of(file), problem.rstrip("."), remedy)) from error
    print_json(
        {
            "move": played.game.format_move(choice.move),
            "value": round(choice.value, 4),
            "nodes": choice.nodes,
            "reason": choice.reason.text,
        }
    )


@opponents.command("match")
@click.argument("game")
@click.option(
    "--grades",
    "grades",
    multiple=True,
    type=Whole(RANDOM, BEST),
    required=True,
    help="Two grades or more, 0 for random play.",
)
@click.argument("more", nargs=-1, metavar="[GRADE]...", type=Whole(RANDOM, BEST))
@click.option("--games", type=Whole(min=1), default=100, help="Games of each pair.")
@click.option("--seed", type=int, default=0, help="The same seed gives the same games.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="An option of the game.")
def play_match(
    game: str,
    grades: tuple[int, ...],
    more: tuple[int, ...],
    games: int,
    seed: int,
    settings: tuple[str, ...],
) -> None:
    """Play matches among grades: `match GAME --grades 5 4 3`.

    One line of JSON a pair: the share of the games that the first grade won, ties split, with its 95 %
    interval and the fair share.
    """
    rules, options = game_named(game), parse_settings(settings)
    wanted = (*grades, *more)
    if len(wanted) < 2:
        raise ConfigurationError(
            Mistake("--grades", "names one grade", "Give two or more, like --grades 5 4.")
        )

    def chance_of(name: str) -> Chance:
        return SeededChance.named(f"{seed} {name}")

    for first, second in combinations(wanted, 2):
        score = match(rules, options, first, second, games, chance_of)
        print_json(
            {
                "game": game,
                "grades": [score.first, score.second],
                "games": score.games,
                "share": round(score.share, 4),
                "interval": [round(score.low, 4), round(score.high, 4)],
                "fair": round(score.fair, 4),
            }
        )


@opponents.command("compile")
@click.option("--to", type=click.Path(path_type=Path), default=None, help="Instead of beside this Python.")
def compile_(to: Path | None) -> None:
    """Make the engines faster by compiling them (extra fast; needs a C compiler).

    They answer the same. Changed source is run as it is until it is compiled anew.
    """
    folder = to or compiled.root()
    if folder is None:
        raise ConfigurationError(
            Mistake(compiled.FOLDER, "is empty, so no compiled engines are wanted", "Name a folder by --to.")
        )
    print_json({"folder": str(compile_engines(folder.absolute()))})


@opponents.command("engines")
def engines() -> None:
    """Tell whether compiled engines run, and where they are looked for."""
    file, wanted = search.__file__, compiled.root()
    kind = "compiled" if file is not None and file.endswith(compiled.SUFFIX) else "pure Python"
    print_json({"engines": kind, "folder": None if wanted is None else str(wanted / compiled.key())})
