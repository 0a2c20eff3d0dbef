"""`triboard rules`: the rules engines for programs; results are JSON (docs/records.md)."""

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import click

from triboard.commands.files import STDIN, print_json, read_text
from triboard.commands.numbers import Whole
from triboard.commands.record_files import is_json, one_record, records_in
from triboard.commands.settings import parse_settings
from triboard.errors import ConfigurationError, Mistake, NotationError
from triboard.fields import nearest
from triboard.rules import trioker
from triboard.rules.chance import MOST_PLIES, random_game
from triboard.rules.record import format_records
from triboard.rules.record_json import record_form
from triboard.rules.registry import GAMES, game_named
from triboard.rules.replay import game_form, perft, report

Decorator = Callable[[Callable[..., None]], Callable[..., None]]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def rules() -> None:
    """Use the rules engines: count, replay, list moves, play at random, solve."""


def _set_option(command: Callable[..., None]) -> Callable[..., None]:
    return click.option(
        "--set", "settings", multiple=True, metavar="KEY=VALUE", help="An option of the game."
    )(command)


@rules.command("list")
def list_games() -> None:
    """List the games with their modes and options."""
    print_json({"games": [_game_entry(name) for name in GAMES]})


def _game_entry(name: str) -> dict[str, Any]:
    game = GAMES[name]
    options = {
        key: {"default": option.default, "values": option.values, "about": option.about}
        for key, option in game.options.items()
    }
    return {"name": name, "modes": list(game.modes), "options": options}


@rules.command("perft")
@click.argument("game")
@_set_option
@click.option("--depth", type=Whole(min=0), required=True, help="Most plies.")
def count_sequences(game: str, settings: tuple[str, ...], depth: int) -> None:
    """Count the sequences of 0, 1, ... DEPTH moves; one that ended earlier is not continued."""
    engine = game_named(game)
    start = engine.start(parse_settings(settings))
    for plies in range(depth + 1):
        print_json({"depth": plies, "nodes": perft(engine, start, plies)})


@rules.command("replay")
@click.argument("file")
def replay_game(file: str) -> None:
    """Replay the game in FILE (- for standard input) and say how it stands.

    FILE is {"game": ..., "options": {...}, "moves": [...]}, or a record as text.
    """
    print_json(report(one_record(file).played))


@rules.command("legal")
@click.argument("file")
def list_legal(file: str) -> None:
    """List the legal moves after the game in FILE (- for standard input)."""
    played = one_record(file).played
    moves = played.game.legal_moves(played.states[-1])
    print_json({"moves": sorted(map(played.game.format_move, moves))})


@rules.command("random")
@click.argument("game")
@_set_option
@click.option("--seed", type=int, default=0, help="The same seed gives the same game.")
@click.option("--plies", type=Whole(min=0), default=MOST_PLIES, help="Most moves.")
def play_at_random(game: str, settings: tuple[str, ...], seed: int, plies: int) -> None:
    """Play a game of random moves, deals included, and print it in the form that `replay` reads."""
    below = Random(seed).randrange
    print_json(game_form(random_game(game_named(game), parse_settings(settings), below, most=plies)))


@rules.command("solve-puzzle")
@click.argument("outline")
@click.option("--tiles", default=None, metavar="T,...", help="Tiles to use; absent: the 24 ordinary ones.")
@click.option("--joker", is_flag=True, help="The joker may be used too.")
@click.option("--count", is_flag=True, help="Only count; nothing is factored out.")
@click.option("--limit", type=Whole(min=0), default=None, metavar="N", help="At most N solutions.")
def solve_puzzle(outline: str, tiles: str | None, limit: int | None, *, joker: bool, count: bool) -> None:
    """Fill OUTLINE (a name, or a file) with tiles of Trioker.

    Prints the list of all solutions, each a list of moves.
    """
    cells = _outline(outline)
    names = None if tiles is None else _tiles(tiles)
    if count and limit is None:
        print_json({"placements": trioker.count(cells, names, joker=joker)})
        return
    solutions = islice(trioker.solve(cells, names, joker=joker), limit)
    if count:
        print_json({"placements": sum(1 for _ in solutions)})
        return
    separator = "["
    for solution in solutions:  # one list, but a line a solution, as each is found
        print(separator + json.dumps([trioker.GAME.format_move(move) for move in solution]))
        separator = ","
    print("]" if separator == "," else "[]")


@rules.command("convert")
@click.argument("file")
@click.option("--to", "form", type=click.Choice(["json", "text"]), default=None, help="Default: the other.")
def convert(file: str, form: str | None) -> None:
    """Turn records as text into JSON, one line a game, or JSON into text; checks them on the way."""
    text = read_text(file)
    if form == "json" or (form is None and not is_json(text)):
        for record in records_in(text, file):
            print_json(record_form(record))
    else:
        print(format_records(records_in(text, file)), end="")


def _outline(source: str) -> list[str]:
    """Cells of a named outline or of a file."""
    text = source
    if source not in trioker.OUTLINE_NAMES and (source == STDIN or Path(source).is_file()):
        text = read_text(source)
    try:
        return [cell.site for cell in trioker.outline_of(text)]
    except NotationError as error:
        remedy = f"Outlines: {', '.join(trioker.OUTLINE_NAMES)}, or a file with rows like 0: 1 2 / 1."
        raise ConfigurationError(Mistake("outline", str(error).rstrip("?."), remedy)) from error


def _tiles(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    mistakes = []
    for index, name in enumerate(names):
        if name not in trioker.TILES:
            meant = trioker.tile_named(name)
            remedy = f"This tile is spelled {meant}." if meant else nearest(name, trioker.TILES)
            mistakes.append(Mistake("--tiles", f"'{name}' is no tile", remedy))
        elif name in names[:index]:
            mistakes.append(Mistake("--tiles", f"the tile {name} is named twice", "There is one of each."))
    if mistakes:
        raise ConfigurationError(*mistakes)
    return names
