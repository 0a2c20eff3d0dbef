"""Which versions of the protocol fit together.

Same major: run. Newer minor at the other end: run with what this end knows. Else refuse.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from triboard.errors import ProtocolVersionError

MAJOR: Final = 1
MINOR: Final = 1

_FEATURES: Final[Mapping[str, int]] = {
    "frames": 0,
    "snapshots": 0,
    "clock": 0,
    "quality": 0,
    "pixels": 0,
    "unread": 1,
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
    if major != MAJOR:
        older = "firmware" if major < MAJOR else "triboard on the host"
        raise ProtocolVersionError(
            f"The controller speaks protocol {major}.{minor}, this host {MAJOR}.{MINOR}. Update the {older}."
        )
    common = min(minor, MINOR)
    return Agreement(MAJOR, common, tuple(name for name, since in _FEATURES.items() if since <= common))
