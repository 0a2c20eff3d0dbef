"""Where a folder lies, as the mount table says: on something that forgets everything when the power goes?"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

MOUNTS: Final = Path("/proc/self/mountinfo")

FORGETFUL: Final = frozenset({"tmpfs", "ramfs", "devtmpfs"})


@dataclass(frozen=True, slots=True)
class Mount:
    """One line of the mount table. `upper` is where an overlay keeps what is written."""

    point: Path
    kind: str
    upper: Path | None
    read_only: bool


def mounts(table: Path = MOUNTS) -> tuple[Mount, ...]:
    """The mount table, later lines over earlier ones; none where it cannot be read."""
    try:
        lines = table.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ()
    return tuple(found for line in lines if (found := _mount(line)) is not None)


def volatile(folder: Path, known: tuple[Mount, ...] | None = None) -> str | None:
    """Why what is written below `folder` is gone after the next start; `None`: it is on a disk, as far as
    the mount table tells. Asks the table, not the settings: an overlay may be believed on and be off."""
    known = mounts() if known is None else known
    for _ in range(4):  # an overlay on an overlay on memory
        mount = mount_of(folder, known)
        if mount is None:
            return None
        if mount.kind in FORGETFUL:
            return f"it lies in memory ({mount.kind} on {mount.point})"
        if mount.kind != "overlay" or mount.upper is None:
            return None
        folder = mount.upper
        below = mount_of(folder, known)
        if below is None or below.point == mount.point:
            return None  # the place is hidden from here
        if below.kind in FORGETFUL:
            return f"it lies on an overlay in memory ({mount.point})"
    return None


def mount_of(folder: Path, known: tuple[Mount, ...]) -> Mount | None:
    """The mount that a folder, or the nearest one above it that exists, lies on."""
    place = folder.resolve()
    inside = [mount for mount in known if place.is_relative_to(mount.point)]
    deepest = max((len(mount.point.parts) for mount in inside), default=0)
    return next((mount for mount in reversed(inside) if len(mount.point.parts) == deepest), None)


def _mount(line: str) -> Mount | None:
    """A line of proc_pid_mountinfo(5): `36 35 98:0 /root /point options [tags] - kind source options`."""
    fields = line.split(" ")
    try:
        dash = fields.index("-", 6)
        point, options, kind, inner = fields[4], fields[5], fields[dash + 1], fields[dash + 3]
    except (ValueError, IndexError):
        return None
    upper = next(
        (part.removeprefix("upperdir=") for part in inner.split(",") if part.startswith("upperdir=")), ""
    )
    read_only = "ro" in options.split(",") or "ro" in inner.split(",")
    return Mount(Path(_unescaped(point)), kind, Path(_unescaped(upper)) if upper else None, read_only)


def _unescaped(text: str) -> str:
    for code, letter in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        text = text.replace(code, letter)
    return text
