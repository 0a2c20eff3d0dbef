"""Whole small files, replaced in one step, and the seam through which the store touches the disk.

A reader finds the previous content or the new one, never a mixture, whenever the power fails.
`write_checked` adds a checksum and keeps the previous content, for settings and learned baselines.
Nothing here is written when the content has not changed.
"""

import errno
import json
import os
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from triboard.errors import InternalError, StorageError

MAX_SMALL_FILE: Final = 1 << 20
"""Bytes read of a small file; ours have a few thousand, and a start must not wait for garbage."""


class FileOps(Protocol):
    """Every operation of the store on files; each raises `OSError`. Tests put a faulty disk here."""

    def make_folder(self, folder: Path) -> None:
        """Make `folder` and its parents, for this user only and on disk; content with one that exists."""
        ...

    def names(self, folder: Path) -> list[str]: ...

    def size(self, path: Path) -> int: ...

    def read(self, path: Path, limit: int) -> bytes:
        """At most the first `limit` bytes."""
        ...

    def create(self, path: Path) -> int:
        """Descriptor of an empty file at `path`, whatever was there; writes go to its end."""
        ...

    def write(self, descriptor: int, data: bytes) -> int:
        """Write a beginning of `data` and tell its length."""
        ...

    def sync(self, descriptor: int) -> None:
        """Return when content and length are on the disk (fdatasync)."""
        ...

    def close(self, descriptor: int) -> None: ...

    def sync_file(self, path: Path) -> None:
        """As `sync`, for a file that is not open."""
        ...

    def sync_folder(self, folder: Path) -> None:
        """Return when the names in `folder` are on the disk."""
        ...

    def rename(self, old: Path, new: Path) -> None:
        """Atomic; replaces `new`."""
        ...

    def link(self, old: Path, new: Path) -> None:
        """Give the file a second name; `FileExistsError` when it is taken."""
        ...

    def remove(self, path: Path) -> None: ...


class RealFiles:
    """The operating system's files; new files and folders are for their owner only."""

    def make_folder(self, folder: Path) -> None:
        if folder.is_dir():
            return
        self.make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        self.sync_folder(folder.parent)

    def names(self, folder: Path) -> list[str]:
        return os.listdir(folder)

    def size(self, path: Path) -> int:
        return path.stat().st_size

    def read(self, path: Path, limit: int) -> bytes:
        with path.open("rb") as file:
            return file.read(limit)

    def create(self, path: Path) -> int:
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
        return os.open(path, flags, 0o600)

    def write(self, descriptor: int, data: bytes) -> int:
        return os.write(descriptor, data)

    def sync(self, descriptor: int) -> None:
        os.fdatasync(descriptor)

    def close(self, descriptor: int) -> None:
        os.close(descriptor)

    def sync_file(self, path: Path) -> None:
        self._sync(path, os.O_RDONLY)

    def sync_folder(self, folder: Path) -> None:
        self._sync(folder, os.O_RDONLY | os.O_DIRECTORY)

    def rename(self, old: Path, new: Path) -> None:
        os.replace(old, new)

    def link(self, old: Path, new: Path) -> None:
        os.link(old, new)

    def remove(self, path: Path) -> None:
        path.unlink()

    @staticmethod
    def _sync(path: Path, flags: int) -> None:
        descriptor = os.open(path, flags | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


REAL_FILES: Final = RealFiles()


@dataclass(frozen=True, slots=True)
class Damage:
    """A file of ours that reads wrong: from which line (from 1; 0: all of it), what, where it lies now."""

    file: Path
    line: int
    what: str
    kept_as: Path | None = None

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.line else str(self.file)
        kept = f" The damaged file is kept as {self.kept_as.name}." if self.kept_as else ""
        return f"{place}: {self.what}.{kept}"


_FULL: Final = (
    "no space is left on this disk",
    "Free some space there; what is missing on the disk is written with the next move",
)
_REFUSED: Final = (
    "this user may not write here",
    "Give the folder to the user that runs triboard (chown), or name another one with --state-dir",
)
_IN_THE_WAY: Final = (
    "a file stands where a folder should be",
    "Move it away, or name another folder with --state-dir",
)
_REASONS: Final[Mapping[int, tuple[str, str]]] = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EROFS: (
        "the file system is mounted read-only",
        "Mount it writable, or name a folder on a writable one with --state-dir",
    ),
    errno.EACCES: _REFUSED,
    errno.EPERM: _REFUSED,
    errno.ENOENT: ("the folder is missing", "Make it, or name another one with --state-dir"),
    errno.ENOTDIR: _IN_THE_WAY,
    errno.EEXIST: _IN_THE_WAY,
    errno.EIO: (
        "the card or disk reports an error",
        "Copy the state folder while it can be read, then put in a new card",
    ),
}


def storage_error(error: OSError, place: Path) -> StorageError:
    """What went wrong at `place` and what a person can do about it."""
    other = (error.strerror or type(error).__name__, "See docs/storage.md")
    problem, remedy = _REASONS.get(error.errno or 0, other)
    return StorageError(f"{place}: {problem}. {remedy}.")


def write_all(files: FileOps, descriptor: int, data: bytes) -> None:
    """Write all of `data`, in as many pieces as the disk takes."""
    while data:
        count = files.write(descriptor, data)
        if count <= 0:
            raise OSError(errno.EIO, "the disk takes no bytes")
        data = data[count:]


def write_synced(files: FileOps, path: Path, data: bytes) -> int:
    """Descriptor of a new file with `data` in it, on disk; its *name* is not, until `sync_folder`.

    After an error no file is left. Do not use it where `path` must survive: it is emptied first.
    """
    descriptor = files.create(path)
    try:
        write_all(files, descriptor, data)
        files.sync(descriptor)
    except OSError:
        with suppress(OSError):
            files.close(descriptor)
        with suppress(OSError):
            files.remove(path)
        raise
    return descriptor


def temporary(path: Path) -> Path:
    """Where the next content of `path` grows; always the same name, so that none pile up."""
    return path.with_name(f".{path.name}.new")


def write_atomically(path: Path, data: bytes, *, files: FileOps = REAL_FILES) -> None:
    """Replace `path` by `data`; when this returns, `data` outlives a power cut.

    Raises `StorageError`; `path` then holds what it held or `data`, whole.
    """
    try:
        files.close(write_synced(files, temporary(path), data))
        files.rename(temporary(path), path)
        files.sync_folder(path.parent)
    except OSError as error:
        raise storage_error(error, path) from error


@dataclass(frozen=True, slots=True)
class Checked:
    """What `read_checked` found; no content: there is none yet, or (with damage) none that is whole."""

    content: dict[str, Any] | None
    damage: tuple[Damage, ...] = ()


def previous(path: Path) -> Path:
    """Where the content before the present one lies."""
    return path.with_name(f"{path.name}.previous")


def read_checked(path: Path, *, files: FileOps = REAL_FILES) -> Checked:
    """Content of a file by `write_checked`; if it is damaged or gone, the one before it, and says so."""
    content, damage = _read_one(path, files)
    if content is not None:
        return Checked(content)
    older, older_damage = _read_one(previous(path), files)
    if older is not None and damage is None:
        damage = Damage(path, 0, f"is missing; {previous(path).name} is used")
    return Checked(older, tuple(each for each in (damage, older_damage) if each is not None))


def write_checked(path: Path, content: Mapping[str, Any], *, files: FileOps = REAL_FILES) -> None:
    """Keep `content`, a JSON object, at `path` with its checksum; the present one becomes the previous.

    Writes nothing when `path` holds the same already. A present one that is damaged never replaces a
    previous one that is whole; the last such is kept as `NAME.damaged`. Raises `StorageError`.
    """
    new = _envelope(content)
    try:
        old = files.read(path, MAX_SMALL_FILE)
    except OSError:
        old = b""
    if old == new:
        return
    if _open_envelope(old) is not None:
        write_atomically(previous(path), old, files=files)
    elif old:
        aside = path.with_name(f"{path.name}.damaged")
        with suppress(OSError):  # a keepsake for whoever looks for the cause
            files.remove(aside)
        with suppress(OSError):
            files.link(path, aside)
    write_atomically(path, new, files=files)


def _read_one(path: Path, files: FileOps) -> tuple[dict[str, Any] | None, Damage | None]:
    try:
        data = files.read(path, MAX_SMALL_FILE)
    except FileNotFoundError:
        return None, None
    except OSError as error:
        return None, Damage(path, 0, f"cannot be read ({error.strerror})")
    content = _open_envelope(data)
    return content, None if content is not None else Damage(path, 0, "does not match its checksum")


def _envelope(content: Mapping[str, Any]) -> bytes:
    try:
        text = json.dumps({"crc32": _checksum(content), "content": content}, indent=2, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InternalError(f"This content has no form in JSON: {error}") from error
    return text.encode() + b"\n"


def _open_envelope(data: bytes) -> dict[str, Any] | None:
    try:
        envelope = json.loads(data)
        content = envelope["content"]
        whole = isinstance(content, dict) and envelope["crc32"] == _checksum(content)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return content if whole else None


def _checksum(content: Mapping[str, Any]) -> str:
    """Of the content, not of its layout: whoever reformats the file does no damage."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return f"{zlib.crc32(text.encode()):08x}"
