"""Which game is played on which board, as staff choose it on the page; a choice is one unit, kept as such.

The page may name boards that are shipped and the one that the settings name, and no other file of this
computer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from triboard.app.config import Config, opponent
from triboard.app.games import DEFAULT_BOARDS, MANNERS, begin, board_for
from triboard.board.load import load_board, shipped_boards
from triboard.errors import ConfigurationError, Mistake
from triboard.fields import Fields, nearest
from triboard.session.clock import ClockTerms

GAME: Final = "game"
OPTIONS: Final = "options"
UNIT: Final = (GAME, "board", "opponents", "clock")
"""Keys of settings that a choice sets, besides the options."""

MOST_OPTIONS: Final = 16


@dataclass(frozen=True, slots=True)
class Choice:
    """A game with its board, options, opponents and clock; checked when it comes from `read`."""

    game: str
    board: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    opponents: tuple[str, ...] = ()
    clock: str | None = None

    def over(self, config: Config) -> Config:
        """A configuration with this choice in force."""
        return replace(
            config,
            game=self.game,
            board=self.board,
            options=self.options,
            opponents=self.opponents,
            clock=self.clock,
        )

    def check(self) -> "Choice":
        """This choice, if it can be played; raises `ConfigurationError` with the nearest remedy."""
        config = self.over(Config())
        board = board_for(self.game, self.board, self.options)
        manners = MANNERS[self.game]
        known = manners.game.options
        unknown = [
            Mistake(f"{OPTIONS}.{name}", f"is no option of {self.game}", nearest(name, known))
            for name in self.options
            if name not in known
        ]
        if unknown:
            raise ConfigurationError(*unknown)
        begin(board, self.options, config.terms)
        return self

    def as_json(self) -> dict[str, Any]:
        """As the settings of the page hold it."""
        return {
            GAME: self.game,
            "board": self.board or "",
            OPTIONS: dict(self.options),
            "opponents": list(self.opponents),
            "clock": self.clock or "",
        }


def choice_of(config: Config) -> Choice:
    """What is in force."""
    return Choice(config.game, config.board, config.options, tuple(config.opponents), config.clock)


def read_choice(content: Mapping[str, Any], *, boards: tuple[str, ...] | None = ()) -> Choice:
    """A choice from the page or its file; `boards` may be named besides the shipped ones (`None`: any, for
    what was checked before it was kept). Raises `ConfigurationError` with every mistake."""
    mistakes: list[Mistake] = []
    fields = Fields({key: value for key, value in content.items() if key != OPTIONS}, "", mistakes)
    game = fields.choice(GAME, MANNERS, content.get(GAME) if content.get(GAME) in MANNERS else None)
    board = fields.text("board", "")
    allowed = ("", *shipped_boards(), *(boards or ()))
    if boards is not None and board not in allowed:
        fields.note("board", f"is {board!r}", nearest(board, [one for one in allowed if one]))
    opponents = fields.texts("opponents", [])
    clock = fields.text("clock", "")
    for text in opponents:
        mistakes += _mistakes_of(lambda text=text: opponent(text), "opponents")
    mistakes += _mistakes_of(lambda: ClockTerms.parse(clock), "clock") if clock else []
    options = content.get(OPTIONS, {})
    if not isinstance(options, dict) or len(options) > MOST_OPTIONS:
        fields.note(OPTIONS, "is no table of options", "Send an object, for example {}.")
        options = {}
    fields.close()
    if mistakes:
        raise ConfigurationError(*mistakes)
    return Choice(game, board or None, options, opponents, clock or None).check()


@cache
def games() -> tuple[dict[str, Any], ...]:
    """Every game with its boards and options, for the page."""
    boards: dict[str, list[str]] = {game: [] for game in MANNERS}
    for name in shipped_boards():
        boards[load_board(name).game].append(name)
    return tuple(
        {
            "game": game,
            "boards": sorted(boards[game], key=lambda name: (name != DEFAULT_BOARDS[game], name)),
            "options": [
                {
                    "name": name,
                    "default": option.default,
                    "values": list(option.values) if isinstance(option.values, tuple) else option.values,
                    "about": option.about,
                }
                for name, option in manners.game.options.items()
            ],
        }
        for game, manners in MANNERS.items()
    )


def _mistakes_of(check: Any, key: str) -> list[Mistake]:
    try:
        check()
    except ConfigurationError as error:
        return [replace(one, place=key) for one in error.mistakes]
    return []
