"""The operating system around us: where its files are, and how its commands are run."""

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from triboard.errors import MachineError

LONGEST: Final = 1800.0
"""Seconds for one command: a Pi Zero 2 W unpacks the libraries in some minutes."""

_CHROOT: Final = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'

SHOWN: Final = 6
"""Last lines of a failed command that are repeated."""


class Machine(Protocol):
    """A computer to install on, running (`live`) or a root folder that is none yet."""

    @property
    def root(self) -> Path: ...

    @property
    def live(self) -> bool:
        """Whether its service manager runs, so that units can be started and devices be found."""
        ...

    def run(self, *command: str, check: bool = True) -> str:
        """Standard output of a command; raises `MachineError` when it fails and `check` is set."""
        ...


@dataclass(frozen=True, slots=True)
class Computer:
    """This computer, or the system in the folder `root` (an image that is mounted, a tree of debootstrap).

    Commands of another root are its own, run by chroot in a mount namespace, so that nothing of this computer
    gets in.
    """

    root: Path = Path("/")

    @property
    def live(self) -> bool:
        """Only this computer's service manager can be talked to."""
        return self.root == Path("/") and Path("/run/systemd/system").is_dir()

    def run(self, *command: str, check: bool = True) -> str:
        """Run in the root."""
        whole: Sequence[str] = command
        if self.root != Path("/"):  # with a /proc of its own, which goes with the namespace
            whole = ("unshare", "--mount", "sh", "-c", _CHROOT, str(self.root), *command)
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "HOME": "/root"}
        passed = {name: text for name, text in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
        try:
            done = subprocess.run(
                whole,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                text=True,
                errors="replace",
                env={**environment, **passed},
                cwd="/",
                timeout=LONGEST,
            )
        except FileNotFoundError as error:
            raise MachineError(
                f"{command[0]} is missing on this computer; it belongs to every Raspberry Pi OS."
            ) from error
        except subprocess.TimeoutExpired as error:
            raise MachineError(f"`{' '.join(command)}` did not end within {LONGEST:.0f} s.") from error
        if check and done.returncode:
            said = "\n".join(done.stdout.strip().splitlines()[-SHOWN:])
            raise MachineError(f"`{' '.join(command)}` failed:\n{said}")
        return done.stdout


def inside(machine: Machine, path: str) -> Path:
    """Where a path of the machine lies for us."""
    return machine.root / path.lstrip("/")
