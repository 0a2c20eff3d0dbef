"""One process at a time on a state folder."""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from triboard.errors import ConfigurationError, Mistake
from triboard.store.atomic import REAL_FILES, FileOps, storage_error

LOCK_NAME: Final = "lock"


class StateLock:
    """Holds a state folder until `release` or the end of the process, however it ends.

    The file stays; what locks is the kernel's hold on it, so no stale file ever blocks a start.
    It is not inherited by programs that this process runs, but by bare forks.
    """

    def __init__(self, descriptor: int, path: Path) -> None:
        """Use `StateLock.acquire`."""
        self.path = path
        self._descriptor: int | None = descriptor

    @classmethod
    def acquire(cls, folder: Path, *, files: FileOps = REAL_FILES) -> "StateLock":
        """Lock `folder`, which is made if it is missing; does not wait.

        Raises `ConfigurationError`, naming the other process, when it is in use, and `StorageError`
        when the file cannot be written; then there is nothing to protect and a game may go on unsaved.
        """
        path = folder / LOCK_NAME
        try:
            files.make_folder(folder)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        except OSError as error:
            raise storage_error(error, path) from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        except BlockingIOError as error:
            holder = _holder(descriptor)
            os.close(descriptor)
            mistake = Mistake(
                str(folder),
                f"{holder} is using this state folder",
                "Stop it first (a service: `systemctl stop triboard`), "
                "or give this one a folder of its own with --state-dir.",
            )
            raise ConfigurationError(mistake) from error
        except OSError as error:
            os.close(descriptor)
            raise storage_error(error, path) from error
        return cls(descriptor, path)

    def release(self) -> None:
        """Let the folder go; safe to call twice."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()


def _holder(descriptor: int) -> str:
    """The process that wrote its number into the lock, with its command line if we may see it."""
    number = os.pread(descriptor, 32, 0).strip().decode(errors="replace")
    if not number.isdecimal():
        return "another process"
    try:
        command = Path(f"/proc/{number}/cmdline").read_bytes().replace(b"\0", b" ").strip()
    except OSError:
        command = b""
    shown = f" (`{command.decode(errors='replace')[:120]}`)" if command else ""
    return f"process {number}{shown}"
