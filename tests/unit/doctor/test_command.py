"""The command: exit code by the worst finding, JSON, made-up computers, a daemon that answers or not."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from triboard.commands.doctor import doctor
from triboard.doctor.checks import CHECKS
from triboard.doctor.daemon import CHECKS as DAEMON_CHECKS
from triboard.errors import ConfigurationError

NOBODY = "http://127.0.0.1:9/"


def called(*words: str) -> Result:
    """The command's result."""
    return CliRunner().invoke(doctor, words)


@pytest.mark.parametrize(
    ("force", "code"),
    [
        ((), 0),
        (("clock:clock-chip",), 0),
        (("clock:not-set",), 3),
        (("link:rising",), 3),
        (("getty",), 4),
        (("getty:kernel-messages", "sensors:silent"), 4),
    ],
)
def test_the_exit_code_follows_the_worst_finding(force: tuple[str, ...], code: int) -> None:
    """Law: 0 for notes, 3 for a warning, 4 for a failure."""
    result = called("--mock", *(word for name in force for word in ("--force", name)))
    assert result.exit_code == code, result.output
    assert ("Nothing is wrong." in result.output) == (code == 0)


def test_json_has_every_check_with_grade_and_fix() -> None:
    """Law: programs get what people get."""
    told: dict[str, Any] = json.loads(called("--mock", "--json", "--force", "spi-node:off").output)
    assert told["worst"] == "failure"
    assert {one["check"] for one in told["findings"]} == {*CHECKS, *DAEMON_CHECKS}
    [off] = [one for one in told["findings"] if one["grade"] == "failure"]
    assert off["check"] == "spi-node"
    assert "do_spi 0" in off["fix"]


def test_a_case_that_does_not_exist_is_bad_input() -> None:
    """Law: the nearest one is named, and --force without --mock says what it is for."""
    for words, said in ((("--mock", "--force", "gety"), "getty"), (("--force", "getty"), "--mock")):
        error = called(*words).exception
        assert isinstance(error, ConfigurationError)
        assert said in str(error)


def test_the_list_names_every_check() -> None:
    """Law: `--list` is what `--force` takes."""
    told = json.loads(called("--list").output)
    assert set(CHECKS) <= set(told["checks"])
    assert "getty:login" in told["force"]


def test_without_a_daemon_the_computer_is_examined(tmp_path: Path) -> None:
    """Law: no daemon is no failure, unless its page was named; all checks of the computer answer."""
    result = called("--json", "--state-dir", str(tmp_path))
    findings = json.loads(result.output)["findings"]
    assert set(CHECKS) <= {one["check"] for one in findings}
    named = called("--json", "--state-dir", str(tmp_path), "--url", "http://127.0.0.1:9/")
    assert named.exit_code == 4
    assert [one["grade"] for one in json.loads(named.output)["findings"] if one["check"] == "daemon"] == [
        "failure"
    ]


def test_wrong_settings_are_findings_and_the_rest_is_examined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law: every mistake in file and environment is told with its remedy, and no check is left out for it."""
    file = tmp_path / "triboard.toml"
    file.write_text('[web]\nprot = 80\n[heartbeat]\nevery = "5 parsecs"\n')
    monkeypatch.setenv("TRIBOARD_WEB_PORT", "many")
    result = called("--json", "--config", str(file), "--state-dir", str(tmp_path), "--url", NOBODY)
    found = [one for one in json.loads(result.output)["findings"] if one["check"] == "settings-file"]
    assert [one["grade"] for one in found] == ["failure"] * 3
    said = " ".join(f"{one['what']} {one['fix']}" for one in found)
    for word in ("prot", "'port'", "heartbeat.every", "TRIBOARD_WEB_PORT"):
        assert word in said
    assert set(CHECKS) <= {one["check"] for one in json.loads(result.output)["findings"]}
    assert result.exit_code == 4


def test_settings_of_page_and_environment_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law: what the daemon would use is examined: the variable's port, a damaged file of the page."""
    (tmp_path / "settings.json").write_text("{}")
    monkeypatch.setenv("TRIBOARD_WEB_PORT", "9")
    monkeypatch.setenv("TRIBOARD_HEARTBEAT_URL", "http://hub.example/")
    told = json.loads(called("--json", "--state-dir", str(tmp_path)).output)["findings"]
    by_check = {one["check"]: one for one in told}
    assert "http://127.0.0.1:9/status" in by_check["daemon"]["what"]
    assert by_check["settings-file"]["grade"] == "warning"
    assert "heartbeat.url" in by_check["telling"]["what"]
