"""Laws of the light across all that may happen to it: palettes, faults, kills, restarts, white chips."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.test_light_properties import (
    BOARD,
    COUNT,
    TARGETS,
    expect_no_flash,
    frames,
    longest_chain,
    scenes,
)

from triboard.board.definition import Power, Segment
from triboard.board.load import load_board, shipped_boards
from triboard.light.limiter import measure
from triboard.light.palette import PALETTES
from triboard.light.power import Span, current, fit, whites_of
from triboard.light.render import Renderer, unsent
from triboard.light.scene import DARK, Glow, Role, Scene
from triboard.units import SECOND, Instant, Pixel

NOTHING = bytes(3 * COUNT)
RENDERERS = [
    Renderer(BOARD, palette, brightness=part) for palette in PALETTES.values() for part in (1.0, 0.4)
]
ALL_ON = Scene({target: Glow(Role.SOURCE) for target in TARGETS})
ALL_RED = Scene({target: Glow(Role.WRONG) for target in TARGETS})


class Eyes:
    """Everything that the LEDs showed, whoever made them show it."""

    def __init__(self) -> None:
        self.seen: list[tuple[Instant, bytes]] = [(Instant(-10 * SECOND), NOTHING)]

    def see(self, at: Instant, frame: bytes) -> None:
        self.seen.append((at, frame))

    @property
    def now_showing(self) -> bytes:
        return self.seen[-1][1]


@dataclass
class Life:
    """One process after the other with LEDs that may fail, on one clock."""

    eyes: Eyes
    now: Instant
    chance: Random

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """A new process: it darkens what is there, and knows no more."""
        self.renderer = RENDERERS[0]
        self.state = self.renderer.start(self.now)
        self.eyes.see(self.now, NOTHING)

    def play(self, scene: Scene, until: Instant, *, failing: float) -> None:
        """Show a scene, stepping whenever it is due; frames may get lost on their way."""
        while True:
            step = self.renderer.step(self.state, scene, self.now)
            self.state, due = step.state, step.due
            if step.frame is not None:
                if self.chance.random() < failing:
                    if self.chance.random() < 0.5:
                        self.eyes.see(
                            self.now, NOTHING
                        )  # it lost its power, or its controller's patience ended
                    self.state = unsent(self.state, self.now)
                    due = Instant(self.now + SECOND)
                else:
                    self.eyes.see(self.now, step.frame)
            if due is None or due >= until:
                break
            self.now = due
        self.now = until

    def stall(self) -> None:
        """Nothing is heard of the program for three seconds: LEDs at a controller go dark by themselves."""
        self.now = Instant(self.now + 3 * SECOND)
        self.eyes.see(self.now, NOTHING)
        self.state = unsent(self.state, self.now)

    def die(self, pause: int) -> None:
        """SIGKILL: the picture stays; the service waits `RestartSec` before the next start."""
        self.now = Instant(self.now + pause)
        self.start()


acts = st.one_of(
    st.tuples(st.just("scene"), st.one_of(scenes, st.sampled_from([ALL_ON, ALL_RED, DARK]))),
    st.tuples(st.just("palette"), st.integers(0, len(RENDERERS) - 1)),
    st.tuples(st.just("stall"), st.none()),
    st.tuples(st.just("kill"), st.integers(SECOND + 1, 3 * SECOND)),
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 600_000), acts), min_size=6, max_size=14),
    st.sampled_from([0.0, 0.3]),
    st.integers(0, 2**32),
)
def test_no_course_of_events_flashes(
    course: Sequence[tuple[int, tuple[str, object]]], failing: float, seed: int
) -> None:
    """Law: scenes, palettes and brightness in quick succession, frames that get lost, LEDs that go dark by
    themselves, kills and restarts a second later: on what eyes see, never more than three
    opposing changes in any second, neither of luminance nor of saturated red."""
    life = Life(Eyes(), Instant(0), Random(seed))
    scene = DARK
    for wait, (act, value) in course:
        match act:
            case "scene":
                assert isinstance(value, Scene)
                scene = value
            case "palette":
                assert isinstance(value, int)
                life.renderer = RENDERERS[value]
            case "stall":
                life.stall()
            case "kill":
                assert isinstance(value, int)
                life.die(value)
        life.play(scene, Instant(life.now + wait), failing=failing)
    expect_no_flash(life.eyes.seen)


def test_a_service_that_restarts_within_the_second_is_why_restart_sec_is_one() -> None:
    """Law: nothing is known of the process before, so two starts within a second may add up to four changes,
    still fewer than the six of WCAG; with a pause of a second they cannot."""
    for pause, most in ((SECOND // 10, 4), (SECOND + 1, 3)):
        life = Life(Eyes(), Instant(0), Random(0))
        life.now = Instant(3 * SECOND)
        for scene in (ALL_ON, DARK, ALL_ON):
            life.play(scene, Instant(life.now + 100_000), failing=0)
        life.die(pause)
        life.play(DARK, Instant(life.now + SECOND), failing=0)
        times = [at for at, _ in life.eyes.seen]
        light = [measure(frame, at).luminance for at, frame in life.eyes.seen]
        worst = max(
            longest_chain(light[max(first - 1, 0) : bisect_right(times, at + SECOND)], 0.1)
            for first, at in enumerate(times)
        )
        assert worst == most


@pytest.mark.parametrize("name", shipped_boards())
def test_a_minute_of_frantic_play_on_a_shipped_board_neither_flashes_nor_exceeds_its_budget(
    name: str,
) -> None:
    """Law: with the board file's own budget and geometry, roles all over the board changing at random."""
    board = load_board(name)
    chance = Random(8)
    targets = [pixel.target for pixel in board.pixels]
    pieces = [tray.piece for tray in board.trays]
    renderer = Renderer(board)
    now, state = Instant(0), renderer.start(Instant(0))
    shown = [(now, bytes(3 * len(targets)))]
    for _ in range(200):
        lit = chance.sample(targets, chance.randrange(len(targets) + 1))
        role = chance.choice(list(Role))
        scene = Scene({target: Glow(role, chance.choice([None, *pieces])) for target in lit})  # type: ignore[misc]  # pixels name targets as plain texts
        until = Instant(now + chance.randrange(1, 600_000))
        while now < until:
            step = renderer.step(state, scene, now)
            state = step.state
            if step.frame is not None:
                assert current(step.frame, board.power, whites_of(board)) <= board.power.budget
                shown.append((now, step.frame))
            now = until if step.due is None else min(step.due, until)
    expect_no_flash(shown)


powers = st.builds(
    Power,
    budget=st.floats(20, 600),
    idle=st.floats(0, 2),
    red=st.floats(1, 20),
    green=st.floats(1, 20),
    blue=st.floats(1, 20),
    white=st.floats(1, 40),
)
spans = st.sampled_from([(), (Span(0, COUNT),), (Span(2, 5),), (Span(0, 1), Span(4, COUNT))])


@settings(max_examples=300, deadline=None)
@given(frames, powers, spans)
def test_every_frame_is_within_the_budget_also_with_white_chips(
    frame: bytes, power: Power, whites: tuple[Span, ...]
) -> None:
    """Law: whatever a white chip draws, more than three colours together or less than one."""
    fitted, scale = fit(frame, power, whites)
    assert current(fitted, power, whites) <= power.budget or not any(fitted)
    if scale > 0:
        assert [value > 0 for value in fitted] == [value > 0 for value in frame]
    if current(frame, power, whites) <= power.budget:
        assert (fitted, scale) == (frame, 1.0)


@settings(max_examples=100, deadline=None)
@given(scenes, st.integers(0, 20 * SECOND).map(Instant), st.floats(20, 400), st.sampled_from([*PALETTES]))
def test_every_rendered_frame_of_an_rgbw_board_is_within_its_budget(
    scene: Scene, at: Instant, budget: float, palette: str
) -> None:
    """Law: the renderer counts the white chips of the segments that have them."""
    power = Power(budget, 1, 12, 12, 12, 20)
    strips = (Segment(Pixel(0), 3, "GRB"), Segment(Pixel(3), COUNT - 3, "GRBW", bus=1))
    board = replace(BOARD, power=power, segments=strips)
    renderer = Renderer(board, PALETTES[palette])
    step = renderer.step(renderer.start(at), scene, at)
    assert step.frame is not None
    assert current(step.frame, power, (Span(3, COUNT),)) <= budget
