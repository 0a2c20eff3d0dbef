"""The times in firmware/README.md that come out of the virtual machine."""

import pytest
from tests.tools.firmware_readme import README, known_figures, measured


@pytest.mark.parametrize("board", ["ttt3d-presence", "ttt3d"])
def test_the_readme_says_what_a_scan_takes(board: str) -> None:
    """Law: the figure in the README is what the firmware reports, give or take a quarter; a change of the
    program that asks more of a bus shows here."""
    written = float(known_figures(README.read_text())[board])
    assert measured(board) / 1000 == pytest.approx(written, rel=0.25)
