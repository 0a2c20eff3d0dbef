"""Holes, lines and rims, compared with the vectors, which another program made by geometry alone."""

import json
from collections import Counter
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from triboard.rules.ttt3d import geometry
from triboard.rules.ttt3d.geometry import (
    HOLES,
    INDEX,
    LINE_CLASSES,
    LINES,
    LINES_OF_RIM,
    LINES_THROUGH,
    RINGS,
    SHELVES,
    Hole,
    Rims,
    Slot,
    hole_of,
    slot_of,
    slots_of,
    turned,
    turned_rims,
)
from triboard.units import Detent, Site

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "ttt3d.json").read_text(encoding="utf-8")
)
EVERY_RIMS: list[Rims] = [
    (Detent(a), Detent(b), Detent(c)) for a, b, c in product(range(4), range(4), range(4))
]


def test_the_lines_and_their_classes_are_those_of_the_vectors() -> None:
    """ttt3d §2: 49 lines."""
    assert [list(line) for line in LINES] == VECTORS["lines"]
    assert list(LINE_CLASSES) == VECTORS["line_class"]
    assert len(LINES) == 49


def test_lines_by_class_add_up_as_the_rules_say() -> None:
    """ttt3d §2: rows 9, columns 9, verticals 9, diagonals in a shelf 6, in a slab 12, in space 4."""
    assert Counter(LINE_CLASSES) == VECTORS["class_counts"]
    planar = {geometry.LineClass.ROW, geometry.LineClass.COLUMN, geometry.LineClass.PLANE_DIAGONAL}
    assert sum(kind in planar for kind in LINE_CLASSES) == 24
    assert sum(geometry.is_interplanar(line) for line in LINES) == 25


def test_a_line_is_any_three_holes_equally_spaced_and_straight() -> None:
    """ttt3d §2, word for word, over all 2925 triples of holes."""
    at = geometry.COORDINATES
    straight = [
        (a, b, c)
        for a, b, c in combinations(range(27), 3)
        if all(2 * y == x + z for x, y, z in zip(at[a], at[b], at[c], strict=True))
    ]
    assert list(LINES) == straight


def test_each_hole_has_the_lines_of_the_vectors() -> None:
    """ttt3d §3."""
    for fact in VECTORS["hole_facts"]:
        lines = LINES_THROUGH[fact["hole"]]
        across = sum(geometry.is_interplanar(line) for line in lines)
        assert (len(lines) - across, across) == (fact["planar"], fact["interplanar"])
        assert across >= 1
        assert len(lines) - across >= 2


@pytest.mark.parametrize(
    ("site", "planar", "interplanar"),
    [
        ("Aa1", 3, 4),
        ("Cb1", 2, 2),
        ("Ab2", 4, 1),
        ("Ba1", 3, 1),
        ("Bb1", 2, 3),
        ("Bb2", 4, 9),
    ],
)
def test_corner_edge_and_centre_differ_by_shelf(site: str, planar: int, interplanar: int) -> None:
    """ttt3d §3."""
    lines = LINES_THROUGH[HOLES.index(Site(site))]
    across = sum(geometry.is_interplanar(line) for line in lines)
    assert (len(lines) - across, across) == (planar, interplanar)


def test_holes_are_named_by_shelf_column_and_row() -> None:
    """ttt3d §1: `Ab2` is the middle of the lowest shelf, index 4; row 1 is the far side."""
    assert HOLES[4] == "Ab2"
    assert HOLES[0] == "Aa1"
    assert HOLES[1] == "Ab1"
    assert HOLES[3] == "Aa2"
    assert HOLES[26] == "Cc3"
    assert [INDEX[site] for site in HOLES] == list(range(27))


def test_a_ring_runs_clockwise_round_the_centre_and_a_quarter_turn_moves_two_places_on() -> None:
    """ttt3d §12: (row, col) goes to (col, 2 - row)."""
    assert [HOLES[hole] for hole in RINGS[0]] == ["Aa1", "Ab1", "Ac1", "Ac2", "Ac3", "Ab3", "Aa3", "Aa2"]
    for shelf in SHELVES:
        after = turned(tuple(range(27)), shelf)
        for place, hole in enumerate(RINGS[shelf]):
            assert after[RINGS[shelf][(place + 2) % 8]] == hole
        untouched = set(range(27)) - set(RINGS[shelf])
        assert all(after[hole] == hole for hole in untouched)


def test_four_quarters_are_none_and_back_undoes_on() -> None:
    """ttt3d §12: the rim rests at four detents."""
    balls = tuple(range(27))
    for shelf in SHELVES:
        assert turned(balls, shelf, 4) == balls
        assert turned(turned(balls, shelf), shelf, -1) == balls
        assert turned(balls, shelf, 3) == turned(balls, shelf, -1)
        assert turned_rims((Detent(0), Detent(0), Detent(0)), shelf, -1)[shelf] == 3


def test_a_slot_travels_with_its_rim() -> None:
    """ttt3d §13: what stands in a slot is found again in the hole to which the rim carried it."""
    for rims in EVERY_RIMS:
        balls = tuple(range(27))
        for shelf in SHELVES:
            balls = turned(balls, shelf, rims[shelf])
        for hole in range(27):
            assert slot_of(Hole(hole), rims) == balls[hole]
            assert hole_of(slot_of(Hole(hole), rims), rims) == hole
            assert slot_of(hole_of(Slot(hole), rims), rims) == hole


def test_a_turn_changes_24_16_and_24_lines_and_none_within_a_shelf() -> None:
    """ttt3d §13: the triples of slots that stand in lines, before and after one quarter turn."""
    assert [len(lines) for lines in LINES_OF_RIM] == [24, 16, 24]
    still = {slots_of(line, EVERY_RIMS[0]) for line in LINES}
    for shelf, changes in zip(SHELVES, (24, 16, 24), strict=True):
        rims = turned_rims(EVERY_RIMS[0], shelf)
        now = {slots_of(line, rims) for line in LINES}
        assert len(now - still) == changes
        assert now - still == {slots_of(line, rims) for line in LINES_OF_RIM[shelf]}
        planar = {slots_of(line, rims) for line in LINES if not geometry.is_interplanar(line)}
        assert planar <= still
