"""Options and how wrong ones are reported (ttt3d §4, §20)."""

from collections.abc import Mapping
from typing import Any

import pytest

from triboard.errors import ConfigurationError
from triboard.rules import ttt3d
from triboard.rules.game import OptionValue
from triboard.rules.ttt3d import GAME


def mistakes(options: Mapping[str, OptionValue]) -> list[tuple[str, str, str]]:
    with pytest.raises(ConfigurationError) as caught:
        GAME.start(options)
    return [(mistake.place, mistake.problem, mistake.remedy) for mistake in caught.value.mistakes]


def test_the_game_has_the_name_and_options_that_others_rely_on() -> None:
    """Interfaces: names and defaults are fixed."""
    assert GAME.name == "ttt3d"
    assert GAME.modes == ()
    assert {name: option.default for name, option in GAME.options.items()} == {
        "players": 3,
        "calling": "auto",
        "rims": False,
        "rim_turn": "instead",
        "colours": None,
        "start": 0,
    }


def test_all_mistakes_are_reported_together() -> None:
    """Configuration is parsed once; each mistake has place, problem and remedy."""
    found = mistakes(
        {
            "playrs": 3,
            "players": 6,
            "calling": "loud",
            "rims": "yes",
            "rim_turn": 1,
            "colours": 3,
            "start": -1,
        }
    )
    assert [place for place, _, _ in found] == [
        "playrs",
        "players",
        "calling",
        "rims",
        "rim_turn",
        "start",
        "colours",
    ]
    assert all(problem and remedy for _, problem, remedy in found)


def test_an_unknown_option_names_the_nearest_valid_one() -> None:
    """A slip is told the key that was meant; plain nonsense still gets the nearest one and the list."""
    ((place, _, remedy),) = mistakes({"colors": []})
    assert place == "colors"
    assert remedy.startswith("Did you mean colours?")
    ((place, _, remedy),) = mistakes({"xyz": 1})
    assert place == "xyz"
    assert remedy.startswith("Did you mean ")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("players", 1),
        ("players", 6),
        ("players", True),
        ("players", "3"),
        ("players", [3]),
        ("calling", "AUTO"),
        ("rims", 1),
        ("rims", "true"),
        ("rim_turn", "before"),
        ("start", 3),
        ("start", -1),
        ("start", False),
        ("start", 0.5),
    ],
)
def test_a_value_of_the_wrong_kind_or_range_is_one_mistake(key: str, value: Any) -> None:
    """ttt3d §20: ranges; a boolean is no number and a number no boolean."""
    assert [place for place, _, _ in mistakes({key: value})] == [key]


@pytest.mark.parametrize(
    ("players", "colours", "problem"),
    [
        (3, "white", "not a list"),
        (3, ["white", "black", "red"], "not a list"),
        (3, [["white"], ["black"]], "2 sides have colours"),
        (3, [["white"], ["black"], ["red", "blue"]], "side 2 has 2 colours"),
        (3, [["white"], ["black"], []], "side 2 has 0 colours"),
        (2, [["white"], ["black", "red"]], "side 0 has 1 colours"),
        (3, [["white"], ["black"], ["rot"]], "'rot' is no colour"),
        (3, [["white"], ["black"], [7]], "7 is no colour"),
        (3, [["white"], ["black"], ["white"]], "white is given twice"),
        (2, [["white", "white"], ["black", "red"]], "white is given twice"),
    ],
)
def test_wrong_colours_are_explained(players: int, colours: Any, problem: str) -> None:
    """ttt3d §4: one colour each with three or more, two each with two, all different."""
    ((place, found, _),) = mistakes({"players": players, "colours": colours})
    assert place == "colours"
    assert problem in found


def test_colours_are_not_counted_while_the_number_of_players_is_wrong() -> None:
    """One slip is one mistake."""
    found = mistakes({"players": 9, "colours": [["white"], ["black"], ["rad"]]})
    assert [place for place, _, _ in found] == ["players", "colours"]
    assert "Did you mean red?" in found[1][2]


def test_chosen_colours_are_played_in_the_order_given() -> None:
    """ttt3d §20: `colours` may change order and choice."""
    state = GAME.start({"players": 2, "colours": [["green", "white"], ["blue", "black"]]})
    assert ttt3d.due_colour(state) == "green"
    state = GAME.play(state, GAME.parse_move("g@Ab2"))
    assert ttt3d.due_colour(state) == "blue"
    three = GAME.start({"colours": [["red"], ["green"], ["white"]], "start": 2})
    assert ttt3d.due_colour(three) == "white"


@pytest.mark.parametrize(("players", "sides"), [(2, 2), (3, 3), (4, 4), (5, 5)])
def test_two_to_five_play(players: int, sides: int) -> None:
    """ttt3d §4."""
    state = GAME.start({"players": players})
    assert GAME.scores(state) == (0,) * sides


def test_none_means_absent() -> None:
    """An option that is `null` in a record takes its default."""
    assert GAME.start({"players": None, "colours": None}) == GAME.start()
