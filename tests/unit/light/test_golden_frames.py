"""Golden frames: what every route puts on its wire for a set of scenes, compared to the last byte."""

import json

import pytest
from tests.tools import make_frames

from triboard.board.load import load_board, shipped_boards
from triboard.light.examples import examples
from triboard.light.palette import DEFAULT
from triboard.preview.film import film_of

CASES = [
    (name, scene)
    for name in shipped_boards()
    if make_frames.path_of(name).exists()
    for scene in json.loads(make_frames.path_of(name).read_text())
]


@pytest.mark.parametrize("name", shipped_boards())
def test_a_shipped_board_has_its_golden_frames(name: str) -> None:
    """Law: one vector a board (`python -m tests.tools.make_frames`), with every example scene."""
    board = load_board(name)
    wanted = json.loads(make_frames.path_of(name).read_text())
    assert list(wanted) == list(examples(board))


@pytest.mark.parametrize(("name", "scene"), CASES)
def test_a_scene_goes_over_every_route_as_it_always_did(name: str, scene: str) -> None:
    """Law: rendering, the SPI and controller routes run for real against fake buses, and the buffers of PWM
    and PIO, give the bytes of the vector."""
    board = load_board(name)
    wanted = json.loads(make_frames.path_of(name).read_text())[scene]
    shown = film_of(scene, board, DEFAULT, examples(board)[scene], shots=1).shots[0]
    assert shown.rgb.hex() == wanted["rgb"]
    assert make_frames.over_spi(board, shown.rgb) == wanted["spi"]
    assert make_frames.over_link(board, shown.rgb) == wanted["controller"]
    assert make_frames.over_strip(board, shown.rgb) == wanted["strip"]


def test_the_packed_form_of_a_transfer_loses_nothing() -> None:
    """Law: so comparing packed transfers compares whole ones."""
    wire = bytes(240) + b"\xc0\xf0\xf0\xc0" * 12 + bytes(240)
    assert make_frames.unpacked(make_frames.packed(wire)) == wire
