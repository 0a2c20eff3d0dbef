"""Telling others how the board is: heartbeat, MQTT, metrics. All are off unless a setting asks for them.

None can slow play: the loop leaves the newest state in a slot and goes on; each watcher takes it from there
in a thread of its own, with time-outs, and whatever fails is only shown on the page of care.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from triboard.app.health import Shape, parts_of
from triboard.errors import ConfigurationError, Mistake
from triboard.units import SECOND, Duration, Instant, after

TELL_EVERY: Final = Duration(SECOND)
"""Between two looks at the state, for watchers that want every change."""

BUSY: Final = 30.0
"""Seconds without any change on the board after which nobody counts as playing."""

Told = Mapping[str, Any]


class Watcher(Protocol):
    """One way of telling others."""

    name: str

    @property
    def trouble(self) -> str:
        """Why the last try failed, without names and addresses; empty: it did not."""
        ...

    def offer(self, told: Told) -> None:
        """Take the newest state; returns at once, also when the network hangs."""
        ...

    def close(self) -> None:
        """Say good-bye if that goes quickly."""
        ...


class Slot:
    """The newest state, for one thread that waits for it. What was not fetched in time is replaced."""

    def __init__(self) -> None:
        self._ready = threading.Condition()
        self._newest: Told | None = None
        self._closed = False

    def put(self, told: Told) -> None:
        """Leave the newest state; never waits for the other side's work."""
        with self._ready:
            self._newest = told
            self._ready.notify()

    def close(self) -> None:
        """Let the waiting side end."""
        with self._ready:
            self._closed = True
            self._ready.notify()

    def take(self, timeout: float | None) -> Told | None:
        """The newest state, once; `None` after the time, or when closed."""
        with self._ready:
            self._ready.wait_for(lambda: self._closed or self._newest is not None, timeout)
            newest, self._newest = self._newest, None
            return newest

    @property
    def closed(self) -> bool:
        """Whether it is over."""
        return self._closed


def told_of(status: Mapping[str, Any]) -> dict[str, Any]:
    """What watchers are told: nothing that names a person, a machine or a network."""
    ill = [part for part in parts_of(status) if part.state in (Shape.AILING, Shape.FAILED)]
    return {
        "board": status["board"],
        "game": status["game"],
        "phase": status["phase"],
        "ply": status["ply"],
        "connected": status["link"]["state"] == "up",
        "saved": status["storage"]["state"] == "well",
        "lights": status["light"]["fault"] is None,
        "busy": status["quiet"] < BUSY,
        "well": not ill,
        "ailing": {part.part: part.state.value for part in ill},
        "version": status["version"],
    }


class Watching:
    """All watchers of one daemon."""

    def __init__(self, watchers: Sequence[Watcher], status: Callable[[], Mapping[str, Any]]) -> None:
        self._watchers = tuple(watchers)
        self._status = status
        self._due = Instant(0)

    def turn(self, now: Instant) -> None:
        """Called after each turn of the loop; does nothing most of the time, and nothing without watchers."""
        if not self._watchers or now < self._due:
            return
        self._due = after(now, TELL_EVERY)
        told = told_of(self._status())
        for watcher in self._watchers:
            watcher.offer(told)

    def as_json(self) -> list[dict[str, Any]]:
        """How they fare, for the status."""
        return [{"name": one.name, "on": True, "trouble": one.trouble} for one in self._watchers]

    def close(self) -> None:
        """End them all."""
        for watcher in self._watchers:
            watcher.close()


def missing_library(key: str, library: str) -> ConfigurationError:
    """A setting asks for what is not installed."""
    remedy = "Install it: pip install 'triboard[watch]', or leave the setting out."
    return ConfigurationError(Mistake(key, f"needs the library {library}, which is not installed", remedy))
