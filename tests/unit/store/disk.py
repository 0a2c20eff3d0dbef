"""A disk in memory that can be full, slow, broken and cut off, and tells what then survives.

It knows two layers: what programs see, and what outlives a power cut. Content moves down by `sync`,
names by `sync_folder`; names are written in the order of the operations, as by a journalling file
system. A failed `sync` marks the content as clean, as Linux does: syncing once more lies.
"""

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

EVER = 1 << 30


class PowerCutError(BaseException):
    """The power has gone; nothing of ours may catch this."""


@dataclass(eq=False)
class Content:
    """One file's bytes, seen and safe."""

    seen: bytearray = field(default_factory=bytearray)
    safe: bytes = b""
    lying: bool = False


Names = dict[Path, dict[str, Content]]


class Disk:
    """Implements `FileOps`."""

    def __init__(self, names: Names | None = None) -> None:
        self.seen: Names = {} if names is None else {folder: dict(each) for folder, each in names.items()}
        self._safe: Names = {folder: dict(each) for folder, each in self.seen.items()}
        self._unsafe: list[list[tuple[Path, str, Content | None]]] = []
        self._open: dict[int, Content] = {}
        self._faults: dict[str, tuple[int, int]] = {}
        self.steps = 0
        """Operations and written bytes so far."""
        self.cut_at = EVER
        """The power goes before this step."""
        self.chunk = EVER
        """Most bytes that one write takes."""
        self.space = EVER
        """Bytes left."""
        self.written = 0
        self.synced: list[Path] = []
        """Folders synced, in order."""
        self.on_sync: Callable[[], None] = lambda: None

    # What a tester does to it

    def fail(self, operation: str, number: int, *, times: int = EVER) -> None:
        """Let the next `times` calls of `operation` fail with an errno."""
        self._faults[operation] = (number, times)

    def fail_writing(self, number: int) -> None:
        """Let everything fail that would change the disk."""
        for operation in ("make_folder", "create", "write", "rename", "link", "remove"):
            self.fail(operation, number)

    def mend(self) -> None:
        self._faults.clear()
        self.space = EVER

    def put(self, path: Path, data: bytes) -> None:
        """Place a file from outside, safely."""
        content = Content(bytearray(data), data)
        for layer in (self.seen, self._safe):
            layer.setdefault(path.parent, {})[path.name] = content

    def get(self, path: Path) -> bytes:
        return bytes(self.seen[path.parent][path.name].seen)

    def files(self) -> list[str]:
        return sorted(str(folder / name) for folder, names in self.seen.items() for name in names)

    def after_power_cut(self, share: float) -> "Disk":
        """The disk at the next start, when `share` of what was not synced happened to get there."""
        for change in self._unsafe[: round(share * len(self._unsafe))]:
            _apply(self._safe, change)
        after = Disk()
        copies: dict[Content, Content] = {}
        for folder, names in self._safe.items():
            after.seen[folder] = {}
            for name, content in names.items():
                rest = bytes(content.seen[len(content.safe) :])
                data = content.safe + rest[: round(share * len(rest))]
                copy = copies.setdefault(content, Content(bytearray(data), data))
                after.seen[folder][name] = copy
        after._safe = {folder: dict(each) for folder, each in after.seen.items()}
        return after

    # What the store sees

    def make_folder(self, folder: Path) -> None:
        if folder in self.seen:
            return
        self._step("make_folder")
        self.seen[folder] = {}
        self._safe[folder] = {}

    def names(self, folder: Path) -> list[str]:
        self._step("names")
        return list(self._folder(folder))

    def size(self, path: Path) -> int:
        self._step("size")
        return len(self._content(path).seen)

    def read(self, path: Path, limit: int) -> bytes:
        self._step("read")
        return bytes(self._content(path).seen[:limit])

    def create(self, path: Path) -> int:
        self._step("create")
        self._folder(path.parent)
        content = Content()
        self._change([(path.parent, path.name, content)])
        descriptor = 3 + self.steps
        self._open[descriptor] = content
        return descriptor

    def write(self, descriptor: int, data: bytes) -> int:
        content = self._open[descriptor]
        self._step("write")
        if not self.space:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        count = min(len(data), self.chunk, self.space)
        for byte in data[:count]:
            self._step("byte")
            content.seen.append(byte)
            self.space -= 1
            self.written += 1
        return count

    def sync(self, descriptor: int) -> None:
        self._sync(self._open[descriptor])

    def close(self, descriptor: int) -> None:
        self._step("close")
        del self._open[descriptor]

    def sync_file(self, path: Path) -> None:
        self._sync(self._content(path))

    def sync_folder(self, folder: Path) -> None:
        self._step("sync_folder")
        self.synced.append(folder)
        touching = [
            index for index, change in enumerate(self._unsafe) if any(each[0] == folder for each in change)
        ]
        for _ in range(touching[-1] + 1 if touching else 0):
            _apply(self._safe, self._unsafe.pop(0))

    def rename(self, old: Path, new: Path) -> None:
        self._step("rename")
        content = self._content(old)
        self._folder(new.parent)
        self._change([(old.parent, old.name, None), (new.parent, new.name, content)])

    def link(self, old: Path, new: Path) -> None:
        self._step("link")
        if new.name in self._folder(new.parent):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        self._change([(new.parent, new.name, self._content(old))])

    def remove(self, path: Path) -> None:
        self._step("remove")
        self._content(path)
        self._change([(path.parent, path.name, None)])

    def _sync(self, content: Content) -> None:
        self.on_sync()
        try:
            self._step("sync")
        except OSError:
            content.lying = True
            raise
        if not content.lying:
            content.safe = bytes(content.seen)

    def _step(self, operation: str) -> None:
        if self.steps >= self.cut_at:
            raise PowerCutError
        self.steps += 1
        number, times = self._faults.get(operation, (0, 0))
        if times:
            self._faults[operation] = (number, times - 1)
            raise OSError(number, os.strerror(number))

    def _folder(self, folder: Path) -> dict[str, Content]:
        if folder not in self.seen:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return self.seen[folder]

    def _content(self, path: Path) -> Content:
        if path.name not in self._folder(path.parent):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return self.seen[path.parent][path.name]

    def _change(self, change: list[tuple[Path, str, Content | None]]) -> None:
        _apply(self.seen, change)
        self._unsafe.append(change)


def _apply(names: Names, change: list[tuple[Path, str, Content | None]]) -> None:
    for folder, name, content in change:
        if content is None:
            names[folder].pop(name, None)
        else:
            names[folder][name] = content
