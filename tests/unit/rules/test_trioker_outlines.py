"""Named puzzle outlines and the parser of a person's own."""

import pytest

from triboard.errors import NotationError
from triboard.rules import trioker
from triboard.rules.trioker import outlines
from triboard.rules.trioker.boards import CELLS_73
from triboard.rules.trioker.lattice import neighbours

SIZES = {
    "hexagon-2": 24,
    "parallelogram-3x4": 24,
    "trapezoid-5x4": 24,
    "trapezoid-7x2": 24,
    "strip-12": 24,
    "sphinx": 24,
    "butterfly": 24,
    "triangle-5": 25,
    "eagle": 20,
    "sitting-man": 24,
    "seahorse": 22,
    "footballer": 24,
}


@pytest.mark.parametrize("name", SIZES)
def test_an_outline_has_its_number_of_cells(name: str) -> None:
    """§25, §26."""
    assert len(trioker.OUTLINES[name]) == SIZES[name]


@pytest.mark.parametrize("name", trioker.OUTLINE_NAMES)
def test_every_outline_but_the_strip_fits_on_the_73_cells(name: str) -> None:
    """§5: after moving and turning; the strip is for page and engine only."""
    assert (trioker.OUTLINES[name] <= CELLS_73) is (name != "strip-12")


def test_a_moved_outline_keeps_its_shape() -> None:
    """Moving and turning is a rigid motion: the same number of sides inside."""

    def inner_sides(cells: outlines.Cells) -> int:
        return sum(other in cells for cell in cells for other in neighbours(cell))

    for name, cells in outlines._DRAWN.items():
        assert inner_sides(cells) == inner_sides(trioker.OUTLINES[name])


def test_rows_name_up_cells_then_down_cells() -> None:
    """§26: `j: U i-list / D i-list`."""
    cells = trioker.parse_rows("0: 1 2 / 1; 1: - / 0\n# a comment\n2: 3")
    assert {str(cell) for cell in cells} == {"U1,0", "U2,0", "D1,0", "D0,1", "U3,2"}


def test_a_list_of_cells_stays_where_it_is() -> None:
    cells = trioker.outline_of(["U0,0", "D0,0"])
    assert {str(cell) for cell in cells} == {"U0,0", "D0,0"}
    assert trioker.outline_of("U0,0 D0,0\n") == cells


def test_a_misspelled_name_brings_the_nearest_one() -> None:
    with pytest.raises(NotationError, match="did you mean butterfly"):
        trioker.outline_of("buterfly")


@pytest.mark.parametrize("text", ["0: one / 2", "0 1 2 / 3:", "0: 1 / 2 / 3", ":", "# nothing:"])
def test_rows_that_are_no_rows_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        trioker.outline_of(text)


def test_an_empty_outline_is_refused() -> None:
    with pytest.raises(NotationError, match="at least one cell"):
        trioker.outline_of([])
