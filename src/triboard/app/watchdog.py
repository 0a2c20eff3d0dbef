"""The honest watchdog: the service manager hears of us only after a completed turn.

No timer and no thread feeds it. A turn that hangs in reading, reducing, rendering or showing never comes
here, and neither does a link that is said to be up but brings nothing.
"""

from typing import Final, Protocol

from triboard.session.state import LinkState, SessionState
from triboard.units import SECOND, Duration, Instant, after

FEEDS_A_TIMEOUT: Final = 4
"""Feeds in one time-out of the watchdog: three may be lost or late before it bites."""

WELL_AFTER: Final = Duration(60 * SECOND)
"""A run this long was no failed start: the count of failures begins anew."""


class Manager(Protocol):
    """Who started us."""

    def ready(self) -> None: ...
    def alive(self) -> None: ...
    def status(self, text: str) -> None: ...


class Turning(Protocol):
    """What a watchdog asks of the daemon."""

    @property
    def state(self) -> SessionState: ...
    @property
    def turns(self) -> int:
        """Completed turns: taken in, reduced and rendered."""
        ...


class Watchdog:
    """Call `turned` after each turn. `timeout` is the watchdog's, in seconds; `None`: nobody waits."""

    def __init__(self, manager: Manager, *, timeout: float | None = None) -> None:
        self.well = False
        """Whether this run has lasted long enough to be a good one."""
        self._manager = manager
        every = 0.0 if timeout is None else timeout / FEEDS_A_TIMEOUT
        self._every = Duration(round(every * SECOND))
        self._wanted = timeout is not None
        self._began: Instant | None = None
        self._fed: Instant | None = None
        self._turns = self._heard = 0

    def turned(self, daemon: Turning, heard: int, now: Instant) -> None:
        """Tell what is due: ready after the first turn, alive after a completed one, a new status.

        `heard` counts the messages of the controller: an idle board sends its snapshot each second.
        """
        if daemon.turns == self._turns:
            return
        if self._began is None:
            self._began = now
            self._manager.ready()
        self.well = now >= after(self._began, WELL_AFTER)
        self._manager.status(status_line(daemon.state))
        if not self._wanted or (self._fed is not None and now < after(self._fed, self._every)):
            return
        if daemon.state.link is LinkState.UP and heard == self._heard:
            return  # the board is said to be there, and nobody has seen it
        self._fed, self._turns, self._heard = now, daemon.turns, heard
        self._manager.alive()


def status_line(state: SessionState) -> str:
    """For `systemctl status`: the game and the board in a few words, nothing that changes by the second."""
    board = "board connected"
    if state.link is not LinkState.UP:
        board = "searching for the board" + (f" ({state.link_reason})" if state.link_reason else "")
    return f"{state.manners.game.name}, {state.phase.value}, {board}"
