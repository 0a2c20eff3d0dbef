"""`triboard doctor`: what ails the board, where, and what to do."""

from pathlib import Path
from typing import Any

from tests.journeys.table import Table

from triboard.app.status import status_of
from triboard.doctor.daemon import findings_of
from triboard.doctor.findings import EXIT_CODES, Finding
from triboard.sim.faults import inflict
from triboard.units import SECOND, Channel, Duration, millis


def status(table: Table) -> dict[str, Any]:
    """The status of the daemon on a table."""
    return status_of(table.daemon, table.link, table.run.now)


def bad(table: Table) -> list[Finding]:
    """Findings that need somebody."""
    return [one for one in findings_of(status(table)) if one.grade in EXIT_CODES]


def test_a_healthy_board_has_no_findings(tmp_path: Path) -> None:
    """Law: every level of the board is in the status, seen lately, with a margin, and nothing is wrong."""
    table = Table(tmp_path, {"players": 3})
    table.drop("Ab2", "white")
    found = status(table)
    assert len(found["sensors"]) == 27
    assert all(sensor["seen"] <= 2 for sensor in found["sensors"])
    assert all(sensor["margin"] > 0 for sensor in found["sensors"])
    assert {sensor["site"] for sensor in found["sensors"] if sensor["toggles"]} == {"Ab2"}
    assert all(sensor["slack"] > 0.5 for sensor in found["sensors"])
    assert found["controller"]["configured"]
    assert bad(table) == []


def test_an_idle_board_stays_healthy(tmp_path: Path) -> None:
    """Law: a minute without a hand is no silence of the sensors: snapshots vouch for them."""
    table = Table(tmp_path, {"players": 3})
    table.run.run_for(Duration(60 * SECOND))
    assert bad(table) == []
    inflict(table.bench, "nak", ("Ab2",), table.run.now)
    table.run.run_for(Duration(10 * SECOND))
    assert "sensor Ab2" in {finding.where for finding in bad(table)}


def test_a_flickering_sensor_is_named_with_a_remedy(tmp_path: Path) -> None:
    """Law (physical-play 13): the finding names the site; the rest of the board plays on."""
    table = Table(tmp_path, {"players": 3})
    white = table.board.sites[0].levels[0].sensing.signatures[1].values
    empty = table.board.sites[0].levels[0].sensing.signatures[0].values
    for step in range(40):
        for channel, value in enumerate(white if step % 2 else empty):
            table.bench.controller.set_raw(Channel(channel), value, table.run.now)
        table.run.run_for(millis(60))
    [finding] = bad(table)
    assert finding.where == "sensor Aa1"
    assert "flickers" in str(finding.what)
    table.drop("Ab2", "white")
    assert table.moves == ["w@Ab2"]


def test_a_cable_pulled_is_the_first_finding(tmp_path: Path) -> None:
    """Law: the link comes before what follows from it."""
    table = Table(tmp_path, {"players": 3})
    table.bench.unplug()
    table.run.run_for(Duration(2 * SECOND))
    assert bad(table)[0].check == "link"


def test_a_drifting_sensor_is_told_while_it_is_still_read(tmp_path: Path) -> None:
    """Law (T-drift): half the margin gone is a warning that offers a calibration; the site still reads."""
    table = Table(tmp_path, {"players": 3})
    inflict(table.bench, "drift", ("Ab2", "24", "2"), table.run.now)
    table.run.run_for(Duration(4 * SECOND))
    [finding] = bad(table)
    assert finding.where == "sensor Ab2"
    assert "% of its margin is left" in str(finding.what)
    assert "triboard calibrate" in str(finding.fix)
    table.drop("Ab2", "white")
    assert table.moves == ["w@Ab2"]


def test_a_sensor_drifts_when_it_is_thin_for_long_while_nothing_is_there(tmp_path: Path) -> None:
    """Law: a ball that sits badly is no drift, nor is what lasts less than 10 s; a mended sensor is named no
    more."""
    table = Table(tmp_path, {"players": 3})
    table.drop("Aa1", "white")
    inflict(table.bench, "drift", ("Aa1", "-14", "1"), table.run.now)
    inflict(table.bench, "drift", ("Ab2", "24", "1"), table.run.now)
    table.run.run_for(Duration(8 * SECOND))
    assert not table.daemon.senses.drifting
    table.run.run_for(Duration(6 * SECOND))
    assert [*table.daemon.senses.drifting] == ["Ab2"]
    inflict(table.bench, "mend", (), table.run.now)
    table.run.run_for(Duration(4 * SECOND))
    assert not table.daemon.senses.drifting
