"""No row of the field reports is forgotten: each has a test or a line with its reason."""

import re
from pathlib import Path

ROWS = range(1, 68)
HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs" / "field-reports.md"
FILES = {"test_moves.py": range(1, 30), "test_sensing.py": range(1, 30), "test_opponents.py": range(1, 30)}
FILES |= {"test_leds.py": range(30, 45)}
FILES |= {"test_gpio.py": range(45, 54), "test_serial.py": range(54, 68)}
FILES["test_service_rows.py"] = range(30, 68)


def answered() -> dict[int, str]:
    """Rows that have a test, and its file."""
    return {
        int(number): path.name
        for path in HERE.glob("test_*.py")
        for number in re.findall(r"^def test_(\d\d)_", path.read_text(encoding="utf-8"), re.MULTILINE)
    }


def explained() -> dict[int, str]:
    """Rows of the table without a test, and the reason."""
    rows = re.findall(r"^\| (\d+) \| .* \| (.*) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    return {int(number): reason for number, reason in rows}


def test_every_row_is_answered_once() -> None:
    """Law: rows 1 to 67 have a test or a reason, never both."""
    assert sorted([*answered(), *explained()]) == list(ROWS)


def test_a_row_is_tested_where_its_section_says() -> None:
    """Law: moves, LEDs, GPIO and serial each have their file."""
    assert [row for row, name in answered().items() if row not in FILES[name]] == []


def test_every_reason_names_hardware_or_what_is_missing() -> None:
    """Law: a line instead of a test is honest about why."""
    words = ("not yet: ", "hardware: ")
    assert [row for row, reason in explained().items() if not reason.startswith(words)] == []


def test_every_test_restates_the_complaint_and_the_law() -> None:
    """Law: whoever reads a failing test knows what an owner suffered from."""
    for path in HERE.glob("test_*.py"):
        for name, text in re.findall(
            r'^def (test_\d\d_\w+)\(.*?"""(.*?)"""',
            path.read_text(encoding="utf-8"),
            re.MULTILINE | re.DOTALL,
        ):
            assert "Complaint:" in text, name
            assert "Law:" in text, name
