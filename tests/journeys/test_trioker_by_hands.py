"""Trioker in all five modes, played by simulated hands, ends as the rules engine says (property 8)."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.journeys.people_base import finish
from tests.journeys.people_trioker import TriokerPeople
from tests.journeys.table import Table

from triboard.errors import ConfigurationError
from triboard.rules import trioker

GAMES = 60
MODES = ("pair-impair", "rapid", "original", "simple", "puzzle")
OUTLINES = ("star", "boat", "tree", "eagle")


def options_of(seed: int, chance: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options that the table is told, and what it is not told of the deal."""
    mode = MODES[seed % len(MODES)]
    options: dict[str, Any] = {"mode": mode}
    if mode == "pair-impair":
        return {**options, "board": chance.choice([73, 52]), "honour": chance.random() < 0.5}, {}
    if mode == "puzzle":
        return {**options, "outline": chance.choice(OUTLINES), "joker": chance.random() < 0.3}, {}
    options["players"] = players = chance.choice([2, 3, 4])
    deck = trioker.deck(mode)
    hands = trioker.deal(chance.sample(deck, len(deck)), players, mode)
    if mode == "simple":
        options["paths"] = chance.choice([1, 2, 3])
    elif chance.random() < 0.7:
        options["start"] = opener({**options, "hands": hands})
    if chance.random() < 0.3 or (mode != "simple" and "start" not in options):
        options.pop("start", None)
        return {**options, "hands": hands}, {}
    return options, {"hands": hands}


def opener(options: dict[str, Any]) -> int:
    """Seat that opens a deal."""
    for seat in range(options["players"]):
        try:
            trioker.GAME.start({**options, "start": seat})
        except ConfigurationError:
            continue
        return seat
    raise AssertionError(options)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_by_hands_is_the_game_that_was_meant(seed: int, tmp_path: Path) -> None:
    """Law (property 8): bounce, slips, wrong tries, knocked tiles and bad cables change nothing: after every
    ply the record equals the moves that were meant, and so does the journal on disk."""
    chance = Random(seed)
    options, deal = options_of(seed, chance)
    table = Table(tmp_path, options, board="trioker", seed=seed)
    people = TriokerPeople(table, options, chance, clumsy=chance.choice([0.0, 0.2, 0.5]), deal=deal)
    people.set_up()
    people.play_game()
    assert trioker.GAME.outcome(table.state.game) is not None
    finish(table, people)
