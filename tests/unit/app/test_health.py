"""Health by part is what doctor finds, gathered: the same words, the same remedies, nothing left out."""

from copy import deepcopy
from typing import Any

import pytest

from triboard.app.health import PARTS, SHAPES, Shape, parts_of
from triboard.app.watching import told_of
from triboard.doctor.daemon import CHECKS, findings_of
from triboard.doctor.daemon_ailments import DAEMON_AILMENTS, HEALTHY_STATUS, DaemonAilment
from triboard.doctor.findings import EXIT_CODES


def test_a_healthy_board_is_well_in_every_part() -> None:
    """Law: each check of a daemon is gathered by one part, and none of a healthy one needs anybody."""
    assert {check for checks in PARTS.values() for check in checks} | {"watching"} == set(CHECKS)
    parts = parts_of(HEALTHY_STATUS)
    assert [part.part for part in parts] == list(PARTS)
    assert {part.state for part in parts} == {Shape.WELL}
    assert all(part.text for part in parts)
    assert told_of(HEALTHY_STATUS)["well"] is True


@pytest.mark.parametrize("ailment", DAEMON_AILMENTS, ids=lambda one: one.name)
def test_each_ailment_is_told_by_its_part_in_the_words_of_doctor(ailment: DaemonAilment) -> None:
    """Law: words, remedy and weight come from one place; watchers are told exactly when doctor minds."""
    found = [one for one in findings_of(ailment.status) if ailment.says in str(one.what)]
    [part] = [part for part in parts_of(ailment.status) if ailment.says in str(part.text)]
    for finding in found:
        assert str(finding.what) in str(part.text)
        assert str(finding.fix) in str(part.fix)
    assert part.state is SHAPES[ailment.grade]
    assert (part.part in told_of(ailment.status)["ailing"]) == (ailment.grade in EXIT_CODES)


def test_many_places_with_one_fault_make_one_sentence() -> None:
    """Law: what ails twenty sensors is said once, with six names and a count."""
    status: dict[str, Any] = deepcopy(dict(HEALTHY_STATUS))
    status["sensors"] = [
        {**status["sensors"][0], "site": f"Aa{number}", "seen": None} for number in range(20)
    ]
    [part] = [part for part in parts_of(status) if part.part == "Sensors"]
    assert str(part.text).count("cannot be read") == 1
    assert str(part.text).startswith("sensor Aa0, sensor Aa1,")
    assert "and 14 more: It cannot be read" in str(part.text)
