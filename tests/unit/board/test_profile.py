"""Profiles: read strictly, laid over the board file, refused where they do not fit."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from triboard.board.load import load_board, shipped_boards
from triboard.board.profile import calibrated, read_profile
from triboard.errors import ConfigurationError

BOARD = load_board("ttt3d")
BARE: Mapping[str, Any] = {"format": 1, "board": "ttt3d", "date": "2026-01-01 12:00 UTC"}


def laid(**more: Any) -> Any:
    """The board with a profile over it."""
    return calibrated(BOARD, read_profile({**BARE, **more}, "p.json"))


@pytest.mark.parametrize("name", shipped_boards())
def test_an_empty_profile_changes_nothing(name: str) -> None:
    """Law: what was not calibrated is as the board file says, on every board."""
    board = load_board(name)
    assert calibrated(board, read_profile({**BARE, "board": name}, "p.json")) == board


def test_what_was_learned_lies_over_the_file() -> None:
    """Law: channels move with the sensor, levels with the channels, kinds with the way of sensing; a sensor
    whose bare level is brighter shows every kind so much brighter."""
    empty = [(46, 48, 52)[channel % 3] * 5 // 4 for channel in range(BOARD.channels)]
    board = laid(
        orders=["BRG"],
        sensors={"Aa1": "Cc3", "Cc3": "Aa1"},
        empty=empty,
        pieces={"ball": {"white": [160, 161, 162]}},
        rims={"B": {"edges": 2, "reverse": True}},
    )
    level = board.sites[0].levels[0]
    assert level.channels == BOARD.sites[-1].levels[0].channels
    assert [one.values for one in level.sensing.signatures][:2] == [
        tuple(empty[channel] for channel in level.channels),
        (round(160 * 57 / 46), round(161 * 60 / 48), round(162 * 65 / 52)),
    ]
    assert [strip.order for strip in board.strips] == ["BRG"]
    assert [(rim.edges_per_detent, rim.reverse) for rim in board.rims][1] == (2, True)
    assert board.rims[0] == BOARD.rims[0]
    assert board.channels == BOARD.channels


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"format": 2}, "format 2"),
        ({"board": "trike"}, "is trike, this board is ttt3d"),
        ({"sensor": {}}, "sensor: is not known"),
        ({"orders": ["GRX"]}, "GRX"),
        ({"orders": ["GRB", "GRB"]}, "orders"),
        ({"empty": [1, 2, 3]}, "3 values for 81 channels"),
        ({"sensors": {"Aa1": "Zz9"}}, "cannot have the sensor of Zz9"),
        ({"sensors": {"Aa1": "Cc3"}}, "the sensor of Cc3 belongs to two sites"),
        ({"rims": {"D": {"edges": 4, "reverse": False}}}, "has a rim D"),
        ({"rims": {"A": {"edges": 0, "reverse": False}}}, "rims.A.edges"),
        ({"pieces": {"ball": {"white": [46, 48, 52]}}}, "lie 0 apart"),
    ],
)
def test_a_profile_that_does_not_fit_names_what_is_wrong(more: dict[str, Any], says: str) -> None:
    """Law: one clear error with the remedy, and never a board that cannot tell its pieces apart."""
    with pytest.raises(ConfigurationError) as caught:
        laid(**more)
    assert says in str(caught.value)


def test_a_profile_survives_json() -> None:
    """Law: export and import lose nothing."""
    content = {**BARE, "sensors": {"Aa1": "Ab1", "Ab1": "Aa1"}, "report": {"parts": []}, "skipped": ["Cc3"]}
    again = read_profile(json.loads(json.dumps(content)), "p.json")
    assert again == read_profile(content, "p.json")
