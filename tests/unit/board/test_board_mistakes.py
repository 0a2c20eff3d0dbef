"""Mistakes that only a board with bands, corners, tags, trays or a layout can have; each with its remedy."""

from importlib import resources

import pytest

from triboard.board.load import parse_board
from triboard.errors import ConfigurationError


def complaints(name: str, *pairs: tuple[str, str], size: int | None = None) -> list[str]:
    """What is said of a shipped file with pieces of its text replaced."""
    text = (resources.files("triboard") / "boards" / f"{name}.toml").read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(ConfigurationError) as caught:
        parse_board(text, "x.toml", size)
    return [str(mistake) for mistake in caught.value.mistakes]


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        # Ways of sensing
        (
            "trike",
            'kind = "bands"',
            'kind = "band"',
            "sensing.checker.kind: is 'band'. Did you mean 'bands'?",
        ),
        (
            "trike",
            'reads = ["checker", "pawn"]',
            'reads = ["checkers", "pawn"]',
            "reads: 'checkers' is no way of reading. Did you mean 'checker'?",
        ),
        (
            "trike",
            'reads = ["checker", "pawn"]',
            'reads = ["checker"]',
            "sensing.pawn: is not used. Name it in reads, or take it out.",
        ),
        (
            "trike",
            'reads = ["checker", "pawn"]',
            "",
            'reads: is missing. Add it, for example reads = ["a", "b"].',
        ),
        (
            "trike",
            "low = 500, high = 1500",
            "low = 1500, high = 500",
            "sensing.checker.bands[0].low: is 1500, above high = 500. Exchange them.",
        ),
        (
            "trike",
            "low = 500, high = 1500",
            "low = 500, high = 5000",
            "sensing.checker.bands[0].high: is 5000. Choose a value from 0 to 4095.",
        ),
        (
            "trike",
            "low = 1800, high = 2300",
            "low = 1800, high = 2595",
            (
                "sensing.checker: bands of 'nothing' and 'white' leave 4 values between them."
                " Leave at least 12 values between them (the dead band)."
            ),
        ),
        (
            "trike",
            "low = 1800, high = 2300",
            "low = 1400, high = 2250",
            (
                "sensing.checker: bands of 'black' and 'nothing' leave 0 values between them."
                " Leave at least 12 values between them (the dead band)."
            ),
        ),
        (
            "trike",
            '{ piece = "white", low',
            "{ low",
            "sensing.checker: has 2 bands for 'nothing'. Give each one band.",
        ),
        (
            "trike",
            "{ low = 1800",
            '{ piece = "grey", low = 1800',
            "sensing.checker: has no band for an empty level. Add a band without piece.",
        ),
        (
            "trike",
            '{ piece = "white", low',
            '{ piece = "whit", low',
            "sensing.checker: 'whit' is no piece. Did you mean 'white'?",
        ),
        (
            "trike",
            '{ piece = "white", low',
            '{ piece = "whit", low',
            "pieces: 'white' can be read nowhere. Name it in a way of sensing.",
        ),
        (
            "trike",
            'piece = "pawn"\nactive',
            'piece = "prawn"\nactive',
            "sensing.pawn: 'prawn' is no piece. Did you mean 'pawn'?",
        ),
        (
            "trike",
            "active = 4095",
            "active = 10",
            (
                "sensing.pawn: shows 0 or 10, within the dead band of 12."
                " Lower the dead band, or let a switch show more: active = 4095."
            ),
        ),
        (
            "trike",
            "bits = 12",
            "bits = 8",
            "sensing.checker: shows values up to 3600. scan.bits = 8 holds 255.",
        ),
        (
            "trike",
            "hysteresis = 60 ",
            "hysteresis = -1 ",
            "sensing.checker.hysteresis: is -1. Choose a value from 0 to 4095.",
        ),
        (
            "troika-tags",
            "dead_band = 0",
            "dead_band = 1",
            (
                "sensing.tags: shows 0 or 1, within the dead band of 1."
                " Lower the dead band, or let a switch show more: active = 4095."
            ),
        ),
        (
            "troika-tags",
            '"Ws", "Ys"',
            '"Wx", "Ys"',
            "sensing.tags: 'Wx' is no piece. Known: Bl, Bm,",
        ),
        (
            "troika-tags",
            '"Ws", "Ys", "Rs"',
            '"Ws", "Ys"',
            "sites.a1: has a level of 18 channels. Sensing 'tags' needs 17 a level.",
        ),
        (
            "trioker",
            '{ piece = "*", low',
            '{ piece = "x", low',
            "pieces: '*12' can be read nowhere. Name it in a way of sensing.",
        ),
        (
            "trioker",
            "[[0, 1, 2]]",
            "[[0, 1]]",
            "sites.D2,0: has a level of 2 channels. Sensing 'corners' needs 3 a level.",
        ),
        (
            "ttt3d",
            "black = [22, 22, 23]",
            "black = [148, 148, 141]",
            "sensing.ball: 'white' and 'black' lie 9 apart. The margin asks for 12.",
        ),
        (
            "ttt3d",
            "dark = 6 ",
            "dark = 20 ",
            "sensing.ball: 'black' shows at most 23, within the dead band of dark (20). Lower dark",
        ),
        ("ttt3d", "bits = 8", "bits = 1", "sensing.ball: shows values up to 153. scan.bits = 1 holds 1."),
        # Places off the field
        (
            "troika",
            'site = "tray:Ys"',
            'site = "tray:Ws"',
            "sites: site tray:Ws is named 2 times. Name it once.",
        ),
        (
            "troika",
            'target = "tray:Ws"',
            'target = "tray:Wz"',
            "pixels[9].target: 'tray:Wz' is no place. Did you mean 'tray:Ws'?",
        ),
        (
            "troika",
            "levels = [[117]]",
            "levels = [[116]]",
            "sites: channel 116 is named 2 times. Name it once.",
        ),
        (
            "trioker-racks",
            'site = "rack:0:3"',
            'site = "rack:x:3"',
            "aside.rack:x:3: is neither a tray nor a rack. Name it like tray:Wl or rack:0:3.",
        ),
        (
            "trioker-racks",
            'site = "rack:0:3"',
            'site = "rack:4:3"',
            "aside.rack:4:3: there is no seat 4. The last seat is 3.",
        ),
        (
            "troika",
            'site = "tray:Ys"',
            'site = "tray:Zs"',
            "aside.tray:Zs: there is no piece Zs. Name the tray after one of the pieces.",
        ),
        # A layout
        ("trike", 'kind = "triangle"', 'kind = "square"', "layout.kind: is 'square'. Known: triangle."),
        ("trike", "pitch_mm = 32", "pitch_mm = 2", "layout.pitch_mm: is 2. Choose a value from 5 to 200."),
        ("trike", "seats_mm = 120", "", "layout.seats_mm: is missing. Add it, for example seats_mm = 0."),
        # The game
        ("troika", 'site = "b2"', 'site = "b4"', "sites: b2 is missing. troika has 9 sites."),
        ("troika", 'site = "b2"', 'site = "b4"', "sites: 'b4' is no site of troika. Known: a1, a2,"),
        (
            "troika",
            '{ piece = "Ws", stock = 1 },',
            "",
            "pieces: Ws is missing. Add { piece = 'Ws', stock = 1 }.",
        ),
        (
            "troika",
            '{ piece = "Ws", stock = 1 }',
            '{ piece = "Ps", stock = 1 }',
            "pieces: 'Ps' is no piece of troika. Known: Bl, Bm,",
        ),
        (
            "trioker",
            'shapes = ["012", "120", "201"]',
            'shapes = ["012"]',
            "pieces.012.shapes: are not those of the game. Write ['012', '120', '201'].",
        ),
        (
            "troika",
            "[0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12],",
            "[0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11],",
            "sites.a1: reads 12 pieces on each other. troika stacks up to 13.",
        ),
    ],
)
def test_each_mistake_is_told_with_its_place_and_its_remedy(name: str, old: str, new: str, said: str) -> None:
    """Law: one sentence for each mistake; a person can mend the file from it."""
    found = complaints(name, (old, new))
    assert any(complaint.startswith(f"x.toml: {said}") for complaint in found), found


def test_a_board_with_too_many_channels_for_one_packet_is_refused() -> None:
    """Law (protocol): every report is the full state, in one packet."""
    wide = ", ".join(str(channel) for channel in range(3, 800))
    found = complaints("trioker", ("[[0, 1, 2]]", f"[[0, 1, 2], [{wide}]]"))
    said = "sites: have 1016 channels of 12 bits. One packet holds 658 of them."
    assert f"x.toml: {said}" in found


def test_a_list_of_sites_beside_a_layout_is_refused() -> None:
    """Law: places are listed or laid out, never both."""
    found = complaints("trike", ('name = "trike"', 'name = "trike"\nsites = []'))
    assert any(complaint.startswith("x.toml: sites: is not known") for complaint in found)


def test_a_board_without_any_way_of_sensing_is_told_once() -> None:
    """Law: an empty table is asked to be filled."""
    text = (resources.files("triboard") / "boards" / "trike-presence.toml").read_text(encoding="utf-8")
    start, end = text.index("[sensing.checker]"), text.index("[scan]")
    with pytest.raises(ConfigurationError) as caught:
        parse_board(text[:start] + "[sensing]\n" + text[end:], "x.toml")
    said = [str(mistake) for mistake in caught.value.mistakes if "sensing" in str(mistake)]
    assert said == ["x.toml: sensing: names no way of reading. Add a table, for example [sensing.ball]."]


def test_a_board_for_a_game_that_nobody_knows_is_not_held_against_it() -> None:
    """Law: sites and pieces of an unknown game cannot be checked; whoever starts the game will say so."""
    text = (resources.files("triboard") / "boards" / "troika.toml").read_text(encoding="utf-8")
    board = parse_board(text.replace('game = "troika"', 'game = "mine"'), "x.toml")
    assert board.game == "mine"
