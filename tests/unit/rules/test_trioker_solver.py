"""The exact puzzle solver against the verified counts and against a naive search."""

from itertools import islice

import pytest

from triboard.rules import trioker
from triboard.rules.trioker.boards import board_of
from triboard.rules.trioker.lattice import Vertex, corners
from triboard.rules.trioker.solver import Search, symmetries
from triboard.rules.trioker.tiles import (
    ALL_ORDINARY,
    ALL_TILES,
    LAY_INDEX,
    TILES,
    mask_of,
    rotations,
)

RELABELLINGS = 24

COUNTS = {
    "parallelogram-3x4": 5 * RELABELLINGS,
    "trapezoid-5x4": 6 * RELABELLINGS,
    "trapezoid-7x2": 0,
    "strip-12": 8603 * RELABELLINGS,
    "sphinx": 3 * RELABELLINGS,
    "butterfly": 4 * RELABELLINGS,
    "hexagon-2": 0,
    "sitting-man": 30 * RELABELLINGS,
    "footballer": 1816 * RELABELLINGS,
    # Our own:
    "tent": 6 * RELABELLINGS,
    "rocket": 14 * RELABELLINGS,
    "candy": 340 * RELABELLINGS,
    "swan": 70 * RELABELLINGS,
    "mushroom": 40 * RELABELLINGS,
    "crown": 116 * RELABELLINGS,
    "bell": 6 * RELABELLINGS,
    "arrow": 10 * RELABELLINGS,
    "kite": 203 * RELABELLINGS,
    "umbrella": 196 * RELABELLINGS,
}


def naive(cells: frozenset[trioker.Cell], names: list[str]) -> int:
    """Every lay of every tile in every cell, corners compared one by one."""
    ordered = sorted(cells)

    def walk(depth: int, left: list[str], standing: dict[Vertex, str]) -> int:
        if depth == len(ordered):
            return 1
        total = 0
        for name in left:
            for text in rotations(name):
                points = dict(zip(corners(ordered[depth]), text, strict=True))
                new = {point: value for point, value in points.items() if value != "*"}
                if all(standing.get(point, value) == value for point, value in new.items()):
                    total += walk(depth + 1, [other for other in left if other != name], standing | new)
        return total

    return walk(0, names, {})


@pytest.mark.parametrize("name", COUNTS)
def test_the_ordinary_tiles_fill_an_outline_in_the_verified_number_of_ways(name: str) -> None:
    """§25, §26: raw placements, 24 for each class."""
    assert trioker.count(name) == COUNTS[name]


def test_the_hexagon_is_filled_with_the_joker_only() -> None:
    """§25: 1,680 placements counting rotations, with the joker and 23 others."""
    assert trioker.count("hexagon-2", joker=True) == 1680


def test_all_25_tiles_fill_the_triangle_of_side_5() -> None:
    """§25: 852 placements, 284 up to rotation; without the joker there are too few tiles."""
    assert trioker.count("triangle-5", joker=True) == 852
    assert trioker.count("triangle-5") == 0


@pytest.mark.parametrize("name", trioker.OUTLINE_NAMES)
def test_every_other_outline_can_be_filled(name: str) -> None:
    if COUNTS.get(name) != 0:
        assert next(trioker.solve(name, joker=True))


@pytest.mark.parametrize("name", ["parallelogram-3x4", "sphinx"])
def test_solutions_are_listed_once_each_and_agree(name: str) -> None:
    """§24: every listed solution plays to `solved`, none twice, and there are as many as counted."""
    found = list(trioker.solve(name))
    assert len(set(found)) == len(found) == trioker.count(name)
    game = trioker.GAME
    for solution in found[::17]:
        state = game.start({"mode": "puzzle", "outline": name})
        for move in solution:
            state = game.play(state, move)
        outcome = game.outcome(state)
        assert outcome is not None
        assert outcome.reason == "solved"


def test_a_list_of_solutions_can_be_cut_off() -> None:
    assert len(list(islice(trioker.solve("strip-12"), 30))) == 30


@pytest.mark.parametrize(
    ("cells", "names"),
    [
        ("U1,1 D1,1 D0,1", TILES[:8]),
        ("U1,1 D1,1 D0,1 D1,0", ("000", "001", "003", "012", "021", "*12", "333")),
        ("0: - / -; 1: 2 / 1 2; 2: 1 2 / 1", ("001", "002", "012", "021", "112", "122", "*12", "220", "221")),
        ("U0,0 D2,2", ("*12", "012", "333")),
        ("U0,0 D0,0 U1,0 D1,0", TILES[:6] + TILES[12:15]),
    ],
)
def test_counts_equal_those_of_a_naive_search(cells: str, names: tuple[str, ...]) -> None:
    """Relabelling is used only as far as the tile set is closed under it; the joker's corner is free."""
    outline = trioker.outline_of(cells)
    tiles = [name for name in names if name in TILES]
    expected = naive(outline, tiles)
    assert trioker.count(outline, tiles) == expected
    assert len(set(trioker.solve(outline, tiles))) == expected


def test_the_ordinary_tiles_are_closed_under_every_relabelling_and_the_joker_under_two() -> None:
    """§2: the joker keeps 1 and 2 apart."""
    assert len(symmetries(ALL_ORDINARY, 0)) == 24
    assert len(symmetries(ALL_TILES, 0)) == 2
    assert len(symmetries(ALL_ORDINARY, 0b0011)) == 2
    assert symmetries(mask_of(["001"]), 0) == ((0, 1, 2, 3), (0, 1, 3, 2))


def test_a_partly_filled_outline_counts_what_agrees_with_it() -> None:
    """Summed over all lays of one cell the counts give the count of the whole."""
    board = board_of(trioker.OUTLINES["parallelogram-3x4"])
    total = 0
    for lay in range(len(LAY_INDEX) - 3):
        fixed = [-1] * len(board.cells)
        fixed[7] = lay
        total += Search(board, fixed, ALL_ORDINARY).count()
    assert total == 120


@pytest.mark.long
@pytest.mark.parametrize("name", ["strip-12", "hexagon-2", "triangle-5"])
def test_long_lists_hold_every_solution_once(name: str) -> None:
    joker = name != "strip-12"
    found = list(trioker.solve(name, joker=joker))
    assert len(set(found)) == len(found) == trioker.count(name, joker=joker)
