"""Tiles, lattice and boards of Trioker."""

from collections import Counter

import pytest

from triboard.errors import NotationError
from triboard.rules.trioker import boards, lattice, tiles
from triboard.rules.trioker.lattice import Cell


def test_the_ordinary_tiles_are_all_necklaces_of_three_values_once() -> None:
    """§1: every necklace of length 3 over four values, mirror images apart."""
    necklaces = {
        frozenset(tiles.rotations(f"{a}{b}{c}")) for a in range(4) for b in range(4) for c in range(4)
    }
    assert {frozenset(tiles.rotations(name)) for name in tiles.ORDINARY} == necklaces
    assert len(tiles.ORDINARY) == len(necklaces) == 24


def test_mirror_tiles_are_two_tiles() -> None:
    """§1: a tile is never turned over."""
    assert tiles.tile_named("120") == "012"
    assert tiles.tile_named("210") == "021"


def test_each_value_stands_on_eighteen_corners_and_pips_are_108() -> None:
    """§3."""
    assert Counter("".join(tiles.ORDINARY)) == dict.fromkeys("0123", 18)
    assert sum(tiles.PIPS[:24]) == 108


def test_the_joker_is_wild_one_two_and_counts_three_pips() -> None:
    """§2, §3: read counter-clockwise; `*21` is no tile."""
    assert tiles.TILES[tiles.JOKER_TILE] == "*12"
    assert tiles.PIPS[tiles.JOKER_TILE] == 3
    assert tiles.tile_named("2*1") == "*12"
    assert tiles.tile_named("*21") is None


def test_a_triple_has_one_orientation_and_another_tile_three() -> None:
    """§29."""
    assert tiles.rotations("000") == ("000",)
    assert set(tiles.rotations("012")) == {"012", "120", "201"}
    assert len(tiles.LAYS) == 4 + 20 * 3 + 3


def test_adding_one_exchanges_pair_and_impair() -> None:
    """§7: adding 1 modulo 4 to every corner exchanges the two sets exactly."""

    def raised(mask: int) -> set[str | None]:
        return {
            tiles.tile_named("".join(str((int(c) + 1) % 4) for c in name)) for name in tiles.names_of(mask)
        }

    assert raised(tiles.PAIR) == set(tiles.names_of(tiles.IMPAIR))
    assert raised(tiles.IMPAIR) == set(tiles.names_of(tiles.PAIR))
    assert tiles.PAIR ^ tiles.IMPAIR == tiles.ALL_ORDINARY
    assert tiles.PAIR.bit_count() == 12


def test_three_corner_readings_name_a_tile_and_a_dark_one_never_does() -> None:
    """§27: two corners read and one dark is a fault, never a guess."""
    assert tiles.text_of_readings(("1", "2", "0")) == "120"
    assert tiles.text_of_readings(("2", "*", "1")) == "2*1"
    assert tiles.text_of_readings(("3", "3", None)) is None
    assert tiles.text_of_readings(("*", "2", "1")) is None
    assert tiles.text_of_readings((None, None, None)) is None


def test_corners_go_counter_clockwise() -> None:
    """§4: both kinds of cells, by the sign of their area."""
    for cell in boards.CELLS_73:
        (ax, ay), (bx, by), (cx, cy) = lattice.corners(cell)
        assert (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) == 1


def test_neighbours_share_a_side() -> None:
    """§4: U(i,j) borders D(i,j), D(i-1,j), D(i,j-1); it goes both ways."""
    assert set(lattice.neighbours(Cell("U", 3, 3))) == {Cell("D", 3, 3), Cell("D", 2, 3), Cell("D", 3, 2)}
    for cell in boards.CELLS_73:
        for other in lattice.neighbours(cell):
            assert len(set(lattice.corners(cell)) & set(lattice.corners(other))) == 2
            assert cell in lattice.neighbours(other)


def test_six_sixths_are_a_whole_turn() -> None:
    for cell in boards.CELLS_73:
        assert lattice.turned(lattice.turned(cell, 2), 4) == cell
        assert lattice.turned(cell, 1).kind != cell.kind


def test_the_physical_board_has_73_cells_and_48_vertices_27_of_them_inside() -> None:
    """§5."""
    board = boards.hexagon_board(73)
    assert len(board.cells) == 73
    assert Counter(cell.kind for cell in board.cells) == {"U": 37, "D": 36}
    assert len(board.vertices) == 48
    assert sum(1 for around in board.around if around) == 27


@pytest.mark.parametrize(
    ("board", "cells", "up"),
    [
        (boards.hexagon_board(52), 52, 25),
        (boards.rapid_board(), 69, 35),
        (boards.original_board(f5=True), 53, 26),
    ],
    ids=["52", "R1", "O1"],
)
def test_other_boards_have_their_cells_and_the_same_centre(board: boards.Board, cells: int, up: int) -> None:
    """§8, §20, §22: all on the 73 cells."""
    assert len(board.cells) == cells
    assert sum(cell.kind == "U" for cell in board.cells) == up
    assert set(board.cells) <= boards.CELLS_73
    assert board.cells[board.centre] == Cell("U", 3, 3)


def test_action_cells_stand_where_the_maps_say() -> None:
    """§20, §22: each label once, on a cell of its board."""
    rapid = boards.rapid_board()
    assert {str(c): label for c, label in zip(rapid.cells, rapid.labels, strict=True) if label} == dict(
        boards.LABELS_R1
    )
    original = boards.original_board(f5=True)
    assert sorted(filter(None, original.labels)) == ["A5", "B1", "C5", "D2", "E2", "F5", "GO"]
    assert "F5" not in boards.original_board(f5=False).labels


@pytest.mark.parametrize("text", ["", "U3", "u3,3", "X1,2", "U03,3", "U3,3 ", "U3;3"])
def test_a_text_that_is_no_cell_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no cell"):
        lattice.parse_cell(text)


def test_cells_of_every_board_round_trip() -> None:
    for cell in boards.CELLS_73:
        assert lattice.parse_cell(cell.site) == cell
