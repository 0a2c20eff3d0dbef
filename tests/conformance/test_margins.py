"""Margins: how much of the dead band the noise of settled channels left, told by every controller alike."""

import pytest
from tests.conformance.conftest import MakeProbe
from tests.conformance.probe import only

from triboard.protocol import messages as m
from triboard.units import SECOND, Duration, millis

REPORT = Duration(5 * SECOND)

CONVERTER = 2
"""Noise of the converter itself, in raw values: the first reading and a later one may each be one off."""


def test_noise_within_the_dead_band_is_told_and_forgotten(probe_of: MakeProbe) -> None:
    """Law: the margin is the dead band less the largest settled distance since the last report."""
    probe = probe_of("troika")
    probe.touch(*[2000] * 135)
    probe.bring_up()
    probe.live(Duration(2 * REPORT))
    band = probe.subject.wanted.dead_band
    for far, wanted in ((8, band - 8), (0, band - 8), (0, band)):
        probe.touch(2000 + far)
        probe.live(millis(400))
        before = len(only(m.Quality, probe.heard))
        while len(reports := only(m.Quality, probe.heard)) == before:
            probe.live(millis(500))
        margins = reports[-1].margins
        assert margins is not None
        assert wanted - CONVERTER <= margins[0] <= wanted + CONVERTER, far
        assert all(band - CONVERTER <= margin <= band for margin in margins[1:])


@pytest.mark.parametrize(("board", "measured"), [("trike-presence", False), ("ttt3d", True)])
def test_switches_have_no_margin(board: str, probe_of: MakeProbe, *, measured: bool) -> None:
    """A board of one bit a channel has no noise to tell of."""
    probe = probe_of(board)
    probe.bring_up()
    probe.live(Duration(REPORT + SECOND))
    assert {report.margins is not None for report in only(m.Quality, probe.heard)} == {measured}
