"""`triboard doctor`: examines this computer and asks a running daemon what ails it, with remedies."""

import json
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Final

import click

from triboard.app.config import DEFAULT_HOST, DEFAULT_PORT, Config, default_state_dir
from triboard.app.games import board_for
from triboard.app.install.settings import SETTINGS, STATE
from triboard.app.settings import read_settings
from triboard.commands.config import CONFIG_VARIABLE
from triboard.commands.files import print_json
from triboard.commands.where import page_of, settings_file
from triboard.doctor.ailments import AILMENTS, Ailment
from triboard.doctor.checks import CHECKS, examine
from triboard.doctor.configuration import SOCKET_UNIT
from triboard.doctor.daemon import CHECKS as DAEMON_CHECKS
from triboard.doctor.daemon import calibration_findings, findings_of, selftest_findings
from triboard.doctor.daemon_ailments import DAEMON_AILMENTS, HEALTHY_STATUS
from triboard.doctor.findings import EXIT_CODES, Finding, Grade, failure, skipped, worst
from triboard.doctor.specimens import HEALTHY, subject_of
from triboard.doctor.subject import Subject, machine
from triboard.doctor.system import RealSystem, System
from triboard.drivers.routes import choose
from triboard.errors import ConfigurationError, ControllerError, Mistake
from triboard.fields import nearest
from triboard.store.atomic import read_checked
from triboard.store.reports import CALIBRATION_FILE, SELFTEST_FILE

PATIENCE: Final = 5.0  # seconds that a daemon gets to answer
DEFAULT_URL: Final = f"http://{DEFAULT_HOST}:{DEFAULT_PORT}/"
SIGNS: Final = {
    Grade.OK: "ok     ",
    Grade.SKIPPED: "skipped",
    Grade.NOTE: "note   ",
    Grade.WARNING: "WARNING",
    Grade.FAILURE: "FAILURE",
}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print everything as one line of JSON.")
@click.option("--url", default=None, help=f"Page of the daemon to ask (default {DEFAULT_URL}).")
@click.option(
    "--config",
    "file",
    type=click.Path(path_type=Path),
    default=None,
    envvar=CONFIG_VARIABLE,
    help=f"Settings (TOML); by default those of the installed service, {SETTINGS}.",
)
@click.option("--state-dir", type=click.Path(path_type=Path), default=None, help="Where games are kept.")
@click.option("--mock", is_flag=True, help="Examine a made-up Raspberry Pi 4 instead of this computer.")
@click.option(
    "--force", multiple=True, metavar="CHECK[:CASE]", help="With --mock: let a check find something."
)
@click.option("--list", "listed", is_flag=True, help="List the checks and the cases of --force, and stop.")
def doctor(
    url: str | None,
    file: Path | None,
    state_dir: Path | None,
    force: tuple[str, ...],
    *,
    as_json: bool,
    mock: bool,
    listed: bool,
) -> None:
    """Examine this computer, and a running daemon if one answers.

    Exit code by the worst finding: 0 all well (or only notes), 3 a warning, 4 a failure; 2 for bad input.
    """
    if listed:
        print_json(
            {
                "checks": [*CHECKS, *DAEMON_CHECKS],
                "force": [one.name for one in (*AILMENTS, *DAEMON_AILMENTS)],
            }
        )
        return
    if force and not mock:
        raise ConfigurationError(Mistake("--force", "lets made-up computers fall ill", "Add --mock."))
    config, told = _settings(file, state_dir, mock=mock)
    config_state = (state_dir or config.state_dir).absolute()
    board = board_for(config.game, config.board, config.options)
    status: dict[str, Any] = {}
    if mock:
        findings = _mocked(subject_of(board), force)
    else:
        system = RealSystem()
        subject = Subject(
            board,
            choose(config.light.route, machine(system)),
            config.light.dma,
            config.serial,
            str(config_state),
            _process(system, str(config_state)),
            **told,
        )
        findings = examine(system, subject)
        status = _ask(page_of(url, config), demanded=url is not None, findings=findings)
        findings += findings_of(status) if status else _kept_reports(config_state)
    _tell(findings, status, as_json=as_json)
    sys.exit(EXIT_CODES.get(worst(findings), 0))


def _settings(file: Path | None, state_dir: Path | None, *, mock: bool) -> tuple[Config, dict[str, Any]]:
    """The settings of the daemon, and what the checks say of them; those with mistakes are not used."""
    file = file if mock else settings_file(file)
    told: dict[str, Any] = {"settings": "" if file is None else str(file)}
    try:
        found = read_settings(file, state_dir=state_dir, page=not mock)
        board_for(found.config.game, found.config.board, found.config.options)
    except ConfigurationError as error:
        state = Path(STATE) if file == Path(SETTINGS) else default_state_dir()
        return Config(state_dir=state), {**told, "mistakes": error.mistakes}
    config = found.config
    wanted = {
        "heartbeat.url": config.heartbeat.url,
        "mqtt.host": config.mqtt.host,
        "web.metrics": config.metrics,
    }
    tells = tuple(key for key, value in wanted.items() if value)
    return config, {**told, "notes": found.notes, "tells": tells}


def _mocked(subject: Subject, force: tuple[str, ...]) -> list[Finding]:
    """The specimens with the ailments that are named, each alone, so that none hides another."""
    everything = {one.name: one for one in (*AILMENTS, *DAEMON_AILMENTS)}
    known = {*everything, *(one.check for one in everything.values())}
    for name in force:
        if name not in known:
            raise ConfigurationError(Mistake("--force", f"'{name}' is no case", nearest(name, known)))
    wanted = [one for name in force for one in everything.values() if name in (one.name, one.check)]
    sick = {one.check for one in wanted}
    findings = [*examine(HEALTHY, subject), *findings_of(HEALTHY_STATUS)]
    findings = [one for one in findings if one.check not in sick]
    for ailment in wanted:
        if isinstance(ailment, Ailment):
            findings += CHECKS[ailment.check](ailment.sicken(HEALTHY), ailment.change(subject))
        else:
            findings += [one for one in findings_of(ailment.status) if one.check == ailment.check]
    return findings


def _process(system: System, state_dir: str) -> str:
    """The daemon's number by its lock on the state folder or by systemd; `self` where none runs."""
    units = ("triboard.service", SOCKET_UNIT)
    numbers = (
        (system.text(f"{state_dir}/lock") or "").strip(),
        *(
            (system.said("systemctl", "show", "-p", "MainPID", "--value", unit) or "").strip()
            for unit in units
        ),
    )
    for number in numbers:
        words = system.text(f"/proc/{number}/cmdline") if number.isdecimal() and number != "0" else None
        if words is not None and "triboard" in words:
            return number
    return "self"


def _ask(url: str, *, demanded: bool, findings: list[Finding]) -> dict[str, Any]:
    """The status of the daemon at an address; empty, with a finding added, where none answers."""
    address = url.rstrip("/") + "/status"
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            status = json.loads(answer.read())
    except (urllib.error.URLError, OSError, ValueError) as error:
        what = f"No daemon answers at {address} ({error})."
        fix = "Start one with triboard simulate or triboard run, or name its page with --url."
        findings.append(failure("daemon", what, fix) if demanded else skipped("daemon", f"{what} {fix}"))
        return {}
    if not isinstance(status, dict) or "sensors" not in status:
        raise ControllerError(f"What answers at {address} is no Triboard daemon. Name its page with --url.")
    return status


def _kept_reports(state_dir: Path) -> list[Finding]:
    """What the last opening check and calibration said, from the state folder."""
    found: list[Finding] = []
    for name, tell in ((SELFTEST_FILE, selftest_findings), (CALIBRATION_FILE, calibration_findings)):
        content = read_checked(state_dir / name).content
        if content is not None:
            found += tell(content.get("report", content))
    return found


def _tell(findings: list[Finding], status: dict[str, Any], *, as_json: bool) -> None:
    grade = worst(findings)
    if as_json:
        told = [finding.as_json() for finding in findings]
        print_json({**status, "worst": grade.value, "findings": told})
        return
    for finding in findings:
        where = f"{finding.check} ({finding.where})" if finding.where else finding.check
        print(f"{SIGNS[finding.grade]} {where}: {finding.what}")
        if finding.fix:
            print(f"        -> {finding.fix}")
    bad = sum(finding.grade in EXIT_CODES for finding in findings)
    print("Nothing is wrong." if not bad else f"{bad} of {len(findings)} findings need somebody.")
