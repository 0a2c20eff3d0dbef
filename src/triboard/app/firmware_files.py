"""The files that go to a Pico, with their hashes, and what they say of themselves."""

import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from triboard.app.packaged import firmware_files
from triboard.errors import InternalError

LISTING: Final = "files.txt"
"""Names and hashes of the version in flash: what a later version may take away again."""

_VERSION: Final = re.compile(rb'^FIRMWARE = "([^"\n]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Files:
    """One version of the firmware: contents by name."""

    contents: dict[str, bytes]

    @property
    def version(self) -> str:
        """What its hello will say."""
        return version_in(self.contents.get("version.py", b"")) or "unknown"

    @property
    def hashes(self) -> dict[str, str]:
        """SHA-256 of each file."""
        return {name: sha256(data).hexdigest() for name, data in sorted(self.contents.items())}


def version_in(text: bytes) -> str | None:
    """The version that a `version.py` names."""
    found = _VERSION.search(text)
    return found.group(1).decode() if found else None


def read_files(folder: Path | None = None) -> Files:
    """The firmware of this program, or of another folder, with its listing."""
    folder = folder or firmware_files()
    contents = {path.name: path.read_bytes() for path in sorted(folder.glob("*.py"))}
    if "main.py" not in contents or "boot.py" not in contents:
        raise InternalError(f"{folder} holds no firmware")
    return with_listing(contents)


def with_listing(contents: dict[str, bytes]) -> Files:
    """A version and the listing of its files."""
    lines = [f"{name} {sha256(data).hexdigest()}\n" for name, data in contents.items()]
    return Files({**contents, LISTING: "".join(lines).encode()})


def names_in(listing: bytes | None) -> set[str]:
    """The file names of a listing that was read from flash; empty for one that is none."""
    if listing is None:
        return set()
    words = [line.split() for line in listing.decode("ascii", "replace").splitlines()]
    return {line[0] for line in words if len(line) == 2 and "/" not in line[0]}
