"""A firmware that cannot start: whatever is wrong with its files, the host hears what and where."""

import logging
import re
from pathlib import Path

import pytest
from tests.firmware.conftest import PicoAt
from tests.firmware.pico import PicoTable

from triboard.protocol.messages import ResetReason
from triboard.units import millis

BROKEN = r"the firmware does not run; the last of its crashes: "


def wait(table: PicoTable, seconds: float) -> None:
    """Let time pass."""
    table.run.run_for(millis(1000 * seconds))


def restart(table: PicoTable) -> None:
    """Switch it off and on."""
    table.pico.tap.faults.clear()
    table.pico.reset(ResetReason.POWER, table.run.now)


def told(caplog: pytest.LogCaptureFixture, text: str) -> bool:
    """Whether the daemon has logged what the controller said."""
    return any(re.search(f"controller: {text}", record.getMessage()) for record in caplog.records)


@pytest.fixture
def table(tmp_path: Path, pico_at: PicoAt) -> PicoTable:
    """A board that plays."""
    found = pico_at(tmp_path, {"players": 2, "calling": "auto"}, board="ttt3d-presence", speed=4.0)
    found.drop("Aa1", "white")
    assert len(found.moves) == 1
    return found


def test_a_file_that_was_not_copied_is_named_to_the_host(
    table: PicoTable, caplog: pytest.LogCaptureFixture
) -> None:
    """Law: an exception before the link exists arrives as `Fault` with its place; after six in a row the
    prompt is left free, and while a host has time to open the port it is told why; copied, all goes on."""
    colour = table.pico.flash.folder / "colour.py"
    text = colour.read_text()
    colour.unlink()
    place = r"scanner\.py:\d+ ImportError: no module named 'colour'"
    with caplog.at_level(logging.INFO):
        restart(table)
        wait(table, 30)
    crashes, rest = table.pico.tap.faults[:6], table.pico.tap.faults[6:]
    assert all(re.fullmatch(f"crash at {place}", fault) for fault in crashes)
    assert rest
    assert all(re.fullmatch(BROKEN + place, fault) for fault in rest)
    assert told(caplog, BROKEN + place)
    assert not table.pico.running
    colour.write_text(text)
    restart(table)
    wait(table, 8)
    table.drop("Cc3", "black")
    assert len(table.moves) == 2


def test_a_file_that_was_cut_off_is_named_to_the_host(table: PicoTable) -> None:
    """Law: what does not compile is told like any other exception."""
    link = table.pico.flash.folder / "link.py"
    text = link.read_text()
    link.write_text(text[: text.index("port, clock")])  # within a bracket
    restart(table)
    wait(table, 8)
    assert re.fullmatch(r"crash at link\.py:\d+ SyntaxError: .*", table.pico.tap.faults[0])


def test_a_crash_during_the_start_is_told_again_when_somebody_listens(
    table: PicoTable, caplog: pytest.LogCaptureFixture
) -> None:
    """Law: a host that had not opened the port in time hears of the crash from the next start, once."""
    app = table.pico.flash.folder / "app.py"
    text = app.read_text()
    # The first start only: what it meets is gone at the next one, as a part that a shaky supply upset.
    app.write_text(text.replace("        unit = store", "        import once\n        unit = store"))
    (table.pico.flash.folder / "once.py").write_text(
        "import os\nos.remove('once.py')\nopen('once.py', 'w').close()\nraise OSError(5)\n"
    )
    table.bench.unplug()
    restart(table)
    wait(table, 4)
    table.bench.plug()
    with caplog.at_level(logging.INFO):
        wait(table, 20)
    again = r"started anew after: once\.py:4 OSError: \[Errno 5\] EIO"
    assert len([fault for fault in table.pico.tap.faults if re.fullmatch(again, fault)]) == 1
    assert told(caplog, again)
    table.drop("Cc3", "black")
    assert len(table.moves) == 2


def test_a_prompt_that_is_left_by_a_reset_is_no_crash(table: PicoTable) -> None:
    """Law: a Pico cannot tell `machine.reset()` from its watchdog; the firmware remembers the prompt."""
    (table.pico.flash.folder / "repl.once").touch()
    restart(table)
    wait(table, 1)
    assert not table.pico.running
    table.pico.reset(ResetReason.WATCHDOG, table.run.now)
    wait(table, 8)
    assert table.pico.tap.faults == []
    assert (table.pico.flash.folder / "crashes.txt").read_text().split("\n")[0] == "0"


def test_a_minute_without_a_crash_makes_the_earlier_ones_forgotten(table: PicoTable) -> None:
    """Law: safe mode is for crashes in a row: two of them, a minute of work, and two more are none."""
    crashes = table.pico.flash.folder / "crashes.txt"
    for _ in range(2):
        crashes.write_text("2\nlink.py:1 ValueError: once\ncounted")
        table.pico.reset(ResetReason.WATCHDOG, table.run.now)
        wait(table, 50)
        assert crashes.read_text().startswith("2\n")
        wait(table, 20)
        assert not crashes.exists()
    assert not any(fault.startswith("safe mode") for fault in table.pico.tap.faults)
    assert [fault for fault in table.pico.tap.faults if fault.startswith("started anew after")] == [
        "started anew after: link.py:1 ValueError: once"
    ] * 2


def test_power_ends_a_row_of_crashes(table: PicoTable) -> None:
    """Law: a start by power or by RUN begins a new row; what was before is neither counted nor told."""
    crashes = table.pico.flash.folder / "crashes.txt"
    for reason in (ResetReason.POWER, ResetReason.EXTERNAL):
        crashes.write_text("3\nlink.py:1 ValueError: once\ncounted")
        table.pico.reset(reason, table.run.now)
        wait(table, 5)
        assert not crashes.exists()
    assert table.pico.tap.faults == []
