"""The scan loop of the unmodified firmware: no allocation, bounded time, a watchdog that means something."""

import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final

import pytest
from tests.firmware.conftest import PicoAt
from tests.firmware.pico import FIRMWARE, PicoTable

from triboard.board.load import load_board
from triboard.board.signals import site_signals
from triboard.protocol.messages import ResetReason
from triboard.units import SECOND, Duration, Instant, Piece, millis

BOARDS: Final = (
    ("ttt3d", None),
    ("ttt3d-presence", None),
    ("troika", None),
    ("troika-tags", None),
    ("trike", 7),
    ("trike", 19),
    ("trike-presence", 19),
    ("trioker", None),
    ("trioker-racks", None),
)

MOST_TOGETHER: Final = 3
"""Channels of one level that are active at once: three colours, three corners, three tags in a stack."""

EVERY_BOARD = pytest.mark.parametrize(("board", "size"), BOARDS)


def table_of(pico_at: PicoAt, folder: Path, board: str, size: int | None, **more: object) -> PicoTable:
    """A table with one of the boards, at its largest where it has sizes."""
    options = {} if size is None else {"size": size}
    return pico_at(folder, options, board=load_board(board, size), **more)


@EVERY_BOARD
def test_the_loop_allocates_nothing_and_keeps_its_period(
    board: str, size: int | None, tmp_path: Path, pico_at: PicoAt
) -> None:
    """Law: with the link up and pieces moving no turn of the loop allocates a byte, and the longest scan
    takes less than the scan period (times of buses from datasheets, of calls estimated for a Pico)."""
    table = table_of(pico_at, tmp_path, board, size, audited=True)
    before = len(table.pico.allocations)
    site = table.board.sites[0]
    for level in site.levels[:1]:
        for _ in range(3):
            for channel in level.channels[:MOST_TOGETHER]:
                table.pico.set_raw(channel, (1 << table.board.scan.bits) - 1, table.run.now)
            table.run.run_for(SECOND)
            for channel, value in site_signals(site, ()).items():
                table.pico.set_raw(channel, value, table.run.now)
            table.run.run_for(SECOND)
    assert table.pico.allocations[before:] == []
    loops = [quality.loop_us for quality in table.pico.tap.quality]
    assert loops
    assert max(loops) < table.board.scan.period


def test_all_tags_over_one_reader_hold_no_scan_up(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: a sweep that is longer than a scan goes on in the next ones: with every pyramid over one reader,
    some 70 ms of questions, each scan keeps its period, the watchdog is fed once a period, the clock is
    answered, and the pile is known, and known to be gone, within half a second."""
    table = table_of(pico_at, tmp_path, "troika-tags", None, audited=True)
    table.run.run_for(Duration(6 * SECOND))
    site, other = table.board.sites[0], table.board.sites[8]
    pile, lone = site.levels[0].channels, other.levels[0].channels[3]
    allocated = len(table.pico.allocations)
    for there in (True, False):
        for channel in pile:
            table.pico.set_raw(channel, int(there), table.run.now)
        fed, reports = table.pico.feeds, len(table.pico.tap.quality)
        table.run.run_for(millis(500 if there else 900))
        assert [table.pico.values[channel] for channel in pile] == [int(there)] * len(pile)
        table.pico.set_raw(lone, int(there), table.run.now)
        table.run.run_for(Duration(11 * SECOND))
        assert table.pico.values[lone] == int(there)
        passed = Duration(11 * SECOND + millis(500 if there else 900))
        assert abs(table.pico.feeds - fed - passed // table.board.scan.period) <= 1
        assert len(table.pico.tap.quality) > reports + 1
    assert max(quality.loop_us for quality in table.pico.tap.quality) < table.board.scan.period
    assert table.pico.allocations[allocated:] == []


def broken_firmware(folder: Path, name: str, old: str, new: str) -> Path:
    """A copy of the firmware with one text replaced."""
    copy = folder / "broken"
    shutil.copytree(FIRMWARE, copy, ignore=shutil.ignore_patterns("*.md"))
    text = (copy / name).read_text()
    assert text.count(old) == 1, (name, old)
    (copy / name).write_text(text.replace(old, new))
    return copy


def test_an_allocation_in_the_loop_would_be_noticed(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: the audit sees a list of three numbers a scan."""
    broken = broken_firmware(
        tmp_path,
        "app.py",
        "        begun = time.ticks_us()\n",
        "        begun = time.ticks_us()\n        [1, 2, 3]\n",
    )
    table = table_of(pico_at, tmp_path, "ttt3d-presence", None, audited=True, firmware=broken)
    before = len(table.pico.allocations)
    table.run.run_for(SECOND)
    assert len(table.pico.allocations) > before + 50


def test_the_watchdog_is_fed_once_a_scan(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: by the completed scan loop and by nothing else."""
    table = table_of(pico_at, tmp_path, "ttt3d-presence", None)
    before = table.pico.feeds
    table.run.run_for(Duration(5 * SECOND))
    fed = table.pico.feeds - before
    assert abs(fed - 5 * SECOND // table.board.scan.period) <= 1


def test_a_scan_that_does_not_end_is_ended_by_the_watchdog(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: a program that waits for ever in a scan starts anew by its watchdog; after the third time it is in
    safe mode and stays."""
    broken = broken_firmware(
        tmp_path,
        "shift.py",
        "        self._load(0)\n",
        """        import time
        while True:
            time.sleep_ms(50)
""",
    )
    table = table_of(pico_at, tmp_path, "ttt3d-presence", None, firmware=broken)
    boots = set()
    for _ in range(30):
        table.run.run_for(SECOND)
        boots.add(table.pico.boot_id)
    hello = table.pico.tap.hello
    assert hello is not None
    assert hello.reset is ResetReason.WATCHDOG
    assert len(boots) > 1
    assert table.pico.tap.faults[-1].startswith("safe mode after 3 crashes in a row; the last: the watchdog")
    last = table.pico.boot_id
    table.run.run_for(Duration(20 * SECOND))
    assert table.pico.boot_id == last


@pytest.mark.parametrize(("board", "size"), [("ttt3d-presence", None), ("trike", 7), ("troika", None)])
def test_a_change_is_told_within_the_debouncing_and_one_loop(
    board: str, size: int | None, tmp_path: Path, pico_at: PicoAt
) -> None:
    """Law: from the instant at which a sensor has changed for good to its frame on the wire it takes no
    longer than the equal scans that the board file asks for, one more to meet the grid, and its loop."""
    table = table_of(pico_at, tmp_path, board, size)
    chance = Random(board)
    scan = table.board.scan
    site = table.board.sites[0]
    channel = site.levels[0].channels[0]
    bare = site_signals(site, ())[channel]
    piece = table.board.trays[0].shapes[0]
    other = site_signals(site, (Piece(piece),))[channel]
    assert bare != other
    floor, most = scan.period * (scan.stable_scans - 1), scan.period * (scan.stable_scans + 1)
    for number in range(10):
        table.run.run_for(Duration(SECOND // 2 + chance.randrange(scan.period)))
        begun, sent = table.run.now, table.pico.tap.counter
        table.pico.set_raw(channel, bare if number % 2 else other, begun)
        while table.pico.tap.counter == sent:
            table.run.run_for(Duration(500))
            assert table.run.now - begun <= most
        assert table.run.now - begun > floor - 500


def test_a_clock_that_wraps_disturbs_nothing(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: a Pico's microseconds wrap each 18 minutes, in the simulation after 20 s; times told do not."""
    table = table_of(pico_at, tmp_path, "ttt3d-presence", None)
    seen: list[Instant] = []
    for number in range(6):
        table.run.run_for(Duration(8 * SECOND))
        table.pico.set_raw(table.board.sites[0].levels[0].channels[0], number % 2 == 0, table.run.now)
        table.run.run_for(millis(500))
        seen.append(Instant(table.pico.tap.at_us))
    steps = [late - early for early, late in pairwise(seen)]
    assert all(abs(step - 8_500_000) < 50_000 for step in steps), steps


def test_a_run_repeats_byte_by_byte(tmp_path: Path, pico_at: PicoAt) -> None:
    """Law: with the same seed the same hands bring the same bytes, also over a reset."""
    transcripts = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = table_of(pico_at, folder, "ttt3d-presence", None, seed=7)
        wire, said = table.wire, bytearray()
        write = wire.write

        def noted(data: bytes, write: Callable[[bytes], None] = write, said: bytearray = said) -> None:
            said += data
            write(data)

        wire.write = noted  # type: ignore[method-assign]  # a note-taker around the real thing
        table.drop("Aa1", "white")
        table.pico.reset(ResetReason.EXTERNAL, table.run.now)
        table.run.run_for(Duration(6 * SECOND))
        table.drop("Ab2", "white")
        transcripts.append(bytes(said))
    assert len(transcripts[0]) > 500
    assert transcripts[0] == transcripts[1]
