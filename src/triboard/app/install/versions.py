"""Versions side by side: each a folder with its own Python environment, one link says which runs.

    /opt/triboard/versions/0.1.0-1a2b3c4d/   an environment, `complete` written last
    /opt/triboard/current  -> versions/...   switched in one step
    /opt/triboard/previous -> versions/...   what ran before, and judges its successor

A folder without `complete` is a build that was interrupted; it is made anew. Nothing in a finished folder is
written again.
"""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from triboard.app.install.files import COMMAND, COMMAND_TARGET, point, shipped, sync_folder
from triboard.app.install.machine import Machine, inside
from triboard.app.install.package import Wheel, damaged
from triboard.errors import MachineError

HOME: Final = "/opt/triboard"
VERSIONS: Final = f"{HOME}/versions"
CURRENT: Final = f"{HOME}/current"
PREVIOUS: Final = f"{HOME}/previous"
COMPLETE: Final = "complete"

SYSTEM_LGPIO_FROM: Final = (3, 13)
"""From this Python on the index has no usable lgpio for the Pi: it comes as Debian's python3-lgpio."""

PYTHON: Final = "/usr/bin/python3"
PROBE: Final = "import sys, platform; print(*sys.version_info[:2], platform.machine())"


def current(machine: Machine) -> str | None:
    """Name of the version that runs, or runs next."""
    return _target(machine, CURRENT)


def previous(machine: Machine) -> str | None:
    """Name of the version before."""
    return _target(machine, PREVIOUS)


def complete(machine: Machine, name: str) -> bool:
    """Whether a version was built to its end."""
    return (folder_of(machine, name) / COMPLETE).is_file()


def sound(machine: Machine, name: str) -> bool:
    """Whether a version is complete and every file of it is what it was when it was installed."""
    if not complete(machine, name):
        return False
    return not any(damaged(site) for site in folder_of(machine, name).glob("lib/python3*/site-packages"))


def name_for(machine: Machine, wheel: Wheel) -> str:
    """Folder name of a wheel: that of a sound installation of it, else one where it can be built.

    A damaged version that runs is not touched: it is built anew beside itself, so that a version is there at
    every moment.
    """
    names = (wheel.name, f"{wheel.name}.1")
    for name in names:
        if sound(machine, name):
            return name
    return names[1] if current(machine) == names[0] else names[0]


def folder_of(machine: Machine, name: str) -> Path:
    """Where a version lies for us."""
    return inside(machine, f"{VERSIONS}/{name}")


def build(machine: Machine, name: str, wheel: Wheel, wheels: Path | None) -> None:
    """Make the folder of a version: from a folder of wheels, without any network, or from the index.

    Raises `MachineError` with what the command said. Interrupted at any point, it can be called again.
    """
    folder = folder_of(machine, name)
    if folder.exists():
        shutil.rmtree(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    major, minor, kind = machine.run(PYTHON, "-c", PROBE).split()
    python = (int(major), int(minor))
    path = f"{VERSIONS}/{name}"
    system = python >= SYSTEM_LGPIO_FROM
    beside = ("--system-site-packages",) if system else ()
    try:
        machine.run(PYTHON, "-m", "venv", *beside, path)
    except MachineError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise MachineError(
            f"{error}\nOn Debian and Raspberry Pi OS: sudo apt install python3-venv"
        ) from error
    carried = folder / "wheels"
    _carry(wheel, wheels, carried)
    pip: tuple[str, ...] = (
        f"{path}/bin/python",
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--quiet",
    )
    if system:  # what Debian has of our libraries may change under us, so it does not count as installed
        pip = (*pip, "--ignore-installed")
    source: Sequence[str] = () if wheels is None else ("--no-index", "--find-links", f"{path}/wheels")
    ours = f"{path}/wheels/{wheel.path.name}"
    lock = lock_of(python, kind)
    if lock is None:
        machine.run(*pip, *source, f"{ours}[pi,watch]")
    else:
        (carried / "lock.txt").write_text(lock, encoding="utf-8")
        hashed = ("--require-hashes", "--only-binary", ":all:", "--requirement", f"{path}/wheels/lock.txt")
        machine.run(*pip, *source, *hashed)
        machine.run(*pip, "--no-deps", "--no-index", ours)
    shutil.rmtree(carried)
    machine.run(f"{path}/bin/triboard", "--version")
    os.sync()  # everything of the version is on the card before anything says so
    (folder / COMPLETE).write_text(f"{wheel.version}\n", encoding="utf-8")
    sync_folder(folder)


def lock_of(python: tuple[int, int], kind: str) -> str | None:
    """The locked libraries of a Pi (64 bit), with hashes; `None` for computers that we have no lock for."""
    try:
        return shipped(f"locks/{kind}-py{python[0]}.{python[1]}.txt")
    except FileNotFoundError:
        return None


def switch(machine: Machine, name: str) -> None:
    """From the next start on this version runs; the one before is kept as the previous one."""
    before = current(machine)
    if before is not None and before != name:
        point(inside(machine, PREVIOUS), f"versions/{before}")
    point(inside(machine, CURRENT), f"versions/{name}")
    point(inside(machine, COMMAND), COMMAND_TARGET)


def prune(machine: Machine) -> list[str]:
    """Remove versions that are neither the current nor the previous one; their names."""
    keep = {current(machine), previous(machine)}
    found = sorted(inside(machine, VERSIONS).glob("*")) if inside(machine, VERSIONS).is_dir() else []
    gone = [path for path in found if path.name not in keep]
    for path in gone:
        (path / COMPLETE).unlink(missing_ok=True)  # first: half a folder is never taken for a whole one
        shutil.rmtree(path, ignore_errors=True)
    return [path.name for path in gone]


def lgpio_works(machine: Machine, name: str) -> bool:
    """Whether the pin library of a version loads; the placeholder on the index has no such name inside."""
    probe = "import lgpio; lgpio.gpiochip_open"
    try:
        machine.run(f"{VERSIONS}/{name}/bin/python", "-c", probe)
    except MachineError:
        return False
    return True


def _carry(wheel: Wheel, wheels: Path | None, carried: Path) -> None:
    """Put the wheels where the machine's own commands find them, whatever its root is."""
    carried.mkdir()
    for path in wheel.path.parent.glob("*") if wheels is not None else ():
        if path.suffix == ".whl" and path != wheel.path:
            shutil.copy(path, carried)
    shutil.copy(wheel.path, carried)


def _target(machine: Machine, link: str) -> str | None:
    try:
        return Path(os.readlink(inside(machine, link))).name
    except OSError:
        return None
