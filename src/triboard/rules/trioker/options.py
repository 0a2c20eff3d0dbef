"""The options of Trioker: what they mean and the one place that checks them."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from triboard.errors import ConfigurationError, Mistake, NotationError
from triboard.rules.game import Option, OptionValue
from triboard.rules.trioker.boards import Board, board_of, hexagon_board, original_board, rapid_board
from triboard.rules.trioker.dealing import HAND_MODES, deck_mask, hand_size, opener
from triboard.rules.trioker.outlines import NAMES, OUTLINES, Cells, outline_of
from triboard.rules.trioker.tiles import (
    ALL_ORDINARY,
    ALL_TILES,
    JOKER_BIT,
    TILE_INDEX,
    TILES,
    TRIPLE_THREE,
    tile_named,
)

MODES: Final = ("pair-impair", "rapid", "original", "simple", "puzzle")

YES: Final = True
NO: Final = False

OPTIONS: Final[Mapping[str, Option]] = {
    "mode": Option("pair-impair", MODES, "which game is played with the tiles"),
    "players": Option(
        None, (1, 2, 3, 4), "players; absent: 2, or 1 for a puzzle, or as many as there are hands"
    ),
    "board": Option(73, (73, 52), "cells of the board (pair-impair)"),
    "honour": Option(NO, (NO, YES), "a wrong pass is accepted and may be challenged (pair-impair)"),
    "f5": Option(YES, (YES, NO), "the board has the action F5 (original)"),
    "paths": Option(1, (1, 2, 3), "how many chains may leave 333 (simple)"),
    "hands": Option(
        None,
        "a list with, for each seat, a list of tiles or the number of tiles",
        "the deal; absent: hidden hands of the usual size (rapid, original, simple)",
    ),
    "start": Option(
        None, (None, 0, 1, 2, 3), "seat that opens; needed when hands are hidden (rapid, original)"
    ),
    "outline": Option(
        None, "a name, a list of cells or rows; absent: parallelogram-3x4", "what to fill (puzzle)"
    ),
    "tiles": Option(None, "a list of tiles; absent: the 24 ordinary ones", "what to fill it with (puzzle)"),
    "joker": Option(NO, (NO, YES), "the joker may be used too (puzzle)"),
}

MODES_OF_OPTION: Final = {
    "board": ("pair-impair",),
    "honour": ("pair-impair",),
    "f5": ("original",),
    "paths": ("simple",),
    "hands": HAND_MODES,
    "start": HAND_MODES,
    "outline": ("puzzle",),
    "tiles": ("puzzle",),
    "joker": ("puzzle",),
}
"""Options that mean nothing in other modes; there only their default is accepted."""

PLAYERS_OF_MODE: Final = {"pair-impair": (2,), "puzzle": (1,)}
DEFAULT_OUTLINE: Final = "parallelogram-3x4"


@dataclass(frozen=True, slots=True)
class Terms:
    """Options, checked and settled."""

    mode: str
    players: int
    board: Board
    honour: bool
    paths: int
    known: tuple[int, ...]
    """For each seat the tiles of its hand as far as they are known."""
    hidden: tuple[int, ...]
    """For each seat how many tiles of its hand are not known."""
    start: int
    tiles: int
    """Tiles of a puzzle."""


def settle(options: Mapping[str, OptionValue]) -> Terms:
    """Checks all options; raises `ConfigurationError` with every mistake found."""
    reader = _Reader(options)
    terms = reader.terms()
    if reader.mistakes or terms is None:
        raise ConfigurationError(*reader.mistakes)
    return terms


def _same(one: object, other: object) -> bool:
    """Equal and of one type, for `True == 1`."""
    return type(one) is type(other) and one == other


class _Reader:
    """Reads the options of one game and gathers mistakes."""

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        self.options = options
        self.mistakes: list[Mistake] = []

    def wrong(self, place: str, problem: str, remedy: str) -> None:
        self.mistakes.append(Mistake(place, problem, remedy))

    def terms(self) -> Terms | None:
        self.check_names()
        mode = str(self.choice("mode"))
        self.check_modes(mode)
        board, honour = self.choice("board"), self.choice("honour")
        f5, paths = self.choice("f5"), self.choice("paths")
        players = self.players(mode)
        known, hidden = self.hands(mode, players) if mode in HAND_MODES else ((), ())
        start = self.start(mode, known, hidden)
        cells, tiles = self.puzzle() if mode == "puzzle" else (frozenset(), 0)
        if self.mistakes:
            return None
        if mode == "puzzle":
            field = board_of(cells)
        elif mode == "rapid":
            field = rapid_board()
        elif mode == "original":
            field = original_board(f5=bool(f5))
        else:
            field = hexagon_board(int(str(board)))
        return Terms(mode, players, field, bool(honour), int(str(paths)), known, hidden, start, tiles)

    def check_names(self) -> None:
        for name in self.options:
            if name not in OPTIONS:
                near = difflib.get_close_matches(name, OPTIONS, n=1, cutoff=0.4)
                remedy = f"Did you mean {near[0]!r}?" if near else f"The options are {', '.join(OPTIONS)}."
                self.wrong(name, "there is no such option", remedy)

    def choice(self, name: str) -> OptionValue:
        """Value of an option with listed values; its default after a mistake."""
        option = OPTIONS[name]
        value = self.options.get(name, option.default)
        if any(_same(value, allowed) for allowed in option.values):
            return value
        words = [_word(allowed) for allowed in option.values]
        near = difflib.get_close_matches(str(value), words, n=1, cutoff=0.4) if isinstance(value, str) else []
        remedy = f"Did you mean {near[0]}?" if near else f"Choose one of {', '.join(words)}."
        self.wrong(name, f"{_word(value)} is not possible", remedy)
        return option.default

    def check_modes(self, mode: str) -> None:
        for name, modes in MODES_OF_OPTION.items():
            if mode in modes or _same(self.options.get(name, OPTIONS[name].default), OPTIONS[name].default):
                continue
            self.wrong(name, f"it means nothing in the mode {mode}", f"Leave it out or set mode={modes[0]}.")

    def players(self, mode: str) -> int:
        allowed = PLAYERS_OF_MODE.get(mode, (2, 3, 4))
        value = self.options.get("players")
        hands = self.options.get("hands")
        if value is None:
            dealt = isinstance(hands, list) and len(hands) in allowed
            return len(hands) if dealt and isinstance(hands, list) else allowed[0]
        if isinstance(value, int) and not isinstance(value, bool) and value in allowed:
            return value
        numbers = " or ".join(map(str, allowed))
        self.wrong("players", f"{_word(value)} cannot play {mode}", f"Set players={numbers}.")
        return allowed[0]

    def hands(self, mode: str, players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        size = hand_size(mode, players)
        value = self.options.get("hands")
        if value is None:
            return (0,) * players, (size,) * players
        if not isinstance(value, list):
            self.wrong(
                "hands", f"{_word(value)} is no list", 'Write one hand for each seat: [["333","012"], 10].'
            )
            return (0,) * players, (size,) * players
        if len(value) != players:
            self.wrong("hands", f"{len(value)} hands for {players} players", "Give one hand for each seat.")
        known: list[int] = []
        hidden: list[int] = []
        for seat, hand in enumerate(value):
            place = f"hands[{seat}]"
            tiles = self.tiles(place, hand, deck_mask(mode)) if isinstance(hand, list) else 0
            number = len(hand) if isinstance(hand, list) else hand
            if not isinstance(number, int) or isinstance(number, bool):
                self.wrong(
                    place,
                    f"{_word(hand)} is no hand",
                    'Write a list of tiles like ["333","012"] or a number.',
                )
            elif number != size:
                self.wrong(place, f"{number} tiles", f"With {players} players everybody gets {size}.")
            for name in (
                name for name in TILES if any(tiles & mask & 1 << TILE_INDEX[name] for mask in known)
            ):
                self.wrong(place, f"the tile {name} is in another hand too", "There is one of each tile.")
            known.append(tiles)
            hidden.append(0 if isinstance(hand, list) else size)
        return tuple(known), tuple(hidden)

    def tiles(self, place: str, names: list[object], allowed: int) -> int:
        """Set of the named tiles; each name once, spelled as in paragraph 1."""
        mask = 0
        for name in names:
            index = TILE_INDEX.get(name) if isinstance(name, str) else None
            if index is None:
                meant = tile_named(name) if isinstance(name, str) else None
                near = difflib.get_close_matches(str(name), TILES, n=1, cutoff=0.4)
                remedy = (
                    f"Did you mean {meant or near[0]}?"
                    if meant or near
                    else "Tiles are spelled like 012 or *12."
                )
                self.wrong(place, f"{_word(name)} is no tile", remedy)
                continue
            if mask >> index & 1:
                self.wrong(place, f"the tile {name} is named twice", "There is one of each tile.")
            elif not allowed >> index & 1:
                self.wrong(place, f"the tile {name} is not dealt in this mode", "Take another tile.")
            mask |= 1 << index
        return mask

    def start(self, mode: str, known: tuple[int, ...], hidden: tuple[int, ...]) -> int:
        value = self.options.get("start")
        if mode not in HAND_MODES or not known:
            return 0  # no hands at all: `hands` has said so
        forced: int | None = None
        if mode == "simple":
            forced = 0
        elif not any(hidden):
            forced = opener(known)
        else:
            forced = next((seat for seat, hand in enumerate(known) if hand >> TRIPLE_THREE & 1), None)
        if value is None:
            if forced is None:
                self.wrong(
                    "start", "nobody knows who opens when hands are hidden", "Set start to the opening seat."
                )
            return forced or 0
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < len(known):
            self.wrong("start", f"{_word(value)} is no seat", f"Choose a seat from 0 to {len(known) - 1}.")
            return 0
        if forced is not None and value != forced:
            self.wrong(
                "start", f"seat {value} does not open this deal", f"Seat {forced} does; set start={forced}."
            )
        return value

    def puzzle(self) -> tuple[Cells, int]:
        """Outline and tiles."""
        cells, tiles = OUTLINES[DEFAULT_OUTLINE], ALL_ORDINARY
        source = self.options.get("outline")
        try:
            if isinstance(source, str | list):
                cells = outline_of(_strings(source))
            elif source is not None:
                self.wrong("outline", f"{_word(source)} is no outline", f"Choose one of {', '.join(NAMES)}.")
        except NotationError as error:
            self.wrong(
                "outline", str(error), "Write a name, a list of cells like U3,3 or rows like 0: 1 2 / 1."
            )
        names = self.options.get("tiles")
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if isinstance(names, list):
            tiles = self.tiles("tiles", names, ALL_TILES)
        elif names is not None:
            self.wrong("tiles", f"{_word(names)} is no list of tiles", 'Write ["000","012"].')
        if self.choice("joker"):
            tiles |= JOKER_BIT
        elif names is None:
            tiles &= ~JOKER_BIT
        if tiles.bit_count() < len(cells) and not self.mistakes:
            remedy = "Set joker=true." if tiles.bit_count() == 24 and len(cells) == 25 else "Give more tiles."
            self.wrong("tiles", f"{tiles.bit_count()} tiles cannot fill {len(cells)} cells", remedy)
        return cells, tiles


def _strings(source: str | list[object]) -> str | list[str]:
    if isinstance(source, str):
        return source
    for cell in source:
        if not isinstance(cell, str):
            raise NotationError(f"{_word(cell)} is no cell; cells are written like U3,3 or D2,4")
    return [str(cell) for cell in source]


def _word(value: object) -> str:
    """A value as it stands in JSON, near enough."""
    return (
        {True: "true", False: "false", None: "none"}[value]
        if value is None or value is True or value is False
        else repr(value)
    )
