"""Dither keeps the mean of dim colours; still lights stand still; what is lit never vanishes."""

from statistics import mean

import pytest
from tests.unit.light.test_render import at, board, lit

from triboard.light.animate import STEP, level
from triboard.light.palette import NIGHT, PALETTES, RHYTHMS, Colour, Palette
from triboard.light.render import GAMMA, PARTS, Renderer
from triboard.light.scene import Role
from triboard.units import Instant, Piece, after

PLACES = [f"t{n}" for n in range(PARTS)]
STRIP = board(*PLACES)


def ideal(colour: Colour, part: float, channel: int) -> float:
    """Wire value without rounding."""
    return float(255 * (colour[channel] * part / 255) ** GAMMA)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
@pytest.mark.parametrize("role", [Role.TARGET, Role.SEEN, Role.SOURCE])
def test_the_mean_of_a_still_light_over_many_places_is_the_light_that_was_meant(
    palette: Palette, role: Role
) -> None:
    """Law: over sixteen neighbours each channel is right to a thirty-second of a wire value, if it is 1 or
    more; below that it is 1."""
    for piece, colour in palette.pieces.items():
        frame = Renderer(STRIP, palette).frame(lit(role, *PLACES, piece=piece), at(0))
        for channel in range(3):
            meant = ideal(colour, round(255 * RHYTHMS[role].high) / 255, channel)
            wanted = meant and max(1.0, meant)
            assert mean(frame[channel::3]) == pytest.approx(wanted, abs=0.5 / PARTS + 1e-9)


def test_a_still_light_shows_the_same_frame_at_any_time() -> None:
    """Law: no dither in time where nothing moves, so an idle board sends nothing."""
    renderer = Renderer(STRIP, NIGHT)
    scene = lit(Role.TARGET, *PLACES, piece=Piece("violet"))
    assert len({renderer.frame(scene, at(tick / 7)) for tick in range(50)}) == 1


@pytest.mark.parametrize("place", [0, 5, 11])
def test_the_mean_of_a_gliding_light_over_time_is_the_light_that_was_meant(place: int) -> None:
    """Law: also on a single pixel, over sixteen steps anywhere in its rhythm."""
    colour, rhythm = NIGHT.pieces[Piece("red")], RHYTHMS[Role.CLAIMABLE]
    renderer = Renderer(STRIP, NIGHT)
    scene = lit(Role.CLAIMABLE, *PLACES, piece=Piece("red"))
    steps = [after(at(1), STEP)]
    while len(steps) < 50:
        steps.append(after(steps[-1], STEP))
    shown = [renderer.frame(scene, now)[3 * place] for now in steps]
    meant = [max(1.0, ideal(colour, round(255 * level(rhythm, now)) / 255, 0)) for now in steps]
    assert mean(shown) == pytest.approx(mean(meant), abs=0.15)
    assert max(abs(one - other) for one, other in zip(shown, meant, strict=True)) < 1


@pytest.mark.parametrize("brightness", [0.02, 0.1, 0.5, 1.0])
def test_brightness_dims_and_never_puts_a_light_out(brightness: float) -> None:
    """Law: the cap is a part of the light (and so of the current), and a lit channel stays at 1."""
    full = Renderer(STRIP, NIGHT).frame(lit(Role.SOURCE, *PLACES), at(0))
    dimmed = Renderer(STRIP, NIGHT, brightness=brightness).frame(lit(Role.SOURCE, *PLACES), at(0))
    assert all(value >= 1 for value in dimmed)
    assert mean(dimmed) == pytest.approx(brightness * mean(full), abs=1)


def test_no_dithered_value_lies_further_than_one_from_the_light_that_was_meant() -> None:
    """Law: for every value of the wire, every threshold, every instant."""
    for value in range(256):
        grey = Palette("grey", {}, dict.fromkeys(Role, Colour(value, value, value)), NIGHT.line, RHYTHMS)
        frame = Renderer(STRIP, grey).frame(lit(Role.SOURCE, *PLACES), Instant(0))
        meant = ideal(Colour(value, value, value), 1.0, 0)
        assert all(abs(shown - (meant and max(1, meant))) < 1 for shown in frame)
