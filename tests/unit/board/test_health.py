"""The health of one level: flicker, quarantine, release, margin."""

import pytest

from triboard.board.definition import Band, Sensing, SensingKind, Signature
from triboard.board.health import (
    FLICKER,
    QUIET,
    LevelHealth,
    changed,
    chattered,
    margin,
    release_at,
    released,
)
from triboard.units import SECOND, Instant, Piece, after, millis


def flickered(changes: int, every: float) -> LevelHealth:
    state = LevelHealth()
    for number in range(changes):
        state = changed(state, Instant(millis(every * number)))
    return state


def test_what_a_hand_can_do_is_no_flicker() -> None:
    """Law (§13): five changes in a second, or any number more slowly, are believed."""
    assert not flickered(FLICKER, 100).quarantined
    assert not flickered(50, 201).quarantined


@pytest.mark.parametrize("every", [1, 50, 190])
def test_more_changes_in_a_second_are_quarantined(every: float) -> None:
    """Law (T-flicker): the sixth change within a second is one too many."""
    state = flickered(FLICKER + 1, every)
    assert state.quarantined
    assert (state.toggles, state.quarantines) == (FLICKER + 1, 1)


def test_calm_ends_a_quarantine_and_a_change_prolongs_it() -> None:
    """Law: believed again after `QUIET` without any change, and not a microsecond before."""
    state = flickered(10, 100)
    end = release_at(state)
    assert end == after(Instant(millis(900)), QUIET)
    assert released(state, Instant(end - 1)).quarantined
    assert not released(state, end).quarantined
    assert release_at(changed(state, Instant(SECOND))) == after(Instant(SECOND), QUIET)
    assert released(LevelHealth(), end) == LevelHealth()


def test_what_the_controller_filters_is_judged_by_its_count() -> None:
    """Law: a flicker too quick to be reported shows in the raw toggles; a few are a ball that rattled."""
    now = Instant(SECOND)
    assert not chattered(LevelHealth(), 25, 5.0, now).quarantined
    state = chattered(LevelHealth(), 26, 5.0, now)
    assert state.quarantined
    later = after(now, QUIET)
    assert chattered(state, 26, 5.0, later).flickered == later
    assert chattered(state, 26, 5.0, later).quarantines == 1


def test_margin_is_the_way_to_the_nearest_doubt() -> None:
    """Law: colours by lead and distance, bands by the nearest inner end, switches have none."""
    colours = Sensing(
        "ball",
        SensingKind.COLOUR,
        signatures=(Signature(None, (0, 0, 0)), Signature(Piece("white"), (200, 0, 0))),
        margin=20,
        reach=40,
    )
    assert margin(colours, (0, 0, 0)) == 40
    assert margin(colours, (30, 0, 0)) == 10
    assert margin(colours, (100, 0, 0)) == 0
    bands = Sensing(
        "level", SensingKind.BANDS, bands=(Band(None, 0, 50), Band("a", 60, 120), Band("b", 130, 255))
    )
    assert margin(bands, (10,)) == 40
    assert margin(bands, (65,)) == 5
    assert margin(bands, (255,)) == 125
    assert margin(bands, (55,)) == 0
    assert margin(Sensing("cell", SensingKind.DIGITAL), (1,)) is None
