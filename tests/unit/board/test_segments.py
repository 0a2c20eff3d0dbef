"""Strips of a board file: every pixel in one of them, each with an order and an outlet; mistakes by place."""

import pytest
from tests.unit.board.test_load import TEXT, complaints

from triboard.board.definition import COLOUR_ORDERS, Segment
from triboard.board.load import load_board, parse_board, shipped_boards
from triboard.light.power import current, whites_of
from triboard.units import Pixel

WHITE = TEXT.replace("blue_ma = 12.0", "blue_ma = 12.0\nwhite_ma = 18.0")
TWO = """
[[segments]]
first = 0
count = 27
[[segments]]
first = 27
count = 5
order = "GRBW"
bus = 1
pin = 12
"""


@pytest.mark.parametrize("name", shipped_boards())
def test_a_board_without_segments_is_one_strip_of_all_its_pixels(name: str) -> None:
    """Law: nothing need be said where there is nothing to say."""
    board = load_board(name)
    if not board.segments:
        assert board.strips == (Segment(Pixel(0), len(board.pixels), board.colour_order),)


@pytest.mark.parametrize("name", shipped_boards())
def test_a_dark_shipped_board_keeps_its_own_budget(name: str) -> None:
    """Law: a budget below the idle current could be kept by no frame."""
    board = load_board(name)
    dark = bytes(3 * len(board.pixels))
    assert current(dark, board.power, whites_of(board)) < board.power.budget


def test_segments_take_what_is_left_out_from_the_board() -> None:
    board = parse_board(WHITE + TWO, "x.toml")
    assert board.strips == (
        Segment(Pixel(0), 27, "GRB", 0, 18),
        Segment(Pixel(27), 5, "GRBW", 1, 12),
    )
    assert board.power.white == 18


def test_there_are_six_orders_of_three_channels_and_twenty_four_of_four() -> None:
    assert len(COLOUR_ORDERS) == len(set(COLOUR_ORDERS)) == 30


def test_white_chips_need_their_current() -> None:
    """Law: a budget that counts a white chip as nothing is none."""
    assert "x.toml: light.white_ma: is missing. Add it, for example white_ma = 0.1." in complaints(TEXT + TWO)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("count = 27", "count = 26", "segments: pixel 26 lies in no segment."),
        ("count = 27", "count = 28", "segments: pixel 27 lies in two segments."),
        ("count = 5", "count = 6", "segments: end at pixel 32, the board's last one is 31."),
        ("bus = 1", "bus = 0", "segments: bus 0 has LEDs with and without white in one chain."),
        ("bus = 1", "bus = 2", "segments[1].bus: is 2. Choose a value from 0 to 1."),
        ('"GRBW"', '"GRW"', "segments[1].order: is 'GRW'."),
        ("pin = 12", "pin = 12\ncolour = 1", "segments[1].colour: is not known."),
    ],
)
def test_each_mistake_in_the_segments_is_told_with_its_place(old: str, new: str, said: str) -> None:
    """Law: a pixel in no strip would stay dark and nobody would know why."""
    told = complaints(WHITE + TWO.replace(old, new, 1))
    assert any(complaint.startswith(f"x.toml: {said}") for complaint in told)
