"""The table of Trike's openings against the program that works it out."""

import shutil
import subprocess
from pathlib import Path

import pytest

from triboard.opponents.trike_finish import WEAK_OPENINGS
from triboard.rules import trike

SOURCE = Path(__file__).parents[2] / "tools" / "trike_openings.cpp"


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is missing")
@pytest.mark.parametrize(("side", "memory"), [(6, 22), (7, 28)])
def test_the_table_is_what_exact_search_finds(side: int, memory: int, tmp_path: Path) -> None:
    """Law (issue 9 point 3): the swap is used rightly where it is solved."""
    program = tmp_path / "trike_openings"
    subprocess.run(["g++", "-O3", "-o", program, SOURCE], check=True, timeout=120)
    found = subprocess.run(
        [program, str(side), str(memory)], check=True, timeout=1700, capture_output=True, text=True
    )
    letters = "".join(found.stdout.split())
    weak = {str(site) for site, letter in zip(trike.cells(side), letters, strict=True) if letter == "W"}
    assert weak == WEAK_OPENINGS[side]
