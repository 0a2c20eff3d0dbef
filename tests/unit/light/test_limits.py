"""The power budget and the flash limit on frames picked by hand."""

from dataclasses import replace

import pytest
from tests.unit.light.test_render import board

from triboard.board.definition import Power, Segment
from triboard.light.limiter import Limiter, admit, begin, measure, opposing_changes
from triboard.light.power import Span, current, fit, whites_of
from triboard.units import SECOND, Instant, Pixel, millis

TEN_PIXELS = 30
WHITE = b"\xff" * TEN_PIXELS
RED = b"\xff\x00\x00" * 10
BLACK = bytes(TEN_PIXELS)
POWER = Power(budget=200.0, idle=1.0, red=12.0, green=11.0, blue=10.0)


def at(seconds: float) -> Instant:
    return Instant(millis(seconds * 1000))


def show_all(frames: list[tuple[float, bytes]]) -> tuple[Limiter, list[bool]]:
    limiter, admitted = begin(at(0)), []
    for second, frame in frames:
        limiter, wait_until = admit(limiter, frame, at(second))
        admitted.append(wait_until is None)
    return limiter, admitted


def test_the_estimate_counts_idle_current_and_each_channel() -> None:
    assert current(BLACK, POWER) == 10
    assert current(WHITE, POWER) == pytest.approx(10 + 10 * (12 + 11 + 10))
    assert current(RED, POWER) == pytest.approx(10 + 10 * 12)


def test_a_frame_within_the_budget_is_left_alone() -> None:
    assert fit(RED, POWER) == (RED, 1.0)


def test_a_frame_above_the_budget_is_scaled_as_a_whole_and_no_further_than_needed() -> None:
    frame, scale = fit(WHITE, POWER)
    assert len(set(frame)) == 1
    assert current(frame, POWER) <= POWER.budget < current(bytes([frame[0] + 1]) * TEN_PIXELS, POWER)
    assert scale == frame[0] / 255


def test_a_dim_light_survives_scaling() -> None:
    frame, _ = fit(b"\x01\x00\x02" + WHITE[3:], POWER)
    assert frame[:3] == b"\x01\x00\x01"


def test_a_budget_that_nothing_fits_gives_darkness() -> None:
    assert fit(WHITE, Power(budget=10.5, idle=1, red=12, green=12, blue=12)) == (BLACK, 0.0)


def test_luminance_weighs_the_channels_and_red_counts_only_where_it_is_saturated() -> None:
    assert measure(WHITE, at(0))[1:] == pytest.approx((1, 0))
    assert measure(RED, at(0))[1:] == pytest.approx((0.2126, 1))
    assert measure(b"\xff\x40\x40" * 10, at(0)).red == 0


def test_a_fourth_opposing_change_waits_until_the_first_is_a_second_old() -> None:
    limiter, admitted = show_all([(0.1, WHITE), (0.2, BLACK), (0.3, WHITE), (0.4, BLACK)])
    assert admitted == [True, True, True, False]
    wait_until = admit(limiter, BLACK, at(0.4)).wait_until
    assert wait_until == at(0.1) + SECOND + 1
    assert admit(limiter, BLACK, Instant(wait_until - 1)).wait_until == wait_until
    assert admit(limiter, BLACK, wait_until).wait_until is None


def test_blinking_the_whole_board_at_one_hertz_is_allowed_and_at_one_and_a_half_is_not() -> None:
    """Why `wrong` blinks at 1 Hz: at 1.5 Hz the fourth change lies exactly one second after the first."""
    slow = [(1 + n / 2, WHITE if n % 2 == 0 else BLACK) for n in range(12)]
    quick = [(1 + n / 3, WHITE if n % 2 == 0 else BLACK) for n in range(12)]
    assert all(show_all(slow)[1])
    assert not all(show_all(quick)[1])


def test_small_and_local_changes_are_never_held() -> None:
    """One pixel of ten at 9 % of the luminance may do as it likes."""
    spark = b"\xe0\xe0\xe0" + BLACK[3:]
    frames = [(n / 50, spark if n % 2 else BLACK) for n in range(100)]
    assert all(show_all(frames)[1])


def test_saturated_red_is_held_before_its_luminance_would_be() -> None:
    """A third of the board in red moves the luminance by 7 % only, yet counts as red."""
    warm = RED[:9] + BLACK[9:]
    frames = [(n / 10, warm if n % 2 else BLACK) for n in range(8)]
    assert measure(warm, at(0)).luminance < 0.1
    assert not all(show_all(frames)[1])


def test_a_climb_in_small_steps_is_one_change() -> None:
    assert opposing_changes([0, 0.06, 0.12, 0.18, 0.3], 0.1) == 1
    assert opposing_changes([0, 0.06, 0.02, 0.08, 0.01], 0.1) == 0
    assert opposing_changes([0, 0.1, 0.05, 0.0], 0.1) == 2


RGBW = Power(budget=200.0, idle=1.0, red=12.0, green=11.0, blue=10.0, white=18.0)
LAST_FIVE = (Span(5, 10),)


def test_a_white_chip_takes_over_what_the_colours_have_in_common() -> None:
    """White light of an RGBW pixel costs its white chip alone; colour costs what it always does."""
    assert current(WHITE, RGBW, LAST_FIVE) == pytest.approx(10 + 5 * 33 + 5 * 18)
    assert current(RED, RGBW, LAST_FIVE) == pytest.approx(10 + 10 * 12)
    mixed = b"\xff\x80\x80" * 10
    assert current(mixed, RGBW, (Span(0, 10),)) == pytest.approx(10 + 10 * (127 * 12 + 128 * 18) / 255)


def test_the_budget_holds_where_rounding_turns_white_into_two_colours() -> None:
    """Law: with a thrifty white chip a little less light may draw more current; the budget holds."""
    thrifty = Power(budget=0, idle=0, red=40, green=40, blue=40, white=1)
    frame = bytes([201, 200, 201]) * 10
    everywhere = (Span(0, 10),)
    drawn = [current(bytes(value * n // 255 for value in frame), thrifty, everywhere) for n in range(1, 255)]
    dips = [n for n in range(1, 254) if drawn[n] < drawn[n - 1]]
    assert dips
    for budget in sorted(set(drawn)):
        fitted, _ = fit(frame, replace(thrifty, budget=budget), everywhere)
        assert current(fitted, thrifty, everywhere) <= budget


def test_the_white_pixels_of_a_board_are_those_of_its_rgbw_segments() -> None:
    strips = (Segment(Pixel(0), 5, "GRB"), Segment(Pixel(5), 5, "GRBW", bus=1))
    assert whites_of(replace(board(*"abcdefghij"), segments=strips)) == LAST_FIVE
    assert whites_of(board(*"abcdefghij")) == ()
