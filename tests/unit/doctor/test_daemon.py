"""Every finding about a daemon, from a status made up; the shape of the status is that of a real one."""

from pathlib import Path

import pytest
from tests.journeys.table import Table

from triboard.app.status import status_of
from triboard.doctor.daemon import CHECKS, findings_of
from triboard.doctor.daemon_ailments import DAEMON_AILMENTS, HEALTHY_STATUS, DaemonAilment
from triboard.doctor.findings import EXIT_CODES, worst


def test_a_healthy_daemon_has_nothing_to_mend() -> None:
    """Law: each check says something, and none of it needs anybody."""
    findings = list(findings_of(HEALTHY_STATUS))
    assert [one for one in findings if one.grade in EXIT_CODES] == []
    assert {one.check for one in findings} == set(CHECKS)


@pytest.mark.parametrize("ailment", DAEMON_AILMENTS, ids=lambda one: one.name)
def test_each_ailment_of_a_daemon_is_found_and_comes_with_a_remedy(ailment: DaemonAilment) -> None:
    """Law: as for the checks of the computer; the healthy daemon does not say the same."""
    findings = [one for one in findings_of(ailment.status) if one.check == ailment.check]
    said = [one for one in findings if ailment.says in str(one.what)]
    assert [one.grade for one in said] == [ailment.grade], findings
    assert worst(findings) is ailment.grade
    if ailment.grade in EXIT_CODES:
        assert all(one.fix for one in said)
    assert not any(ailment.says in str(one.what) for one in findings_of(HEALTHY_STATUS))


def test_every_check_of_a_daemon_has_an_ailment() -> None:
    """Law: each can be forced to find something."""
    assert {one.check for one in DAEMON_AILMENTS} == set(CHECKS)


def test_the_made_up_status_has_the_shape_of_a_real_one(tmp_path: Path) -> None:
    """Law: what the checks are tested with is what a daemon tells: the same keys, all the way down."""
    table = Table(tmp_path, {"players": 3})
    real = status_of(table.daemon, table.link, table.run.now)
    assert set(real) == set(HEALTHY_STATUS)
    for part in ("link", "controller", "light", "storage"):
        assert set(real[part]) == set(HEALTHY_STATUS[part]), part
    for part in ("sensors", "rims"):
        assert set(real[part][0]) == set(HEALTHY_STATUS[part][0]), part
    table.close()
