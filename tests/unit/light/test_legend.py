"""The legend is made from the palette: complete, in numbers, and the one that the documentation shows."""

import pytest
from tests.tools.light_docs import DOCUMENT, written

from triboard.light.legend import LINE, MEANINGS, SIZES, cue, legend, piece_colours
from triboard.light.palette import PALETTES, RHYTHMS, Palette
from triboard.light.scene import Role
from triboard.phrases import translated


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda palette: palette.name)
def test_every_role_and_the_line_have_an_entry(palette: Palette) -> None:
    """Law: no light without an explanation, none twice."""
    entries = legend(palette)
    assert [entry.role for entry in entries] == [*(role.value for role in MEANINGS), SIZES, LINE]
    assert set(MEANINGS) == set(Role)
    assert all(entry.meaning and entry.cue for entry in entries)
    assert {one.role for one in piece_colours(palette)} == set(palette.pieces)


def test_no_two_roles_have_the_same_cue() -> None:
    """Law: the words alone, without colour, tell the roles apart."""
    assert len({str(cue(rhythm, role)) for role, rhythm in RHYTHMS.items()}) == len(Role)


def test_a_cue_says_what_the_rhythm_does() -> None:
    assert str(cue(RHYTHMS[Role.TARGET])) == "steady at 45 %"
    assert str(cue(RHYTHMS[Role.WRONG])) == "blinks: 0.5 s at 100 %, 0.5 s dark"
    assert str(cue(RHYTHMS[Role.MISSED])) == "blinks: 0.25 s at 100 %, 0.75 s at 20 %"
    assert str(cue(RHYTHMS[Role.WINNER])) == "a wave over the places every 4 s, 40 % to 100 %"
    assert str(cue(RHYTHMS[Role.WANTED])) == "swells for 1.52 s, falls in 0.48 s, 10 % to 100 %"


def test_the_page_gets_texts_and_a_colour_that_css_understands() -> None:
    entry = translated(legend(PALETTES["default"])[0].as_json())
    assert entry == {
        "role": "target",
        "meaning": "you may put a piece here",
        "cue": "steady at 45 %",
        "colour": "#e1ffff",
    }


def test_the_documentation_shows_the_legend_in_use() -> None:
    """Law: `python -m tests.tools.light_docs` would change nothing."""
    text = DOCUMENT.read_text(encoding="utf-8")
    assert written(text) == text
