"""The computer as the checks see it: files, nodes, commands, versions. Never changes anything.

Checks ask only through `System`, so that each of them can be shown any computer (`specimens`).
"""

import os
import shutil
import struct
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Protocol

COMMAND_PATIENCE: Final = 5.0
"""Seconds that a command gets; none of ours needs one."""

MOST_TEXT: Final = 1 << 20
"""Bytes read of a file; what the checks look for stands in the first lines."""

_ACL: Final = "system.posix_acl_access"
_ACL_USER, _ACL_GROUP, _ACL_MASK = 0x02, 0x08, 0x10  # tags of linux/posix_acl_xattr.h


@dataclass(frozen=True, slots=True)
class Node:
    """Owner, group and access bits of a file; `users` and `groups` are what an access list adds to them."""

    uid: int
    gid: int
    mode: int
    users: Mapping[int, int] = field(default_factory=dict)
    groups: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Space:
    """Bytes of a file system."""

    free: int
    total: int


class System(Protocol):
    """Questions to a computer. `None` always means: there is none, or this user may not see it."""

    def text(self, path: str) -> str | None:
        """Contents of a text file; zero bytes between words come as they are."""
        ...

    def names(self, folder: str) -> tuple[str, ...]:
        """Names in a folder, sorted; none where there is no such folder."""
        ...

    def node(self, path: str) -> Node | None:
        """Whom a file, device or folder belongs to; links are followed."""
        ...

    def real(self, path: str) -> str:
        """The path with all links followed."""
        ...

    def space(self, path: str) -> Space | None: ...

    def said(self, *command: str) -> str | None:
        """What a command prints, whatever its exit code."""
        ...

    def version(self, library: str) -> str | None:
        """Version of an installed Python library; empty where it is there without one."""
        ...

    def environ(self) -> Mapping[str, str]: ...


class RealSystem:
    """This computer."""

    def text(self, path: str) -> str | None:
        try:
            with Path(path).open("rb") as file:
                return file.read(MOST_TEXT).decode(errors="replace")
        except OSError:
            return None

    def names(self, folder: str) -> tuple[str, ...]:
        try:
            return tuple(sorted(os.listdir(folder)))
        except OSError:
            return ()

    def node(self, path: str) -> Node | None:
        try:
            found = os.stat(path)
        except OSError:
            return None
        try:
            users, groups = _access_list(os.getxattr(path, _ACL))
        except OSError:  # most files have none
            users, groups = {}, {}
        return Node(found.st_uid, found.st_gid, found.st_mode & 0o7777, users, groups)

    def real(self, path: str) -> str:
        return os.path.realpath(path)

    def space(self, path: str) -> Space | None:
        try:
            found = os.statvfs(path)
        except OSError:
            return None
        return Space(found.f_bavail * found.f_frsize, found.f_blocks * found.f_frsize)

    def said(self, *command: str) -> str | None:
        program = shutil.which(command[0])
        if program is None:
            return None
        try:
            done = subprocess.run(
                [program, *command[1:]],
                capture_output=True,
                text=True,
                timeout=COMMAND_PATIENCE,
                check=False,
                stdin=subprocess.DEVNULL,
            )
        except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
            return None
        return done.stdout.strip() or None

    def version(self, library: str) -> str | None:
        try:
            return metadata.version(library)
        except metadata.PackageNotFoundError:
            return "" if find_spec(library.replace("-", "_")) is not None else None

    def environ(self) -> Mapping[str, str]:
        return os.environ


def _access_list(raw: bytes) -> tuple[dict[int, int], dict[int, int]]:
    """Users and groups with their access bits, the mask applied."""
    entries = list(struct.iter_unpack("<HHI", raw[4:]))
    mask = next((bits for tag, bits, _ in entries if tag == _ACL_MASK), 7)
    users = {number: bits & mask for tag, bits, number in entries if tag == _ACL_USER}
    groups = {number: bits & mask for tag, bits, number in entries if tag == _ACL_GROUP}
    return users, groups
