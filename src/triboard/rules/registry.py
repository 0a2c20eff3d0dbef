"""The four games by name, for everything that must find one from a text."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from triboard.errors import ConfigurationError, Mistake
from triboard.fields import nearest
from triboard.rules import trike, trioker, troika, ttt3d
from triboard.rules.game import Game, OptionValue
from triboard.units import Side

GAMES: Final[Mapping[str, Game[Any, Any]]] = MappingProxyType(
    {game.name: game for game in (ttt3d.GAME, troika.GAME, trike.GAME, trioker.GAME)}
)

_PAIR_IMPAIR: Final = ("pair", "impair")


def game_named(name: str, place: str = "game") -> Game[Any, Any]:
    """The game of this name; raises `ConfigurationError` that names the nearest one."""
    if name not in GAMES:
        raise ConfigurationError(Mistake(place, f"'{name}' is not a game", nearest(name, GAMES)))
    return GAMES[name]


def side_word(game: str, options: Mapping[str, OptionValue], side: Side) -> str | int:
    """How results name a side: by a word where the rules have one (`light`, `pair`), else by its number."""
    if game == "troika":
        return troika.SIDES[side]
    if game == "trike":
        return trike.SIDES[side]
    if game == "trioker" and options.get("mode", trioker.GAME.options["mode"].default) == "pair-impair":
        return _PAIR_IMPAIR[side]
    return int(side)
