"""Which versions of the protocol fit together.

Same major: run. Newer minor at the other end: run with what this end knows. A minor from before the wiring
table, or another major: refuse.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from triboard.errors import ProtocolVersionError

MAJOR: Final = 1
MINOR: Final = 2

OLDEST_MINOR: Final = 2
"""Firmware from before it knows no wiring table, so it could not read this host's configuration."""

INSTALL: Final = " (triboard firmware install)"

_FEATURES: Final[Mapping[str, int]] = {
    "frames": 0,
    "snapshots": 0,
    "clock": 0,
    "quality": 0,
    "pixels": 0,
    "unread": 1,
    "wiring": 2,
}
"""Features and the minor version that brought them."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The version that both ends know and the features it has."""

    major: int
    minor: int
    features: tuple[str, ...]


def agree(major: int, minor: int) -> Agreement:
    """The common version with a controller; raises `ProtocolVersionError` with the fix."""
    if major != MAJOR or minor < OLDEST_MINOR:
        older = "firmware" if major <= MAJOR else "triboard on the host"
        raise ProtocolVersionError(
            f"The controller speaks protocol {major}.{minor}, this host {MAJOR}.{MINOR}."
            f" Update the {older}{INSTALL if major <= MAJOR else ''}."
        )
    common = min(minor, MINOR)
    return Agreement(MAJOR, common, tuple(name for name, since in _FEATURES.items() if since <= common))
