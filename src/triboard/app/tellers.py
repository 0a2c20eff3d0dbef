"""The watchers that the settings ask for; none starts where this process has no network of its own."""

import socket
from dataclasses import dataclass
from typing import Final

from triboard.app.config import Config
from triboard.app.heartbeat import Heartbeat
from triboard.app.mqtt import Mqtt
from triboard.app.watching import Told, Watcher

NO_NETWORK: Final = (
    "This service has no network of its own, so nobody is told (triboard-socket.service). "
    "The one with a network: sudo triboard install --page lan."
)


@dataclass(slots=True)
class Muted:
    """A watcher that can reach nobody; it only says why."""

    name: str
    trouble: str = NO_NETWORK

    def offer(self, told: Told) -> None:
        """Nobody hears it."""

    def close(self) -> None:
        """There is nothing to end."""


def networked() -> bool:
    """Whether this process may open connections; the unit of the socket forbids the very address families."""
    try:
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()
    except OSError:
        return False
    return True


def watchers_of(config: Config, *, network: bool) -> list[Watcher]:
    """Started; raises `ConfigurationError` where a library is missing."""
    watchers: list[Watcher] = []
    if config.heartbeat.url is not None:
        watchers.append(Heartbeat(config.heartbeat) if network else Muted(Heartbeat.name))
    if config.mqtt.host is not None:
        watchers.append(Mqtt(config.mqtt) if network else Muted(Mqtt.name))
    return watchers
