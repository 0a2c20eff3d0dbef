"""Speed of the rules as ratios in one run; the plain programs of the bench are the yardstick."""

import pytest
from tests.bench import calibration
from tests.bench.rules.bench import Contest, contests, measure


@pytest.mark.long
@pytest.mark.parametrize("contest", contests(), ids=lambda contest: contest.name)
def test_the_engine_keeps_pace_with_a_plain_program(contest: Contest) -> None:
    """The immutable API is at least as fast as lists and loops, playouts at least twice as fast.

    Where the speed table has a figure, playouts reach 0.6 of it, scaled by the calibration loop.
    """
    found = measure(contest, 5.0, calibration.rate() / calibration.REFERENCE)
    assert found.api >= 1
    assert found.perft >= 1
    assert found.playout >= 2
    assert found.required is None or found.required >= 1


@pytest.mark.parametrize("contest", contests(), ids=lambda contest: contest.name)
def test_the_plain_program_counts_what_the_engine_counts(contest: Contest) -> None:
    """A ratio means something only between programs that do the same: their perft counts are equal."""
    assert contest.plain_perft() == contest.perft()
