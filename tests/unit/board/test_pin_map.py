"""The pin map, and the tables of firmware/README.md that are made from board files."""

from itertools import chain

import pytest
from tests.tools.firmware_readme import README, generated, known_figures
from tests.unit.rules.commands import triboard

from triboard.board.load import load_board, shipped_boards
from triboard.board.pico import HEADER as USABLE
from triboard.board.pin_map import HEADER, hooks, wires

WIRED = [name for name in shipped_boards() if load_board(name).parts]


def test_the_header_has_each_pin_once() -> None:
    """Law: every usable GP pin has one place from 1 to 40 that is no ground and no supply."""
    grounds = {3, 8, 13, 18, 23, 28, 33, 38}
    assert set(HEADER) == set(USABLE)
    assert len(set(HEADER.values())) == len(HEADER)
    assert not set(HEADER.values()) & grounds
    assert [HEADER[gp] for gp in (0, 15, 16, 22, 26, 28)] == [1, 20, 21, 29, 31, 34]


@pytest.mark.parametrize("name", WIRED)
def test_every_site_of_a_wired_board_hangs_on_something(name: str) -> None:
    """Law: no channel is left out, and no two hang on one input of a switch chain or a multiplexer."""
    board = load_board(name)
    found = hooks(board)
    assert "not wired" not in {hook.place for hook in found}
    channels = list(chain.from_iterable(hook.channels for hook in found))
    assert sorted(channels) == list(range(board.level_channels))
    single = [hook.place for hook in found if "74HC165" in hook.place or "CD74HC4067" in hook.place]
    assert len(single) == len(set(single))


@pytest.mark.parametrize("name", WIRED)
def test_each_pin_is_one_row(name: str) -> None:
    """Law: rows are in GP order, none twice, each with its place on the header."""
    rows = wires(load_board(name))
    assert [row.gp for row in rows] == sorted({row.gp for row in rows})
    assert all(HEADER[row.gp] == row.header for row in rows)


def test_the_readme_shows_the_boards_as_they_are() -> None:
    """Law: pin maps and times in firmware/README.md follow the board files; mend: `python -m
    tests.tools.firmware_readme --measure`."""
    text = README.read_text()
    assert generated(text, known_figures(text)) == text
    assert set(known_figures(text)) == set(WIRED)


def test_the_command_prints_the_table_or_json() -> None:
    """Law: Markdown for people, JSON for programs; a board without wiring is a clear mistake."""
    assert "| 22 | 29 | NeoPixels |" in triboard("firmware", "pins", "ttt3d").out
    rows = triboard("firmware", "pins", "ttt3d", "--json").json["rows"]
    assert (rows[-1]["gp"], rows[-1]["header"]) == (22, 29)
    sensors = triboard("firmware", "pins", "trike-presence", "--sensors").out
    assert "| a1 | 0 | 0 | 74HC165 0, A (11) |" in sensors
    assert (
        "| Aa1 | 0 | 0, 1, 2 | TCA9548A 0x70, port 0 |"
        in triboard("firmware", "pins", "ttt3d", "--sensors").out
    )
    refused = triboard("firmware", "pins", "nonsense")
    assert (refused.code, refused.out) == (2, "")
