"""Laws of the light: never above the budget, never a flash, never a change that was not announced."""

from bisect import bisect_right
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from triboard.board.definition import Board, PixelDefinition, Place, Power, Scan
from triboard.light.animate import next_change
from triboard.light.limiter import (
    admit,
    begin,
    measure,
    opposing_changes,
)
from triboard.light.palette import DEFAULT
from triboard.light.power import current, fit
from triboard.light.render import Renderer
from triboard.light.scene import Glow, Role, Run, Scene, Target
from triboard.units import SECOND, Duration, Instant, Pixel

COUNT = 8
TARGETS = [Target(f"t{n}") for n in range(COUNT)]
AMPLE = Power(budget=10_000, idle=1, red=12, green=12, blue=12)
BOARD = Board(
    name="strip",
    title="Strip",
    game="none",
    sites=(),
    aside=(),
    scan=Scan(1, Duration(10_000), 2, 0),
    settle=Duration(0),
    slide=Duration(0),
    trays=(),
    rims=(),
    buttons=(),
    pixels=tuple(PixelDefinition(Pixel(n), target, Place(n, 0, 0)) for n, target in enumerate(TARGETS)),
    seats=(),
    power=AMPLE,
    colour_order="GRB",
)

powers = st.builds(
    Power,
    budget=st.floats(20, 600),
    idle=st.floats(0, 2),
    red=st.floats(1, 20),
    green=st.floats(1, 20),
    blue=st.floats(1, 20),
)
frames = st.binary(min_size=3 * COUNT, max_size=3 * COUNT)
# Frames that move the whole board, and red alone, so that the limits are met often.
strong = st.one_of(
    st.sampled_from([bytes(3 * COUNT), b"\xff" * 3 * COUNT, b"\xff\0\0" * COUNT, b"\0\x30\0" * COUNT]),
    st.integers(0, 255).map(lambda value: bytes([value]) * (3 * COUNT)),
    st.integers(0, 255).map(lambda value: bytes([value, 0, 0]) * COUNT),
    frames,
)
glows = st.builds(Glow, st.sampled_from(Role), st.none() | st.sampled_from(sorted(DEFAULT.pieces)))
runs = st.builds(Run, st.lists(st.sampled_from(TARGETS), min_size=1, max_size=4, unique=True).map(tuple))
instants = st.integers(0, 20 * SECOND).map(Instant)
scenes = st.builds(
    Scene,
    st.dictionaries(st.sampled_from(TARGETS), glows),
    st.lists(runs, max_size=2).map(tuple),
    instants,
)


def longest_chain(values: list[float], step: float) -> int:
    """The oracle: the longest subsequence that rises and falls by turns by `step` or more, by brute force."""
    rise, fall = [0] * len(values), [0] * len(values)
    for later in range(len(values)):
        for earlier in range(later):
            change = values[later] - values[earlier]
            if change >= step - 1e-9:
                rise[later] = max(rise[later], fall[earlier] + 1)
            if change <= -step + 1e-9:
                fall[later] = max(fall[later], rise[earlier] + 1)
    return max(rise + fall)


def expect_no_flash(shown: list[tuple[Instant, bytes]]) -> None:
    """In every closed second that begins with a frame, that frame's change included, changes are few."""
    times = [at for at, _ in shown]
    light = [measure(frame, at) for at, frame in shown]
    for first, begins in enumerate(times):
        window = light[max(first - 1, 0) : bisect_right(times, begins + SECOND)]
        assert longest_chain([frame.luminance for frame in window], 0.1) <= 3
        assert longest_chain([frame.red for frame in window], 20 / 320) <= 3


@given(frames, powers)
def test_every_frame_is_within_the_budget(frame: bytes, power: Power) -> None:
    """The estimate is at most the budget, or the frame is dark; lit channels stay lit otherwise."""
    fitted, scale = fit(frame, power)
    assert current(fitted, power) <= power.budget or not any(fitted)
    assert 0 <= scale <= 1
    if scale > 0:
        assert [value > 0 for value in fitted] == [value > 0 for value in frame]
        assert all(ours <= given for ours, given in zip(fitted, frame, strict=True))
    if current(frame, power) <= power.budget:
        assert (fitted, scale) == (frame, 1.0)


@given(st.lists(st.integers(0, 20).map(lambda value: value / 20), min_size=1, max_size=14))
def test_opposing_changes_counts_the_longest_chain(values: list[float]) -> None:
    """The quick count of the limiter equals the oracle's."""
    assert opposing_changes(values, 0.1) == longest_chain(values, 0.1)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 400_000), strong), min_size=8, max_size=40))
def test_the_limiter_never_lets_a_flash_through_and_never_holds_for_long(
    offers: list[tuple[int, bytes]],
) -> None:
    """Any frames at any times: at most three opposing changes in any second; no wait above a second."""
    limiter, now = begin(Instant(0)), Instant(0)
    shown = [(now, bytes(3 * COUNT))]
    for wait, frame in offers:
        now = Instant(now + wait)
        limiter, wait_until = admit(limiter, frame, now)
        if wait_until is None:
            shown.append((now, frame))
            continue
        assert now < wait_until <= now + SECOND + 1
        assert admit(limiter, frame, wait_until).wait_until is None
    expect_no_flash(shown)


def test_a_minute_of_flicker_at_fifty_hertz_comes_out_harmless() -> None:
    """The worst that a fault could ask for: each frame white, red, dark or anything else at random."""
    chance = Random(5)
    limiter = begin(Instant(0))
    shown = [(Instant(0), bytes(3 * COUNT))]
    for tick in range(1, 3000):
        now = Instant(tick * SECOND // 50)
        frame = chance.choice(
            [b"\xff" * 3 * COUNT, b"\xff\0\0" * COUNT, bytes(3 * COUNT), chance.randbytes(24)]
        )
        limiter, wait_until = admit(limiter, frame, now)
        if wait_until is None:
            shown.append((now, frame))
    expect_no_flash(shown)
    assert len(shown) >= 150  # held back, not frozen


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 600_000), scenes), min_size=6, max_size=12),
    st.floats(20, 400),
)
def test_no_play_of_scenes_flashes_or_exceeds_the_budget(
    changes: list[tuple[int, Scene]], budget: float
) -> None:
    """Random scenes in quick succession, stepped whenever they are due: both limits hold on what is sent,
    and in the end, when nothing changes but the animation, the newest scene is what the LEDs show."""
    power = replace(AMPLE, budget=budget)
    renderer = Renderer(replace(BOARD, power=power))
    now = Instant(0)
    step = renderer.step(renderer.start(now), Scene(), now)
    shown = [(now, bytes(3 * COUNT))]
    for wait, scene in changes:
        until = Instant(now + wait)
        step = renderer.step(step.state, scene, now)
        while True:
            if step.frame is not None:
                shown.append((now, step.frame))
                assert current(step.frame, power) <= budget
            if step.due is None or step.due >= until:
                break
            assert step.due > now
            now = step.due
            step = renderer.step(step.state, scene, now)
        now = until
    expect_no_flash(shown)


@given(scenes, instants)
def test_a_picture_stands_still_until_its_next_change(scene: Scene, at: Instant) -> None:
    """`next_change` is never late: just before it the frame is the same as now."""
    renderer = Renderer(BOARD)
    change = next_change(scene, at)
    last = Instant(at + 10 * SECOND) if change is None else Instant(change - 1)
    assert last >= at
    middle = Instant((at + last) // 2)
    assert renderer.frame(scene, at) == renderer.frame(scene, middle) == renderer.frame(scene, last)


@given(scenes, instants)
def test_a_scene_lights_only_its_own_places(scene: Scene, at: Instant) -> None:
    """Pixels of places that a scene does not name are dark."""
    named = {*scene.glows, *(place for run in scene.runs for place in run.places)}
    frame = Renderer(BOARD).frame(scene, at)
    for pixel, target in enumerate(TARGETS):
        assert target in named or not any(frame[3 * pixel : 3 * pixel + 3])
