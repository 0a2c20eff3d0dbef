"""`triboard statistics`: how the board is used, from its state folder (docs/statistics.md)."""

from pathlib import Path

import click

from triboard.app.usage.export import SITE_COLUMNS, as_csv, by_hour, by_site
from triboard.app.usage.picture import charts
from triboard.commands.files import print_json
from triboard.commands.where import folder_of
from triboard.store.statistics import StatisticsFile

_state_dir = click.option(
    "--state-dir", "folder", type=click.Path(path_type=Path), default=None, envvar="TRIBOARD_STATE_DIR",
    help="Where the daemon keeps its games.",
)  # fmt: skip


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def statistics() -> None:
    """Show and export how often and how long the board is played; nobody is told from anybody.

    A running daemon writes once an hour: the hour under way is on its page of care only.
    """


@statistics.command("show")
@_state_dir
def show(folder: Path | None) -> None:
    """Print sums over the last 30 days: by hour of the day, day, site and game."""
    print_json(dict(charts(StatisticsFile(folder_of(folder)).rows())))


@statistics.command("export")
@click.option("--by-site", "sites", is_flag=True, help="Wrong placements by day and site, in place of hours.")
@_state_dir
def export(folder: Path | None, *, sites: bool) -> None:
    """Print everything that is kept as CSV: each day by hour and as a whole; numbers under 5 as <5."""
    rows = StatisticsFile(folder_of(folder)).rows()
    text = as_csv(by_site(rows), SITE_COLUMNS) if sites else as_csv(by_hour(rows))
    click.echo(text, nl=False)
