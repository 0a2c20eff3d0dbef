"""Restart of the program and reboot of the machine, as far as the site permits them.

The daemon never becomes root for it: it asks the service manager over the system bus, and polkit decides. The
rule that lets it is installed by hand (docs/staff.md); without it the answer says so.
"""

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from triboard.phrases import Words, phrase

PATIENCE: Final = 10.0
"""Seconds for the answer of the system bus."""

REBOOT: Final = (
    "busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager", "Reboot", "b", "false",
)  # fmt: skip


class Command(StrEnum):
    """What may be asked of the machine."""

    RESTART = "restart"
    REBOOT = "reboot"


@dataclass(frozen=True, slots=True)
class Ran:
    """How a program ended: its code (`None`: it is not there, or did not end) and what it said."""

    code: int | None
    said: str = ""


Runner = Callable[[tuple[str, ...]], Ran]


def run(command: tuple[str, ...]) -> Ran:
    """Run a program to its end; waits."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=False, stdin=subprocess.DEVNULL
        )
    except FileNotFoundError:
        return Ran(None, f"{command[0]} is not installed")
    except subprocess.TimeoutExpired:
        return Ran(None, f"{command[0]} did not answer within {PATIENCE:g} s")
    except OSError as error:
        return Ran(None, error.strerror or str(error))
    return Ran(done.returncode, (done.stderr or done.stdout).strip()[:200])


def reboot(runner: Runner = run) -> Words | None:
    """Ask logind for a reboot; why it will not come, in words with the remedy. Waits."""
    ran = runner(REBOOT)
    if ran.code == 0:
        return None
    denied = any(
        word in ran.said.lower() for word in ("access denied", "authoriz", "authentic", "permission")
    )
    if denied:
        return phrase(
            "This computer does not let the service reboot it. Install the polkit rule of docs/staff.md, or "
            "switch the computer off and on."
        )
    return phrase(
        "This computer cannot be asked to reboot: {reason}. Switch it off and on.",
        reason=ran.said or phrase("no answer"),
    )
