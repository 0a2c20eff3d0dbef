"""Options of 3D tic-tac-toe: what may be set (ttt3d §20) and how a wrong setting is reported."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from itertools import chain
from typing import Final, TypeVar

from triboard.errors import ConfigurationError, Mistake
from triboard.rules.game import Option, OptionValue
from triboard.rules.ttt3d.moves import COLOURS
from triboard.units import Piece, Side


class Calling(StrEnum):
    """Whether points must be called (ttt3d §10)."""

    AUTO = "auto"
    STRICT = "strict"


class RimTurn(StrEnum):
    """Whether a rim is turned instead of placing a ball or after it (ttt3d §14)."""

    INSTEAD = "instead"
    AFTER = "after"


Palettes = tuple[tuple[Piece, ...], ...]
"""Colours of each side, in the order in which it plays them."""

PLAYERS: Final = (2, 3, 4, 5)

OPTIONS: Final[Mapping[str, Option]] = {
    "players": Option(3, PLAYERS, "How many play (ttt3d §4)"),
    "calling": Option("auto", tuple(Calling), "strict: points not called are lost (ttt3d §10)"),
    "rims": Option(
        default=False, values=(False, True), about="Whether the rims of the shelves turn (ttt3d §12)"
    ),
    "rim_turn": Option(
        "instead", tuple(RimTurn), "Turn a rim instead of placing a ball or after it (ttt3d §14)"
    ),
    "colours": Option(
        None,
        'a list of colours for each side, e.g. [["white"], ["black"], ["red"]]; two each when two play',
        "Colours of sides; absent: white, black, red, blue, green; with two: white and black, red and blue",
    ),
    "start": Option(0, "0 to players - 1", "Seat that opens; colours stay with seats (ttt3d §5)"),
}


@dataclass(frozen=True, slots=True)
class Setup:
    """What was agreed before the first ball; never changes during a game."""

    players: int
    calling: Calling
    rims: bool
    rim_turn: RimTurn
    palettes: Palettes
    start: Side

    @property
    def strict(self) -> bool:
        """Whether points must be called (ttt3d §10)."""
        return self.calling is Calling.STRICT

    @property
    def rim_after_ball(self) -> bool:
        """Whether a rim is turned in the same turn as the ball (ttt3d §14)."""
        return self.rims and self.rim_turn is RimTurn.AFTER


def default_palettes(players: int) -> Palettes:
    """Colours of the sides where none were chosen (ttt3d §20)."""
    white, black, red, green, blue = COLOURS
    if players == 2:
        return (white, black), (red, blue)
    return tuple((colour,) for colour in (white, black, red, blue, green)[:players])


def read_options(options: Mapping[str, OptionValue]) -> Setup:
    """Setup that `options` describe; `None` means absent.

    Raises `ConfigurationError` with every mistake found.
    """
    mistakes = [_unknown(key) for key in options if key not in OPTIONS]
    given = {key: value for key, value in options.items() if key in OPTIONS and value is not None}

    players = _choice(given, "players", PLAYERS, mistakes)
    calling = _choice(given, "calling", tuple(Calling), mistakes)
    rims = _choice(given, "rims", (False, True), mistakes)
    rim_turn = _choice(given, "rim_turn", tuple(RimTurn), mistakes)
    sides = PLAYERS[-1] if players is None else players
    start = _choice(given, "start", tuple(range(sides)), mistakes)
    palettes = default_palettes(sides)
    if "colours" in given:
        palettes = _palettes(given["colours"], players, mistakes)

    if mistakes or players is None or calling is None or rims is None or rim_turn is None or start is None:
        raise ConfigurationError(*mistakes)
    return Setup(players, calling, rims, rim_turn, palettes, Side(start))


def _unknown(key: str) -> Mistake:
    nearest = get_close_matches(key, OPTIONS, n=1, cutoff=0.0)[0]
    return Mistake(
        key, "3D tic-tac-toe has no such option", f"Did you mean {nearest}? There are {_listed(OPTIONS)}."
    )


C = TypeVar("C", int, bool, Calling, RimTurn)


def _choice(
    given: Mapping[str, OptionValue], key: str, choices: tuple[C, ...], mistakes: list[Mistake]
) -> C | None:
    """The chosen or default value of an option; `None` after noting a mistake."""
    value = given.get(key, OPTIONS[key].default)
    for choice in choices:
        # True == 1 in Python, but `players=true` or `rims=1` is a slip of the pen.
        if value == choice and isinstance(value, bool) == isinstance(choice, bool):
            return choice
    mistakes.append(Mistake(key, f"{value!r} is not possible", f"Choose one of {_listed(choices)}."))
    return None


def _listed(values: Iterable[object]) -> str:
    """Values as they are written after `--set`."""
    return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)


def _palettes(value: OptionValue, players: int | None, mistakes: list[Mistake]) -> Palettes:
    """Chosen colours, after noting mistakes; counts are not judged while `players` is itself wrong."""
    if not isinstance(value, list | tuple) or not all(isinstance(side, list | tuple) for side in value):
        remedy = f"Give {OPTIONS['colours'].values}."
        mistakes.append(Mistake("colours", f"{value!r} is not a list of colours for each side", remedy))
        return ()
    if players is not None:
        mistakes += _count_mistakes(value, players)
    names = list(chain.from_iterable(value))
    for name in names:
        if name not in COLOURS:
            near = get_close_matches(str(name), COLOURS, n=1, cutoff=0.0)[0]
            remedy = f"Did you mean {near}? There are {_listed(COLOURS)}."
            mistakes.append(Mistake("colours", f"{name!r} is no colour of a ball", remedy))
    for colour in COLOURS:
        if names.count(colour) > 1:
            remedy = "Give each colour to one side only."
            mistakes.append(Mistake("colours", f"{colour} is given twice", remedy))
    return tuple(tuple(Piece(name) for name in side) for side in value)


def _count_mistakes(sides: Sequence[Sequence[object]], players: int) -> Iterable[Mistake]:
    """Sides without colours or too many sides; sides with too few or too many colours (ttt3d §4)."""
    if len(sides) != players:
        remedy = f"Give colours to each of {players} sides."
        yield Mistake("colours", f"{len(sides)} sides have colours", remedy)
    each = 2 if players == 2 else 1
    for side, colours in enumerate(sides):
        if len(colours) != each:
            remedy = "Give two to each when two play, else one (ttt3d §4)."
            yield Mistake("colours", f"side {side} has {len(colours)} colours", remedy)
