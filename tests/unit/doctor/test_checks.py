"""Every check of `doctor` over a made-up Raspberry Pi, healthy and with each ailment."""

from dataclasses import replace

import pytest

from triboard.board.load import load_board
from triboard.doctor.ailments import AILMENTS, Ailment
from triboard.doctor.checks import CHECKS, examine
from triboard.doctor.findings import EXIT_CODES, Grade, worst
from triboard.doctor.specimens import DIALOUT, HEALTHY, PLUGDEV, MockSystem, subject_of
from triboard.doctor.subject import machine
from triboard.doctor.system import Node
from triboard.drivers.routes import Route

SUBJECT = subject_of(load_board("ttt3d"))
TELLERS = {"i2c-bus"}
"""Checks that can find nothing on our boards."""


def test_a_healthy_pi_has_nothing_to_mend() -> None:
    """Law: each check says something, and none of it is a warning or a failure."""
    findings = examine(HEALTHY, SUBJECT)
    assert [one for one in findings if one.grade in EXIT_CODES] == []
    assert {one.check for one in findings} == set(CHECKS)


@pytest.mark.parametrize("ailment", AILMENTS, ids=lambda one: one.name)
def test_each_ailment_is_found_and_comes_with_a_remedy(ailment: Ailment) -> None:
    """Law: the check names what is wrong, in its grade, with a fix; no other grade is worse."""
    system, subject = ailment.sicken(HEALTHY), ailment.change(SUBJECT)
    findings = list(CHECKS[ailment.check](system, subject))
    said = [one for one in findings if ailment.says in str(one.what)]
    assert [one.grade for one in said] == [ailment.grade], findings
    assert worst(findings) is ailment.grade
    if ailment.grade in EXIT_CODES:
        assert all(one.fix for one in said)


@pytest.mark.parametrize("ailment", AILMENTS, ids=lambda one: one.name)
def test_an_ailment_is_not_there_without_its_cause(ailment: Ailment) -> None:
    """Law: the healthy Pi does not say the same: the message comes from the ailment."""
    findings = CHECKS[ailment.check](HEALTHY, SUBJECT)
    assert [one for one in findings if ailment.says in str(one.what) and one.grade is ailment.grade] == []


def test_every_check_has_an_ailment() -> None:
    """Law: each check can be forced to find something."""
    assert {one.check for one in AILMENTS} == set(CHECKS) - TELLERS


def test_ailments_have_names_of_their_own() -> None:
    """Law: `--force` means one thing."""
    assert len({one.name for one in AILMENTS}) == len(AILMENTS)


def test_an_empty_computer_is_examined_without_harm() -> None:
    """Law: off a Pi, in a container that shows nothing, every check still answers and none fails."""
    findings = examine(MockSystem(versions=HEALTHY.versions), SUBJECT)
    assert {one.check for one in findings} == set(CHECKS)
    assert Grade.FAILURE not in {one.grade for one in findings}


@pytest.mark.parametrize("model", ["3 Model B Plus Rev 1.3", "Zero 2 W Rev 1.0", "5 Model B Rev 1.0"])
@pytest.mark.parametrize("route", Route)
def test_every_model_and_route_is_examined(model: str, route: Route) -> None:
    """Law: no pair of model and route breaks a check."""
    system = HEALTHY.but(files={"/proc/device-tree/model": f"Raspberry Pi {model}\0"})
    assert machine(system).generation is not None
    findings = examine(system, replace(SUBJECT, route=route))
    assert {one.check for one in findings} == set(CHECKS)


def test_lines_of_another_model_do_not_count() -> None:
    """Law: an overlay under [pi5] takes no pin of a Pi 4, one under [pi4] does."""
    check = CHECKS["pin-conflicts"]
    for section, grade in (("pi5", Grade.OK), ("pi4", Grade.FAILURE), ("all", Grade.FAILURE)):
        text = f"dtparam=spi=on\n[{section}]\ndtoverlay=uart3 # two pins\n"
        findings = list(check(HEALTHY.but(files={"/boot/firmware/config.txt": text}), SUBJECT))
        assert worst(findings) is grade, section


def test_an_access_list_counts() -> None:
    """Law: an access list that names a group of the process is as good as the node's own group."""
    node = Node(0, PLUGDEV, 0o660, groups={DIALOUT: 6})
    [finding] = CHECKS["serial-port"](HEALTHY.but(nodes={"/dev/ttyACM0": node}), SUBJECT)
    assert finding.grade is Grade.OK
    assert "access list adds group dialout" in str(finding.what)


@pytest.mark.parametrize("serial", ["auto", "/dev/ttyA*", "/dev/triboard*"])
def test_a_choice_of_ports_is_examined_port_by_port(serial: str) -> None:
    """Law: `auto` and patterns mean devices, each examined once; with none plugged in that is said."""
    subject = replace(SUBJECT, serial=serial)
    for check in ("serial-port", "getty", "modem-manager"):
        [finding] = CHECKS[check](HEALTHY, subject)
        assert finding.grade is Grade.OK, finding
    bare = replace(HEALTHY, links={}).but(nodes={"/dev/ttyACM0": None})
    [finding] = CHECKS["serial-port"](bare, subject)
    assert finding.grade is Grade.FAILURE
    assert "nor any other USB port" in str(finding.what)
