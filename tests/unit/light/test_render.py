"""Scenes become bytes: places, gamma, limits, and no frame without need."""

from dataclasses import replace

import pytest

from triboard.board.definition import Board, PixelDefinition, Place, Power, Scan
from triboard.light.animate import STRIDE
from triboard.light.palette import DEFAULT, Colour
from triboard.light.power import current
from triboard.light.render import Rendered, Renderer, render, unsent
from triboard.light.scene import DARK, Glow, Role, Run, Scene, Target
from triboard.units import SECOND, Duration, Instant, Piece, Pixel, millis

RED = Piece("red")
AMPLE = Power(budget=100_000, idle=1, red=12, green=12, blue=12)


def board(*targets: str, power: Power = AMPLE) -> Board:
    """A board of nothing but pixels, one for each target in order."""
    pixels = (PixelDefinition(Pixel(n), target, Place(n, 0, 0)) for n, target in enumerate(targets))
    return Board(
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
        pixels=tuple(pixels),
        seats=(),
        power=power,
        colour_order="GRB",
    )


STRIP = board("a", "b", "c", "seat:0")


def at(seconds: float) -> Instant:
    return Instant(millis(seconds * 1000))


def lit(role: Role, *targets: str, piece: Piece | None = None) -> Scene:
    return Scene({Target(target): Glow(role, piece) for target in targets})


def pixel(frame: bytes, index: int) -> tuple[int, ...]:
    return tuple(frame[3 * index : 3 * index + 3])


def test_each_target_lights_its_own_pixel_with_gamma_applied() -> None:
    """(90, 0, 0) at full level is 255 x (90/255)^2.2 = 25.8 on the wire, which dither makes 26 here."""
    frame = render(lit(Role.SOURCE, "b", piece=RED), STRIP, DEFAULT, at(0))
    assert frame == bytes([0, 0, 0, 26, 0, 0, 0, 0, 0, 0, 0, 0])


def test_targets_without_a_pixel_are_passed_over() -> None:
    assert render(lit(Role.SOURCE, "button:OK"), STRIP, DEFAULT, at(0)) == bytes(12)


def test_dim_colours_do_not_vanish() -> None:
    """Gamma alone would round (0, 2, 1) at a third to nothing."""
    faint = replace(DEFAULT, roles={**DEFAULT.roles, Role.TARGET: Colour(0, 2, 1)})
    assert pixel(render(lit(Role.TARGET, "a"), STRIP, faint, at(0)), 0) == (0, 1, 1)


def test_a_wrong_piece_goes_fully_dark_between_blinks() -> None:
    assert render(lit(Role.WRONG, "a"), STRIP, DEFAULT, at(0.5)) == bytes(12)


def test_a_running_line_lies_over_the_glows() -> None:
    glows = lit(Role.TARGET, "a", "b", "c").glows
    scene = Scene(glows, (Run((Target("a"), Target("b")), RED),), since=at(3))
    before, first, second = (render(scene, STRIP, DEFAULT, Instant(at(3) + wait)) for wait in (-1, 0, STRIDE))
    targets = [pixel(before, n) for n in range(3)]
    assert [pixel(first, n) for n in range(3)] == [(25, 0, 0), *targets[1:]]
    assert [pixel(second, n) for n in range(3)] == [(25, 0, 0), (26, 0, 0), targets[2]]


def test_a_board_may_leave_gaps_in_its_chain() -> None:
    gap = replace(STRIP, pixels=(PixelDefinition(Pixel(5), "a", Place(0, 0, 0)),))
    renderer = Renderer(gap)
    assert renderer.count == 6
    assert renderer.frame(lit(Role.SOURCE, "a", piece=RED), at(0)) == bytes(15) + bytes([26, 0, 0])


def test_a_board_without_pixels_renders_nothing() -> None:
    assert Renderer(board()).step(Renderer(board()).start(at(0)), DARK, at(0)).frame == b""


def test_a_static_scene_is_sent_once_and_asks_for_nothing_more() -> None:
    renderer = Renderer(STRIP)
    scene = lit(Role.TURN, "seat:0")
    first = renderer.step(renderer.start(at(0)), scene, at(0))
    second = renderer.step(first.state, scene, at(9))
    assert first.frame is not None
    assert (first.due, first.held, first.scale) == (None, False, 1.0)
    assert second == Rendered(first.state, None, 1.0, None, held=False)


def test_the_first_step_sends_even_darkness() -> None:
    """Nobody knows what the LEDs show when the program starts."""
    renderer = Renderer(STRIP)
    assert renderer.step(renderer.start(at(0)), DARK, at(0)).frame == bytes(12)


def test_a_frame_that_did_not_arrive_is_sent_again() -> None:
    renderer = Renderer(STRIP)
    scene = lit(Role.TURN, "seat:0")
    first = renderer.step(renderer.start(at(0)), scene, at(0))
    assert renderer.step(unsent(first.state, at(4)), scene, at(5)).frame == first.frame


def test_an_animation_names_the_instant_of_its_next_frame() -> None:
    renderer = Renderer(STRIP)
    step = renderer.step(renderer.start(at(0)), lit(Role.WRONG, "a"), at(0.2))
    assert step.due == at(0.5)


def test_the_flash_limit_shows_the_newest_scene_late_and_says_so() -> None:
    """Three changes pass; the fourth waits, and what is then shown is the newest scene, not the oldest."""
    renderer = Renderer(STRIP)
    on, off = lit(Role.SOURCE, "a", "b", "c"), DARK
    state = renderer.start(at(-2))
    for second, scene in ((0.1, on), (0.2, off), (0.3, on)):
        step = renderer.step(state, scene, at(second))
        assert step.frame is not None
        state = step.state
    shown = state.frame
    held = renderer.step(state, off, at(0.4))
    assert (held.frame, held.held, held.due) == (None, True, at(0.1) + SECOND + 1)
    newest = lit(Role.SOURCE, "seat:0")
    still = renderer.step(held.state, newest, at(0.5))
    assert still.state.frame == shown
    assert still.due is not None
    late = renderer.step(still.state, newest, still.due)
    assert late.frame == renderer.frame(newest, still.due)


def test_a_frame_over_budget_is_scaled_and_status_can_say_so() -> None:
    tight = replace(AMPLE, budget=20)
    renderer = Renderer(board("a", "b", "c", "seat:0", power=tight))
    step = renderer.step(renderer.start(at(0)), lit(Role.SOURCE, "a", "b", "c"), at(0))
    assert step.frame is not None
    assert current(step.frame, tight) <= 20
    assert 0 < step.scale < 1


@pytest.mark.parametrize("role", list(Role))
def test_no_single_role_over_the_whole_board_meets_the_flash_limit(role: Role) -> None:
    """Default rhythms are safe by themselves, whatever instant they begin at; the limiter is the net."""
    targets = [f"t{n}" for n in range(9)]
    renderer = Renderer(board(*targets))
    for begin in (0.0, 0.17, 0.5, 0.98):
        scene, now = lit(role, *targets), at(begin)
        state = renderer.start(at(begin - 2))
        while now < at(begin + 5):
            step = renderer.step(state, scene, now)
            assert not step.held
            state, now = step.state, step.due or at(99)
