"""Board files: the shipped one loads; every mistake is told with its place and its remedy, all together."""

from importlib import resources
from pathlib import Path

import pytest

from triboard.board.definition import SensingKind, SensorFrame
from triboard.board.load import load_board, parse_board
from triboard.errors import ConfigurationError
from triboard.rules.ttt3d.geometry import HOLES, RINGS
from triboard.units import millis

TEXT = (resources.files("triboard") / "boards" / "ttt3d.toml").read_text(encoding="utf-8")
DIGITAL = """
name = "small"
title = "Four holes"
game = "none"
seats = 1
sites = [{ site = "a", at = [0, 0, 0], levels = [[0]] }]
pixels = [{ pixel = 0, target = "a", at = [0, 0, 0] }]
sensing = { touch = { kind = "digital" } }
scan = { bits = 1, period_ms = 10, stable_scans = 3, dead_band = 0 }
hands = { settle_ms = 200, slide_ms = 600 }
[light]
colour_order = "GRB"
budget_ma = 500
idle_ma = 1
red_ma = 12
green_ma = 12
blue_ma = 12
[[pieces]]
piece = "ball"
stock = 1
"""


def complaints(text: str) -> list[str]:
    """What is said of a board file."""
    with pytest.raises(ConfigurationError) as caught:
        parse_board(text, "x.toml")
    return [str(mistake) for mistake in caught.value.mistakes]


def changed(*pairs: tuple[str, str]) -> str:
    """The shipped file with pieces of its text replaced."""
    text = TEXT
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def test_the_shipped_board_loads_and_is_the_board_of_the_rules() -> None:
    """Law: 27 holes in index order, three rings clockwise, five seats; defaults of the design."""
    board = load_board("ttt3d")
    assert tuple(site.site for site in board.sites) == HOLES
    assert [rim.ring for rim in board.rims] == [tuple(HOLES[hole] for hole in ring) for ring in RINGS]
    assert (board.settle, board.slide) == (millis(200), millis(600))
    assert {tray.piece for tray in board.trays} == {"white", "black", "red", "green", "blue"}
    assert {tray.stock for tray in board.trays} == {13}  # ttt3d §18
    assert {button.button for button in board.buttons} == {"OK", "UNDO", "NEW", "FIVE", "ONE"}
    assert all(rim.sensors is SensorFrame.ROOM for rim in board.rims)


def test_a_board_file_is_found_by_its_path(tmp_path: Path) -> None:
    """Law: a name with a dot or a slash is a path."""
    path = tmp_path / "mine.toml"
    path.write_text(DIGITAL)
    board = load_board(str(path))
    [level] = board.sites[0].levels
    assert (board.name, level.sensing.name, level.sensing.kind) == ("small", "touch", SensingKind.DIGITAL)


def test_a_board_that_does_not_exist_is_told_with_the_nearest_name(tmp_path: Path) -> None:
    """Law: errors say the fix."""
    with pytest.raises(ConfigurationError, match="Did you mean 'ttt3d'"):
        load_board("ttt3")
    with pytest.raises(ConfigurationError, match=r"cannot be read \(No such file"):
        load_board(str(tmp_path / "none.toml"))
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load_board(f"{tmp_path}/")
    (tmp_path / "photo.toml").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(ConfigurationError, match="is not a text file"):
        load_board(str(tmp_path / "photo.toml"))


def test_a_file_that_is_not_toml_names_the_line() -> None:
    """Law: the parser's own place is passed on."""
    [complaint] = complaints("name = \n")
    assert complaint.startswith("x.toml: is not TOML: ")
    assert "line 1" in complaint


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('game = "ttt3d"\n', "", 'game: is missing. Add it, for example game = "text".'),
        ("seats = 5", 'seats = "5"', "seats: is '5'. Write it like this: seats = 1."),
        ("seats = 5", "seats = 9", "seats: is 9. Choose a value from 1 to 6."),
        ("seats = 5", "seats = true", "seats: is True. Write it like this: seats = 1."),
        ("seats = 5", "seats = 5\nseat = 2", "seat: is not known. Did you mean 'seats'?"),
        ('kind = "colour"', 'kind = "color"', "sensing.ball.kind: is 'color'. Did you mean 'colour'?"),
        ("margin = 12 ", "margin = 300 ", "sensing.ball.margin: is 300. Choose a value from 0 to 255."),
        (
            "empty = [46, 48, 52]",
            "empty = [70, 74]",
            "sensing.ball.empty: is [70, 74]. Write 3 numbers from 0 to 255.",
        ),
        ("bits = 8", "bits = 10", "scan.bits: is 10. Choose 1, 8 or 12."),
        ("settle_ms = 200", "settle_ms = 5", "hands.settle_ms: is 5. Choose a value from 20 to 5000."),
        (
            "[hands]\nsettle_ms = 200\nslide_ms = 600",
            "",
            "hands: is missing. Write a table: [hands] and its keys below it.",
        ),
        (
            'colour_order = "GRB"',
            'colour_order = "GRBX"',
            "light.colour_order: is 'GRBX'. Did you mean 'GRB'?",
        ),
        ("levels = [[0, 1, 2]]", "levels = [[0, 1, 1]]", "sites: channel 1 is named 2 times. Name it once."),
        (
            "levels = [[0, 1, 2]]",
            "levels = [[0, 1, 81]]",
            "sites: channel 2 is missing. Number every channel from 0 without a gap.",
        ),
        (
            "levels = [[0, 1, 2]]",
            "levels = [[0, 1], [2]]",
            "sites.Aa1: has a level of 2 channels. Sensing 'colour' needs 3 a level.",
        ),
        (
            "levels = [[0, 1, 2]]",
            "levels = []",
            "sites.Aa1: has no level. Name its channels: levels = [[0, 1, 2]].",
        ),
        (
            "levels = [[0, 1, 2]]",
            "levels = [[0, 1, -2]]",
            "sites[0].levels: is [[0, 1, -2]]. Write a list of lists of whole numbers, like [[0, 1, 2]].",
        ),
        ('site = "Ab1"', 'site = "Aa1"', "sites: site Aa1 is named 2 times. Name it once."),
        (
            "at = [-60, -60, 0]",
            "at = [-60, -60, 9000]",
            "sites[0].at: is [-60, -60, 9000]. Write 3 numbers from -2000.0 to 2000.0.",
        ),
        ('target = "Ac3"', 'target = "Ad3"', "pixels[8].target: 'Ad3' is no place. Did you mean 'Ac3'?"),
        ('target = "Ac3"', 'target = "Ab3"', "pixels: target Ab3 is named 2 times. Name it once."),
        ("pixel = 8,", "pixel = 40,", "pixels: pixel 8 is missing. Number every pixel from 0 without a gap."),
        (
            'button = "ONE", pin = 16',
            'button = "ONE", pin = 13',
            "buttons and rims: pin 13 is named 2 times. Name it once.",
        ),
        (
            'button = "ONE", pin = 16',
            'button = "OK", pin = 16',
            "buttons: button OK is named 2 times. Name it once.",
        ),
        (
            'button = "ONE", pin = 16',
            'button = "ONE", pin = 40',
            "buttons[4].pin: is 40. Choose a value from 0 to 27.",
        ),
        (
            "edges_per_detent = 16",
            "edges_per_detent = 65",
            "rims[0].edges_per_detent: is 65. Choose a value from 1 to 64.",
        ),
        ('sensors = "room"', 'sensors = "roam"', "rims[0].sensors: is 'roam'. Did you mean 'room'?"),
        ('rim = "B"', 'rim = "A"', "rims: rim A is named 2 times. Name it once."),
        (
            '"Ab3", "Aa3", "Aa2"]',
            '"Ab3", "Aa3"]',
            "rims.A.ring: has 7 sites. Name a multiple of four, clockwise seen from above.",
        ),
        (
            '"Ab3", "Aa3", "Aa2"]',
            '"Ab3", "Aa3", "Aa9"]',
            "rims.A.ring: 'Aa9' is no site. Did you mean 'Aa3'?",
        ),
        (
            '"Ab3", "Aa3", "Aa2"]',
            '"Ab3", "Aa3", "Ba2"]',
            "rims: ring site Ba2 is named 2 times. Name it once.",
        ),
        ('piece = "black"', 'piece = "white"', "pieces: piece white is named 2 times. Name it once."),
        ("stock = 13", "stock = -1", "pieces[0].stock: is -1. Choose a value from 0 to 1000."),
        ("reverse = false", "reverse = 0", "rims[0].reverse: is 0. Write it like this: reverse = true."),
    ],
)
def test_each_mistake_is_told_with_its_place_and_its_remedy(old: str, new: str, said: str) -> None:
    """Law: one sentence for each mistake; a person can mend the file from it."""
    assert f"x.toml: {said}" in complaints(changed((old, new)))


def test_all_mistakes_come_together() -> None:
    """Law: nobody mends a file one run at a time."""
    text = changed(("seats = 5", "seats = 0"), ("bits = 8", "bits = 7"), ('site = "Ab1"', 'site = "Ab9"'))
    said = "\n".join(complaints(text))
    assert "seats: is 0" in said
    assert "scan.bits: is 7" in said
    assert "rims.A.ring: 'Ab1' is no site" in said
    assert "pixels[1].target: 'Ab1' is no place" in said


def test_an_empty_file_asks_for_everything() -> None:
    """Law: missing tables are told once each, not once for every key in them."""
    said = complaints("")
    places = [complaint.split(": ")[1] for complaint in said]
    assert places == [
        "pieces", "sensing", "scan", "hands", "light", "sites", "pixels", "name", "title", "game", "seats",
    ]  # fmt: skip


def test_tables_that_are_no_tables_are_told() -> None:
    """Law: a wrong kind of value never gets past the reader."""
    assert complaints(DIGITAL.replace('sensing = { touch = { kind = "digital" } }', "sensing = 3"))[0] == (
        "x.toml: sensing: is 3. Write a table: [sensing] and its keys below it."
    )
    text = DIGITAL.replace('sites = [{ site = "a", at = [0, 0, 0], levels = [[0]] }]', "sites = [7]")
    assert "x.toml: sites[0]: is 7. Write a table: { ... }." in complaints(text)
