"""`triboard doctor`: what ails the board, where, and what to do."""

from pathlib import Path
from typing import Any

from tests.journeys.table import Table

from triboard.app.status import status_of
from triboard.commands.doctor import findings_of
from triboard.units import SECOND, Channel, Duration, millis


def status(table: Table) -> dict[str, Any]:
    """The status of the daemon on a table."""
    return status_of(table.daemon, table.link, table.run.now)


def test_a_healthy_board_has_no_findings(tmp_path: Path) -> None:
    """Law: every level of the board is in the status, seen lately, with a margin, and nothing is wrong."""
    table = Table(tmp_path, {"players": 3})
    table.drop("Ab2", "white")
    found = status(table)
    assert len(found["sensors"]) == 27
    assert all(sensor["seen"] <= 2 for sensor in found["sensors"])
    assert all(sensor["margin"] > 0 for sensor in found["sensors"])
    assert {sensor["site"] for sensor in found["sensors"] if sensor["toggles"]} == {"Ab2"}
    assert list(findings_of(found)) == []


def test_a_flickering_sensor_is_named_with_a_remedy(tmp_path: Path) -> None:
    """Law (physical-play 13): the finding names the site; the rest of the board plays on."""
    table = Table(tmp_path, {"players": 3})
    white = table.board.sites[0].levels[0].sensing.signatures[1].values
    empty = table.board.sites[0].levels[0].sensing.signatures[0].values
    for step in range(40):
        for channel, value in enumerate(white if step % 2 else empty):
            table.bench.controller.set_raw(Channel(channel), value, table.run.now)
        table.run.run_for(millis(60))
    [finding] = findings_of(status(table))
    assert finding["where"] == "sensor Aa1 level 0"
    assert "flickers" in finding["what"]
    table.drop("Ab2", "white")
    assert table.moves == ["w@Ab2"]


def test_a_cable_pulled_is_the_first_finding(tmp_path: Path) -> None:
    """Law: the link comes before what follows from it."""
    table = Table(tmp_path, {"players": 3})
    table.bench.unplug()
    table.run.run_for(Duration(2 * SECOND))
    assert next(findings_of(status(table)))["where"] == "link"
