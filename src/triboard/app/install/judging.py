"""Carrying out a judgement, and going back to the version before on request."""

import json
import time
from collections.abc import Callable
from typing import Final

from triboard.app.install import files, running, versions
from triboard.app.install.installer import reload
from triboard.app.install.machine import Machine, inside
from triboard.app.install.settings import Page
from triboard.app.install.trial import TRIAL, Judgement, Verdict, begin_trial, end_trial, judge
from triboard.errors import ConfigurationError, Mistake

LAST: Final = "/opt/triboard/last-trial.json"
"""What the last trial came to, for the installer that waits and for people."""


def hold_trial(
    machine: Machine,
    *,
    question: running.Ask = running.ask,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Judgement | None:
    """Judge the version on trial, and put the one before back if it fails; `None`: there is no trial.

    Run by the code of the version before, whose units go back with it.
    """
    trial = begin_trial(inside(machine, TRIAL))
    if trial is None or versions.current(machine) != trial.candidate:
        end_trial(inside(machine, TRIAL))  # never switched to, or taken back already
        return None
    page = running.enabled_page(machine) or Page.LOCAL
    judgement = judge(trial, lambda: running.look_at(machine, page, question), clock, sleep)
    if judgement.verdict is Verdict.BAD:
        files.point(inside(machine, versions.CURRENT), f"versions/{trial.before}")
    said = {"version": trial.candidate, "verdict": judgement.verdict.value, "reason": judgement.reason}
    files.write_whole(inside(machine, LAST), json.dumps(said) + "\n")
    end_trial(inside(machine, TRIAL))
    if judgement.verdict is Verdict.BAD:
        _restore(machine, page)
    return judgement


def last_trial(machine: Machine) -> dict[str, str]:
    """What the last trial came to; empty if there was none."""
    try:
        found = json.loads(inside(machine, LAST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): str(text) for name, text in found.items()} if isinstance(found, dict) else {}


def roll_back(machine: Machine) -> str:
    """Run the version before again; its name. Raises `ConfigurationError` where there is none."""
    now, before = versions.current(machine), versions.previous(machine)
    if before is None or before == now or not versions.complete(machine, before):
        raise ConfigurationError(
            Mistake(versions.PREVIOUS, "there is no version to go back to", "Install one with --wheels.")
        )
    end_trial(inside(machine, TRIAL))
    versions.switch(machine, before)
    if machine.live:
        machine.run("systemctl", "restart", (running.enabled_page(machine) or Page.LOCAL).unit, check=False)
    return before


def _restore(machine: Machine, page: Page) -> None:
    """Our units and rules, those of the version that judges; then start it."""
    if list(files.outdated(machine)):
        files.write_files(machine)
        if machine.live:
            reload(machine)
    if machine.live:
        machine.run("systemctl", "reset-failed", page.unit, check=False)
        machine.run("systemctl", "restart", page.unit, check=False)
