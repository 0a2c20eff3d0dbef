"""What the flash limit knows when nobody knows what the LEDs show: starts, faults, links lost."""

from tests.unit.light.test_render import STRIP, at, lit

from triboard.light.limiter import Shown
from triboard.light.palette import HIGH_CONTRAST
from triboard.light.render import Renderer, unsent
from triboard.light.scene import DARK, Role

ON = lit(Role.SOURCE, "a", "b", "c", "seat:0")


def test_a_new_process_counts_its_opening_dark_frame() -> None:
    """Law: an earlier one may have left a bright board, so in the first second only two changes follow."""
    renderer = Renderer(STRIP)
    state = renderer.start(at(0))
    assert state.limiter.history == (Shown(at(0), 1.0, 1.0), Shown(at(0), 0.0, 0.0))
    held = []
    for second, scene in ((0.1, ON), (0.2, DARK), (0.3, ON)):
        step = renderer.step(state, scene, at(second))
        state = step.state
        held.append(step.held)
    assert held == [False, False, True]


def test_a_frame_that_did_not_arrive_counts_as_darkness() -> None:
    """Law: the change to the next frame is counted, whatever the LEDs showed meanwhile."""
    renderer = Renderer(STRIP)
    first = renderer.step(renderer.start(at(-2)), ON, at(0))
    again = renderer.step(unsent(first.state, at(0.1)), ON, at(0.2))
    assert again.frame == first.frame
    assert [round(shown.luminance, 1) for shown in again.state.limiter.history] == [0.0, 0.9, 0.0, 0.9]


def test_another_palette_goes_on_with_the_same_count() -> None:
    """Law: the limit holds across a change of colours."""
    one, other = Renderer(STRIP), Renderer(STRIP, HIGH_CONTRAST)
    state = one.start(at(-2))
    for second, renderer, scene in ((0.1, one, ON), (0.2, other, DARK), (0.3, one, ON)):
        state = renderer.step(state, scene, at(second)).state
    assert other.step(state, DARK, at(0.4)).held
