"""Scripts of hands: every wrong line is told with its number, and a right one is carried out."""

import pytest

from triboard.board.load import load_board
from triboard.errors import ConfigurationError
from triboard.sim.bench import SimulatedBench
from triboard.sim.hands import Refusal
from triboard.sim.script import HANDS, Line, parse_script, perform
from triboard.sim.wire import MemoryWire
from triboard.sim.world import ImpossibleError, World
from triboard.units import SECOND, Duration, Instant, after

EXAMPLE = """
# two balls
0.5 drop Ab2 white
2 lift Ab2      # a slip
2.5 put

3.1 turn B +90
3.5 press OK
5 unplug
6 plug
"""


def complaints(text: str) -> list[str]:
    with pytest.raises(ConfigurationError) as caught:
        parse_script(text, "s.txt")
    return [str(mistake) for mistake in caught.value.mistakes]


def test_lines_are_read_with_their_instants_and_numbers() -> None:
    """Law: comments and empty lines count as lines and do nothing."""
    lines = parse_script(EXAMPLE, "s.txt")
    assert lines[0] == Line(3, Instant(500_000), "drop", ("Ab2", "white"))
    assert [(line.number, line.verb) for line in lines] == [
        (3, "drop"), (4, "lift"), (5, "put"), (7, "turn"), (8, "press"), (9, "unplug"), (10, "plug"),
    ]  # fmt: skip
    assert {line.verb for line in lines} == {*HANDS, "unplug", "plug"} - {"tile", "take"}
    assert parse_script("", "s.txt") == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "soon drop Ab2 white",
            "'soon' is no time. Begin with seconds since the start, like 1.5 drop Ab2 white.",
        ),
        ("-1 put", "-1 seconds. Write a time from 0 to 86400."),
        ("nan put", "nan seconds. Write a time from 0 to 86400."),
        ("90000 put", "90000 seconds. Write a time from 0 to 86400."),
        (
            "3",
            "has no verb. Verbs: drop, tile, lift, take, put, turn, press, and the faults of docs/faults.md.",
        ),
        ("3 dorp Ab2 white", "'dorp' is no verb. Did you mean 'drop'?"),
        ("3 drop Ab2", "'drop Ab2' does not fit. Write: drop SITE PIECE."),
        ("3 put Ab2", "'put Ab2' does not fit. Write: put."),
        (
            "3 turn B far",
            "'far' is no angle. Write degrees, clockwise positive, like +90, from -3600 to +3600.",
        ),
        (
            "3 turn B inf",
            "'inf' is no angle. Write degrees, clockwise positive, like +90, from -3600 to +3600.",
        ),
        (
            "3 turn B nan",
            "'nan' is no angle. Write degrees, clockwise positive, like +90, from -3600 to +3600.",
        ),
        (
            "3 turn B 1e9",
            "'1e9' is no angle. Write degrees, clockwise positive, like +90, from -3600 to +3600.",
        ),
    ],
)
def test_a_wrong_line_is_told_with_its_remedy(line: str, said: str) -> None:
    """Law: one sentence each, with the number of the line."""
    assert complaints(f"1 put\n{line}\n4 put") == [f"s.txt line 2: {said}"]


def test_all_wrong_lines_come_together() -> None:
    """Law: nobody mends a script one run at a time."""
    said = complaints("x put\n2 put\n1 put\n3 jump\n")
    assert [text.split(":")[0] for text in said] == ["s.txt line 1", "s.txt line 3", "s.txt line 4"]
    assert "lies before the line above" in said[1]


def test_a_script_is_carried_out_by_the_bench() -> None:
    """Law: each verb does what hands do; refusals name their line."""
    refused: list[Refusal] = []
    board = load_board("ttt3d")
    bench = SimulatedBench(board, World(board), MemoryWire(), seed=1, now=Instant(0), refused=refused.append)
    for line in parse_script(EXAMPLE + "6.5 lift Cc3\n7 drop Ba1 red\n", "s.txt"):
        bench.advance(line.at)
        perform(line, bench, line.at)
        assert bench.wire.plugged is (line.verb != "unplug")
    bench.hands.advance(after(Instant(0), Duration(20 * SECOND)))
    assert bench.world.holes() == {"Ba1": ("red",)}
    assert bench.world.angles == [0.0, 90.0, 0.0]
    assert [(refusal.tag, refusal.text) for refusal in refused] == [(11, "There is nothing in Cc3.")]


@pytest.mark.parametrize("text", ["1 turn D 90", "1 press JUMP"])
def test_a_rim_or_button_that_is_not_there_is_refused_at_once(text: str) -> None:
    """Law: the caller names the line."""
    board = load_board("ttt3d")
    bench = SimulatedBench(board, World(board), MemoryWire(), seed=1, now=Instant(0))
    [line] = parse_script(text, "s.txt")
    with pytest.raises(ImpossibleError):
        perform(line, bench, line.at)
