"""Colours differ for every eye, rhythms differ in grey."""

from itertools import combinations

import pytest
from coloraide import Color
from tests.tools.light_docs import VISIONS, luminance, on_the_wire, worst_pair

from triboard.light.animate import level
from triboard.light.palette import (
    DEFAULT,
    HIGH_CONTRAST,
    NIGHT,
    PALETTES,
    RHYTHMS,
    Colour,
    Palette,
    Shape,
    as_hex,
)
from triboard.light.scene import Glow, Role, Run, Target
from triboard.units import SECOND, Instant, Piece

WORST_PAIR = 25.0  # issue 5: least CIEDE2000 difference of any two piece colours
PERIOD = 4 * SECOND  # every default period divides it


def seen_with(colour: Colour, vision: str) -> Color:
    whole = Color("srgb", [part / 255 for part in colour])
    return whole if vision == "normal" else whole.filter(vision, method="machado")


@pytest.mark.parametrize("vision", VISIONS)
def test_any_two_piece_colours_differ_for_every_eye(vision: str) -> None:
    """CIEDE2000 >= 25 between any two of the six, also with Machado 2009 colour blindness."""
    for palette in (DEFAULT, HIGH_CONTRAST):
        seen = {piece: seen_with(colour, vision) for piece, colour in palette.pieces.items()}
        worst, pair = min((seen[a].delta_e(seen[b], method="2000"), (a, b)) for a, b in combinations(seen, 2))
        print(f"{palette.name}, {vision}: {worst:.1f} between {pair[0]} and {pair[1]}")
        assert len(seen) == 6
        assert worst >= WORST_PAIR


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
@pytest.mark.parametrize("vision", VISIONS)
def test_any_two_piece_colours_differ_on_the_wire(palette: Palette, vision: str) -> None:
    """The same of what the LEDs get: after gamma, in whole numbers, as a mean over many places."""
    assert len(palette.pieces) == 6
    assert worst_pair(palette, vision)[0] >= WORST_PAIR


def test_high_contrast_is_bright_and_night_is_dim() -> None:
    """High contrast: every piece 3 to 1 against black (WCAG 1.4.11), where the default has darker ones.
    Night: no piece brighter than three tenths of white."""
    bright = [luminance(light) for light in on_the_wire(HIGH_CONTRAST).values()]
    assert min((light + 0.05) / 0.05 for light in bright) >= 2.95
    assert min(bright) > 5 * min(luminance(light) for light in on_the_wire(DEFAULT).values())
    assert max(luminance(light) for light in on_the_wire(NIGHT).values()) <= 0.305


def test_no_two_roles_look_alike_in_grey() -> None:
    """Sampled at 20 Hz over any two seconds that begin on a second, no two roles show the same levels."""
    for begin in range(0, PERIOD, SECOND):
        sampled = {
            role: tuple(round(level(rhythm, Instant(begin + step * SECOND // 20)), 2) for step in range(40))
            for role, rhythm in RHYTHMS.items()
        }
        for (one, left), (two, right) in combinations(sampled.items(), 2):
            apart = max(abs(a - b) for a, b in zip(left, right, strict=True))
            assert apart >= 0.15, f"{one} and {two} from {begin}"


def test_rhythms_share_one_phase_and_none_is_quicker_than_a_second() -> None:
    for role, rhythm in RHYTHMS.items():
        assert rhythm.period >= SECOND, role
        assert PERIOD % rhythm.period == 0, role
        assert 0 <= rhythm.low < rhythm.high <= 1, role


def test_only_smooth_shapes_make_waves() -> None:
    """`next_change` counts on it: the edges of a travelling blink would fall between its instants."""
    assert all(rhythm.shape in (Shape.PULSE, Shape.SWELL) for rhythm in RHYTHMS.values() if rhythm.wave)


def test_every_palette_knows_every_role() -> None:
    for palette in PALETTES.values():
        assert set(palette.roles) == set(Role)
        assert set(palette.rhythms) == set(Role)


def test_a_glow_takes_the_colour_of_its_piece_else_of_its_role() -> None:
    red = DEFAULT.pieces[Piece("red")]
    own = DEFAULT.roles[Role.WANTED]
    assert DEFAULT.colour(Glow(Role.WANTED, Piece("red"))) == red
    assert DEFAULT.colour(Glow(Role.WANTED)) == own
    assert DEFAULT.colour(Glow(Role.WANTED, Piece("pebble"))) == own
    assert DEFAULT.line_colour(Run((Target("Aa1"),), Piece("red"))) == red
    assert DEFAULT.line_colour(Run((Target("Aa1"),))) == DEFAULT.line


def test_a_colour_is_written_for_the_page_in_hex() -> None:
    assert as_hex(DEFAULT.pieces[Piece("white")]) == "#e1ffff"
