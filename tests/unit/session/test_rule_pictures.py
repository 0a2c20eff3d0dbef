"""The rules in pictures: real positions of every game, on every shipped board."""

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import pytest

from triboard.app.games import MANNERS, board_for
from triboard.session.rule_pictures import rule_pictures

GAMES: tuple[tuple[str, Mapping[str, Any], tuple[str, ...]], ...] = (
    ("ttt3d", {}, ("ttt3d-place", "ttt3d-five", "ttt3d-one")),
    ("ttt3d", {"rims": True}, ("ttt3d-place", "ttt3d-five", "ttt3d-one", "ttt3d-rim")),
    ("troika", {}, ("troika-lay", "troika-cover", "troika-win")),
    ("trike", {"size": 7}, ("trike-open", "trike-move", "trike-end")),
    ("trike", {"size": 19}, ("trike-open", "trike-move", "trike-end")),
    ("trioker", {"mode": "pair-impair"}, ("trioker-lay", "trioker-corners", "trioker-hexagon")),
    ("trioker", {"mode": "rapid"}, ("trioker-lay", "trioker-corners")),
)


@pytest.mark.parametrize(("game", "options", "codes"), GAMES)
def test_every_game_has_its_rules_in_pictures_on_its_board(
    game: str, options: Mapping[str, Any], codes: tuple[str, ...]
) -> None:
    """Law: the pictures are those of the variant that is played, and every piece, target and line lies on a
    site of the board and is a piece of its trays (or a turned tile, or the pawn)."""
    board = board_for(game, None, options)
    found = rule_pictures(board, MANNERS[game], options)
    assert tuple(picture.code for picture in found) == codes
    sites = {site.site for site in board.sites}
    for picture in found:
        assert picture.stacks
        assert {*picture.stacks, *picture.targets, *picture.line, *picture.here} <= sites
        assert len(picture.rims) == len(board.rims)


def test_the_lines_of_the_pictures_are_worth_what_the_rules_say() -> None:
    """Law (ttt3d §7): five points for one colour, one for three; and the troika is the winning one."""
    pictures = {
        picture.code: picture
        for game in ("ttt3d", "troika")
        for picture in rule_pictures(board_for(game, None, {}), MANNERS[game], {})
    }
    assert (pictures["ttt3d-five"].line, pictures["ttt3d-five"].points) == (("Aa1", "Ab1", "Ac1"), 5)
    assert (pictures["ttt3d-one"].line, pictures["ttt3d-one"].points) == (("Aa1", "Bb2", "Cc3"), 1)
    assert pictures["troika-win"].line == ("a1", "b1", "c1")
    assert pictures["troika-cover"].stacks == {"b2": ("Wl", "Km")}


def test_the_page_has_a_sentence_for_every_picture() -> None:
    """Law: no picture is shown without words, and no words wait for a picture that there is not."""
    text = (files("triboard.web") / "static" / "screen_words.js").read_text("utf-8")
    said = set(re.findall(r'"((?:ttt3d|troika|trike|trioker)-[a-z]+)"', text))
    assert said == {code for _, _, codes in GAMES for code in codes}
