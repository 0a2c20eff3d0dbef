"""The terminal at a real daemon in a process of its own: answers by number, name and Enter; refusals; the
end."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from tests.journeys.simulator import Simulator

from triboard.commands.care_terminal import Terminal
from triboard.errors import ControllerError, PlayerError
from triboard.store.atomic import read_checked
from triboard.store.reports import SELFTEST_FILE


@pytest.fixture
def simulator(tmp_path: Path) -> Iterator[Simulator]:
    """A daemon that ends with the test."""
    running = Simulator(tmp_path / "state", "--players", "2").start()
    yield running
    running.stop()


def test_answers_are_typed_and_the_report_is_kept(simulator: Simulator, tmp_path: Path) -> None:
    """Law: a number, a name or Enter answers; what is no answer is told; the daemon keeps the report."""
    left: list[str | None] = ["2", "nonsense", "yes", "", "1"]
    out = StringIO()
    terminal = Terminal(simulator.url, ask=lambda: left.pop(0) if left else None, out=out)
    care = terminal.run("selftest", steps=(0,), interrupt=False)
    assert [part["part"] for part in care["parts"]] == ["lights in red"]
    assert "Type a number from 1 to 8" in out.getvalue()
    assert out.getvalue().count("All lights shine in one colour now: Blue.") == 1
    simulator.stop()
    report = read_checked(tmp_path / "state" / SELFTEST_FILE).content
    assert report is not None
    assert report["parts"][0]["step"] == "lights"


def test_a_refusal_and_an_absent_daemon_are_one_clear_error(simulator: Simulator) -> None:
    """Law: what the daemon refuses is told as it says it; without a daemon the remedy names the command."""
    quiet = StringIO()
    with pytest.raises(PlayerError, match="steps go from 0 to 4"):
        Terminal(simulator.url, ask=lambda: None, out=quiet).run("selftest", steps=(9,), interrupt=False)
    with pytest.raises(ControllerError, match="triboard simulate"):
        Terminal("http://127.0.0.1:9/", ask=lambda: None, out=quiet).run(
            "selftest", steps=(), interrupt=False
        )
