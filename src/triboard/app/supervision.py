"""What the service manager gave this process, and what it wants to hear."""

import os
import socket
from collections.abc import MutableMapping
from dataclasses import dataclass
from pathlib import Path

from triboard.drivers.notifier import Notifier, inherited_sockets, notifier_of, watchdog_seconds


@dataclass(frozen=True, slots=True)
class Supervision:
    """By default nobody watches: the command was typed by a person.

    `sockets` are listening already and take the page; `watchdog` is its time-out in seconds; `folder`
    outlives a restart of the service and is empty after a reboot.
    """

    notifier: Notifier
    sockets: tuple[socket.socket, ...] = ()
    watchdog: float | None = None
    folder: Path | None = None


def nobody() -> Supervision:
    """Supervision of a command that a person typed."""
    return Supervision(Notifier())


def supervision(environ: MutableMapping[str, str] = os.environ) -> Supervision:
    """What systemd says in the environment; takes it out, so that no child takes it for its own."""
    notifier = notifier_of(environ)
    folder = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return Supervision(
        notifier,
        inherited_sockets(environ),
        watchdog_seconds(environ),
        Path(folder) if folder and notifier.heard else None,
    )
