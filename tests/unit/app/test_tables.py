"""The simulated table: what the page's workbench asks of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from triboard.app.config import Config
from triboard.app.tables import SimulatedTable
from triboard.board.load import load_board
from triboard.errors import PlayerError
from triboard.web import messages
from triboard.web.parsing import parse


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimulatedTable]:
    made = SimulatedTable(load_board("ttt3d"), Config(state_dir=tmp_path, seed=3))
    yield made
    made.close()


def refuse(text: str) -> None:
    raise AssertionError(text)


def test_the_workbench_breaks_things_and_the_log_has_them(table: SimulatedTable) -> None:
    """Law: a fault of the page is the same verb as in a script, and is recorded."""
    request, _ = parse('{"type": "fault", "fault": "flicker", "arguments": ["Bb2", 8, 2.5]}')
    assert table.hand(request, refuse)
    assert table.script().splitlines()[-1].split(maxsplit=1)[1] == "flicker Bb2 8 2.5"
    assert table.script().splitlines()[0] == "# triboard simulate --board ttt3d --seed 3 --script ..."


@pytest.mark.parametrize(
    ("fault", "said"),
    [("flikker", "Did you mean 'flicker'?"), ("silent", "Write: silent SECONDS."), ("disk-full", "scripts")],
)
def test_what_cannot_be_broken_here_is_refused(table: SimulatedTable, fault: str, said: str) -> None:
    """Law: the page gets a sentence with the remedy; the disk is not the bench's to break."""
    with pytest.raises(PlayerError) as caught:
        table.hand(messages.Fault(fault, ()), refuse)
    assert said in str(caught.value)


def test_the_page_lists_what_acts_here(table: SimulatedTable) -> None:
    """Law: nothing is offered that would be refused for its name."""
    names = [one["fault"] for one in table.faults()]
    assert "stuck-high" in names
    assert "disk-full" not in names
