"""Tables in a house: exhibits that nobody looks after, as the settings make them."""

from pathlib import Path
from typing import Any, TypeVar

from tests.field_reports.common import Played

from triboard.app.config import Config, ExhibitConfig
from triboard.app.exhibit import house_of
from triboard.board.load import load_board
from triboard.units import SECOND

GAMES: dict[str, dict[str, Any]] = {"ttt3d": {}, "troika": {}, "trike": {"size": 7}, "trioker": {}}
"""Every game with the options that an exhibit has."""

HEALS = 180
"""Seconds after which nobody's deeds can be seen any more."""


P = TypeVar("P", bound=Played)


def exhibit(folder: Path, game: str = "ttt3d", **more: Any) -> Played:
    """A table of a game in a house with the usual manners; `more` are settings or arguments of `Table`."""
    return in_a_house(Played, folder, game, **more)


def in_a_house(table: type[P], folder: Path, game: str, *, board: str | None = None, **more: Any) -> P:
    """The same at another kind of table."""
    options = GAMES[game]
    loaded = load_board(board or game, options.get("size"))
    settings = {name: more.pop(name) for name in list(more) if name in ExhibitConfig.__slots__}
    config = Config(game=game, options=options, exhibit=ExhibitConfig(enabled=True, **settings))
    return table(folder, options, board=loaded, house=house_of(config, loaded), **more)


def idle_of(table: Played) -> int:
    """Seconds without a touch until visitors are gone."""
    assert table.state.house is not None
    return table.state.house.idle // SECOND
