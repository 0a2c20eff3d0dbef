"""The log: bounded output, the last lines in memory, nothing personal."""

import io
import logging

import pytest
from tests.unit.web.test_gate import MINUTE, Clock

from triboard.app.logbook import LINES_KEPT, LONGEST_LINE, LogBook
from triboard.app.scrub import tidy
from triboard.units import SECOND


def book(**options: object) -> tuple[LogBook, Clock, io.StringIO]:
    clock, out = Clock(), io.StringIO()
    return LogBook(clock, out, **options), clock, out  # type: ignore[arg-type]  # options as the tests name them


def test_a_fault_that_repeats_a_thousand_times_a_second_says_so_once_a_minute() -> None:
    """Law: fewer than 10 lines a minute, the first at once, and how many were left out (exhibit 17)."""
    log, clock, out = book()
    for _ in range(60_000):
        log.note("The sensor of Ab2 flickers; it is not believed until it is calm.")
        log.note("The sensor of Ab2 is calm again.")
        clock.wait(SECOND // 1000)
    assert len(out.getvalue().splitlines()) == 2
    log.note("The sensor of Ab2 is calm again.")
    assert out.getvalue().splitlines()[-1] == "The sensor of Ab2 is calm again. (and 59999 more like it)"


def test_numbers_do_not_make_another_line_but_places_do() -> None:
    """Law: `3 times` and `4 times` say the same; Ab1 and Ab2 are two sensors."""
    log, _, out = book()
    for count in range(9):
        log.note(f"Lost {count} packets in 1.{count} s.")
        log.note(f"The sensor of Ab{count} flickers.")
    assert len(out.getvalue().splitlines()) == 1 + 9


def test_a_storm_of_different_lines_is_bounded_to_a_megabyte_a_day() -> None:
    """Law: whatever happens, less than 1 MB a day reaches the disk (exhibit, gate 2)."""
    log, clock, out = book()
    for number in range(86_400):
        log.note(f"fault {'abcdefghij'[number % 10]}{number} " + "x" * (number % 300))
        clock.wait(SECOND)
    assert 500_000 < len(out.getvalue()) < 1_000_000
    assert "other lines were left out" in out.getvalue()


def test_the_last_500_lines_stay_in_memory_also_when_nobody_reads() -> None:
    """Law: a ring; a closed terminal is no fault (exhibit 18)."""
    clock, out = Clock(), io.StringIO()
    log = LogBook(clock, out)
    out.close()
    for number in range(LINES_KEPT + 100):
        log.note(f"line a{number}")
        clock.wait(MINUTE)
    texts = [line.text for line in log.lines]
    assert len(texts) == LINES_KEPT
    assert texts[-1] == f"line a{LINES_KEPT + 99}"


def test_records_of_the_standard_library_come_as_one_line() -> None:
    """Law: an exception is one line with its place, a wrong format is no fault, nothing is endless."""
    log, _, out = book()
    logger = logging.getLogger("triboard.test")
    logger.propagate = False
    logger.addHandler(log)
    logger.setLevel(logging.INFO)
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logger.exception("It broke.")
    logger.info("%d", "no number")
    logger.info("x" * 10_000)
    logger.removeHandler(log)
    first, second, third = out.getvalue().splitlines()
    assert first.startswith("It broke. (ValueError in test_logbook.py:")
    assert first.endswith(": two lines)")
    assert second == "%d"
    assert len(third) == LONGEST_LINE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/home/ann/.local/state/triboard/journal: full", "~/.local/state/triboard/journal: full"),
        ("/root/x and /var/lib/triboard", "~/x and /var/lib/triboard"),
        ("from 192.168.1.7:5000 to fe80::1%eth0", "from <address>:5000 to <address>"),
        ("at 12:30:45, version 1.2.3, Ab2: empty", "at 12:30:45, version 1.2.3, Ab2: empty"),
    ],
)
def test_lines_carry_neither_addresses_nor_names_of_homes(text: str, said: str) -> None:
    """Law: what is left is still of use."""
    clock, out = Clock(), io.StringIO()
    log = LogBook(clock, out, tidy=tidy)
    log.emit(logging.LogRecord("x", logging.INFO, "", 0, text, None, None))
    assert out.getvalue() == said + "\n"
