"""Variants: ways to build a board as options of its file."""

from pathlib import Path

import pytest

from triboard.board.build import Computer, LightFrom, SwitchKind
from triboard.board.load import board_variants, load_board, shipped_boards
from triboard.board.variants import apply_variants, split_variants
from triboard.board.wiring import config_of
from triboard.errors import ConfigurationError


def test_a_variant_is_the_same_board_for_its_controller() -> None:
    """Law: the starter has no rims and no buttons, and its LEDs on the controller, which is told the same."""
    whole, starter = load_board("ttt3d-presence"), load_board("ttt3d-presence+starter")
    assert (len(whole.rims), len(whole.buttons)) == (3, 5)
    assert (starter.rims, starter.buttons) == ((), ())
    assert (starter.build.light, starter.build.computer) == (LightFrom.CONTROLLER, Computer.YOURS)
    assert starter.build.wire_mm2 == whole.build.wire_mm2
    assert config_of(starter) == config_of(whole)


def test_variants_follow_one_another() -> None:
    """Law: each is laid over what the ones before left."""
    both = load_board("ttt3d-presence+starter+hall")
    assert (both.rims, both.build.switch, both.build.light) == ((), SwitchKind.HALL, LightFrom.CONTROLLER)


def test_every_variant_of_every_board_loads_and_says_what_it_is() -> None:
    """Law: no shipped variant is broken, or without a word about itself."""
    found = {name: board_variants(name) for name in shipped_boards()}
    assert set(found["ttt3d-presence"]) == {"starter", "hall"}
    for name, variants in found.items():
        for variant, about in variants.items():
            assert load_board(f"{name}+{variant}").name == name
            assert len(about) > 20


def test_a_name_is_cut_only_where_it_names_variants() -> None:
    """Law: a `+` within a folder, or in the name of a file that is there, is none of ours."""
    assert split_variants("ttt3d") == ("ttt3d", ())
    assert split_variants("a+b/mine.toml+x+y") == ("a+b/mine.toml", ("x", "y"))


def test_a_file_may_have_a_plus_in_its_name(tmp_path: Path) -> None:
    """Law: what is there is taken as it is called."""
    text = (Path(__file__).parents[3] / "src/triboard/boards/ttt3d-presence.toml").read_text()
    path = tmp_path / "old+new.toml"
    path.write_text(text)
    assert len(load_board(str(path)).rims) == 3
    plain = tmp_path / "mine.toml"
    plain.write_text(text)
    assert load_board(f"{plain}+starter").rims == ()


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("+startr", ("", ""), "has no variant 'startr'. Did you mean 'starter'?"),
        ("+starter", ('without = ["rims", "buttons"]', 'without = ["rim"]'), "'rim' is no key of the file"),
        ("+starter", ('without = ["rims", "buttons"]', "without = 3"), "variants.starter.without: is 3"),
        ("+starter", ('light = "controller"', 'lihgt = "controller"'), "build.lihgt: is not known"),
    ],
)
def test_mistakes_in_variants_are_named(
    name: str, change: tuple[str, str], words: str, tmp_path: Path
) -> None:
    """Law: one clear mistake with place and remedy."""
    text = (Path(__file__).parents[3] / "src/triboard/boards/ttt3d-presence.toml").read_text()
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(*change) if change[0] else text)
    with pytest.raises(ConfigurationError) as caught:
        load_board(f"{path}{name}")
    assert words in str(caught.value)


@pytest.mark.parametrize("variants", [3, {"starter": 3}])
def test_what_is_no_table_of_tables_is_a_mistake(variants: object) -> None:
    """Law: also where nobody asked for a variant; the rest of the file is kept."""
    table, mistakes = apply_variants({"name": "x", "variants": variants}, (), "mine")
    assert table == {"name": "x"}
    assert [str(one) for one in mistakes] == [
        "mine: variants: is no table of tables. Write [variants.NAME] and its keys."
    ]
