"""The maintenance log: bounded, kept, harmless in a spreadsheet; and what restarts a machine."""

from pathlib import Path

import pytest

from triboard.app.staff import memory
from triboard.app.staff.diary import MOST_ENTRIES, Diary, as_csv
from triboard.app.staff.memory import Decided
from triboard.app.staff.permits import Ran, reboot, run
from triboard.units import Site


def diary(folder: Path, now: float | None = 0.0) -> Diary:
    return Diary(folder, now=lambda: now, log=lambda _: None)


def test_entries_outlast_a_restart_and_the_oldest_go(tmp_path: Path) -> None:
    """Law: bounded; a date only where the clock is trusted."""
    kept = diary(tmp_path)
    for number in range(MOST_ENTRIES + 3):
        kept.add("staff-note", text=f"note {number}")
    kept.write()
    again = diary(tmp_path, None)
    assert len(again.entries) == MOST_ENTRIES
    assert again.entries[0].text == "note 3"
    assert again.entries[0].date == "1970-01-01 00:00"
    assert again.add("diary-paused").date == ""


def test_what_was_typed_is_no_formula_and_no_template(tmp_path: Path) -> None:
    """Law: a spreadsheet shows it as text; braces stay braces."""
    kept = diary(tmp_path)
    kept.add("staff-note", text="=HYPERLINK(1)")
    kept.add("staff-note", text="{text} {0}")
    lines = as_csv(kept.entries).splitlines()
    assert lines[1:] == [
        "1970-01-01 00:00,staff-note,'=HYPERLINK(1)",
        "1970-01-01 00:00,staff-note,{text} {0}",
    ]


def test_garbage_is_no_log_and_stops_nothing(tmp_path: Path) -> None:
    """Law (E-store-garbage): a damaged file is said, and the log goes on."""
    said: list[str] = []
    (tmp_path / "maintenance.json").write_bytes(b"\x00\xff{")
    (tmp_path / "staff.json").write_bytes(b"\x00\xff{")
    kept = Diary(tmp_path, now=lambda: None, log=said.append)
    assert kept.entries == []
    assert memory.recall(tmp_path, said.append) == Decided()
    assert len(said) == 2
    kept.add("diary-paused")
    kept.write()
    assert [one.code for one in diary(tmp_path).entries] == ["diary-paused"]


def test_a_bypass_belongs_to_its_board(tmp_path: Path) -> None:
    """Law: another board in the same folder has all its sensors."""
    memory.keep(tmp_path, Decided(paused=True, board="ttt3d", bypassed=(Site("Ab2"),)))
    found = memory.recall(tmp_path, lambda _: None)
    assert found.paused
    assert (found.of("ttt3d"), found.of("trike")) == ((Site("Ab2"),), ())


@pytest.mark.parametrize(
    ("ran", "said"),
    [
        (Ran(0), None),
        (Ran(1, "Call failed: Interactive authentication required."), "polkit rule"),
        (Ran(1, "Call failed: Access denied"), "polkit rule"),
        (Ran(None, "busctl is not installed"), "busctl is not installed"),
        (Ran(1, "Failed to connect to bus"), "Switch it off and on"),
    ],
)
def test_a_computer_that_does_not_reboot_says_why(ran: Ran, said: str | None) -> None:
    """Law: the answer names the remedy, never a success that did not come."""
    answer = reboot(lambda _: ran)
    assert answer is None if said is None else said in str(answer)


def test_a_program_that_is_not_there_is_an_answer() -> None:
    assert run(("triboard-no-such-program",)).code is None
    assert run(("false",)).code == 1
