"""Thousands of games by hands: the tests of the default run with a thousand other seeds for each game."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest
from tests.journeys import (
    test_hands_and_rules,
    test_racks_by_hands,
    test_trike_by_hands,
    test_trioker_by_hands,
    test_troika_by_hands,
)

PLAY: Final[Mapping[str, Callable[[int, Path], None]]] = {
    "ttt3d": test_hands_and_rules.test_a_random_game_by_hands_is_the_game_that_was_meant,
    "troika": test_troika_by_hands.test_a_random_game_by_hands_is_the_game_that_was_meant,
    "trike": test_trike_by_hands.test_a_random_game_by_hands_is_the_game_that_was_meant,
    "trioker-racks": test_racks_by_hands.test_a_random_game_from_racks_is_the_game_that_was_meant,
    "trioker": test_trioker_by_hands.test_a_random_game_by_hands_is_the_game_that_was_meant,
}

FIRST: Final = 1000  # the default run has the seeds below
BLOCKS: Final = 10
GAMES: Final = 100  # in a block


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("game", sorted(PLAY))
def test_a_hundred_more_games_are_those_that_were_meant(game: str, block: int, tmp_path: Path) -> None:
    """Law (property 8): no seed makes a false commit."""
    for seed in range(FIRST + GAMES * block, FIRST + GAMES * (block + 1)):
        folder = tmp_path / str(seed)
        folder.mkdir()
        PLAY[game](seed, folder)
