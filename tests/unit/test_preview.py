"""Pictures of the light: complete, legible, fresh in the docs, and made from what the wire carries."""

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from PIL import Image
from tests.tools.light_docs import PICTURES, pictures

from triboard.board.definition import Board, Place
from triboard.board.load import load_board, shipped_boards
from triboard.cli import cli
from triboard.commands.light import role_sheet
from triboard.errors import ConfigurationError
from triboard.light.examples import examples
from triboard.light.legend import LINE
from triboard.light.palette import DEFAULT, PALETTES, Colour
from triboard.light.render import Renderer
from triboard.light.scene import Role
from triboard.preview.check import flaws
from triboard.preview.drawing import GROUND, INK, Drawing, View, contrast
from triboard.preview.film import BEGIN, film_of
from triboard.preview.sheet import sheet, single
from triboard.preview.svg import to_svg
from triboard.rules.chance import random_game
from triboard.rules.registry import game_named
from triboard.rules.replay import game_form
from triboard.units import Instant

BOARDS = shipped_boards()
MOST_BYTES = 250_000  # of one sheet in the docs


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("scene", list(examples(load_board(BOARDS[0]))))
def test_a_picture_of_any_scene_passes_the_checklist(name: str, scene: str) -> None:
    """Law: all sites visible, nothing overlaps, outlines and words stand out, the legend is complete."""
    board = load_board(name)
    palettes = list(PALETTES.values())
    turn = BOARDS.index(name) + list(examples(board)).index(scene)  # each palette meets each board and role
    film = film_of(scene, board, palettes[turn % len(palettes)], examples(board)[scene])
    assert flaws(sheet(film), board, film.roles) == []
    assert flaws(single(film, 0), board, film.roles) == []


@pytest.mark.parametrize("name", BOARDS)
def test_the_sheet_of_a_board_shows_and_explains_every_role(name: str) -> None:
    board = load_board(name)
    assert flaws(role_sheet(board, DEFAULT), board, [*(role.value for role in Role), LINE]) == []


@pytest.fixture(scope="module")
def drawn() -> Mapping[str, str]:
    """All sheets as they would be written now, drawn once."""
    return pictures()


@pytest.mark.parametrize("name", BOARDS)
def test_the_sheets_in_the_docs_are_fresh_and_small(name: str, drawn: Mapping[str, str]) -> None:
    """Law: `python -m tests.tools.light_docs` would write the same bytes."""
    path = PICTURES / f"light-{name}.svg"
    text = path.read_text(encoding="utf-8")
    assert text == drawn[path.name]
    assert len(text) < MOST_BYTES
    ElementTree.fromstring(text)


@pytest.mark.parametrize("name", BOARDS)
def test_examples_have_every_role_and_light_only_what_has_a_pixel(name: str) -> None:
    board = load_board(name)
    scenes = examples(board)
    assert {role.value for role in Role} < set(scenes)
    for scene in scenes.values():
        places = {*scene.glows, *(place for run in scene.runs for place in run.places)}
        assert places <= set(board.pixel_of())
        assert places


def test_a_shot_is_what_the_renderer_sends() -> None:
    """Law: pictures do not flatter; they show the frame of that instant, limits applied."""
    board = load_board(BOARDS[0])
    scene = examples(board)["wanted"]
    film = film_of("wanted", board, DEFAULT, scene)
    for shot in film.shots:
        assert shot.rgb == Renderer(board).frame(scene, Instant(BEGIN + shot.at))


def spoilt(drawing: Drawing, **changes: object) -> Drawing:
    """A drawing whose first view of a board is changed."""
    drawing.views = [View(view.rings, view.lamps, view.words) for view in drawing.views]
    view = next(view for view in drawing.views if view.rings)
    for name, value in changes.items():
        setattr(view, name, value)
    return drawing


def test_the_checklist_finds_what_is_wrong() -> None:
    """Law: a list that never complains proves nothing."""
    board = load_board("ttt3d")
    film = film_of("target", board, DEFAULT, examples(board)["target"])
    good = sheet(film)
    view = next(view for view in good.views if view.rings)
    ring, other = view.rings[0], view.rings[1]

    def told(drawing: Drawing) -> str:
        return "; ".join(flaws(drawing, board, film.roles))

    assert "site Aa1 is not shown" in told(spoilt(sheet(film), rings=view.rings[1:]))
    assert "light Aa1 is missing" in told(spoilt(sheet(film), lamps=view.lamps[1:]))
    near = [ring._replace(at=other.at), *view.rings[1:]]
    assert "outlines of Aa1 and Ab1 overlap" in told(spoilt(sheet(film), rings=near))
    across = [lamp._replace(at=ring.at._replace(y=ring.at.y + ring.radius)) for lamp in view.lamps[:1]]
    assert "lies across the outline" in told(spoilt(sheet(film), lamps=across))
    away = [ring._replace(at=ring.at._replace(x=-5)), *view.rings[1:]]
    assert "Aa1 lies outside" in told(spoilt(sheet(film), rings=away))
    silent = sheet(film)
    silent.legend.clear()
    assert told(silent) == "the legend has no 'target'"
    pale = sheet(film)
    pale.words = [words._replace(colour=Colour(60, 60, 60)) for words in pale.words]
    assert "words in (60, 60, 60) are too faint" in told(pale)
    assert told(Drawing("empty")).startswith("shows no board")


def test_contrast_is_that_of_wcag() -> None:
    assert contrast(Colour(255, 255, 255), Colour(0, 0, 0)) == pytest.approx(21)
    assert contrast(Colour(118, 118, 118), Colour(255, 255, 255)) == pytest.approx(4.54, abs=0.01)
    assert contrast(INK, GROUND) > 10


def board_with_lights_inside() -> Board:
    """A board whose LEDs shine in the middle of its sites."""
    board = load_board("ttt3d")
    places = {str(site.site): site.place for site in board.sites}
    pixels = [replace(pixel, place=places.get(pixel.target, pixel.place)) for pixel in board.pixels]
    return replace(board, pixels=tuple(pixels))


def test_lights_inside_their_sites_are_drawn_with_an_outline_round_them() -> None:
    board = board_with_lights_inside()
    film = film_of("target", board, DEFAULT, examples(board)["target"])
    assert flaws(sheet(film), board, film.roles) == []


def test_a_flat_board_keeps_its_seats_where_they_are() -> None:
    """Law: on one storey everything lies where the board file says."""
    board = load_board("ttt3d")
    flat = replace(
        board,
        sites=board.sites[:9],
        pixels=tuple(pixel for pixel in board.pixels if pixel.place.z == 0),
    )
    film = film_of("turn", flat, DEFAULT, examples(flat)["turn"])
    drawing = sheet(film)
    view = drawing.views[0]
    lamps = {lamp.name: lamp.at for lamp in view.lamps}
    seat, site = Place(-120, 150, 0), Place(-60, -40, 0)
    scale = (lamps["Aa1"].x - lamps["seat:0"].x) / (site.x - seat.x)
    assert (lamps["seat:0"].y - lamps["Aa1"].y) / (seat.y - site.y) == pytest.approx(scale)
    assert flaws(drawing, flat, film.roles) == []


# The command


def preview(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["light", "preview", *arguments])


@pytest.mark.parametrize("suffix", [".svg", ".png", ".gif"])
def test_a_scene_becomes_a_picture_by_the_end_of_its_name(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"out{suffix}"
    assert preview("a-turn", "--out", str(path), "--palette", "night").exit_code == 0
    if suffix == ".svg":
        assert ElementTree.fromstring(path.read_text()).tag.endswith("svg")
    else:
        with Image.open(path) as image:
            assert image.format == suffix[1:].upper()
            assert image.width > 300


def test_a_moving_scene_becomes_a_moving_picture(tmp_path: Path) -> None:
    """Law: four seconds, every rhythm once round."""
    path = tmp_path / "line.gif"
    assert preview("line", "--out", str(path)).exit_code == 0
    with Image.open(path) as image:
        assert 8 < getattr(image, "n_frames", 1) <= 50
        assert image.info["duration"] >= 80


@pytest.mark.parametrize("name", ["ttt3d"])
def test_a_game_is_drawn_ply_by_ply(name: str, tmp_path: Path) -> None:
    """Law: the record form of `triboard rules random` goes in; a view for each position comes out."""
    played = random_game(game_named(name), {}, Random(2).randrange, most=6)
    record = tmp_path / "game.json"
    record.write_text(json.dumps(game_form(played)))
    path = tmp_path / "game.svg"
    done = preview(str(record), "--out", str(path))
    assert done.exit_code == 0, done.output
    text = path.read_text()
    for ply, move in enumerate(played.texts, start=1):
        assert f">{ply}. {move}<" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("trun", "--out", "x.svg"), "trun: is no scene"),
        (("turn", "--out", "x.jpg"), "'x.jpg' is no picture"),
        (("turn", "--out", "/nowhere/x.svg"), "cannot be written"),
    ],
)
def test_bad_input_is_told_with_its_remedy(arguments: tuple[str, ...], said: str) -> None:
    done = preview(*arguments)
    assert isinstance(done.exception, ConfigurationError)
    assert said in str(done.exception)


def test_without_pillow_svg_still_works_and_png_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    done = preview("turn", "--out", str(tmp_path / "x.png"))
    assert "pip install 'triboard[pictures]'" in str(done.exception)
    assert preview("turn", "--out", str(tmp_path / "x.svg")).exit_code == 0


def test_the_legend_is_printed_as_json() -> None:
    done = CliRunner().invoke(cli, ["light", "legend", "--palette", "high-contrast"])
    legend = json.loads(done.stdout)
    assert [light["role"] for light in legend["lights"]][-1] == LINE
    assert {piece["role"] for piece in legend["pieces"]} == set(DEFAULT.pieces)


def test_svg_escapes_what_a_board_file_says() -> None:
    board = replace(load_board("ttt3d"), title="A & B <3>")
    film = film_of(board.title, board, DEFAULT, examples(board)["turn"])
    assert ElementTree.fromstring(to_svg(sheet(film)))[0].text == "A & B <3>"
