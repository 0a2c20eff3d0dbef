"""What happens to a controller in the middle of a game, and what the firmware and the daemon make of it."""

import re
from pathlib import Path

import pytest
from tests.firmware.conftest import PicoAt
from tests.firmware.pico import PicoTable
from tests.journeys.people_base import written

from triboard.board.load import load_board
from triboard.board.readings import ReadingKind
from triboard.protocol.messages import ResetReason
from triboard.session.state import Phase
from triboard.sim.faults import inflict
from triboard.units import SECOND, Channel, Duration, Piece, Site, millis

CELL, NEXT = Site("d2"), Site("f2")
BLACK, WHITE, PAWN = Piece("black"), Piece("white"), Piece("pawn")


def suffer(table: PicoTable, fault: str, *words: str) -> None:
    """Break something, by the name that scripts use."""
    inflict(table.bench, fault, words, table.run.now)


def wait(table: PicoTable, seconds: float) -> None:
    """Let time pass."""
    table.run.run_for(millis(1000 * seconds))


def unknown(table: PicoTable) -> list[str]:
    """Sites that cannot be read now."""
    return list(table.daemon.senses.unreadable)


def runs(table: PicoTable) -> bool:
    """Whether its program runs."""
    return table.pico.running


def plugged(table: PicoTable) -> bool:
    """Whether its port is there."""
    return table.wire.plugged


@pytest.fixture
def trike(tmp_path: Path, pico_at: PicoAt) -> PicoTable:
    """Trike of side 7 by magnets, after its first move."""
    table = pico_at(tmp_path, {"size": 7, "swap": False}, board=load_board("trike", 7), speed=4.0)
    table.drop(CELL, BLACK)
    table.drop(CELL, PAWN)
    assert table.moves == ["d2"]
    return table


def second_move(table: PicoTable) -> None:
    """The pawn goes on, and its checker."""
    table.do(lambda now: table.bench.hands.lift(CELL, now))
    table.drop(NEXT, WHITE)
    table.drop(NEXT, PAWN)
    assert table.moves == ["d2", "f2"], table.state.notice


@pytest.mark.parametrize("reason", [ResetReason.POWER, ResetReason.EXTERNAL, ResetReason.WATCHDOG])
def test_a_reset_in_mid_game_loses_nothing(reason: ResetReason, trike: PicoTable) -> None:
    """Law: the hello tells the reason and a new boot id, flash kept the configuration, the game goes on."""
    before = trike.pico.boot_id
    kept = trike.pico.config
    trike.pico.reset(reason, trike.run.now)
    wait(trike, 4)
    hello = trike.pico.tap.hello
    assert hello is not None
    assert (hello.reset, hello.config_crc) == (reason, kept.crc if kept else 0)
    assert hello.boot_id != before
    second_move(trike)


def test_a_reset_in_mid_move_loses_nothing(trike: PicoTable) -> None:
    """Law: the pawn is in the hand while the controller starts anew."""
    trike.do(lambda now: trike.bench.hands.lift(CELL, now))
    trike.pico.reset(ResetReason.BROWN_OUT, trike.run.now)
    wait(trike, 0.1)
    trike.drop(NEXT, WHITE)
    wait(trike, 3)
    trike.drop(NEXT, PAWN)
    assert trike.moves == ["d2", "f2"]


@pytest.mark.parametrize("real", [False, True])
def test_a_reset_that_takes_the_port_with_it_loses_nothing(
    tmp_path: Path, pico_at: PicoAt, *, real: bool
) -> None:
    """Law: a Pico that starts anew leaves the USB and comes back under another name; the game goes on."""
    options, board = {"size": 7, "swap": False}, load_board("trike-presence", 7)
    table = pico_at(tmp_path, options, board=board, speed=4.0, usb=True, real=real)
    table.drop(CELL, BLACK)
    table.drop(CELL, PAWN)
    table.pico.reset(ResetReason.WATCHDOG, table.run.now)
    assert not plugged(table)
    wait(table, 8)
    assert plugged(table)
    second_move(table)


def test_a_cable_pulled_in_mid_move_loses_nothing(trike: PicoTable) -> None:
    """Law: what hands did without a cable is seen when it is back, and is one move."""
    trike.do(lambda now: trike.bench.hands.lift(CELL, now))
    trike.bench.unplug()
    trike.drop(NEXT, WHITE)
    trike.drop(NEXT, PAWN)
    assert trike.moves == ["d2"]
    trike.bench.plug()
    wait(trike, 8)
    assert trike.moves == ["d2", "f2"]
    assert written(trike) == ["d2", "f2"]


def test_a_hang_shorter_than_the_watchdog_is_survived(trike: PicoTable) -> None:
    """Law: a loop that stands still for 3 s goes on where it was; what changed in the meantime is seen."""
    boot = trike.pico.boot_id
    suffer(trike, "stall", "3")
    second_move_blind(trike)
    wait(trike, 8)
    assert trike.pico.boot_id == boot
    assert trike.moves == ["d2", "f2"]


def test_a_hang_longer_than_the_watchdog_is_a_reset_by_the_watchdog(trike: PicoTable) -> None:
    """Law: five seconds without a completed scan loop start the controller anew, and its hello says so."""
    boot = trike.pico.boot_id
    suffer(trike, "stall", "60")
    second_move_blind(trike)
    wait(trike, 12)
    hello = trike.pico.tap.hello
    assert hello is not None
    assert hello.boot_id != boot
    assert hello.reset is ResetReason.WATCHDOG
    assert trike.moves == ["d2", "f2"]


def second_move_blind(table: PicoTable) -> None:
    """The same hands, while nobody looks."""
    table.do(lambda now: table.bench.hands.lift(CELL, now), wait=Duration(0))
    table.drop(NEXT, WHITE, wait=Duration(0))
    table.drop(NEXT, PAWN, wait=Duration(0))


def test_a_damaged_configuration_is_sent_anew(trike: PicoTable) -> None:
    """Law: the host's board file is the only source; a controller that kept another one is told again."""
    good = trike.pico.config
    suffer(trike, "wrong-crc")
    assert trike.pico.config != good
    wait(trike, 4)
    assert trike.pico.config == good
    second_move(trike)


def test_another_unit_answers_under_its_own_name(trike: PicoTable) -> None:
    """Law: a spare controller, with its own unit id in flash, is noticed and plays on."""
    suffer(trike, "swap-unit", "spare")
    wait(trike, 8)
    assert trike.pico.tap.hello is not None
    assert trike.pico.tap.hello.unit == "spare"
    second_move(trike)


# Sensors that fail


def test_a_dead_colour_sensor_is_unknown_alone_and_comes_back(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: one sensor that does not answer makes one hole unknown; the others play on; mended, it counts."""
    table = pico_at(tmp_path, {"players": 2, "calling": "auto"}, board="ttt3d", speed=4.0)
    suffer(table, "nak", "Ab2")
    wait(table, 1)
    assert unknown(table) == ["Ab2"]
    table.drop("Aa1", "white")
    assert table.moves == ["w@Aa1"]
    table.drop("Ab2", "red")
    assert table.moves == ["w@Aa1"]  # nobody can know
    table.daemon.enter(Site("Ab2"), (Piece("red"),), table.run.now)
    wait(table, 1)
    assert table.moves == ["w@Aa1", "r@Ab2"]
    suffer(table, "mend")
    wait(table, 8)
    assert not unknown(table)
    assert table.moves == ["w@Aa1", "r@Ab2"]
    assert table.state.phase is Phase.PLAY


def test_a_dead_chip_makes_its_chain_unread_and_its_pieces_unknown(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: a chain whose end does not show its pattern is not believed; nothing is committed; mended, all is
    well. The fault says which part it is, once."""
    table = pico_at(tmp_path, {"players": 2, "calling": "auto"}, board="ttt3d-presence", speed=4.0)
    table.drop("Aa1", "white")
    moves = table.moves
    assert len(moves) == 1
    suffer(table, "nak", "Ca1")
    wait(table, 1)
    assert len(unknown(table)) == len(table.board.sites)
    table.lift("Aa1")
    wait(table, 3)
    assert table.moves == moves
    table.drop("Aa1", "white")
    suffer(table, "mend")
    wait(table, 8)
    assert not unknown(table)
    assert table.moves == moves
    assert table.state.phase is Phase.PLAY
    assert [text for text in table.pico.tap.faults if "0xa5" in text] == table.pico.tap.faults[:1]


def test_a_bus_held_down_is_unread_and_comes_back(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: time-outs of a bus stop neither the link nor the watchdog."""
    table = pico_at(tmp_path, {"players": 2, "calling": "auto"}, board="ttt3d", speed=4.0)
    boot = table.pico.boot_id
    table.pico.hold_bus(table.run.now)
    wait(table, 20)
    assert len(unknown(table)) == len(table.board.sites)
    assert table.pico.boot_id == boot
    table.pico.hold_bus(table.run.now, held=False)
    wait(table, 8)
    assert not unknown(table)
    table.drop("Aa1", "white")
    assert table.moves == ["w@Aa1"]


def test_a_multiplexer_that_fails_is_no_piece(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: 0 volts lie in no band of a board file: a dead multiplexer is unknown; nothing is committed."""
    table = pico_at(tmp_path, {"size": 7, "swap": False}, board=load_board("trike", 7), speed=4.0)
    table.drop(CELL, BLACK)
    table.drop(CELL, PAWN)
    channel = table.bench.sensors.channels(CELL, 0)
    table.pico.set_unread(frozenset(channel), table.run.now)
    wait(table, 3)
    seen = table.daemon.senses.observation
    assert seen is not None
    assert seen.sites[CELL][0].kind is ReadingKind.UNKNOWN
    assert table.moves == ["d2"]
    table.pico.set_unread(frozenset[int](), table.run.now)
    wait(table, 5)
    second_move(table)


# Defects of the program itself


def test_a_crash_tells_its_place_and_the_third_is_safe_mode(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: an exception reaches the host with its place before the reset; three in a row leave a controller
    whose link answers and says why, with all channels unread and dark pixels."""
    table = pico_at(tmp_path, {"players": 2}, board="ttt3d")
    table.pico.break_program(table.run.now)
    wait(table, 8)
    place = r"\S+\.py:\d+ RuntimeError: the bench wants an error of the program"
    first, *more = table.pico.tap.faults
    assert re.fullmatch(f"crash at {place}", first)
    assert re.fullmatch(f"safe mode after 3 crashes in a row; the last: {place}", more[-1])
    assert len(unknown(table)) == len(table.board.sites)
    assert not any(table.pico.pixels)
    boot = table.pico.boot_id
    wait(table, 30)
    assert table.pico.boot_id == boot
    assert runs(table)


def test_safe_mode_ends_with_power(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: switched off and on with its parts mended, it reads them again."""
    table = pico_at(tmp_path, {"players": 2}, board="ttt3d")
    table.pico.break_program(table.run.now)
    wait(table, 10)
    table.pico.break_program(table.run.now, broken=False)
    table.pico.reset(ResetReason.POWER, table.run.now)
    wait(table, 5)
    assert not unknown(table)
    table.drop("Aa1", "white")
    assert table.moves == ["w@Aa1"]


def test_a_repl_that_was_asked_for_is_left_free_once(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: a controller that was asked for its REPL runs nothing until the next reset, then its program."""
    table = pico_at(tmp_path, {"players": 2}, board="ttt3d-presence")
    table.bench.unplug()
    wait(table, 1)
    (table.pico.flash.folder / "repl.once").touch()
    table.pico.reset(ResetReason.POWER, table.run.now)
    wait(table, 1)
    assert not runs(table)
    table.pico.reset(ResetReason.POWER, table.run.now)
    table.bench.plug()
    wait(table, 8)
    assert runs(table)
    assert not unknown(table)


def test_leds_that_a_reset_left_lit_are_dark_when_the_program_starts(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: LEDs keep their last frame without a controller; with a configuration the program begins dark."""
    table = pico_at(tmp_path, {"players": 2}, board="ttt3d-presence")
    table.pico.pixels = bytes([9]) * len(table.pico.pixels)
    table.bench.unplug()
    table.pico.reset(ResetReason.POWER, table.run.now)
    wait(table, 1)
    assert not any(table.pico.pixels)


@pytest.mark.parametrize("channel", [0, 26])
def test_a_contact_that_bounces_is_one_change(channel: int, tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: chatter shorter than the equal scans of the board file brings no frame; then exactly one comes."""
    table = pico_at(tmp_path, {"players": 2}, board="ttt3d-presence")
    frames = counter(table)
    for _ in range(20):
        table.pico.set_raw(Channel(channel), 1, table.run.now)
        wait(table, 0.003)
        table.pico.set_raw(Channel(channel), 0, table.run.now)
        wait(table, 0.004)
    assert counter(table) == frames
    table.pico.set_raw(Channel(channel), 1, table.run.now)
    wait(table, 1)
    assert counter(table) == frames + 1


def counter(table: PicoTable) -> int:
    """Changes that the controller has counted, as its last snapshot says."""
    table.run.run_for(SECOND)
    return table.pico.tap.counter
