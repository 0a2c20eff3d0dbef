"""Issue 8, proof: a simulated day at the museum, with everything that can happen to a board in public."""

from pathlib import Path

import pytest
from tests.journeys.museum import Day

HOUR = 3600
DAYS = [
    ("ttt3d", HOUR // 3, 3),
    pytest.param("troika", HOUR // 3, 3, marks=pytest.mark.long),
    pytest.param("trike", HOUR // 3, 3, marks=pytest.mark.long),
    pytest.param("trioker", HOUR // 3, 3, marks=pytest.mark.long),
    pytest.param("ttt3d", 8 * HOUR, 1, marks=[pytest.mark.long, pytest.mark.timeout(3600)]),
    pytest.param("troika", 8 * HOUR, 1, marks=[pytest.mark.long, pytest.mark.timeout(3600)]),
]


@pytest.mark.parametrize(("board", "seconds", "seed"), DAYS)
def test_a_day_at_the_museum_needs_nobody(board: str, seconds: int, seed: int, tmp_path: Path) -> None:
    """Law (issue 8, proof): with families, a class, vandals, a dead sensor, a cable out and a power cut no
    record is illegal, no move that was handed to the journal is missing on disk, each disturbance heals
    within 180 s of its end, and the light keeps its limits; nobody presses a button for that."""
    day = Day(tmp_path, board, seconds, seed)
    day.live()
    print(day.report())
    day.judge()
