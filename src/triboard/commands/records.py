"""`triboard records`: the games in a state folder, with or without a running daemon (docs/records.md)."""

import sys
from pathlib import Path
from typing import Any

import click

from triboard.app.records import kept_game, kept_games, summary
from triboard.commands.files import print_json
from triboard.commands.where import folder_of
from triboard.errors import TriboardError
from triboard.rules.record import format_record, format_records
from triboard.rules.record_json import record_form
from triboard.rules.replay import outcome_form

_state_dir = click.option(
    "--state-dir", "folder", type=click.Path(path_type=Path), default=None, envvar="TRIBOARD_STATE_DIR",
    help="Where the daemon keeps its games.",
)  # fmt: skip


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def records() -> None:
    """List, show and export the games that were played."""


@records.command("list")
@_state_dir
def list_games(folder: Path | None) -> None:
    """List all games: number, kind, plies, result."""
    print_json({"games": [summary(game) for game in kept_games(folder_of(folder))]})


@records.command("show")
@click.argument("number", type=int)
@_state_dir
def show(number: int, folder: Path | None) -> None:
    """Show one game as text, and the position to which it led."""
    record, problem = kept_game(folder_of(folder), number).read()
    played = record.played
    position = played.game.position(played.states[-1])
    answer: dict[str, Any] = {
        "number": number,
        "text": format_record(record),
        "outcome": outcome_form(played),
        "position": {site: list(pieces) for site, pieces in position.pieces.items()},
    }
    if position.rims:
        answer["rims"] = list(position.rims)
    print_json({**answer, "problem": problem} if problem else answer)


@records.command("export")
@click.argument("numbers", type=int, nargs=-1)
@click.option(
    "--to", "form", type=click.Choice(["json", "text"]), default="json", help="JSON lines, or text."
)
@_state_dir
def export(numbers: tuple[int, ...], form: str, folder: Path | None) -> None:
    """Print games (all, or those of the NUMBERS) in the form that `triboard rules replay` reads."""
    place = folder_of(folder)
    games = [kept_game(place, number) for number in numbers] if numbers else kept_games(place)
    found, lost = [], 0
    for game in games:
        try:
            found.append(game.read()[0])
        except TriboardError as error:  # one damaged file keeps no other game back
            print(f"triboard: {error}", file=sys.stderr)
            lost += 1
    if form == "text":
        print(format_records(found), end="")
    else:
        for record in found:
            print_json(record_form(record))
    if lost:
        sys.exit(1)
