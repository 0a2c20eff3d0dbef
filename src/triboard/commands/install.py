"""`triboard install`: a Raspberry Pi becomes a board that starts by itself."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click

from triboard.app.install import running, versions
from triboard.app.install.files import COMMAND
from triboard.app.install.installer import Installer, alone, refuse_in_game, uninstall, wait_for_page
from triboard.app.install.judging import hold_trial, last_trial, roll_back
from triboard.app.install.machine import Computer, Machine, inside
from triboard.app.install.package import own_wheel, wheel_in
from triboard.app.install.settings import SETTINGS, Page
from triboard.app.install.trial import TRIAL, Verdict
from triboard.commands.files import print_json
from triboard.drivers.pi_model import this_machine
from triboard.errors import ConfigurationError, MachineError, Mistake

DOCTOR_PATIENCE: Final = 120.0


@click.command()
@click.option(
    "--page",
    type=click.Choice([page.value for page in Page]),
    default=None,
    help="Who sees the page: this computer (local, at first), the network on the port set "
    "(lan), or the network on port 80 with a program that has no network of its own (socket).",
)
@click.option(
    "--wheels",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=None,
    help="Install from a folder of wheels, without any network.",
)
@click.option(
    "--root",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=Path("/"),
    help="The system in this folder (a mounted image) instead of this computer's.",
)
@click.option("--dry-run", "dry", is_flag=True, help="Say what would be done, and do nothing.")
@click.option("--uninstall", "away", is_flag=True, help="Remove all but games, settings and their user.")
@click.option("--rollback", "back", is_flag=True, help="Run the version before again.")
@click.option("--judge", "judging", is_flag=True, hidden=True, help="Judge the version on trial.")
def install(
    page: str | None, wheels: Path | None, root: Path, *, dry: bool, away: bool, back: bool, judging: bool
) -> None:  # fmt: skip
    """Set this Raspberry Pi up as a board that starts by itself (needs root).

    User, units, udev rules, and this version beside the one before: an update that does not prove good within
    three minutes is taken back by itself. Safe to run again at any time; never in the middle of a game.
    """
    machine = Computer(root.resolve())
    if sum((away, back, judging)) > 1:
        raise ConfigurationError(Mistake("triboard install", "was told two things at once", "Give one."))
    if not dry and os.geteuid() != 0:
        raise ConfigurationError(Mistake("triboard install", "needs root", "Use sudo."))
    if judging:
        _judge(machine)
    elif away:
        _away(machine, dry=dry)
    elif back:
        _back(machine, dry=dry)
    else:
        _install(machine, None if page is None else Page(page), wheels, dry=dry)


def _install(machine: Computer, page: Page | None, wheels: Path | None, *, dry: bool) -> None:
    with TemporaryDirectory(prefix="triboard-") as folder:
        wheel = own_wheel(Path(folder)) if wheels is None else wheel_in(wheels.absolute())
        installer = Installer(machine, wheel, wheels=wheels, page=page)
        done: list[str] = []
        if dry:
            done = [_said(what) for step in installer.steps() if (what := step.needed()) is not None]
        else:
            with alone(machine):
                installer.refuse_in_game()
                for step in installer.steps():
                    if (what := step.needed()) is not None:
                        done.append(_said(what))
                        step.do()
                _afterwards(machine, installer.page)
                versions.prune(machine)
    print_json({"version": installer.name, "page": installer.page.value, "done": done, "dry_run": dry})


def _said(what: str) -> str:
    print(f"triboard install: {what}", file=sys.stderr)
    return what


def _afterwards(machine: Computer, page: Page) -> None:
    """The trial of an update, or the first page of a first installation; then the doctor."""
    if not machine.live:
        return
    if inside(machine, TRIAL).exists():
        _said("watch the new version for a minute")
        machine.run("systemctl", "start", "triboard-trial.service")
        told = last_trial(machine)
        if told.get("verdict") != Verdict.GOOD.value:
            raise MachineError(
                f"Version {told.get('version')} did not prove good: {told.get('reason')}. "
                f"{versions.current(machine)} runs again."
            )
    else:
        wait_for_page(machine, page, running.ask)
    if this_machine().generation is not None and not versions.lgpio_works(
        machine, versions.current(machine) or ""
    ):
        _said("pins cannot be reached: sudo apt install python3-lgpio, then run this again")
    subprocess.run(
        [COMMAND, "doctor", "--config", SETTINGS, "--url", running.address_of(machine, page)],
        stdout=sys.stderr,
        timeout=DOCTOR_PATIENCE,
        check=False,  # what it finds is for people; the installation stands
    )


def _judge(machine: Machine) -> None:
    judgement = hold_trial(machine)
    if judgement is not None:
        print_json({"verdict": judgement.verdict.value, "reason": judgement.reason})


def _away(machine: Computer, *, dry: bool) -> None:
    if not dry:
        refuse_in_game(machine, running.ask)
    gone = uninstall(machine, lambda what: print(f"triboard install: {what}", file=sys.stderr), dry=dry)
    left = ["/var/lib/triboard", "/etc/triboard"]
    print(
        "Games and settings stay in " + " and ".join(left) + ", and the user triboard owns them.",
        file=sys.stderr,
    )
    print_json({"removed": gone, "left": left, "dry_run": dry})


def _back(machine: Computer, *, dry: bool) -> None:
    if not dry:
        refuse_in_game(machine, running.ask)
    name = versions.previous(machine) if dry else roll_back(machine)
    print_json({"version": name, "dry_run": dry})
