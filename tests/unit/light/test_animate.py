"""Levels over time, running lines and the instants between which a scene stands still."""

from itertools import pairwise

import pytest

from triboard.light.animate import BAR, DIP, HOLD, PAUSE, STEP, STRIDE, level, levels, next_change, running
from triboard.light.palette import RHYTHMS
from triboard.light.scene import DARK, Glow, Role, Run, Scene, Target
from triboard.units import SECOND, Instant, Piece, after, millis

STEADY = [Role.TARGET, Role.SEEN, Role.SOURCE, Role.TURN]
A, B, C = Target("Aa1"), Target("Ab1"), Target("Ac1")
LINE = Run((A, B, C))


def at(seconds: float) -> Instant:
    return Instant(millis(seconds * 1000))


def test_kept_is_brighter_than_seen_and_both_are_brighter_than_a_target() -> None:
    target, seen, source = (level(RHYTHMS[role], at(0)) for role in (Role.TARGET, Role.SEEN, Role.SOURCE))
    assert target < seen < source == 1


def test_wrong_is_full_for_half_a_second_and_dark_for_half_a_second() -> None:
    wrong = [level(RHYTHMS[Role.WRONG], at(second)) for second in (0, 0.499, 0.5, 0.999, 1)]
    assert wrong == [1, 1, 0, 0, 1]


def test_missed_blinks_twice_in_any_two_seconds() -> None:
    """Two blinks of a quarter second, whenever the two seconds begin."""
    missed = RHYTHMS[Role.MISSED]
    for begin in range(0, SECOND, SECOND // 20):
        ticks = [level(missed, Instant(begin + step * SECOND // 100)) == missed.high for step in range(201)]
        rises = sum(not before and now for before, now in pairwise(ticks))
        assert rises == 2


def test_an_opponents_move_alternates_between_where_the_piece_goes_and_comes_from() -> None:
    """Of the two places exactly one is bright at any instant."""
    glows = {A: Glow(Role.OPPONENT, Piece("red")), B: Glow(Role.OPPONENT)}
    for step in range(80):
        bright = [value == 1 for _, _, value in levels(glows, Instant(step * SECOND // 20))]
        assert bright.count(True) == 1
        assert bright[0] == (step % 40 < 20)


def test_places_of_the_winner_make_a_wave() -> None:
    """One wave lies over all places: their levels differ, and a quarter period on the wave has moved."""
    glows = {Target(f"t{place}"): Glow(Role.WINNER) for place in range(8)}
    now = [value for _, _, value in levels(glows, at(0))]
    later = [value for _, _, value in levels(glows, at(1))]
    assert max(now) - min(now) > 0.5
    assert later == pytest.approx(now[-2:] + now[:-2])


def test_lines_run_place_by_place_one_after_another_and_begin_again() -> None:
    other = Run((C, B))
    begun = at(10)
    states = []
    now = begun
    while now < at(16.25):
        run, places, until = running((LINE, other), begun, now)
        states.append((now - begun, run, places))
        now = until
    first, second = 2 * STRIDE + HOLD, STRIDE + HOLD
    cycle = first + second + PAUSE
    assert states[:8] == [
        (0, LINE, 1),
        (STRIDE, LINE, 2),
        (2 * STRIDE, LINE, 3),
        (first, other, 1),
        (first + STRIDE, other, 2),
        (first + second, None, 0),
        (cycle, LINE, 1),
        (cycle + STRIDE, LINE, 2),
    ]


def test_no_line_is_lit_before_the_runs_begin() -> None:
    assert running((LINE,), at(5), at(4)) == (None, 0, at(5))


@pytest.mark.parametrize("role", STEADY)
def test_a_steady_scene_never_changes(role: Role) -> None:
    """An idle board sends no frames."""
    assert next_change(Scene({A: Glow(role)}), at(3)) is None
    assert next_change(DARK, at(3)) is None


@pytest.mark.parametrize("role", [role for role in Role if role not in STEADY])
def test_a_moving_scene_stands_still_until_its_next_change(role: Role) -> None:
    """Levels are equal up to the microsecond before the change; at most 30 changes fall into a second."""
    glows = {A: Glow(role), B: Glow(role, Piece("red")), C: Glow(role)}
    scene = Scene(glows)
    now, changes = at(0), 0
    while now < at(8):
        change = next_change(scene, now)
        assert change is not None
        assert now < change
        assert list(levels(glows, now)) == list(levels(glows, Instant(change - 1)))
        now, changes = change, changes + 1
    assert changes <= 8 * 30


def test_all_roles_and_runs_together_change_at_most_thirty_times_a_second() -> None:
    scene = Scene({Target(role.value): Glow(role) for role in Role}, runs=(LINE,), since=at(0.013))
    now, changes = at(1), 0
    while now < at(9):
        change = next_change(scene, now)
        assert change is not None
        now, changes = change, changes + 1
    assert changes <= 8 * 30


def test_smooth_shapes_move_on_the_grid() -> None:
    scene = Scene({A: Glow(Role.WANTED)})
    assert next_change(scene, at(0)) == Instant(STEP)
    assert next_change(scene, Instant(STEP - 1)) == Instant(STEP)
    assert next_change(scene, Instant(STEP)) == after(Instant(STEP), STEP)


def test_a_target_dips_as_often_as_its_size_says() -> None:
    """Law (physical-play 9): once for small, twice for middling, three times for large, in each bar; changes
    are named exactly, and none is a flash."""
    for beats in ((1,), (2,), (3,), (1, 3)):
        glows = {Target("a1"): Glow(Role.TARGET, None, beats)}
        scene = Scene(glows)
        at, seen = Instant(0), []
        while at < BAR:
            [(_, _, now)] = levels(glows, at)
            seen.append(now)
            step = next_change(scene, at)
            assert step is not None
            assert [one for _, _, one in levels(glows, Instant(step - 1))] == [now]
            at = step
        assert int(at) == int(BAR)
        steady = RHYTHMS[Role.TARGET].high
        assert sum(now < steady for now in seen) == sum(beats)
        assert min(seen) == steady * DIP
