"""How often sensors cannot tell two legal moves apart, board file by board file, over random games.

*One ply*: of the states with a choice, those in which two legal moves give the same observation. *Two plies
at once* (both done within one settle window; physical-play 6): observations that two pairs of moves give,
told apart by whether pieces or colours stand differently, or only the order of the same moves is lost.
*Earlier*: legal moves that look like an earlier position of the game, where the rules of precedence decide.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Final

from triboard.board.classify import classify_level
from triboard.board.definition import Board, SiteDefinition
from triboard.board.load import load_board, shipped_boards
from triboard.board.readings import EMPTY, Reading
from triboard.board.reconcile import Standing, in_room, standing
from triboard.board.signals import site_signals
from triboard.rules.chance import random_game
from triboard.rules.game import Game, Position
from triboard.rules.registry import GAMES
from triboard.units import Detent, Piece, Site

SETTINGS: Final[Mapping[str, tuple[dict[str, Any], ...]]] = {
    "ttt3d": (
        {"players": 2},
        {"players": 3},
        {"players": 5},
        {"players": 2, "rims": True},
        {"players": 3, "rims": True, "rim_turn": "after"},
    ),
    "troika": ({}, {"mode": "training"}),
    "trike": ({}, {"size": 11, "swap": False}),
    "trioker": (
        {},
        {"honour": True, "board": 52},
        {"mode": "rapid", "players": 3},
        {"mode": "rapid", "players": 2, "hands": [10, 10], "start": 0},  # hidden hands: any unseen tile
        {"mode": "original", "players": 4},
        {"mode": "simple", "players": 2},
        {"mode": "puzzle", "joker": True},
    ),
}
"""Options that change which moves there are, by game."""

SITES_A_PAIR: Final = 8
"""Pairs of plies are counted on so many sites drawn at random; all would be tens of thousands a state."""

MOST_PLIES: Final = 100

Shown = tuple[frozenset[tuple[Site, tuple[Reading, ...]]], tuple[Detent, ...]]


@dataclass(slots=True)
class Census:
    """What was counted for one board and one set of options."""

    board: str
    options: Mapping[str, Any]
    states: int = 0
    ambiguous: int = 0
    earlier: int = 0
    moves: int = 0
    pairs: int = 0
    other_pieces: int = 0
    other_order: int = 0

    def __str__(self) -> str:
        options = " ".join(f"{key}={value}" for key, value in self.options.items()) or "defaults"
        text = f"{self.board} ({options}): {self.ambiguous} of {self.states} states ambiguous"
        text += f", {self.earlier} of {self.moves} moves look like an earlier position"
        if self.pairs:
            text += f"; two plies: {self.other_pieces} of {self.pairs} observations leave the pieces open"
            text += f", {self.other_order} only the order"
        return text


@lru_cache(maxsize=100_000)
def readings_of(site: SiteDefinition, stack: tuple[Piece, ...]) -> tuple[Reading, ...]:
    """What perfect sensors of a site are read as."""
    raw = site_signals(site, stack)
    return tuple(
        classify_level(level.sensing, tuple(raw[channel] for channel in level.channels))
        for level in site.levels
    )


class Viewer:
    """A board that is looked at through its sensors."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.base = (Detent(0),) * len(board.rims)
        self._sites = {site.site: site for site in board.sites}

    def stands(self, position: Position) -> Standing:
        """How a position stands on this board."""
        return standing(position, self.board.rims, self.base)

    def shown(self, stands: Standing) -> Shown:
        """Every site that is not bare, as it is read, and the rims."""
        room = in_room(stands, self.board.rims, self.base)
        read = ((site, readings_of(self._sites[site], stack)) for site, stack in room.items() if stack)
        return frozenset(pair for pair in read if any(level != EMPTY for level in pair[1])), stands.rims

    def steps(self, game: Game[Any, Any], state: Any) -> Iterator[tuple[Any, Standing]]:
        """Each legal move that shows on the board, as the state after it and how that stands."""
        here = self.stands(game.position(state))
        if game.outcome(state) is not None:
            return
        for move in game.legal_moves(state):
            after = game.play(state, move)
            stands = self.stands(game.position(after))
            if stands != here:
                yield after, stands


def take(board: Board, options: Mapping[str, Any], *, games: int, seed: int, pairs: bool = False) -> Census:
    """Count over random games; `pairs` also counts two plies at once, in every fifth state."""
    census = Census(board.name, options)
    chance, view, game = Random(seed), Viewer(board), GAMES[board.game]
    for _ in range(games):
        replay = random_game(game, options, chance.randrange, most=MOST_PLIES)
        past: set[Shown] = set()
        for number, state in enumerate(replay.states):
            _count(census, view, game, state, past)
            if pairs and number % 5 == 0:
                _count_pairs(census, view, game, state, chance)
            past.add(view.shown(view.stands(game.position(state))))
    return census


def _count(census: Census, view: Viewer, game: Game[Any, Any], state: Any, past: set[Shown]) -> None:
    found: dict[Shown, set[Any]] = defaultdict(set)
    for after, stands in view.steps(game, state):
        shown = view.shown(stands)
        found[shown].add(after)
        census.moves += 1
        census.earlier += shown in past
    census.states += bool(found)
    census.ambiguous += any(len(afters) > 1 for afters in found.values())


def _count_pairs(census: Census, view: Viewer, game: Game[Any, Any], state: Any, chance: Random) -> None:
    here = view.stands(game.position(state))
    names = [site.site for site in view.board.sites]
    allowed = set(chance.sample(names, min(SITES_A_PAIR, len(names))))
    pieces: dict[Shown, set[frozenset[tuple[Site, tuple[Piece, ...]]]]] = defaultdict(set)
    paths: dict[Shown, int] = defaultdict(int)
    for first, between in view.steps(game, state):
        if not _changed(here, between) <= allowed:
            continue
        for _, stands in view.steps(game, first):
            if _changed(between, stands) <= allowed and stands != here:
                shown = view.shown(stands)
                pieces[shown].add(frozenset(stands.slots.items()))
                paths[shown] += 1
    census.pairs += len(pieces)
    census.other_pieces += sum(len(several) > 1 for several in pieces.values())
    census.other_order += sum(paths[shown] > 1 and len(several) == 1 for shown, several in pieces.items())


def _changed(one: Standing, other: Standing) -> set[Site]:
    sites = one.slots.keys() | other.slots.keys()
    return {site for site in sites if one.slots.get(site, ()) != other.slots.get(site, ())}


def report(*, rounds: int) -> None:
    """Print the census of every shipped board."""
    for name in shipped_boards():
        game = load_board(name).game
        for options in SETTINGS[game]:
            board = load_board(name, options.get("size"))
            print("census:", take(board, options, games=max(1, rounds // 3), seed=1, pairs=True))


if __name__ == "__main__":
    report(rounds=15)
