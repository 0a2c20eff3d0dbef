"""The manner of an exhibit from the settings, and the game that its lights play while nobody is there."""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import Any, Final

from triboard.app.config import Config
from triboard.app.games import MANNERS
from triboard.board.definition import Board
from triboard.errors import TriboardError
from triboard.opponents.engine import Grade
from triboard.rules.chance import random_game
from triboard.session.events import SomebodyThere
from triboard.session.house import House, Show
from triboard.session.manners import Manners
from triboard.session.show import show_of
from triboard.units import SECOND, Duration, Instant, after

SHOWS: Final = "shows"
"""Folder of the package with games in the form of `rules replay`, for the usual ways to play each board."""

TELLING: Final[Mapping[str, tuple[str, ...]]] = {
    "ttt3d": ("players", "colours"),
    "troika": ("mode",),
    "trike": ("size",),
    "trioker": ("mode", "board"),
}
"""Options without which a show would be another game than the one that can be played."""

SEEDS: Final = 8
"""Random games among which the shortest is shown where none comes with the program."""

LONGEST: Final = 120
"""Plies of a show: two and a half minutes."""


STILL_THERE: Final = Duration(15 * SECOND)
"""How often a lesson counts as a touch: more often than any idle time less its warning."""


def house_of(config: Config, board: Board) -> House | None:
    """How this board behaves in public; `None` at home. Raises `ConfigurationError` for wrong options."""
    exhibit = config.exhibit
    if not exhibit.enabled:
        return None
    manners = MANNERS[board.game]
    options = dict(manners.merged({}, config.options))
    return House(
        idle=Duration(getattr(exhibit, f"idle_{board.game}")),
        warning=exhibit.warning,
        quiet=exhibit.attract_after if exhibit.attract else None,
        level=exhibit.attract_brightness,
        offer=exhibit.opponent_after if exhibit.opponent else None,
        grade=Grade(exhibit.opponent_grade),
        lead=exhibit.lead,
        options=options,
        terms=config.terms,
        show=show_for(board, options) if exhibit.attract else (),
    )


def show_for(board: Board, options: Mapping[str, Any]) -> Show:
    """A short, finished game of this board with these options; none where no random game comes to its end."""
    manners = MANNERS[board.game]
    key = json.dumps(dict(options), sort_keys=True)
    sites = {site.site for site in board.sites}
    show = _shipped(board.game, key) or _random(board.game, key)
    del manners
    return show if all(site in sites for picture in show for site in picture.pieces) else ()


def shipped() -> list[Mapping[str, Any]]:
    """The games that come with the program."""
    folder = files("triboard") / SHOWS
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(".json"))
    return [json.loads((folder / name).read_text(encoding="utf-8")) for name in names]


def _shipped(game: str, key: str) -> Show:
    manners, options = MANNERS[game], json.loads(key)
    wanted = _telling(manners, options)
    for form in shipped():
        if form["game"] == game and _telling(manners, form["options"]) == wanted:
            return show_of(manners, form["options"], form["moves"])
    return ()


def _telling(manners: Manners, options: Mapping[str, Any]) -> list[Any]:
    defaults = {name: option.default for name, option in manners.game.options.items()}
    return [({**defaults, **options}).get(name) for name in TELLING[manners.game.name]]


@lru_cache(maxsize=8)
def _random(game: str, key: str) -> Show:
    manners, found = MANNERS[game], list[Show]()
    for seed in range(SEEDS):
        try:
            played = random_game(manners.game, json.loads(key), Random(seed).randrange, most=LONGEST)
            texts = [manners.game.format_move(move) for move in played.moves]
            found.append(show_of(manners, played.options, texts))
        except (TriboardError, ValueError):
            continue  # it did not end, or this mode has no random deals
    return min(found, key=len, default=())


class Attended:
    """Says now and then that somebody is there, as long as a class has its lesson: a teacher who explains
    touches nothing."""

    def __init__(self, running: Callable[[], bool], say: Callable[[SomebodyThere], None]) -> None:
        self._running, self._say = running, say
        self._next = Instant(0)

    def turn(self, now: Instant) -> None:
        """Once a turn of the daemon."""
        if now >= self._next and self._running():
            self._next = after(now, STILL_THERE)
            self._say(SomebodyThere(now))
