"""The files of the system: units, user, rules. Written when they differ, each in one step."""

import os
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

from triboard.app.install.machine import Machine, inside
from triboard.errors import ConfigurationError, Mistake

UNIT_FOLDER: Final = "/etc/systemd/system"

FILES: Final = {
    "triboard.service": f"{UNIT_FOLDER}/triboard.service",
    "triboard-socket.service": f"{UNIT_FOLDER}/triboard-socket.service",
    "triboard-socket.socket": f"{UNIT_FOLDER}/triboard-socket.socket",
    "triboard-poke.service": f"{UNIT_FOLDER}/triboard-poke.service",
    "triboard-trial.service": f"{UNIT_FOLDER}/triboard-trial.service",
    "sysusers.conf": "/etc/sysusers.d/triboard.conf",
    "tmpfiles.conf": "/etc/tmpfiles.d/triboard.conf",
    "modules-load.conf": "/etc/modules-load.d/triboard.conf",
    "70-triboard.rules": "/etc/udev/rules.d/70-triboard.rules",
}
"""What we ship, and where it goes: into the administrator's folders, since no package manager owns it."""

COMMAND: Final = "/usr/local/bin/triboard"
COMMAND_TARGET: Final = "/opt/triboard/current/bin/triboard"


def shipped(name: str) -> str:
    """Text of a file of ours, from a wheel or a checkout."""
    return (resources.files("triboard") / "systemd_files" / name).read_text(encoding="utf-8")


def outdated(machine: Machine) -> Iterator[str]:
    """Files of ours that are missing or differ."""
    for name, path in FILES.items():
        if _text(inside(machine, path)) != shipped(name):
            yield path


def write_files(machine: Machine) -> None:
    """Put every file of ours where it belongs."""
    for name, path in FILES.items():
        write_whole(inside(machine, path), shipped(name))


def present(machine: Machine) -> Iterator[str]:
    """Files of ours that are there."""
    for path in (*FILES.values(), COMMAND):
        if inside(machine, path).exists() or inside(machine, path).is_symlink():
            yield path


def write_whole(path: Path, text: str, *, owner: tuple[int, int] | None = None, mode: int = 0o644) -> None:
    """The whole text or what was there before, whenever the power fails; by default readable by everybody."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.new")
        beside.unlink(missing_ok=True)  # one of a cut installation may be open to others
        opened = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(opened, "w", encoding="utf-8") as file:
            file.write(text)
            if owner is not None:
                os.fchown(opened, *owner)
            os.fchmod(opened, mode)
            file.flush()
            os.fsync(opened)
        beside.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise _cannot(path, error) from error


def point(link: Path, target: str) -> None:
    """Make `link` lead to `target`, in one step and on disk."""
    try:
        link.parent.mkdir(parents=True, exist_ok=True)
        beside = link.with_name(f".{link.name}.new")
        beside.unlink(missing_ok=True)
        beside.symlink_to(target)
        beside.replace(link)
        sync_folder(link.parent)
    except OSError as error:
        raise _cannot(link, error) from error


def sync_folder(folder: Path) -> None:
    """Return when the names in a folder are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _cannot(path: Path, error: OSError) -> ConfigurationError:
    remedy = "Use sudo." if isinstance(error, PermissionError) else "Check the disk and the path."
    return ConfigurationError(Mistake(str(path), f"cannot be written ({error.strerror})", remedy))
