"""Sensing in numbers: bands against tolerances, trials with the daemon's classifier, and pages that cannot
go stale."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from triboard.board.build import AnalogueKind
from triboard.board.classify import classify_level
from triboard.board.definition import SensingKind
from triboard.board.load import load_board, shipped_boards
from triboard.board.readings import EMPTY, holds
from triboard.hardware import sensing_hall, sensing_resistor
from triboard.hardware.ladder import PULL_UP
from triboard.hardware.sensing_converter import Converter, settling
from triboard.hardware.sensing_hall import CHECKERS, CORNERS, Disc
from triboard.hardware.sensing_models import BoardModel
from triboard.hardware.sensing_pages import (
    BOARDS,
    LONG_RUN,
    SEED,
    filled,
    fingerprint,
    read_trials,
    tables,
    trials_table,
)
from triboard.hardware.sensing_trial import analogue, kinds_of, trial
from triboard.units import Piece

ROOT = Path(__file__).parents[2] / "hardware"
FEW = 6000
GOAL = 1e-5  # of unknown readings (issue 10)


@pytest.mark.parametrize("name", BOARDS)
def test_parts_within_their_tolerances_are_read_right(name: str) -> None:
    """Law (issue 10): no wrong identity; of so few reads none is unknown."""
    found = trial(load_board(name), FEW, SEED + 1)
    assert found.reads >= FEW
    assert (found.wrong, found.unknown, dict(found.errors)) == (0, 0, {})


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", BOARDS)
def test_the_long_trial_keeps_the_goal(name: str) -> None:
    """Law (issue 10): a million reads, no wrong identity, unknown rarer than one in 100,000; the page's
    figures."""
    board = load_board(name)
    found = trial(board, LONG_RUN, SEED)
    assert found.wrong == 0
    assert found.unknown < GOAL * found.reads
    told = read_trials(ROOT)[name]
    assert (told["reads"], told["wrong"], told["unknown"]) == (found.reads, found.wrong, found.unknown)


@pytest.mark.parametrize("name", BOARDS)
def test_the_figures_of_the_long_trial_are_those_of_todays_numbers(name: str) -> None:
    """Law: whoever changes a tolerance, a band or a colour runs the long trial again, and the goal is
    kept."""
    told = read_trials(ROOT)[name]
    assert told["numbers"] == fingerprint(load_board(name))
    assert told["wrong"] == 0
    assert told["reads"] >= LONG_RUN
    assert told["unknown"] < GOAL * told["reads"]


def test_a_trial_finds_bad_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: contacts of 300 ohms, a magnet that sits 1 mm too high and sensors that nobody compared are
    found."""
    monkeypatch.setattr(sensing_resistor, "CONTACT", 300.0)
    assert trial(load_board("troika"), FEW, 1).unknown > 10
    assert trial(load_board("ttt3d"), FEW, 1, calibrate=False).unknown > 10
    monkeypatch.setattr(sensing_hall, "PRINT_OFF", 1.0)
    assert trial(load_board("trike"), FEW, 1).unknown > 10


def test_pages_show_todays_numbers() -> None:
    """Law: every table of a page is written from the numbers that simulator and trial use."""
    found = tables() | {"trials": trials_table(read_trials(ROOT))}
    pages = sorted((ROOT / "sensing").glob("*.md"))
    assert len(pages) == 5
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert "<!-- table" in text
        assert filled(text, found) == text, page.name


def test_every_resistor_stays_in_its_band_with_all_limits_at_once() -> None:
    """Law: no pyramid can be anything but itself, whatever meets; the values are those of the parts list."""
    sensing = analogue(load_board("troika"))[0]
    for band in sensing.bands:
        low, high = sensing_resistor.worst(sensing, band.symbol)
        assert band.low <= low < sensing_resistor.nominal(sensing, band.symbol) < high <= band.high


def test_every_checker_stays_in_its_band_with_all_limits_at_once() -> None:
    """Law: black, white and nothing cannot be confused, neighbours and pawn included."""
    sensing = next(one for one in analogue(load_board("trike")) if one.kind is SensingKind.BANDS)
    for band in sensing.bands:
        low, high = sensing_hall.worst(CHECKERS, band.symbol)
        assert band.low <= low < sensing_hall.nominal(CHECKERS, band.symbol) < high <= band.high


@pytest.mark.parametrize("name", ["trioker", "trioker-racks"])
def test_every_corner_lies_well_within_its_band(name: str) -> None:
    """Law: whatever parts are drawn, each corner stays in its band; no symbol's worst case reaches another's
    nominal value (but that of the joker, whose sensor is at its rail)."""
    sensing = analogue(load_board(name))[0]
    chance = Random(3)
    for band in sensing.bands:
        sensors = [sensing_hall.HallSensor(CORNERS, Converter(chance), chance) for _ in range(600)]
        shown = [sensor.shown(band.symbol, chance) for sensor in sensors]
        assert band.low <= min(shown) < max(shown) <= band.high
        low, high = sensing_hall.worst(CORNERS, band.symbol)
        for other in sensing.bands:
            if other is not band and {other.symbol, band.symbol} != {"0", "*"}:
                assert not low <= sensing_hall.nominal(CORNERS, other.symbol) <= high


def test_a_discs_field_is_that_of_physics() -> None:
    """Law: half the remanence at the middle of a long magnet's face; far off, the dipole's law and its
    sign."""
    assert Disc(1, 1000).on_axis(0) == pytest.approx(660, rel=1e-3)
    disc = Disc(6, 2)
    assert disc.on_axis(60) == pytest.approx(disc.beside(0, 61), rel=0.01)
    assert disc.beside(60, 0) == pytest.approx(-disc.beside(0, 60) / 2)
    assert 0 < disc.near_axis(3, 0.6) < disc.on_axis(3)


@pytest.mark.parametrize("name", ["troika", "trike", "trioker", "trioker-racks"])
def test_a_level_has_settled_before_it_is_read(name: str) -> None:
    """Law: after `settle_us` less than half a raw value is left of a full swing behind the highest source."""
    board = load_board(name)
    times = [part.settle for part in board.parts if hasattr(part, "settle")]
    assert times
    highest = 100.0 if board.build.analogue is AnalogueKind.HALL else PULL_UP
    assert all(settling(highest, settle) < 0.5 for settle in times)


@pytest.mark.parametrize("name", shipped_boards())
def test_the_simulators_sensors_are_read_right(name: str) -> None:
    """Law: every board of the simulator shows each piece on each level so that the daemon reads it, from the
    same numbers as the trial; the same piece shows the same again."""
    board = load_board(name)
    model = BoardModel(board, 5)
    places = (*board.sites, *board.aside)
    for sensing in analogue(board):
        levels = [level for site in places for level in site.levels if level.sensing == sensing][:20]
        for level in levels:
            for piece in kinds_of(sensing)[:20]:
                shown = model.show(level, piece, ())
                assert classify_level(sensing, shown) == (EMPTY if piece is None else holds(piece))
                assert model.show(level, piece, ()) == shown


def test_a_makers_own_magnets_are_simulated_round_the_middle_of_their_bands() -> None:
    """Law: a board file with other symbols still simulates."""
    board = load_board("trike")
    level = board.sites[0].levels[0]
    own = replace(level.sensing, name="own")
    shown = BoardModel(board, 1).show(level._replace(sensing=own), Piece("white"), ())
    assert classify_level(own, shown) == holds(Piece("white"))
