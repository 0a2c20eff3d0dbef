"""`triboard opponents` and the options that seat opponents: shapes of answers, and bad input."""

from pathlib import Path

import pytest
from tests.unit.rules.commands import triboard

from triboard.app.config import opponent
from triboard.app.settings import read_config
from triboard.errors import ConfigurationError
from triboard.opponents.engine import Grade
from triboard.session.clock import ClockTerms
from triboard.session.rivals import Terms
from triboard.units import Seat

GAME = {"game": "troika", "options": {"starter": "light"}, "moves": ["Ws@a1", "Ks@c1", "Wm@b2", "Km@c2"]}


FEW_TILES = {
    "game": "trioker",
    "options": {"mode": "rapid", "players": 2, "hands": [["000", "001", "002"], ["111", "112", "113"]]},
    "moves": [],
}


def test_a_move_is_answered_with_its_value_and_reason() -> None:
    """Law (interfaces): {"move", "value", "nodes", "reason"}, the same for the same seed."""
    first = triboard("opponents", "move", "-", "--grade", "5", "--seed", "2", given=GAME).json
    assert set(first) == {"move", "value", "nodes", "reason"}
    assert first["move"] == "Wl@c3"
    assert first["value"] == 1
    assert first["reason"] == "It wins at once."
    assert triboard("opponents", "move", "-", "--grade", "5", "--seed", "2", given=GAME).json == first


def test_a_match_prints_a_line_a_pair() -> None:
    """Law (interfaces): every pair of the grades, with share, interval and fair share."""
    done = triboard("opponents", "match", "troika", "--grades", "2", "1", "0", "--games", "4", "--seed", "1")
    lines = done.lines
    assert [line["grades"] for line in lines] == [[2, 1], [2, 0], [1, 0]]
    assert all(set(line) == {"game", "grades", "games", "share", "interval", "fair"} for line in lines)
    assert all(line["interval"][0] <= line["share"] <= line["interval"][1] for line in lines)


@pytest.mark.parametrize(
    ("words", "given", "complaint"),
    [
        (["move", "-"], {**GAME, "moves": [*GAME["moves"], "Wl@c3"]}, "The game is over"),
        (["move", "-"], {"game": "troika", "moves": []}, "input: Chance is on turn"),
        (["move", "-"], {**GAME, "moves": ["Xx@a1"]}, "input moves[0]: 'Xx@a1'"),
        (["move", "-"], '{"game": "troika"', "input line 1: this is no JSON"),
        (["move", "-"], "", "input: it is empty"),
        (["move", "-", "--grade", "6"], GAME, "'6' is no whole number from 1 to 5"),
        (["move", "-", "--grade", "x"], GAME, "'x' is no whole number from 1 to 5"),
        (["move", "-", "--nodes", "0"], GAME, "'0' is no whole number from 1 on"),
        (["match", "troika", "--grades", "2", "x"], None, "[GRADE]...': 'x' is no whole number from 0 to 5"),
        (["move", "-"], FEW_TILES, "input options.hands[0]: 3 tiles"),
        (["move", "-"], FEW_TILES, " Also: input options.hands[1]: 3 tiles"),
        (["match", "trioker", "--grades", "2", "1", "--set", "mode=puzzle"], None, "mode: 'puzzle' has one"),
        (["match", "troika", "--grades", "2", "1", "--set", "mode=training"], None, "Choose a mode with two"),
        (["match", "troika", "--grades", "2"], None, "names one grade"),
        (["match", "chess", "--grades", "2", "1"], None, "chess"),
        (["match", "trike", "--grades", "2", "1", "--set", "size=99"], None, "size"),
    ],
)
def test_bad_input_is_one_clear_line(words: list[str], given: object, complaint: str) -> None:
    """Law (interfaces): exit code 2 and a line that names the place and the remedy."""
    done = triboard("opponents", *words, given=given)
    assert done.code == 2
    assert complaint in done.err
    assert done.out == ""
    assert len(done.err.splitlines()) == 1


def test_seats_and_clock_come_from_a_file(tmp_path: Path) -> None:
    """Law (docs/opponents.md): opponents and clock; every mistake is named."""
    path = tmp_path / "triboard.toml"
    path.write_text('clock = "10+5"\nopponents = ["1=3"]\n', encoding="utf-8")
    assert read_config(path).terms == Terms({Seat(1): Grade.PLAYER}, ClockTerms.parse("10+5"))
    path.write_text('clock = "soon"\nopponents = ["1=9", "x=1"]\n', encoding="utf-8")
    with pytest.raises(ConfigurationError) as raised:
        read_config(path)
    places = [mistake.place for mistake in raised.value.mistakes]
    assert len(places) == 3
    for part in ("clock", "opponents"):
        assert any(part in place for place in places), places


@pytest.mark.parametrize("text", ["1", "x=1", "1=6", "1=0", "=3", "-1=2"])
def test_a_seat_option_that_makes_no_sense_is_refused(text: str) -> None:
    """Law: --opponent SEAT=GRADE."""
    with pytest.raises(ConfigurationError, match="SEAT=GRADE"):
        opponent(text)
