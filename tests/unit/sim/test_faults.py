"""The fault list: every entry can be had by its name, heals, is written down, and replays."""

import json
from pathlib import Path

import pytest
from tests.journeys.table import Table

from triboard.app.script_run import ScriptRun, run_script
from triboard.board.load import load_board
from triboard.errors import ConfigurationError, PlayerError
from triboard.sim.fault import Part
from triboard.sim.faults import FAULTS, catalogue, inflict, table
from triboard.sim.script import VERBS, parse_script
from triboard.units import SECOND, Duration, Instant, Site

DOCS = Path(__file__).parents[3] / "docs" / "faults.md"
OPTIONS = {"players": 3, "rims": True}
SAMPLES = {
    "stuck-high": "Bb2", "stuck-low": "Aa1", "flicker": "Bb2 8", "drift": "Bb2 +20 3", "weak-magnet": "Aa1",
    "neighbour-tag": "Bb2 Aa1", "nak": "Bb2", "frozen": "Bb2", "edge-loss": "B 3", "half-detent": "B",
    "silent": "2.5", "stall": "2", "late": "5", "reset": "watchdog", "swap-unit": "other",
    "old-protocol": "0", "over-budget": "60", "disk-full": "5", "read-only": "5", "slow-disk": "5",
    "clock-jump": "-315360000",
}  # fmt: skip
SCRIPT = """
3 drop Aa1 white
5 drop-frames 3
6 stuck-high Ab2
7 flicker Bb2 2
8 drift Ab2 +20 30
9 silent 2.5
10 reset watchdog
11 bounce-burst
12 edge-loss B 3
13 renumber
14 late 60
15 swap-unit other
16 wrong-crc
17 old-protocol 0
18 latch-failure 2
19 led-bus-error 3
20 disk-full 5
80 mend
95 left drop Ab1 black
"""


def words(name: str) -> list[str]:
    return SAMPLES.get(name, "").split()


def test_every_line_of_the_design_is_a_line_of_a_script() -> None:
    """Law (interfaces): faults by their names in the fault list with arguments."""
    lines = parse_script(SCRIPT, "s.txt")
    assert len(lines) == 19
    assert {line.verb for line in lines} <= set(VERBS)


@pytest.mark.parametrize("name", [name for name, one in FAULTS.items() if one.part is not Part.DISK])
def test_whatever_breaks_the_game_goes_on_when_it_is_mended(name: str, tmp_path: Path) -> None:
    """Law (§15, T-no-ghost): no fault plays a move, none stops the daemon, and none outlives its cure."""
    game = Table(tmp_path, OPTIONS)
    game.drop("Aa1", "white")
    inflict(game.bench, name, words(name), game.run.now)
    game.run.run_for(Duration(10 * SECOND))
    assert game.moves == ["w@Aa1"]
    inflict(game.bench, "mend", [], game.run.now)
    game.run.run_for(Duration(15 * SECOND))
    game.drop("Cc3", "black", wait=Duration(3 * SECOND))
    assert game.moves == ["w@Aa1", "k@Cc3"]
    game.close()


@pytest.mark.parametrize("name", ["disk-full", "read-only", "slow-disk"])
def test_a_sick_disk_stops_no_game_and_keeps_it_afterwards(name: str, tmp_path: Path) -> None:
    """Law (§20): play goes on with a sign, and all entries are on disk once the disk takes them."""
    board = load_board("ttt3d")
    run = ScriptRun(board, OPTIONS, tmp_path, seed=1)
    script = f"3 drop Aa1 white\n4 {name} 5\n5 drop Ab1 black\n"
    assert run.play(parse_script(script, "s"), "s") == []
    state = run.daemon.state
    run.close()
    assert [state.manners.game.format_move(move) for move in state.moves] == ["w@Aa1", "k@Ab1"]
    assert state.saved


@pytest.mark.parametrize("offset", [0, 1, 20, 60])
def test_a_power_cut_in_the_journal_loses_at_most_the_move_in_hand(offset: int, tmp_path: Path) -> None:
    """Law (T-powercut, §20): whole entries before the cut come back, and the board as it stands completes
    them without anybody being asked."""
    board = load_board("ttt3d")
    run = ScriptRun(board, {"players": 3}, tmp_path, seed=1)
    script = f"3 drop Aa1 white\n4.5 power-cut {offset}\n5 drop Ab1 black\n20 drop Ac1 red\n"
    assert run.play(parse_script(script, "s"), "s") == []
    run.close()
    assert run.restarts == 1
    state = run.daemon.state
    assert [state.manners.game.format_move(move) for move in state.moves] == ["w@Aa1", "k@Ab1", "r@Ac1"]


def test_a_run_replays_exactly_from_its_log() -> None:
    """Law: hands and faults are seeded and recorded; the log as a script makes the same game again, with the
    same chance in every place."""
    board = load_board("ttt3d")
    script = (
        "3 drop Aa1 white\n3.1 left turn B +90\n4 drop-frames 2\n5 drop Ab1 black\n5.5 weak-magnet Ab1 2\n"
        "9 garbage 30\n9.2 flip-bit 3\n10 bounce-burst 8\n11 turn A +90\n14 reset watchdog\n18 drop Cb2 red\n"
    )
    histories = []
    for _ in range(3):
        states = []
        for seed in (4, 5):
            states.append(run_script(board, OPTIONS, script, "s", seed=seed).moves)
        histories.append(states)
    assert histories[0] == histories[1] == histories[2]


def test_what_was_done_at_a_table_comes_back_from_its_script(tmp_path: Path) -> None:
    """Law: `bench.script()` through `simulate --script` prints the same game; boots and log are the same."""
    game = Table(tmp_path / "table", OPTIONS, seed=7)
    game.drop("Aa1", "white")
    inflict(game.bench, "flip-bit", ["2"], game.run.now)
    game.drop("Bb2", "black")
    inflict(game.bench, "reset", ["brown-out"], game.run.now)
    game.run.run_for(Duration(8 * SECOND))
    game.turn("B", 45.0)
    game.turn("B", -45.0)
    game.bench.unplug()
    game.run.run_for(Duration(SECOND))
    game.bench.plug()
    game.run.run_for(Duration(8 * SECOND))
    game.drop("Cc1", "red")
    (tmp_path / "again").mkdir()
    again = ScriptRun(load_board("ttt3d"), OPTIONS, tmp_path / "again", seed=7)
    script = game.bench.script()
    assert again.play(parse_script(script, "log"), "log") == []
    assert again.daemon.state.moves == game.state.moves
    assert len(game.state.moves) >= 3
    assert again.bench.controller.boot_id == game.bench.controller.boot_id
    assert again.bench.controller.values == game.bench.controller.values
    assert again.bench.script() == script
    again.close()
    game.close()


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("stuk-high", ["Aa1"], "'stuk-high' is no fault. Did you mean 'stuck-high'?"),
        ("silent", [], "'silent' does not fit. Write: silent SECONDS."),
        ("silent", ["soon"], "'soon' is no time."),
        ("reset", ["kick"], "'kick' is no one of power, watchdog, brown-out, external."),
        ("flicker", ["Aa1", "0"], "'0' is no rate. Write changes a second, from 0.1 to 100."),
        ("nak", ["Zz9"], "There is no site Zz9 on this board."),
        ("edge-loss", ["Z", "1"], "There is no rim or button Z"),
        ("half-detent", ["Z"], "There is no rim Z"),
        ("stuck-low", ["Aa1", "7"], "Aa1 has no level 7; levels count from 0."),
    ],
)
def test_what_cannot_be_broken_is_refused_with_the_remedy(
    name: str, arguments: list[str], said: str, tmp_path: Path
) -> None:
    """Law: a slip of the pen breaks nothing, and the sentence says how to write it."""
    game = Table(tmp_path, OPTIONS)
    with pytest.raises(PlayerError) as caught:
        inflict(game.bench, name, arguments, game.run.now)
    assert said in str(caught.value)
    game.close()


def test_a_script_with_an_impossible_fault_names_its_line() -> None:
    """Law: as for hands."""
    with pytest.raises(ConfigurationError) as caught:
        run_script(load_board("ttt3d"), OPTIONS, "1 put\n2 nak Zz9\n", "s.txt", seed=1)
    assert "s.txt line 2" in str(caught.value)


def test_the_page_gets_the_same_list() -> None:
    """Law: one registry; what the page shows is JSON and complete."""
    listed = json.loads(json.dumps(catalogue()))
    assert [one["fault"] for one in listed] == list(FAULTS)
    assert all(one["about"].endswith(".") for one in listed)


def test_the_docs_have_the_list_as_it_is() -> None:
    """Law: docs/faults.md is made from the registry: python -m triboard.sim.faults"""
    assert table() in DOCS.read_text(encoding="utf-8"), "replace the list in docs/faults.md"


def test_a_fault_keeps_to_its_site(tmp_path: Path) -> None:
    """Law: what one sensor does wrong, the others do right."""
    game = Table(tmp_path, OPTIONS)
    before = game.bench.controller.values
    inflict(game.bench, "stuck-low", ["Bb2"], game.run.now)
    game.run.run_for(Duration(SECOND))
    channels = game.bench.sensors.channels(Site("Bb2"))
    changed = {
        place
        for place, (old, new) in enumerate(zip(before, game.bench.controller.values, strict=True))
        if old != new
    }
    assert changed == set(channels)
    assert game.bench.log[-1].words == ("stuck-low", "Bb2")
    assert game.bench.log[-1].at == Instant(game.run.now - SECOND)
    game.close()
