"""Options of Trioker: every mistake at once, each with its remedy."""

from typing import Any

import pytest

from triboard.errors import ConfigurationError
from triboard.rules import trioker
from triboard.rules.game import Game

GAME = trioker.GAME
DEAL = trioker.deal(trioker.deck("rapid"), 2, "rapid")


def mistakes(options: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(ConfigurationError) as caught:
        GAME.start(options)
    return {mistake.place: f"{mistake.problem}. {mistake.remedy}" for mistake in caught.value.mistakes}


def test_the_value_keeps_the_protocol() -> None:
    game: Game[trioker.State, trioker.Move] = GAME
    assert game.name == "trioker"
    assert game.modes == ("pair-impair", "rapid", "original", "simple", "puzzle")
    assert list(game.options) == [
        "mode",
        "players",
        "board",
        "honour",
        "f5",
        "paths",
        "hands",
        "start",
        "outline",
        "tiles",
        "joker",
    ]


@pytest.mark.parametrize("mode", ["pair-impair", "simple", "puzzle"])
def test_these_modes_start_without_further_options(mode: str) -> None:
    assert GAME.outcome(GAME.start({"mode": mode})) is None


def test_defaults_may_be_written_out_in_every_mode() -> None:
    """A form that sends all options with their defaults is accepted."""
    defaults = {name: option.default for name, option in GAME.options.items()}
    assert GAME.start(defaults) == GAME.start()
    assert GAME.start(defaults | {"mode": "puzzle"}) == GAME.start({"mode": "puzzle"})


def test_all_mistakes_are_reported_together() -> None:
    found = mistakes({"mode": "rapit", "bord": 52, "honour": 1, "paths": 4})
    assert set(found) == {"mode", "bord", "honour", "paths"}
    assert "'rapid'" in found["mode"]
    assert "'board'" in found["bord"]
    assert "true" in found["honour"]


@pytest.mark.parametrize(
    ("options", "place", "words"),
    [
        ({"board": 53}, "board", "52"),
        ({"players": 3}, "players", "players=2"),
        ({"mode": "puzzle", "players": 2}, "players", "players=1"),
        ({"mode": "rapid", "players": 5, "start": 0}, "players", "2 or 3 or 4"),
        ({"mode": "rapid", "players": True, "start": 0}, "players", "true"),
        ({"mode": "rapid", "board": 52, "start": 0}, "board", "mode=pair-impair"),
        ({"mode": "rapid", "f5": False, "start": 0}, "f5", "mode=original"),
        ({"paths": 2}, "paths", "mode=simple"),
        ({"hands": DEAL}, "hands", "mode=rapid"),
        ({"outline": "eagle"}, "outline", "mode=puzzle"),
        ({"mode": "rapid"}, "start", "opening seat"),
        ({"mode": "rapid", "start": 2}, "start", "0 to 1"),
        ({"mode": "rapid", "start": False}, "start", "no seat"),
        ({"mode": "rapid", "hands": 10, "start": 0}, "hands", "no list"),
        ({"mode": "rapid", "players": 3, "hands": DEAL}, "hands", "2 hands for 3"),
        ({"mode": "rapid", "hands": [DEAL[0], 9], "start": 0}, "hands[1]", "10"),
        ({"mode": "rapid", "hands": [DEAL[0], "all"], "start": 0}, "hands[1]", "no hand"),
        ({"mode": "rapid", "hands": [DEAL[0], DEAL[0]]}, "hands[1]", "another hand"),
        ({"mode": "rapid", "hands": [DEAL[0], [*DEAL[1][:9], "120"]]}, "hands[1]", "Did you mean 012"),
        ({"mode": "rapid", "hands": [DEAL[0], [*DEAL[1][:9], DEAL[1][0]]]}, "hands[1]", "twice"),
        ({"mode": "simple", "hands": [["333", *DEAL[0][:9]], 10]}, "hands[0]", "not dealt"),
        ({"mode": "simple", "start": 1}, "start", "start=0"),
        ({"mode": "puzzle", "outline": "egle"}, "outline", "did you mean eagle"),
        ({"mode": "puzzle", "outline": 7}, "outline", "no outline"),
        ({"mode": "puzzle", "outline": ["U3"]}, "outline", "no cell"),
        ({"mode": "puzzle", "outline": [3]}, "outline", "no cell"),
        ({"mode": "puzzle", "tiles": ["000", "00"]}, "tiles", "no tile"),
        ({"mode": "puzzle", "tiles": 24}, "tiles", "no list of tiles"),
        ({"mode": "puzzle", "outline": "triangle-5"}, "tiles", "joker=true"),
        ({"mode": "puzzle", "outline": "eagle", "tiles": ["000"]}, "tiles", "20 cells"),
    ],
)
def test_a_mistake_says_where_what_and_how_to_mend_it(
    options: dict[str, Any], place: str, words: str
) -> None:
    assert words in mistakes(options)[place]


def test_the_number_of_hands_gives_the_number_of_players() -> None:
    state = GAME.start({"mode": "rapid", "hands": trioker.deal(trioker.deck("rapid"), 4, "rapid")})
    assert isinstance(state, trioker.TableState)
    assert len(state.hands) == 4


@pytest.mark.parametrize(("players", "size", "bank"), [(2, 10, 5), (3, 7, 4), (4, 6, 1)])
def test_hands_bank_and_coins_follow_the_number_of_players(players: int, size: int, bank: int) -> None:
    """§13."""
    state = GAME.start(
        {"mode": "original", "hands": trioker.deal(trioker.deck("original"), players, "original")}
    )
    assert isinstance(state, trioker.TableState)
    assert [hand.size for hand in state.hands] == [size] * players
    assert state.bank == bank == state.pool.bit_count()
    assert state.purses == (trioker.Purse(4 if players == 4 else 5, 5),) * players


@pytest.mark.parametrize(("players", "size", "bank"), [(2, 10, 3), (3, 7, 2), (4, 5, 3)])
def test_simple_deals_23_tiles(players: int, size: int, bank: int) -> None:
    """§23: 333 is set aside; six tiles for each of four would be one too many (a ruling)."""
    state = GAME.start({"mode": "simple", "players": players})
    assert isinstance(state, trioker.TableState)
    assert [hand.size for hand in state.hands] == [size] * players
    assert state.bank == bank


def test_only_the_whole_deck_is_dealt() -> None:
    with pytest.raises(ConfigurationError, match="deck"):
        trioker.deal(("000", "001"), 2, "rapid")


def test_tiles_may_be_written_in_one_text() -> None:
    """A command line gives `tiles=000,001`."""
    listed = GAME.start({"mode": "puzzle", "outline": ["U3,3", "D3,3"], "tiles": ["000", "001"]})
    assert listed == GAME.start({"mode": "puzzle", "outline": "U3,3 D3,3", "tiles": "000,001"})
